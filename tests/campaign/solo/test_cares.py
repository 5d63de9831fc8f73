"""What a side does for its formations where orders are carried out at once: another headquarters, stores, strength."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.model.planning import Dossier
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.supply import Resupply
from campaign.solo.commander.boards.leading import cares_of, go_of
from campaign.solo.commander.boards.scene import FAR, scene_of
from campaign.solo.commander.levels import level_named, style_named
from campaign.systems.catalogue import ruleset
from tests.campaign.direct import view_for

RULES = ruleset("three_star_general")
STANDS = """
map 12x3
red infantry 1 0402 of=A
red infantry 2 0202 of=A
red artillery 3 0102 of=A
red infantry 4 0502 of=B
"""
FOE = "blue infantry 7 0602 of=C\n"
CLOCK = "clock phase=go side=red\n"


def scene(foe=FOE, declared=()):
    situation = situation_of(STANDS + foe + CLOCK, RULES)
    situation = situation.with_state(replace(situation.state, declared=tuple(declared)))
    view = view_for(situation, "red", sightings=RULES.play.sightings)
    temper = level_named("veteran"), style_named("steady")
    return scene_of(RULES, view, "red", temper, Dossier(), SeededDice("side", 1))


LEADERS = [ReplaceHq("A", stand) for stand in ("1", "2", "3")]


def test_who_leads_from_now_on_is_furthest_from_the_enemy_and_no_gun():
    (one,) = cares_of(scene(), LEADERS)
    assert (one.order, one.subject, one.group, one.task) == (LEADERS[1], "A", "A", "lead")
    assert one.why == "2 leads from now on: the enemy is 4 off"
    assert [(reason.what, reason.worth) for reason in one.reasons] == [("lead", 500)]


def test_where_no_enemy_is_known_somebody_leads_but_a_gun():
    (one,) = cares_of(scene(foe=""), LEADERS[::-1])
    assert one.order in LEADERS[:2]
    assert one.why.endswith("the enemy is not known")
    # A gun counts as so much nearer: one hex off it is no better than nobody.
    assert cares_of(scene(), [LEADERS[2]]) == []
    assert [found.order for found in cares_of(scene(foe=""), [LEADERS[2]])] == [LEADERS[2]]


@pytest.mark.parametrize("made", [
    lambda amount, formation="A": Resupply(formation, {"LOG": amount, "POL": 1 if amount else 0}),
    lambda amount, formation="A": Recover(formation, {"1": amount, "2": 1 if amount else 0}),
])  # fmt: skip
def test_as_much_is_taken_as_there_is_and_nothing_is_no_order(made):
    found = cares_of(scene(), [made(2), made(5), made(3)])
    assert [(one.order, one.task, one.why) for one in found] == [(made(5), "stores", "takes as much as it can: 6")]
    assert found[0].reasons[0].worth == 600
    assert cares_of(scene(), [made(0)]) == []
    assert cares_of(scene(declared=[made(1)]), [made(5)]) == []
    assert [one.subject for one in cares_of(scene(declared=[made(1)]), [made(5), made(4, "B")])] == ["B"]


def test_each_formation_is_cared_for_once_for_each_thing_in_order_of_the_things():
    both = [Resupply("B", {"LOG": 1}), *LEADERS, Recover("A", {"1": 1}), Resupply("A", {"LOG": 1}), Activate("A")]
    told = [(type(one.order).__name__, one.subject) for one in cares_of(scene(), both)]
    assert told == [("Recover", "A"), ("ReplaceHq", "A"), ("Resupply", "A"), ("Resupply", "B")]


def test_the_formation_nearest_to_the_enemy_goes_first():
    (one,) = go_of(scene(), [Activate("A"), Activate("B")])
    assert (one.order, one.why) == (Activate("B"), "goes first of 2: the enemy is 1 off")
    assert one.reasons[0].worth == 100 * (FAR - 1) // FAR
    (alike,) = go_of(scene(foe=""), [Activate("B"), Activate("A")])
    assert (alike.order, alike.reasons[0].worth) == (Activate("A"), 0)
    assert go_of(scene(), LEADERS) == []
