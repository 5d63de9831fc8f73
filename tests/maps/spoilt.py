"""
Read finished maps that were spoiled in one place, and write down what is said of each, or that it is read.

``spoilt.txt`` holds a line for each. ``python -m tests.maps.spoilt`` prints what is otherwise now, ``--write`` takes it
over; look at each change before.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from maps.derive.hand.handwork import apply_corrections
from maps.derive.terrain.terrain import TERRAIN
from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.grid.hexmap import Place
from maps.hand.corrections_text import read_text
from maps.problems import ProblemsFound
from maps.record import Audited
from tests.recording import compared
from tests.toyground import toy_map

FILE = Path(__file__).with_name("spoilt.txt")
TABLES = (
    "meta", "hexes", "hexsides", "links", "places", "corrections_areas", "corrections_lines", "corrections_points",
    "audit", "gpkg_contents", "gpkg_geometry_columns",
)  # fmt: skip
ODD = (
    None, "", "x", "nonsense", -1, 0, 1, 3, 255, 1e12, float("inf"), 0.5, "0101", "9999", "main", "river", "bridge",
    "town", b"\x00\x01", "x" * 300, "{}", "[1, 2]", "\u202e",
)  # fmt: skip
WORSE = (
    "DROP TABLE {}", "DELETE FROM {}", "ALTER TABLE {} DROP COLUMN {}", "ALTER TABLE {} RENAME COLUMN {} TO odd",
)  # fmt: skip
CORRECTIONS = """
terrain town hex 0102 -- a town then; a book; by me
terrain marsh hexes 0103 0203 -- wet; a book; by me
road secondary hexes 0301 0302 0303 -- a lane; a book; by me
hexside stream sides 0201/0202 -- a brook; a book; by me
"""
EACH = 3


def whole(path):
    """Write a map with something in every table."""
    wet = ("0202/0203", "0302/0303")
    ground = toy_map("..bw\n.~rT\n....", roads=("0101-0201-0301",), rivers=wet, bridges=wet[1:])
    x, y = ground.layout.to_map(ground.layout.centres())[2].tolist()
    told = (Audited("osm:way/1", "Old Road", "road", "removed", "built in 1970", 6.1, 50.1),)
    ground = replace(ground, places=(Place("Toy", 2, x, y, 4000, 2),), audit=told, notes=("A note",))
    made = apply_corrections(ground, read_text(CORRECTIONS, "c.txt", TERRAIN, ground.layout)).hexmap
    write(made, path)


def spoil(dice, path, table, column):
    """Set one cell to something odd, or do worse to its table; say what was done."""
    with closing(sqlite3.connect(path)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f'DROP TRIGGER "{name}"')
        rows = [row for (row,) in db.execute(f'SELECT rowid FROM "{table}" ORDER BY rowid')]
        if dice.random() < 0.12 or not rows:
            worse = dice.choice(WORSE).format(f'"{table}"', f'"{column}"')
            db.execute(worse)
            return worse
        odd, row = dice.choice(ODD), dice.choice(rows)
        db.execute(f'UPDATE OR REPLACE "{table}" SET "{column}" = ? WHERE rowid = ?', (odd, row))
        return f"{table} {row} {column} {str(odd)[:12]!r}"


def columns(path):
    """List the columns of the tables that are read."""
    with closing(sqlite3.connect(path)) as db:
        return [(table, row[1]) for table in TABLES for row in db.execute(f'PRAGMA table_info("{table}")')]


def told(path, folder):
    """Say what is found in a file."""
    try:
        found = read(path)
        kept = repr((found.corrections, found.audit, found.notes, found.places, found.date, found.name))
        return f"read {found.key[:10]} {hashlib.sha256(kept.encode()).hexdigest()[:10]}"
    except ProblemsFound as found:
        words = "; ".join(map(str, found.problems))
        return words.replace(str(folder), "F")[:400]


def lines():
    """Give all that is found."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole(folder / "whole.gpkg")
        yield f"whole: {told(folder / 'whole.gpkg', folder)}"
        for table, column in columns(folder / "whole.gpkg"):
            for number in range(EACH):
                path, dice = folder / "map.gpkg", random.Random(f"{table}.{column} {number}")
                shutil.copyfile(folder / "whole.gpkg", path)
                try:
                    done = spoil(dice, path, table, column)
                except sqlite3.Error:
                    continue
                yield f"{done}: {told(path, folder)}"


if __name__ == "__main__":
    compared(sys.argv[1:], FILE, lines())
