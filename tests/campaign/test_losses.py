"""Taking losses, and what ends with the last strength point (ZN 4.4, 4.12)."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from campaign.model.roll import Roll
from campaign.model.verbs.contact import ContactBroken
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.systems.zen.departure import carried_by, eliminate, take_losses
from tests.campaign.zen.fighting import assault, events, ledger_of

ROLL = Roll(what="test", dice=(6,), score=6, hits=1, rule="ZN 4.12")


def take(ledger, stand, points, **how):
    return take_losses(ledger, stand, points, rule="ZN 4.12", why="test", **how)


def riding(ledger, stand, carrier):
    state = ledger.state
    stands = {**state.stands, stand: msgspec.structs.replace(state.stands[stand], attached_to=carrier)}
    ledger.situation = ledger.situation.with_state(msgspec.structs.replace(state, stands=stands))
    return ledger


@given(st.integers(1, 8), st.integers(0, 12))
def test_no_more_comes_off_than_there_is_and_the_last_point_ends_it(points, hits):
    ledger = ledger_of("..", f"us inf A 0101 SP={points}")
    assert take(ledger, "A", hits) == min(points, hits)
    stand = ledger.state.stands["A"]
    assert stand.points == max(0, points - hits)
    assert stand.on_map == (hits < points)


def test_no_loss_records_nothing_but_dice_are_shown():
    ledger = ledger_of("..", "us inf A 0101")
    take(ledger, "A", 0)
    assert ledger.events == []
    take(ledger, "A", 0, rolls=(ROLL,))
    (event,) = events(ledger, LossesTaken)
    assert (event.points, event.rolls) == (0, (ROLL,))


def test_an_eliminated_stand_breaks_its_contacts_and_loses_its_headquarters():
    ledger = assault(ledger_of("...", "us hq H 0101", "ge inf G 0201", "us inf A 0101"), ("G", "H"), ("G", "A"))
    take(ledger, "H", 1)
    assert [event.pairs for event in events(ledger, ContactBroken)] == [(("G", "H"),)]
    assert ledger.state.contacts == {("A", "G")}
    assert [event.formation for event in events(ledger, HqLost)] == ["us"]
    assert ledger.state.formations["us"].hq is None


def test_whoever_a_lorry_column_carries_is_lost_with_it():
    ledger = riding(ledger_of("..", "us lorry L 0101 SP=1", "us inf A 0101", "us inf B 0101"), "A", "L")
    assert [stand.id for stand in carried_by(ledger.situation, "L")] == ["A"]
    take(ledger, "L", 1)
    assert {event.stand: event.how for event in events(ledger, StandGone)} == {"A": "eliminated", "L": "eliminated"}
    assert ledger.state.stands["B"].on_map


def test_a_parents_end_is_not_its_detachments_end():
    ledger = riding(ledger_of("..", "us inf A 0101 SP=1", "us inf A-1 0101 size=company SP=1"), "A-1", "A")
    assert carried_by(ledger.situation, "A") == []
    eliminate(ledger, "A", rule="ZN 4.12", why="test")
    assert ledger.state.stands["A-1"].on_map


def test_a_stand_off_the_map_loses_nothing():
    ledger = ledger_of("..", "us inf A -")
    assert take(ledger, "A", 2) == 0
    assert ledger.events == []
