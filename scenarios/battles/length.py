"""Say how long a battle lasts: its turns and their minutes, as its rules read them or as usual, and its last turn."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.verbs.clock import ClockAdvanced
from maps.toml_lines import load_toml
from scenarios.battles.numbers import Evening, shipped_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from campaign.engine.ruleset import Play
    from campaign.model.anyevent import AnyEvent
    from campaign.model.calendar import Clock
    from campaign.model.situation import Situation
    from campaign.model.tables import Tables

__all__ = ["clock_of_turn", "evening_of", "fought_marks", "last_turn", "length_readings", "turns_begun"]

_HOUR = 60
_MOST_STEPS = 200
"""Phases of a day that are gone through to find its last turn; more than any system has that ends its days."""


def last_turn(situation: Situation, play: Play) -> int | None:
    """
    Give the number of the last turn of this day, or of the whole game if that comes first; None: nobody knows.

    Readings say it where a system ends by them; else the clock is put on until the day, or its light, is over.
    """
    said = _by_readings(situation)
    return _by_clock(situation, play) if said is None else said


def evening_of(tables: Tables) -> Evening:
    """Say how long and how large a game is: as its rules read it, else as is usual."""
    row, usual = _readings().get(tables.like, {}), shipped_numbers().evening(tables.like)
    read = {item.key: item.value for item in tables.interpretations}

    def told(key: str, other: float, times: float = 1) -> float:
        value = read.get(key)
        return times * float(value) if isinstance(value, int | float) else other

    hex_inches = told("hex_inches", usual.hex_inches)
    inch_m = told("inch_m", told("hex_km", usual.inch_m, 1000 / hex_inches))
    return Evening(
        int(told(row.get("last", ""), usual.turns)),
        told(row.get("minutes", ""), told(row.get("hours", ""), usual.minutes, _HOUR)),
        hex_inches, told("inch_km", inch_m, 1000),
    )  # fmt: skip


def length_readings(tables: Tables, turns: int) -> dict[str, int]:
    """Give the readings that end a game after so many turns; none where its rules read no last turn."""
    row = _readings().get(tables.like, {})
    return {row["last"]: turns} if "last" in row else {}


def fought_marks(tables: Tables) -> tuple[str, ...]:
    """Give the marks of who has had his turn of a campaign when he comes out of a battle on a table."""
    return tuple(mark for mark in _readings().get(tables.like, {}).get("fought", ()) if mark in tables.marks)


def turns_begun(first: Clock, events: Iterable[AnyEvent]) -> int:
    """Count the turns that have begun in a game, from the clock that it opened with."""
    clocks = (first, *(event.clock for event in events if isinstance(event, ClockAdvanced)))
    return len({(clock.day, clock.turn) for clock in clocks})


def clock_of_turn(situation: Situation, play: Play, number: int) -> tuple[int, int] | None:
    """Give the day and turn that a game's turn of a number is, counted from the present one; None: it never comes."""
    seen = {(situation.state.clock.day, situation.state.clock.turn)}
    for clock in _clocks(situation, play, number * _MOST_STEPS):
        if len(seen) == number:
            break
        seen.add((clock.day, clock.turn))
    return max(seen) if len(seen) == number else None


@cache
def _readings() -> dict[str, dict[str, Any]]:
    return load_toml(Path(str(files("scenarios.battles").joinpath("length.toml"))))[0]


def _by_readings(situation: Situation) -> int | None:
    row, read = _readings().get(situation.tables.like, {}), situation.tables.readings
    if "last" not in row:
        return None
    last = int(float(read[row["last"]]))
    if "per_day" not in row:
        return last
    per_day = int(float(read[row["per_day"]]))
    return min(per_day, last - (situation.state.clock.day - 1) * per_day)


def _by_clock(situation: Situation, play: Play) -> int | None:
    now: Clock = situation.state.clock
    if now.night:
        return None
    turn = now.turn
    for after in _clocks(situation, play, _MOST_STEPS):
        if after.day != now.day or after.night:
            return turn
        turn = after.turn
    return None


def _clocks(situation: Situation, play: Play, most: int) -> Iterator[Clock]:
    """Put the clock on, so often at most."""
    # Phases come again until all have acted: with nobody there the clock goes straight on.
    situation = situation.with_state(msgspec.structs.replace(situation.state, stands={}, formations={}))
    for _ in range(most):
        after = play.next_clock(situation)
        if after == situation.state.clock:
            return
        yield after
        situation = situation.with_state(msgspec.structs.replace(situation.state, clock=after))
