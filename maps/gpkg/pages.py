"""
Lay the rows of a table into the pages of an SQLite file, all at once.

A map of a million hexes has two million rows, and to bind the cells of each for an INSERT takes two thirds of the time
that the map takes. The file format is published and does not change (https://sqlite.org/fileformat2.html, 1.6 and 2.1):
a table is a tree of pages, its leaves hold the rows in the order of their ids, and rows that come in that order need
no search. What is laid is an ordinary table, which SQLite reads, checks and changes.
"""

from __future__ import annotations

import itertools
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.gpkg.cells import BYTES, LISTED, NOUGHT, NULL, NUMBERS, ONE, REAL, together
from maps.grid.compiled import njit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray

    from maps.gpkg.cells import Cells, Together

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

__all__ = ["MOST_ROW_BYTES", "Block", "lay_table"]

_PAGE = 4096
_LAYERS = 2
"""Threads that lay rows: no block knows of another."""
_PENDING_BYTE = 1 << 30
"""The page here stays empty: SQLite locks the file by it."""
_MOST_CHILDREN = (_PAGE - 12) // 15
"""Each takes a place, the number of a page, and that of a row of up to nine bytes."""
MOST_ROW_BYTES = 3500
"""What fits a page with all that it needs beside; longer rows would go on in other pages."""


class Block(NamedTuple):
    """Some rows of a table: how many, and what gives their columns when they are laid, in a thread of its own."""

    rows: int
    cells: Callable[[], Sequence[Cells]]


def lay_table(path: Path, root: int, blocks: Iterable[Block]) -> int:
    """
    Fill an empty table of a file that nobody has open; give the number of rows.

    Parameters
    ----------
    root
        Its root page, as ``sqlite_schema`` has it.
    blocks
        Its rows, without the column of the row's id; these run on from 1.
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


def _ahead(blocks: Iterable[Block]) -> Iterator[tuple[Bytes, Ints]]:
    """Write rows as leaves, some blocks at once, while the ones before go to the file."""
    rows = 0
    laid: deque[Future[tuple[Bytes, Ints]]] = deque()
    with ThreadPoolExecutor(_LAYERS) as laying:
        for block in blocks:
            laid.append(laying.submit(_leaves, block, rows))
            rows += block.rows
            if len(laid) > 2 * _LAYERS:
                yield laid.popleft().result()
        while laid:
            yield laid.popleft().result()


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


def _leaves(block: Block, before: int) -> tuple[Bytes, Ints]:
    """Write rows as leaves, and tell the id of the last row of each; ``before`` rows are there already."""
    cells = together(block.cells())
    # More than half of every page is filled.
    most = cells.most_bytes * len(cells.rows) * 2 // _PAGE + 2
    pages, last = np.empty((most, _PAGE), np.uint8), np.empty(most, np.int64)
    count = _lay(cells, before, pages.reshape(-1), last)
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
    if value < 128:
        page[at] = value
        return at + 1
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
def _weigh(cells: Together, row: int, kinds: Ints) -> tuple[int, int]:
    """Tell the kinds of a row's cells; give how many bytes its head takes, and its cells."""
    head, body = 2, cells.rows.shape[1]
    for k in range(len(kinds)):
        how, place, kind = cells.columns[k, 0], cells.columns[k, 1], cells.columns[k, 3]
        if how == LISTED:
            word = cells.codes[place, row]
            kind = cells.kinds[word]
            body += cells.ends[word + 1] - cells.ends[word]
        elif how == NUMBERS:
            value = cells.numbers[place, row]
            # As SQLite itself does: most shares of ground are nought or one, and take no room so.
            if value == 0.0 and not np.signbit(value):
                kind = NOUGHT
            elif value == 1.0:
                kind = ONE
            elif np.isnan(value):
                kind = NULL
            else:
                kind, body = REAL, body + 8
        kinds[k] = kind
        head += 1 if kind < 128 else _varint_size(kind)
    return head + (1 if head > 127 else 0), body


@njit(cache=True, nogil=True)
def _copy(source: Bytes, first: int, count: int, page: Bytes, spot: int) -> None:
    # Of what cannot be below nought many bytes are copied at once.
    there, here = np.uint64(spot), np.uint64(first)
    for byte in range(np.uint64(count)):
        page[there + byte] = source[here + byte]


@njit(cache=True, nogil=True)
def _put_kinds(kinds: Ints, page: Bytes, spot: int) -> int:
    for k in range(len(kinds)):
        if kinds[k] < 128:
            page[spot] = kinds[k]
            spot += 1
        else:
            spot = _put_varint(page, spot, kinds[k])
    return spot


@njit(cache=True, nogil=True)
def _put_cells(cells: Together, row: int, kinds: Ints, page: Bytes, spot: int) -> int:
    columns, rows, wide = cells.columns, cells.rows.reshape(-1), cells.rows.shape[1]
    for k in range(len(kinds)):
        how, place = columns[k, 0], columns[k, 1]
        if how == BYTES:
            _copy(rows, row * wide + place, columns[k, 2], page, spot)
            spot += columns[k, 2]
        elif how == LISTED:
            word = cells.codes[place, row]
            first, length = cells.ends[word], cells.ends[word + 1] - cells.ends[word]
            _copy(cells.letters, first, length, page, spot)
            spot += length
        elif kinds[k] == REAL:
            bits = cells.bits[place, row]
            page[spot], page[spot + 1], page[spot + 2], page[spot + 3] = bits >> 56, bits >> 48, bits >> 40, bits >> 32
            page[spot + 4], page[spot + 5], page[spot + 6], page[spot + 7] = bits >> 24, bits >> 16, bits >> 8, bits
            spot += 8
    return spot


@njit(cache=True, nogil=True)
def _finish(page: Bytes, first: int, cells: int, end: int) -> None:
    """Write the head of a page that begins at a byte, and clear what is free in it."""
    page[first] = 13
    page[first + 1], page[first + 2], page[first + 7] = 0, 0, 0
    page[first + 3], page[first + 4] = cells >> 8, cells & 255
    page[first + 5], page[first + 6] = end >> 8, end & 255
    page[first + 8 + 2 * cells : first + end] = 0


@njit(cache=True, nogil=True)
def _lay(laid: Together, before: int, pages: Bytes, last: Ints) -> int:
    kinds = np.empty(len(laid.columns), np.int64)
    first, cells, end = 0, 0, _PAGE
    for row in range(len(laid.rows)):
        head, body = _weigh(laid, row, kinds)
        number, size = before + row + 1, head + body
        whole = _varint_size(size) + _varint_size(number) + size
        if end - whole < 8 + 2 * (cells + 1):
            _finish(pages, first, cells, end)
            first, cells, end = first + _PAGE, 0, _PAGE
        end -= whole
        pages[first + 8 + 2 * cells], pages[first + 9 + 2 * cells] = end >> 8, end & 255
        spot = _put_varint(pages, _put_varint(pages, first + end, size), number)
        spot = _put_varint(pages, spot, head)
        pages[spot] = 0  # the row's id stands before the row
        _put_cells(laid, row, kinds, pages, _put_kinds(kinds, pages, spot + 1))
        cells += 1
        last[first // _PAGE] = number
    if not cells:
        return 0
    _finish(pages, first, cells, end)
    return first // _PAGE + 1
