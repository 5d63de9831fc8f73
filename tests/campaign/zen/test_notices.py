"""What a player is told of a stand: what holds, why, and what comes next."""

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.model.things import SupplySource
from campaign.systems.zen.command import headquarters
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.notices import notices
from campaign.systems.zen.supply import resupply
from campaign.systems.zen.supply.stores import lacks_fuel
from tests.campaign.facts import change
from tests.toyplay import toy_situation

CORRIDOR = "." * 12 + "\n" + "~" * 12
HQ = "us hq HQ 0101"


def told(*lines, source="0101", isolated=0, stand="A", **options):
    situation = toy_situation(CORRIDOR, *lines, **options)
    setting = change(situation.state.setting, sources=(SupplySource("S", "us", "S", situation.map.index_of(source)),))
    stands = dict(situation.state.stands)
    stands[stand] = change(stands[stand], isolated=isolated)
    return notices(situation.with_state(change(situation.state, setting=setting, stands=stands)), stand)


def test_all_well_is_nothing_to_tell():
    assert told(HQ, "us inf A 0201") == ()


def test_out_of_command_and_why():
    """Hexes of 3.73 inches: seven columns of 3.23 inches, and half a hex across, are 22.7 inches."""
    words = "out of command: 22.7 inches from HQ, 18 at most; may not move towards the enemy, recovers nothing at night"
    assert told(HQ, "us inf A 0801") == (f"{words} (ZN 4.5)",)


def test_out_of_command_because_the_headquarters_are_surrounded():
    found = told("us hq HQ 0301", "us inf A 0601", "ge inf X 0201", "ge inf Y 0401")
    assert any(words.startswith("out of command: HQ is surrounded;") for words in found)


def test_out_of_command_without_any_headquarters():
    assert told("us inf A 0201")[0].startswith("out of command: no headquarters of its chain is on the map;")


@pytest.mark.parametrize(
    ("isolated", "now", "next_"),
    [
        (0, "cut off: no path to HQ: cut at 0501, X zone of control",
         "if still so tonight, tomorrow is day 2 of isolation: may not attack, recovers nothing"),
        (1, "isolated, day 1 (recovers nothing): no path to HQ: cut at 0501, X zone of control",
         "tomorrow is day 2 of isolation: may not attack, recovers nothing"),
        (2, "isolated, day 2 (may not attack, recovers nothing): no path to HQ: cut at 0501, X zone of control",
         "tomorrow is day 3 of isolation: may not attack, dice halved, recovers nothing"),
        (3, "isolated, day 3 (may not attack, dice halved, recovers nothing): no path to HQ: cut at 0501,"
         " X zone of control", "tomorrow is day 4 of isolation: it surrenders or disperses"),
    ],
)  # fmt: skip
def test_isolation_today_and_tomorrow(isolated, now, next_):
    found = told(HQ, "us inf A 0801", "ge inf X 0401", isolated=isolated)
    assert found[:2] == (f"{now} (ZN 4.13)", f"{next_} (ZN 4.13)")


def test_isolation_that_ends():
    found = told(HQ, "us inf A 0201", isolated=2)
    assert found == (
        "isolated, day 2 (may not attack, recovers nothing): the path to HQ is open again, the count ends tonight"
        " (ZN 4.13)",
    )


def test_a_division_that_gets_nothing_tonight():
    found = told("us hq HQ 0801", "us inf A 0901", "ge inf X 0401 size=company")
    assert found == (
        "us gets no supply by land tonight: no land route to a supply source: cut at 0401, held by X (ZN 4.13)",
    )


def test_guns_without_ammunition():
    assert told(HQ, "us art A 0201", stores={"us": {"LOG": 0}}) == ("no LOG in reach: cannot fire (ZN 4.13)",)


@pytest.mark.parametrize(
    ("pol", "overrides", "words"),
    [
        (0, {}, "no POL in reach: cannot move (ZN 4.13)"),
        (0, {"no_pol": "half_move"}, "no POL in reach: moves at half pace (ZN 4.13)"),
        (1, {}, "not enough POL in reach for a transport move (ZN 4.13)"),
    ],
)
def test_tanks_without_fuel(pol, overrides, words):
    options = {"kinds": {"us": "armoured"}, "stores": {"us": {"POL": pol}}, "overrides": overrides}
    assert told(HQ, "us arm A 0201", **options) == (words,)


def test_lost_headquarters_and_when_they_come_back():
    ledger = Ledger(toy_situation(CORRIDOR, HQ, "us inf A 0201 SP=2", "us inf B 0301 SP=4", turn=2), ScriptedDice())
    leave_play(ledger, "HQ", "eliminated", rule="", why="")
    lost = "headquarters of us lost on day 1, turn 2"
    expected = f"{lost}: set up again at the end of the next daylight turn with B (ZN 4.3)"
    assert expected in notices(ledger.situation, "A")
    later = change(ledger.state, clock=change(ledger.state.clock, turn=3))
    assert expected.replace("the next daylight turn", "this turn") in notices(ledger.situation.with_state(later), "A")


def test_contact_and_what_leaving_costs():
    situation = toy_situation("...", "us inf A 0101", "ge inf X 0201")
    met = situation.with_state(change(situation.state, contacts=frozenset({("A", "X")})))
    assert notices(met, "A")[-1] == (
        "in contact with X: leaving by day costs 1 strength point on a roll of 1 to 3, by night nothing (ZN 4.9)"
    )


def test_dispersed_strength():
    situation = toy_situation("...", HQ, "us inf A 0201")
    stands = {**situation.state.stands, "A": change(situation.state.stands["A"], returning=((1, 1), (2, 2)))}
    found = notices(situation.with_state(change(situation.state, stands=stands)), "A")
    assert found[-2:] == (
        "strength dispersed on landing, 1 due tonight (ZN 4.17)",
        "strength dispersed on landing, 2 due in the night of day 2 (ZN 4.17)",
    )


@pytest.mark.parametrize(
    ("arrives", "words"),
    [((2, 1, 3), "arrives on day 2, turn 1, at 0401"), ((2, 5, 3), "arrives on day 2, at night, at 0401"),
     (None, "not on the map")],
)  # fmt: skip
def test_who_is_not_there_yet(arrives, words):
    situation = toy_situation(CORRIDOR, "us inf A -")
    stands = {"A": change(situation.state.stands["A"], arrives=arrives)}
    assert notices(situation.with_state(change(situation.state, stands=stands)), "A") == (words,)


def test_who_is_gone():
    ledger = Ledger(toy_situation(CORRIDOR, "us inf A 0101"), ScriptedDice())
    leave_play(ledger, "A", "surrendered", rule="", why="")
    assert notices(ledger.situation, "A") == ("no longer in play: surrendered",)


def test_of_an_enemy_in_a_sides_view_nothing_is_told():
    """There his formation is not known: no notices, no offers, no want of fuel."""
    for phase in ("resupply", "move"):
        situation = toy_situation(CORRIDOR, "ge arm X 0201 losses=1", phase=phase, kinds={"ge": "armoured"})
        view = situation.with_state(change(situation.state, formations={}))
        assert notices(view, "X") == ()
        assert not lacks_fuel(view, view.state.stands["X"])
        for module in (resupply, headquarters):
            assert list(module.offers(view, "X")) == []
