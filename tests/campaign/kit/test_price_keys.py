"""The key of a priced map holds all that its prices go by: readings, weather, days, and who moves."""

import random

import msgspec
import pytest

from campaign.engine.given import situation_of
from campaign.kit import ground as kit_ground
from campaign.kit.ground import MAP_END, Step
from campaign.model.situation import Situation, stands_of
from campaign.systems.catalogue import ruleset
from campaign.systems.zen.march import pricing
from maps.grid.kinds import kinds_of
from tests.campaign.facts import change
from tests.campaign.reaching import SYSTEMS, situation

VARIANTS = 12


class Priced:
    """Every price table that is asked for, worked out anew, by its key; two that differ under one key are noted."""

    def __init__(self):
        self.tables, self.ways, self.asked, self.differ = {}, {}, 0, []

    def __call__(self, keyed):
        steps = (MAP_END, *(keyed.price(kind) for kind in keyed.kinds.kinds[1:]))
        self.asked += 1
        if self.tables.setdefault(keyed.key, steps) != steps:
            self.differ.append(keyed.key)
        return kit_ground.Ground(keyed.kinds, keyed.price, steps)


    def of_zen(self, priced):
        """Price a Zen stand's ground anew each time: it is kept by a key of its own, which must say as much."""

        def ground_for(goes):
            over = priced(goes)
            if self.ways.setdefault(goes, over.steps) != over.steps:
                self.differ.append(goes)
            return over

        return ground_for


@pytest.fixture
def priced(monkeypatch):
    found = Priced()
    monkeypatch.setattr(kit_ground, "_ground", found)
    monkeypatch.setattr(pricing, "_going", pricing._going.__wrapped__)
    monkeypatch.setattr(pricing, "_ground_for", found.of_zen(pricing._ground_for.__wrapped__))
    return found


def shuffled(system, now, dice):
    """Give a situation on the same map under other readings, in other weather, on another day, of other stands."""
    free = [one for one in now.tables.interpretations if one.alternatives]
    readings = {one.key: dice.choice(one.alternatives) for one in dice.sample(free, min(len(free), dice.randint(0, 6)))}
    tables = ruleset(system, readings).tables
    clock = msgspec.structs.replace(now.state.clock, day=dice.choice((1, 100, 200)))
    stands = {
        key: msgspec.structs.replace(
            one, losses=dice.choice((0, 0, 1)), march=None,
            marks=one.marks ^ frozenset(dice.sample(sorted(tables.marks), dice.randint(0, 2))),
        )
        for key, one in now.state.stands.items()
    }  # fmt: skip
    state = change(
        now.state, clock=clock, stands=stands, weather=dice.choice(("fine", "overcast")),
        past_weather=dice.choice((("overcast",), ("fine",))),
    )  # fmt: skip
    return Situation(state, now.map, tables)


@pytest.mark.parametrize("system", SYSTEMS)
def test_prices_under_one_key_are_the_same_whatever_is_shuffled(system, priced):
    """Each map is asked for under many readings and states; what a price went by besides its key would differ."""
    for seed in (0, 1, 2):
        dice = random.Random(f"prices/{system}/{seed}")
        rules, now = situation(system, seed)
        for _ in range(VARIANTS):
            one = shuffled(system, now, dice)
            for stand in stands_of(one):
                rules.play.reach(one, stand.id, transport=dice.random() < 0.5)
    assert not priced.differ
    assert priced.asked > len(priced.tables) > 3, "asked for more than once, and several were there"


def test_a_price_that_goes_by_more_than_its_key_is_found(priced):
    for weather in ("fine", "overcast"):
        now = situation_of(f"map 5x5\nred infantry 1 0303\nweather {weather}", ruleset("zen_operational"))
        cost = 1 if now.state.weather == "fine" else 2
        kit_ground.ground(kinds_of(now.map), lambda _, cost=cost: Step(cost), "by nothing")
    assert priced.differ
