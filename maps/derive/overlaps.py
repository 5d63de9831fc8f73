"""
Find the polygons that truly overlap, quickly where most only touch.

Land cover often comes as a sheet of areas that meet edge to edge. Areas whose every edge
is run along once in each direction have neighbours all round; if they are taken together,
the edges left over are the outline of the sheet, and if the ground within that outline is
as large as the areas together, none of it is covered twice. Then only the other areas need
be looked at, each with what lies near it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["in_sheet", "overlapping_pairs"]

_INTERIORS_MEET = "T********"
_OUTLINE_SHARE = 0.1
"""A sheet whose outline has more of the edges than this is looked at in pairs: that is quicker."""
_SAME_AREA = 1e-13
_ODD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)


def overlapping_pairs(shapes: Shapes) -> tuple[Ints, Ints]:
    """
    List the pairs of polygons whose insides have ground in common; a shared border is none.

    Returns
    -------
    tuple
        The rows of the one and of the other (q,), the lower first.
    """
    is_asked = ~in_sheet(shapes)
    asked = np.flatnonzero(is_asked)
    one, other = shapely.STRtree(shapes).query(shapes[asked])
    one = asked[one]
    # A pair of which both are asked for is found twice.
    once = (one < other) | ((one > other) & ~is_asked[other])
    one, other = one[once], other[once]
    shapely.prepare(shapes[np.unique(one)])
    meet = shapely.relate_pattern(shapes[one], shapes[other], _INTERIORS_MEET)
    return np.minimum(one, other)[meet], np.maximum(one, other)[meet]


class _Edges(NamedTuple):
    """
    Edges of polygons (e,), sorted so that those between the same two points follow each other.

    Attributes
    ----------
    line
        Place among the edges as they come.
    owner
        Row of the polygon.
    border
        A number for the two points, whichever is first.
    way
        1 or -1: which way the edge runs from point to point with its ground to the same hand.
    """

    line: Ints
    owner: Ints
    border: NDArray[np.uint64]
    way: NDArray[np.int32]

    def of(self, chosen: Bools) -> _Edges:
        """Keep the edges of chosen polygons."""
        rows = chosen[self.owner]
        return _Edges(self.line[rows], self.owner[rows], self.border[rows], self.way[rows])

    def runs(self) -> tuple[Ints, NDArray[np.int32]]:
        """Give the first edge of each border, and how often it is run along one way more than the other."""
        first = np.flatnonzero(np.diff(self.border, prepend=~self.border[:1]))
        return first, np.add.reduceat(self.way, first)


def in_sheet(shapes: Shapes) -> Bools:
    """Say which polygons are part of a sheet of areas that surely do not overlap (p,)."""
    nothing = np.zeros(len(shapes), bool)
    start, end, owner, turn, area = _taken_apart(shapes)
    edges = _sorted(_marks(start), _marks(end), owner, turn)
    if not len(edges.owner):
        return nothing
    first, runs = edges.runs()
    loose = np.repeat(runs != 0, np.diff(first, append=len(edges.owner)))
    chosen = nothing.copy()
    chosen[edges.owner] = True
    chosen[edges.owner[loose]] = False
    outline = _outline(edges.of(chosen))
    if outline is None:
        return nothing
    lines = shapely.linestrings(np.stack([start[outline], end[outline]], axis=1))
    ground, whole = shapely.area(shapely.build_area(shapely.multilinestrings(lines))), area[chosen].sum()
    return chosen if abs(ground - whole) <= _SAME_AREA * whole else nothing


def _outline(edges: _Edges) -> Ints | None:
    """List the edges that no other runs back along; None if they are too many, or run along twice."""
    if not len(edges.owner):
        return None
    first, runs = edges.runs()
    # An edge left over stands for its border, of which all others cancel.
    outline = edges.line[first[runs != 0]]
    return None if (np.abs(runs) > 1).any() or len(outline) > _OUTLINE_SHARE * len(edges.owner) else outline


def _sorted(one: NDArray[np.uint64], other: NDArray[np.uint64], owner: Ints, turn: NDArray[np.int32]) -> _Edges:
    border, way = one + other, np.where(one < other, turn, -turn)
    order = np.argsort(border)
    return _Edges(order, owner[order], border[order], way[order])


def _taken_apart(shapes: Shapes) -> tuple[Floats, Floats, Ints, NDArray[np.int32], Floats]:
    """
    Take polygons apart into edges.

    Returns
    -------
    tuple
        Where edges start and end (e, 2), the row of their polygon, and 1 or -1 if their ring
        is turned the wrong way round (e,); and the area of each polygon (p,).
    """
    rings, polygon = shapely.get_rings(shapes, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    inner = np.flatnonzero(ring[1:] == ring[:-1])
    start, end, ring = points[inner], points[inner + 1], ring[inner]
    # Reckoned from each ring's first point, or large coordinates would drown small areas.
    heads = np.flatnonzero(np.diff(ring, prepend=-1))
    (ax, ay), (bx, by) = (start - start[heads][ring]).T, (end - start[heads][ring]).T
    turned = 0.5 * np.add.reduceat(ax * by - bx * ay, heads) if len(heads) else np.empty(0)
    outside = np.diff(polygon, prepend=-1) != 0
    area = np.bincount(polygon, np.where(outside, 1, -1) * np.abs(turned), len(shapes)).astype(np.float64)
    turn = np.where((turned > 0) == outside, 1, -1).astype(np.int32)
    return start, end, polygon[ring], turn[ring], area


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
