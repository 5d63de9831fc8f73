"""
Read the rows of a table out of the pages of an SQLite file, many at once and column by column.

To ask SQLite for the cells of two million rows, each as an object of its own, takes most of the time that a map of a
million hexes takes to be read. The file format is published and does not change (https://sqlite.org/fileformat2.html,
1.6 and 2.1). What is read here are plain rows alone: an ordinary table, all of its columns in each row, and no row that
goes on in another page. For all else there is SQLite, which also knows what is damaged.
"""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

__all__ = ["FIRST", "Rows", "plain_rows"]

_LEAF, _INTERIOR, _UTF_8 = 13, 5, 1
FIRST = -(1 << 63)
"""No row has a lesser id."""
_DEEPEST = 20
_AT_ONCE = 8 << 20
"""Bytes of pages that are read at once."""
_REAL, _NOUGHT, _BLOB, _TEXT = 7, 8, 12, 13
_WIDE = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""How many bytes a cell has, by its kind, where that says it: nothing, whole numbers, another number, 0, 1."""
_AS_REAL = ("REAL", "FLOA", "DOUB")
_AS_OTHER = ("INT", "CHAR", "CLOB", "TEXT", "BLOB")


class Rows(Mapping[str, tuple[Any, ...]]):
    """Some rows of a table by column; a column gives its cells as SQLite does, and what is quicker where it can."""

    def __init__(self, content: Bytes, fids: Ints, cells: dict[str, tuple[Ints, Ints]], real: set[str]) -> None:
        """Keep the bytes, the ids of the rows, and for each column of what kind its cells are and where they lie."""
        self._content, self._fids, self._cells, self._real = content, fids, cells, real
        self._given: dict[str, tuple[Any, ...]] = {}

    @property
    def last(self) -> int:
        """Give the id of the last row."""
        return int(self._fids[-1])

    def __len__(self) -> int:
        """Count the columns."""
        return len(self._cells)

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the columns."""
        return iter(self._cells)

    def __contains__(self, column: object) -> bool:
        """Say whether there is a column, without a look at its cells."""
        return column in self._cells

    def __getitem__(self, column: str) -> tuple[Any, ...]:
        """Give the cells of a column."""
        if column not in self._given:
            self._given[column] = tuple(self._fids.tolist() if column == "fid" else self._values(column))
        return self._given[column]

    def _values(self, column: str) -> Iterator[Any]:
        kinds, spots = self._cells[column]
        for kind, at in zip(kinds.tolist(), spots.tolist(), strict=True):
            value = _value(self._content, kind, at, as_real=column in self._real)
            if kind < _BLOB or kind % 2 == 0:
                yield value
                continue
            try:
                yield value.decode()
            except UnicodeDecodeError as error:
                what = f"Could not decode to UTF-8 column '{column}' with text '{value.decode(errors='replace')}'"
                raise sqlite3.OperationalError(what) from error

    def is_real(self, column: str) -> bool:
        """Say whether whole numbers of a column are given as others."""
        return column in self._real

    def is_blank(self, column: str) -> bool:
        """Say whether nothing is written in a column: its cells are empty, or texts of no letters."""
        return bool(np.isin(self._cells[column][0], (0, _TEXT)).all())

    def numbers(self, column: str) -> NDArray[np.float64] | None:
        """Give the numbers of a column, NaN where there is none; None if there is a text or a blob among them."""
        kinds, spots = self._cells[column]
        found = np.empty(len(kinds))
        return found if _numbers(self._content, kinds, spots, found) else None

    def codes(self, column: str, names: Sequence[str]) -> NDArray[np.int64] | None:
        """Look words up in a list, -1 where a cell is empty; None if one is no such word."""
        kinds, spots = self._cells[column]
        known = [name.encode() for name in names]
        ends, words = np.cumsum([0, *map(len, known)]), np.frombuffer(b"".join(known) or b" ", np.uint8)
        found = np.empty(len(kinds), np.int64)
        return found if _codes((self._content, kinds, spots), words, ends, found) else None

    def letters(self, column: str, count: int) -> Bytes | None:
        """Give the bytes of texts of so many letters (n, count); None if one is another."""
        kinds, spots = self._cells[column]
        if not (kinds == _TEXT + 2 * count).all():
            return None
        found: Bytes = self._content[spots[:, None] + np.arange(count)]
        return found


class _Layout(NamedTuple):
    """How a file is laid out: its pages' size, what of each is used, and how many there are."""

    page: int
    used: int
    pages: int


