"""What every stand can reach, at what cost, is what was recorded: random situations of each system, Ardennes days."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.model.verbs.march import Move
from tests.campaign.reaching import ARDENNES, COUNT, SYSTEMS, ardennes_days, digest, reaches_of, recorded, situation

SAMPLE = 30
soak = pytest.mark.skipif(not os.environ.get("SANDTABLE_SOAK"), reason="minutes; make soak")


@pytest.mark.parametrize("system", SYSTEMS)
def test_reach_has_the_recorded_goals_and_costs(system):
    differ = [seed for seed, told in enumerate(recorded(system)[:SAMPLE]) if digest(*situation(system, seed)) != told]
    assert not differ, f"python -m tests.campaign.reaching {system} {differ[0]} prints the first"


@soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_soak_reach_has_all_the_recorded_goals_and_costs(system):
    differ = [seed for seed, told in enumerate(recorded(system)) if digest(*situation(system, seed)) != told]
    assert not differ


def test_reach_on_the_ardennes_has_the_recorded_goals_and_costs():
    days = islice(ardennes_days(), 2)
    assert [digest(*day) for day in days] == recorded(ARDENNES)[:2]


@soak
def test_soak_reach_on_all_ardennes_days_has_the_recorded_goals_and_costs():
    assert [digest(*day) for day in ardennes_days()] == recorded(ARDENNES)


def test_the_situations_recorded_differ_from_each_other():
    told = [digest for system in SYSTEMS for digest in recorded(system)]
    assert len(told) == len(SYSTEMS) * COUNT
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_path_that_reach_tells_is_accepted_as_an_order(system):
    """A hex can be entered by a step that halts and left by another: one hex before each told refused paths."""
    tried = 0
    for seed in range(12):
        rules, now = situation(system, seed)
        for stand, transport, found in reaches_of(rules, now):
            moves = [order for order in rules.play.orders(now, stand) if isinstance(order, Move) and not order.attack]
            goals = sorted({order.path[-1] for order in moves if order.transport == transport} & set(found.cost))
            for goal in goals[:: max(1, len(goals) // 6)]:
                path = found.path_to(goal)
                assert (path[0], path[-1]) == (now.state.stands[stand].hex, goal)
                decide(rules, now, Move(stand, path, transport=transport), SeededDice("path", goal))
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("system", ["three_star_general", "two_star_general", "d3_one_hour"])
def test_every_path_that_reach_tells_has_as_many_steps_as_it_costs(system):
    for seed in range(40):
        rules, now = situation(system, seed)
        per_hex = int(rules.play.scale(now).per_hex * 100) if system == "d3_one_hour" else 1
        for _, _, found in reaches_of(rules, now):
            assert {goal: (len(found.path_to(goal)) - 1) * per_hex for goal in found.cost} == found.cost
