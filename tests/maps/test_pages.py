"""Tables whose pages are laid all at once are tables to SQLite: it reads them, finds no fault, and changes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from maps.gpkg import pages
from maps.gpkg.cells import Cells
from maps.gpkg.pages import Block, lay_table

_WORDS = ("plain", None, "Bäche", "")


def empty(path):
    with closing(sqlite3.connect(path)) as file:
        file.executescript(
            "PRAGMA page_size = 4096;"
            "CREATE TABLE t (id INTEGER PRIMARY KEY, shape BLOB, height REAL, word TEXT, side INTEGER, number TEXT);"
            "CREATE TABLE beside (one INTEGER); INSERT INTO beside VALUES (7);"
        )
        return file.execute("SELECT rootpage FROM sqlite_master WHERE name = 't'").fetchone()[0]


def expected(row):
    """Say what is in a row, by its number from 0."""
    height = None if row % 5 == 2 else row / 8 - 3
    return row + 1, bytes([row % 251]) * 90, height, _WORDS[row % 4], row % 6, f"{row % 10_000:04d}"


def blocks(rows, at_once):
    for first in range(0, rows, at_once):
        row = np.arange(first, min(first + at_once, rows))
        digits = row[:, None] // 10 ** np.arange(4)[::-1] % 10 + ord("0")
        cells = [
            Cells.blobs(np.repeat((row % 251).astype(np.uint8)[:, None], 90, axis=1)),
            Cells.numbers(np.where(row % 5 == 2, np.nan, row / 8 - 3)),
            Cells.words(_WORDS, row % 4),
            Cells.small(row % 6),
            Cells.texts(digits.astype(np.uint8)),
        ]
        yield Block(len(row), lambda cells=cells: cells)


@pytest.mark.parametrize(("rows", "at_once"), [(0, 10), (1, 10), (35, 10), (800, 300), (40_000, 15_000)])
def test_rows_come_back_and_sqlite_goes_on_with_them(tmp_path, rows, at_once):
    path = tmp_path / "a.db"
    assert lay_table(path, empty(path), blocks(rows, at_once)) == rows
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT * FROM t").fetchall() == [expected(row) for row in range(rows)]
        kinds = {kind for row in file.execute("SELECT DISTINCT typeof(height), typeof(side) FROM t") for kind in row}
        assert kinds <= {"real", "integer", "null"}
        assert file.execute("SELECT count(*) FROM t WHERE typeof(height) = 'integer'").fetchone() == (0,)
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        file.execute("INSERT INTO t (word) VALUES ('more')")
        file.execute("DELETE FROM t WHERE id % 3 = 1")
        file.execute("UPDATE t SET word = ? WHERE id = 2", ("long" * 5000,))
        file.commit()
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("SELECT count(*) FROM t").fetchone() == (rows + 1 - len(range(0, rows + 1, 3)),)
        assert file.execute("SELECT * FROM beside").fetchall() == [(7,)]


def test_nought_and_one_take_no_room_and_a_nought_below_nought_stays_one(tmp_path):
    values = np.array([0.0, -0.0, 1.0, 0.5])
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript("PRAGMA page_size = 4096; CREATE TABLE t (id INTEGER PRIMARY KEY, x DOUBLE, yes BOOLEAN);")
        (root,) = file.execute("SELECT rootpage FROM sqlite_master").fetchone()
    cells = [Cells.numbers(values), Cells.small(np.array([False, True, False, True]))]
    lay_table(path, root, [Block(4, lambda: cells)])
    # Each row in the last page, from its end: how long it is, its id, and kinds of no id, x and yes after their count.
    page = path.read_bytes()[-4096:]
    spots = [int.from_bytes(page[8 + 2 * k : 10 + 2 * k], "big") for k in range(4)]
    assert [page[at] for at in spots] == [4, 12, 4, 12], "eight bytes more for what is neither"
    assert [page[at + 4] for at in spots] == [8, 7, 9, 7]
    with closing(sqlite3.connect(path)) as file:
        found = file.execute("SELECT x, yes FROM t").fetchall()
    assert [(repr(x), yes) for x, yes in found] == [("0.0", 0), ("-0.0", 1), ("1.0", 0), ("0.5", 1)]


def test_the_page_that_sqlite_locks_by_stays_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "_PENDING_BYTE", 10 * 4096)
    path = tmp_path / "a.db"
    lay_table(path, empty(path), blocks(2000, 700))
    body = path.read_bytes()
    assert body[10 * 4096 : 11 * 4096] == bytes(4096)
    assert body[9 * 4096] == body[11 * 4096] == 13, "leaves on both sides of it"


def test_a_file_of_other_pages_is_refused(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"x" * 5000)
    with pytest.raises(ValueError, match="4096"):
        lay_table(path, 2, blocks(3, 3))
