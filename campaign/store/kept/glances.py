"""Look at the columns of many entries of a log without reading what is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from campaign.store.kept.logtables import ENTRY

if TYPE_CHECKING:
    from collections.abc import Collection

    from campaign.store.eventlog import EventLog

__all__ = ["command_ids", "hashes_at"]


def hashes_at(log: EventLog, campaign: str, seqs: Collection[int]) -> dict[int, str]:
    """Give the hashes of some entries, as the store has them; those that are not there are left out."""
    query = select(ENTRY.c.seq, ENTRY.c.hash).where(ENTRY.c.campaign == campaign, ENTRY.c.seq.in_(seqs))
    with log.transaction() as db:
        return {row.seq: row.hash for row in db.execute(query)}


def command_ids(log: EventLog, campaign: str, upto: int) -> list[str]:
    """List the ids of the commands of a campaign's first entries, in order."""
    mine = (ENTRY.c.campaign == campaign, ENTRY.c.seq <= upto)
    with log.transaction() as db:
        return list(db.execute(select(ENTRY.c.command_id).where(*mine).order_by(ENTRY.c.seq)).scalars())
