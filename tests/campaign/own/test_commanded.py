"""Sides that play themselves by rules of data: forms where they help, and out of it before they give way."""

from __future__ import annotations

import pytest

from campaign.engine.dice import SeededDice
from campaign.model.planning import Dossier
from campaign.solo.commander.staff import Commander
from campaign.systems.catalogue import ruleset
from tests.campaign.direct import view_for
from tests.campaign.own.small import given, rules

FORMS = """
[[stance]]
key = "loose"
kinds = ["foot"]
change = 1
[[stance]]
key = "ranks"
kinds = ["foot"]
change = 1
[[stance]]
key = "wagon"
kinds = ["foot"]
mover = "ride"
change = "all"
bars = ["assault"]
[[mark]]
key = "shaken"
bars = ["assault"]
[[mark]]
key = "running"
flees = true
[[check]]
key = "heart"
name = "Heart"
dice = "2d6"
rating = "nerve"
[rally]
check = "heart"
lifts = ["shaken"]
[[breakpoint]]
name = "A division gives way"
of = ["division"]
lost = "1/2"
then = ["it is shaken"]
"""
RANKS = """
rule = "4"
[[combat.strength]]
name = "in ranks they count twice"
when = ["it is ranks"]
times = 2
"""
OWN = rules(
    "",
    ("move = 3, nerve = 7 }", 'move = 3, nerve = 7 }\nstance = "loose"'),
    ("open = { walk = 1 }", 'open = { walk = 1, ride = "1/4" }'),
    ("woods_dense = { walk = 2 }", 'woods_dense = { walk = 2, ride = "no" }'),
    ('\nrule = "4"\n', RANKS),
    ("[results]", FORMS + "[results]"),
)
MARCH = "clock phase=move side=red"


def planned(*lines):
    situation = given(OWN, *lines)
    view = view_for(situation, "red", sightings=OWN.play.sightings)
    return [thought.order for thought in Commander(OWN, "red").plan(view, Dossier(), SeededDice("side", 1)).thoughts]


def test_far_from_its_goal_a_stand_takes_the_form_that_carries_it_there():
    """Twenty hexes are seven turns at three a turn, and two by waggon, which takes a turn to mount."""
    assert planned("map 1x24", "red foot 1 0101", "objective Goal red 0121 5", MARCH) == ["1 C wagon"]


def test_near_its_goal_it_goes_as_it_is():
    assert planned("map 1x24", "red foot 1 0101", "objective Goal red 0105 5", MARCH) == ["1 M 0101-0102-0103-0104"]


def test_the_nerve_of_stands_is_what_their_marks_their_losses_and_their_division_have_borne():
    now = given(
        OWN, "map 1x12", "side red", "side blue", "formation D size=division", "red foot 1 0101 of=D losses=1",
        "red foot 2 0103 of=D", "red foot 3 0105 marks=shaken", "red foot 4 0107 marks=running", "red foot 5 0109",
        "blue foot 9 0112",
    )  # fmt: skip
    # One of four steps is half of what breaks the division; a step of two is half of eighty.
    assert [OWN.play.nerve(now, key) for key in "12345"] == [50, 50, 80, 100, 0]


def test_before_the_enemy_it_takes_the_form_that_hurts_him_more():
    """In ranks eight against four is 2:1, where four faces of six take a step; as they stand 1:1, and two of six."""
    assert planned("map 1x12", "red foot 1 0105", "blue foot 9 0106", MARCH) == ["1 C ranks"]


@pytest.mark.parametrize(("marks", "nearer"), [("", True), (" marks=shaken", False)])
def test_who_is_shaken_breaks_off_where_a_fresh_one_closes(marks, nearer):
    (order,) = planned("map 1x12", f"red foot 1 0104{marks}", "blue foot 9 0107", MARCH)
    assert order.startswith("1 M 0104-0105" if nearer else "1 M 0104-0103"), order


def test_coded_systems_have_neither_forms_nor_nerve():
    from campaign.engine.ruleset import HasForms, HasNerve

    assert not isinstance(ruleset("zen_operational").play, HasForms | HasNerve)
    assert isinstance(OWN.play, HasForms | HasNerve)
    assert OWN.play.forms == {"loose", "ranks", "wagon"}
