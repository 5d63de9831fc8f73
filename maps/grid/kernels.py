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

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexgrid import Grid
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Rings", "polygon_amounts"]

SQRT3 = math.sqrt(3.0)
_ON_EDGE = 1e-9
"""So near the edge of a row, as a share of a hex's radius, a point counts as lying on it."""
_BAND = 16
"""Rows that are cut from a long ring together."""


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


class _Room(NamedTuple):
    """Arrays to work in, made once: four for rings, one for a band of rows; and marks by place."""

    a: Floats
    b: Floats
    strip: Floats
    rest: Floats
    band: Floats
    marks: NDArray[np.int32]


@njit(cache=True, nogil=True)
def _longest(ring_starts: Ints) -> int:
    longest = 0
    for k in range(len(ring_starts) - 1):
        longest = max(longest, ring_starts[k + 1] - ring_starts[k])
    return longest


@njit(cache=True, nogil=True)
def _room_for(longest: int, places: int) -> _Room:
    # Each of eight cuts can cross the image of an edge twice.
    size = 16 * longest + 64
    return _Room(
        np.empty((size, 2)),
        np.empty((size, 2)),
        np.empty((size, 2)),
        np.empty((size, 2)),
        np.empty((size, 2)),
        np.empty((2, places + 2), np.int32),
    )


@njit(cache=True, nogil=True)
def _clip(ring: Floats, size: int, a: float, b: float, c: float, kept: Floats) -> int:
    """Keep of a ring what lies where ``a x + b y <= c`` (Sutherland and Hodgman); give its size."""
    if size == 0:
        return 0
    found = 0
    x_before, y_before = ring[size - 1, 0], ring[size - 1, 1]
    over_before = a * x_before + b * y_before - c
    for i in range(size):
        x, y = ring[i, 0], ring[i, 1]
        over = a * x + b * y - c
        if (over <= 0) != (over_before <= 0):
            share = over_before / (over_before - over)
            kept[found, 0] = x_before + share * (x - x_before)
            kept[found, 1] = y_before + share * (y - y_before)
            found += 1
        if over <= 0:
            kept[found, 0], kept[found, 1] = x, y
            found += 1
        x_before, y_before, over_before = x, y, over
    return found


@njit(cache=True, nogil=True)
def _split(ring: Floats, size: int, x_cut: float, left: Floats, right: Floats) -> tuple[int, int]:
    """Part a ring at x; give the sizes of what lies left and right."""
    to_left, to_right = 0, 0
    x_before, y_before = ring[size - 1, 0], ring[size - 1, 1]
    for i in range(size):
        x, y = ring[i, 0], ring[i, 1]
        if (x <= x_cut) != (x_before <= x_cut):
            y_cut = y_before + (x_cut - x_before) / (x - x_before) * (y - y_before)
            left[to_left, 0], left[to_left, 1] = x_cut, y_cut
            right[to_right, 0], right[to_right, 1] = x_cut, y_cut
            to_left, to_right = to_left + 1, to_right + 1
        if x <= x_cut:
            left[to_left, 0], left[to_left, 1] = x, y
            to_left += 1
        else:
            right[to_right, 0], right[to_right, 1] = x, y
            to_right += 1
        x_before, y_before = x, y
    return to_left, to_right


@njit(cache=True, nogil=True)
def _signed_area(ring: Floats, size: int) -> float:
    total = 0.0
    for i in range(1, size - 1):
        ax, ay = ring[i, 0] - ring[0, 0], ring[i, 1] - ring[0, 1]
        bx, by = ring[i + 1, 0] - ring[0, 0], ring[i + 1, 1] - ring[0, 1]
        total += ax * by - bx * ay
    return 0.5 * total


@njit(cache=True, nogil=True)
def _area_in_hex(part: Floats, size: int, x: float, y: float, width: float, other: Floats) -> float:
    """Measure what lies in the hex at x, y of a part already cut to its row and its two upright sides."""
    radius, slope = width / SQRT3, 1.0 / SQRT3
    for down in (1.0, -1.0):
        for right in (slope, -slope):
            limit, sticks_out = radius + right * x + down * y, False
            for i in range(size):
                if right * part[i, 0] + down * part[i, 1] > limit:
                    sticks_out = True
                    break
            if sticks_out:
                size = _clip(part, size, right, down, limit, other)
                part, other = other, part
    return _signed_area(part, size)


