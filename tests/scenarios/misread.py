"""
Say what the readers of scenarios, boards and tables find in files that were spoiled.

``misread.txt`` holds it as it was. ``python -m tests.scenarios.misread`` prints what is otherwise now, ``--write``
takes it over; look at each change before.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

from scenarios.battles.ground.inventory import read_inventory
from scenarios.battles.ground.legend import read_ground_legend
from scenarios.battles.numbers import read_numbers
from scenarios.board import open_board, shipped_boards
from scenarios.scenario import read_scenario, shipped_scenario
from scenarios.teaching.lesson import read_lesson
from tests.misreading import misread, plain, told
from tests.recording import compared

FILE = Path(__file__).with_name("misread.txt")
SCENARIOS = Path(__file__).parents[2] / "scenarios"
INVENTORY = """
[[piece]]
kind = "woods"
name = "wood"
size = "6 x 4"
count = 3
[[piece]]
kind = "road"
name = "road"
size = "12 x 2"
count = 10
[[piece]]
kind = "bridge"
name = "bridge"
size = "3 x 2"
count = 2
"""
CELLS = ("", "walrus", "-1", "0", "1", "2.5", "1e9", "x" * 300, "1944-12-16", "infantry", "0303", " ", "a,b", "yes")
"""What may stand in a cell of a table."""


def by_file(read, name="spoiled.toml"):
    """Have a reader of files read a text."""

    def of_text(text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_text(text, encoding="utf-8")
            return read(path)

    return of_text


def lesson(path):
    """Read a lesson: its steps, and what is wrong with it."""
    found = read_lesson(path.parent)
    return found.steps, tuple(map(str, found.reader.by_line()))


def in_scenario(name, read=read_scenario):
    """Have a scenario read with one of its files spoiled."""

    def of_text(text):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(shutil.copytree(shipped_scenario("first_steps"), Path(folder) / "first_steps"))
            (place / name).write_text(text, encoding="utf-8")
            return plain(read(place)).replace(folder, "")

    return of_text


def files():
    """Give each file with its reader."""
    library = shipped_scenario("first_steps")
    yield "ground", (SCENARIOS / "battles/ground/ground.toml").read_text("utf-8"), by_file(read_ground_legend)
    yield "numbers", (SCENARIOS / "battles/numbers.toml").read_text("utf-8"), by_file(read_numbers)
    yield "inventory", INVENTORY, by_file(read_inventory)
    yield "board", shipped_boards()["harrow_green"].read_text("utf-8"), by_file(open_board)
    yield "lesson", (library / "lesson.toml").read_text("utf-8"), by_file(lesson, "lesson.toml")
    for name in ("scenario.toml", "plans.toml"):
        yield name, (library / name).read_text("utf-8"), in_scenario(name)


def tables():
    """Yield a line for each of some cells of a scenario's tables that is something else."""
    for name in ("formations.csv", "orbat.csv"):
        rows = (shipped_scenario("first_steps") / name).read_text("utf-8").splitlines()
        dice, read = random.Random(f"misread/{name}"), in_scenario(name)
        for _ in range(20):
            row = dice.randrange(len(rows))
            cells = rows[row].split(",")
            column = dice.randrange(len(cells))
            cells[column] = dice.choice(CELLS)
            changed = "\n".join([*rows[:row], ",".join(cells), *rows[row + 1 :]]) + "\n"
            yield f"{name} {row}.{column} {cells[column][:12]!r}: {told(read, changed)}"[:240]


def lines():
    """Give all that is found."""
    for name, text, read in files():
        yield from misread(name, text, read, 28, ours=name in {"ground", "numbers"})
    yield from tables()


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
