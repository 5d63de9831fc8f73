"""
Name, count and measure hexes.

Two layouts only: flat-top "odd-q" and pointy-top "odd-r". Three names for a
hex, and conversions between them nowhere but here:

* ``index``, its row in the columns of a map: ``row * cols + col``;
* ``Hex(q, r)``, axial coordinates, for distances and lines;
* ``number``, what is printed: column then row, counted from 1: ``"0713"``.

Row 1 is the northernmost; y grows southwards inside a grid. The six hexsides
are numbered clockwise, beginning in the north: flat-top 0 N, 1 NE, 2 SE, 3 S,
4 SW, 5 NW; pointy-top 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW. Side ``k`` of a hex is
side ``(k + 3) % 6`` of the neighbour across it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = [
    "FLAT_STEPS",
    "NO_HEX",
    "POINTY_STEPS",
    "SIDES",
    "Grid",
    "Hex",
    "distance",
    "opposite",
]

SIDES = 6
NO_HEX = -1
FLAT_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
POINTY_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_TWO_DIGITS = 99


class Hex(NamedTuple):
    """A hex by axial coordinates."""

    q: int
    r: int


def opposite(side: int) -> int:
    """
    Name a hexside from the hex across it.

    >>> opposite(1)
    4
    """
    return (side + 3) % SIDES


def distance(a: Hex, b: Hex) -> int:
    """
    Count the hexes from one hex to another.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = a.q - b.q, a.r - b.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@dataclass(frozen=True, slots=True)
