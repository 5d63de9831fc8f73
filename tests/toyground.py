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
    columns = {name: np.zeros((n, SIDES), np.uint8) for name in ("hexside", "crossing", "road", "rail")}

    def mark(name: str, a: str, b: str, code: int) -> None:
        i, j = grid.index_of(a), grid.index_of(b)
        side = grid.side_towards(i, j)
        columns[name][i, side] = columns[name][j, (side + 3) % SIDES] = code

    for road in roads:
        stops = road.split("-")
        for a, b in itertools.pairwise(stops):
            mark("road", a, b, ROADS.index("main"))
    for column, kind, kinds, sides in (
        ("hexside", "river", HEXSIDES, rivers),
        ("hexside", "stream", HEXSIDES, streams),
        ("crossing", "bridge", CROSSINGS, bridges),
    ):
        for side in sides:
            mark(column, *side.split("/"), kinds.index(kind))
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
