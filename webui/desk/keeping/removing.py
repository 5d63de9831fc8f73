"""Remove for good what was deleted long enough ago: its log, and the files that lie for it beside the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webui.desk.battles.outplaying import forget_outplay
from webui.desk.takeaway.sent import forget_sent

if TYPE_CHECKING:
    import datetime as dt

    from webui.desk.library import CampaignStore

__all__ = ["remove_old"]


def remove_old(store: CampaignStore, now: dt.datetime) -> list[str]:
    """Remove campaigns that were deleted long enough ago, with what was kept for them; name what was removed."""
    removed = store.away.remove_old(now)
    for campaign in removed:
        # Another campaign may be begun by this id: nothing of the old one may be told of it.
        forget_outplay(store, campaign)
        forget_sent(store.folder, f"c/{campaign}")
    return removed