class Grid:
    """
    A rectangle of ``cols`` x ``rows`` hexes, without a place on the ground.

    >>> grid = Grid(cols=10, rows=8, flat_top=True)
    >>> grid.number(grid.index_of("0304"))
    '0304'
    """

    cols: int
    rows: int
    flat_top: bool = True

    def __len__(self) -> int:
        """Count the hexes."""
        return self.cols * self.rows

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The axial step across each of the six sides."""
        return FLAT_STEPS if self.flat_top else POINTY_STEPS

    @property
    def digits(self) -> int:
        """How many digits each half of a printed number has."""
        return 2 if max(self.cols, self.rows) <= _TWO_DIGITS else len(str(max(self.cols, self.rows)))

    def number(self, index: int) -> str:
        """Print a hex: column then row, counted from 1."""
        row, col = divmod(index, self.cols)
        return f"{col + 1:0{self.digits}d}{row + 1:0{self.digits}d}"

    def numbers(self, first: int = 0, end: int | None = None) -> list[str]:
        """
        Print many hexes, those from one index up to another or to the last.

        >>> Grid(2, 2).numbers(1)
        ['0201', '0102', '0202']
        """
        end, half = len(self) if end is None else min(end, len(self)), self.digits
        cols = [f"{col:0{half}d}" for col in range(1, self.cols + 1)]
        found, begun = [], first // self.cols
        for row in range(begun, -(-end // self.cols)):
            down = f"{row + 1:0{half}d}"
            found += [col + down for col in cols]
        return found[first - begun * self.cols :][: max(0, end - first)]

    def indices_of(self, numbers: Sequence[Any]) -> NDArray[np.int64] | None:
        """
        Read many printed numbers at once; None if one of them is no number of this grid: ``index_of`` says which.

        >>> Grid(2, 2).indices_of(["0102", "0201"]), Grid(2, 2).indices_of(["0303"])
        (array([2, 1]), None)
        """
        half = self.digits
        if {*map(type, numbers)} != {str} or {*map(len, numbers)} != {2 * half}:
            return None
        letters = np.array(numbers, f"U{2 * half}").view(np.uint32).reshape(-1, 2 * half)
        return self.indices_in(letters)

    def indices_in(self, letters: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.int64] | None:
        """Read many printed numbers by their letters (n, twice the digits), as ``indices_of`` does."""
        half, figures = self.digits, letters.astype(np.int64) - ord("0")
        tens = 10 ** np.arange(half)[::-1]
        col, row = figures[:, :half] @ tens - 1, figures[:, half:] @ tens - 1
        good = (figures >= 0) & (figures <= 9)
        there = (col >= 0) & (col < self.cols) & (row >= 0) & (row < self.rows)
        return row * self.cols + col if good.all() and there.all() else None

    def index_of(self, number: str) -> int:
        """
        Read a printed number.

        Raises
        ------
        ValueError
            If it is no number of this grid; the message names the range.
        """
        half = self.digits
        if len(number) == 2 * half and number.isascii() and number.isdigit():
            col, row = int(number[:half]) - 1, int(number[half:]) - 1
            if 0 <= col < self.cols and 0 <= row < self.rows:
                return row * self.cols + col
        msg = f"there is no hex {number!r} here; hexes run from {self.number(0)} to {self.number(len(self) - 1)}"
        raise ValueError(msg)

    def hex_of(self, index: int) -> Hex:
        """Give the axial coordinates of a hex."""
        row, col = divmod(index, self.cols)
        if self.flat_top:
            return Hex(col, row - (col - (col & 1)) // 2)
        return Hex(col - (row - (row & 1)) // 2, row)

    def index_at(self, hex_: Hex) -> int:
        """Give the index of axial coordinates, or ``NO_HEX`` off the grid."""
        return self._at(hex_.q, hex_.r)

    def _at(self, q: int, r: int) -> int:
        col, row = (q, r + (q >> 1)) if self.flat_top else (q + (r >> 1), r)
        inside = 0 <= col < self.cols and 0 <= row < self.rows
        return row * self.cols + col if inside else NO_HEX

    def distance(self, a: int, b: int) -> int:
        """Count the hexes between two indices."""
        q, r = self.axial(a, b)
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def distances(self, these: Sequence[int], those: Sequence[int]) -> NDArray[np.int64]:
        """
        Count the hexes from each of some indices (n,) to each of others (m,): (n, m).

        >>> Grid(cols=4, rows=4, flat_top=True).distances([0, 1], [0, 15]).tolist()
        [[0, 5], [1, 4]]
        """
        (q0, r0), (q1, r1) = self._placed(these), self._placed(those)
        q, r = q1 - q0[:, None], r1 - r0[:, None]
        far: NDArray[np.int64] = (abs(q) + abs(r) + abs(q + r)) // 2
        return far

    def _placed(self, indices: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the axial coordinates of indices, but for where they begin."""
        row, col = np.divmod(np.asarray(indices, np.int64), self.cols)
        return (col, row - (col >> 1)) if self.flat_top else (col - (row >> 1), row)

    def axial(self, a: int, b: int) -> tuple[int, int]:
        """Give the way from one hex to another in axial steps."""
        # Asked for every pair of units: written out, it takes a third of what two ``hex_of`` do.
        (a_row, a_col), (b_row, b_col) = divmod(a, self.cols), divmod(b, self.cols)
        if self.flat_top:
            return b_col - a_col, b_row - a_row - (b_col >> 1) + (a_col >> 1)
        return b_col - a_col - (b_row >> 1) + (a_row >> 1), b_row - a_row

    def neighbours(self, index: int) -> tuple[int, ...]:
        """Give the six neighbours by side, ``NO_HEX`` where there is none."""
        q, r = self.hex_of(index)
        return tuple(self.index_at(Hex(q + dq, r + dr)) for dq, dr in self.steps)

    def side_towards(self, a: int, b: int) -> int:
        """
        Name the side of ``a`` that it shares with its neighbour ``b``.

        Raises
        ------
        ValueError
            If the two are not neighbours.
        """
        try:
            return self.steps.index(self.axial(a, b))
        except ValueError:
            msg = f"{self.number(a)} and {self.number(b)} are not neighbours"
            raise ValueError(msg) from None

    def within(self, centre: int, radius: int) -> Iterator[int]:
        """List the hexes no further than ``radius`` from one, itself included."""
        q, r = self.hex_of(centre)
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
                index = self.index_at(Hex(q + dq, r + dr))
                if index != NO_HEX:
                    yield index

    def line(self, a: int, b: int, lean: int = 1) -> list[int]:
        """
        List the hexes of a straight line, both ends included.

        Where it runs along a hexside it passes always on the same side of that; on the other with a ``lean`` of -1.
        """
        q, r = self.hex_of(a)
        return [self._at(q + east, r + south) for east, south in _line(*self.axial(a, b), lean)]

    def neighbour_table(self) -> NDArray[np.int32]:
        """Give every hex's neighbours as an array (n, 6), ``NO_HEX`` off the grid; it is others' too, and only read."""
        return _neighbour_table(self)

    def _neighbours(self) -> NDArray[np.int32]:
        table = np.empty((self.rows, self.cols, SIDES), np.int32)
        index = np.arange(len(self), dtype=np.int32).reshape(self.rows, self.cols)
        for odd in (0, 1):
            # Every other line of hexes, a column of a flat-top grid, has the same way to its neighbours.
            lines = (slice(None), slice(odd, None, 2)) if self.flat_top else (slice(odd, None, 2), slice(None))
            for side, (east, south) in enumerate(self.offsets(odd)):
                np.add(index[lines], south * self.cols + east, out=table[(*lines, side)])
                self._shut(table, lines, side, east, south)
        return table.reshape(-1, SIDES)

    def offsets(self, odd: int) -> list[tuple[int, int]]:
        """Give the columns and rows to step over each side from an even or odd line of hexes."""
        if self.flat_top:
            return [(q, r + (q + odd) // 2) for q, r in self.steps]
        return [(q + (r + odd) // 2, r) for q, r in self.steps]

    def _shut(self, table: NDArray[np.int32], lines: tuple[slice, slice], side: int, east: int, south: int) -> None:
        """Put ``NO_HEX`` where a step leads off the grid."""
        part = table[(*lines, side)]
        # Which of the lines lie at the border: every other column or row was taken.
        cols, rows = range(self.cols)[lines[1]], range(self.rows)[lines[0]]
        part[:, [k for k, col in enumerate(cols) if not 0 <= col + east < self.cols]] = NO_HEX
        part[[k for k, row in enumerate(rows) if not 0 <= row + south < self.rows]] = NO_HEX


# Who builds a map asks for it thirty times; that of the map before is let go.
@lru_cache(maxsize=1)
def _neighbour_table(grid: Grid) -> NDArray[np.int32]:
    return grid._neighbours()


# Lines run the same way wherever they begin, and those of a battle recur from turn to turn.
@lru_cache(maxsize=10_000)
def _line(q: int, r: int, lean: int) -> tuple[Hex, ...]:
    steps = distance(Hex(0, 0), Hex(q, r))
    # In whole numbers, of which so many are a hex: a hair off the middle to whichever side is asked for.
    unit = 1000 * (steps or 1)
    return tuple(_nearest(1000 * q * k + lean, 1000 * r * k + 2 * lean, unit) for k in range(steps + 1))


def _nearest(q: int, r: int, unit: int) -> Hex:
    parts = q, r, -q - r
    rq, rr, rs = ((2 * part + unit) // (2 * unit) for part in parts)
    off_q, off_r, off_s = (abs(unit * near - part) for near, part in zip((rq, rr, rs), parts, strict=True))
    if off_q > off_r and off_q > off_s:
        return Hex(-rr - rs, rr)
    if off_r > off_s:
        return Hex(rq, -rq - rs)
    return Hex(rq, rr)
