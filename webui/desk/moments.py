"""
List the moments of a campaign that a viewer may go back to: the beginning of each phase.

The umpire names a moment by its log entry. A side names it by its place in
the list, because gaps between log entries would tell how much it was not told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.history import live_seqs
from campaign.views import UMPIRE

if TYPE_CHECKING:
    from campaign.model.calendar import Clock
    from campaign.model.tables import Tables
    from campaign.store.entry import Entry
    from campaign.store.session import Session

__all__ = ["Moment", "moment_list", "moments", "seq_at"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The log entry that began a phase, and when that was."""

    seq: int
    clock: Clock


def moments(session: Session) -> tuple[Moment, ...]:
    """List where phases began, oldest first; what an undo took back is left out."""
    chronicle = session.chronicle
    entries = (chronicle.entries[seq - 1] for seq in live_seqs(chronicle))
    found = ((entry.seq, _clock_of(entry)) for entry in entries)
    return tuple(Moment(seq, clock) for seq, clock in found if clock is not None)


def seq_at(session: Session, viewer: str, at: int) -> int:
    """
    Give the log entry of a moment as a viewer names it.

    Raises
    ------
    IndexError
        If there is no such moment.
    """
    if viewer == UMPIRE:
        last, seq = session.seq, at
    else:
        listed = moments(session)
        last, seq = len(listed), listed[at - 1].seq if 1 <= at <= len(listed) else 0
    if not 1 <= at <= last:
        msg = f"there is no moment {at}; they run from 1 to {last}"
        raise IndexError(msg)
    return seq


def moment_list(session: Session, viewer: str) -> list[dict[str, Any]]:
    """Give the moments as a viewer's page lists them: how to ask for each, and its words."""
    return [
        {"at": moment.seq if viewer == UMPIRE else number, **words_of(moment.clock, session.ruleset.tables)}
        for number, moment in enumerate(moments(session), start=1)
    ]


def words_of(clock: Clock, tables: Tables) -> dict[str, Any]:
    """Give a clock in words: day, turn and phase."""
    turn = "night" if clock.night else f"{tables.turn_word} {clock.turn}"
    return {"day": clock.day, "turn": turn, "night": clock.night, "phase": tables.phase(clock.phase).name}


def _clock_of(entry: Entry) -> Clock | None:
    clocks = [event.clock for event in entry.events if isinstance(event, ClockAdvanced | CampaignOpened)]
    return clocks[-1] if clocks else None
