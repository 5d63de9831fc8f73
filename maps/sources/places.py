"""Read places: settlements with their people, and the named nodes of road tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyproj import Transformer

from maps.problems import raise_any
from maps.sources.tables import read_table

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["RoadNode", "Settlement", "read_road_nodes", "read_settlements"]


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settlement, in map coordinates."""

    name: str
    x_m: float
    y_m: float
    population: int


@dataclass(frozen=True, slots=True)
class RoadNode:
    """A named town or crossroads that links begin and end at; ``also`` is its name among the settlements."""

    name: str
    x_m: float
    y_m: float
    rank: int
    """As a place on the map: 1 to 4; 0 for a mere crossroads."""
    also: str


def read_settlements(path: Path, crs: str) -> list[Settlement]:
    """
    Read ``name, latitude, longitude, population`` from a CSV file, plain or gzipped.

    Raises
    ------
    ProblemsFound
        With every faulty line.
    """
    table = read_table(path, ("name", "latitude", "longitude", "population"))
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    names = [row.text("name") for row in table.rows]
    people = [int(row.number("population", 0, 1e8)) for row in table.rows]
    lons = [row.number("longitude", -180, 180) for row in table.rows]
    lats = [row.number("latitude", -90, 90) for row in table.rows]
    raise_any(table.problems)
    xs, ys = to_map.transform(lons, lats)
    return [Settlement(*fields) for fields in zip(names, xs, ys, people, strict=True)]


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
        nodes[name] = RoadNode(name, x, y, int(row.number("rank", 0, 4)), row.cells["also"].strip())
    raise_any(table.problems)
    return list(nodes.values())
