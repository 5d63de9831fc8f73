"""Read places: settlements with their people, and the named nodes of road tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from pyproj import Transformer

from maps.grid.hexgrid import NO_HEX
from maps.problems import ProblemsFound, raise_any
from maps.sources.files.tables import read_table
from maps.sources.files.tag_numbers import tag_people
from maps.sources.geonames import is_geonames, read_geonames
from maps.sources.layers import boxes_in
from maps.sources.osm_shapes import WGS84
from maps.sources.place_tables import read_place_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maps.grid.layout import Layout
    from maps.problems import Problem
    from maps.sources.featureset import Features
    from maps.sources.geonames import NamedPlace

__all__ = ["RoadNode", "Settlement", "read_road_nodes", "read_settlements", "settlements_of"]

_OTHER_NAME = re.compile(r"(?:old|alt|official|loc|short)_name(?::.+)?|name:.+")


_NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settlement, in map coordinates."""

    name: str
    x_m: float
    y_m: float
    population: int
    """0 where the source does not say."""
    kind: str = ""
    """city, town, village or hamlet where the source calls it so, else empty."""
    source: str = ""
    """Id in its source, for example ``osm:node/7`` or ``geonames:2802433``."""
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Other names by tag: ``old_name``, ``alt_name``, ``name:1944``; several parted by semicolons."""


@dataclass(frozen=True, slots=True)
class RoadNode:
    """A named town or crossroads that links begin and end at; ``also`` is its name among the settlements."""

    name: str
    x_m: float
    y_m: float
    rank: int
    """As a place on the map: 1 to 4; 0 for a mere crossroads."""
    also: str
    told: str = ""
    """File and line where it stands."""


def read_settlements(paths: Path | Sequence[Path], ground: str | Layout, *, around_m: float = 0.0) -> list[Settlement]:
    """
    Read settlements from CSV files, plain or gzipped, and dumps of GeoNames, plain or zipped.

    Parameters
    ----------
    paths
        One file, or several, the most trusted first.
    ground
        The CRS of the map; or its layout, and only settlements on it are kept.
    around_m
        How far from the layout settlements are kept too.

    Raises
    ------
    ProblemsFound
        With every faulty line of every file.
    """
    problems: list[Problem] = []
    places: list[NamedPlace] = []
    crs, box = (ground, None) if isinstance(ground, str) else (ground.crs, _degrees(ground, around_m))
    for path in [paths] if isinstance(paths, Path) else paths:
        try:
            places += read_geonames(path, box) if is_geonames(path) else read_place_table(path, problems, box)
        except ProblemsFound as found:
            problems += found.problems
    raise_any(problems)
    if box is not None:
        places = [place for place in places if _holds(box, place.lon, place.lat)]
    settlements = _on_the_map(places, crs)
    return settlements if isinstance(ground, str) else _within(settlements, ground, around_m)


def _on_the_map(places: list[NamedPlace], crs: str) -> list[Settlement]:
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    xs, ys = to_map.transform([place.lon for place in places], [place.lat for place in places])
    return [
        Settlement(place.name, x, y, place.population, "", place.id,
                   MappingProxyType({"alt_name": place.also}) if place.also else _NO_NAMES)
        for place, x, y in zip(places, xs, ys, strict=True)
    ]  # fmt: skip


def _degrees(layout: Layout, around_m: float) -> tuple[float, float, float, float]:
    boxes = boxes_in(layout, WGS84, around_m) or [(-180.0, -90.0, 180.0, 90.0)]
    west, south, east, north = boxes[0]
    return west, south, east if east <= 180 else east - 360, north


def _holds(box: tuple[float, float, float, float], lon: float, lat: float) -> bool:
    west, south, east, north = box
    within = west <= lon <= east if west <= east else lon >= west or lon <= east
    return within and south <= lat <= north


def _within(settlements: list[Settlement], layout: Layout, around_m: float) -> list[Settlement]:
    if not settlements:
        return []
    xy = np.array([(place.x_m, place.y_m) for place in settlements])
    if around_m:
        (u0, v0, u1, v1), (u, v) = layout.extent(), layout.to_grid(xy).T
        kept = (u >= u0 - around_m) & (u <= u1 + around_m) & (v >= v0 - around_m) & (v <= v1 + around_m)
    else:
        kept = layout.indices_at(xy) != NO_HEX
    return [place for place, stays in zip(settlements, kept.tolist(), strict=True) if stays]


def settlements_of(points: Features, kinds: Sequence[str]) -> list[Settlement]:
    """
    Make settlements of points that a vector source tags as places.

    Parameters
    ----------
    kinds
        What each point is (m,): city, town, village, hamlet, or "" for what is no
        settlement and is left out; ``Kinds.codes(points, "place")`` says.

    Their name is the local one; ``names`` keeps the others, for the rules of the period.
    """
    settlements = []
    for shape, name, tags, kind in zip(points.shapes, points.ids, points.tags, kinds, strict=True):
        if kind and tags.get("name"):
            also = {key: value for key, value in tags.items() if _OTHER_NAME.fullmatch(key)}
            people = tag_people(tags.get("population", ""))
            settlements.append(Settlement(tags["name"], shape.x, shape.y, people, kind, name, MappingProxyType(also)))
    return settlements


def read_road_nodes(path: Path, crs: str) -> list[RoadNode]:
    """
    Read ``name, lon, lat, rank, also`` from a CSV file.

    Raises
    ------
    ProblemsFound
        With every faulty line; a name that comes twice is a fault.
    """
    table = read_table(path, ("name", "lon", "lat", "rank", "also"))
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    nodes: dict[str, RoadNode] = {}
    for row in table.rows:
        name = row.text("name")
        x, y = to_map.transform(row.number("lon", -180, 180), row.number("lat", -90, 90))
        if name in nodes:
            row.fault(f"name {name!r} comes twice", "rename one of them")
        nodes[name] = RoadNode(
            name, x, y, int(row.number("rank", 0, 4)), row.cells["also"].strip(), f"{table.name}, line {row.line}"
        )
    raise_any(table.problems)
    return list(nodes.values())
