"""Run the clock: days, daylight turns by month, the night turn (ZN 4.1, 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.calendar import Clock, date_of
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.systems.zen.march.transport import rides_own_vehicles
from campaign.systems.zen.space import zen

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.tables import PhaseRow
    from campaign.model.things import Stand

__all__ = [
    "begin_command",
    "begin_recovery",
    "begin_weather",
    "daylight_turns",
    "is_last_day",
    "next_clock",
    "season_on",
    "turns_since",
]

_TURN_MARKS = frozenset(
    {"fired", "moved", "moved_transport", "fought", "attacked", "retired", "reacting", "embarked", "disembarked"}
)
_TURN_FORMATION_MARKS = frozenset({"moved", "moved_transport"})
_NIGHT_MARKS = frozenset({"moved_at_night", "recovered"})
_NIGHT_FORMATION_MARKS = frozenset({"resupplied", "recovered"})


def daylight_turns(situation: Situation, day: int | None = None) -> int:
    """
    Count the daylight turns of a day, the present one unless told (4.1).

    The month decides; which months have 2, 3 or 4 is a default
    (``turns_by_month``).
    """
    state = situation.state
    month = date_of(state.setting.start, state.clock.day if day is None else day).month
    return zen(situation).calendar.turns_by_month[month - 1]


def season_on(situation: Situation, day: int) -> str:
    """Name the season of a campaign day (4.15)."""
    month = date_of(situation.state.setting.start, day).month
    return next(name for name, months in zen(situation).calendar.seasons.items() if month in months)


def is_last_day(situation: Situation) -> bool:
    """Whether the campaign ends with the present day's night (4.18)."""
    return situation.state.clock.day >= situation.state.setting.days


def next_clock(situation: Situation) -> Clock:
    """
    Give the clock of the phase after the present one.

    The phases of a turn come in the order of 4.3; the weather only in the
    morning. After the last daylight turn comes the night turn (4.14), and
    after its last phase the next morning.
    """
    clock = situation.state.clock
    rows = _phases_of(situation, clock)
    after = rows[_place(rows, clock.phase) + 1 :]
    if after:
        return Clock(clock.day, clock.turn, after[0].key, clock.night)
    if clock.night:
        return Clock(clock.day + 1, 1, _first(situation, night=False, morning=True))
    night = clock.turn >= daylight_turns(situation)
    return Clock(clock.day, clock.turn + 1, _first(situation, night=night, morning=False), night)


def turns_since(situation: Situation, day: int, turn: int) -> int:
    """Count the daylight turns begun since that one; a night turn counts with the daylight turn before it."""
    clock = situation.state.clock
    return _turn_number(situation, clock.day, clock.turn) - _turn_number(situation, day, turn)


def begin_weather(ledger: Ledger) -> None:
    """Take off in the morning what the night had marked."""
    for stand in list(ledger.state.stands.values()):
        _unmark(ledger, stand, stand.marks & _NIGHT_MARKS)
    _unmark_formations(ledger, _NIGHT_FORMATION_MARKS)


def begin_command(ledger: Ledger) -> None:
    """Take off at the start of a daylight turn what the last one had marked."""
    _new_turn(ledger)


def begin_recovery(ledger: Ledger) -> None:
    """Take off at the start of the night turn what the last daylight turn had marked."""
    _new_turn(ledger)


def _new_turn(ledger: Ledger) -> None:
    for stand in list(ledger.state.stands.values()):
        # 4.6: transport mode is an order for one move; only who still sits on a carrier, or on vehicles of his own,
        # stays in it until he gets off.
        carried = stand.attached_to is not None and not stand.is_detachment
        rides = carried or rides_own_vehicles(ledger.situation, stand)
        _unmark(ledger, stand, stand.marks & (_TURN_MARKS if rides else _TURN_MARKS | {"transport"}))
    _unmark_formations(ledger, _TURN_FORMATION_MARKS)


def _unmark(ledger: Ledger, stand: Stand, over: frozenset[str]) -> None:
    if over:
        ledger.record(StandMarked(stand=stand.id, off=tuple(sorted(over)), rule="ZN 4.3", why="a new turn"))


def _unmark_formations(ledger: Ledger, marks: frozenset[str]) -> None:
    for formation in list(ledger.state.formations.values()):
        if over := tuple(sorted(formation.marks & marks)):
            ledger.record(FormationMarked(formation=formation.id, off=over, rule="ZN 4.3", why="a new turn"))


def _phases_of(situation: Situation, clock: Clock) -> list[PhaseRow]:
    morning = clock.turn == 1
    return [row for row in situation.tables.phases if row.night == clock.night and (morning or not row.morning_only)]


def _place(rows: list[PhaseRow], key: str) -> int:
    return next(place for place, row in enumerate(rows) if row.key == key)


def _first(situation: Situation, *, night: bool, morning: bool) -> str:
    rows = (row for row in situation.tables.phases if row.night == night and (morning or not row.morning_only))
    return next(rows).key


def _turn_number(situation: Situation, day: int, turn: int) -> int:
    before = sum(daylight_turns(situation, earlier) for earlier in range(1, day))
    return before + min(turn, daylight_turns(situation, day))
