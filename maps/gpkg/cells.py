"""Columns of a table as SQLite stores their cells, many rows at a time: bytes, numbers, and words out of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

__all__ = ["BYTES", "LISTED", "NOUGHT", "NULL", "NUMBERS", "ONE", "REAL", "Cells", "Together", "together"]

NULL, REAL, NOUGHT, ONE = 0, 7, 8, 9
_BYTE, _BLOB, _TEXT = 1, 12, 13
"""Kinds of cells; of blobs and texts those of no bytes."""
BYTES, NUMBERS, LISTED = 0, 1, 2
"""How a column is given."""


class _Words(NamedTuple):
    """What cells of a list may hold: bytes, and their kind in SQLite."""

    known: Sequence[bytes]
    kinds: Sequence[int]


_SMALL = _Words([b"", b"", *(bytes([k]) for k in range(2, 128))], [NOUGHT, ONE, *[_BYTE] * 126])


class Cells(NamedTuple):
    """The cells of one column: bytes (n, width) of one kind, numbers (n,), or places in a list of words (n,)."""

    values: NDArray[Any]
    how: int
    kind: int = NULL
    listed: _Words = _Words((), ())

    @classmethod
    def numbers(cls, values: NDArray[Any]) -> Cells:
        """Make cells of numbers, empty where one is unknown."""
        return cls(values, NUMBERS)

    @classmethod
    def small(cls, values: NDArray[Any]) -> Cells:
        """Make cells of whole numbers from 0 to 127."""
        return cls(values, LISTED, listed=_SMALL)

    @classmethod
    def blobs(cls, rows: Bytes) -> Cells:
        """Make cells of as many bytes each (n, width)."""
        return cls(rows, BYTES, _BLOB + 2 * rows.shape[1])

    @classmethod
    def texts(cls, rows: Bytes) -> Cells:
        """Make cells of texts of as many ASCII letters each (n, width)."""
        return cls(rows, BYTES, _TEXT + 2 * rows.shape[1])

    @classmethod
    def words(cls, names: Sequence[str | None], codes: NDArray[Any]) -> Cells:
        """Make cells of words out of a list; None is an empty cell."""
        known = [(name or "").encode() for name in names] or [b""]
        kinds = [NULL if name is None else _TEXT + 2 * len(known[k]) for k, name in enumerate(names)] or [NULL]
        return cls(codes, LISTED, listed=_Words(known, kinds))


class Together(NamedTuple):
    """Columns side by side, for a kernel."""

    columns: Ints
    """How each is given, where among its like it stands; of bytes also how wide it is, of what kind (c, 4)."""
    rows: Bytes
    """All columns of bytes (n, width)."""
    numbers: NDArray[np.float64]
    """(k, n)."""
    bits: Ints
    """The same as they are stored (k, n)."""
    codes: NDArray[np.int32]
    """Words of each column of such (m, n), by their place in the lists one after the other."""
    letters: Bytes
    """The bytes of all words, one after the other."""
    ends: Ints
    """Where each begins, and the last one ends (w + 1,)."""
    kinds: Ints
    """(w,)."""

    @property
    def most_bytes(self) -> int:
        """Give the most that a row takes, with its head."""
        longest = int(np.diff(self.ends).max(initial=0))
        cells = self.rows.shape[1] + 8 * len(self.numbers) + longest * len(self.codes)
        # Nine bytes at most say how long the row is, which it is, how long its head is; three the kind of each cell.
        return int(cells) + 27 + 3 * len(self.columns)


def together(columns: Sequence[Cells]) -> Together:
    """Lay columns of as many rows side by side."""
    count = len(columns[0].values)
    rows, numbers, listed = ([one for one in columns if one.how == how] for how in (BYTES, NUMBERS, LISTED))
    known = [word for one in listed for word in one.listed.known]
    codes, first = np.empty((len(listed), count), np.int32), 0
    for row, one in zip(codes, listed, strict=True):
        row[:] = one.values
        np.add(row, first, out=row)
        first += len(one.listed.known)
    reals = np.array([one.values for one in numbers], np.float64).reshape(len(numbers), count)
    return Together(
        _columns(columns),
        np.concatenate([np.empty((count, 0), np.uint8), *(one.values for one in rows)], axis=1),
        reals,
        reals.view(np.int64),
        codes,
        np.frombuffer(b"".join(known) or b" ", np.uint8),
        np.cumsum([0, *map(len, known)]),
        np.array([kind for one in listed for kind in one.listed.kinds], np.int64),
    )


def _columns(columns: Sequence[Cells]) -> Ints:
    told, places = np.zeros((len(columns), 4), np.int64), [0, 0, 0]
    for row, one in zip(told, columns, strict=True):
        width = one.values.shape[1] if one.how == BYTES else 1
        row[:] = one.how, places[one.how], width, one.kind
        places[one.how] += width
    return told
