"""Random small maps, everything on them: for tests that hold one way to read a map against another."""

from __future__ import annotations

import random

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES, HexMap
from maps.grid.layout import Layout

NAMES = ("open", "woods_dense", "hills", "town", "water")


def wild_map(seed, *, heights=(0.0, 5.0, 30.0), cols=None, rows=None):
    """Make a map of at most 9 x 9 hexes, some of them off it, flat-top or pointy."""
    dice = random.Random(seed)
    grid = Grid(cols or dice.randint(2, 9), rows or dice.randint(2, 9), dice.random() < 0.5)
    near, n = grid.neighbour_table(), len(grid)
    columns = {}
    for name, count in {"hexside": HEXSIDES, "crossing": CROSSINGS, "slope": SLOPES, "road": ROADS}.items():
        column = np.zeros((n, SIDES), np.uint8)
        for here in range(n):
            for side in range(3):
                there = near[here, side]
                if there != NO_HEX and dice.random() < 0.4:
                    column[here, side] = column[there, side + 3] = dice.randrange(len(count))
        columns[name] = column
    height = np.array([dice.choice(heights) for _ in range(n)], np.float32)
    return HexMap(
        name=f"wild {seed}", layout=Layout(grid, "EPSG:32631", 700_000.0, 5_550_000.0, 600.0),
        inside=np.array([dice.random() < 0.95 for _ in range(n)]),
        terrain=np.array([dice.randrange(len(NAMES)) for _ in range(n)], np.uint8), terrain_names=NAMES,
        elevation_m=height, low_m=height, high_m=height, relief_m=np.zeros(n, np.float32),
        cover=np.zeros((n, 0), np.float32), cover_names=(), rail=np.zeros((n, SIDES), np.uint8),
        rule=np.zeros(n, np.uint8), rule_names=("wild",), **columns,
    )  # fmt: skip
