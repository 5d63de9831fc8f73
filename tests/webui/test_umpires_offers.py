"""A unit's card offers the umpire what only he may give for it: points of recovery."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from campaign.engine.given import situation_of
from campaign.model.names import Names
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.table import VERBS
from campaign.systems.catalogue import ruleset
from webui.desk.sidedata import _telling
from webui.desk.unitdata import _umpires

ZEN = ruleset("zen_operational")
NIGHT = """
map 1x5
red hq A/hq 0101 of=A
red infantry 1 0102 of=A losses=3
red infantry 2 0103 of=A losses=2
formation A size=division
clock turn=5 phase=recovery
"""


@pytest.mark.parametrize(("viewer", "points"), [("umpire", [1, 2]), ("red", [])])
def test_recovery_is_offered_to_the_umpire_alone(viewer, points):
    """Half of 5 losses are 2 points: 1 or both for unit 1."""
    situation = situation_of(NIGHT, ZEN)
    look = SimpleNamespace(play=ZEN.play, situation=situation, viewer=viewer, is_umpire=viewer == "umpire")
    offered = list(_umpires(look, situation.state.stands["1"]))
    assert offered == [Recover("A", {"1": count}) for count in points]


def test_a_division_with_nothing_to_recover_is_given_no_button():
    """Division B is unhurt: the rules let it be passed over, and the page says nothing of it."""
    whole = "red hq B/hq 0104 of=B\nred infantry 3 0105 of=B\nformation B size=division\nformation A"
    whole = NIGHT.replace("formation A", whole)
    situation = situation_of(whole, ZEN)
    legal = list(ZEN.play.side_orders(situation, "umpire"))
    assert Recover("B", {}) in legal
    told = [order for order in _telling(legal) if isinstance(order, Recover)]
    assert {order.formation for order in told} == {"A"}
    assert told == [order for order in legal if isinstance(order, Recover) and order.formation == "A"]


def test_to_recover_nothing_where_something_could_be_says_what_it_does():
    situation = situation_of(NIGHT, ZEN)
    assert Recover("A", {}) in _telling(list(ZEN.play.side_orders(situation, "umpire")))
    assert VERBS[Recover].says(Recover("A", {}), Names(situation.state, situation.map)) == "Let nobody in A recover"
