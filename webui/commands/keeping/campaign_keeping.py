"""Keep campaigns: ``sandtable campaign rename``, ``archive``, ``delete``, ``bring-back``."""

from __future__ import annotations

import datetime as dt
import getpass
from typing import TYPE_CHECKING

import click

from campaign.store.kept.campaigns import ARCHIVED, DELETED
from webui.commands.groups import json_option, print_json
from webui.commands.shared import store_option, using_store

if TYPE_CHECKING:
    from campaign.store.kept.campaigns import Put

__all__ = ["archive", "bring_back", "delete", "rename"]

campaign_argument = click.argument("campaign", metavar="ID")


@click.command("rename")
@campaign_argument
@click.argument("name", metavar="NAME")
@store_option
@json_option
def rename(campaign: str, name: str, store: str | None, *, as_json: bool) -> None:
    """Change what a campaign is called on pages, reports and lists; its ID stays."""
    from webui.desk.keeping import campaigns  # noqa: PLC0415 - what stores need takes a second to load

    with using_store(store) as opened:
        found = campaigns.rename(opened, campaign, name)
    print_json({"id": campaign, "name": found}) if as_json else click.echo(f"{campaign} is called {found} now.")


@click.command("archive")
@campaign_argument
@store_option
def archive(campaign: str, store: str | None) -> None:
    """Put a campaign aside: it can be read, and nothing is written to it."""
    _put(store, campaign, ARCHIVED)
    click.echo(f"{campaign} is put aside. Take it up again with: sandtable campaign bring-back {campaign}")


@click.command("delete")
@campaign_argument
@click.option("--yes", is_flag=True, help="Do not ask.")
@store_option
def delete(campaign: str, store: str | None, *, yes: bool) -> None:
    """Delete a campaign; for thirty days it can be brought back. Branches of it stay."""
    if not yes:
        click.confirm(f"Delete {campaign}?", abort=True)
    until = _put(store, campaign, DELETED)
    click.echo(f"{campaign} is deleted. Until {until:%Y-%m-%d}: sandtable campaign bring-back {campaign}")


@click.command("bring-back")
@campaign_argument
@store_option
def bring_back(campaign: str, store: str | None) -> None:
    """Take a campaign up again that was put aside or deleted."""
    from webui.desk.keeping import campaigns  # noqa: PLC0415

    with using_store(store) as opened:
        was_away = campaign in opened.away.now()
        name = campaigns.bring_back(opened, campaign)
    again = "again" if was_away else "already: it was neither put aside nor deleted"
    click.echo(f"{campaign}, {name}, is in the list {again}.")


def _put(store: str | None, campaign: str, how: Put) -> dt.datetime:
    from webui.desk.keeping import campaigns  # noqa: PLC0415

    now = dt.datetime.now(dt.UTC)
    with using_store(store) as opened:
        campaigns.put_away(opened, campaign, how, now, getpass.getuser())
        return opened.away.now()[campaign].until
