"""List missions and give them by hand: ``sandtable campaign missions``, ``sandtable campaign mission``."""

from __future__ import annotations

import click

from campaign.model.tokens import quoted
from campaign.views import UMPIRE, check_viewer
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store
from webui.desk.looks import Looks
from webui.desk.missiondata import mission_order, missions_data, order_told

__all__ = ["mission", "missions"]


@click.command("missions")
@campaign_option
@click.option("--side", metavar="SIDE", help="Of this side, as it knows them; without it: of all.")
@store_option
@json_option
def missions(campaign: str | None, side: str | None, store: str | None, *, as_json: bool) -> None:
    """List what formations are to do: by the scenario's plan, or given by hand."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        viewer = check_viewer(session.setting, side or UMPIRE)
        told = missions_data(Looks().look(session, viewer))
    if as_json:
        print_json({"sides": told["sides"]})
        return
    for row in told["sides"]:
        rows = row["missions"]
        click.echo(f"{row['name']}: " + (f"{len(rows)} missions" if rows else "none; they are drawn from objectives"))
        print_lines(f"  {one['formation']}{' (by hand)' * one['by_hand']}: {one['text']}" for one in rows)


@click.command("mission", context_settings={"ignore_unknown_options": True})
@click.argument("formation", metavar="FORMATION")
@click.argument("words", metavar="WORDS", nargs=-1, required=True)
@campaign_option
@click.option("--by", default=UMPIRE, show_default=True, help="Who gives it: the umpire, or a side's key.")
@store_option
@json_option
def mission(
    formation: str, words: tuple[str, ...], campaign: str | None, by: str, store: str | None, *, as_json: bool
) -> None:
    """Give a formation a mission: mission 2Pz take Clervaux by 2 via Houffalize bypass. To take it back: drop."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        look = Looks().look(session, check_viewer(session.setting, by))
        # What the shell had in quotation marks is one word.
        order = mission_order(look, formation, " ".join(quoted(w) if " " in w and len(words) > 1 else w for w in words))
        entry = session.submit(order, by=by)
        told = order_told(look, order)
    if as_json:
        print_json({"entry": entry.seq} | told)
        return
    click.echo(f"{told['text']} ({told['notation']})")
