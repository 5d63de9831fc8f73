"""Find the hexes within a distance of any of many, all at once.

Which hexes lie within a distance of one depends on nothing but whether its row (or column) is shifted; so that is found
twice, and laid over all of them:

>>> from campaign.engine.drawnmap import DrawnMap
>>> from campaign.model.tokens import tokens_of
>>> drawn = DrawnMap()
>>> drawn.row(tokens_of("....."))
>>> hexmap = drawn.finish()
>>> within(hexmap, [0, 4], hexmap.layout.width_m).nonzero()[0].tolist()
[0, 1, 3, 4]
>>> within(hexmap, [0], hexmap.layout.width_m, themselves=False).nonzero()[0].tolist()
[1]
"""

import math
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from campaign.kit.ruler import Ruler, in_reach
from maps.grid.hexgrid import Grid
from maps.grid.hexmap import HexMap
from maps.grid.layout import Layout
from maps.grid.search import BoolArray

_HAIR_M = 1e-6


def within(hexmap: HexMap, hexes: Collection[int], limit_m: float, *, themselves: bool = True) -> BoolArray:
    """Say which hexes of a map (n,) lie within a distance of any of some hexes, centre to centre.

    ``themselves``: whether a hex is within any distance of itself.
    """
    found = np.zeros(len(hexmap), bool)
    for _, there in _discs(hexmap, np.fromiter(hexes, np.int64, len(hexes)), limit_m, themselves=themselves):
        found[there] = True
    return found & hexmap.inside


def near(hexmap: HexMap, ruler: Ruler, hexes: Collection[int], limit: Fraction | float) -> BoolArray:
    """Say which hexes of a map (n,) are no further than a limit from any of some, as a ruler measures."""
    most = ruler.most(limit)
    if ruler.straight:
        return within(hexmap, hexes, math.sqrt(most) * hexmap.layout.width_m)
    found = np.zeros(len(hexmap), bool)
    found[list(in_reach(ruler.grid, hexes, most))] = True
    return found & hexmap.inside


def pairs_within(hexmap: HexMap, hexes: Collection[int], wanted: Collection[int], limit_m: float) -> list[list[int]]:
    """List the pairs of one of some hexes and one of those wanted that lie within a distance, centre to centre."""
    sought = np.zeros(len(hexmap), bool)
    sought[list(wanted)] = True
    pairs = [np.zeros((0, 2), np.int64)]
    for here, there in _discs(hexmap, np.fromiter(hexes, np.int64, len(hexes)), limit_m):
        near = sought[there]
        pairs.append(np.stack([here[near], there[near]], axis=1))
    found: list[list[int]] = np.concatenate(pairs).tolist()
    return found


def _discs(
    hexmap: HexMap, hexes: NDArray[np.int64], limit_m: float, *, themselves: bool = True
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Give the hexes of the grid within a distance of each of some, beside the one they are near."""
    grid = hexmap.layout.grid
    row, col = np.divmod(hexes, grid.cols)
    shifted = (col if grid.flat_top else row) & 1
    for parity in (0, 1):
        by = _offsets(grid.flat_top, hexmap.layout.width_m, limit_m, parity)
        by = by if themselves else by[by.any(axis=1)]
        rows = (row[shifted == parity, None] + by[:, 0]).ravel()
        cols = (col[shifted == parity, None] + by[:, 1]).ravel()
        there = (rows >= 0) & (rows < grid.rows) & (cols >= 0) & (cols < grid.cols)
        yield hexes[shifted == parity].repeat(len(by))[there], rows[there] * grid.cols + cols[there]


@lru_cache(maxsize=256)
def _offsets(flat_top: bool, width_m: float, limit_m: float, parity: int) -> NDArray[np.int64]:
    """List rows and columns further of the hexes within a distance of one in a row or column of a parity (k, 2)."""
    # Centre to centre along a row of corners is at least sqrt(3)/2 of a width a step.
    steps = int((limit_m + _HAIR_M) / (width_m * math.sqrt(3) / 2)) + 1
    here = steps + (steps + parity) % 2
    span = np.arange(2 * here + 1) - here
    rows, cols = (part.ravel() for part in np.meshgrid(span, span, indexing="ij"))
    grid = Grid(2 * here + 1, 2 * here + 1, flat_top)
    centres = Layout(grid, "", 0.0, 0.0, width_m).centres()
    near = np.hypot(*(centres - centres[here * grid.cols + here]).T) <= limit_m + _HAIR_M
    return np.stack([rows[near], cols[near]], axis=1)
