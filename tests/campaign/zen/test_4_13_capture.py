"""ZN 4.13: captured stores."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.systems.zen.departure import leave_play
from tests.toyplay import toy_situation

change = msgspec.structs.replace
LINES = ("us hq HQ 0101 of=28", "ge arm X 0201 of=2Pz", "ge inf Y 0102 of=26")


def after(how="eliminated", contacts=(("HQ", "X"), ("HQ", "Y")), ours=None, theirs=None, overrides=None):
    stores = {"28": {"LOG": 7, "POL": 4} if ours is None else ours, "2Pz": theirs or {"LOG": 1, "POL": 1}}
    situation = toy_situation("..\n..", *LINES, stores=stores, overrides=overrides)
    situation = situation.with_state(change(situation.state, contacts=frozenset(contacts)))
    ledger = Ledger(situation, ScriptedDice())
    leave_play(ledger, "HQ", how, rule="ZN 4.12", why="overrun")
    return {key: dict(formation.stores) for key, formation in ledger.state.formations.items() if formation.stores}


@pytest.mark.parametrize("how", ["eliminated", "surrendered"])
def test_interpretation_captured_share(how):
    """Half of 7 LOG and 4 POL, rounded down, to the division of the strongest captor (5 points against 4)."""
    assert after(how) == {"28": {"LOG": 4, "POL": 2}, "2Pz": {"LOG": 4, "POL": 3}, "26": {"LOG": 10, "POL": 10}}


def test_interpretation_captured_share_as_the_umpire_has_it():
    assert after(overrides={"captured_share": 1.0})["2Pz"] == {"LOG": 8, "POL": 5}
    assert after(overrides={"captured_share": 0.0})["28"] == {"LOG": 7, "POL": 4}


def test_no_more_than_the_captor_can_hold_the_rest_is_lost():
    stores = after(theirs={"LOG": 19, "POL": 20})
    assert (stores["2Pz"], stores["28"]) == ({"LOG": 20, "POL": 20}, {"LOG": 4, "POL": 2})


IN_CONTACT = (("HQ", "X"),)


@pytest.mark.parametrize(("how", "contacts"), [("eliminated", ()), ("dispersed", IN_CONTACT), ("removed", IN_CONTACT)])
def test_without_an_enemy_in_contact_nothing_is_captured(how, contacts):
    assert after(how, contacts)["28"] == {"LOG": 7, "POL": 4}


def test_there_must_be_something_to_take():
    assert after(ours={"LOG": 1})["2Pz"] == {"LOG": 1, "POL": 1}
