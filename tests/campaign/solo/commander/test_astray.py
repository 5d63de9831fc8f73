"""Missions that make no sense on the ground are told as such, in the list of missions and in the plan."""

from __future__ import annotations

from campaign.solo.commander.astray import Astray
from campaign.solo.commander.words import estimates
from tests.campaign.solo.commander.positions import RULES, change, desk_on, mission, position, with_missions
from tests.campaign.solo.commander.test_tactics import river

DIVISION = ("formation D size=division hq=D/hq", "red hq D/hq 0102 of=D", "red armour T 0302 of=D mover=tracked")


def faults(situation):
    return Astray(RULES, situation, "red").faults()


def placed(*more, goal="0702", kind="take"):
    situation = position(*DIVISION, *more, "blue infantry X 0801", width=8, rows=4)
    return with_missions(situation, mission(situation, "D", goal, kind=kind))


def test_a_place_beyond_a_river_without_a_bridge_is_told():
    told = faults(placed(*river(4)))
    assert told == {"D": "none of its units finds a way to 0702 on this ground: it needs a bridge, or another place"}


def test_a_place_that_can_be_reached_and_one_that_is_only_held_are_not():
    assert faults(placed()) == {}
    assert faults(placed(*river(4), goal="0301")) == {}
    assert faults(placed(*river(4), kind="hold")) == {}


def test_who_does_not_fight_and_who_is_not_there_finds_no_way_for_the_others():
    for alone in ("red hq D/other 0602 of=D", "red transport L 0602 of=D"):
        assert faults(placed(*river(4), alone)).keys() == {"D"}, alone
    there = placed(*river(4), "red infantry R 0602 of=D")
    stands = {**there.state.stands, "R": change(there.state.stands["R"], hex=None)}
    assert faults(there.with_state(change(there.state, stands=stands))).keys() == {"D"}


def test_one_unit_that_gets_there_is_enough_and_a_formation_without_any_says_nothing():
    assert faults(placed(*river(4), "red infantry R 0602 of=D")) == {}
    situation = position("formation E size=division", *DIVISION, *river(4), width=8, rows=4)
    assert faults(with_missions(situation, mission(situation, "E", "0702"))) == {}


def test_the_plan_says_so_too_and_what_would_open_the_way():
    (told,) = estimates(desk_on(placed(*river(4))))
    assert "finds no way there until there is a bridge" in told.text
    (told,) = estimates(desk_on(placed()))
    assert "turns away" in told.text
