"""Put bridges and fords where roads and railways cross water, and name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
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
    within a hex and a half. A crossing bears the name of the nearest place.
    """
    crossing = np.zeros_like(hexside)
    names: dict[tuple[int, int], str] = {}
    table = layout.grid.neighbour_table()
    middles = layout.centres()[:, None, :] + _half_steps(layout)
    spots = layout.to_grid([(place.x_m, place.y_m) for place in places]).reshape(-1, 2)
    wet = (hexside >= _STREAM) & (hexside <= _MAJOR) & ((road > 0) | (rail > 0))
    lower = wet & (table > np.arange(len(table))[:, None]) & (table != NO_HEX)
    for index, side in np.argwhere(lower).tolist():
        off = np.hypot(*(spots - middles[index, side]).T) / layout.width_m
        by_road = road[index, side] > 0
        small = hexside[index, side] == _STREAM and by_road and road[index, side] < _MAIN and not rail[index, side]
        lonely = not len(off) or off.min() > _BRIDGED_WITHIN_HEXES
        kind = "ford" if small and lonely else "bridge"
        code = CROSSINGS.index(kind)
        crossing[index, side] = crossing[table[index, side], (side + 3) % SIDES] = code
        near = places[int(np.argmin(off))].name + " " if len(off) and off.min() <= _NAMED_WITHIN_HEXES else ""
        name = near + ("" if by_road else "railway ") + kind
        river = rivers.get((index, side))
        names[index, side] = f"{river}, {name}" if river else name
    return Crossings(crossing, names)


def _half_steps(layout: Layout) -> NDArray[np.float64]:
    corners = layout.corner_offsets()
    return np.asarray((corners + np.roll(corners, -1, axis=0)) / 2)
