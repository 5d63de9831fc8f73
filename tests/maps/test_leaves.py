"""Rows that are read out of the pages of a file are those that SQLite gives, and what is not plain is left to it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import islice

import numpy as np
import pytest

from maps.gpkg import columns as reading
from maps.gpkg import leaves
from maps.gpkg.columns import Table
from maps.gpkg.leaves import plain_rows
from maps.gpkg.reader import read, read_edited
from maps.gpkg.writer import write
from maps.problems import ProblemsFound
from tests.toyground import toy_map

COLUMNS = "fid INTEGER PRIMARY KEY, shape BLOB, height DOUBLE, word TEXT, side INTEGER"
WHOLE = [0, 1, 2, -1, 127, -128, 300, -40_000, 1 << 23, -(1 << 31), 1 << 40, -(1 << 47), (1 << 63) - 1, -(1 << 63)]


def cell(lots):
    """Draw a cell of any kind."""
    kinds = [None, lots.choice(WHOLE), lots.uniform(-1e9, 1e9), float("inf"), "", "Bäche" * lots.randrange(20),
             bytes(lots.randrange(60))]  # fmt: skip
    return lots.choice(kinds)


def filled(path, rows, *, page=4096, columns=COLUMNS, ids=None):
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA page_size = {page}")
        file.execute(f"CREATE TABLE t ({columns})")
        lots = random.Random(7)
        told = [(k, *(cell(lots) for _ in range(4))) for k in (ids or range(1, rows + 1))]
        file.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", told)
        file.commit()
    return path


def both(path):
    """Give what is read out of the pages, and what SQLite gives."""
    with closing(sqlite3.connect(path)) as file:
        told = file.execute("SELECT * FROM t ORDER BY fid").fetchall()
        names = [row[1] for row in file.execute("PRAGMA table_info(t)")]
        found = [
            row for rows in plain_rows(file, path, "t") for row in zip(*(rows[name] for name in names), strict=True)
        ]
    return found, told


@pytest.mark.parametrize(("rows", "page"), [(1, 4096), (40, 512), (3000, 1024), (5000, 65536)])
def test_rows_of_every_kind_of_cell_are_what_sqlite_gives(tmp_path, rows, page, monkeypatch):
    monkeypatch.setattr(leaves, "_AT_ONCE", 20 * page)
    found, told = both(filled(tmp_path / "a.db", rows, page=page))
    assert len(told) == rows
    assert list(map(repr, found)) == list(map(repr, told))


def test_ids_may_have_gaps_and_lie_below_nought(tmp_path):
    found, told = both(filled(tmp_path / "a.db", 0, ids=[-(1 << 62), -3, 0, 9, 200, 1 << 62]))
    assert found == told
    assert len(told) == 6


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE t ADD COLUMN late TEXT DEFAULT 'x'",
        "ALTER TABLE t ADD COLUMN twice AS (side * 2)",
        "ALTER TABLE t RENAME COLUMN fid TO id; ALTER TABLE t ADD COLUMN fid INTEGER",
        "ALTER TABLE t RENAME TO old; CREATE TABLE t (fid INTEGER PRIMARY KEY DESC, a); "
        "INSERT INTO t SELECT fid, word FROM old",
        "ALTER TABLE t RENAME TO old; CREATE TABLE t (fid INTEGER PRIMARY KEY, a) WITHOUT ROWID; "
        "INSERT INTO t SELECT fid, word FROM old",
        "ALTER TABLE t RENAME TO old; CREATE VIEW t AS SELECT * FROM old",
    ],
)
def test_what_is_no_plain_table_is_left_to_sqlite(tmp_path, change):
    path = filled(tmp_path / "a.db", 50)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(change)
    assert both(path)[0] == []


def test_letters_of_another_kind_are_left_to_sqlite(tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.db")) as file:
        file.executescript("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (fid INTEGER PRIMARY KEY, a TEXT)")
        file.execute("INSERT INTO t VALUES (1, 'Bach')")
        file.commit()
    assert both(tmp_path / "a.db") == ([], [(1, "Bach")])


def test_a_table_goes_on_by_sqlite_where_a_row_is_not_plain(tmp_path, monkeypatch):
    monkeypatch.setattr(leaves, "_AT_ONCE", 4 * 4096)
    path = filled(tmp_path / "a.db", 3000)
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE t SET word = ? WHERE fid = 2500", ("long" * 5000,))
        file.commit()
        plain = sum(len(rows["fid"]) for rows in plain_rows(file, path, "t"))
        assert 500 < plain < 2500
        table = Table(file, path, "t", [])
        blocks = list(table.blocks(("word", "side"), maybe=("why",)))
        told = file.execute("SELECT fid, word, side, NULL FROM t ORDER BY fid").fetchall()
    columns = ("fid", "word", "side", "why")
    assert [row for block in blocks for row in zip(*(block.cells[name] for name in columns), strict=True)] == told


def test_a_damaged_file_is_refused_or_read_and_never_read_past_its_end(tmp_path):
    path = filled(tmp_path / "a.db", 400, page=1024)
    sound, lots = path.read_bytes(), random.Random(3)
    read_ok = 0
    for _ in range(400):
        spoiled = bytearray(sound)
        for _ in range(lots.choice((1, 4))):
            spoiled[lots.randrange(1024, len(sound))] = lots.randrange(256)
        path.write_bytes(spoiled[: lots.choice((len(sound), lots.randrange(2048, len(sound))))])
        with closing(sqlite3.connect(path)) as file:
            try:
                rows = list(plain_rows(file, path, "t"))
                read_ok += bool([one["word"] for one in rows])
            except sqlite3.Error:
                continue
    assert read_ok > 50


def test_a_tree_that_runs_in_a_ring_ends(tmp_path):
    path = filled(tmp_path / "a.db", 3000, page=512)
    spoiled = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as file:
        (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 't'").fetchone()
    at = (root - 1) * 512
    assert spoiled[at] == 5
    spoiled[at + 8 : at + 12] = root.to_bytes(4, "big")
    path.write_bytes(spoiled)
    with closing(sqlite3.connect(path)) as file:
        assert list(plain_rows(file, path, "t")) == []


GROUND = """
..wwww..bb..
..wwww..bb..
rrr....mmm..
~~..........
"""
EDITS = [
    "UPDATE hexes SET terrain = 'wuds' WHERE fid = 5",
    "UPDATE hexes SET terrain = NULL, inside = NULL WHERE fid = 6",
    "UPDATE hexes SET elevation_m = 'high' WHERE fid = 7; UPDATE hexes SET low_m = 1e13 WHERE fid = 8",
    "UPDATE hexes SET elevation_m = 20000000000000 WHERE fid = 9",
    "UPDATE hexes SET number = '9999' WHERE fid = 3",
    "UPDATE hexes SET why = 'felled', source = 'sheet 9' WHERE fid = 4",
    "UPDATE hexsides SET side = 7 WHERE fid = 1",
    "UPDATE hexsides SET side = 1.0, kind = 'brook' WHERE fid = 1",
    "UPDATE hexsides SET name = 'Olef', why = 'seen' WHERE fid = 1",
    "UPDATE links SET road = 'lane' WHERE fid = 2",
    "DELETE FROM hexes WHERE fid = 11",
    "UPDATE hexes SET terrain = CAST(x'ff41' AS TEXT) WHERE fid = 2",
    "UPDATE hexes SET inside = 'yes' WHERE fid = 1",
]


@pytest.mark.parametrize("edit", [*EDITS, "SELECT 1"])
def test_a_map_and_its_faults_are_the_same_both_ways(tmp_path, monkeypatch, edit):
    hexmap = toy_map(GROUND, roads=("0103-0203-0303-0403",), rivers=("0402/0401", "0402/0502"))
    path = tmp_path / "a.gpkg"
    write(hexmap, path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(edit)

    def outcome():
        try:
            read_, reasons, rows = read_edited(path)
        except ProblemsFound as found:
            return list(map(repr, found.problems))
        return read_.key, reasons, rows, read_.slope_deg.tobytes()

    quick = outcome()
    monkeypatch.setattr(reading, "plain_rows", lambda *_: iter(()))
    assert quick == outcome()


def test_a_written_map_is_read_out_of_its_pages(tmp_path, monkeypatch):
    write(toy_map(GROUND), tmp_path / "a.gpkg")
    asked = []
    monkeypatch.setattr(
        reading, "islice", lambda rows, count: asked.extend(found := list(islice(rows, count))) or found
    )
    read(tmp_path / "a.gpkg")
    assert asked == []


def test_words_are_found_after_any_other():
    content = np.frombuffer(b"openwoodsopen", np.uint8)
    cells = {"word": (np.array([21, 23, 21, 0]), np.array([0, 4, 9, 0]))}
    rows = leaves.Rows(content, np.arange(4), cells, set())
    assert rows.codes("word", ("woods", "open")).tolist() == [1, 0, 1, -1]
    assert rows.codes("word", ("woods",)) is None
    assert rows.codes("word", ()) is None
