"""Know which campaigns are put aside or deleted, without asking the database at every turn."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from campaign.store.faults import NoSuchCampaign
from campaign.store.kept.campaigns import DELETED, Campaigns

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping

    from campaign.store.eventlog import EventLog
    from campaign.store.kept.campaigns import Away, Put

__all__ = ["PutAways"]

_HOLDS_S = 2.0
"""So long an answer holds; another worker's deletion is seen that much later, and writing is refused at once."""


class PutAways:
    """The campaigns of a store that are put away."""

    def __init__(self, log: EventLog) -> None:
        """Take the log; nothing is asked yet."""
        self._kept = Campaigns(log)
        self._known: tuple[Mapping[str, Away], float] = ({}, 0.0)

    def now(self) -> Mapping[str, Away]:
        """Give those that are put away, by their ids."""
        known, until = self._known
        if monotonic() >= until:
            known = self._kept.away()
            self._known = (known, monotonic() + _HOLDS_S)
        return known

    def check(self, campaign: str) -> None:
        """See that a campaign is not deleted; raises ``NoSuchCampaign``."""
        away = self.now().get(campaign)
        if away is not None and away.state == DELETED:
            what = f"it was deleted on {away.since:%Y-%m-%d}, and is kept until {away.until:%Y-%m-%d}"
            remedy = f"bring it back from the list of campaigns, or: sandtable campaign bring-back {campaign}"
            place = f"campaign {campaign!r}"
            raise NoSuchCampaign(place, what, remedy)

    def put(self, campaign: str, state: Put, now: dt.datetime, by: str) -> None:
        """Put a campaign aside, or delete it; raises ``NoSuchCampaign``."""
        self._kept.put(campaign, state, now, by)
        self._known = ({}, 0.0)

    def bring_back(self, campaign: str) -> None:
        """Take a campaign up again."""
        self._kept.bring_back(campaign)
        self._known = ({}, 0.0)

    def remove_old(self, now: dt.datetime) -> list[str]:
        """Remove for good what was deleted long enough ago; name what was removed."""
        removed = self._kept.remove_old(now)
        self._known = ({}, 0.0)
        return removed
