"""A planned battle played out in memory, what it says of the losses, and where the losers of a battle fall back to."""

from __future__ import annotations

import msgspec
import pytest

from campaign.model.things import Outcome, SupplySource
from campaign.systems.catalogue import ruleset
from scenarios.battles import trying
from scenarios.battles.numbers import Fate
from scenarios.battles.opening import board_of
from scenarios.battles.trying import Odds, Simulated, odds_of, simulated
from scenarios.battles.yielding import in_order, yielded
from tests.scenarios.battles.test_table_plans import opened, planned

KEY = "zen_operational"


@pytest.fixture(scope="module")
def battle():
    here, plan = planned(KEY, "d3_one_hour")
    return here, plan, board_of(plan, here)


def test_a_battle_is_played_out_to_its_end_and_the_same_seed_gives_the_same(battle):
    here, plan, board = battle
    short = msgspec.structs.replace(plan, turns=2)
    table = ruleset("d3_one_hour")
    first, again = (simulated(short, board, here, table, seed="s") for _ in range(2))
    assert first == again
    assert first.turns == 2
    assert first.begun.clock.turn == 1
    assert {unit.id: first.begun.stands[unit.id].losses for unit in plan.units} == {u.id: u.hits for u in plan.units}
    assert first.ended.clock.turn > first.begun.clock.turn


class Plays:
    """Plays that end as they are told."""

    def __init__(self, monkeypatch, plan, ends, seconds=0.0):
        self.seeds, self.now = [], 0.0

        def played(*_, seed):
            self.seeds.append(seed)
            self.now += seconds
            return ends[len(self.seeds) - 1]

        monkeypatch.setattr(trying, "simulated", played)
        monkeypatch.setattr(trying, "fates_in", lambda _, ended: ended.fates)
        monkeypatch.setattr(trying.time, "monotonic", lambda: self.now)


class Ended:
    """How a play ended: who won, and what became of each unit."""

    def __init__(self, winner, plan, **fates):
        self.winner = winner
        self.fates = {unit.id: fates.get(unit.profile.side, Fate(unit.hits)) for unit in plan.units}


def test_odds_count_who_won_and_the_mean_share_of_its_steps_that_a_side_lost(battle, monkeypatch):
    here, plan, board = battle
    side, other = (one.key for one in plan.sides)
    ends = [Ended(side, plan, **{other: Fate(gone=True)}), Ended("", plan), Ended(None, plan), Ended(side, plan)]
    plays = Plays(monkeypatch, plan, [Simulated(None, one, 3) for one in ends])
    found = odds_of(plan, board, here, None, plays=4)
    assert found == Odds(4, {side: 2}, {side: 0.0, other: 0.25})
    assert found.drawn == 2
    assert plays.seeds == [f"{plan.seed}/odds/{n}" for n in range(4)]


def test_of_who_is_left_the_hits_that_came_on_count_and_none_that_he_brought(battle, monkeypatch):
    here, plan, board = battle
    side = plan.sides[0].key
    mine = [unit for unit in plan.units if unit.profile.side == side]
    brought = sum(unit.profile.strength - unit.hits for unit in mine)
    Plays(monkeypatch, plan, [Simulated(None, Ended(None, plan, **{side: Fate(1)}), 3)])
    assert odds_of(plan, board, here, None, plays=1).lost[side] == pytest.approx(len(mine) / brought)
    one, *others = plan.units
    hit = msgspec.structs.replace(plan, units=(msgspec.structs.replace(one, hits=2), *others))
    Plays(monkeypatch, hit, [Simulated(None, Ended(None, plan, **{one.profile.side: Fate(1)}), 3)])
    lost = odds_of(hit, board, here, None, plays=1).lost[one.profile.side]
    assert lost == pytest.approx((len(mine) - 1) / (brought - 2))


@pytest.mark.parametrize(("seconds", "count"), [(9.0, 1), (3.0, 3), (4.0, 2), (0.0, 4)])
def test_so_many_plays_as_there_is_time_for_and_one_at_least(battle, monkeypatch, seconds, count):
    here, plan, board = battle
    plays = Plays(monkeypatch, plan, [Simulated(None, Ended("", plan), 3)] * 4, seconds)
    assert odds_of(plan, board, here, None, plays=4).plays == count == len(plays.seeds)


@pytest.fixture(scope="module")
def fight(battle):
    """Give a battle that is on, and where each stand is by its number."""
    here, plan, _ = battle
    on = opened(here, plan, KEY)
    return on, *on.state.battles, on.map.index_of


def fallen(fight, moves, winner, sources=()):
    """Say by its number where each goes."""
    on, name, at = fight
    setting = msgspec.structs.replace(on.state.setting, sources=tuple(sources))
    on = on.with_state(msgspec.structs.replace(on.state, setting=setting))
    found = yielded(name, {key: at(number) for key, number in moves.items()}, winner, on, ruleset(KEY))
    return {key: on.map.number(index) for key, index in found.items()}


def test_in_a_draw_and_where_nobody_of_the_winners_moves_all_stay(fight):
    for winner, moves in ((None, {"I/1130": "0303"}), ("", {"I/1130": "0303"}), ("us", {"I/1130": "0303"}), ("ge", {})):
        assert fallen(fight, moves, winner) == moves


def test_the_loser_goes_where_fewest_enemies_are_near_and_of_equals_the_first(fight):
    # 3/112 leaves 0303 to I/1130. II/1130 is in 0404: 0202, 0203 and 0302 lie next to nobody but I/1130.
    assert fallen(fight, {"I/1130": "0303"}, "ge") == {"3/112": "0202", "I/1130": "0303"}


def test_of_hexes_as_safe_that_is_taken_which_is_nearest_to_what_supplies_him(fight):
    safe = set()
    for number in ("0202", "0203", "0302"):
        found = fallen(fight, {"I/1130": "0303"}, "ge", [SupplySource("s", "us", "Depot", fight[2](number))])
        assert list(found) == ["3/112", "I/1130"], "who leaves goes before who takes his place"
        safe.add(found["3/112"])
    assert len(safe) > 1
    theirs = [SupplySource("s", "ge", "Depot", fight[2]("0203"))]
    assert fallen(fight, {"I/1130": "0303"}, "ge", theirs) == fallen(fight, {"I/1130": "0303"}, "ge")


def test_who_leaves_a_hex_goes_before_who_takes_it(fight):
    on, _, at = fight
    rows = (Outcome("I/1130", hex=at("0303")), Outcome("II/1130"), Outcome("3/112", hex=at("0202")))
    assert [row.stand for row in in_order(rows, on)] == ["3/112", "I/1130", "II/1130"]
