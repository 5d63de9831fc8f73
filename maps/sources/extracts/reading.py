"""
Read the objects about an area out of an extract that fits into memory: as GDAL gives them, in a tenth of its time.

Lines, closed ways and points are made here. Relations, which GDAL joins by rules of its own, and ways that lack a node
go to GDAL, in a small file of nothing else; of a closed way that is a member of such a relation GDAL says whether it is
an area by itself too. So both ways of reading give the same, which the tests hold against each other.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.sources.extracts.extract import UNIT, read_extract
from maps.sources.extracts.reduced import write_part
from maps.sources.extracts.xmlblocks import is_xml
from maps.sources.layers import SourceLayer
from maps.sources.osm_shapes import WGS84

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.sources.extracts.blocks import Relation
    from maps.sources.extracts.extract import Extract
    from maps.sources.survey import Box

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Tags = Mapping[str, str]
    ByGdal = Callable[[Path, str], SourceLayer]

__all__ = ["KEY", "MOST_BYTES", "Wants", "read_at_once"]

MOST_BYTES = 64_000_000
"""Files up to this size are read at once: some hundred MB of memory. GDAL reads larger ones by a file on disk."""
KEY = re.compile('"([a-z_:]+)"')
_JOINED = {"multipolygons": ("multipolygon", "boundary"), "multilinestrings": ("multilinestring", "route")}
_SAYS_NOTHING = frozenset({"type", "created_by", "converted_by", "source", "time", "ele", "attribution", "note"})
_FEWEST = {"lines": 2, "areas": 4}


class Wants(NamedTuple):
    """Which objects pass, by layer, as a condition of SQL; which closed ways are areas: keys, and keys with a value."""

    conditions: Mapping[str, str]
    area_keys: frozenset[str]
    area_values: frozenset[tuple[str, str]]

    def keys(self) -> frozenset[str]:
        """Give all tags that a condition asks for."""
        return frozenset(key for words in self.conditions.values() for key in KEY.findall(words))

    def pass_(self, layer: str, tags: Sequence[Tags]) -> Bools:
        """Say which objects pass, by their tags."""
        keys = list(dict.fromkeys(KEY.findall(self.conditions[layer])))
        rows = [tuple(map(one.get, keys)) for one in tags]
        known = list(dict.fromkeys(rows))
        # As GDAL compares: capitals are small letters.
        columns = ", ".join(f'"{key}" TEXT COLLATE NOCASE' for key in keys)
        with closing(sqlite3.connect(":memory:")) as table:
            table.execute(f"CREATE TABLE told ({columns})")
            table.executemany(f"INSERT INTO told VALUES ({', '.join('?' * len(keys))})", known)
            passing = table.execute(f"SELECT rowid FROM told WHERE {self.conditions[layer]}").fetchall()
        passed = {known[rowid - 1] for (rowid,) in passing}
        return np.array([row in passed for row in rows], bool)

    def is_area(self, tags: Tags) -> bool:
        """Say whether a closed way is an area; one that says ``area=no`` is none."""
        if tags.get("area") in ("yes", "no"):
            return tags["area"] == "yes"
        return not self.area_keys.isdisjoint(tags) or not self.area_values.isdisjoint(tags.items())


def read_at_once(path: Path, boxes: Sequence[Box], wants: Wants, folder: Path, by_gdal: ByGdal) -> list[SourceLayer]:
    """
    Read the objects whose bounds touch one of the boxes.

    Parameters
    ----------
    folder
        Where a small file may be written.
    by_gdal
        Reads a layer of a file by GDAL, all of it.

    Raises
    ------
    Unusual
        If the file holds what is left to GDAL.
    """
    extract = read_extract(path, wants.keys(), is_xml=is_xml(path))
    near = extract.near(boxes)
    relations = _wanted(extract, wants, near)
    members = {member for one in relations for kind, member, _ in one.members if kind == 1}
    ways = np.flatnonzero(near & extract.hits)
    told, said = extract.tags(ways)
    areas = extract.closed[ways] & np.array([wants.is_area(one) for one in told], bool)[said]
    lines_pass, areas_pass = (wants.pass_(layer, told)[said] for layer in ("lines", "multipolygons"))
    wanted = np.where(areas, areas_pass, lines_pass)
    lengths = np.diff(extract.starts)[ways]
    odd = wanted & (extract.lacks[ways] | (lengths < np.where(areas, _FEWEST["areas"], _FEWEST["lines"])))
    handed = odd | (wanted & areas & np.isin(extract.way_ids[ways], list(members)))
    part = np.union1d(np.flatnonzero(np.isin(extract.way_ids, list(members))), ways[handed])
    asked = {f"osm:way/{number}" for number in extract.way_ids[ways[handed]].tolist()}
    layers = _joined_by_gdal((path.name, folder), extract, part, relations, asked, by_gdal)
    for name, chosen in (("lines", wanted & ~areas & ~handed), ("multipolygons", wanted & areas & ~handed)):
        sets = told if name == "lines" else [_as_area(one) for one in told]
        own = _made(path.name, extract, ways[chosen], [sets[k] for k in said[chosen].tolist()], name)
        layers[name] = _in_order(layers.get(name), own)
    layers["points"] = _points(path.name, extract, wants, boxes)
    return [layers[name] for name in wants.conditions]


def _as_area(tags: Tags) -> Tags:
    """Leave out what says that it is an area, as GDAL does."""
    return {key: value for key, value in tags.items() if key != "area"} if "area" in tags else tags


def _wanted(extract: Extract, wants: Wants, near: Bools) -> list[Relation]:
    """Pick the relations that become shapes here: those that pass, or have no tags but those of their outer ways."""
    ids = extract.way_ids[near]
    picked: list[Relation] = []
    for layer, kinds in _JOINED.items():
        found = extract.relations(frozenset(kinds))
        passes = wants.pass_(layer, [one.tags for one in found])
        chosen = [one for one, does in zip(found, passes, strict=True) if does or _SAYS_NOTHING.issuperset(one.tags)]
        members = np.array([ref for one in chosen for kind, ref, _ in one.members if kind == 1], np.int64)
        close = set(members[np.isin(members, ids)].tolist())
        picked += [one for one in chosen if any(kind == 1 and ref in close for kind, ref, _ in one.members)]
    return sorted(picked, key=lambda one: one.id)


def _joined_by_gdal(
    place: tuple[str, Path], extract: Extract, ways: Ints, relations: Sequence[Relation], asked: set[str], ask: ByGdal
) -> dict[str, SourceLayer]:
    """Give what GDAL joins of relations, and of ways that stand by themselves those that it was asked about."""
    name, folder = place
    if not len(ways):
        return {"multilinestrings": SourceLayer(name, WGS84, np.empty(0, np.object_), [], [])}
    small = folder / "part.osm.pbf"
    write_part(small, extract, ways, relations)
    found = {}
    for layer in ("lines", *_JOINED):
        told = ask(small, layer)
        rows = [k for k, name in enumerate(told.ids) if name in asked or not name.startswith("osm:way/")]
        found[layer] = _rows(told, rows)
    return found


def _rows(layer: SourceLayer, rows: Sequence[int]) -> SourceLayer:
    ids, tags = [layer.ids[k] for k in rows], [layer.tags[k] for k in rows]
    return SourceLayer(layer.name, layer.crs, layer.shapes[np.array(rows, np.int64)], ids, tags)


def _made(name: str, extract: Extract, ways: Ints, tags: Sequence[Tags], layer: str) -> SourceLayer:
    """Make lines, or areas, of ways that have all their nodes."""
    lengths = np.diff(extract.starts)[ways]
    begin = np.concatenate([[0], np.cumsum(lengths)])
    at = np.arange(begin[-1]) + np.repeat(extract.starts[ways] - begin[:-1], lengths)
    places = extract.places[at]
    xy = np.column_stack([extract.lon[places], extract.lat[places]]) / UNIT
    which = np.repeat(np.arange(len(ways)), lengths)
    make = shapely.linestrings if layer == "lines" else shapely.linearrings
    shapes = make(xy, indices=which) if len(ways) else np.empty(0, np.object_)
    shapes = shapes if layer == "lines" else shapely.polygons(shapes)
    ids = [f"osm:way/{number}" for number in extract.way_ids[ways].tolist()]
    return SourceLayer(name, WGS84, np.asarray(shapes, np.object_), ids, list(tags))


def _in_order(given: SourceLayer | None, own: SourceLayer) -> SourceLayer:
    """Put what GDAL gave and what was made here in GDAL's order: relations, then ways as they are numbered."""
    if given is None or not len(given.ids):
        return own
    shapes = np.concatenate([given.shapes, own.shapes])
    ids, tags = [*given.ids, *own.ids], [*given.tags, *own.tags]
    both = SourceLayer(own.name, WGS84, shapes, ids, tags)
    numbers = [int(name.rpartition("/")[2]) if name.startswith("osm:way/") else -1 for name in ids]
    return _rows(both, np.argsort(numbers, kind="stable").tolist())


def _points(name: str, extract: Extract, wants: Wants, boxes: Sequence[Box]) -> SourceLayer:
    found = extract.points(boxes)
    passes = np.flatnonzero(wants.pass_("points", [tags for *_, tags in found]))
    kept = [found[k] for k in passes.tolist()]
    xy = np.array([(lon, lat) for _, lon, lat, _ in kept]).reshape(-1, 2)
    ids = [f"osm:node/{number}" for number, *_ in kept]
    return SourceLayer(name, WGS84, np.asarray(shapely.points(xy), np.object_), ids, [tags for *_, tags in kept])
