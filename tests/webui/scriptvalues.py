"""Values by which the page's scripts are tested: ``python -m tests.webui.scriptvalues --write`` takes them anew."""

from __future__ import annotations

import json
import math
import random
import sys
from pathlib import Path

from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.layout import Layout

FILE = Path(__file__).parents[1] / "js" / "geometry.json"
GRIDS = ((7, 5, True), (6, 7, False), (120, 3, True))
SHOWN, PAIRS, SPOTS = 12, 20, 60


def values() -> str:
    """Work hexes out as the server does: numbers, places, neighbours, corners, distances, and what lies where."""
    return json.dumps([_grid(Grid(*grid)) for grid in GRIDS], separators=(",", ":")) + "\n"


def _grid(grid: Grid) -> dict:
    dice = random.Random(f"{grid.cols} {grid.rows}")
    layout = Layout(grid, "EPSG:32631", 0.0, 0.0, width_m=math.sqrt(3.0))
    some = sorted({0, len(grid) - 1, *dice.sample(range(len(grid)), SHOWN)})
    pairs = [tuple(dice.choices(range(len(grid)), k=2)) for _ in range(PAIRS)]
    pairs += [(index, other) for index in some[:4] for other in grid.neighbours(index) if other != NO_HEX]
    u0, v0, u1, v1 = layout.extent()
    spots = [(round(dice.uniform(u0, u1), 3), round(dice.uniform(v0, v1), 3)) for _ in range(SPOTS)]
    return {
        "grid": {"cols": grid.cols, "rows": grid.rows, "flat_top": grid.flat_top, "digits": grid.digits},
        "hexes": [_hex(grid, layout, index) for index in some],
        "distances": [
            {"from": a, "to": b, "distance": grid.distance(a, b), "side": _side(grid, a, b)} for a, b in pairs
        ],
        "spots": [{"u": u, "v": v, "hex": layout.index_at(u, -v)} for u, v in spots],
        "box": [round(value, 6) for value in (u0, v0, u1, v1)],
    }


def _hex(grid: Grid, layout: Layout, index: int) -> dict:
    u, v = layout.centres()[index].round(6).tolist()
    return {
        "index": index, "number": grid.number(index), "u": u, "v": v,
        "neighbours": grid.neighbour_table()[index].tolist(),
        "corners": layout.corners()[index].round(6).tolist(),
    }  # fmt: skip


def _side(grid: Grid, a: int, b: int) -> int:
    found = [side for side, other in enumerate(grid.neighbour_table()[a].tolist()) if other == b]
    return found[0] if found else NO_HEX


if __name__ == "__main__":
    if "--write" in sys.argv:
        FILE.write_text(values(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name} is {'as it should be' if FILE.read_text(encoding='utf-8') == values() else 'old'}\n")
