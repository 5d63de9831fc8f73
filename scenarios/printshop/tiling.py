"""
Part a large drawing into sheets of paper.

All lengths are millimetres. Sheets are alike: their windows are as large as they must be and
no larger, so that none is nearly empty. Neighbouring sheets overlap, so that they can be
trimmed and glued.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PAPERS", "ROLLS", "Paper", "Sheet", "Tiling", "label_of", "paper"]

PAPERS = {
    "A5": (148.0, 210.0),
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "A1": (594.0, 841.0),
    "A0": (841.0, 1189.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "Tabloid": (279.4, 431.8),
    "ANSI C": (431.8, 558.8),
    "ANSI D": (558.8, 863.6),
    "ANSI E": (863.6, 1117.6),
}
"""Width and height upright, in mm."""

ROLLS = {"Roll 610": 610.0, "Roll 914": 914.0}
"""Rolls of a plotter by their width; a sheet is as long as it must be."""

_LONGEST = 5000.0
_OWN = re.compile(r"(\d{2,4}(?:\.\d+)?)x(\d{2,4}(?:\.\d+)?)")
_LEAST_ROOM, _LEAST_MARGIN = 20.0, 8.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it lies: its size, its margin, and the overlap with the next."""

    width: float
    height: float
    margin: float = 10.0
    overlap: float = 10.0

    @property
    def room(self) -> tuple[float, float]:
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
    >>> tiling.window
    (189.0, 248.0)
    """

    paper: Paper
    width: float
    height: float

    @property
    def cols(self) -> int:
        """Sheets side by side."""
        return _count(self.width, self.paper.room[0], self.paper.overlap)

    @property
    def rows(self) -> int:
        """Sheets one below the other."""
        return _count(self.height, self.paper.room[1], self.paper.overlap)

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of the part of the drawing that each sheet shows: the same for all."""
        lap = self.paper.overlap
        return (self.width + (self.cols - 1) * lap) / self.cols, (self.height + (self.rows - 1) * lap) / self.rows

    @property
    def corner(self) -> tuple[float, float]:
        """Where the window's upper left corner lies on a sheet, from the sheet's own: windows lie in the middle."""
        wide, high = self.window
        return (self.paper.width - wide) / 2, (self.paper.height - high) / 2

    def __len__(self) -> int:
        """Count the sheets."""
        return self.cols * self.rows

    def sheets(self) -> Iterator[Sheet]:
        """List the sheets, row by row: A1, A2, ... B1."""
        wide, high = self.window
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
    Choose how paper lies, upright or across, so that a drawing takes the fewest sheets and wastes the least.

    ``name`` is one of ``PAPERS`` or ``ROLLS``, or a size of one's own in millimetres, as ``300x450``.

    Raises
    ------
    ProblemsFound
        If there is no such paper, or margin and overlap leave no room on it.
    """
    if name in ROLLS:
        lying = [_cut(ROLLS[name], width, height, margin, overlap), _cut(ROLLS[name], height, width, margin, overlap)]
        lying[1] = Paper(lying[1].height, lying[1].width, margin, overlap)
    else:
        short, long = _size(name)
        lying = [Paper(short, long, margin, overlap), Paper(long, short, margin, overlap)]
    if margin < _LEAST_MARGIN or min(*lying[0].room, *lying[1].room) - overlap <= _LEAST_ROOM or overlap < 0:
        what = f"a margin of {margin:g} mm and an overlap of {overlap:g} mm leave no room on {name} for map and ruler"
        raise ProblemsFound([Problem("paper", what, f"take a margin of {_LEAST_MARGIN:g} mm or a little more")])
    return min(lying, key=lambda sheet: (len(Tiling(sheet, width, height)), sheet.width * sheet.height))


def _size(name: str) -> tuple[float, float]:
    """Give the shorter and the longer side of a paper."""
    if name in PAPERS:
        return PAPERS[name]
    own = _OWN.fullmatch(name.strip().lower().replace(" ", ""))
    if own is None:
        known = [*PAPERS, *ROLLS]
        hint = did_you_mean(name, known) + ', or a size in millimetres such as "300x450"'
        raise ProblemsFound([Problem("paper", f"there is no paper {name!r}", hint)])
    one, other = sorted(float(side) for side in own.groups())
    return one, other


def _cut(roll: float, across: float, along: float, margin: float, overlap: float) -> Paper:
    """Cut a length from a roll that takes a whole column of the drawing."""
    return Paper(roll, min(_LONGEST, max(along, across / 8) + 2 * margin), margin, overlap)


def _count(length: float, room: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap - 1e-6) / (room - overlap)))
