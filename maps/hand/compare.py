"""Compare two maps hex by hex, or, where their grids differ, by position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.hand.handwork import describe
from maps.derive.hand.sides import side_words
from maps.grid.hexgrid import NO_HEX
from maps.lonlat import hexes_at, lonlat_of
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap, Place

__all__ = ["Difference", "diff", "diff_by_position"]

_SIDE_COLUMNS = ("hexside", "slope", "border", "crossing", "road", "rail")
_HEIGHT_COLUMNS = ("elevation_m", "low_m", "high_m", "relief_m")
_LEAST_DEGREES = 0.5


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
    List what differs between two maps: extent, terrain, heights, hexsides, links, names, places, corrections.

    Heights count as different from ``least_m`` metres on, slopes of the ground from half a degree.

    Raises
    ------
    ProblemsFound
        If the maps do not lie on the same grid.
    """
    if before.layout != after.layout:
        what = f"{before.name!r} and {after.name!r} do not lie on the same grid"
        raise ProblemsFound([Problem("maps", what, "compare maps of one area, width and layout, or by position")])
    return [
        *_extent(before, after),
        *_terrain(before, after),
        *(one for name in _HEIGHT_COLUMNS for one in _measured(before, after, name, least_m)),
        *_measured(before, after, "slope_deg", _LEAST_DEGREES),
        *_sides(before, after),
        *_side_names(before, after),
        *_places(before, after),
        *_corrections(before, after),
    ]


def diff_by_position(before: HexMap, after: HexMap, *, least_m: float = 1.0) -> list[Difference]:
    """
    List where terrain and height differ between maps of different grids.

    Each hex of the finer map is held against the hex of the other that holds its centre; what
    lies on hexsides cannot be compared so.

    Raises
    ------
    ProblemsFound
        If no part of one lies on the other.
    """
    fine, coarse = sorted((before, after), key=lambda hexmap: hexmap.layout.width_m)
    here = np.flatnonzero(fine.inside)
    there = hexes_at(coarse.layout, lonlat_of(fine.layout, fine.layout.centres()[here]))
    met = (there != NO_HEX) & coarse.inside[there]
    here, there = here[met], there[met]
    if not len(here):
        what = f"{before.name!r} and {after.name!r} have no ground in common"
        raise ProblemsFound([Problem("maps", what, "compare maps of one area")])
    rows = {id(fine): here, id(coarse): there}
    one, other = rows[id(before)], rows[id(after)]
    found = [
        Difference(f"{fine.number(here[k])} ({coarse.number(there[k])})", "terrain", old, new)
        for k, (old, new) in enumerate(zip(_words(before)[one], _words(after)[other], strict=True))
        if old != new
    ]
    a, b = before.elevation_m[one], after.elevation_m[other]
    for k in np.flatnonzero((np.isnan(a) != np.isnan(b)) | (np.abs(a - b) >= least_m)).tolist():
        place = f"{fine.number(here[k])} ({coarse.number(there[k])})"
        found.append(Difference(place, "elevation_m", f"{a[k]:.0f}", f"{b[k]:.0f}"))
    return found


def _words(hexmap: HexMap) -> NDArray[np.object_]:
    return np.array(hexmap.shown_names, object)[hexmap.terrain]


def _extent(before: HexMap, after: HexMap) -> Iterator[Difference]:
    words = ("off the map", "on the map")
    for i in np.flatnonzero(before.inside != after.inside).tolist():
        yield Difference(before.number(i), "extent", words[int(before.inside[i])], words[int(after.inside[i])])


def _terrain(before: HexMap, after: HexMap) -> Iterator[Difference]:
    old, new = _words(before), _words(after)
    for i in np.flatnonzero(old != new).tolist():
        yield Difference(before.number(i), "terrain", old[i], new[i])


def _measured(before: HexMap, after: HexMap, name: str, least: float) -> Iterator[Difference]:
    a, b = getattr(before, name), getattr(after, name)
    for i in np.flatnonzero((np.isnan(a) != np.isnan(b)) | (np.abs(a - b) >= least)).tolist():
        yield Difference(before.number(i), name, f"{a[i]:.0f}", f"{b[i]:.0f}")


def _sides(before: HexMap, after: HexMap) -> Iterator[Difference]:
    once = before.neighbour > np.arange(len(before))[:, None]
    for column in _SIDE_COLUMNS:
        # Kinds of the maps' own may have other codes in the other map.
        a, b = (np.array(side_words(one)[column], object)[getattr(one, column)] for one in (before, after))
        for i, k in np.argwhere((a != b) & once).tolist():
            place = f"{before.number(i)}/{before.number(int(before.neighbour[i, k]))}"
            yield Difference(place, column, a[i, k], b[i, k])


def _side_names(before: HexMap, after: HexMap) -> Iterator[Difference]:
    old, new = before.side_names, after.side_names
    across_of = before.layout.grid.neighbour_table()
    for i, k in sorted(key for key in {*old, *new} if old.get(key) != new.get(key)):
        across = int(across_of[i, k])
        place = f"{before.number(i)}/{before.number(across)}" if across != NO_HEX else f"{before.number(i)}, side {k}"
        yield Difference(place, "name", old.get((i, k), "none"), new.get((i, k), "none"))


def _places(before: HexMap, after: HexMap) -> Iterator[Difference]:
    old, new = set(before.places), set(after.places)
    gone, come = (sorted(places, key=lambda place: (place.name, place.index)) for places in (old - new, new - old))
    for place in list(gone):
        same = next((other for other in come if other.name == place.name), None)
        if same is not None:
            gone.remove(place)
            come.remove(same)
            what = f"place {place.name}"
            yield Difference(after.number(same.index), what, _where(before, place), _where(after, same))
    for place in gone:
        yield Difference(before.number(place.index), "place", place.name, "none")
    for place in come:
        yield Difference(after.number(place.index), "place", "none", place.name)


def _where(hexmap: HexMap, place: Place) -> str:
    return f"{hexmap.number(place.index)}, rank {place.rank}, {place.population:,} people"


def _corrections(before: HexMap, after: HexMap) -> Iterator[Difference]:
    old, new = before.corrections, after.corrections
    for one in old:
        if one not in new:
            yield Difference(f"correction {one.id}", "correction", describe(one), "none")
    for one in new:
        if one not in old:
            yield Difference(f"correction {one.id}", "correction", "none", describe(one))
