"""
Find where lines cross other lines.

The other lines are sorted into square cells once. Two stretches are compared by the
side of one that the ends of the other lie on, each with a bound for its rounding; where a
side is in doubt, as where lines share a point, the pair of lines is named for
a slower and exact way to decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Cells", "Meetings", "cells_of", "meetings"]

# Shewchuk, Adaptive precision floating-point arithmetic (1997), bound A of the test of orientation.
_BOUND = 3.3306690738754716e-16
_SAME_SPOT_M = 1e-6
_MOST_CELLS = 4_000_000


class Cells(NamedTuple):
    """Lines sorted into cells: those stretches that touch cell c are ``first[c]`` to ``first[c + 1]`` in ``point``."""

    points: Floats
    """Of all lines (m, 2)."""
    line: Ints
    """The line that each belongs to (m,)."""
    low: Floats
    size: float
    wide: int
    high: int
    first: Ints
    point: Ints
    """The point that a stretch begins with."""


class Meetings(NamedTuple):
    """
    Where lines cross others (k,); each spot of a pair is named once.

    Attributes
    ----------
    line, other
        Of the lines asked for, and of those in the cells.
    at_m
        How far along the line.
    doubtful
        Pairs of line and other that may cross or not, or nobody knows where (d, 2).
    """

    line: Ints
    other: Ints
    at_m: Floats
    doubtful: Ints


def cells_of(points: Floats, starts: Ints) -> Cells:
    """
    Sort lines into cells about as large as their stretches.

    Parameters
    ----------
    points
        All points of all lines (m, 2).
    starts
        Where the points of each line begin, and the end of the last (l + 1,).
    """
    line = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    if len(points) < 2:
        return Cells(points.reshape(-1, 2), line, np.zeros(2), 1.0, 0, 0, np.zeros(1, np.int64), line[:0])
    low, span = points.min(axis=0), np.ptp(points, axis=0)
    own = line[1:] == line[:-1]
    size = max(float(np.abs(np.diff(points, axis=0))[own].mean()) if own.any() else 0.0, float(span.max()) / 1e6, 1e-9)
    size *= max(1.0, float(np.sqrt((span / size + 1).prod() / min(_MOST_CELLS, 4 * len(points)))))
    wide, high = (int(cells) + 1 for cells in np.floor(span / size))
    first, point = _sorted(points, line, low, size, wide, high)
    return Cells(points, line, low, size, wide, high, first, point)


@njit(cache=True, nogil=True)
def _sorted(points: Floats, line: Ints, low: Floats, size: float, wide: int, high: int) -> tuple[Ints, Ints]:
    first = np.zeros(wide * high + 1, np.int64)
    for k in range(len(points) - 1):
        if line[k] == line[k + 1]:
            x0, x1 = _span(points[k, 0], points[k + 1, 0], low[0], size, wide)
            y0, y1 = _span(points[k, 1], points[k + 1, 1], low[1], size, high)
            for y in range(y0, y1 + 1):
                first[y * wide + x0 + 1 : y * wide + x1 + 2] += 1
    first = np.cumsum(first)
    room, found = first[:-1].copy(), np.empty(first[-1], np.int64)
    for k in range(len(points) - 1):
        if line[k] == line[k + 1]:
            x0, x1 = _span(points[k, 0], points[k + 1, 0], low[0], size, wide)
            y0, y1 = _span(points[k, 1], points[k + 1, 1], low[1], size, high)
            for y in range(y0, y1 + 1):
                for cell in range(y * wide + x0, y * wide + x1 + 1):
                    found[room[cell]] = k
                    room[cell] += 1
    return first, found


@njit(cache=True, nogil=True)
def _span(one: float, other: float, low: float, size: float, count: int) -> tuple[int, int]:
    """Give the first and last cell, along one axis, that a stretch touches; the first is beyond the last if none."""
    first, last = np.floor((min(one, other) - low) / size), np.floor((max(one, other) - low) / size)
    return int(max(first, 0.0)), int(min(last, count - 1.0))


def meetings(points: Floats, starts: Ints, cells: Cells) -> Meetings:
    """
    Find where lines cross those in the cells.

    Parameters
    ----------
    points
        All points of all lines (m, 2).
    starts
        Where the points of each line begin, and the end of the last (l + 1,).
    """
    line, other, at_m, spots = _meet(points, np.asarray(starts, np.int64), cells)
    unsure = np.isnan(at_m)
    many = int(cells.line.max(initial=0)) + 1
    pair = line * many + other
    doubtful = np.unique(pair[unsure])
    sure = ~np.isin(pair, doubtful) if len(doubtful) else np.ones(len(pair), bool)
    near = np.rint(spots[sure] / _SAME_SPOT_M)
    order = np.lexsort((at_m[sure], near[:, 1], near[:, 0], pair[sure]))
    pair, near, at_m = pair[sure][order], near[order], at_m[sure][order]
    again = (np.diff(pair) == 0) & (np.diff(near, axis=0) == 0).all(axis=1)
    fresh = np.concatenate([np.ones(min(len(pair), 1), bool), ~again])
    line, other = np.divmod(pair[fresh], many)
    return Meetings(line, other, at_m[fresh], np.stack(np.divmod(doubtful, many), axis=1))


@njit(cache=True, nogil=True)
def _meet(points: Floats, starts: Ints, cells: Cells) -> tuple[Ints, Ints, Floats, Floats]:
    """List line, other, metres along the line and spot of all crossings; NaN metres where in doubt."""
    lines, others, metres, xs, ys = [0], [0], [0.0], [0.0], [0.0]
    for line in range(len(starts) - 1):
        along = 0.0
        for p in range(starts[line], starts[line + 1] - 1):
            length = np.hypot(points[p + 1, 0] - points[p, 0], points[p + 1, 1] - points[p, 1])
            x0, x1 = _span(points[p, 0], points[p + 1, 0], cells.low[0], cells.size, cells.wide)
            y0, y1 = _span(points[p, 1], points[p + 1, 1], cells.low[1], cells.size, cells.high)
            west, east = min(points[p, 0], points[p + 1, 0]), max(points[p, 0], points[p + 1, 0])
            south, north = min(points[p, 1], points[p + 1, 1]), max(points[p, 1], points[p + 1, 1])
            one_cell = x0 == x1 and y0 == y1
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    cell = y * cells.wide + x
                    for k in range(cells.first[cell], cells.first[cell + 1]):
                        q = cells.point[k]
                        # Most lie beside: that is seen soonest.
                        qx, rx = cells.points[q, 0], cells.points[q + 1, 0]
                        if east < min(qx, rx) or max(qx, rx) < west:
                            continue
                        qy, ry = cells.points[q, 1], cells.points[q + 1, 1]
                        if north < min(qy, ry) or max(qy, ry) < south:
                            continue
                        if not (one_cell or _is_first(cells, q, x, y, x0, y0)):
                            continue
                        share = _share(points[p], points[p + 1], cells.points[q], cells.points[q + 1])
                        if share >= 0 or np.isnan(share):
                            lines.append(line)
                            others.append(cells.line[q])
                            metres.append(along + share * length)
                            xs.append(points[p, 0] + share * (points[p + 1, 0] - points[p, 0]))
                            ys.append(points[p, 1] + share * (points[p + 1, 1] - points[p, 1]))
            along += length
    # The first of each list only told the compiler what it holds.
    return (
        np.array(lines)[1:],
        np.array(others)[1:],
        np.array(metres)[1:],
        np.stack((np.array(xs)[1:], np.array(ys)[1:]), axis=1),
    )


@njit(cache=True, nogil=True)
def _is_first(cells: Cells, q: int, x: int, y: int, x0: int, y0: int) -> bool:
    """Say whether this is the first of the cells that a stretch in the cells and one that begins at x0, y0 share."""
    points = cells.points
    qx, _ = _span(points[q, 0], points[q + 1, 0], cells.low[0], cells.size, cells.wide)
    qy, _ = _span(points[q, 1], points[q + 1, 1], cells.low[1], cells.size, cells.high)
    return bool(x == max(x0, qx) and y == max(y0, qy))


@njit(cache=True, nogil=True)
def _share(a: Floats, b: Floats, c: Floats, d: Floats) -> float:
    """
    Give at what share of its length the stretch from a to b crosses that from c to d; -1 if not, NaN if in doubt.

    Only of stretches whose boxes do not lie apart.
    """
    of_c, of_d = _side(a, b, c), _side(a, b, d)
    of_a, of_b = _side(c, d, a), _side(c, d, b)
    if of_c * of_d > 0 or of_a * of_b > 0:
        return -1.0
    if of_c * of_d * of_a * of_b == 0:
        return np.nan
    return of_a / (of_a - of_b)


@njit(cache=True, nogil=True)
def _side(a: Floats, b: Floats, c: Floats) -> float:
    """Give twice the area of a triangle, positive if c lies left of the line from a to b; 0 if in doubt."""
    left = (a[0] - c[0]) * (b[1] - c[1])
    right = (a[1] - c[1]) * (b[0] - c[0])
    area = left - right
    return area if abs(area) > _BOUND * (abs(left) + abs(right)) else 0.0
