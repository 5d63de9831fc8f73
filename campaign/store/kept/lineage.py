"""Say where a campaign was branched off, and which keys of its dice were told in the campaigns it comes from."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from campaign.store.dice.spans import revealed_keys
from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["lineage"]


def lineage(log: EventLog, campaign: str, last: int) -> tuple[set[int], dict[str, str]]:
    """
    Give the entries that begin a branch, and the keys revealed in the campaigns before, by their hashes.

    A campaign before that is not in the store any more tells nothing: dice that wait for its keys go on waiting.

    Parameters
    ----------
    last
        The last entry of the campaign.
    """
    rows = {row.id: row for row in log.campaigns()}
    branched: set[int] = set()
    elsewhere: dict[str, str] = {}
    row, most = rows.get(campaign), last
    while row is not None and row.branch_of is not None and row.branched_at is not None:
        most = min(most, row.branched_at)
        branched.add(most + 1)
        # Its dice wait for a key that only a damaged campaign tells, or one that was removed.
        with suppress(StoreFault):
            elsewhere |= revealed_keys(log.entries(row.branch_of))
        row = rows.get(row.branch_of)
    return branched, elsewhere