def plain_rows(file: sqlite3.Connection, path: Path, table: str) -> Iterator[Rows]:
    """
    Give the rows of a table in the order of their ids, some thousands at a time, as far as they are plain.

    Whoever asks compares the last id with that of the table: what follows it was not plain.
    """
    columns = _columns(file, table)
    root = file.execute("SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
    if columns is None or root is None:
        return
    with path.open("rb", buffering=0) as pages:
        layout = _layout(pages)
        leaves = _leaves(pages, layout, root[0]) if layout else []
        if not layout or not leaves:
            return
        each, last = max(1, _AT_ONCE // layout.page), FIRST
        for first in range(0, len(leaves), each):
            rows = _unlaid(_read(pages, layout, leaves[first : first + each]), layout, columns, last)
            if rows is None:
                return
            yield rows
            last = rows.last


def _columns(file: sqlite3.Connection, table: str) -> dict[str, str] | None:
    """List the columns with their types; None if rows are not stored by an id that comes first, or some not at all."""
    told = file.execute(f'PRAGMA table_xinfo("{table}")').fetchall()
    keys = [(name, kind.upper()) for _, name, kind, _, _, key, _ in told if key]
    first = bool(told) and (told[0][1], told[0][2].upper()) == ("fid", "INTEGER")
    if keys != [("fid", "INTEGER")] or not first or any(hidden for *_, hidden in told):
        return None
    return {name: kind.upper() for _, name, kind, *_ in told}


def _layout(pages: Any) -> _Layout | None:
    head, size = os.pread(pages.fileno(), 100, 0), os.fstat(pages.fileno()).st_size
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    if len(head) < 100 or page < 512 or int.from_bytes(head[56:60], "big") != _UTF_8:
        return None
    return _Layout(page, page - head[20], size // page)


def _leaves(pages: Any, layout: _Layout, root: int) -> list[int]:
    """List the pages of rows below a page in their order; none if that is no tree of a table, or one that cannot be."""
    met, level = {root}, [root]
    for _ in range(_DEEPEST):
        if os.pread(pages.fileno(), 1, (level[0] - 1) * layout.page) == bytes([_LEAF]):
            return level
        below = [child for number in level for child in _below(pages, layout, number)]
        if not below or met.intersection(below) or len(set(below)) < len(below) or max(below) > layout.pages:
            return []
        met.update(below)
        level = below
    return []


def _below(pages: Any, layout: _Layout, number: int) -> list[int]:
    """List the pages that a page leads to; none if it is no such page."""
    page = os.pread(pages.fileno(), layout.page, (number - 1) * layout.page)
    cells = int.from_bytes(page[3:5], "big")
    if len(page) < layout.page or page[0] != _INTERIOR or 12 + 2 * cells > layout.used:
        return []
    spots = [int.from_bytes(page[12 + 2 * k : 14 + 2 * k], "big") for k in range(cells)]
    found = [int.from_bytes(page[at : at + 4], "big") for at in (*spots, 8)]
    # The first page holds the head of the file, and is no part of a table of the map's.
    return found if min(found) > 1 else []


def _read(pages: Any, layout: _Layout, numbers: list[int]) -> Bytes:
    """Read some pages, those that lie one after the other at once (k, size)."""
    found, wanted = np.zeros((len(numbers), layout.page), np.uint8), np.array(numbers)
    breaks = [0, *(np.flatnonzero(np.diff(wanted) != 1) + 1).tolist(), len(numbers)]
    for first, end in itertools.pairwise(breaks):
        content = os.pread(pages.fileno(), (end - first) * layout.page, (numbers[first] - 1) * layout.page)
        found.reshape(-1)[first * layout.page :][: len(content)] = np.frombuffer(content, np.uint8)
    return found


def _unlaid(content: Bytes, layout: _Layout, columns: dict[str, str], last: int) -> Rows | None:
    """Take pages of rows apart; None if one holds what is not plain, or an id that does not rise."""
    cells = (content[:, 3].astype(np.int64) << 8) | content[:, 4]
    if (content[:, 0] != _LEAF).any() or (cells * (len(columns) + 4) > layout.used).any():
        return None
    shape = len(columns), int(cells.sum())
    fids, kinds, spots = np.empty(shape[1], np.int64), np.empty(shape, np.int64), np.empty(shape, np.int64)
    if not _take_apart(content, layout.used, fids, kinds, spots):
        return None
    # The id of a row stands before it, and its cell is empty.
    if not len(fids) or fids[0] <= last or (fids[1:] <= fids[:-1]).any() or (kinds[0] != 0).any():
        return None
    real = {name for name, kind in columns.items() if _is_real(kind)}
    return Rows(content.reshape(-1), fids, {name: (kinds[k], spots[k]) for k, name in enumerate(columns)}, real)


def _is_real(kind: str) -> bool:
    """Say whether whole numbers of a column count as others, by the words of its type."""
    return any(word in kind for word in _AS_REAL) and not any(word in kind for word in _AS_OTHER)


def _value(content: Bytes, kind: int, at: int, *, as_real: bool) -> Any:
    """Read a cell as SQLite gives it, a text as its bytes."""
    if kind >= _BLOB:
        return content[at : at + (kind - _BLOB) // 2].tobytes()
    if kind == 0:
        return None
    if kind == _REAL:
        number = float(content[at : at + 8].view(">f8")[0])
        return None if number != number else number  # noqa: PLR0124 - SQLite keeps no NaN
    bytes_ = content[at : at + _WIDE[kind]].tobytes()
    whole = kind - _NOUGHT if kind >= _NOUGHT else int.from_bytes(bytes_, "big", signed=True)
    return float(whole) if as_real else whole


@njit(cache=True, nogil=True)
def _varint(content: Bytes, at: int, end: int) -> tuple[int, int]:
    """Read a number, and tell where it ends; -1: past the end."""
    value = 0
    for k in range(9):
        if at + k >= end:
            return 0, -1
        byte = int(content[at + k])
        if k == 8:
            return (value << 8) | byte, at + 9
        value = (value << 7) | (byte & 127)
        if byte < 128:
            return value, at + k + 1
    return 0, -1


@njit(cache=True, nogil=True)
def _long(kind: int) -> int:
    """Say how many bytes a cell of a kind has; -1: there is no such kind."""
    if kind >= _BLOB:
        return (kind - _BLOB) // 2
    if kind < 0 or kind > 9:
        return -1
    return _WIDE[kind]


@njit(cache=True, nogil=True)
def _take_apart(content: Bytes, used: int, fids: Ints, kinds: Ints, spots: Ints) -> bool:
    flat, row, size = content.reshape(-1), 0, content.shape[1]
    for k in range(len(content)):
        base = k * size
        for cell in range((np.int64(content[k, 3]) << 8) | content[k, 4]):
            start = (np.int64(content[k, 8 + 2 * cell]) << 8) | content[k, 9 + 2 * cell]
            if start < 8 or start >= used or not _take_row(flat, (base, start, used), row, fids, kinds, spots):
                return False
            row += 1
    return True


@njit(cache=True, nogil=True)
def _take_row(flat: Bytes, within: tuple[int, int, int], row: int, fids: Ints, kinds: Ints, spots: Ints) -> bool:
    base, start, used = within
    size, at = _varint(flat, base + start, base + used)
    fids[row], at = _varint(flat, at, base + used) if at >= 0 else (0, -1)
    # A longer row goes on in other pages.
    if at < 0 or size < 0 or size > used - 35 or at + size > base + used:
        return False
    end = at + size
    long, head = _varint(flat, at, end)
    if head < 0 or long < 0 or long > size:
        return False
    body = at + long
    cell = body
    for column in range(len(kinds)):
        kind, head = _varint(flat, head, body)
        wide = _long(kind) if head >= 0 else -1
        if wide < 0 or wide > end - cell:
            return False
        kinds[column, row], spots[column, row] = kind, cell
        cell += wide
    return True


@njit(cache=True, nogil=True)
def _numbers(content: Bytes, kinds: Ints, spots: Ints, found: NDArray[np.float64]) -> bool:
    bits = np.empty(1, np.int64)
    real = bits.view(np.float64)
    for row in range(len(kinds)):
        kind, at = kinds[row], spots[row]
        if kind >= _BLOB:
            return False
        if kind == 0:
            found[row] = np.nan
        elif kind >= _NOUGHT:
            found[row] = kind - _NOUGHT
        else:
            value = np.int64(content[at])
            value = value - 256 if value > 127 else value
            for byte in range(1, _WIDE[kind]):
                value = (value << 8) | np.int64(content[at + byte])
            bits[0] = value
            found[row] = real[0] if kind == _REAL else value
    return True


@njit(cache=True, nogil=True)
def _codes(cells: tuple[Bytes, Ints, Ints], words: Bytes, ends: Ints, found: Ints) -> bool:
    content, kinds, spots = cells
    last = 0
    for row in range(len(kinds)):
        kind, at, code = kinds[row], spots[row], -1
        if kind == 0:
            found[row] = -1
            continue
        if kind < _BLOB or kind % 2 == 0:
            return False
        for k in range(len(ends) - 1):
            one = (last + k) % (len(ends) - 1)  # mostly the same as in the row before
            if ends[one + 1] - ends[one] != (kind - _TEXT) // 2:
                continue
            same = True
            for byte in range(ends[one + 1] - ends[one]):
                if content[at + byte] != words[ends[one] + byte]:
                    same = False
                    break
            if same:
                code = one
                break
        if code < 0:
            return False
        found[row] = last = code
    return True
