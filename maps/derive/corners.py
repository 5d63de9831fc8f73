"""Lay the corners and sides of the hexes out as a graph, for what runs along hexsides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.routing import Ways, ways_of
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["CornerGraph", "corner_graph"]


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
    at_edge: NDArray[np.bool_]
    """Corners on the edge of the map that a hexside leads to (c,)."""
    ways: Ways

    def middles(self) -> Floats:
        """Give the middles of the hexsides in grid coordinates (e, 2)."""
        return np.asarray(self.points[self.ends].mean(axis=1))


def corner_graph(layout: Layout, inside: NDArray[np.bool_]) -> CornerGraph:
    """Build the graph of a grid's corners, as far as it is inside the map."""
    corners = layout.corners()
    keys = np.rint(corners.reshape(-1, 2) / (layout.radius_m * 0.01)).astype(np.int64)
    _, first, id_of = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    ids = id_of.reshape(-1, SIDES)
    table = layout.grid.neighbour_table()
    index, side = np.nonzero((table > np.arange(len(table))[:, None]) & inside[:, None] & inside[table])
    ends = np.stack([ids[index, side], ids[index, (side + 1) % SIDES]], axis=1)
    outer_hex, outer_side = np.nonzero(((table == NO_HEX) | ~inside[table]) & inside[:, None])
    at_edge = np.zeros(len(first), bool)
    at_edge[ids[outer_hex, outer_side]] = True
    at_edge[ids[outer_hex, (outer_side + 1) % SIDES]] = True
    led_to = np.zeros(len(first), bool)
    led_to[ends.ravel()] = True
    points = corners.reshape(-1, 2)[first]
    return CornerGraph(points, ends, index, side, at_edge & led_to, ways_of(ends, len(points)))
