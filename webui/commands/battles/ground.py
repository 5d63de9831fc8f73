"""Cut the ground of a campaign's fight for a table: ``sandtable battle ground``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maps.gpkg import reader, writer
from maps.grid.numbers import hexes_named
from scenarios.battles.ground.cut import ground_for
from scenarios.battles.ground.tables import table_of
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.grid.hexmap import HexMap

__all__ = ["ground_command"]


@click.command("ground")
@click.argument("numbers", metavar="HEX...", nargs=-1, required=True)
@click.option("--size", default="6x4 ft", show_default=True, help="Of the table: 6x4 ft, 72x48 in, 180x120 cm.")
@click.option("--hex", "wide", default="3 in", show_default=True, help="Width of a hex on the table: 3 in, 100 mm.")
@click.option("--inch-m", type=float, default=50, show_default=True, help="Metres of ground to an inch.")
@click.option("--seed", default="1", show_default=True, help="What is invented goes by it; the same gives the same.")
@click.option("--map", "file", type=click.Path(path_type=Path), help="Cut this map instead of a campaign's.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The GeoPackage to write.")
@campaign_option
@store_option
@json_option
def ground_command(numbers: tuple[str, ...], out: Path, *, as_json: bool, **asked: Any) -> None:
    """
    Cut the ground about HEX... of a campaign for a table, and write it as a map that battles are fought on.

    What the campaign's map does not know is invented from what it says of its hexes, and marked.
    """
    table = table_of(asked["size"], asked["wide"], asked["inch_m"])
    campaign, changed = _played_on(asked["file"], asked["campaign"], asked["store"])
    ground = ground_for(campaign, hexes_named(campaign, numbers), table, asked["seed"], changed=changed)
    writer.write(ground.board, out)
    terrain = Counter(
        ground.board.terrain_of(index) for index in range(len(ground.board)) if ground.board.inside[index]
    )
    if as_json:
        print_json({"file": str(out), "name": ground.board.name, "hexes": sum(terrain.values()), "terrain": terrain,
                    "invented": int((ground.board.invented > 0).sum()), "notes": list(ground.board.notes)})  # fmt: skip
        return
    click.echo(f"{out}: {ground.board.name}, {sum(terrain.values()):,} hexes")
    print_lines(f"  {name.replace('_', ' '):12} {count:6,}" for name, count in terrain.most_common())
    print_lines(f"  note: {note}" for note in ground.board.notes)


def _played_on(file: Path | None, campaign: str | None, store: str | None) -> tuple[HexMap, Mapping[str, str]]:
    if file is not None:
        return reader.read(file), {}
    with using_store(store) as found:
        session = the_campaign(found, campaign)
        return session.situation.map, dict(session.state.ground)
