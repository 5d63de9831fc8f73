"""Build maps: ``sandtable map build``."""

from __future__ import annotations

from pathlib import Path

import click

from maps.area.area import layout_of
from maps.area.reader import area_named
from maps.loading import give_back_arrays, uncollected, unhurried
from maps.making.ahead import ReadAhead
from webui.commands.groups import json_option, progress

__all__ = ["build_map"]

_VERY_MANY = 500_000
"""Hexes of a map whose memory counts for more than the tenth of a small map's time that it takes to give it back."""


@click.command("build")
@click.argument("area", metavar="AREA")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The GeoPackage to write.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, help="Threads that measure blocks.", show_default=True
)
@click.option("--dask", metavar="ADDRESS", help="Scheduler of a dask.distributed cluster that measures blocks.")
@json_option
def build_map(area: str, out: Path, workers: int, dask: str | None, *, as_json: bool) -> None:
    """Build a map from an area file, or from a shipped area by its name."""
    found = area_named(area)
    if len(layout_of(found).grid) >= _VERY_MANY:
        give_back_arrays()
    with ReadAhead(found) as vectors:
        # What concludes is loaded while the files are read.
        with uncollected():
            from maps.making.build import build  # noqa: PLC0415
            from maps.making.cluster import in_threads, on_cluster  # noqa: PLC0415
            from webui.commands.map_commands import keep  # noqa: PLC0415
        with unhurried(), on_cluster(dask) if dask else in_threads(workers) as run:
            hexmap = build(found, progress=progress(), run=run, vectors=vectors)
    keep(hexmap, out, as_json=as_json)
