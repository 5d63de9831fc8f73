"""Lay paper over what is off the map, so that the drawing ends at its hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scenarios.drawing.scene import Area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.scene import Box, Item

__all__ = ["edge_items"]

_GROWN = 1.01


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
        corners = _GROWN * layout.corner_offsets() / layout.radius_m
        rings = np.stack([u[near], v[near]], axis=1)[:, None, :] + corners[None]
        starts = 6 * np.arange(len(rings) + 1, dtype=np.int64)
        yield Area("edge", "paper", rings.reshape(-1, 2).astype(np.float32), starts, curved=False)
