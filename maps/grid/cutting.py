"""Cut polygons along the hexsides and keep how much of each lies in each hex."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.grid.kernels import _add_ring, _longest, _room_for, _signed_area

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.kernels import Rings
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Cuts", "cut_polygons"]

_SQRT3 = math.sqrt(3.0)
_DUST = 1e-13
"""Share of a hex below which a piece is what rounding left."""


class Cuts(NamedTuple):
    """Pieces of polygons: the polygon, the hex, and the square metres (r,); sorted by polygon."""

    polygon: NDArray[np.int32]
    hex: NDArray[np.int32]
    area_m2: Floats


@njit(cache=True, nogil=True)
def _reach(ring: Floats, column: int, half: float, step: float, most: int) -> tuple[int, int]:
    """Give the first and last row, or place, of hexes that a ring may touch."""
    low, high = ring[:, column].min(), ring[:, column].max()
    return max(0, math.ceil((low - half) / step)), min(most - 1, math.floor((high + half) / step))


@njit(cache=True, nogil=True)
def _cut(
    points: Floats, ring_starts: Ints, polygon_starts: Ints, width: float, rows: int, places: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
    radius, one, dust = width / _SQRT3, np.ones(1), _DUST * 0.5 * _SQRT3 * width * width
    amounts, room = np.zeros((rows * places, 1)), _room_for(_longest(ring_starts), places)
    polygon, hex_, area, found = np.empty(1024, np.int32), np.empty(1024, np.int32), np.empty(1024), 0
    for p in range(len(polygon_starts) - 1):
        outside = polygon_starts[p]
        for k in range(outside, polygon_starts[p + 1]):
            ring = points[ring_starts[k] : ring_starts[k + 1]]
            turn = _signed_area(ring, len(ring))
            if turn != 0.0:
                sign = 1.0 if (turn > 0) == (k == outside) else -1.0
                _add_ring(ring, sign, one, width, rows, places, room, amounts)
        ring = points[ring_starts[outside] : ring_starts[outside + 1]]
        first_row, last_row = _reach(ring, 1, radius, 1.5 * radius, rows)
        first, last = _reach(ring, 0, width, width, places)
        for row in range(first_row, last_row + 1):
            for k in range(row * places + first, row * places + last + 1):
                if amounts[k, 0] > dust:
                    if found == len(area):
                        polygon = np.concatenate((polygon, np.empty_like(polygon)))
                        hex_, area = np.concatenate((hex_, np.empty_like(hex_))), np.concatenate((area, area))
                    polygon[found], hex_[found], area[found] = p, k, amounts[k, 0]
                    found += 1
                amounts[k, 0] = 0.0
    return polygon[:found], hex_[:found], area[:found]


def cut_polygons(rings: Rings, layout: Layout) -> Cuts:
    """
    Measure the piece of each polygon in each hex, exactly.

    Parameters
    ----------
    rings
        Polygons in grid coordinates; an empty one has one ring without points, or is not there.
    """
    grid = layout.grid
    points = np.asarray(rings.points, np.float64)
    lying = np.ascontiguousarray(points[:, ::-1] if grid.flat_top else points)
    rows, places = (grid.cols, grid.rows) if grid.flat_top else (grid.rows, grid.cols)
    starts = np.asarray(rings.ring_starts, np.int64), np.asarray(rings.polygon_starts, np.int64)
    polygon, hex_, area = _cut(lying, *starts, layout.width_m, rows, places)
    if grid.flat_top:
        # The kernel numbers hexes along its own rows, which are the grid's columns.
        hex_ = (hex_ % places * grid.cols + hex_ // places).astype(np.int32)
    return Cuts(polygon, hex_, area)
