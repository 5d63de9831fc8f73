"""
Rename campaigns, put them aside, and delete them.

What was put aside (archived) is read, and nothing is written to it. What was deleted is not shown to anybody; for
thirty days it may be brought back, and then its log and all that lies beside it are removed for good. A branch has a
copy of the past of its own, so it goes on whatever becomes of the campaign that it left; but keys of its dice may be
told there alone, so nothing is removed as long as a branch of it is there.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sqlalchemy import select

from campaign.store.beside import BESIDE
from campaign.store.faults import StoreFault
from campaign.store.kept.tables import PUT_AWAY

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["ARCHIVED", "DELETED", "KEPT_FOR", "MOST_NAME", "Away", "Campaigns", "good_name"]

Put: TypeAlias = Literal["archived", "deleted"]
ARCHIVED: Put = "archived"
DELETED: Put = "deleted"
KEPT_FOR = dt.timedelta(days=30)
"""For so long a deleted campaign may be brought back."""
MOST_NAME = 120


class Away(NamedTuple):
    """A campaign that was put away: how, since when, and who did it."""

    state: Put
    since: dt.datetime
    by: str

    @property
    def until(self) -> dt.datetime:
        """When a deleted one is removed for good."""
        return self.since + KEPT_FOR


def good_name(name: str) -> str:
    """
    Give a campaign's new name without idle blanks.

    Raises
    ------
    StoreFault
        If it has no letters, too many, or such as cannot be printed.
    """
    found = " ".join(name.split())
    if not found or len(found) > MOST_NAME or not found.isprintable():
        remedy = f"write 1 to {MOST_NAME} letters, without line breaks"
        raise StoreFault(repr(name[:40]), "this is no name for a campaign", remedy)
    return found


class Campaigns:
    """The campaigns of a store as things that are kept."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; its database keeps it."""
        self._log = log

    def away(self) -> dict[str, Away]:
        """Give those that are put aside or deleted."""
        with self._log.transaction() as db:
            rows = list(db.execute(select(PUT_AWAY)))
        return {
            row.campaign: Away(ARCHIVED if row.state == ARCHIVED else DELETED, dt.datetime.fromisoformat(row.since),
                               row.by)
            for row in rows
        }  # fmt: skip

    def rename(self, campaign: str, name: str) -> str:
        """Give a campaign another name to be shown, and give it back; raises ``StoreFault``."""
        found = good_name(name)
        self._log.rename(campaign, found)
        return found

    def put(self, campaign: str, state: Put, now: dt.datetime, by: str) -> Away:
        """Put a campaign aside, or delete it; raises ``NoSuchCampaign``."""
        self._log.last_seq(campaign)
        made = Away(state, now, by)
        row = {"campaign": campaign, "state": state, "since": now.astimezone(dt.UTC).isoformat(), "by": by}
        with self._log.transaction(write=True) as db:
            self._log.hold(db, campaign)
            db.execute(PUT_AWAY.delete().where(PUT_AWAY.c.campaign == campaign))
            db.execute(PUT_AWAY.insert().values(row))
        return made

    def bring_back(self, campaign: str) -> None:
        """Take a campaign up again that was put aside or deleted; nothing happens to one that was not."""
        with self._log.transaction(write=True) as db:
            db.execute(PUT_AWAY.delete().where(PUT_AWAY.c.campaign == campaign))

    def remove_old(self, now: dt.datetime) -> list[str]:
        """Remove for good what was deleted ``KEPT_FOR`` ago and has no branches; name what was removed."""
        removed: list[str] = []
        beside = [table for table in BESIDE.sorted_tables if "campaign" in table.c]
        for campaign, one in self.away().items():
            branched = {row.branch_of for row in self._log.campaigns()}
            if one.state == DELETED and now >= one.until and campaign not in branched:
                self._log.forget(campaign, beside)
                removed.append(campaign)
        return removed
