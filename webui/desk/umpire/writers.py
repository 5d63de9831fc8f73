"""List the commands as the umpire's day shows them: who holds each, and what it gave in this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.docket.matters import Silent
from campaign.model.commands import commands_of
from campaign.model.sheets import turn_key
from campaign.store.people import People
from campaign.store.sheets import Sheets
from webui.desk.solo import seat_at
from webui.desk.umpire.stops import this_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.store.session import Session

__all__ = ["silent_of", "writers"]


def writers(session: Session) -> Iterator[dict[str, Any]]:
    """List the commands: who holds each, and how many orders it gave in this turn."""
    given = [entry.actor for entry in this_turn(session) if entry.order is not None]
    held = People(session.log).appointments(campaign=session.campaign)
    sheets = Sheets(session.log).sheets(session.campaign, turn_key(session.state.clock))
    for one in commands_of(session.setting):
        seat = seat_at(session, one.id)
        holder = ", ".join(sorted(kept.name for kept in held if kept.key == one.id))
        orders, sheet = given.count(one.id) + given.count(one.side), sheets.get(one.id)
        written = sheet is not None and bool(sheet.text.strip())
        plays = seat is not None and seat.plays_itself
        yield {
            "id": one.id, "name": one.name, "side": one.side, "holder": seat.words if plays and seat else holder,
            "orders": orders, "sheet": sheet.state if sheet is not None and written else "",
            "under_way": len(session.state.under_way.get(one.id, ())),
            "silent": bool(holder) and not plays and not orders and not written,
        }  # fmt: skip


def silent_of(session: Session) -> list[Silent]:
    """List the commands that somebody holds and that have given no orders in this turn."""
    return [Silent(one["id"], one["name"], one["holder"]) for one in writers(session) if one["silent"]]
