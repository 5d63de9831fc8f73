"""Turn steep hexsides and cliffs into hachures: short strokes on the lower side, as on a map of the period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import SLOPES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]

__all__ = ["cliff_edges", "hachures"]

_STROKES = {"steep": 7, "cliff": 11}
_LONG = {"steep": 0.15, "cliff": 0.20}
_SHORTER = 0.65
_MARGIN = 0.08


def hachures(hexmap: HexMap) -> Floats:
    """
    Give the strokes of all steep hexsides and cliffs, in grid coordinates (m, 2, 2).

    Each begins on the hexside and leads towards the middle of the lower hex; where
    the heights do not tell which that is, strokes lead both ways.
    """
    found = [np.zeros((0, 2, 2))]
    centres, corners = hexmap.layout.centres(), hexmap.layout.corners()
    for kind, count in _STROKES.items():
        share = _MARGIN + (1 - 2 * _MARGIN) * (np.arange(count) + 0.5) / count
        long = _LONG[kind] * np.where(np.arange(count) % 2, _SHORTER, 1.0)
        for index, side in _once(hexmap, kind):
            a, b = corners[index, side], corners[index, (side + 1) % SIDES]
            start = a + (b - a) * share[:, None]
            ends = (start + (centres[lower] - start) * long[:, None] for lower in _lower(hexmap, index, side))
            found += [np.stack([start, end], axis=1) for end in ends]
    return np.concatenate(found)


def cliff_edges(hexmap: HexMap) -> Floats:
    """Give the hexsides that are cliffs, from corner to corner in grid coordinates (m, 2, 2)."""
    corners = hexmap.layout.corners()
    at = np.array(_once(hexmap, "cliff"), np.int64).reshape(-1, 2)
    return np.stack([corners[at[:, 0], at[:, 1]], corners[at[:, 0], (at[:, 1] + 1) % SIDES]], axis=1)


def _once(hexmap: HexMap, kind: str) -> list[tuple[int, int]]:
    here, side = np.nonzero(hexmap.slope == SLOPES.index(kind))
    across = hexmap.neighbour[here, side]
    keep = hexmap.inside[here] & ((across == NO_HEX) | (across > here))
    return list(zip(here[keep].tolist(), side[keep].tolist(), strict=True))


def _lower(hexmap: HexMap, index: int, side: int) -> tuple[int, ...]:
    other = int(hexmap.neighbour[index, side])
    if other == NO_HEX:
        return (index,)
    here, there = float(hexmap.elevation_m[index]), float(hexmap.elevation_m[other])
    # A comparison with an unknown height (NaN) is false: then both are drawn.
    if here < there:
        return (index,)
    return (other,) if there < here else (index, other)
