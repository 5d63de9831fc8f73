"""Say who is told of what happens in a campaign; how it is said, and sent, ``webui.post`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.people import PLAYING, Appointment
from campaign.model.people.telling import Notice
from campaign.model.sheets import turn_key
from campaign.model.verbs.letter import LetterDelivered
from campaign.model.viewer import UMPIRE
from campaign.store.people import People
from webui.desk.moments import moments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.sheets import Closing
    from campaign.store.session import Session

__all__ = ["of_closing", "to_umpires", "umpires"]


def of_closing(session: Session, closing: Closing, entry: int, events: Sequence[AnyEvent] = ()) -> list[Notice]:
    """
    Tell everybody that a turn is closed, and of letters that came with it.

    Whoever watches some turns late is told of the turn that is over for him.

    Parameters
    ----------
    entry
        The number of the entry that ends the closing.
    events
        What happened in it.
    """
    begun = list(dict.fromkeys(turn_key(moment.clock) for moment in moments(session)))
    here = begun.index(closing.turn)
    letters = {event.receiver for event in events if isinstance(event, LetterDelivered)}
    told = []
    for one in (*People(session.log).appointments(campaign=session.campaign), *_hosts(session)):
        if one.role in PLAYING or one.role == UMPIRE:
            told.append((one, closing.turn))
        elif here >= one.delay:
            told.append((one, begun[here - one.delay]))
    return [
        Notice(session.campaign, one.person, one.key, kind, turn, closing.key, entry)
        for one, turn in told
        for kind in ("turn", *(["letter"] if one.key in letters and one.role != "observer" else []))
    ]


def to_umpires(session: Session, about: str) -> list[Notice]:
    """Tell the umpires that something of this turn needs them; ``about`` says what, in words that they read."""
    turn = turn_key(session.state.clock)
    return [
        Notice(session.campaign, one.person, UMPIRE, "matter", turn, about[:150]) for one in umpires(session)
    ]  # fmt: skip


def umpires(session: Session) -> tuple[Appointment, ...]:
    """List the umpires of a campaign; where nobody was made one, they are those who run the server."""
    held = People(session.log).appointments(campaign=session.campaign)
    return tuple(one for one in held if one.role == UMPIRE) or _hosts(session)


def _hosts(session: Session) -> tuple[Appointment, ...]:
    """Give whoever runs the server as the umpire, in a campaign that has no other."""
    kept = People(session.log)
    if any(one.role == UMPIRE for one in kept.appointments(campaign=session.campaign)):
        return ()
    hosts = (one for one in kept.persons() if one.is_host)
    return tuple(Appointment("", one.id, session.campaign, "umpire", UMPIRE, name=one.name) for one in hosts)
