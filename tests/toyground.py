"""
Small maps written as text, for answers worked out on paper.

One character a hex: ``.`` open, ``b`` open woods (broken ground), ``w`` dense
woods, ``r`` rough, ``m`` marsh, ``T`` town, ``~`` water.
"""

from __future__ import annotations

import itertools

import numpy as np

from maps.grid.hexgrid import SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, HexMap, Place
from maps.grid.layout import Layout

TERRAIN = {".": "open", "b": "woods_open", "r": "rough", "w": "woods_dense", "m": "marsh", "T": "town", "~": "water"}


def toy_map(
    text: str,
    *,
    width_m: float = 2000.0,
    flat_top: bool = True,
    roads: tuple[str, ...] = (),
    rivers: tuple[str, ...] = (),
    streams: tuple[str, ...] = (),
    bridges: tuple[str, ...] = (),
) -> HexMap:
    """
    Build a map from rows of characters.

    ``roads`` are lines of hexes (``"0101-0202-0302"``); rivers, streams and
    bridges are hexsides (``"0101/0102"``).
    """
    rows = text.split()
    grid = Grid(cols=len(rows[0]), rows=len(rows), flat_top=flat_top)
    names = tuple(TERRAIN.values())
    codes = [names.index(TERRAIN[mark]) for row in rows for mark in row]
    n = len(grid)
    steps = [pair for road in roads for pair in itertools.pairwise(road.split("-"))]
    columns = {
        "road": _lines(grid, [(*step, ROADS.index("main")) for step in steps]),
        "hexside": _lines(
            grid,
            [(*side.split("/"), HEXSIDES.index("river")) for side in rivers]
            + [(*side.split("/"), HEXSIDES.index("stream")) for side in streams],
        ),
        "crossing": _lines(grid, [(*side.split("/"), CROSSINGS.index("bridge")) for side in bridges]),
        "rail": _lines(grid, []),
    }
    flat = np.full(n, 300.0, np.float32)
    layout = Layout(grid, "EPSG:32631", 700_000.0, 5_550_000.0, width_m)
    return HexMap(
        name="toy", layout=layout, inside=np.ones(n, bool),
        terrain=np.array(codes, np.uint8), terrain_names=names,
        elevation_m=flat, low_m=flat.copy(), high_m=flat.copy(), relief_m=np.zeros(n, np.float32),
        cover=np.zeros((n, 0), np.float32), cover_names=(),
        rule=np.zeros(n, np.uint8), rule_names=("drawn by hand",),
        places=tuple(
            Place(f"Town {grid.number(i)}", i, 0.0, 0.0, 1000, 3) for i, c in enumerate(codes) if names[c] == "town"
        ),
        **columns,
    )


def _lines(grid, marked):
    """Mark hexsides, each from both of its hexes."""
    column = np.zeros((len(grid), SIDES), np.uint8)
    for a, b, code in marked:
        i, j = grid.index_of(a), grid.index_of(b)
        side = grid.side_towards(i, j)
        column[i, side] = column[j, (side + 3) % SIDES] = code
    return column
