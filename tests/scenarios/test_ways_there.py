"""Places that a side gets points for and that none of its units could ever come to are told before anybody plays."""

from __future__ import annotations

import pytest

from campaign.engine.given import situation_of
from campaign.systems.catalogue import keys, ruleset
from scenarios.ways_there import no_way_there

RULES = ruleset("zen_operational")
LAKE, OPEN = ("..~..",) * 3, (".....",) * 3
STANDS = (
    "red infantry R 0102 of=D", "blue infantry X 0501 of=B", "formation D size=division", "formation B size=division",
)  # fmt: skip
GOALS = "objective Here red 0201 5", "objective Beyond red 0402 5", "objective Theirs blue 0503 5"


def drawn(rows, *lines, rules=RULES):
    return situation_of("\n".join(["map", *map(" ".join, rows), "width 2", *STANDS, *GOALS, *lines]), rules)


def told(rows, *lines, rules=RULES):
    return [note.split(":")[0] for note in no_way_there(drawn(rows, *lines, rules=rules), rules)]


def test_a_place_beyond_a_lake_and_one_in_it_are_told_to_the_side_that_wants_them():
    assert told(LAKE) == ["objective Beyond in 0402"]
    assert told(LAKE, "objective Isle blue 0302 1") == ["objective Beyond in 0402", "objective Isle in 0302"]


def test_open_ground_and_a_way_round_tell_nothing():
    assert told(OPEN) == []
    assert told(("..~..", "..~..", ".....")) == []


def test_a_river_bars_nobody_as_engineers_bridge_it_and_an_enemy_who_holds_the_place_does_not_either():
    plain = drawn(OPEN).map
    east = [(a, b) for a in range(1, 15, 5) for b in plain.neighbour[a].tolist() if b >= 0 and b % 5 == 2]
    assert len(east) == 5, "the second column and the third share five hexsides"
    river = "river " + " ".join(f"{plain.number(a)}/{plain.number(b)}" for a, b in east)
    assert told(OPEN, river, "blue infantry Y 0402 of=B") == []
    assert told(OPEN, river.replace("river", "lake")) == ["objective Beyond in 0402"]


def test_one_unit_beyond_is_enough_and_a_side_with_nobody_on_the_map_yet_is_not_judged():
    assert told(LAKE, "red infantry R2 0401 of=D") == []
    assert told(LAKE, "blue infantry Y - of=B") == ["objective Beyond in 0402"]


@pytest.mark.parametrize("key", sorted(keys()))
def test_it_is_told_under_every_rule_system(key):
    assert told(LAKE, rules=ruleset(key)) in (["objective Beyond in 0402"], [])
    assert told(OPEN, rules=ruleset(key)) == []
