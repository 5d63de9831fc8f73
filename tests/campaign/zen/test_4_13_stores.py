"""ZN 4.13: LOG and POL, who draws on them, what a move burns."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.systems.zen import clock
from campaign.systems.zen.supply.stores import (
    division_of,
    fuel_moves,
    holder_of,
    in_reach,
    lacks_fuel,
    mark_fuel,
    spend,
)
from tests.campaign.facts import change
from tests.toyplay import toy_situation


def ledger_of(*stands, kinds=None, stores=None, corps=None):
    situation = toy_situation("....", *stands, kinds=kinds, stores=stores)
    formations = dict(situation.state.formations)
    for key, stock in (corps or {}).items():
        formations[key] = msgspec.structs.replace(formations[key], stores=stock)
    return Ledger(situation.with_state(msgspec.structs.replace(situation.state, formations=formations)), ScriptedDice())


def stock(ledger, formation, store):
    return ledger.state.formations[formation].stores.get(store, 0)


def test_a_unit_draws_on_its_own_division_first():
    ledger = ledger_of("us art G 0101 of=28", corps={"us-corps": {"LOG": 5}})
    assert spend(ledger, "28", "LOG", 1)
    assert (stock(ledger, "28", "LOG"), stock(ledger, "us-corps", "LOG")) == (9, 5)


def test_a_unit_draws_on_corps_when_the_division_has_none():
    ledger = ledger_of("us art G 0101 of=28", stores={"28": {"LOG": 1}}, corps={"us-corps": {"LOG": 5}})
    assert spend(ledger, "28", "LOG", 3)
    assert (stock(ledger, "28", "LOG"), stock(ledger, "us-corps", "LOG")) == (0, 3)


def test_zn_76_a_unit_never_draws_on_another_division():
    """ZN-76: the neighbour's stocks are full, and nothing is drawn from them."""
    ledger = ledger_of("us art G 0101 of=28", "us art H 0201 of=9", stores={"28": {"LOG": 0}, "9": {"LOG": 10}})
    assert not spend(ledger, "28", "LOG", 1)
    assert ledger.events == []
    assert in_reach(ledger.situation, "28", "LOG") == 0


def test_too_little_is_not_drawn_at_all():
    ledger = ledger_of("us art G 0101 of=28", stores={"28": {"LOG": 2}})
    assert not spend(ledger, "28", "LOG", 3)
    assert stock(ledger, "28", "LOG") == 2


ARMOURED = {"2Pz": "armoured"}


def burnt(moved, kind="armoured", pol=10, lines=("ge arm T 0101 of=2Pz", "ge inf I 0201 of=2Pz")):
    ledger = ledger_of(*lines, kinds={"2Pz": kind}, stores={"2Pz": {"LOG": 5, "POL": pol}})
    fuel_moves(ledger, moved)
    return pol - stock(ledger, "2Pz", "POL")


def test_zn_46_an_armoured_division_that_moves_burns_1():
    """ZN-46: it moves, no transport move: POL -1, however many of its units move."""
    assert burnt({"T": False}) == 1
    assert burnt({"T": False, "I": False}) == 1


def test_zn_49_an_armoured_division_that_stands_still_burns_none():
    """ZN-49."""
    assert burnt({}) == 0


def test_a_transport_move_costs_an_armoured_division_1_more():
    assert burnt({"T": False, "I": True}) == 2


def test_interpretation_pol_motorised_transport():
    """A motorised division pays 1 in a turn with a transport move, and nothing else."""
    assert burnt({"I": True}, kind="motorised") == 1
    assert burnt({"I": False, "T": False}, kind="motorised") == 0


def test_an_infantry_division_burns_none():
    assert burnt({"I": True, "T": True}, kind="infantry") == 0


def test_a_division_pays_once_a_turn_and_again_in_the_next():
    ledger = ledger_of("ge arm T 0101 of=2Pz", "ge inf I 0201 of=2Pz", kinds=ARMOURED)
    fuel_moves(ledger, {"T": False})
    fuel_moves(ledger, {"I": False})
    assert stock(ledger, "2Pz", "POL") == 9
    fuel_moves(ledger, {"I": True})
    assert stock(ledger, "2Pz", "POL") == 8
    clock.begin_command(ledger)
    fuel_moves(ledger, {"T": False})
    assert stock(ledger, "2Pz", "POL") == 7


def test_the_last_drop_is_burnt_and_no_more():
    assert burnt({"T": False, "I": True}, pol=1) == 1


def test_interpretation_no_pol_vehicles_without_fuel_are_marked():
    """No POL: the tanks and the division are marked, those on foot are not; corps fuel sets them going again."""
    ledger = ledger_of("ge arm T 0101 of=2Pz", "ge inf I 0201 of=2Pz", kinds=ARMOURED, stores={"2Pz": {"POL": 0}})
    mark_fuel(ledger)
    assert "no_fuel" in ledger.state.stands["T"].marks
    assert "no_fuel" not in ledger.state.stands["I"].marks
    assert "no_fuel" in ledger.state.formations["2Pz"].marks
    corps = msgspec.structs.replace(ledger.state.formations["ge-corps"], stores={"POL": 1})
    formations = {**ledger.state.formations, "ge-corps": corps}
    ledger.situation = ledger.situation.with_state(msgspec.structs.replace(ledger.state, formations=formations))
    mark_fuel(ledger)
    assert "no_fuel" not in ledger.state.stands["T"].marks
    assert "no_fuel" not in ledger.state.formations["2Pz"].marks


def test_with_1_left_a_division_moves_but_not_by_transport():
    ledger = ledger_of("ge arm T 0101 of=2Pz", kinds=ARMOURED, stores={"2Pz": {"POL": 1}})
    tank = ledger.state.stands["T"]
    assert not lacks_fuel(ledger.situation, tank)
    assert lacks_fuel(ledger.situation, tank, transport=True)


def test_who_has_paid_this_turn_moves_on_with_nothing_left():
    ledger = ledger_of("ge arm T 0101 of=2Pz", kinds=ARMOURED, stores={"2Pz": {"POL": 1}})
    fuel_moves(ledger, {"T": False})
    assert not lacks_fuel(ledger.situation, ledger.state.stands["T"])
    clock.begin_command(ledger)
    assert lacks_fuel(ledger.situation, ledger.state.stands["T"])


@pytest.mark.parametrize(("key", "division"), [("110", "28"), ("28", "28"), ("VIII", "VIII")])
def test_the_division_is_the_highest_below_corps(key, division):
    situation = toy_situation(".", "us inf A 0101 of=28")
    plain = situation.state.formations["28"]
    formations = {
        "VIII": change(situation.state.formations["us-corps"], id="VIII"),
        "28": change(plain, parent="VIII"),
        "110": change(plain, id="110", size="regiment", parent="28", stores={}, limits={}),
    }
    assert division_of(formations, key).id == division
    assert holder_of(formations, key).id == division


def test_a_brigade_with_stocks_of_its_own_counts_for_itself():
    situation = toy_situation(".", "us inf A 0101 of=9AD")
    plain = situation.state.formations["9AD"]
    formations = {"9AD": plain, "CCR": msgspec.structs.replace(plain, id="CCR", size="brigade", parent="9AD")}
    assert (holder_of(formations, "CCR").id, division_of(formations, "CCR").id) == ("CCR", "9AD")
