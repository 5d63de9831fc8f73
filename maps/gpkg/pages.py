"""
Lay the rows of a table into the pages of an SQLite file, all at once.

A map of a million hexes has two million rows, and to bind the cells of each for an INSERT takes two thirds of the time
that the map takes. The file format is published and does not change (https://sqlite.org/fileformat2.html, 1.6 and 2.1):
a table is a tree of pages, its leaves hold the rows in the order of their ids, and rows that come in that order need
no search. What is laid is an ordinary table, which SQLite reads, checks and changes.
"""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]
    Shorts = NDArray[np.int16]

__all__ = ["MOST_ROW_BYTES", "Cells", "lay_table"]

_PAGE = 4096
_PENDING_BYTE = 1 << 30
"""The page here stays empty: SQLite locks the file by it."""
_MOST_CHILDREN = (_PAGE - 12) // 15
"""Each takes a place, the number of a page, and that of a row of up to nine bytes."""
MOST_ROW_BYTES = 3500
"""What fits a page with all that it needs beside; longer rows would go on in other pages."""
_NULL, _BYTE, _REAL, _NOUGHT, _ONE, _BLOB, _TEXT = 0, 1, 7, 8, 9, 12, 13


class Cells(NamedTuple):
    """The cells of one column, as SQLite stores them: their bytes (n, widest), how many count, and their kinds."""

    content: Bytes
    lengths: Shorts
    kinds: Shorts

    @classmethod
    def nothing(cls, count: int) -> Cells:
        """Make empty cells."""
        return cls(np.zeros((count, 0), np.uint8), np.zeros(count, np.int16), np.full(count, _NULL, np.int16))

    @classmethod
    def numbers(cls, values: NDArray[Any]) -> Cells:
        """Make cells of numbers, empty where one is unknown."""
        content = np.ascontiguousarray(values, ">f8").view(np.uint8).reshape(-1, 8)
        # As SQLite itself does: most shares of ground are nought or one, and take no room so.
        kinds = np.full(len(values), _REAL, np.int16)
        kinds[(values == 0) & ~np.signbit(values)] = _NOUGHT
        kinds[values == 1] = _ONE
        kinds[np.isnan(values)] = _NULL
        return cls(content, (kinds == _REAL) * np.int16(8), kinds)

    @classmethod
    def small(cls, values: NDArray[Any]) -> Cells:
        """Make cells of whole numbers from 0 to 127."""
        kinds = np.full(len(values), _BYTE, np.int16)
        kinds[values == 0], kinds[values == 1] = _NOUGHT, _ONE
        return cls(values.astype(np.uint8)[:, None], (kinds == _BYTE).astype(np.int16), kinds)

    @classmethod
    def blobs(cls, rows: Bytes) -> Cells:
        """Make cells of as many bytes each (n, width)."""
        count, width = rows.shape
        return cls(rows, np.full(count, width, np.int16), np.full(count, _BLOB + 2 * width, np.int16))

    @classmethod
    def texts(cls, rows: Bytes) -> Cells:
        """Make cells of texts of as many ASCII letters each (n, width)."""
        return cls.blobs(rows)._replace(kinds=np.full(len(rows), _TEXT + 2 * rows.shape[1], np.int16))

    @classmethod
    def words(cls, names: Sequence[str | None], codes: NDArray[Any]) -> Cells:
        """Make cells of words out of a list; None is an empty cell."""
        known = [(name or "").encode() for name in names] or [b""]
        lengths = np.array([len(one) for one in known], np.int16)
        content = np.zeros((len(known), max(lengths.max(), 1)), np.uint8)
        for row, one in enumerate(known):
            content[row, : len(one)] = np.frombuffer(one, np.uint8)
        kinds = [_NULL if name is None else _TEXT + 2 * len(known[k]) for k, name in enumerate(names)] or [0]
        return cls(content[codes], lengths[codes], np.array(kinds, np.int16)[codes])


