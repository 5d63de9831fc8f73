"""Put bridges and fords where roads and railways cross water, and name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import Place
    from maps.grid.layout import Layout

    Codes = NDArray[np.uint8]

__all__ = ["Crossings", "cross_waters"]

_NAMED_WITHIN_HEXES = 4.0
_BRIDGED_WITHIN_HEXES = 1.5
_STREAM, _MAJOR = HEXSIDES.index("stream"), HEXSIDES.index("major_river")
_MAIN = ROADS.index("main")


class Crossings(NamedTuple):
    """Codes (n, 6), and the names of the crossed hexsides by (lower index, side)."""

    crossing: Codes
    names: dict[tuple[int, int], str]


def cross_waters(
    hexside: Codes,
    road: Codes,
    rail: Codes,
    layout: Layout,
    places: Sequence[Place],
    rivers: Mapping[tuple[int, int], str],
) -> Crossings:
    """
    Put a crossing wherever a road or railway meets a stream or river.

    It is a bridge, but a secondary road or track crosses a stream by a ford where no place lies
    within a hex and a half; what only a railway crosses by is a railway bridge. A crossing bears
    the name of the greatest place in the hexes on its banks, or else of the nearest.
    """
    crossing = np.zeros_like(hexside)
    names: dict[tuple[int, int], str] = {}
    table = layout.grid.neighbour_table()
    middles = layout.centres()[:, None, :] + _half_steps(layout)
    spots = layout.to_grid(np.array([(place.x_m, place.y_m) for place in places]).reshape(-1, 2))
    wet = (hexside >= _STREAM) & (hexside <= _MAJOR) & ((road > 0) | (rail > 0))
    lower = wet & (table > np.arange(len(table))[:, None])
    for index, side in np.argwhere(lower).tolist():
        across = int(table[index, side])
        off = np.hypot(*(spots - middles[index, side]).T) / layout.width_m
        by_road = road[index, side] > 0
        small = hexside[index, side] == _STREAM and by_road and road[index, side] < _MAIN and not rail[index, side]
        far_off = not len(off) or off.min() > _BRIDGED_WITHIN_HEXES
        kind = "ford" if small and far_off else "bridge" if by_road else "railway_bridge"
        crossing[index, side] = crossing[across, (side + 3) % SIDES] = CROSSINGS.index(kind)
        name = _nearest(places, off, (index, across)) + kind.replace("_", " ")
        river = rivers.get((index, side))
        names[index, side] = f"{river}, {name}" if river else name
    return Crossings(crossing, names)


def _nearest(places: Sequence[Place], off_hexes: NDArray[np.float64], banks: tuple[int, int]) -> str:
    """Name the greatest place on the banks, or else the nearest; a space after it, nothing if all are far."""
    on_banks = [k for k, place in enumerate(places) if place.index in banks]
    if on_banks:
        return places[min(on_banks, key=lambda k: (places[k].rank, off_hexes[k]))].name + " "
    near = len(off_hexes) and off_hexes.min() <= _NAMED_WITHIN_HEXES
    return places[int(np.argmin(off_hexes))].name + " " if near else ""


def _half_steps(layout: Layout) -> NDArray[np.float64]:
    corners = layout.corner_offsets()
    return np.asarray((corners + np.roll(corners, -1, axis=0)) / 2)
