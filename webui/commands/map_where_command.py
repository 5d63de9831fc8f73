"""Turn map references of the period into hexes and back: ``sandtable map where``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from maps.gpkg.reader import read
from maps.grid.numbers import hex_named
from maps.gridrefs import read_reference, references
from maps.lonlat import hexes_at, lonlat_of
from webui.commands.groups import json_option, print_json, print_lines

__all__ = ["where_is"]

_MOST = 8


@click.command("where")
@click.argument("place", metavar="PLACE")
@click.option("--map", "file", type=click.Path(path_type=Path), help="A map: hex numbers are read, and hexes are told.")
@click.option("--near", nargs=2, type=float, metavar="LON LAT", help="Near what position a reference is meant.")
@json_option
def where_is(place: str, file: Path | None, near: tuple[float, float] | None, *, as_json: bool) -> None:
    """Say where PLACE is: a map reference ("T 851862"), a position ("6.05 50.1") or a hex of --map, in every grid."""
    hexmap = read(file) if file else None
    middle = lonlat_of(hexmap.layout, hexmap.layout.centres().mean(axis=0))[0].tolist() if hexmap else None
    if hexmap is not None and place.isdigit():
        lon, lat = lonlat_of(hexmap.layout, hexmap.layout.centres()[hex_named(hexmap, place)])[0].tolist()
        found = [("hex", lon, lat)]
    else:
        found = _positions(place, near or ((middle[0], middle[1]) if middle else None))
    told = []
    for grid, lon, lat in found[:_MOST]:
        here = hexes_at(hexmap.layout, [(lon, lat)])[0] if hexmap else -1
        number = hexmap.number(int(here)) if hexmap and here >= 0 else ""
        told.append({"grid": grid, "lon": round(lon, 6), "lat": round(lat, 6), "hex": number,
                     "references": references(lon, lat)})  # fmt: skip
    if as_json:
        print_json(told)
    else:
        print_lines(line for one in told for line in _lines(one))


def _positions(place: str, near: tuple[float, float] | None) -> list[tuple[str, float, float]]:
    words = place.replace(",", " ").split()
    if len(words) == 2:
        try:
            lon, lat = map(float, words)
        except ValueError:
            pass
        else:
            if abs(lon) <= 180 and abs(lat) <= 90:
                return [("position", lon, lat)]
    return [(one.grid, one.lon, one.lat) for one in read_reference(place, near)]


def _lines(one: dict[str, Any]) -> list[str]:
    head = f"{one['grid']}: {one['lon']:.5f} {one['lat']:.5f}" + (f", hex {one['hex']}" if one["hex"] else "")
    return [head, *(f"  {grid}: {text}" for grid, text in one["references"].items())]
