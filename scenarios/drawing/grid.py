"""Draw the net of hexes and their numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from scenarios.drawing.faces import width_mm
from scenarios.drawing.scene import Lines, Width, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.scene import Box, Item

__all__ = ["NUMBERS_FROM_MM", "grid_items", "number_items"]

NUMBERS_FROM_MM = 1.85
"""The least radius of a hex that bears numbers."""

_GRID = Width(0.012, 0.1, 0.22)
_NUMBER = Width(0.2, 1.45, 3.2)
_ROOM, _ALL_FROM_MM = 0.85, 3.4
_EVERY = 5


def grid_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give every hexside of the map once."""
    hexmap = shapes.hexmap
    shown = hexmap.inside & _near(shapes, box)
    here, side = np.nonzero(shown[:, None] & np.ones(SIDES, bool))
    there = hexmap.neighbour[here, side]
    once = (there == NO_HEX) | (there > here) | ~shown[there]
    corners = hexmap.layout.corners() / hexmap.layout.radius_m
    ends = np.stack([corners[here, side], corners[here, (side + 1) % SIDES]], axis=1)[once]
    middle = ends.mean(axis=1)
    u, v = middle[:, 0], middle[:, 1]
    ends = ends[(u >= box[0]) & (u < box[2]) & (v >= box[1]) & (v < box[3])]
    if len(ends):
        starts = 2 * np.arange(len(ends) + 1, dtype=np.int64)
        yield Lines(
            "grid",
            "grid",
            _GRID,
            ends.reshape(-1, 2).astype(np.float32),
            starts,
            round_ends=False,
            alpha=shapes.palette.grid_share * 1.8,
        )


def number_items(shapes: Shapes, radius_mm: float, box: Box) -> Iterator[Item]:
    """Give the numbers of hexes; where they would touch, each fifth line and column is enough to count from."""
    if radius_mm < NUMBERS_FROM_MM:
        return
    hexmap, grid = shapes.hexmap, shapes.hexmap.layout.grid
    fits = width_mm(hexmap.number(0), _NUMBER.at(radius_mm), "text") < _ROOM * radius_mm
    apart = 1 if fits and radius_mm >= _ALL_FROM_MM else _EVERY
    rise = 0.68 if grid.flat_top else 0.62
    low = 0.2 * _NUMBER.at(radius_mm) / radius_mm
    for index in np.flatnonzero(hexmap.inside & _near(shapes, box, 0.0)).tolist():
        row, col = divmod(index, grid.cols)
        if (row + 1) % apart == 0 and (col + 1) % apart == 0:
            u, v = float(shapes.u[index]), float(shapes.v[index]) - rise + low
            yield Words("numbers", "number", hexmap.number(index), u, v, _NUMBER, "text")


def _near(shapes: Shapes, box: Box, by: float = 1.0 / math.sqrt(3) + 0.5) -> NDArray[np.bool_]:
    u, v = shapes.u, shapes.v
    return np.asarray((u >= box[0] - by) & (u < box[2] + by) & (v >= box[1] - by) & (v < box[3] + by))
