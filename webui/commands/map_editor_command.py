"""Begin to correct a map in the browser: ``sandtable map edit``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.gpkg import reader
from maps.making.build import build
from webui.commands.groups import json_option, print_json, progress
from webui.commands.shared import store_option, using_store
from webui.desk.mapprojects import MapShelf

__all__ = ["edit_map"]

_LONGEST_ID = 60


@click.command("edit")
@click.argument("source", metavar="SOURCE")
@click.option("--id", "key", help="Short name of the map in the store. Left out: made from the file's name.")
@store_option
@json_option
def edit_map(source: str, key: str | None, store: str | None, *, as_json: bool) -> None:
    """Put a map into the store to correct it in the browser. SOURCE: an area file, a shipped area or a GeoPackage."""
    path = shipped_area(source) if source in shipped_areas() else Path(source)
    named = key or _id_of(source if source in shipped_areas() else path.stem)
    with using_store(store, create=True) as opened:
        shelf = MapShelf(opened.folder)
        shelf.check_new(named)
        is_map = path.suffix.lower() == ".gpkg"
        hexmap = reader.read(path) if is_map else build(read_area(path), progress=progress())
        shelf.begin(named, hexmap)
    address = f"/m/{named}/"
    if as_json:
        print_json({"id": named, "address": address, "name": hexmap.name, "hexes": int(hexmap.inside.sum())})
        return
    click.echo(f"{hexmap.name}, {int(hexmap.inside.sum()):,} hexes, is in the store as {named}")
    click.echo(f"Serve the store, then open it: sandtable serve, http://127.0.0.1:8000{address}")


def _id_of(stem: str) -> str:
    return re.sub(r"[^a-z0-9_-]+", "-", stem.lower()).strip("-_")[:_LONGEST_ID] or "map"
