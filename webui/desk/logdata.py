"""
Tell the log as data: what was ordered, what came of it, with dice and paragraphs.

What an entry says hangs only on the entries before it, so each is told once
and kept. The umpire also sees what an undo took back, marked as such; a side
reads only its own reports, numbered without gaps.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.anyevent import TALES
from campaign.model.notation import format_order
from campaign.model.things import Stand
from campaign.store.history import live_seqs, state_at
from campaign.views import UMPIRE, log_for, revealed
from webui.desk.moments import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.anyevent import AnyEvent
    from campaign.store.entry import Entry
    from campaign.store.session import Session
    from campaign.views import Report

__all__ = ["Diary"]

_MOST_TOLD = 400


class Diary:
    """The log of one campaign as one viewer reads it."""

    def __init__(self, session: Session, viewer: str) -> None:
        """Begin; nothing is read yet."""
        self._session, self._viewer = session, viewer
        self._told: dict[int, tuple[Report, ...]] = {}
        self._parties = {UMPIRE, *(side.key for side in session.setting.sides)}
        self._lock = threading.RLock()

    def reports(self, seq: int | None = None) -> list[Report]:
        """List what the viewer was told up to log entry ``seq``, numbered from 1."""
        chronicle = self._session.chronicle
        chain = live_seqs(chronicle, seq)
        found = [report for number in chain for report in self._of(number)]
        if self._viewer != UMPIRE and state_at(chronicle, chain[-1]).ended:
            events = (event for number in chain for event in chronicle.entries[number - 1].events)
            found += revealed(events, self._session.situation, self._viewer)
        return [msgspec.structs.replace(report, number=n) for n, report in enumerate(found, start=1)]

    def data(self, *, since: int = 0, seq: int | None = None) -> dict[str, Any]:
        """
        Give the last part of the log for a page.

        Parameters
        ----------
        since
            The number of the last line that the page has; 0: it has none.
        seq
            The last log entry that is told.
        """
        if self._viewer == UMPIRE:
            return self._whole(since, seq)
        reports = self.reports(seq)
        told = [self._line(report) | {"number": report.number} for report in reports if report.number > since]
        return {"last": len(reports), "cut": max(0, len(told) - _MOST_TOLD), "entries": _by_clock(told[-_MOST_TOLD:])}

    def _whole(self, since: int, seq: int | None) -> dict[str, Any]:
        chronicle = self._session.chronicle
        last = seq or chronicle.seq
        live = set(live_seqs(chronicle, last))
        wanted = chronicle.entries[since:last]
        entries = [self._entry(entry, counts=entry.seq in live) for entry in wanted[-_MOST_TOLD:]]
        return {"last": last, "cut": max(0, len(wanted) - _MOST_TOLD), "entries": entries}

    def _entry(self, entry: Entry, *, counts: bool) -> dict[str, Any]:
        reports = self._of(entry.seq)
        hexmap = self._session.hexmap
        clock = reports[0].clock if reports else None
        return {
            "at": entry.seq,
            "actor": entry.actor,
            "order": format_order(entry.order, hexmap) if entry.order is not None else None,
            "kind": type(entry.order).__name__ if entry.order is not None else type(entry.events[0]).__name__,
            "counts": counts,
            "clock": words_of(clock, self._session.ruleset.tables) if clock else None,
            "lines": [self._line(report) for report in reports],
        }

    def _line(self, report: Report) -> dict[str, Any]:
        event = report.event
        kind = type(event).__name__
        return {
            "kind": kind,
            "text": report.text,
            "rule": event.rule,
            "quiet": TALES[type(event)].quiet,
            "units": sorted(_units(event) - self._parties),
            "dice": [die for roll in event.rolls for die in roll.dice],
            "clock": words_of(report.clock, self._session.ruleset.tables),
        }

    def _of(self, seq: int) -> tuple[Report, ...]:
        with self._lock:
            if seq not in self._told:
                self._told[seq] = self._tell(seq)
            return self._told[seq]

    def _tell(self, seq: int) -> tuple[Report, ...]:
        chronicle, situation = self._session.chronicle, self._session.situation
        entry = chronicle.entries[seq - 1]
        before = state_at(chronicle, seq - 1) if seq > 1 else None
        return tuple(log_for(entry.events, situation, self._viewer, after=before))


def _by_clock(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put a side's lines together by phase, so that a page shows them as it shows entries."""
    entries: list[dict[str, Any]] = []
    for line in lines:
        if not entries or entries[-1]["clock"] != line["clock"]:
            entries.append({"clock": line["clock"], "counts": True, "order": None, "lines": []})
        entries[-1]["lines"].append(line)
    return entries


_UNIT_FIELDS = ("stand", "parent", "by", "pair", "attackers", "defenders", "stands", "out")


def _units(event: AnyEvent) -> set[str]:
    """Collect the ids of the stands that an event is about."""
    found: set[str] = set()
    for name in _UNIT_FIELDS:
        value = getattr(event, name, None)
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, Stand):
            found.add(value.id)
        elif isinstance(value, list | tuple):
            found.update(item for item in value if isinstance(item, str))
    found.add(getattr(getattr(event, "order", None), "stand", None) or "")
    return found - {""}
