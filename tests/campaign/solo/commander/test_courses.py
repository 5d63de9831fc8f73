"""A staff plans several courses of action and takes the one that is worth most by its own prices."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.engine.dice import SeededDice
from campaign.model.planning import Dossier
from campaign.solo.commander.courses import best_course, courses_of
from campaign.solo.commander.levels import level_named, prices_of, style_named
from campaign.solo.commander.staff import Commander
from campaign.solo.commander.tactics.assault import assault
from campaign.solo.commander.tactics.march import march
from tests.campaign.solo.commander.positions import RULES, at, change, desk_on, mission, position, with_missions

DIVISION = ("formation D size=division hq=D/hq LOG=9", "formation B size=division LOG=9")


def front(*lines, goal="1003", style=""):
    situation = position(*DIVISION, "red hq D/hq 0203 of=D", *lines)
    return with_missions(situation, change(mission(situation, "D", goal), style=style))


def plan(level, style, situation):
    return Commander(RULES, "red", level_named(level), style_named(style)).plan(
        situation, Dossier(), SeededDice("courses", 1)
    )


def orders(found):
    return [thought.order for thought in found.thoughts]


def test_the_courses_are_ones_own_a_more_careful_and_a_more_daring_one():
    own, careful, daring = courses_of(style_named("steady"))
    assert own == style_named("steady")
    assert careful.aggression < own.aggression < daring.aggression
    assert careful.caution > own.caution > daring.caution
    assert min(one.aggression for one in courses_of(style_named("cautious"))) >= 0
    assert max(one.aggression for one in courses_of(style_named("bold"))) <= 100


def test_the_course_that_comes_nearer_to_the_goal_is_taken_and_of_equals_the_first():
    situation = front("red infantry R 0303 of=D", "blue infantry X 1203 of=B")
    still, going = desk_on(situation), desk_on(situation)
    march(going, "D", [at(situation, "0203")])
    prices = prices_of(style_named("steady"))
    assert best_course([still, going], prices) is going
    assert best_course([going, still], prices) is going
    again = desk_on(situation)
    assert best_course([still, again], prices) is still


def test_a_fight_that_takes_more_than_it_costs_is_worth_what_it_takes_and_is_counted_once():
    lines = "red infantry R 0603 of=D", "red infantry S 0604 of=D", "blue infantry X 0703 of=B SP=2"
    still, fighting = desk_on(front(*lines)), desk_on(front(*lines))
    assault(fighting)
    assert len(fighting.bids) == 2
    assert best_course([still, fighting], prices_of(style_named("steady"))) is fighting


def test_a_fight_that_costs_more_than_it_takes_is_worth_less_than_none():
    lines = "red infantry R 0603 of=D", "red infantry S 0604 of=D", "blue infantry X 0703 of=B SP=2"
    still, fighting = desk_on(front(*lines)), desk_on(front(*lines))
    assault(fighting)
    fighting.bids[:] = [
        bid._replace(expected=replace(bid.expected, inflicted=100, taken=900)) for bid in fighting.bids
    ]
    assert best_course([fighting, still], prices_of(style_named("steady"))) is still


@pytest.mark.parametrize("style", ["cautious", "steady", "bold"])
def test_a_staff_plans_as_a_veteran_in_one_of_its_courses(style):
    situation = front(
        "red infantry R 0403 of=D traits=poor",
        "red armour T 0402 of=D",
        "blue armour X 0503 of=B",
        "blue hq Y 0903 of=B",
    )
    found = orders(plan("staff", style, situation))
    tried = [
        orders(
            Commander(RULES, "red", level_named("veteran"), one).plan(situation, Dossier(), SeededDice("courses", 1))
        )
        for one in courses_of(style_named(style))
    ]
    assert found in tried
    assert orders(plan("staff", style, situation)) == found


def test_a_staff_leaves_a_fight_aside_that_keeps_it_from_its_goal_for_little():
    situation = front("red infantry R 0403 of=D", "red infantry S 0404 of=D", "blue armour X 0303 of=B")
    veteran, staff = plan("veteran", "steady", situation), plan("staff", "steady", situation)
    assert {"assault"} < {thought.task for thought in veteran.thoughts}
    assert {thought.task for thought in staff.thoughts} == {"march", "lead"}
