"""Compare two maps of one grid hex by hex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap

__all__ = ["Difference", "diff"]

_SIDE_COLUMNS = {"hexside": HEXSIDES, "crossing": CROSSINGS, "road": ROADS, "rail": RAILS}
_HEIGHT_COLUMNS = ("elevation_m", "low_m", "high_m", "relief_m")


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that differs: where (a hex, or a hexside as two), what, before and after."""

    place: str
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        """Print as one line."""
        return f"{self.place} {self.what}: {self.before} -> {self.after}"


def diff(before: HexMap, after: HexMap, *, least_m: float = 1.0) -> list[Difference]:
    """
    List what differs between two maps: extent, terrain, heights, hexsides, links, places.

    Heights count as different from ``least_m`` metres on.

    Raises
    ------
    ProblemsFound
        If the maps do not lie on the same grid.
    """
    if before.layout != after.layout:
        what = f"{before.name!r} and {after.name!r} do not lie on the same grid"
        raise ProblemsFound([Problem("maps", what, "compare maps of one area, width and layout")])
    return [
        *_extent(before, after),
        *_terrain(before, after),
        *_heights(before, after, least_m),
        *_sides(before, after),
        *_places(before, after),
    ]


def _extent(before: HexMap, after: HexMap) -> Iterator[Difference]:
    words = ("off the map", "on the map")
    for i in np.flatnonzero(before.inside != after.inside).tolist():
        yield Difference(before.number(i), "extent", words[int(before.inside[i])], words[int(after.inside[i])])


def _terrain(before: HexMap, after: HexMap) -> Iterator[Difference]:
    for i in range(len(before)):
        if before.terrain_of(i) != after.terrain_of(i):
            yield Difference(before.number(i), "terrain", before.terrain_of(i), after.terrain_of(i))


def _heights(before: HexMap, after: HexMap, least_m: float) -> Iterator[Difference]:
    for name in _HEIGHT_COLUMNS:
        a, b = getattr(before, name), getattr(after, name)
        differs = (np.isnan(a) != np.isnan(b)) | (np.abs(a - b) >= least_m)
        for i in np.flatnonzero(differs).tolist():
            yield Difference(before.number(i), name, f"{a[i]:.0f}", f"{b[i]:.0f}")


def _sides(before: HexMap, after: HexMap) -> Iterator[Difference]:
    once = before.neighbour > np.arange(len(before))[:, None]
    for column, names in _SIDE_COLUMNS.items():
        a, b = getattr(before, column), getattr(after, column)
        for i, k in np.argwhere((a != b) & once).tolist():
            place = f"{before.number(i)}/{before.number(int(before.neighbour[i, k]))}"
            yield Difference(place, column, names[int(a[i, k])], names[int(b[i, k])])


def _places(before: HexMap, after: HexMap) -> Iterator[Difference]:
    old, new = set(before.places), set(after.places)
    for place in sorted(old - new, key=lambda place: place.name):
        yield Difference(before.number(place.index), "place", place.name, "none")
    for place in sorted(new - old, key=lambda place: place.name):
        yield Difference(after.number(place.index), "place", "none", place.name)
