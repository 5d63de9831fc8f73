"""Run the clock: each side goes through its five steps in turn (GR 5.2); turns, days and nights (5.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.calendar import Clock
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.space import counters, parkin, side_now

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["begin_command", "is_last_step", "is_last_turn", "next_clock", "turn_number"]

RULE = "GR 5.2"
_TURN_MARKS = frozenset({"waiting", "moved", "moved_far", "acted", "fired", "attacked"})


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the step after the present one: of the same side, of the next, or of the next turn."""
    clock, phases = situation.state.clock, [row.key for row in situation.tables.phases]
    sides = [side.key for side in situation.state.setting.sides]
    if not clock.side and clock.phase == phases[0]:
        return _clock(situation, clock.day, clock.turn, phases[0], sides[0])
    at, whose = phases.index(clock.phase), sides.index(side_now(situation))
    if at + 1 < len(phases):
        return Clock(clock.day, clock.turn, phases[at + 1], clock.night, side_now(situation))
    if whose + 1 < len(sides):
        return Clock(clock.day, clock.turn, phases[0], clock.night, sides[whose + 1])
    if clock.turn < int(parkin(situation).number("turns_per_day")):
        return _clock(situation, clock.day, clock.turn + 1, phases[0], sides[0])
    return _clock(situation, clock.day + 1, 1, phases[0], sides[0])


def _clock(situation: Situation, day: int, turn: int, phase: str, side: str) -> Clock:
    tables = parkin(situation)
    night = turn > tables.number("turns_per_day") - tables.number("night_turns")
    return Clock(day, turn, phase, night, side)


def turn_number(situation: Situation) -> int:
    """Count the turns from the first, the present one included."""
    clock = situation.state.clock
    return (clock.day - 1) * int(parkin(situation).number("turns_per_day")) + clock.turn


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
    side = side_now(ledger.situation)
    for stand in list(ledger.state.stands.values()):
        over = stand.marks & _TURN_MARKS
        if stand.side == side and over:
            ledger.record(StandMarked(stand=stand.id, off=tuple(sorted(over)), rule=RULE, why="a new turn"))
    for stand in list(ledger.state.stands.values()):
        if stand.side == side and stand.arrives is not None and stand.gone is None:
            _arrive(ledger, stand, stand.arrives)


def _arrive(ledger: Ledger, stand: Stand, due: tuple[int, int, int]) -> None:
    """Bring a reinforcement on; where a counter stands in its place it waits."""
    day, turn, index = due
    clock = ledger.state.clock
    if (day, turn) <= (clock.day, clock.turn) and not counters(ledger.situation).get(index):
        ledger.record(StandArrived(stand=stand.id, hex=index, rule="GR 5.12", why="due by the scenario"))
