"""A view can be played ahead: each legal order of a side on what it knows is worked out or refused, nothing else."""

import random
from functools import partial
from itertools import islice

import pytest

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.imagine import _Guess, imagined
from campaign.engine.ledger import Refusal
from campaign.engine.legal import has_orders, legal_orders
from campaign.model.situation import Situation
from campaign.model.things import Profile
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.march import Move
from campaign.systems.catalogue import coded, keys, ruleset
from tests.campaign.d3.wild import wild_table
from tests.campaign.direct import view_for
from tests.campaign.facts import change
from tests.campaign.own.wilds import of_data, wild_own
from tests.campaign.parkin.games import wild
from tests.campaign.reads import games, moments, store_of
from tests.campaign.star.field import wild_field
from tests.campaign.zen.wild import PHASES, wild_phase

WILD = {
    "zen_operational": lambda seed: wild_phase(seed, PHASES[seed % len(PHASES)]).situation,
    "three_star_general": lambda seed: wild_field(seed, "three_star_general").situation,
    "two_star_general": lambda seed: wild_field(seed, "two_star_general").situation,
    "d3_one_hour": lambda seed: wild_table(seed).situation,
    "parkin_generic": lambda seed: wild(seed).situation,
    **{key: partial(wild_own, key) for key in of_data()},
}
READINGS = {
    "three_star_general": ({}, {"hidden_beyond_hexes": 3, "sight_identifies": "contact"}),
    "two_star_general": ({}, {"hidden_beyond_hexes": 3, "sight_identifies": "contact"}),
    "d3_one_hour": ({}, {"open_table": False}),
    **{key: ({}, {"hidden_enemy": True, "sight_identifies": "contact"}) for key in of_data()},
}
"""As shipped, and with as much hidden as may be."""
MOST = 30
SEEDS = 25
OF_DATA = 8
"""Seeds of a system of data: all of these run the same code."""


def decided(rules, situation, order, by):
    """Work an order out; whether it was, or was refused."""
    try:
        decide(rules, situation, order, SeededDice("ahead", 1), by=by)
    except Refusal:
        return False
    return True


def tried(rules, whole, dice):
    """Try orders of each side on what it imagines; count those worked out."""
    count = 0
    for side in [side.key for side in whole.state.setting.sides]:
        view = view_for(whole, side, sightings=rules.play.sightings)
        ahead = imagined(rules, view)
        orders = list(legal_orders(rules, ahead, side))
        for order in dice.sample(orders, min(MOST, len(orders))):
            count += decided(rules, ahead, order, side)
        decided(rules, ahead, EndPhase(), "umpire")
    return count


LINES = {"infantry": "battalion", "armour": "battalion", "armour_company": "company"}


class Table:
    """A rule system with a unit table of three lines."""

    def kinds(self):
        return tuple(LINES)

    def profile(self, kind, *, name, side):
        return Profile(name, name, side, kind.partition("_")[0], LINES[kind], strength=4, mover="foot")


@pytest.mark.parametrize(
    ("kind", "size", "line"),
    [
        ("armour", "company", ("armour", "company")), ("armour", "battalion", ("armour", "battalion")),
        ("armour", "army", ("armour", "battalion")), ("unknown", "company", ("infantry", "battalion")),
    ],
)  # fmt: skip
def test_a_masked_stand_is_taken_for_the_line_of_its_kind_and_size_or_else_of_its_kind(kind, size, line):
    seen = Profile("", "", "blue", kind, size, strength=0, mover="")
    likely = _Guess(Table(), []).likely(seen)
    assert (likely.kind, likely.size) == line


@pytest.mark.parametrize(("own", "line"), [("heavy_tank", "heavy_tank"), ("tank", "tank"), ("infantry", "light_tank")])
def test_of_several_lines_that_look_alike_a_masked_stand_is_of_one_that_the_side_has_too(own, line):
    play = ruleset("d3_one_hour").play
    seen = Profile("", "", "blue", "armour", "company", strength=0, mover="")
    likely = _Guess(play, [play.profile(own, name="1", side="red")]).likely(seen)
    assert likely.attributes["unit"] == line


@pytest.mark.parametrize(
    ("key", "seed"), [(key, seed) for key in keys() for seed in range(SEEDS if key in coded() else OF_DATA)]
)
def test_every_legal_order_on_ones_own_view_is_decided(key, seed):
    whole, dice = WILD[key](seed), random.Random(seed)
    readings = READINGS.get(key, ({},))[seed % len(READINGS.get(key, ({},)))]
    rules = ruleset(key, {**whole.state.setting.overrides, **readings})
    tried(rules, Situation(whole.state, whole.map, rules.tables), dice)


@pytest.mark.parametrize("key", keys())
def test_legal_orders_of_one_kind_are_those_of_all_that_are_of_it(key):
    kinds = set()
    for whole in map(WILD[key], range(SEEDS)):
        play = ruleset(key, whole.state.setting.overrides).play
        for stand in whole.state.stands:
            offered = list(play.orders(whole, stand))
            for kind in {*map(type, offered), Move}:
                assert list(play.orders_of(kind, whole, stand)) == [order for order in offered if type(order) is kind]
            kinds |= set(map(type, offered))
    assert len(kinds) > 1


@pytest.fixture(scope="module")
def recorded_games():
    return games()


@pytest.mark.parametrize("key", keys())
def test_recorded_games_can_be_played_ahead_by_both_sides(key, recorded_games):
    count, dice = 0, random.Random(key)
    for name in (f"battle_{key}", store_of(key)):
        for rules, situation, _ in moments(*recorded_games[name]):
            count += tried(rules, situation, dice)
    assert count > 20


def test_a_side_has_orders_as_long_as_one_is_listed():
    found = set()
    for key in keys():
        rules, now = ruleset(key), WILD[key](3)
        over = now.with_state(change(now.state, ended=True))
        for side in (one.key for one in now.state.setting.sides):
            found.add(has_orders(rules, now, side))
            assert has_orders(rules, now, side) == bool([*islice(legal_orders(rules, now, side), 1)])
            assert not has_orders(rules, over, side)
    assert True in found
