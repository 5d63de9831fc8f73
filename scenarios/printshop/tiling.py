"""
Part a large drawing into sheets of paper.

All lengths are millimetres. A sheet shows a window of the drawing at exact
scale; neighbouring sheets overlap, so that they can be trimmed and glued.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PAPERS", "Paper", "Sheet", "Tiling", "paper"]

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "Letter": (215.9, 279.4), "Tabloid": (279.4, 431.8)}
"""Width and height upright, in mm."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it lies: its size, its margin, and the overlap with the next."""

    width: float
    height: float
    margin: float = 10.0
    overlap: float = 10.0

    @property
    def window(self) -> tuple[float, float]:
        """What fits between the margins."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin


@dataclass(frozen=True, slots=True)
class Sheet:
    """
    One sheet: its label, and the window of the drawing that it shows.

    ``left`` and ``top`` are the window's corner in the drawing, from its top left.
    """

    label: str
    col: int
    row: int
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """
    The sheets that cover a drawing.

    >>> tiling = Tiling(Paper(210, 297), 1800, 1200)
    >>> tiling.cols, tiling.rows
    (10, 5)
    """

    paper: Paper
    width: float
    height: float

    @property
    def cols(self) -> int:
        """Sheets side by side."""
        return _count(self.width, self.paper.window[0], self.paper.overlap)

    @property
    def rows(self) -> int:
        """Sheets one below the other."""
        return _count(self.height, self.paper.window[1], self.paper.overlap)

    def __len__(self) -> int:
        """Count the sheets."""
        return self.cols * self.rows

    def sheets(self) -> Iterator[Sheet]:
        """List the sheets, row by row: A1, A2, ... B1."""
        wide, high = self.paper.window
        for row in range(self.rows):
            for col in range(self.cols):
                left, top = col * (wide - self.paper.overlap), row * (high - self.paper.overlap)
                yield Sheet(label_of(col, row), col, row, left, top)

    def neighbour(self, sheet: Sheet, right: int, down: int) -> str:
        """Give the label of the sheet beside one, "" where there is none."""
        col, row = sheet.col + right, sheet.row + down
        return label_of(col, row) if 0 <= col < self.cols and 0 <= row < self.rows else ""


def label_of(col: int, row: int) -> str:
    """
    Name a sheet: letters for the row, a number for the column.

    >>> label_of(2, 1), label_of(0, 27)
    ('B3', 'AB1')
    """
    letters = ""
    rest = row + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"{letters}{col + 1}"


def paper(name: str, width: float, height: float, *, margin: float = 10.0, overlap: float = 10.0) -> Paper:
    """
    Choose how paper lies, upright or across, so that a drawing takes the fewest sheets.

    Raises
    ------
    ProblemsFound
        If there is no such paper, or margin and overlap leave no room on it.
    """
    if name not in PAPERS:
        raise ProblemsFound([Problem("paper", f"there is no paper {name!r}", did_you_mean(name, PAPERS))])
    short, long = PAPERS[name]
    if short - 2 * margin - overlap <= 20:
        what = f"a margin of {margin:g} mm and an overlap of {overlap:g} mm leave no room on {name}"
        raise ProblemsFound([Problem("paper", what, "make them smaller")])
    upright, across = Paper(short, long, margin, overlap), Paper(long, short, margin, overlap)
    return min((upright, across), key=lambda lying: len(Tiling(lying, width, height)))


def _count(length: float, window: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap - 1e-6) / (window - overlap)))
