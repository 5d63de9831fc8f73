"""Draw the net of hexes and their numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX
from scenarios.drawing.faces import width_mm
from scenarios.drawing.scene import Lines, Width, Words, holds, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.scene import Box, Item

__all__ = ["NUMBERS_FROM_MM", "Numbering", "comb_items", "grid_items", "invented_items", "number_items", "numbering"]

NUMBERS_FROM_MM = 1.85
"""The least radius of a hex that bears numbers."""

_GRID = Width(0.012, 0.1, 0.22)
_WAVE, _WAVE_LONG, _WAVE_HIGH, _WAVE_BELOW = Width(0.035, 0.18, 0.4), 0.2, 0.07, 0.62
_NUMBER = Width(0.2, 1.45, 3.2)
_ROOM, _ALL_FROM_MM = 0.85, 3.4
_EVERY = 5
_REACH = 1.0 / math.sqrt(3) + 0.5
"""How far beyond a box hexes lie that have a side in it."""


def grid_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give every hexside of the map once."""
    hexmap, near = shapes.hexmap, shapes.hexes(box, _REACH)
    shown = near[hexmap.inside[near]]
    there = hexmap.neighbour[shown]
    elsewhere = ~(hexmap.inside[there] & shapes.lies_in(there, box, _REACH))
    once = (there == NO_HEX) | (there > shown[:, None]) | elsewhere
    corners = shapes.corners_of(shown)
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2)[once]
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


def comb_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """
    Give the hexsides about a box in lines that are alike, each along a file of hexes and out and back across it.

    They run on where no map is; paper must be laid over them there.
    """
    layout = shapes.hexmap.layout
    long, half = math.sqrt(3.0), math.sqrt(3.0) / 2
    flat = layout.grid.flat_top
    across, along = ((box[0], box[2]), (box[1], box[3])) if flat else ((box[1], box[3]), (box[0], box[2]))
    first, last = math.floor((across[0] - 1) / 1.5), math.ceil((across[1] + 1) / 1.5)
    low, count = math.floor(along[0] / long) - 2, math.ceil((along[1] - along[0]) / long) + 4
    beside, inner, across_it = (-1.0, 0.0), (-0.5, half), (0.5, half)
    tooth = np.array([beside, inner, across_it, inner])
    comb = np.concatenate([tooth + np.array([0.0, n * long]) for n in range(count)])
    moved = [np.array([1.5 * file, long * low + half * (file & 1)]) for file in range(first, last + 1)]
    turned = [comb + at if flat else (comb + at)[:, ::-1] for at in moved]
    share = shapes.palette.grid_share * 1.8
    yield Lines("grid", "grid", _GRID, *lines_of(turned), round_ends=False, alpha=share)


def invented_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Mark each hex that has something made up: a wave at its foot, below its middle."""
    hexmap = shapes.hexmap
    near = shapes.hexes(box, 1.0)
    marked = near[(hexmap.invented[near] > 0) & hexmap.inside[near]]
    spots = np.stack([shapes.u[marked], shapes.v[marked] + _WAVE_BELOW], axis=1)
    spots = spots[holds(box, spots)]
    if not len(spots):
        return
    along = np.linspace(-1, 1, 9)
    wave = np.stack([along * _WAVE_LONG, -np.sin(along * np.pi) * _WAVE_HIGH], axis=1)
    points = (spots[:, None, :] + wave[None]).reshape(-1, 2).astype(np.float32)
    starts = len(wave) * np.arange(len(spots) + 1, dtype=np.int64)
    yield Lines("invented", "grid", _WAVE, points, starts, alpha=0.6)


class Numbering(NamedTuple):
    """How hexes are numbered at a scale: each one or each so-manieth line and column, and how far above the middle."""

    every: int
    rise: float
    """From the middle of the hex up to the base line, in hex radii."""
    size: Width
    face: str


def numbering(hexmap: HexMap, radius_mm: float, larger: float = 1.0) -> Numbering | None:
    """
    Say how hexes are numbered, in letters so much larger than usual.

    Where numbers would touch, each fifth line and column is enough to count from.
    """
    if radius_mm < NUMBERS_FROM_MM:
        return None
    size = Width(_NUMBER.share * larger, _NUMBER.least_mm * larger, _NUMBER.most_mm * larger)
    fits = width_mm(hexmap.number(0), size.at(radius_mm), "text") < _ROOM * radius_mm
    rise = 0.68 if hexmap.layout.grid.flat_top else 0.62
    every = 1 if fits and radius_mm >= _ALL_FROM_MM else _EVERY
    return Numbering(every, rise - 0.2 * size.at(radius_mm) / radius_mm, size, "text")


def number_items(shapes: Shapes, radius_mm: float, box: Box) -> Iterator[Item]:
    """Give the numbers of hexes."""
    hexmap, grid, how = shapes.hexmap, shapes.hexmap.layout.grid, numbering(shapes.hexmap, radius_mm)
    if how is None:
        return
    near = shapes.hexes(box)
    for index in near[hexmap.inside[near]].tolist():
        row, col = divmod(index, grid.cols)
        if (row + 1) % how.every == 0 and (col + 1) % how.every == 0:
            u, v = float(shapes.u[index]), float(shapes.v[index]) - how.rise
            yield Words("numbers", "number", hexmap.number(index), u, v, how.size, how.face)
