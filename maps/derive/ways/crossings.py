"""Put bridges, fords and ferries where roads and railways cross water, and name them."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.nearby import nearest_of
from maps.derive.ways.snapping import Placed, Unplaced, place_marks
from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.ways.bridges import Mark
    from maps.grid.hexmap import Place
    from maps.grid.layout import Layout

    Codes = NDArray[np.uint8]
    Floats = NDArray[np.float64]

__all__ = ["Crossings", "cross_waters"]

_NAMED_WITHIN_HEXES = 4.0
_BRIDGED_WITHIN_HEXES = 1.5
_STREAM, _MAJOR = HEXSIDES.index("stream"), HEXSIDES.index("major_river")
_IN_WORDS = {ROADS.index(name): name if name == "track" else f"{name} road" for name in ROADS[1:]}
_CODE = {name: code for code, name in enumerate(CROSSINGS)}
_TRACK, _MAIN = ROADS.index("track"), ROADS.index("main")


class Crossings(NamedTuple):
    """
    What leads over water.

    ``crossing`` holds codes (n, 6); the others go by (lower index, side): names,
    and in words why a crossing is there. ``unplaced`` lists what the sources
    know and no road on the map leads over.
    """

    crossing: Codes
    names: dict[tuple[int, int], str]
    reasons: dict[tuple[int, int], str]
    unplaced: tuple[Unplaced, ...]


def cross_waters(
    hexside: Codes,
    road: Codes,
    rail: Codes,
    layout: Layout,
    places: Sequence[Place],
    rivers: Mapping[tuple[int, int], str],
    *,
    marks: Sequence[Mark] | None = None,
) -> Crossings:
    """
    Put a crossing wherever a road or railway meets a stream or river.

    Where the sources know a crossing, it is that one (see ``place_marks``). Else it is a
    bridge; but a track crosses a stream by a ford, and so does a secondary road of a
    schematic map, if no place lies within a hex and a half. What only a railway crosses by
    is a railway bridge. A crossing bears its own name, or that of the greatest place in the
    hexes on its banks, or of the nearest, or of its road.

    Parameters
    ----------
    marks
        Crossings of the sources; None if the roads are schematic.
    """
    table = layout.grid.neighbour_table()
    placed, unplaced = place_marks(marks or (), hexside, road, rail, layout, rivers)
    crossing = np.zeros_like(hexside)
    names: dict[tuple[int, int], str] = {}
    reasons: dict[tuple[int, int], str] = {}
    ways = np.nonzero(road | rail)
    wet = (table[ways] > ways[0]) & (hexside[ways] >= _STREAM) & (hexside[ways] <= _MAJOR)
    keys: list[tuple[int, int]] = sorted({*zip(*(ends[wet].tolist() for ends in ways), strict=True), *placed})
    near = _Near(places, layout, keys)
    index, side = np.array(keys, np.int64).reshape(-1, 2).T
    across = table[index, side]
    codes = zip(*(column[index, side].tolist() for column in (hexside, road, rail)), strict=True)
    default = cache(partial(_default, schematic=marks is None))
    kinds = []
    for key, beyond, own in zip(keys, across.tolist(), codes, strict=True):
        mark = placed.get(key)
        kind, reasons[key] = default(*own, near.is_place_by(key)) if mark is None else (mark.kind, mark.reason)
        names[key] = _joined(rivers.get(key), _name(mark, near.name_of(key, beyond), kind))
        kinds.append(_CODE[kind])
    crossing[index, side] = crossing[across, (side + 3) % SIDES] = kinds
    return Crossings(crossing, names, reasons, unplaced)


def _default(water: int, road: int, rail: int, settled: bool, *, schematic: bool) -> tuple[str, str]:
    """Find how a road or railway crosses water if no source says how, and why so."""
    over = HEXSIDES[water].replace("_", " ")
    if not road:
        return "railway_bridge", f"by default: only a railway leads over the {over}"
    poor = road < _MAIN if schematic else road == _TRACK
    if water == _STREAM and poor and not rail and not settled:
        return "ford", f"by default: a {_IN_WORDS[road]} over a stream, far from any place"
    return "bridge", f"by default: a {_IN_WORDS[road]} over a {over}"


def _joined(river: str | None, name: str) -> str:
    return f"{river}, {name}" if river else name


def _name(mark: Placed | None, place: str, kind: str) -> str:
    """Name a crossing; a comma and space would part the name from the river's, and go."""
    own = mark.name.replace(", ", " ") if mark else ""
    by = place or (mark.road.replace(", ", " ") if mark else "")
    return own or f"{by} {kind.replace('_', ' ')}".lstrip()


class _Near:
    """The places of a map, to be asked which lie by hexsides."""

    def __init__(self, places: Sequence[Place], layout: Layout, keys: Sequence[tuple[int, int]]) -> None:
        """Take the places, and the hexsides that will be asked for."""
        self.places, self.width_m = places, layout.width_m
        self.spots = layout.to_grid(np.array([(place.x_m, place.y_m) for place in places]).reshape(-1, 2))
        corners = layout.corner_offsets()
        half_steps = (corners + np.roll(corners, -1, axis=0)) / 2
        index, side = np.array(keys, np.int64).reshape(-1, 2).T
        self.middles = layout.centres()[index] + half_steps[side]
        self.row_of = {key: row for row, key in enumerate(keys)}
        off, row = nearest_of(self.spots, self.middles)
        self.nearest = dict(zip(keys, zip(off.tolist(), row.tolist(), strict=True), strict=True))
        self.of_hex: dict[int, list[int]] = {}
        for k, place in enumerate(places):
            self.of_hex.setdefault(place.index, []).append(k)

    def is_place_by(self, key: tuple[int, int]) -> bool:
        """Say whether a place lies within a hex and a half."""
        return bool(self.nearest[key][0] <= _BRIDGED_WITHIN_HEXES * self.width_m)

    def name_of(self, key: tuple[int, int], across: int) -> str:
        """Name the greatest place on the banks, or else the nearest; empty if all are far."""
        banks = [*self.of_hex.get(key[0], ()), *self.of_hex.get(across, ())]
        if banks:
            return self.places[min(banks, key=lambda k: (self.places[k].rank, self._off_m(key, k), k))].name
        off, row = self.nearest[key]
        return self.places[row].name if off <= _NAMED_WITHIN_HEXES * self.width_m else ""

    def _off_m(self, key: tuple[int, int], row: int) -> float:
        return float(np.hypot(*(self.spots[row] - self.middles[self.row_of[key]])))
