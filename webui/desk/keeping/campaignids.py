"""Say which ids a campaign may have, and find one that no campaign of a store has."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from campaign.store.eventlog import EventLog

__all__ = ["check_campaign_id", "free_id"]

_MOST = 60
_GOOD_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
_NO_ID = re.compile(r"[^a-z0-9_-]+")
_MOST_PLACE = 30


def check_campaign_id(campaign: str) -> None:
    """
    See that a new campaign may have this id.

    Raises
    ------
    StoreFault
        If it may not; the message says how to write one.
    """
    if len(campaign) > _MOST or not _GOOD_ID.fullmatch(campaign):
        remedy = f"take small letters, digits, '-' and '_', at most {_MOST}, for example ardennes-2"
        raise StoreFault(place=repr(campaign), what="this cannot name a campaign", remedy=remedy)


def free_id(log: EventLog, name: str, place: str = "") -> str:
    """
    Give an id for a campaign that no campaign of a store has, deleted ones included: plain, or with a number.

    Parameters
    ----------
    log
        The store.
    name
        What it is called after: a scenario, a board, or the campaign that it comes from.
    place
        Where in that campaign it is fought, if it is one of its battles.
    """
    taken = {row.id for row in log.campaigns()}
    plain = _plain(name) or "campaign"
    end = f"-{(_plain(place) or 'battle')[:_MOST_PLACE]}" if place else ""
    tails = (end if number == 1 else f"{end}-{number}" for number in count(1))
    return next(key for tail in tails if (key := plain[: _MOST - len(tail)] + tail) not in taken)


def _plain(name: str) -> str:
    return _NO_ID.sub("-", name.lower()).strip("-_")
