"""Read places: settlements with their people, and the named nodes of road tables."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

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
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.problems import Problem
    from maps.sources.featureset import Features
    from maps.sources.geonames import NamedPlace

    Degrees = tuple[float, float, float, float]
    Once = Callable[[str, tuple[Any, ...], Callable[[], "_Read"]], "_Read"]

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


def read_settlements(
    paths: Path | Sequence[Path], ground: str | Layout, *, around_m: float = 0.0, kept: Once | None = None
) -> list[Settlement]:
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
    kept
        Gives what was read of the same files before; then a little more is read, for other hexes on that ground.

    Raises
    ------
    ProblemsFound
        With every faulty line of every file.
    """
    files = [paths] if isinstance(paths, Path) else list(paths)
    crs, box = (ground, None) if isinstance(ground, str) else (ground.crs, _degrees(ground, around_m))
    if kept is None or box is None:
        found = _read_all(files, crs, box)
    else:
        wide = _outward(box)
        of = tuple((path, path.stat().st_mtime_ns) for path in files if path.is_file()), crs, wide
        found = kept("settlements", of, lambda: _read_all(files, crs, wide))
    if box is None or isinstance(ground, str):
        return found.settlements
    rows = np.flatnonzero(_within_box(box, *found.lonlat.T) & _within(found.xy, ground, around_m))
    return [found.settlements[row] for row in rows.tolist()]


class _Read(NamedTuple):
    """Settlements, and where they lie: in degrees, and in map coordinates (n, 2)."""

    settlements: list[Settlement]
    lonlat: NDArray[np.float64]
    xy: NDArray[np.float64]


def _read_all(files: Sequence[Path], crs: str, box: Degrees | None) -> _Read:
    problems: list[Problem] = []
    places: list[NamedPlace] = []
    for path in files:
        try:
            places += read_geonames(path, box) if is_geonames(path) else read_place_table(path, problems, box)
        except ProblemsFound as found:
            problems += found.problems
    raise_any(problems)
    lonlat = np.array([(place.lon, place.lat) for place in places], np.float64).reshape(-1, 2)
    xs, ys = Transformer.from_crs("EPSG:4326", crs, always_xy=True).transform(*lonlat.T)
    xy = np.stack([np.asarray(xs), np.asarray(ys)], axis=1)
    settlements = [
        Settlement(place.name, x, y, place.population, "", place.id,
                   MappingProxyType({"alt_name": place.also}) if place.also else _NO_NAMES)
        for place, (x, y) in zip(places, xy.tolist(), strict=True)
    ]  # fmt: skip
    return _Read(settlements, lonlat, xy)


def _outward(box: Degrees) -> Degrees:
    """Give the box of whole quarters of a degree about one, so that maps of other hexes ask for the same."""
    west, south, east, north = box
    return (
        max(math.floor(4 * west) / 4, -180.0), math.floor(4 * south) / 4,
        min(math.ceil(4 * east) / 4, 180.0), math.ceil(4 * north) / 4,
    )  # fmt: skip


def _degrees(layout: Layout, around_m: float) -> Degrees:
    boxes = boxes_in(layout, WGS84, around_m) or [(-180.0, -90.0, 180.0, 90.0)]
    west, south, east, north = boxes[0]
    return west, south, east if east <= 180 else east - 360, north


def _within_box(box: Degrees, lons: NDArray[np.float64], lats: NDArray[np.float64]) -> NDArray[np.bool_]:
    west, south, east, north = box
    within = (lons >= west) & (lons <= east) if west <= east else (lons >= west) | (lons <= east)
    return np.asarray(within & (lats >= south) & (lats <= north))


def _within(xy: NDArray[np.float64], layout: Layout, around_m: float) -> NDArray[np.bool_]:
    if not len(xy):
        return np.zeros(0, bool)
    if not around_m:
        return np.asarray(layout.indices_at(xy) != NO_HEX)
    (u0, v0, u1, v1), (u, v) = layout.extent(), layout.to_grid(xy).T
    return np.asarray((u >= u0 - around_m) & (u <= u1 + around_m) & (v >= v0 - around_m) & (v <= v1 + around_m))


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
