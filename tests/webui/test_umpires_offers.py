"""A unit's card offers the umpire what only he may give for it: points of recovery."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from campaign.engine.given import situation_of
from campaign.model.verbs.recover import Recover
from campaign.systems.catalogue import ruleset
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
