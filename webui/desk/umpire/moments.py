"""List the moments that the umpire may go back to or branch off from, and the branches there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.store.history import live_seqs
from campaign.views import UMPIRE
from webui.desk.moments import moment_list

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["branch_rows", "umpires_moments"]


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
