"""
Reckon with the corners and sides of the hexes, for what runs along hexsides.

Nothing is looked up: a corner's number, its place and the hexsides that meet
there follow from the grid. As in ``maps.grid.kernels`` there is one lattice,
lines of pointy-top hexes; flat-top is the same with the coordinates exchanged.
A rim of hexes that are not there goes round it, so that no kernel asks where it ends.

Every hex ``h`` of the lattice owns its top corner, number ``2 h``, and its
bottom corner, ``2 h + 1``. Each hexside joins a top corner to a bottom
one; those at the top corner of ``h`` are ``3 h`` down to the right, ``3 h + 1``
down to the left and ``3 h + 2`` straight up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["CornerGraph", "Lattice", "both_sides", "corner_graph", "lattice_of", "sides_of", "to_lattice"]

_RADIUS = 1.0 / math.sqrt(3.0)


class Lattice(NamedTuple):
    """Lines of pointy-top hexes with a rim about them, as flat arrays."""

    inside: Bools
    """Which hexes belong to the map."""
    breadth: int
    """Hexes in a line, the rim's two included."""
    width: float
    meet: NDArray[np.int8]
    """How many hexes of the map meet at each corner; at 2 it is on the map's edge, and a hexside leads to it."""
    shift: NDArray[np.int8]
    """Whether a hex lies in a line that is shifted to the right, 0 or 1: kernels ask it too often to divide."""


@dataclass(frozen=True, slots=True)
class CornerGraph:
    """
    Corners joined by those hexsides that part two hexes of the map.

    Hexside ``e`` runs from corner ``ends[e, 0]`` to ``ends[e, 1]`` and is side
    ``side[e]`` of hex ``index[e]``, the lower of its two hexes.
    """

    points: Floats
    """Corners in grid coordinates (c, 2)."""
    ends: Ints
    index: Ints
    side: Ints
    at_edge: Bools
    """Corners on the edge of the map that a hexside leads to (c,)."""

    def middles(self) -> Floats:
        """Give the middles of the hexsides in grid coordinates (e, 2)."""
        return np.asarray(self.points[self.ends].mean(axis=1))


def lattice_of(layout: Layout, inside: Bools) -> Lattice:
    """Lay the lattice of a grid; ``inside`` (n,) says which of its hexes belong to the map."""
    grid = layout.grid
    here = inside.reshape(grid.rows, grid.cols)
    padded = np.pad(here.T if grid.flat_top else here, 1)
    flat, breadth = padded.ravel(), padded.shape[1]
    hexes = np.arange(len(flat))
    shift = _shift(hexes, breadth)
    meet = np.zeros((len(flat), 2), np.int8)
    for corner, down in ((0, -breadth), (1, breadth)):
        right = np.clip(hexes + down + shift, 0, len(flat) - 1)
        meet[:, corner] = flat.astype(np.int8) + flat[right] + flat[np.maximum(right - 1, 0)]
    return Lattice(flat, breadth, layout.width_m, meet.ravel(), shift.astype(np.int8))


def to_lattice(layout: Layout, uv: Floats) -> Floats:
    """Turn grid coordinates (..., 2) into those of the lattice, along and across its lines; or back."""
    return np.ascontiguousarray(uv[..., ::-1]) if layout.grid.flat_top else uv


def corner_points(lattice: Lattice, corners: Ints) -> Floats:
    """Give corners' places in the lattice (..., 2)."""
    hexes, bottom = np.divmod(corners, 2)
    line, place = hexes // lattice.breadth - 1, hexes % lattice.breadth - 1
    radius = lattice.width * _RADIUS
    x = lattice.width * (place + 0.5 * (line & 1))
    return np.stack([x, 1.5 * radius * line + np.where(bottom, radius, -radius)], axis=-1)


def edge_ends(lattice: Lattice, edges: Ints) -> Ints:
    """Give hexsides' top and bottom corner (e, 2)."""
    top, way = np.divmod(edges, 3)
    above = np.where(way == 2, top - 2 * lattice.breadth, _above(top, way, lattice.breadth))
    return np.stack([2 * top, 2 * above + 1], axis=-1)


def _shift(hexes: Ints, breadth: int) -> Ints:
    # Odd lines are shifted to the right; the rim's first line is number -1.
    return np.asarray((hexes // breadth - 1) & 1)


def _above(hexes: Ints, way: Ints, breadth: int) -> Ints:
    """Give the hex above to the right (way 0) or left (way 1)."""
    return np.asarray(hexes - breadth + _shift(hexes, breadth) - way)


def sides_of(layout: Layout, lattice: Lattice, edges: Ints) -> tuple[Ints, Ints]:
    """Name each hexside by the lower of its two hexes and its side there: two arrays (e,)."""
    top, way = np.divmod(edges, 3)
    left = _above(top, np.ones_like(top), lattice.breadth)
    # From the top corner of a hex: down right is its side 0, down left its side 5, straight up side 1 of its left.
    one, side = np.where(way == 2, left, top), np.array([0, 5, 1])[way]
    other = np.where(way == 1, left, left + 1)
    here, there = (_index(layout, lattice, hexes) for hexes in (one, other))
    if layout.grid.flat_top:
        side = (4 - side) % SIDES
    return np.minimum(here, there), np.where(here < there, side, (side + 3) % SIDES)


def _index(layout: Layout, lattice: Lattice, hexes: Ints) -> Ints:
    line, place = hexes // lattice.breadth - 1, hexes % lattice.breadth - 1
    grid = layout.grid
    return np.asarray(place * grid.cols + line if grid.flat_top else line * grid.cols + place)


def both_sides(layout: Layout, index: Ints, side: Ints, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Write codes on hexsides, seen from both hexes (n, 6)."""
    table = np.zeros((len(layout.grid), SIDES), np.uint8)
    table[index, side] = codes
    table[across(layout, index, side), (side + 3) % SIDES] = codes
    return table


def across(layout: Layout, index: Ints, side: Ints) -> Ints:
    """Give the hexes on the other side of hexsides that part two hexes of the grid."""
    row, col = np.divmod(index, layout.grid.cols)
    if layout.grid.flat_top:
        step = np.array([(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)])[side]
        return np.asarray((row + step[:, 1] + (step[:, 0] & col & 1)) * layout.grid.cols + col + step[:, 0])
    step = np.array([(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)])[side]
    return np.asarray((row + step[:, 1]) * layout.grid.cols + col + step[:, 0] + (step[:, 1] & row & 1))


def map_edges(lattice: Lattice) -> Ints:
    """List the hexsides that part two hexes of the map."""
    here = np.arange(2 * lattice.breadth, len(lattice.inside))
    left = _above(here, np.ones_like(here), lattice.breadth)
    right = left + 1
    own, at_left, at_right = (lattice.inside[hexes] for hexes in (here, left, right))
    parts = np.stack([own & at_right, own & at_left, at_left & at_right], axis=1)
    return np.asarray(3 * here[0] + np.flatnonzero(parts))


def corner_graph(layout: Layout, inside: Bools) -> CornerGraph:
    """List the corners and hexsides of a grid as a graph, as far as it is inside the map."""
    lattice = lattice_of(layout, inside)
    edges = map_edges(lattice)
    points = to_lattice(layout, corner_points(lattice, np.arange(2 * len(lattice.inside))))
    return CornerGraph(points, edge_ends(lattice, edges), *sides_of(layout, lattice, edges), lattice.meet == 2)
