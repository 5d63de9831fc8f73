"""Ask what may come of an attack or of the next turns: ``sandtable trial whatif``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scenarios.losschart import loss_chart
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store, write_file
from webui.desk.branching import what_if, what_if_data

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["whatif"]


@click.command("whatif")
@campaign_option
@click.option("--at", "seq", type=click.IntRange(1), metavar="ENTRY", help="As it was after this entry; else now.")
@click.option(
    "--attack", "orders", metavar="ORDER", multiple=True, help="An order and the end of its phase; may be repeated."
)
@click.option(
    "--turns", type=click.IntRange(1, 60), default=1, show_default=True, help="Without an order: so many turns."
)
@click.option("--plays", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many plays.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the losses into this file.")
@store_option
@json_option
def whatif(campaign: str | None, store: str | None, *, svg: Path | None, as_json: bool, **asked: Any) -> None:
    """Play a campaign on from now, or from an entry, many times in memory; say how losses and ground fall out."""
    with using_store(store) as opened:
        session = the_campaign(opened, campaign)
        found = what_if(
            session, seq=asked["seq"], notations=asked["orders"], turns=asked["turns"], plays=asked["plays"]
        )
        if svg is not None:
            write_file(svg, loss_chart(found.found).encode())
        data = what_if_data(found, session.situation)
    if as_json:
        print_json(data)
        return
    print_lines(_told(data))


def _told(data: dict[str, Any]) -> Iterator[str]:
    yield f"{data['plays']} plays; nothing of them is kept"
    if data["refusal"]:
        yield f"  refused by {data['refusal']['rule']}: {data['refusal']['why']}"
    for side in data["sides"]:
        losses, lost, ground = side["losses"], side["lost"], side["ground"]
        between = f"({losses['low']:.2f} to {losses['high']:.2f})"
        yield f"  {side['name']}: loses {losses['mean']:.2f} {data['word']}s {between}"
        yield "    " + ", ".join(f"{one['number']}: {100 * one['share']:.0f} %" for one in losses["counts"])
        yield f"    {lost['mean']:.2f} units gone; {ground['mean']:+.1f} hexes held"
    for place in data["places"]:
        yield f"  {place['name']}: " + ", ".join(f"{one['name']} {100 * one['share']:.0f} %" for one in place["held"])
    for one in data["stands"]:
        fates = ", ".join(f"{fate['words']} {100 * fate['share']:.0f} %" for fate in one["fates"])
        yield f"  {one['name']:<14} loses {one['mean']:.2f}; {fates}"
    yield from (f"  {100 * end['share']:.0f} % {end['words']}" for end in data["ends"])
