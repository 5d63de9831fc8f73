"""Say whether a notice is still so: it names its turn, and goes stale by itself."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from campaign.model.people.telling import UMPIRES
from campaign.model.sheets import turn_key
from campaign.store.history import live_seqs
from campaign.store.post.outbox import Outbox
from campaign.store.sheets import Sheets
from webui.post.needs import NEEDS, needs_words
from webui.post.reminders import owes

if TYPE_CHECKING:
    from campaign.store.post.outbox import Posted
    from campaign.store.session import Session

__all__ = ["still_so"]


def still_so(session: Session, row: Posted, now: dt.datetime) -> bool:
    """Whether what a row tells holds now; what came with a log entry holds while that entry counts."""
    told = row.notice
    if told.seq:
        live = told.seq in live_seqs(session.chronicle)
        return live and (told.kind != "turn" or Outbox(session.log).newest(row))
    if told.kind not in {"reminder", "nudge", *UMPIRES}:
        return True
    open_turn = told.turn == turn_key(session.state.clock) and session.state.closing is None
    if told.kind in UMPIRES:
        return open_turn and (told.kind not in NEEDS or bool(needs_words(session, told.kind)))
    return open_turn and owes(session, told.viewer) and (told.kind == "nudge" or _in_time(session, row, now))


def _in_time(session: Session, row: Posted, now: dt.datetime) -> bool:
    """Whether the deadline that a reminder is about is still that one, and has not passed."""
    closes = Sheets(session.log).deadline(session.campaign).closes_at
    return bool(closes) and row.notice.about.startswith(closes) and now < dt.datetime.fromisoformat(closes)
