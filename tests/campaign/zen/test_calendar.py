"""ZN 4.1 and 4.3: days, turns, phases."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.model.calendar import Clock
from campaign.systems.zen import clock as zen_clock
from campaign.systems.zen.clock import daylight_turns, next_clock, turns_since
from campaign.systems.zen.space import season_on
from tests.toyplay import toy_situation

DAYLIGHT = ["command", "air", "move", "combat", "replace_hq"]
NIGHT = ["recovery", "resupply", "night_move", "forecast"]


def at(situation, day, turn, phase, *, night=False):
    return situation.with_state(msgspec.structs.replace(situation.state, clock=Clock(day, turn, phase, night)))


def walk(situation, steps):
    for _ in range(steps):
        situation = situation.with_state(msgspec.structs.replace(situation.state, clock=next_clock(situation)))
        yield situation.state.clock


@pytest.mark.parametrize(
    ("month", "turns"),
    [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (7, 4), (8, 4), (9, 3), (10, 3), (11, 2), (12, 2)],
)
def test_interpretation_turns_by_month(month, turns):
    """A day has 2, 3 or 4 daylight turns by season; the months are a default."""
    assert daylight_turns(toy_situation(".", start=f"1944-{month:02}-06")) == turns


def test_a_day_may_have_more_turns_than_the_one_before():
    situation = toy_situation(".", start="1944-04-30")
    assert (daylight_turns(situation, 1), daylight_turns(situation, 2)) == (3, 4)


def test_a_winter_day_from_dawn_to_dawn():
    """Weather in the morning only; two daylight turns; one night turn."""
    start = at(toy_situation(".", start="1944-12-16"), 1, 1, "weather")
    clocks = list(walk(start, 16))
    assert [clock.phase for clock in clocks] == [*DAYLIGHT, *DAYLIGHT, *NIGHT, "weather", "command"]
    assert [clock.turn for clock in clocks] == [1] * 5 + [2] * 5 + [3] * 4 + [1] * 2
    assert [clock.day for clock in clocks] == [1] * 14 + [2] * 2
    assert [clock.night for clock in clocks] == [False] * 10 + [True] * 4 + [False] * 2


@pytest.mark.parametrize(("day", "season"), [(1, "winter"), (2, "spring"), (93, "spring"), (94, "summer")])
def test_seasons_turn_with_the_month(day, season):
    assert season_on(toy_situation(".", start="1944-02-29"), day) == season


@pytest.mark.parametrize(
    ("now", "since", "turns"),
    [((1, 2), (1, 1), 1), ((2, 1), (1, 2), 1), ((2, 1), (1, 3), 1), ((3, 2), (1, 1), 5), ((1, 1), (1, 1), 0)],
)
def test_turns_since_counts_daylight_turns(now, since, turns):
    """December, two turns a day; the night turn (3) counts with the turn before it."""
    situation = at(toy_situation(".", start="1944-12-16"), *now, "move")
    assert turns_since(situation, *since) == turns


def marks_after(hook, marks, attached=None):
    situation = toy_situation("...", f"us inf A 0101 marks={','.join(sorted(marks))}", "us lorry L 0101")
    stand = msgspec.structs.replace(situation.state.stands["A"], attached_to=attached)
    stands = {**situation.state.stands, "A": stand}
    ledger = Ledger(situation.with_state(msgspec.structs.replace(situation.state, stands=stands)), ScriptedDice())
    hook(ledger)
    return ledger.state.stands["A"].marks


@pytest.mark.parametrize("hook", [zen_clock.begin_command, zen_clock.begin_recovery])
def test_a_new_turn_takes_off_the_marks_of_the_last(hook):
    marks = {"fired", "moved", "fought", "transport", "emplaced", "out_of_command", "recovered"}
    assert marks_after(hook, marks) == {"emplaced", "out_of_command", "recovered"}


def test_who_sits_on_a_carrier_stays_in_transport_mode():
    assert marks_after(zen_clock.begin_command, {"transport"}, attached="L") == {"transport"}


def test_the_morning_takes_off_the_marks_of_the_night():
    assert marks_after(zen_clock.begin_weather, {"moved_at_night", "recovered", "moved"}) == {"moved"}


def test_formations_lose_their_marks_too():
    situation = toy_situation(".", "us inf A 0101")
    change = msgspec.structs.replace
    marked = change(situation.state.formations["us"], marks=frozenset({"moved", "moved_transport", "resupplied"}))
    state = change(situation.state, formations={**situation.state.formations, "us": marked})
    ledger = Ledger(situation.with_state(state), ScriptedDice())
    zen_clock.begin_command(ledger)
    assert ledger.state.formations["us"].marks == {"resupplied"}
    zen_clock.begin_weather(ledger)
    assert not ledger.state.formations["us"].marks
