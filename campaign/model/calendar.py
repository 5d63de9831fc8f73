"""Keep campaign time: day, turn, phase, and the date they stand for."""

from __future__ import annotations

import datetime as dt

import msgspec

__all__ = ["Clock", "date_of"]


class Clock(msgspec.Struct, frozen=True):
    """
    Where the campaign stands in time.

    ``day`` counts from 1; ``turn`` from 1 to the day's last daylight turn, the
    night turn being ``turns + 1``; ``phase`` is a key of the ruleset's phases.
    ``side`` is the side whose phase it is, "" where all act together.
    """

    day: int = 1
    turn: int = 1
    phase: str = ""
    night: bool = False
    side: str = ""


def date_of(start: str, day: int) -> dt.date:
    """
    Give the date of a campaign day; ``start`` is day 1 in ISO form.

    >>> date_of("1944-12-16", 3).isoformat()
    '1944-12-18'
    """
    return dt.date.fromisoformat(start) + dt.timedelta(days=day - 1)
