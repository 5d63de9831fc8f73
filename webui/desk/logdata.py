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
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.planned import SidePlanned
from campaign.solo.outcomes import foretold, turn_of
from campaign.store.history import live_seqs, state_at, state_next
from campaign.views import UMPIRE, log_for, revealed
from webui.desk.moments import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.planning import Plan
    from campaign.model.state import State
    from campaign.store.entry import Entry
    from campaign.store.history import Chronicle
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
        self._lined: dict[int, tuple[dict[str, Any], ...]] = {}
        self._parties = {UMPIRE, *(side.key for side in session.setting.sides)}
        self._last: tuple[int, State | None] = 0, None
        self._lock = threading.RLock()

    def reports(self, seq: int | None = None) -> list[Report]:
        """List what the viewer was told up to log entry ``seq``, numbered from 1."""
        chronicle = self._session.chronicle
        chain = _chain(chronicle, seq)
        found = [*(report for number in chain for report in self._of(number)), *self._revealed(chronicle, chain)]
        return [msgspec.structs.replace(report, number=n) for n, report in enumerate(found, start=1)]

    def _revealed(self, chronicle: Chronicle, chain: Sequence[int]) -> list[Report]:
        """List what a side is told of the others when it is over."""
        if self._viewer == UMPIRE or not state_at(chronicle, chain[-1]).ended:
            return []
        events = (event for number in chain for event in chronicle.entries[number - 1].events)
        return revealed(events, self._session.situation, self._viewer)

    def data(self, *, since: int = 0, before: int | None = None, seq: int | None = None) -> dict[str, Any]:
        """
        Give a part of the log for a page: the last of what is wanted, and how much of it comes before (``cut``).

        Parameters
        ----------
        since
            The number of the last line that the page has; 0: it has none.
        before
            The number of the first line that the page has, if it wants what comes before that; None: it wants the end.
        seq
            The last log entry that is told.
        """
        if self._viewer == UMPIRE:
            return self._whole(since, before, seq)
        # The chronicle is taken once: each time it is asked for, the database is.
        chronicle = self._session.chronicle
        chain = _chain(chronicle, seq)
        lines = [line for number in chain for line in self._lines(number)]
        lines += [self._line(report, ()) for report in self._revealed(chronicle, chain)]
        numbered = [line | {"number": number} for number, line in enumerate(lines, start=1)]
        told = numbered[since : _end(before, len(lines))]
        return _part(len(lines), since, len(told)) | {"entries": _by_clock(told[-_MOST_TOLD:])}

    def _whole(self, since: int, before: int | None, seq: int | None) -> dict[str, Any]:
        chronicle = self._session.chronicle
        last = seq or chronicle.seq
        live = set(live_seqs(chronicle, last))
        wanted = chronicle.entries[since : _end(before, last)]
        entries = [self._entry(entry, counts=entry.seq in live) for entry in wanted[-_MOST_TOLD:]]
        return _part(last, since, len(wanted)) | {"entries": entries}

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
            "lines": list(self._lines(entry.seq)),
        }

    def _lines(self, seq: int) -> tuple[dict[str, Any], ...]:
        """Give the lines of an entry; what it says hangs only on the entries before it, so that they are kept."""
        with self._lock:
            if seq not in self._lined:
                reports = self._of(seq)
                plans = list(self._plans_before(seq, reports[0])) if any(map(_is_fight, reports)) else []
                lines = []
                for report in reports:
                    if isinstance(report.event, SidePlanned):
                        plans.insert(0, report.event.plan)
                    lines.append(self._line(report, plans))
                self._lined[seq] = tuple(lines)
            return self._lined[seq]

    def _plans_before(self, seq: int, first: Report) -> Iterator[Plan]:
        """List what was planned in the turn of an entry before it, the last first, as far as the viewer was told."""
        for number in reversed(_chain(self._session.chronicle, seq)[:-1]):
            for report in reversed(self._of(number)):
                if turn_of(report.clock) != turn_of(first.clock):
                    return
                if isinstance(report.event, SidePlanned):
                    yield report.event.plan

    def _line(self, report: Report, plans: Sequence[Plan]) -> dict[str, Any]:
        event = report.event
        expected = foretold(event, plans, self._session.hexmap) if _is_fight(report) else None
        kind = type(event).__name__
        return {
            "kind": kind,
            "text": report.text,
            "rule": event.rule,
            "quiet": TALES[type(event)].quiet,
            "units": sorted(_units(event) - self._parties),
            "dice": [die for roll in event.rolls for die in roll.dice],
            "clock": words_of(report.clock, self._session.ruleset.tables),
            "expected": msgspec.to_builtins(expected),
        }

    def _of(self, seq: int) -> tuple[Report, ...]:
        with self._lock:
            if seq not in self._told:
                self._told[seq] = self._tell(seq)
            return self._told[seq]

    def _tell(self, seq: int) -> tuple[Report, ...]:
        chronicle, situation = self._session.chronicle, self._session.situation
        entry = chronicle.entries[seq - 1]
        before = self._before(chronicle, seq)
        if before is not None:
            self._last = seq, state_next(chronicle, seq, before)
        return tuple(log_for(entry.events, situation, self._viewer, after=before))

    def _before(self, chronicle: Chronicle, seq: int) -> State | None:
        """Give the state before an entry, from where the one before was told: a whole log is folded once for it."""
        if seq == 1:
            return None
        number, state = self._last
        return state if number == seq - 1 and state is not None else state_at(chronicle, seq - 1)


def _end(before: int | None, last: int) -> int:
    """Give the number of the last line that is wanted."""
    return last if before is None else min(max(before - 1, 0), last)


def _part(last: int, since: int, wanted: int) -> dict[str, int]:
    """Say which part of the log is told: its last number, the number of its first line, how many come before that."""
    cut = max(0, wanted - _MOST_TOLD)
    return {"last": last, "first": since + cut + 1, "cut": cut}


def _is_fight(report: Report) -> bool:
    return isinstance(report.event, FightResolved | FireResolved)


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


def _chain(chronicle: Chronicle, seq: int | None) -> tuple[int, ...]:
    """List the entries that count up to one."""
    return live_seqs(chronicle, seq)
