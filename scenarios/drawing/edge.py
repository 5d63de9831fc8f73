"""Lay paper over what is off the map, so that the drawing ends at its hexes, and line its rim."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX
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
    long, wide = 1.5, np.sqrt(3.0)
    across, down = (long, wide) if grid.flat_top else (wide, long)
    c0, c1 = max(-1, int(box[0] / across) - 3), min(grid.cols + 1, int(box[2] / across) + 3)
    r0, r1 = max(-1, int(box[1] / down) - 3), min(grid.rows + 1, int(box[3] / down) + 3)
    row, col = (part.ravel() for part in np.mgrid[r0:r1, c0:c1])
    if grid.flat_top:
        u, v = col * long, (row + 0.5 * (col & 1)) * wide
    else:
        u, v = (col + 0.5 * (row & 1)) * wide, row * long
    within = (row >= 0) & (row < grid.rows) & (col >= 0) & (col < grid.cols)
    off = ~within
    off[within] = ~shapes.hexmap.inside[row[within] * grid.cols + col[within]]
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
    hexmap, near = shapes.hexmap, shapes.hexes(box, 2.0)
    there, corners = hexmap.neighbour[near], shapes.corners_of(near)
    last = hexmap.inside[near][:, None] & ((there == NO_HEX) | ~hexmap.inside[there])
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2)[last]
    ends = ends[holds(box, ends.mean(axis=1))]
    if len(ends):
        starts = 2 * np.arange(len(ends) + 1, dtype=np.int64)
        yield Lines("edge", "ink.rim", _RIM, ends.reshape(-1, 2).astype(np.float32), starts)
