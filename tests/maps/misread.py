"""
Say what the readers of maps' rule files find in files that were spoiled.

``misread.txt`` holds it as it was. ``python -m tests.maps.misread`` prints what is otherwise now, ``--write`` takes it
over; look at each change before.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from maps.area.reader import parse_area
from maps.derive.covers import COVERS
from maps.derive.kinds import read_kinds
from maps.derive.legend import parse_legend
from maps.derive.period.rules import read_period, read_rulings
from maps.derive.waterlegend import read_water_legend
from maps.palette import read_palette
from maps.sources.raster.land_cover import read_class_table
from tests.misreading import misread
from tests.recording import compared

FILE = Path(__file__).with_name("misread.txt")
MAPS = Path(__file__).parents[2] / "maps"
OWN = """
[hexside.wall]
resembles = "cliff"
colour = "#802020"
width = 0.1
pattern = "double"
symbol = "ticks"
from = [{ barrier = ["wall"] }, { layer = ["bounds"] }]
share_at_least = 0.4
[hexside.hedge]
resembles = "none"
from = [{ barrier = ["hedge"] }]
metres_at_least = 80
"""
KIND = """
[kind.hop_gardens]
resembles = "orchard"
tint = "#e8a0c0"
mark = "#802050"
mark_kind = "hedge"
"""
RULINGS = """
[[ruling]]
id = "osm:way/8"
verdict = "keep"
why = "opened in 1937"
[[ruling]]
id = "osm:way/9"
verdict = "remove"
why = "a lane then"
"""
AREA = """
name = "Toy"
date = 1944-12-16
countries = ["be", "lu"]
[[credits]]
name = "Roads"
licence = "ODbL"
attribution = "me"
[box]
west = 6.0
south = 50.0
east = 6.2
north = 50.1
[hexes]
width_km = 1.0
layout = "flat"
rotation_deg = 10.0
[elevation]
bias_m = 5.0
relief_factor = 1.5
[sources]
online = ["overpass"]
land_cover_classes = "igbp"
"""


def by_file(read):
    """Have a reader of files read a text."""

    def of_text(text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "spoiled.toml"
            path.write_text(text, encoding="utf-8")
            return read(path)

    return of_text


def files():
    """Give each file with its reader."""
    shipped = {
        name: (MAPS / "derive" / f"{name}.toml").read_text("utf-8") for name in ("period", "terrain", "waters", "kinds")
    }
    yield "period", shipped["period"], by_file(read_period)
    yield "terrain", OWN + shipped["terrain"], lambda text: parse_legend(text, "spoiled.toml")
    yield "waters", shipped["waters"], by_file(read_water_legend)
    yield "kinds", shipped["kinds"], by_file(read_kinds)
    yield "rulings", RULINGS, by_file(read_rulings)
    yield "area", AREA + KIND + OWN, lambda text: parse_area(text, name="spoiled.toml", folder=MAPS)
    yield "palette", (MAPS / "palette.toml").read_text("utf-8"), lambda text: read_palette(text, "spoiled.toml")
    classes = (MAPS / "sources/classes/worldcover.toml").read_text("utf-8")
    yield "worldcover", classes, by_file(lambda path: read_class_table(path, COVERS))


def lines():
    """Give all that is found."""
    for name, text, read in files():
        most = 12 if name in {"kinds", "palette"} else 60
        yield from misread(name, text, read, most, ours=name in {"waters", "palette"})


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
