"""Correct maps by hand, take edits back from QGIS, compare maps of different grids: part of ``sandtable map``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from maps.derive.hand.handwork import apply_corrections, describe
from maps.gpkg import reader, writer
from maps.hand.compare import diff, diff_by_position
from maps.hand.corrections_file import read_corrections, write_corrections
from maps.hand.edits import corrections_from
from webui.commands.groups import json_option, print_json, print_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maps.derive.hand.handwork import Conflict
    from maps.grid.hexmap import HexMap
    from maps.hand.compare import Difference

__all__ = ["compared", "correct_map", "edits_of_map"]

MAP = click.Path(path_type=Path)


@click.command("correct")
@click.argument("file", metavar="MAP", type=MAP)
@click.argument("corrections", metavar="CORRECTIONS...", type=MAP, nargs=-1, required=True)
@click.option("--out", type=MAP, required=True, help="The GeoPackage to write.")
@json_option
def correct_map(file: Path, corrections: Sequence[Path], out: Path, *, as_json: bool) -> None:
    """Put corrections by hand onto a map: files of text, or GeoJSON. Says what does not fit."""
    hexmap = reader.read(file)
    found = [one for path in corrections for one in read_corrections(path, hexmap.layout, terrain=hexmap.shown_names)]
    applied = apply_corrections(hexmap, found)
    writer.write(applied.hexmap, out)
    if as_json:
        conflicts = [_conflict(conflict) for conflict in applied.conflicts]
        print_json({"file": str(out), "key": applied.hexmap.key, "corrections": len(found), "conflicts": conflicts})
        return
    print_lines(map(str, applied.conflicts))
    told = f"{len(applied.conflicts)} to look at" if applied.conflicts else "all fit"
    click.echo(f"{out}: {len(found):,} corrections, {told}, key {applied.hexmap.key}")


def _conflict(conflict: Conflict) -> dict[str, str]:
    problem = conflict.problem
    told = {"place": problem.place, "what": problem.what, "remedy": problem.remedy}
    return {"correction": conflict.correction.id, "kind": conflict.kind} | told


@click.command("edits")
@click.argument("before", metavar="BEFORE", type=MAP)
@click.argument("edited", metavar="EDITED", type=MAP)
@click.option("--out", type=MAP, required=True, help="The file of corrections to write: text, or .geojson.")
@json_option
def edits_of_map(before: Path, edited: Path, out: Path, *, as_json: bool) -> None:
    """Take back what was edited in QGIS, as corrections that hold for the next build too."""
    hexmap = reader.read(before)
    found = corrections_from(hexmap, edited)
    write_corrections(out, found, terrain=hexmap.shown_names)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    print_lines(map(describe, found))
    click.echo(f"{out}: {len(found):,} corrections")


def compared(before: HexMap, after: HexMap) -> list[Difference]:
    """Compare two maps; where their grids differ, say so and compare by position."""
    if before.layout == after.layout:
        return diff(before, after)
    widths = f"hexes of {before.layout.width_m:g} m and {after.layout.width_m:g} m"
    click.echo(f"different grids, {widths}: terrain and heights are compared where the finer hexes lie", err=True)
    return diff_by_position(before, after)
