"""Lay toy roads and read the links that come of them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import shapely

from maps.derive.ways.ways import lay_ways
from maps.grid.hexgrid import SIDES, Grid
from maps.grid.hexmap import ROADS
from maps.grid.layout import Layout
from maps.sources.featureset import Features

BOTH = pytest.mark.parametrize("flat_top", [True, False])
WIDE = 2000.0
TRACK, SECONDARY, MAIN = (ROADS.index(name) for name in ("track", "secondary", "main"))


def layout_of(flat_top=True, cols=12, rows=12, wide=WIDE):
    return Layout(Grid(cols, rows, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, wide)


def features(layout, lines, tags=None):
    """Lines given in grid coordinates."""
    shapes = np.empty(len(lines), object)
    shapes[:] = [shapely.LineString(layout.to_map(np.array(line, float))) for line in lines]
    ids = tuple(f"osm:way/{k}" for k in range(len(lines)))
    return Features(shapes, ids, tuple(tags or [{}] * len(lines)))


def lay(layout, lines, codes, *, hexside=None, inside=None, tags=None, **options):
    n = len(layout.grid)
    return lay_ways(
        features(layout, lines, tags),
        np.array(codes, np.int64),
        layout,
        np.ones(n, bool) if inside is None else inside,
        np.zeros((n, SIDES), np.uint8) if hexside is None else hexside,
        **options,
    )


def centre(layout, number, du=0.0, dv=0.0):
    return layout.centres()[layout.grid.index_of(number)] + [du, dv]


def links(layout, code):
    """The links as pairs of numbers, with their class."""
    table, number = layout.grid.neighbour_table(), layout.grid.number
    found = {}
    for index, side in np.argwhere(code > 0).tolist():
        across = int(table[index, side])
        assert code[across, (side + 3) % SIDES] == code[index, side]
        found[tuple(sorted([number(index), number(across)]))] = int(code[index, side])
    return found


def pairs(*numbers):
    return {tuple(sorted(pair)) for pair in itertools.pairwise(numbers)}
