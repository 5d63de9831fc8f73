"""Say what a command knows of the enemy: ``sandtable campaign contacts``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from campaign.knowledge.contact import STAGES
from campaign.views import UMPIRE
from maps.problems import Problem, ProblemsFound
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store
from webui.desk.knowledge.contacts import contact_line, contacts_data, known_to, viewers_list
from webui.desk.looks import Looks

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["contacts"]


@click.command("contacts")
@click.option("--viewer", "--for", "viewer", metavar="WHO", required=True,
              help="Whose knowledge: a command's id or a side's key.")  # fmt: skip
@click.option("--stage", type=click.Choice(list(STAGES)), multiple=True, help="Only these; may be repeated.")
@click.option("--find", metavar="TEXT", default="", help="Only those whose line holds this text.")
@click.option("--truth", is_flag=True, help="Say beside each who it is in truth: for the umpire's eyes.")
@campaign_option
@store_option
@json_option
def contacts(
    viewer: str, stage: tuple[str, ...], find: str, truth: bool, campaign: str | None, store: str | None, *,
    as_json: bool,
) -> None:  # fmt: skip
    """List what a command knows of the enemy: where, what, since when, who saw it, and how sure it is."""
    with using_store(store) as opened:
        told = _told(the_campaign(opened, campaign), viewer, truth=truth)
        rows = [row for row in told["contacts"] if (not stage or row["stage"] in stage)]
        rows = [row for row in rows if find.casefold() in contact_line(row).casefold()]
        if as_json:
            print_json(told | {"contacts": rows})
            return
        print_lines(contact_line(row) + (f"; in truth {row['truth'] or 'nobody'}" if truth else "") for row in rows)
        if not rows:
            known = len(told["contacts"])
            click.echo(f"None of the {known} that are known fits." if known else "Nothing is known of the enemy.")


def _told(session: Session, viewer: str, *, truth: bool) -> dict[str, Any]:
    looks = Looks()
    whole = looks.look(session, UMPIRE)
    known = [row["key"] for row in viewers_list(whole)]
    if viewer not in known:
        what = f"there is no command {viewer[:40]!r} in this campaign"
        raise ProblemsFound([Problem("--viewer", what, f"take one of {', '.join(known)}")])
    theirs = looks.look(session, viewer)
    return known_to(whole, theirs) if truth else contacts_data(theirs)
