"""Lay paper over what is off the map, so that the drawing ends at its hexes, and line its rim."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from scenarios.drawing.scene import Area, Lines, Width, holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.scene import Box, Item

__all__ = ["edge_items"]

_GROWN = 1.01
_RIM = Width(0.03, 0.3, 0.6)


def edge_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Cover the hexes in a box that are off the map, and those that would lie about the grid."""
    layout = shapes.hexmap.layout
    grid = layout.grid
    row, col = (part.ravel() for part in np.mgrid[-1 : grid.rows + 1, -1 : grid.cols + 1])
    long, wide = 1.5, np.sqrt(3.0)
    if grid.flat_top:
        u, v = col * long, (row + 0.5 * (col & 1)) * wide
    else:
        u, v = (col + 0.5 * (row & 1)) * wide, row * long
    within = (row >= 0) & (row < grid.rows) & (col >= 0) & (col < grid.cols)
    off = ~within
    off[within] = ~shapes.hexmap.inside
    near = off & (u > box[0] - 1) & (u < box[2] + 1) & (v > box[1] - 1) & (v < box[3] + 1)
    if near.any():
        yield from _paper(shapes, u[near], v[near])
    yield from _rim(shapes, box)


def _paper(shapes: Shapes, u: NDArray[np.float64], v: NDArray[np.float64]) -> Iterator[Item]:
    layout = shapes.hexmap.layout
    corners = _GROWN * layout.corner_offsets() / layout.radius_m
    rings = np.stack([u, v], axis=1)[:, None, :] + corners[None]
    starts = 6 * np.arange(len(rings) + 1, dtype=np.int64)
    yield Area("edge", "paper", rings.reshape(-1, 2).astype(np.float32), starts, curved=False)


def _rim(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Line the hexsides where the map ends."""
    hexmap = shapes.hexmap
    there = hexmap.neighbour
    here, side = np.nonzero(hexmap.inside[:, None] & ((there == NO_HEX) | ~hexmap.inside[there]))
    corners = hexmap.layout.corners() / hexmap.layout.radius_m
    ends = np.stack([corners[here, side], corners[here, (side + 1) % SIDES]], axis=1)
    ends = ends[holds(box, ends.mean(axis=1))]
    if len(ends):
        starts = 2 * np.arange(len(ends) + 1, dtype=np.int64)
        yield Lines("edge", "ink.rim", _RIM, ends.reshape(-1, 2).astype(np.float32), starts)
