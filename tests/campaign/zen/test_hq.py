"""ZN 4.3: headquarters lost and replaced."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.calendar import Clock
from campaign.model.verbs.hq import ReplaceHq
from campaign.systems.zen.command.chain import command
from campaign.systems.zen.command.headquarters import ORDERS, end_replace_hq, offers, successor
from campaign.systems.zen.departure import leave_play
from tests.campaign.facts import fact_of
from tests.campaign.zen.marching import overfull_hexes
from tests.toyplay import toy_situation

change = msgspec.structs.replace
LINES = (
    "us hq HQ 0101 of=28", "us inf A 0201 of=28 SP=3", "us arm B 0301 of=28 SP=5", "us lorry L 0401 of=28 SP=9",
    "us inf C 0501 of=9",
)  # fmt: skip


def at(ledger, day, turn, phase="replace_hq", *, night=False):
    ledger.situation = ledger.situation.with_state(change(ledger.state, clock=Clock(day, turn, phase, night)))
    return ledger


def lost(day, turn, *lines, **options):
    """The HQ of the 28th is overrun on that day and turn (June: four daylight turns)."""
    ledger = Ledger(toy_situation("......", *(lines or LINES), day=day, turn=turn, **options), ScriptedDice())
    leave_play(ledger, "HQ", "eliminated", rule="ZN 4.12", why="overrun")
    ledger.events.clear()
    return ledger


def name(ledger, stand, by="us", formation="28"):
    ORDERS[ReplaceHq](ReplaceHq(formation, stand), by, ledger)
    return ledger


def new_hq(ledger):
    end_replace_hq(ledger)
    return ledger.state.formations["28"].hq


@pytest.mark.parametrize(
    ("turn_lost", "turn_now", "back"), [((1, 2), (1, 2), False), ((1, 2), (1, 3), True), ((1, 4), (2, 1), True)]
)
def test_zn_73_lost_in_turn_2_replaced_at_the_end_of_turn_3(turn_lost, turn_now, back):
    """ZN-73: a whole turn without."""
    assert bool(new_hq(at(lost(*turn_lost), *turn_now))) is back


def test_lost_by_night_replaced_at_the_end_of_the_first_turn():
    assert new_hq(at(lost(1, 5, night=True), 2, 1))


@pytest.mark.parametrize(("turns", "now", "back"), [(0, (1, 2), True), (2, (1, 3), False), (2, (1, 4), True)])
def test_interpretation_hq_replaced_after_turns(turns, now, back):
    assert bool(new_hq(at(lost(1, 2, overrides={"hq_replaced_after_turns": turns}), *now))) is back


def crowd(hex_, *, of="9"):
    """Three battalions of 4 square inches: a hex of 2 km has 12.04, and so no room for headquarters of 2.25."""
    return tuple(f"us inf {hex_}.{n} {hex_} of={of}" for n in (1, 2, 3))


def test_interpretation_hq_replaced_with_a_unit_in_a_full_hex_comes_into_the_next():
    ledger = at(lost(1, 2, "us hq HQ 0101 of=28", *crowd("0301", of="28"), *crowd("0201")), 1, 3)
    assert new_hq(ledger) == "HQ-2"
    raised, grid = ledger.state.stands["HQ-2"], ledger.situation.map.layout.grid
    assert grid.number(raised.hex) == "0401"
    assert ledger.events[-1].why == "lost on day 1, turn 2; set up near 0301.3"
    assert overfull_hexes(ledger.situation) == ()


def test_interpretation_hq_replaced_with_no_room_near_by_waits_for_it():
    """Six hexes in a row, all full: it comes back when one is free, at the end of a later turn."""
    full = [line for number in ("0201", "0301", "0401", "0501", "0601") for line in crowd(number, of="28")]
    ledger = at(lost(1, 2, "us hq HQ 0101 of=28", *crowd("0101"), *full), 1, 3)
    assert new_hq(ledger) is None
    assert fact_of(ledger.state.formations["28"], "hq_lost", None) == (1, 2)
    leave_play(ledger, "0601.1", "eliminated", rule="ZN 4.12", why="shelled")
    ledger = at(ledger, 1, 4)
    assert new_hq(ledger) == "HQ-2"
    assert ledger.situation.map.number(ledger.state.stands["HQ-2"].hex) == "0601"


def test_interpretation_hq_replaced_with_the_strongest_unit():
    """B has 5 points; the lorries have 9 but carry no headquarters."""
    ledger = at(lost(1, 2), 1, 3)
    assert new_hq(ledger) == "HQ-2"
    raised = ledger.state.stands["HQ-2"]
    assert (raised.hex, raised.profile, raised.losses) == (
        ledger.state.stands["B"].hex, ledger.state.stands["HQ"].profile, 0,
    )  # fmt: skip
    event = ledger.events[-1]
    assert (event.rule, event.why) == ("ZN 4.3", "lost on day 1, turn 2; set up with B")
    assert fact_of(ledger.state.formations["28"], "hq_lost", None) is None
    assert command(ledger.situation, "A")[0] == "HQ-2"


def test_with_the_unit_that_was_named():
    ledger = name(at(lost(1, 2), 1, 3, "move"), "A")
    assert successor(ledger.situation, "28").id == "A"
    assert new_hq(at(ledger, 1, 3)) == "HQ-2"
    assert ledger.state.stands["HQ-2"].hex == ledger.state.stands["A"].hex
    assert "next_hq" not in ledger.state.stands["A"].marks


def test_naming_another_takes_the_first_off():
    ledger = name(name(at(lost(1, 2), 1, 3, "move"), "A"), "B")
    assert {key for key, stand in ledger.state.stands.items() if "next_hq" in stand.marks} == {"B"}


def test_a_second_loss_gives_a_new_id():
    ledger = at(lost(1, 2), 1, 3)
    new_hq(ledger)
    leave_play(ledger, "HQ-2", "eliminated", rule="", why="")
    assert new_hq(at(ledger, 1, 4)) == "HQ-3"


def test_nobody_left_no_headquarters():
    assert new_hq(at(lost(1, 2, "us hq HQ 0101 of=28", "us lorry L 0201 of=28"), 1, 3)) is None


@pytest.mark.parametrize(
    ("stand", "words"),
    [
        ("C", r"C is no unit of 28 that could take its headquarters; name one of its combat units \(ZN 4.3\)"),
        ("L", "L is no unit of 28 that could take its headquarters"),
        ("HQ", "HQ is no longer in play"),
    ],
)
def test_an_unfit_unit_is_refused(stand, words):
    with pytest.raises(Refusal, match=words):
        name(at(lost(1, 2), 1, 3, "move"), stand)


def test_where_nothing_is_lost_nothing_is_replaced():
    ledger = Ledger(toy_situation("......", *LINES), ScriptedDice())
    with pytest.raises(Refusal, match="28 has its headquarters HQ; there is none to replace"):
        name(ledger, "A")
    with pytest.raises(Refusal, match="9 never had any; there is none to replace"):
        name(ledger, "C", formation="9")
    end_replace_hq(ledger)
    assert ledger.events == []


def test_not_by_night():
    with pytest.raises(Refusal, match="no headquarters are replaced by night"):
        name(at(lost(1, 2), 1, 5, "recovery", night=True), "A")


def test_a_division_without_hq_keeps_its_units_for_itself():
    """Division and corps have both lost theirs: a unit of the division stands in for the division first."""
    ledger = lost(1, 2, *LINES, "us hq CORPS 0601 of=us-corps size=corps", "us art G 0601 of=us-corps")
    leave_play(ledger, "CORPS", "eliminated", rule="", why="")
    at(ledger, 1, 3, "move")
    with pytest.raises(Refusal, match="A is needed for the headquarters of 28"):
        name(ledger, "A", formation="us-corps")
    name(name(ledger, "G", formation="us-corps"), "A")
    end_replace_hq(at(ledger, 1, 3))
    assert ledger.state.stands["HQ-2"].hex == ledger.state.stands["A"].hex
    assert ledger.state.stands["CORPS-2"].hex == ledger.state.stands["G"].hex


def test_every_offer_is_accepted_and_none_is_missing():
    ledger = at(lost(1, 2), 1, 3, "move")
    offered = [order for key in ledger.state.stands for order in offers(ledger.situation, key)]
    assert [order.with_stand for order in offered] == ["A", "B"]
    for order in offered:
        ORDERS[ReplaceHq](order, "us", Ledger(ledger.situation, ScriptedDice()))


def test_the_same_unit_is_not_named_twice():
    ledger = at(lost(1, 2), 1, 3, "move")
    name(ledger, "A")
    assert [order.with_stand for key in ledger.state.stands for order in offers(ledger.situation, key)] == ["B"]
    with pytest.raises(Refusal, match="A is named already for the headquarters of 28"):
        name(ledger, "A")
