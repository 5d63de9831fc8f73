"""Say when a reminder is due."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.model.people.telling import Wishes

__all__ = ["is_due"]


def is_due(closes: dt.datetime, wishes: Wishes, now: dt.datetime) -> int:
    """
    Give the number of hours before a deadline that make a reminder due now; 0 if none do.

    Of several that have passed it is the last: one reminder is enough. One that would come in his quiet hours comes
    before them.

    >>> from campaign.model.people.telling import Wishes
    >>> noon = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
    >>> [is_due(noon, Wishes(), noon - dt.timedelta(hours=left)) for left in (30, 20, 2, 0)]
    [0, 24, 3, 0]
    """
    due = {hours: wishes.last_loud(closes - dt.timedelta(hours=hours)) for hours in wishes.hours}
    return min((hours for hours, when in due.items() if when <= now), default=0) if now < closes else 0
