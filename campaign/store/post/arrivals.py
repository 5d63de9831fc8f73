"""Tell of letters that come between closings, in the transaction of the entry that they come with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.people.telling import Notice
from campaign.model.verbs.letter import LetterDelivered
from campaign.store.people import People
from campaign.store.post.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State
    from campaign.store.eventlog import Also, EventLog

__all__ = ["letters_told"]


def letters_told(
    log: EventLog, campaign: str, state: State | None, events: Sequence[AnyEvent], entry: int, also: Also | None
) -> Also | None:
    """
    Add to what is done with an entry: whoever gets a letter by it is told of one, and nobody else.

    A closing tells of its letters itself, with the turn that is over. The notice says that there is a letter and no
    more: not whose, not when it was written, and not its turn.

    Parameters
    ----------
    state
        The state before the entry.
    entry
        Its number.
    also
        What else is done in its transaction.
    """
    receivers = {event.receiver for event in events if isinstance(event, LetterDelivered)}
    if not receivers or state is None or state.closing is not None:
        return also
    people = People(log)
    seats = (*people.appointments(campaign=campaign), *people.hosts_as_umpires(campaign))
    notices = [
        Notice(campaign, one.person, one.key, "letter", "", f"entry {entry}", entry)
        for one in seats
        if one.key in receivers and one.role != "observer"
    ]

    def tell(db: Connection) -> None:
        if also is not None:
            also(db)
        Outbox(log).post(db, notices)

    return tell
