"""
List the moments of a campaign that a viewer may go back to: the beginning of each phase.

The umpire names a moment by its log entry. A side names it by its place in
the list, because gaps between log entries would tell how much it was not told.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.history import live_seqs
from campaign.views import UMPIRE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.calendar import Clock
    from campaign.model.tables import Tables
    from campaign.store.entry import Entry
    from campaign.store.session import Session

__all__ = ["Moment", "late_seq", "moment_list", "moments", "seq_at", "words_of"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The log entry that began a phase, and when that was."""

    seq: int
    clock: Clock


def moments(session: Session, *, last: int | None = None) -> tuple[Moment, ...]:
    """
    List where phases began, oldest first; what an undo took back is left out.

    Parameters
    ----------
    last
        The last log entry that whoever asks may know of; None: all.
    """
    chronicle = session.chronicle
    clocks = _clocks(session, chronicle.entries)
    found = ((seq, clocks[seq - 1]) for seq in live_seqs(chronicle) if last is None or seq <= last)
    return tuple(Moment(seq, clock) for seq, clock in found if clock is not None)


def late_seq(session: Session, turns: int) -> int:
    """Give the log entry that began the turn so many turns ago; the opening, if there were not so many."""
    found: dict[tuple[int, int, bool], int] = {}
    for moment in moments(session):
        clock = moment.clock
        found.setdefault((clock.day, clock.turn, clock.night), moment.seq)
    begun = list(found.values())
    return begun[max(0, len(begun) - 1 - turns)]


def seq_at(session: Session, viewer: str, at: int, *, last: int | None = None) -> int:
    """
    Give the log entry of a moment as a viewer names it.

    Parameters
    ----------
    last
        The last log entry that he may know of; None: all.

    Raises
    ------
    IndexError
        If there is no such moment.
    """
    if viewer == UMPIRE:
        most, seq = session.seq if last is None else last, at
    else:
        listed = moments(session, last=last)
        most, seq = len(listed), listed[at - 1].seq if 1 <= at <= len(listed) else 0
    if not 1 <= at <= most:
        msg = f"there is no moment {at}; they run from 1 to {most}"
        raise IndexError(msg)
    return seq


def moment_list(session: Session, viewer: str, *, last: int | None = None) -> list[dict[str, Any]]:
    """Give the moments as a viewer's page lists them: how to ask for each, and its words."""
    return [
        {"at": moment.seq if viewer == UMPIRE else number, **words_of(moment.clock, session.ruleset.tables)}
        for number, moment in enumerate(moments(session, last=last), start=1)
    ]


def words_of(clock: Clock, tables: Tables) -> dict[str, Any]:
    """Give a clock in words: day, turn and phase."""
    turn = "night" if clock.night else f"{tables.turn_word} {clock.turn}"
    return {"day": clock.day, "turn": turn, "night": clock.night, "phase": tables.phase(clock.phase).name}


_CLOCKS: WeakKeyDictionary[Session, list[Clock | None]] = WeakKeyDictionary()
_LOCK = threading.Lock()


def _clocks(session: Session, entries: Sequence[Entry]) -> list[Clock | None]:
    """Give the clock that each entry began, if it did; what an entry holds never changes, so each is looked at once."""
    with _LOCK:
        kept = _CLOCKS.setdefault(session, [])
        kept += [_clock_of(entries[at]) for at in range(len(kept), len(entries))]
        return kept


def _clock_of(entry: Entry) -> Clock | None:
    clocks = [event.clock for event in entry.events if isinstance(event, ClockAdvanced | CampaignOpened)]
    return clocks[-1] if clocks else None
