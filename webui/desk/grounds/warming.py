"""Make and draw a small map before anybody asks for one: the first of a process waits for what others find loaded."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from maps.area.reader import parse_area
from maps.making.build import build
from scenarios.formats.picturing import ground_picture

__all__ = ["warm"]

_FILE, _EXTRACT, _SIZE = "small.geojson", "small.osm", (80, 80)
_AREA = f"""name = "Small"
box = {{ west = 8.0, south = 49.5, east = 8.1, north = 49.6 }}
hexes = {{ width_km = 1 }}
sources = {{ features = ["{_FILE}", "{_EXTRACT}"] }}
"""
_WORLD = """<osm><node id="1" lon="8.01" lat="49.51"/>
<node id="2" lon="8.09" lat="49.52"><tag k="place" v="village"/>
<tag k="name" v="Small"/><tag k="population" v="900"/></node>
<way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="tertiary"/></way></osm>"""
_LINES = (
    {"highway": "primary"}, {"highway": "track"}, {"highway": "motorway", "oneway": "yes"}, {"railway": "rail"},
    {"waterway": "stream"}, {"waterway": "river", "name": "Small"},
)  # fmt: skip
_AREAS = ({"landuse": "farmland"}, {"landuse": "forest"}, {"landuse": "residential"}, {"natural": "water"})
"""Each kind of thing that is laid in a way of its own; areas lap over one another."""
_BEGIN, _END, _STEP = (8.0, 49.5), (8.1, 49.6), 0.015


def warm() -> None:
    """Go once through what a preview goes through."""
    with TemporaryDirectory(prefix="sandtable-") as folder:
        told = {"type": "FeatureCollection", "features": [*_lines(), *_areas()]}
        (Path(folder) / _FILE).write_text(json.dumps(told), encoding="utf-8")
        (Path(folder) / _EXTRACT).write_text(_WORLD, encoding="utf-8")
        ground_picture(build(parse_area(_AREA, name="area file", folder=Path(folder))), _SIZE)


def _lines() -> list[dict[str, Any]]:
    """Draw lines across, and a road that meets them all."""
    west, south = _BEGIN
    across = [
        _feature(tags, "LineString", [[west, south + k * _STEP], [_END[0], south + (k + 1) * _STEP]])
        for k, tags in enumerate(_LINES)
    ]
    return [*across, _feature({"highway": "secondary"}, "LineString", [[8.05, south], [8.05, _END[1]]])]


def _areas() -> list[dict[str, Any]]:
    west, south = _BEGIN
    found = []
    for k, tags in enumerate(_AREAS):
        x, y = west + k * _STEP, south + k * _STEP
        ring = [[x, y], [x + 2 * _STEP, y], [x + 2 * _STEP, y + 2 * _STEP], [x, y + 2 * _STEP], [x, y]]
        found.append(_feature(tags, "Polygon", [ring]))
    return found


def _feature(tags: dict[str, str], shape: str, points: list[Any]) -> dict[str, Any]:
    return {"type": "Feature", "properties": tags, "geometry": {"type": shape, "coordinates": points}}
