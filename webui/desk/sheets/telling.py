"""Say who is told of what happens in a campaign; how it is said, and sent, ``webui.post`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.people.telling import Notice
from campaign.model.sheets import turn_key
from campaign.model.verbs.letter import LetterDelivered
from campaign.model.viewer import UMPIRE
from campaign.store.kept.reports import Promised, Reports
from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from webui.desk.moments import moments

if TYPE_CHECKING:
    from campaign.model.people import Appointment
    from campaign.model.sheets import Closing
    from campaign.store.eventlog import Also
    from campaign.store.session import Session

__all__ = ["telling", "to_umpires", "umpires"]


def telling(session: Session, closing: Closing, entry: int) -> Also:
    """
    Give what tells everybody, in the transaction that ends a closing, that it is over, and of letters that came.

    It promises the reports of the turn, too: they are made after the answer, whoever is killed between.

    Parameters
    ----------
    entry
        The number of the entry that ends it.
    """
    people = People(session.log)
    seats = (*people.appointments(campaign=session.campaign), *people.hosts_as_umpires(session.campaign))
    told = [(one, turn) for one in seats if (turn := _over_for(session, closing, one))]

    def tell(db: Any) -> None:
        # Which letters arrive is decided with the entry, by its dice.
        events = session.log.written(db, session.campaign, entry)
        letters = {event.receiver for event in events if isinstance(event, LetterDelivered)}
        notices = [
            Notice(session.campaign, one.person, one.key, kind, turn, closing.key, entry)
            for one, turn in told
            for kind in ("turn", *(["letter"] if one.key in letters and one.role != "observer" else []))
        ]
        Outbox(session.log).post(db, notices)
        Reports(session.log).promise(db, Promised(session.campaign, entry, closing.turn))

    return tell


def _over_for(session: Session, closing: Closing, seat: Appointment) -> str:
    """Name the turn that is over for who holds a seat: for who watches some turns late an earlier one, "" if none."""
    if seat.role != "observer":
        return closing.turn
    begun = list(dict.fromkeys(turn_key(moment.clock) for moment in moments(session)))
    place = begun.index(closing.turn) - seat.delay
    return begun[place] if place >= 0 else ""


def to_umpires(session: Session, about: str) -> list[Notice]:
    """Tell the umpires that something of this turn needs them; ``about`` says what, in words that they read."""
    turn = turn_key(session.state.clock)
    return [
        Notice(session.campaign, one.person, UMPIRE, "matter", turn, about[:150]) for one in umpires(session)
    ]  # fmt: skip


def umpires(session: Session) -> tuple[Appointment, ...]:
    """List the umpires of a campaign; where nobody was made one, they are those who run the server."""
    held = People(session.log).appointments(campaign=session.campaign)
    return tuple(one for one in held if one.role == UMPIRE) or People(session.log).hosts_as_umpires(session.campaign)
