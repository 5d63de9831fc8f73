"""
Measure polygons hex by hex.

The kernels know one layout, rows of pointy-top hexes; flat-top is the same
thing with the two coordinates exchanged, which the functions at the end do.
``x`` runs along a row of hexes, ``y`` across the rows; odd rows are shifted by
half a hex. All coordinates are grid coordinates in metres (see ``layout``).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexgrid import Grid
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Rings", "polygon_amounts"]

SQRT3 = math.sqrt(3.0)


class Rings(NamedTuple):
    """
    Polygons as flat arrays.

    Ring ``k`` is ``points[ring_starts[k]:ring_starts[k + 1]]``, closed or not;
    polygon ``p`` has the rings ``polygon_starts[p]`` to ``polygon_starts[p + 1]``,
    the first its outside, the others its holes.
    """

    points: Floats
    ring_starts: Ints
    polygon_starts: Ints


@njit(cache=True, nogil=True)
def _clip(ring: Floats, size: int, a: float, b: float, c: float, kept: Floats) -> int:
    """Keep of a ring what lies where ``a x + b y <= c`` (Sutherland and Hodgman); give its size."""
    found = 0
    for i in range(size):
        before = i - 1 if i > 0 else size - 1
        over, over_before = a * ring[i, 0] + b * ring[i, 1] - c, a * ring[before, 0] + b * ring[before, 1] - c
        if (over <= 0) != (over_before <= 0):
            share = over_before / (over_before - over)
            kept[found, 0] = ring[before, 0] + share * (ring[i, 0] - ring[before, 0])
            kept[found, 1] = ring[before, 1] + share * (ring[i, 1] - ring[before, 1])
            found += 1
        if over <= 0:
            kept[found, 0], kept[found, 1] = ring[i, 0], ring[i, 1]
            found += 1
    return found


@njit(cache=True, nogil=True)
def _signed_area(ring: Floats, size: int) -> float:
    total = 0.0
    for i in range(1, size - 1):
        ax, ay = ring[i, 0] - ring[0, 0], ring[i, 1] - ring[0, 1]
        bx, by = ring[i + 1, 0] - ring[0, 0], ring[i + 1, 1] - ring[0, 1]
        total += ax * by - bx * ay
    return 0.5 * total


@njit(cache=True, nogil=True)
def _area_in_hex(strip: Floats, x: float, y: float, width: float, a: Floats, b: Floats) -> float:
    """Measure the part of a strip (already cut to the row of the hex) that lies in the hex at x, y."""
    radius, slope = width / SQRT3, 1.0 / SQRT3
    size = _clip(strip, len(strip), 1.0, 0.0, x + width / 2, a)
    size = _clip(a, size, -1.0, 0.0, width / 2 - x, b)
    size = _clip(b, size, slope, 1.0, radius + slope * x + y, a)
    size = _clip(a, size, -slope, 1.0, radius - slope * x + y, b)
    size = _clip(b, size, slope, -1.0, radius + slope * x - y, a)
    size = _clip(a, size, -slope, -1.0, radius - slope * x - y, b)
    return _signed_area(b, size)


@njit(cache=True, nogil=True)
def _add_ring(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    ring: Floats, sign: float, amounts: Floats, width: float, rows: int, places: int, out: Floats
) -> None:
    radius = width / SQRT3
    room = 16 * len(ring) + 64  # each of eight cuts can cross the image of an edge twice
    a, b, strip, rest = np.empty((room, 2)), np.empty((room, 2)), np.empty((room, 2)), np.empty((room, 2))
    low, high = ring[:, 1].min(), ring[:, 1].max()
    first, last = math.ceil((low - radius) / (1.5 * radius)), math.floor((high + radius) / (1.5 * radius))
    for row in range(max(0, first), min(rows - 1, last) + 1):
        y, shift = 1.5 * radius * row, 0.5 * width * (row & 1)
        size = _clip(ring, len(ring), 0.0, 1.0, y + radius, a)
        size = _clip(a, size, 0.0, -1.0, radius - y, strip)
        if size < 3:
            continue
        left, right = strip[:size, 0].min(), strip[:size, 0].max()
        start = max(0, math.floor((left - shift) / width + 0.5))
        stop = min(places - 1, math.floor((right - shift) / width + 0.5))
        for place in range(start, stop + 1):
            x = shift + width * place
            out[row * places + place] += sign * _area_in_hex(strip[:size], x, y, width, a, b) * amounts
            # What is done with is cut away, or a long strip would be clipped whole for each hex.
            size = _clip(strip, size, -1.0, 0.0, -(x + width / 2), rest)
            strip[:size] = rest[:size]


@njit(cache=True, nogil=True)
def _amounts(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    points: Floats, ring_starts: Ints, polygon_starts: Ints, amounts: Floats, width: float, rows: int, places: int
) -> Floats:
    out = np.zeros((rows * places, amounts.shape[1]))
    for p in range(len(polygon_starts) - 1):
        for k in range(polygon_starts[p], polygon_starts[p + 1]):
            ring = points[ring_starts[k] : ring_starts[k + 1]]
            turn = _signed_area(ring, len(ring))
            if turn == 0.0:
                continue
            outside = k == polygon_starts[p]
            sign = 1.0 if (turn > 0) == outside else -1.0
            _add_ring(ring, sign, amounts[p], width, rows, places, out)
    return out


def _rows_places(grid: Grid) -> tuple[int, int]:
    return (grid.cols, grid.rows) if grid.flat_top else (grid.rows, grid.cols)


def _by_index(column: NDArray[Any], grid: Grid) -> NDArray[Any]:
    # The kernels number hexes along their own rows; the rows of a flat-top grid are its columns.
    if not grid.flat_top:
        return column
    table = column.reshape(grid.cols, grid.rows, *column.shape[1:])
    return np.ascontiguousarray(table.swapaxes(0, 1)).reshape(column.shape)


def polygon_amounts(rings: Rings, amounts: Floats, layout: Layout) -> Floats:
    """
    Add up, per hex, area of each polygon in it times the polygon's amounts.

    The cover is exact: polygons are cut along the hexsides. One column of
    ones gives square metres; a column that is 1 for one class only gives that
    class's area; a column of heights gives height times area.

    Parameters
    ----------
    rings
        Polygons in grid coordinates.
    amounts
        One row per polygon (p, k).

    Returns
    -------
    numpy.ndarray
        Sums (n, k), in square metres times the amounts' unit.
    """
    points = np.asarray(rings.points, np.float64)
    lying = np.ascontiguousarray(points[:, ::-1] if layout.grid.flat_top else points)
    found = _amounts(
        lying,
        np.asarray(rings.ring_starts, np.int64),
        np.asarray(rings.polygon_starts, np.int64),
        np.ascontiguousarray(amounts, np.float64),
        layout.width_m,
        *_rows_places(layout.grid),
    )
    return np.asarray(_by_index(found, layout.grid))
