"""What the umpire sets otherwise on a plan: what a stand is, by which edge who comes, where the sides set up."""

import numpy as np
import pytest

from campaign.systems.catalogue import ruleset
from maps.compass import WINDS, edge_words, rim
from maps.problems import ProblemsFound
from scenarios.battles.editing import Edits, edited
from scenarios.battles.opening import board_of, open_on_table
from scenarios.battles.proposing import Asked, propose
from tests.scenarios.battles.test_table_plans import FIGHT, LATE, SMALL, campaign, hexes, planned


def reserve(here, plan, table):
    event = open_on_table(plan, board_of(plan, here), here, ruleset(table), seed="b").event
    return [one for one in event.stands if one.arrives is not None]


@pytest.mark.parametrize("wind", WINDS)
def test_who_comes_later_comes_by_the_edge_that_the_umpire_names(wind):
    """A reserve of the campaign's map comes where it stands; it comes by any edge that it is told, or its corner."""
    here, plan = planned("d3_one_hour", "d3_one_hour", LATE, **SMALL)
    told = edited(plan, Edits(edges={"III/1130": wind}))
    (one,) = [one for one in told.coming if one.stand == "III/1130"]
    assert one.edge == wind
    assert "coming" in told.changed
    board = board_of(told, here).ground.board
    late = reserve(here, told, "d3_one_hour")
    assert late
    for stand in late:
        assert stand.arrives[2] in rim(board)
        assert edge_words(board, stand.arrives[2]) == wind


def test_an_edge_as_it_is_changes_nothing_and_one_for_nobody_is_told():
    _, plan = planned("d3_one_hour", "d3_one_hour", LATE, **SMALL)
    assert edited(plan, Edits(edges={"III/1130": ""})) == plan
    with pytest.raises(ProblemsFound) as found:
        edited(plan, Edits(edges={"III/1130": "up", "nobody": "north"}))
    assert [one.place for one in found.value.problems] == ["edge of nobody", "edge of III/1130"]


def test_who_stands_on_the_tables_own_ground_comes_by_an_edge_where_the_umpire_wants_it():
    here, plan = planned("d3_one_hour", "d3_one_hour", LATE, inch_m=200.0)
    assert reserve(here, plan, "d3_one_hour") == [], "on so large a table it is there from the first turn"
    assert reserve(here, edited(plan, Edits(edges={"III/1130": "west"})), "d3_one_hour")


def zones(here, plan):
    board = board_of(plan, here)
    return board.ground.board, board.zones


def test_a_direction_is_that_third_of_the_table_and_the_stands_set_up_there():
    here, plan = planned("d3_one_hour", "d3_one_hour")
    us, ge = (side.key for side in sorted(plan.sides, key=lambda side: side.key, reverse=True))
    told = edited(plan, Edits(zones={us: "north", ge: "south"}))
    assert told.changed == ("zones",)
    board, found = zones(here, told)
    rows = {side: [int(board.number(index)[2:]) for index in found[side]] for side in (us, ge)}
    assert max(rows[us]) < min(rows[ge])
    assert len(found[us]) == pytest.approx(np.count_nonzero(board.inside) / 3, rel=0.35)
    event = open_on_table(told, board_of(told, here), here, ruleset("d3_one_hour"), seed="b").event
    for stand in event.stands:
        if stand.hex is not None:
            assert stand.hex in found[stand.side]


def test_hexes_are_told_by_number_and_by_block_and_the_other_side_leaves_them():
    here, plan = planned("d3_one_hour", "d3_one_hour")
    us = plan.defends
    board, usual = zones(here, plan)
    numbers = [board.number(index) for index in usual[us]]
    told = edited(plan, Edits(zones={us: f"{numbers[0]}-{numbers[0]} {numbers[1]}, {numbers[2]}"}))
    _, found = zones(here, told)
    assert {board.number(index) for index in found[us]} == set(numbers[:3])
    other = next(key for key in found if key != us)
    assert set(found[us]).isdisjoint(found[other])
    block = edited(plan, Edits(zones={us: "0101-0203"}))
    corners = {"0101", "0102", "0103", "0201", "0202", "0203"}
    assert {board.number(index) for index in zones(here, block)[1][us]} == corners


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"ge": "north", "us": "north-east"}, "lies in both zones"),
        ({"ge": "9999"}, "where"),
        ({"us": "by the wood"}, "is no part of the table; write north"),
    ],
)
def test_zones_that_cannot_be_are_told(told, why):
    here, plan = planned("d3_one_hour", "d3_one_hour")
    keys = {side.key for side in plan.sides}
    assert keys == {"us", "ge"}
    with pytest.raises(ProblemsFound, match=why):
        zones(here, edited(plan, Edits(zones=told)))


@pytest.mark.parametrize("table", ["d3_one_hour", "two_star_general", "parkin_generic"])
def test_a_stand_is_on_the_table_what_the_umpire_says_with_the_same_share_of_its_strength(table):
    _, usual = planned("zen_operational", table)
    kind = next(kind for kind in ruleset(table).play.kinds() if "armour" in kind or "tank" in kind)
    _, plan = planned("zen_operational", table, Asked(kinds={"I/1130": kind}))
    assert plan.changed == ("kinds",)
    line = ruleset(table).play.profile(kind, name="", side="ge")
    assert {unit.profile.kind for unit in plan.units_of("I/1130")} == {line.kind}
    assert {one.stand: one.kind for one in plan.standings}["I/1130"] == kind
    assert plan.units_of("II/1130") == usual.units_of("II/1130")


def test_who_is_nothing_of_these_rules_stands_on_the_table_as_what_the_umpire_says():
    """D3 has no headquarters; one that fights as a company is told so by the umpire."""
    here = campaign("zen_operational")
    where = hexes(here, *FIGHT, "0202")
    rules = ruleset("zen_operational"), ruleset("d3_one_hour")
    usual = propose(here, *rules, where, seed="a")
    assert "112/hq" in {one.stand for one in usual.left_out}
    plan = propose(here, *rules, where, seed="a", asked=Asked(kinds={"112/hq": "infantry"}))
    assert plan.units_of("112/hq")
    assert "112/hq" not in {one.stand for one in plan.left_out}


def test_all_kinds_that_cannot_be_are_told_at_once():
    here = campaign("zen_operational")
    asked = Asked(kinds={"I/1130": "elephants", "nobody": "infantry"})
    with pytest.raises(ProblemsFound) as found:
        propose(here, ruleset("zen_operational"), ruleset("d3_one_hour"), hexes(here, *FIGHT), asked=asked)
    told = str(found.value)
    assert "kind of I/1130: 'elephants' is no kind of D3" in told
    assert "kind of nobody: it is not in this fight, nor near it" in told
