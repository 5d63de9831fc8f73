"""
Find the points that lie near others.

There are trees for points in scipy, but to load them takes a fifth of a second: more than the map of a small area
spends on any of its questions. Every map asks some; so what all maps ask is answered here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely import STRtree

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["dwarfed", "near_spots", "nearest_of", "pairs_within"]

_WIDER = 1 + 1e-6
"""Squares are a little wider than what is asked: no rounding puts what is near two squares off."""
_SQUARES = 2
"""Of the width of a square so many go into the distance that is asked about."""
_MOST_SQUARES = 1e6
"""Along one side of all: more would not fit in a number."""


def near_spots(points: Floats, spots: Floats, within: float) -> tuple[Ints, Ints]:
    """
    List the points (n, 2) within a distance of each spot (m, 2): rows of spots, and of points beside them.

    >>> near_spots(np.array([[0.0, 0], [3, 4], [9, 9]]), np.array([[0.0, 0]]), 5.0)[1].tolist()
    [0, 1]
    """
    if not len(points) or not len(spots):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    spot, point = _in_squares_beside(points, spots, within)
    off = points[point] - spots[spot]
    near = off[:, 0] * off[:, 0] + off[:, 1] * off[:, 1] <= within * within
    spot, point = spot[near], point[near]
    order = np.lexsort((point, spot))
    return spot[order], point[order]


def _in_squares_beside(points: Floats, spots: Floats, within: float) -> tuple[Ints, Ints]:
    """List the points in the square of each spot, and in the eight about it."""
    least = np.minimum(points.min(axis=0), spots.min(axis=0))
    extent = (np.maximum(points.max(axis=0), spots.max(axis=0)) - least).max()
    side = max(within * _WIDER, extent / _MOST_SQUARES, 1e-9)
    own, asked = (((of - least) // side).astype(np.int64) + 1 for of in (points, spots))
    rows = int(max(own[:, 1].max(), asked[:, 1].max())) + 2
    square = own[:, 0] * rows + own[:, 1]
    order = np.argsort(square, kind="stable")
    there = square[order]
    found = []
    for column in (-1, 0, 1):
        # The squares of a column follow each other, so that three of them are one run.
        middle = (asked[:, 0] + column) * rows + asked[:, 1]
        first, last = np.searchsorted(there, middle - 1), np.searchsorted(there, middle + 1, side="right")
        count = last - first
        spot = np.repeat(np.arange(len(spots)), count)
        found.append((spot, order[np.arange(len(spot)) - np.repeat(np.cumsum(count) - count - first, count)]))
    spot, point = (np.concatenate(column) for column in zip(*found, strict=True))
    return spot, point


def pairs_within(points: Floats, within: float) -> Ints:
    """List the pairs of points (n, 2) that lie within a distance of each other (p, 2), each once, the lower first."""
    one, other = near_spots(points, points, within)
    once = one < other
    return np.stack([one[once], other[once]], axis=1)


def nearest_of(points: Floats, spots: Floats) -> tuple[Floats, Ints]:
    """
    Find the point nearest each spot: how far off it is (m,), and its row (m,), the first of those that are as near.

    Without points everything is infinitely far, and the row is 0.
    """
    if not len(points) or not len(spots):
        return np.full(len(spots), np.inf), np.zeros(len(spots), np.int64)
    (spot, point), off = STRtree(shapely.points(points)).query_nearest(
        shapely.points(spots), all_matches=True, return_distance=True
    )
    order = np.lexsort((point, spot))
    first = np.searchsorted(spot[order], np.arange(len(spots)))
    return np.asarray(off[order[first]]), point[order[first]].astype(np.int64)


def dwarfed(points: Floats, sizes: Ints, times: int, within: float) -> NDArray[np.bool_]:
    """
    Say which points (n, 2) have one nearer than a distance that is so many times their size; those of size 0 have none.

    No pair is kept: of those who live close together there may be more than any memory holds.

    >>> dwarfed(np.array([[0.0, 0], [3, 0], [9, 0]]), np.array([1, 4, 1]), 4, 5.0).tolist()
    [True, False, False]
    """
    found = np.zeros(len(points), bool)
    rows = np.flatnonzero(np.isfinite(points).all(axis=1) & (sizes > 0))
    if not len(rows):
        return found
    spots = points[rows]
    least = spots.min(axis=0)
    side = max(within * _WIDER / _SQUARES, (spots.max(axis=0) - least).max() / _MOST_SQUARES, 1e-9)
    column, row = ((spots - least) // side).astype(np.int64).T
    height = int(row.max()) + 2 * _SQUARES + 1
    square = column * height + row + _SQUARES
    order = np.lexsort((-sizes[rows], square))
    rows, square = rows[order], square[order]
    first = np.flatnonzero(np.diff(square, prepend=-1))
    starts = np.append(first, len(rows)).astype(np.int64)
    found[rows] = _dwarfed(points[rows], sizes[rows].astype(np.int64), (square[first], starts), height, (times, within))
    return found


@njit(cache=True, nogil=True)
def _dwarfed(
    points: Floats, sizes: Ints, squares: tuple[Ints, Ints], height: int, asked: tuple[int, float]
) -> NDArray[np.bool_]:
    """Look at the squares about each point; in each those of the greatest size stand first."""
    known, starts = squares
    found = np.zeros(len(points), np.bool_)
    for own in range(len(known)):
        for column in range(-_SQUARES, _SQUARES + 1):
            middle = known[own] + column * height
            at = np.searchsorted(known, middle - _SQUARES)
            while at < len(known) and known[at] <= middle + _SQUARES:
                _compare(points, sizes, (starts[own], starts[own + 1]), (starts[at], starts[at + 1]), asked, found)
                at += 1
    return found


@njit(cache=True, nogil=True)
def _compare(
    points: Floats, sizes: Ints, here: tuple[int, int], there: tuple[int, int], asked: tuple[int, float], found: Any
) -> None:
    """Find those of a square that one of another dwarfs."""
    times, within = asked
    for one in range(here[1] - 1, here[0] - 1, -1):
        if sizes[there[0]] < times * sizes[one]:
            break  # those before it are greater
        if found[one]:
            continue
        for other in range(there[0], there[1]):
            if sizes[other] < times * sizes[one]:
                break
            if np.hypot(points[other, 0] - points[one, 0], points[other, 1] - points[one, 1]) < within:
                found[one] = True
                break
