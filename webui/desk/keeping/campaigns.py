"""Say how campaigns are kept, and carry out what is wanted of one: a name, a branch, to be put away or taken up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.people.holding import Appointment
from campaign.store.faults import NoSuchCampaign, StoreFault
from campaign.store.kept.campaigns import ARCHIVED, DELETED, Campaigns
from campaign.store.people import People
from webui.desk.battles.outplaying import stop_outplay
from webui.desk.keeping.campaignids import check_campaign_id, free_id
from webui.desk.moments import moment_list

if TYPE_CHECKING:
    import datetime as dt

    from campaign.store.eventlog import CampaignRow
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

__all__ = ["away_rows", "branched", "bring_back", "keeping_data", "put_away", "rename", "row_of"]


def row_of(store: CampaignStore, campaign: str) -> CampaignRow:
    """Give the row of a campaign, even of a deleted one; raises ``NoSuchCampaign``."""
    found = next((row for row in store.log.campaigns() if row.id == campaign), None)
    if found is None:
        remedy = "take one from the list of campaigns"
        raise NoSuchCampaign(store.log.place, f"there is no campaign {campaign[:60]!r}", remedy)
    return found


def keeping_data(store: CampaignStore, campaign: str) -> dict[str, Any]:
    """Give what the page of keeping shows of a campaign: name, how it was put away, branches, moments to branch at."""
    row, away = row_of(store, campaign), store.away.now().get(campaign)
    deleted = away is not None and away.state == DELETED
    return {
        "name": row.name, "state": away.state if away else "", "since": f"{away.since:%Y-%m-%d}" if away else "",
        "by": away.by if away else "", "until": f"{away.until:%Y-%m-%d}" if away and deleted else "",
        "branch_of": row.branch_of, "branched_at": row.branched_at,
        "branches": [one for one in store.campaigns() if one.branch_of == campaign],
        "moments": [] if deleted else _moments(store, campaign),
        "free_id": free_id(store.log, campaign),
    }  # fmt: skip


def _moments(store: CampaignStore, campaign: str) -> list[dict[str, Any]]:
    """List the moments of a campaign, the last first; none of one that cannot be opened."""
    try:
        return list(reversed(moment_list(store.session(campaign), "umpire")))
    except StoreFault:
        return []


def away_rows(store: CampaignStore) -> dict[str, list[dict[str, Any]]]:
    """List the campaigns that were put aside, and those that were deleted and may be brought back."""
    away = store.away.now()
    found: dict[str, list[dict[str, Any]]] = {ARCHIVED: [], DELETED: []}
    for row in store.log.campaigns():
        one = away.get(row.id)
        if one is not None:
            told = {"id": row.id, "name": row.name, "since": f"{one.since:%Y-%m-%d}", "by": one.by}
            found[one.state].append(told | {"until": f"{one.until:%Y-%m-%d}"})
    return found


def put_away(store: CampaignStore, campaign: str, how: str, now: dt.datetime, by: str) -> None:
    """
    Put a campaign aside, or delete it.

    Raises
    ------
    NoSuchCampaign
        If there is none of that id.
    StoreFault
        If the store cannot be written.
    """
    store.away.put(campaign, DELETED if how == DELETED else ARCHIVED, now, by)
    if how == DELETED:
        stop_outplay(store, campaign)


def bring_back(store: CampaignStore, campaign: str) -> str:
    """Take a campaign up again, and give its name; raises ``NoSuchCampaign``."""
    row = row_of(store, campaign)
    store.away.bring_back(campaign)
    return row.name


def rename(store: CampaignStore, campaign: str, name: str) -> str:
    """Rename a campaign, and give the name as it is shown; raises ``StoreFault``."""
    return Campaigns(store.log).rename(campaign, name)


def branched(
    store: CampaignStore, campaign: str, new: str, *, at: int | None, name: str = "", seats: bool = False,
    by: str = "", now: dt.datetime,
) -> Session:  # fmt: skip
    """
    Begin another campaign that goes on from an entry of this one; with ``seats`` the same people hold the same there.

    Without, only the person ``by`` whom it is begun is its umpire; nobody but the host would see it else.

    Raises
    ------
    StoreFault
        If the id is taken or cannot be one, or there is no such entry.
    """
    check_campaign_id(new)
    session = store.session(campaign)
    made = session.branch(session.seq if at is None else at, new, name=name)
    people = People(store.log)
    if seats:
        for held in people.appointments(campaign=campaign):
            people.appoint(held._replace(id="", campaign=new), now)
    elif by:
        people.appoint(Appointment("", by, new, "umpire", "umpire"), now)
    return made
