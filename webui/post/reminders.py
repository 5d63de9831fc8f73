"""Remind those of a deadline whose sheets hold nothing yet, and tell umpires what needs them, by the clock."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.commands import command_named
from campaign.model.people import PLAYING
from campaign.model.people.telling import Notice
from campaign.model.sheets import turn_key
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest
from webui.desk.sheets.closing import has_nothing
from webui.desk.sheets.overseeing import unread
from webui.desk.sheets.telling import to_umpires
from webui.desk.solo import seat_at
from webui.post.due import is_due
from webui.post.needs import needs

if TYPE_CHECKING:
    from campaign.model.people import Appointment
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

__all__ = ["Nudged", "by_the_clock", "nudge", "owes"]

ALL_SEALED = "all commands have sealed; the turn can be closed"
MISSED = "the deadline passed while the program was not running; close the turn, or set a later deadline"


class Nudged(NamedTuple):
    """The names of those who were asked for orders, and of those who had been asked for this turn before."""

    told: tuple[str, ...]
    before: tuple[str, ...]


def by_the_clock(store: CampaignStore, now: dt.datetime) -> int:
    """Write what the clock makes due in all campaigns; count the rows. A fault of one campaign keeps no other."""
    count = 0
    seated = {one.campaign for one in People(store.log).appointments()}
    for campaign in sorted(seated & {row.id for row in store.campaigns()}):
        try:
            session = store.session(campaign)
            due = [*_reminders(session, now), *_matters(session), *needs(session, now)]
            count += Outbox(store.log).post_now(due, now)
        except (StoreFault, BadRequest):
            # The pages of that campaign say what is wrong with it.
            continue
    return count


def owes(session: Session, viewer: str) -> bool:
    """Whether a person's command has nothing written for the turn that is open, and nobody plays it."""
    command = command_named(session.setting, viewer)
    if command is None or session.state.ended or session.state.closing is not None:
        return False
    seat = seat_at(session, command.id)
    return (seat is None or not seat.plays_itself) and has_nothing(session, command)


def nudge(session: Session, command: str, now: dt.datetime) -> Nudged:
    """
    Ask the holders of a command for its orders, or of all commands that have none ("").

    Raises
    ------
    BadRequest
        If there is nobody to ask.
    """
    told, before = list[str](), list[str]()
    turn, outbox = turn_key(session.state.clock), Outbox(session.log)
    for one in _playing(session):
        if command in {"", one.key} and owes(session, one.key):
            notice = Notice(session.campaign, one.person, one.key, "nudge", turn)
            (told if outbox.post_now([notice], now) else before).append(one.name)
    if not told and not before:
        why = "there is nobody to ask: all have written, or nobody holds the command"
        raise BadRequest(409, "remind", why, "look at the list of commands")
    return Nudged(tuple(sorted(told)), tuple(sorted(before)))


def _playing(session: Session) -> list[Appointment]:
    return [one for one in People(session.log).appointments(campaign=session.campaign) if one.role in PLAYING]


def _reminders(session: Session, now: dt.datetime) -> list[Notice]:
    deadline, turn = Sheets(session.log).deadline(session.campaign), turn_key(session.state.clock)
    if deadline.turn != turn or not deadline.closes_at:
        return []
    closes, found = dt.datetime.fromisoformat(deadline.closes_at), list[Notice]()
    for one in _playing(session):
        hours = is_due(closes, WishBook(session.log).wishes(one.person), now)
        if hours and owes(session, one.key):
            about = f"{deadline.closes_at} {hours} h"
            found.append(Notice(session.campaign, one.person, one.key, "reminder", turn, about))
    return found


def _matters(session: Session) -> list[Notice]:
    """Tell the umpires that a deadline was missed, or that everybody waits for them alone."""
    deadline, turn = Sheets(session.log).deadline(session.campaign), turn_key(session.state.clock)
    if session.state.ended or session.state.closing is not None:
        return []
    if deadline.missed and deadline.turn == turn:
        return to_umpires(session, MISSED)
    by_hand = deadline.mode == "umpire" or deadline.turn != turn
    return to_umpires(session, ALL_SEALED) if by_hand and not unread(session) else []
