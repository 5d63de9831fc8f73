"""
Take in orders of battle that were spoiled on purpose, as tables, ORBAT Mapper and MSDL, and write down what is said.

``mangled.txt`` holds a line for each. ``python -m tests.scenarios.intake.mangled`` prints what is otherwise now,
``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import re
import sys
from pathlib import Path

from maps.problems import ProblemsFound
from scenarios.formats.msdl import msdl
from scenarios.formats.oob import oob_csv
from scenarios.formats.orbatmapper import orbat_mapper
from scenarios.intake.files import Asked, look_at_forces
from tests.recording import compared
from tests.scenarios.formats.golden import golden, golden_map

FILE = Path(__file__).with_name("mangled.txt")
SIDES = {"blue": "Blue", "red": "Red"}
TABLES, OTHERS = 260, 90
HEAD = ["Unit name", "Higher", "Nation", "Type", "Echelon", "SP", "Full", "Longitude", "Latitude", "Hex", "MGRS",
        "Arrives day", "Turn", "Speed"]  # fmt: skip
CLUB = [
    ["1st Division", "", "Blue", "inf", "Div", "", "", "5.9", "50.0", "", "", "", "", ""],
    ["1/A", "1st Division", "", "inf", "Bn", "4", "4", "5.84", "50.01", "", "", "", "", "foot"],
    ["2/A", "1st Division", "", "guns", "Bn", "3", "4", "", "", "0304", "", "2", "1", "truck"],
    ["3. Panzer", "", "Red", "armour", "Bn", "5", "5", "", "", "", "31U FR 60000 43000", "", "", "tracked"],
    ["Kampfgruppe X", "3. Panzer", "Red", "Panzer", "Kompanie", "2", "", "5.9", "50.05", "", "", "", "", ""],
]
ODD = (
    "", " ", "x", "-1", "0", "1", "2.5", "7", "99", "1e9", "nan", "inf", "=1+1", "#REF!", "Infantry", "Pz", "Bn",
    "Corps", "Regiment", "blue", "Blu", "Red", "nobody", "1/A", "A", "5,84", "50.01", "500", "0101", "9999",
    "31U FR 1 1", "tracked", "wheels", "yes", "x" * 400, "\u202eevil", "a;b|c", "4/5", "D2 T1",
)  # fmt: skip
HEADS = (
    "", "Name", "Short", "Kind", "Strength", "Colour", "lat", "lon", "id", "parent", "What", "Size", "Traits",
)  # fmt: skip


def spoiled_rows(dice, rows):
    """Spoil a table in one to four places: cells, headings, rows that go, come twice, or change places."""
    rows = [list(row) for row in rows]
    for _ in range(dice.randint(1, 4)):
        row, column = dice.randrange(1, len(rows)), dice.randrange(len(rows[0]))
        match dice.choice("cccccchxdsk"):
            case "c":
                rows[row][column] = dice.choice(ODD)
            case "h":
                rows[0][column] = dice.choice(HEADS)
            case "x" if len(rows) > 3:
                del rows[row]
            case "d":
                rows.append(list(rows[row]))
            case "s":
                rows[1], rows[row] = rows[row], rows[1]
            case "k":
                for each in rows:
                    each[column] = ""
    return rows


def as_csv(rows, sign):
    told = io.StringIO()
    csv.writer(told, delimiter=sign).writerows(rows)
    return told.getvalue().encode()


def spoiled_json(dice, told):
    """Put something odd in one to three places of what is nested, or take them away."""
    told = json.loads(json.dumps(told))
    for _ in range(dice.randint(1, 3)):
        here = told
        while True:
            key = dice.choice(sorted(here)) if isinstance(here, dict) else dice.randrange(len(here))
            if isinstance(here[key], dict | list) and here[key] and dice.random() < 0.93:
                here = here[key]
                continue
            if dice.random() < 0.3:
                del here[key]
            else:
                here[key] = dice.choice([*ODD[:22], 4, None, True, [], {}, [1, 2], {"a": 1}])
            break
        if not told:
            break
    return told


def spoiled_xml(dice, text):
    """Change the words of one to four elements, or take elements out."""
    for _ in range(dice.randint(1, 4)):
        found = list(re.finditer(r"<(\w+)>([^<]*)</\1>", text))
        one = dice.choice(found)
        new = "" if dice.random() < 0.3 else f"<{one[1]}>{dice.choice(ODD).replace('&', '')}</{one[1]}>"
        text = text[: one.start()] + new + text[one.end() :]
    return text


def files():
    """Give each file with its name and how it is asked for."""
    ours = list(csv.reader(io.StringIO(oob_csv(golden()).decode("utf-8-sig"))))
    nested, xml = json.loads(orbat_mapper(golden())), msdl(golden()).decode()
    for number in range(TABLES):
        dice = random.Random(f"table {number}")
        rows = spoiled_rows(dice, ours if number % 2 else [HEAD, *CLUB])
        near = (5.9, 50.0) if dice.random() < 0.3 else None
        asked = Asked(hexmap=golden_map() if dice.random() < 0.5 else None, near=near)
        yield f"table {number}", as_csv(rows, dice.choice(",,;\t")), "f.csv", asked
    for number in range(OTHERS):
        dice = random.Random(f"other {number}")
        yield f"mapper {number}", json.dumps(spoiled_json(dice, nested)).encode(), "f.json", Asked()
        yield f"msdl {number}", spoiled_xml(dice, xml).encode(), "f.msdl", Asked()


def told(body, name, asked):
    """Say what comes of a file: its faults, or what is made of it in short with what is noted."""
    try:
        looked = look_at_forces(body, name, SIDES, asked)
    except ProblemsFound as found:
        return "; ".join(map(str, found.problems))
    made = looked.mustered
    what = "nothing" if made is None else hashlib.sha256(repr((made.formations, made.stands)).encode()).hexdigest()[:10]
    notes = () if made is None else made.notes
    mark = hashlib.sha256(repr((looked.what, looked.intake)).encode()).hexdigest()[:10]
    return f"{mark} {what}: {'; '.join(map(str, (*looked.problems, *notes)))}"


def lines():
    """Give all that is found."""
    return (f"{name}: {told(body, file, asked)}" for name, body, file, asked in files())


if __name__ == "__main__":
    compared(sys.argv[1:], FILE, lines())
