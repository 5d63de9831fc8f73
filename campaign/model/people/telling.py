"""Name what people are told of, the ways that it takes, and what each of them wishes."""

from __future__ import annotations

import datetime as dt
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

__all__ = ["ASKED", "KINDS", "MOST_HOURS", "UMPIRES", "WAYS", "Notice", "Report", "Way", "Wishes"]

Way = Literal["mail", "discord", "ntfy"]
WAYS: dict[Way, str] = {"mail": "Mail", "discord": "Discord", "ntfy": "ntfy"}

KINDS: dict[str, str] = {
    "turn": "A turn is closed, and the report is there",
    "reminder": "The deadline is near, and nothing is written yet",
    "nudge": "The umpire asks for orders",
    "letter": "A letter has arrived",
    "withdrawn": "A turn was taken back",
    "seat": "Somebody takes a seat over, or leaves one",
    "matter": "Something needs the umpire",
    "surrender": "A unit surrenders tomorrow if the umpire does nothing",
    "silent": "The deadline is near, and commands have given no orders",
}
"""Each kind may be chosen away, for each way; a kind that is not comes by all ways that its reader has."""
UMPIRES = frozenset({"matter", "surrender", "silent"})
"""What umpires alone are told."""

ASKED = frozenset({"receipt", "invitation", "confirm", "test"})
"""What somebody has just asked for: it goes to one address, whatever is chosen, and never into a feed."""

Report = Literal["", "text", "pdf"]
MOST_HOURS = 14 * 24


class Notice(NamedTuple):
    """
    Something that a person is to be told, once for all ways.

    ``about`` tells two of the same kind and turn apart; ``seq`` is the log entry that it came with, 0 if none did. With
    an ``address`` it goes there by mail and nowhere else; ``body`` is what only that mail says.
    """

    campaign: str
    person: str
    viewer: str
    kind: str
    turn: str = ""
    about: str = ""
    seq: int = 0
    address: str = ""
    body: str = ""


class Wishes(NamedTuple):
    """
    How a person wants to be told.

    ``quiet`` are two full hours of his day, from and until; the same twice: never. ``hours`` say how long before a
    deadline he is reminded; ``refused`` are the pairs of kind and way that he does not want.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    hours: tuple[int, ...] = (24, 3)
    report: Report = ""
    refused: frozenset[tuple[str, str]] = frozenset()

    def is_quiet(self, now: dt.datetime) -> bool:
        """Whether a moment lies in his quiet hours."""
        first, last = self.quiet
        hour = now.astimezone(ZoneInfo(self.zone)).hour
        return first <= hour < last if first <= last else hour >= first or hour < last

    def loud_again(self, now: dt.datetime) -> dt.datetime:
        """
        Give when the quiet hours end that a moment lies in; the moment itself if it lies in none.

        >>> night = Wishes("Europe/Berlin", (22, 7))
        >>> night.loud_again(dt.datetime(2026, 3, 1, 22, 30, tzinfo=dt.UTC)).isoformat()
        '2026-03-02T06:00:00+00:00'
        """
        return self._edge(now, dt.timedelta(minutes=1)) if self.is_quiet(now) else now

    def last_loud(self, now: dt.datetime) -> dt.datetime:
        """Give when the quiet hours began that a moment lies in; the moment itself if it lies in none."""
        return self._edge(now, -dt.timedelta(minutes=1)) if self.is_quiet(now) else now

    def _edge(self, now: dt.datetime, step: dt.timedelta) -> dt.datetime:
        # By the minute, on the wall of the place: some days there have 23 hours, some zones half ones.
        moment = now.replace(second=0, microsecond=0)
        while self.is_quiet(moment):
            moment += step
        return moment
