"""
Lay roads drawn by lot along and across rivers drawn by lot, and write down which hexsides and links they take.

``crossed.txt`` holds a line for each small ground. ``python -m tests.maps.crossed`` prints what is otherwise now,
``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
import shapely

from maps.derive.legend import shipped_legend
from maps.derive.waters.hexsides import lay_rivers
from maps.derive.waters.rivers import Stem
from maps.derive.ways.links import lay_links
from maps.derive.ways.ways import lay_ways
from maps.grid.hexgrid import Grid
from maps.grid.hexmap import HEXSIDES, ROADS
from maps.grid.layout import Layout
from maps.sources.featureset import Features
from tests.recording import compared

FILE = Path(__file__).with_name("crossed.txt")
GROUNDS, SIZE, STEP_M = 140, 13, 400.0
WATERS = tuple(HEXSIDES.index(name) for name in ("stream", "river", "major_river"))
TAGS = ({}, {}, {"oneway": "yes"}, {"name": "Old Road"}, {"ref": "N 7"})


def winding(dice, reach, turn):
    """Give points a step apart of a line that winds its way over the ground and perhaps leaves it."""
    spot, towards, found = dice.uniform(0, reach, 2), dice.uniform(0, 2 * np.pi), []
    for _ in range(int(dice.integers(12, 90))):
        found.append(spot)
        towards += dice.uniform(-turn, turn)
        spot = spot + STEP_M * np.array([np.cos(towards), np.sin(towards)])
    return np.array(found)


def beside(dice, line):
    """Give a line that keeps beside another and strays over it now and then, as roads in valleys do on maps."""
    away = np.cumsum(dice.normal(0, dice.choice([40.0, 150.0]), len(line))) + dice.choice([-300.0, 0.0, 250.0])
    away += dice.choice([0.0, 300.0, 900.0]) * np.sin(np.arange(len(line)) / dice.uniform(0.7, 4.0))
    along = np.gradient(line, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], 1) / np.maximum(np.hypot(*along.T), 1.0)[:, None]
    return (line + across * away[:, None])[:: int(dice.integers(1, 4))]


def drawn(dice, layout):
    """Draw rivers, the greatest first, and roads; in metres of the grid."""
    reach = SIZE * layout.width_m * 0.85
    rivers = [winding(dice, reach, 0.5) for _ in range(int(dice.integers(1, 4)))]
    roads = [
        beside(dice, rivers[dice.integers(len(rivers))]) if dice.random() < 0.6 else winding(dice, reach, 0.3)
        for _ in range(int(dice.integers(3, 8)))
    ]
    return rivers, [road for road in roads if len(road) > 1]


def stems_of(dice, rivers, layout):
    codes = sorted((int(dice.choice(WATERS)) for _ in rivers), reverse=True)
    return [
        Stem(layout.to_map(line), np.zeros(len(line)), ("",) * len(line), None, np.full(len(line), code, np.uint8))
        for line, code in zip(rivers, codes, strict=True)
    ]


def features_of(dice, roads, layout):
    shapes = np.empty(len(roads), object)
    shapes[:] = [shapely.LineString(layout.to_map(road)) for road in roads]
    tags = tuple(TAGS[dice.integers(len(TAGS))] for _ in roads)
    return Features(shapes, tuple(f"osm:way/{k}" for k in range(len(roads))), tags)


def ground(number):
    """Draw a ground by its number, and lay all that is on it."""
    dice = np.random.default_rng(number)
    wide = float(dice.choice([700.0, 1000.0, 2000.0]))
    layout = Layout(Grid(SIZE, SIZE, bool(dice.integers(2))), "EPSG:32631", 600_000.0, 5_500_000.0, wide)
    inside = dice.random(len(layout.grid)) < dice.choice([1.0, 1.0, 0.97])
    rivers, roads = drawn(dice, layout)
    stems = stems_of(dice, rivers, layout)
    hexside = lay_rivers(stems, layout, inside, shipped_legend()).hexside
    lines = np.array([shapely.LineString(stem.points) for stem in stems], object) if dice.random() < 0.7 else None
    codes = dice.integers(1, len(ROADS), len(roads))
    thinned = int(dice.choice([0, 1]))
    asked = features_of(dice, roads, layout), codes, layout, inside, hexside
    ways = lay_ways(*asked, rivers=lines, thinned=thinned)
    best_first = sorted(zip(codes.tolist(), roads, strict=True), key=lambda row: -row[0])
    links = lay_links([(layout.to_map(road), code) for code, road in best_first], layout, inside, hexside)
    return hexside, ways, links


def told(*arrays):
    """Give a short mark of some arrays, and how much is in the first."""
    mark = hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()[:10]
    return f"{mark} {np.count_nonzero(arrays[0])}"


def lines():
    """Give all that is found."""
    for number in range(GROUNDS):
        hexside, ways, links = ground(number)
        yield f"{number} rivers {told(hexside)} roads {told(*ways)} links {told(links)}"


if __name__ == "__main__":
    compared(sys.argv[1:], FILE, lines())
