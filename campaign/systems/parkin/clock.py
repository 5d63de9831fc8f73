"""Run the clock: each side goes through its five steps in turn (GR 5.2); turns, days and nights (5.12)."""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.kit import clock
from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.space import counters, parkin, side_now

RULE = "GR 5.2"
_new_turn = clock.unmarks("begin_command")


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the step after the present one: of the same side, of the next, or of the next turn."""
    tables = parkin(situation)
    return clock.next_clock(situation, tables.whole("turns_per_day"), dark=tables.whole("night_turns"))


def turn_number(situation: Situation) -> int:
    """Count the turns from the first, the present one included."""
    now = situation.state.clock
    return (now.day - 1) * parkin(situation).whole("turns_per_day") + now.turn


def is_last_step(situation: Situation) -> bool:
    """Whether the turn ends with the present step: the last side spots."""
    state = situation.state
    return state.clock.phase == situation.tables.phases[-1].key and side_now(situation) == state.setting.sides[-1].key


def is_last_turn(situation: Situation) -> bool:
    """Whether the game ends with the present turn (5.12 ``length_turns``)."""
    tables, state = parkin(situation), situation.state
    last_of_day = state.clock.turn >= tables.number("turns_per_day")
    return turn_number(situation) >= tables.number("length_turns") or (
        last_of_day and state.clock.day >= state.setting.days
    )


def begin_command(ledger: Ledger) -> None:
    """Take off a side's units what its last turn had marked, and bring on who is due."""
    _new_turn(ledger)
    for _ in clock.arriving(ledger, _free, rule="GR 5.12", why="due by the scenario", side=side_now(ledger.situation)):
        pass


def _free(situation: Situation, stand: Stand, index: int) -> int | None:  # noqa: ARG001 - whoever comes
    return None if counters(situation).get(index) else index
