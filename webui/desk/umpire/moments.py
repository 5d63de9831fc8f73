"""List the moments that the umpire may go back to or branch off from, and the branches there are."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any

from campaign.store.history import live_seqs
from campaign.views import UMPIRE
from webui.desk.moments import moment_list

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog
    from campaign.store.session import Session

__all__ = ["branch_rows", "first_free_id", "free_id", "umpires_moments"]

_MOST_ID = 55
_NO_ID = re.compile(r"[^a-z0-9_-]+")


def umpires_moments(session: Session) -> list[dict[str, Any]]:
    """List the moments to go back to, the last first, each with the entries that would be taken back."""
    live = live_seqs(session.chronicle)
    place = {seq: len(live) - number for number, seq in enumerate(live, start=1)}
    listed = moment_list(session, UMPIRE)
    return [one | {"lost": place.get(one["at"], 0)} for one in reversed(listed) if place.get(one["at"], 0)]


def branch_rows(session: Session) -> list[dict[str, Any]]:
    """List the branches of a campaign."""
    rows = session.log.campaigns()
    return [
        {"id": row.id, "name": row.name, "at": row.branched_at} for row in rows if row.branch_of == session.campaign
    ]


def first_free_id(log: EventLog, name: str) -> str:
    """Give an id for a campaign that is named after something: the name itself, or with a number."""
    plain = _NO_ID.sub("-", name.lower())[:_MOST_ID].strip("-_") or "campaign"
    return plain if plain not in {row.id for row in log.campaigns()} else free_id(log, plain)


def free_id(log: EventLog, campaign: str) -> str:
    """Give an id for a branch that no campaign has."""
    taken = {row.id for row in log.campaigns()}
    names = (f"{campaign[:_MOST_ID]}-{number}" for number in count(2))
    return next(name for name in names if name not in taken)
