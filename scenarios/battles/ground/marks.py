"""Say what of a table's ground was invented, and by what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

__all__ = ["Marks", "TableGround"]


@dataclass(frozen=True)
class Marks:
    """
    What was invented of a table's ground.

    Attributes
    ----------
    seed
        What it was drawn by: the same seed, map, hexes and table give the same ground.
    parent
        Hex of the campaign that each hex of the board lies in (b,), -1 off its map.
    shares
        What each hex of the campaign was to be under, by terrain; those are kept on its part of the table.
    notes
        The same in words, for the reader of the board.
    """

    seed: str
    parent: NDArray[np.int64]
    shares: Mapping[int, Mapping[str, float]]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class TableGround:
    """A battle's board, whose column ``invented`` says what of each hex was made up; and by what it was."""

    board: HexMap
    marks: Marks
