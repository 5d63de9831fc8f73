"""
Say what a small map looks like on paper, stroke by stroke, on sheets of several kinds.

``printed.txt`` holds a line a page: how many strokes of each kind, and a digest. ``python -m tests.scenarios.printed``
prints the lines that have changed, ``--write`` takes them over, ``--show PAGE`` prints the strokes behind a digest.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
from pypdf import PdfReader

from campaign.engine.simulate import Simulation, Tally
from campaign.model.situation import Situation
from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES, Place, Shade
from scenarios.formats.planmap import plan_svg
from scenarios.losschart import loss_chart
from scenarios.printshop.mapsheets import map_pdf
from scenarios.reports.situationsvg import situation_svg
from tests.scenarios.reporting import reports
from tests.toyground import toy_map
from tests.toyplay import toy_situation

FILE = Path(__file__).parent / "printed.txt"
GROUND = "..w.T...~\n.ww..m..~\n..wr....~\n....b....\n...T..w.T\n........."


def sample():
    """A map with every kind of line, hexside, crossing, slope and name."""
    hexmap = toy_map(
        GROUND,
        roads=("0103-0203-0303-0403-0503-0603", "0504-0404-0405-0305", "0902-0903-0904-0905"),
        rivers=("0102/0103", "0203/0202", "0302/0303", "0503/0504"),
        streams=("0605/0604", "0705/0704"),
        bridges=("0302/0303",),
    )
    grid = hexmap.layout.grid
    lines = {name: getattr(hexmap, name).copy() for name in ("road", "rail", "crossing", "hexside")}
    lines["slope"] = np.zeros((len(grid), SIDES), np.uint8)
    for kind, (a, b) in enumerate((("0401", "0402"), ("0501", "0502"), ("0601", "0602")), start=1):
        _mark(lines["slope"], grid, a, b, min(kind, len(SLOPES) - 1))
        _mark(lines["road"], grid, a, b, min(kind, len(ROADS) - 1))
    for a, b in (("0104", "0105"), ("0105", "0106")):
        _mark(lines["rail"], grid, a, b, 1)
    _mark(lines["crossing"], grid, "0203", "0202", len(CROSSINGS) - 1)
    for kind in range(1, len(HEXSIDES)):
        _mark(lines["hexside"], grid, f"{kind % 8 + 1:02}05", f"{kind % 8 + 1:02}06", kind)
    return replace(
        hexmap, **lines, inside=np.arange(len(grid)) != 53,
        elevation_m=300 + 40 * np.sin(np.arange(len(grid), dtype=np.float32)),
        shade=Shade(np.linspace(0, 255, 35, dtype=np.uint8).reshape(5, 7), 100.0, 200.0, 1500.0),
        places=(
            Place("Great", 4, *spot(hexmap, 4), 90_000, 1), Place("Middling", 39, *spot(hexmap, 39), 9_000, 2),
            Place("Small", 44, *spot(hexmap, 44), 1_500, 3), Place("Tiny", 20, *spot(hexmap, 20), 200, 4),
            Place("The Water", 17, *spot(hexmap, 17), 0, 9),
        ),
        side_names=dict(_waters(grid)),
    )  # fmt: skip


def _waters(grid):
    """Name two rivers, one of them on sides that lie near each other, and a bridge over a water without a name."""
    rivers = {("0102", "0103"): "Our", ("0202", "0203"): "Our", ("0503", "0504"): "Sûre, a bridge",
              ("0302", "0303"): "Dasburg bridge"}  # fmt: skip
    for (first, second), name in rivers.items():
        i, j = grid.index_of(first), grid.index_of(second)
        yield (i, grid.side_towards(i, j)), name


def spot(hexmap, index):
    """Give the middle of a hex in map coordinates."""
    return hexmap.layout.to_map(hexmap.layout.centres()[index]).tolist()


def _mark(column, grid, first, second, kind):
    i, j = grid.index_of(first), grid.index_of(second)
    side = grid.side_towards(i, j)
    column[i, side] = column[j, (side + 3) % SIDES] = kind


def sheets():
    """List the pages by name: their strokes."""
    hexmap, found = sample(), {}
    wanted = {
        "wall": {"mm_per_hex": 60, "paper_name": "A3"},
        "small": {"mm_per_hex": 12, "paper_name": "Letter"},
        "tiny": {"mm_per_hex": 5.5, "paper_name": "A4"},
        "pale": {"mm_per_hex": 30, "paper_name": "A4", "style": "low_ink"},
        "part": {"mm_per_hex": 40, "paper_name": "A4", "part": ("0202", "0604"), "margin_mm": 12, "overlap_mm": 5},
    }
    for name, how in wanted.items():
        book = PdfReader(io.BytesIO(map_pdf(hexmap, **how)))
        for number, page in enumerate(book.pages, start=1):
            found[f"{name}-{number}"] = strokes(page.get_contents().get_data())
            for drawn in _drawn(page):
                found[f"{name}-map"] = strokes(drawn.get_data())
                found |= {f"{name}-shade": shades(picture) for picture in _drawn(drawn)}
    found["losses"] = loss_chart(fights()).splitlines()
    situation = toy_situation("....\n.T..\n..w.", "us inf 1/110 0102 losses=1", "ge inf II/3 0401", "us hq H 0101")
    found["plain"] = situation_svg(situation, width_mm=100).splitlines()
    named = Situation(situation.state, hexmap, situation.tables)
    found["named"] = situation_svg(named, width_mm=100).splitlines()
    found["planned"] = plan_svg(named, [("us", "to <Great>", (22, 13, 4)), ("ge", "home", (0, 9))]).splitlines()
    return found | {name: strokes("\n".join(rows).encode()) for name, rows in reports(hexmap).items()}


def _drawn(page):
    """List what a page or form holds that is drawn once and used again."""
    return [held.get_object() for held in page.get("/Resources", {}).get("/XObject", {}).values()]


def shades(picture):
    """List the rows of a picture, as roughly as the eye tells them."""
    wide, rows = picture["/Width"], np.frombuffer(picture.get_data(), np.uint8)
    return [str((row // 8).tolist()) for row in rows.reshape(picture["/Height"], wide, -1)[::3, ::3]]


def fights():
    """What came of forty plays of a fight."""
    red = Tally("The Reds", "red", Counter({0: 4, 1: 20, 2: 10, 5: 6}))
    blue = Tally("Blue & Co", "blue", Counter({0: 1, 3: 39}))
    return Simulation("ford", "T 1", "a ford", 40, 7, sides={"red": red, "blue": blue}, colours={"red": "#aa0000"})


def strokes(content):
    """List what is drawn; figures to a tenth of a point."""
    text = re.sub(rb"-?\d+\.\d+", lambda found: b"%.1f" % (float(found[0]) + 0.0), content).decode("latin-1")
    return text.replace("-0.0 ", "0.0 ").splitlines()


def lines():
    """Give the lines of ``printed.txt`` as they are now."""
    for name, rows in sheets().items():
        kinds = Counter(row.split()[-1] for row in rows if row.split() and row.split()[-1].isascii())
        told = " ".join(f"{kind}:{count}" for kind, count in sorted(kinds.items()) if re.fullmatch(r"[a-zA-Z*]+", kind))
        yield f"{name} {hashlib.sha256(chr(10).join(rows).encode()).hexdigest()[:12]} {told}"


def known():
    """Read what was recorded."""
    return FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--show"]:
        sys.stdout.write("\n".join(sheets()[sys.argv[2]]) + "\n")
    elif sys.argv[1:] == ["--write"]:
        FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    else:
        sys.stdout.write("\n".join(sorted(set(lines()) - set(known()))) + "\n")
