"""
Cut a grid into blocks, so that a map of any size is measured piece by piece.

What sources say of a hex does not depend on its neighbours; so each block can be
measured by itself, here or on another machine, with no more memory than it needs.
A map is always measured in the same blocks, whoever does it: that is why it comes
out the same byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.hexgrid import Grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

__all__ = ["BLOCK_SIDE", "Block", "blocks_of", "put_together"]

BLOCK_SIDE = 256
"""Hexes along a block's side; even, since every other line of hexes is shifted."""


@dataclass(frozen=True, slots=True)
class Block:
    """A window of a grid: a layout of its own, and which hexes of the whole it holds."""

    layout: Layout
    col: int
    row: int

    def indices(self, whole: Grid) -> NDArray[np.int64]:
        """Give the index in the whole grid of each hex of the block, in the block's order."""
        here = self.layout.grid
        rows, cols = np.arange(self.row, self.row + here.rows), np.arange(self.col, self.col + here.cols)
        return (rows[:, None] * whole.cols + cols[None, :]).ravel()


def blocks_of(layout: Layout, side: int = BLOCK_SIDE) -> list[Block]:
    """
    Cut a layout into blocks, row by row.

    Parameters
    ----------
    side
        Hexes along a side; an even number.
    """
    if side < 2 or side % 2:
        msg = f"a block's side is {side} hexes; it must be an even number from 2 on"
        raise ValueError(msg)
    grid = layout.grid
    return [_block(layout, col, row, side) for row in range(0, grid.rows, side) for col in range(0, grid.cols, side)]


def _block(layout: Layout, col: int, row: int, side: int) -> Block:
    grid = layout.grid
    window = Grid(min(side, grid.cols - col), min(side, grid.rows - row), grid.flat_top)
    long = 1.5 * layout.radius_m
    # The first hex of a block lies on an unshifted line, since the blocks begin on even lines.
    u, v = (col * long, row * layout.width_m) if grid.flat_top else (col * layout.width_m, row * long)
    x, y = layout.to_map([u, v]).tolist()
    return Block(replace(layout, grid=window, origin_x_m=x, origin_y_m=y), col, row)


def put_together(blocks: Sequence[Block], parts: Sequence[NDArray[Any]], whole: Grid) -> NDArray[Any]:
    """Lay the columns of the blocks, (k, ...) each, into one column of the whole grid (n, ...)."""
    more = parts[0].shape[1:]
    column = np.empty((whole.rows, whole.cols, *more), parts[0].dtype)
    for block, part in zip(blocks, parts, strict=True):
        here = block.layout.grid
        window = slice(block.row, block.row + here.rows), slice(block.col, block.col + here.cols)
        column[window] = part.reshape(here.rows, here.cols, *more)
    return column.reshape(len(whole), *more)