def lay_table(path: Path, root: int, blocks: Iterable[Sequence[Cells]]) -> int:
    """
    Fill an empty table of a file that nobody has open; give the number of rows.

    Parameters
    ----------
    root
        Its root page, as ``sqlite_schema`` has it.
    blocks
        Its columns, some rows at a time, without that of the row's id; these run on from 1.
    """
    with path.open("r+b", buffering=0) as file:
        size = file.seek(0, 2)
        if size % _PAGE:
            msg = f"{path} is no file of pages of {_PAGE} bytes"
            raise ValueError(msg)
        pages = _Pages(file, size // _PAGE + 1)
        rows = 0
        level: list[tuple[int, int]] = []
        for laid, last in _ahead(blocks):
            level += zip(pages.append(laid), last.tolist(), strict=True)
            rows = int(last[-1])
        while len(level) > _MOST_CHILDREN:
            level = list(_parents(level, pages))
        if level:
            # A page that leads to one other alone is none to SQLite: what is in that is the root itself.
            page = pages.take_back() if len(level) == 1 else _interior(np.array(level, np.int64)).tobytes()
            file.seek((root - 1) * _PAGE)
            file.write(page)
        pages.tell_size()
    return rows


def _ahead(blocks: Iterable[Sequence[Cells]]) -> Iterator[tuple[Bytes, Ints]]:
    """Write rows as leaves, while the next ones are got ready and the last ones written to the file."""
    rows, waiting, coming = 0, None, iter(blocks)
    with ThreadPoolExecutor(1) as reading, ThreadPoolExecutor(1) as laying:
        following = reading.submit(next, coming, None)
        while (columns := following.result()) is not None:
            following = reading.submit(next, coming, None)
            begun = laying.submit(_leaves, columns, rows)
            rows += len(columns[0].lengths)
            if waiting is not None:
                yield waiting.result()
            waiting = begun
        if waiting is not None:
            yield waiting.result()


class _Pages:
    """The end of a file, where pages are put."""

    def __init__(self, file: Any, first: int) -> None:
        self.file, self.next = file, first

    def append(self, laid: Bytes) -> list[int]:
        """Write pages (k, 4096) and give their numbers."""
        locked = _PENDING_BYTE // _PAGE + 1
        before = max(0, min(len(laid), locked - self.next)) if self.next <= locked else len(laid)
        numbers = list(range(self.next, self.next + before))
        if before < len(laid):
            numbers += range(locked + 1, locked + 1 + len(laid) - before)
            laid = np.concatenate([laid[:before], np.zeros((1, _PAGE), np.uint8), laid[before:]])
        self.file.seek((self.next - 1) * _PAGE)
        view = laid.reshape(-1).data
        while view:
            view = view[self.file.write(view) :]
        self.next += len(laid)
        return numbers

    def take_back(self) -> bytes:
        """Give what is in the last page, and cut it off."""
        self.next -= 1
        self.file.seek((self.next - 1) * _PAGE)
        page: bytes = self.file.read(_PAGE)
        self.file.truncate((self.next - 1) * _PAGE)
        return page

    def tell_size(self) -> None:
        """Tell the head of the file how many pages there are, and that this was written with its last change."""
        self.file.seek(24)
        change = int.from_bytes(self.file.read(4), "big") + 1
        self.file.seek(24)
        self.file.write(change.to_bytes(4, "big") + (self.next - 1).to_bytes(4, "big"))
        self.file.seek(92)
        self.file.write(change.to_bytes(4, "big"))


def _parents(level: list[tuple[int, int]], pages: _Pages) -> Iterator[tuple[int, int]]:
    # As even as they go, so that each has several.
    ends = np.linspace(0, len(level), -(-len(level) // _MOST_CHILDREN) + 1).astype(int).tolist()
    for first, end in itertools.pairwise(ends):
        (number,) = pages.append(_interior(np.array(level[first:end], np.int64))[None])
        yield number, level[end - 1][1]


def _leaves(columns: Sequence[Cells], before: int) -> tuple[Bytes, Ints]:
    """Write rows as leaves, and tell the id of the last row of each; ``before`` rows are there already."""
    content = np.concatenate([column.content for column in columns], axis=1)
    starts = np.cumsum([0, *(column.content.shape[1] for column in columns)])
    lengths = np.stack([column.lengths for column in columns], axis=1)
    kinds = np.stack([column.kinds for column in columns], axis=1)
    # Twice what all rows need is enough, since more than half of every page is filled.
    most = int(lengths.sum() + (12 + 9 * lengths.shape[1]) * len(lengths)) * 2 // _PAGE + 2
    pages, last = np.zeros((most, _PAGE), np.uint8), np.zeros(most, np.int64)
    count = _lay((content, starts, lengths, kinds), before, pages, last)
    return pages[:count], last[:count]


@njit(cache=True, nogil=True)
def _varint_size(value: int) -> int:
    size = 1
    while value >= 128:
        value >>= 7
        size += 1
    return size


@njit(cache=True, nogil=True)
def _put_varint(page: Bytes, at: int, value: int) -> int:
    size = _varint_size(value)
    for k in range(size):
        bits = (value >> (7 * (size - 1 - k))) & 127
        page[at + k] = bits | 128 if k < size - 1 else bits
    return at + size


@njit(cache=True, nogil=True)
def _interior(children: Ints) -> Bytes:
    """Write a page that leads to others, each with the id of its last row (k, 2)."""
    page, end, count = np.zeros(4096, np.uint8), 4096, len(children) - 1
    for k in range(count):
        number, last = children[k]
        end -= 4 + _varint_size(last)
        for byte in range(4):
            page[end + byte] = (number >> (24 - 8 * byte)) & 255
        _put_varint(page, end + 4, last)
        page[12 + 2 * k], page[13 + 2 * k] = end >> 8, end & 255
    page[0] = 5
    page[3], page[4] = count >> 8, count & 255
    page[5], page[6] = end >> 8, end & 255
    for byte in range(4):
        page[8 + byte] = (children[count, 0] >> (24 - 8 * byte)) & 255
    return page


@njit(cache=True, nogil=True)
def _finish(page: Bytes, cells: int, end: int) -> None:
    page[0] = 13
    page[3], page[4] = cells >> 8, cells & 255
    page[5], page[6] = end >> 8, end & 255


@njit(cache=True, nogil=True)
def _lay(cells_of: tuple[Bytes, Ints, Shorts, Shorts], before: int, pages: Bytes, last: Ints) -> int:
    content, starts, lengths, kinds = cells_of
    rows, columns = lengths.shape
    at, cells, end = 0, 0, 4096
    for row in range(rows):
        head, body, number = 2, 0, before + row + 1
        for k in range(columns):
            head += _varint_size(int(kinds[row, k]))
            body += int(lengths[row, k])
        head += 1 if head > 127 else 0
        size = head + body
        whole = _varint_size(size) + _varint_size(number) + size
        if end - whole < 8 + 2 * (cells + 1):
            _finish(pages[at], cells, end)
            at, cells, end = at + 1, 0, 4096
        end -= whole
        page = pages[at]
        page[8 + 2 * cells], page[9 + 2 * cells] = end >> 8, end & 255
        spot = _put_varint(page, _put_varint(page, end, size), number)
        spot = _put_varint(page, spot, head)
        page[spot] = 0  # the row's id stands before the row
        spot += 1
        for k in range(columns):
            spot = _put_varint(page, spot, int(kinds[row, k]))
        for k in range(columns):
            start, length = starts[k], int(lengths[row, k])
            for byte in range(length):
                page[spot + byte] = content[row, start + byte]
            spot += length
        cells += 1
        last[at] = number
    if cells:
        _finish(pages[at], cells, end)
        at += 1
    return at
