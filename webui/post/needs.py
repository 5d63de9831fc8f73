"""Say what of a turn needs the umpire that he is told of by post: once a turn and kind, as he chose."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from campaign.docket.matters import matters
from campaign.model.people.telling import Notice
from campaign.model.sheets import turn_key
from campaign.model.viewer import UMPIRE
from campaign.store.post.wishes import WishBook
from campaign.store.sheets import Sheets
from webui.desk.sheets.telling import umpires
from webui.desk.umpire.stops import settled_by
from webui.desk.umpire.writers import silent_of
from webui.post.due import is_due

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["NEEDS", "needs", "needs_words"]

NEEDS = ("surrender", "silent")
"""Kinds of matter that umpires are told of; what each is, only their mails say."""
_MOST_NAMED = 20


def needs_words(session: Session, kind: str) -> list[str]:
    """Say what there is of a kind now: commands without orders, or units that surrender tomorrow if nothing is done."""
    if session.state.ended or session.state.closing is not None:
        return []
    if kind == "silent":
        return [f"{one.name} ({one.holder}) has given no orders" for one in silent_of(session)][:_MOST_NAMED]
    settled = settled_by(session)
    found = matters(session.situation, session.ruleset.play, kinds=(kind,))
    return [one.what for one in found if one.key not in settled][:_MOST_NAMED]


def needs(session: Session, now: dt.datetime) -> list[Notice]:
    """Give the notices that are due: of surrenders at once, of the silent when a reminder of the umpire's would be."""
    told, turn = umpires(session), turn_key(session.state.clock)
    found = [Notice(session.campaign, one.person, UMPIRE, "surrender", turn) for one in told]
    notices = found if found and needs_words(session, "surrender") else []
    deadline = Sheets(session.log).deadline(session.campaign)
    if deadline.turn != turn or not deadline.closes_at:
        return notices
    closes, book = dt.datetime.fromisoformat(deadline.closes_at), WishBook(session.log)
    near = [one for one in told if is_due(closes, book.wishes(one.person), now)]
    silent = [Notice(session.campaign, one.person, UMPIRE, "silent", turn) for one in near]
    return notices + (silent if silent and needs_words(session, "silent") else [])