@njit(cache=True, nogil=True)
def _mark(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    strip: Floats, size: int, y: float, shift: float, width: float, start: int, stop: int, marks: NDArray[np.int32]
) -> None:
    """
    Mark, as steps from place to place, how many edges lie over each hex of a row, and how often it lies inside.

    A hex that no edge touches lies wholly inside, or outside, as its centre
    does; the centre is inside as often as edges to its left go round it.
    """
    marks[:, start : stop + 2] = 0
    edge = (1.0 - _ON_EDGE) * width / SQRT3
    x_before, y_before = strip[size - 1, 0], strip[size - 1, 1] - y
    for i in range(size):
        x_here, y_here = strip[i, 0], strip[i, 1] - y
        # What runs along the upper or lower edge of the row came of cutting, and touches hexes in no more than a tip.
        if not (min(y_before, y_here) >= edge or max(y_before, y_here) <= -edge):
            first = math.floor((min(x_before, x_here) - shift) / width + 0.5)
            after = math.floor((max(x_before, x_here) - shift) / width + 0.5) + 1
            after = min(max(after, start), stop + 1)
            marks[0, min(max(first, start), stop + 1)] += 1
            marks[0, after] -= 1
            if (y_before <= 0.0) != (y_here <= 0.0):
                marks[1, after] += 1 if y_here < y_before else -1
        x_before, y_before = x_here, y_here


@njit(cache=True, nogil=True)
def _add_row(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    ring: Floats, sign: float, amounts: Floats, width: float, row: int, places: int, room: _Room, out: Floats
) -> None:
    a, b, strip, rest, _, marks = room
    radius = width / SQRT3
    y, shift = 1.5 * radius * row, 0.5 * width * (row & 1)
    size = _clip(ring, len(ring), 0.0, 1.0, y + radius, a)
    size = _clip(a, size, 0.0, -1.0, radius - y, strip)
    if size < 3:
        return
    left, right = strip[:size, 0].min(), strip[:size, 0].max()
    start = max(0, math.floor((left - shift) / width + 0.5))
    stop = min(places - 1, math.floor((right - shift) / width + 0.5))
    if stop < start:
        return
    _mark(strip, size, y, shift, width, start, stop, marks)
    edges, inside, cut_to = 0, 0, left
    for place in range(start, stop + 1):
        edges, inside = edges + marks[0, place], inside + marks[1, place]
        x, area = shift + width * place, inside * SQRT3 / 2 * width**2
        if edges > 0:
            # Each part of the strip is looked at once: what is done with is cut away.
            if cut_to < x - width / 2:
                size = _clip(strip, size, -1.0, 0.0, width / 2 - x, rest)
                strip, rest = rest, strip
            if size < 3:
                return
            part, size = _split(strip, size, x + width / 2, a, rest)
            strip, rest, cut_to = rest, strip, x + width / 2
            area = _area_in_hex(a, part, x, y, width, b)
        if area != 0.0:
            out[row * places + place] += sign * area * amounts


@njit(cache=True, nogil=True)
def _add_ring(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    ring: Floats, sign: float, amounts: Floats, width: float, rows: int, places: int, room: _Room, out: Floats
) -> None:
    radius = width / SQRT3
    low, high = ring[:, 1].min(), ring[:, 1].max()
    first, last = math.ceil((low - radius) / (1.5 * radius)), math.floor((high + radius) / (1.5 * radius))
    first, last = max(0, first), min(rows - 1, last)
    for top in range(first, last + 1, _BAND):
        bottom = min(top + _BAND - 1, last)
        part = ring
        if last - first >= _BAND:
            # A long ring over many rows is cut to a band of them first, or each row would go through all of it.
            size = _clip(ring, len(ring), 0.0, 1.0, 1.5 * radius * bottom + radius, room.a)
            size = _clip(room.a, size, 0.0, -1.0, radius - 1.5 * radius * top, room.band)
            part = room.band[:size]
        for row in range(top, bottom + 1):
            _add_row(part, sign, amounts, width, row, places, room, out)


@njit(cache=True, nogil=True)
def _amounts(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    points: Floats, ring_starts: Ints, polygon_starts: Ints, amounts: Floats, width: float, rows: int, places: int
) -> Floats:
    out = np.zeros((rows * places, amounts.shape[1]))
    room = _room_for(_longest(ring_starts), places)
    for p in range(len(polygon_starts) - 1):
        for k in range(polygon_starts[p], polygon_starts[p + 1]):
            ring = points[ring_starts[k] : ring_starts[k + 1]]
            turn = _signed_area(ring, len(ring))
            if turn == 0.0:
                continue
            outside = k == polygon_starts[p]
            sign = 1.0 if (turn > 0) == outside else -1.0
            _add_ring(ring, sign, amounts[p], width, rows, places, room, out)
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
