"""
Find the polygons that truly overlap, quickly where most only touch.

A sheet of areas that meet edge to edge, as land cover often is, is known as a whole:
if every border that two areas share is run along once in each direction, what is left
is the outline of the sheet; and if the ground within that outline is as large as the
areas together, no ground is covered twice. Otherwise areas are looked at in pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["is_sheet", "overlapping_pairs"]

_INTERIORS_MEET = "T********"
_OUTLINE_SHARE = 0.1
"""A sheet whose outline has more of the edges than this is looked at in pairs: that is quicker."""
_SAME_AREA = 1e-13
_ODD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
_EMPTY = np.empty(0, np.int64)


def overlapping_pairs(shapes: Shapes) -> tuple[Ints, Ints]:
    """
    List the pairs of polygons whose insides have ground in common; a shared border is none.

    Returns
    -------
    tuple
        The rows of the one and of the other (q,), the lower first.
    """
    if is_sheet(shapes):
        return _EMPTY, _EMPTY
    first, second = shapely.STRtree(shapes).query(shapes)
    once = first < second
    first, second = first[once], second[once]
    shapely.prepare(shapes[np.unique(first)])
    meet = shapely.relate_pattern(shapes[first], shapes[second], _INTERIORS_MEET)
    return first[meet], second[meet]


class _Edges(NamedTuple):
    """Edges of polygons that have their ground to one side (e,): from, to, and 1 or -1 if the ring is turned round."""

    start: Floats
    end: Floats
    turn: NDArray[np.int8]
    area: float
    """Of all polygons together."""


def is_sheet(shapes: Shapes) -> bool:
    """Say whether polygons surely cover no ground twice; False if that is not known."""
    edges = _edges(shapes)
    if edges is None:
        return False
    ends = _marks(edges.start), _marks(edges.end)
    border = ends[0] + ends[1]
    order = np.argsort(border)
    groups = np.flatnonzero(np.diff(border[order], prepend=~border[order[:1]]))
    way = np.where(ends[0] < ends[1], edges.turn, -edges.turn)
    runs = np.add.reduceat(way[order].astype(np.int32), groups)
    outline = np.flatnonzero(runs != 0)
    if (np.abs(runs) > 1).any() or len(outline) > _OUTLINE_SHARE * len(order):
        return False
    # An edge left over stands for its group, in which all others cancel.
    rows = order[groups[outline]]
    lines = shapely.linestrings(np.stack([edges.start[rows], edges.end[rows]], axis=1))
    ground = shapely.area(shapely.build_area(shapely.multilinestrings(lines)))
    return bool(abs(ground - edges.area) <= _SAME_AREA * edges.area)


def _edges(shapes: Shapes) -> _Edges | None:
    rings, polygon = shapely.get_rings(shapes, return_index=True)
    if not len(rings):
        return None
    points, ring = shapely.get_coordinates(rings, return_index=True)
    inner = np.flatnonzero(ring[1:] == ring[:-1])
    start, end, ring = points[inner], points[inner + 1], ring[inner]
    # Reckoned from each ring's first point, or large coordinates would drown small areas.
    heads = np.flatnonzero(np.diff(ring, prepend=-1))
    (ax, ay), (bx, by) = (start - start[heads][ring]).T, (end - start[heads][ring]).T
    area = 0.5 * np.add.reduceat(ax * by - bx * ay, heads)
    outside = np.diff(polygon, prepend=-1) != 0
    turn = np.where((area > 0) == outside, 1, -1).astype(np.int8)
    return _Edges(start, end, turn[ring], float((np.abs(area) * np.where(outside, 1, -1)).sum()))


def _marks(points: Floats) -> NDArray[np.uint64]:
    """Give each point a number that no other point is likely to have."""
    # Adding nought makes -0 and 0 one. Round numbers have all their bits on the left: those are brought down first.
    x, y = (
        _stirred(np.ascontiguousarray(column + 0.0).view(np.uint64), odd)
        for column, odd in zip(points.T, _ODD, strict=False)
    )
    return _stirred(x + y, _ODD[2])


def _stirred(bits: NDArray[np.uint64], odd: int) -> NDArray[np.uint64]:
    return np.asarray((bits ^ (bits >> np.uint64(33))) * np.uint64(odd))
