"""
Build small countries drawn by lot, with everything that the rules know on them, and write down what becomes of them.

``grown.txt`` holds a line for each part of each map. ``python -m tests.maps.grown`` prints what is otherwise now,
``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np

from maps.area.reader import read_area
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from maps.making.build import build
from tests.maps.heightfiles import write_tif
from tests.maps.osmfiles import OsmWorld
from tests.recording import compared

FILE = Path(__file__).with_name("grown.txt")
DERIVE = Path(__file__).parents[2] / "maps/derive"
KINDS = tomllib.loads((DERIVE / "kinds.toml").read_text("utf-8"))
WEST, SOUTH, EAST, NORTH = 6.0, 50.0, 6.12, 50.08
DAYS = ("1890", "1936", "1944-06", "1950", "1985", "2010-05-01")
COUNTRIES = {
    "then": ("date = 1944-12-16", 'layout = "flat"\nwidth_km = 0.6', 'corrections = "hand.txt"'),
    "now": ("", 'layout = "pointy"\nrotation_deg = 20\nwidth_km = 0.7', ""),
}
"""By name: its date, its hexes, and further sources."""
HEXSIDES_OF_ITS_OWN = """
[hexside.hedge]
resembles = "none"
from = [{ barrier = ["hedge", "wall"] }]
share_at_least = 0.3
[hexside.fence]
resembles = "stream"
from = [{ barrier = ["fence"] }]
metres_at_least = 40
"""


def tags_of(dice, group):
    """Say something that a rule of a group understands, and now and then more."""
    rule = dice.choice(
        [one for one in KINDS[group] if one.get("has") and (one["kind"] != "none" or dice.random() < 0.2)]
    )
    found = {key: dice.choice(values) if isinstance(values, list) else "yes" for key, values in rule["has"].items()}
    found |= {key: str(value + dice.choice((0, 1, 7))) for key, value in rule.get("at_least", {}).items()}
    for key, chance, values in (
        ("name", 0.5, ("Our", "Sûre", "Great", "Small")), ("width", 0.3, ("4", "25 m", "300")),
        ("layer", 0.1, ("1", "-1")),
        ("start_date", 0.15, DAYS), ("end_date", 0.1, DAYS), ("oneway", 0.1, ("yes",)), ("tunnel", 0.05, ("yes",)),
        ("intermittent", 0.1, ("yes",)), ("ref", 0.2, ("N 7", "A 1")), ("operator", 0.1, ("x",)),
        ("tracks", 0.2, ("2",)),
    ):  # fmt: skip
        if dice.random() < chance:
            found.setdefault(key, dice.choice(values))
    return {key: str(value) for key, value in found.items()}


def walk(dice, steps, long, turn=0.6):
    """Give the points of a line that winds its way."""
    lon, lat = dice.uniform(WEST - 0.01, EAST + 0.01), dice.uniform(SOUTH - 0.01, NORTH + 0.01)
    towards, found = dice.uniform(0, 2 * math.pi), []
    for _ in range(steps):
        found.append((round(lon, 6), round(lat, 6)))
        towards += dice.uniform(-turn, turn)
        lon, lat = lon + long * math.cos(towards), lat + 0.64 * long * math.sin(towards)
    return found


def ring(dice, wide):
    """Give the ring of a patch."""
    lon, lat, count = dice.uniform(WEST, EAST), dice.uniform(SOUTH, NORTH), dice.randint(4, 9)
    points = [(lon + wide * dice.uniform(0.4, 1) * math.cos(2 * math.pi * k / count),
               lat + 0.64 * wide * dice.uniform(0.4, 1) * math.sin(2 * math.pi * k / count))
              for k in range(count)]  # fmt: skip
    return [*((round(x, 6), round(y, 6)) for x, y in points), (round(points[0][0], 6), round(points[0][1], 6))]


def country(dice):
    """Draw a country: waters, roads over bridges and fords, railways, cliffs, and what is settled."""
    toy = OsmWorld()
    trunk = [(6.06 + 0.004 * math.sin(k), round(NORTH + 0.02 - 0.004 * k, 6)) for k in range(32)]
    toy.way(trunk, waterway="river", name="Toy", width="60")
    for _ in range(9):
        start = dice.choice(trunk)
        toy.way([start, *walk(dice, 6, 0.006)[1:]][::-1], **tags_of(dice, "waterway"))
    for group, count, steps, long in (("waterway", 6, 9, 0.006), ("road", 26, 9, 0.007), ("rail", 5, 12, 0.009),
                                      ("cliff", 5, 5, 0.005)):  # fmt: skip
        for _ in range(count):
            points, tags = walk(dice, steps, long), tags_of(dice, group)
            toy.way(points, **tags)
            if group in {"road", "rail"} and dice.random() < 0.4:
                toy.way([points[-1], (6.07, points[-1][1])], **tags, bridge=dice.choice(("yes", "no", "viaduct")))
    settle(dice, toy)
    return toy


def settle(dice, toy):
    """Draw patches of cover and lakes, crossings, towns with their streets, hedges and walls."""
    for _ in range(6):
        toy.way(walk(dice, 6, 0.005), barrier=dice.choice(("hedge", "wall", "fence", "ditch")))
    for group, count, wide in (("cover", 30, 0.012), ("water", 7, 0.01)):
        for _ in range(count):
            toy.way(ring(dice, wide), **tags_of(dice, group))
    for _ in range(8):
        toy.node(dice.uniform(6.05, 6.07), dice.uniform(SOUTH, NORTH), **tags_of(dice, "crossing"))
    for number in range(12):
        place = dice.choice(("city", "town", "village", "hamlet", "suburb", "farm"))
        people = {"population": str(dice.choice((90, 800, 7000, 60_000)))} if dice.random() < 0.7 else {}
        toy.node(dice.uniform(WEST, EAST), dice.uniform(SOUTH, NORTH), place=place, name=f"Place {number}", **people)
    for number in range(8):
        east, north = dice.uniform(WEST, EAST), dice.uniform(SOUTH, NORTH)
        toy.way([(east, north), (east + 0.002, north)], highway="residential", name=f"Street {number}")


def ground(dice, folder):
    """Write heights with a hole in them, and classes of land cover."""
    lines, columns = np.mgrid[0:90, 0:120]
    heights = 300 + 260 * np.sin(columns / 9) * np.cos(lines / 13) + 120 * np.sin(lines / 4)
    heights += np.random.default_rng(dice.randrange(99)).normal(0, 6, heights.shape)
    heights[20:34, 70:88] = -9999
    where = {"crs": "EPSG:4326", "origin": (WEST - 0.02, NORTH + 0.02), "cell": 0.0015}
    write_tif(folder / "elev.tif", heights.astype(np.int16), nodata=-9999, **where)
    classes = np.array([10, 20, 30, 40, 50, 60, 80, 90], np.uint8)
    write_tif(folder / "cover.tif", classes[(lines // 7 * 5 + columns // 9 * 3) % len(classes)], **where)


AREA = f"""
name = "{{name}}"
legend = "own.toml"
{{date}}
[box]
west = {WEST}
south = {SOUTH}
east = {EAST}
north = {NORTH}
[hexes]
{{hexes}}
[sources]
features = "toy.osm.pbf"
elevation = "elev.tif"
land_cover = "cover.tif"
land_cover_classes = "worldcover"
{{more}}
"""
HAND = """
source: a map
by: me
terrain town at 6.03 50.03 -- it stood there
terrain marsh area 6.05 50.01, 6.08 50.01, 6.08 50.03 "The Fens" -- fens
road main line 6.01 50.02, 6.05 50.06, 6.1 50.05 -- the old road
hexside river line 6.02 50.07, 6.05 50.05, 6.09 50.07 "New Cut" -- dug in 1920
height 450 at 6.02 50.02 -- the tower
"""


def grown(name):
    """Build a country."""
    date, hexes, more = COUNTRIES[name]
    dice = random.Random(f"grown/{name}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        country(dice).write(folder / "toy.osm.pbf")
        ground(dice, folder)
        (folder / "hand.txt").write_text(HAND, "utf-8")
        legend = (DERIVE / "terrain.toml").read_text("utf-8")
        (folder / "own.toml").write_text(HEXSIDES_OF_ITS_OWN + legend, "utf-8")
        (folder / "area.toml").write_text(AREA.format(name=name, date=date, hexes=hexes, more=more))
        return build(read_area(folder / "area.toml"))


def parts(hexmap):
    """Give each part of a map as plain data, figures as roughly as is sure."""
    inside = hexmap.inside
    for name, words in {
        "hexside": HEXSIDES,
        "crossing": CROSSINGS,
        "road": ROADS,
        "rail": RAILS,
        "slope": SLOPES,
    }.items():
        column = getattr(hexmap, name)
        yield name, Counter(words[code] for code in column.ravel().tolist()), column.tolist()
    yield (
        "border",
        Counter(hexmap.border_names[code] for code in hexmap.border.ravel().tolist()),
        hexmap.border.tolist(),
    )
    terrain = [hexmap.terrain_of(index) if inside[index] else "-" for index in range(len(hexmap))]
    yield "terrain", Counter(terrain), terrain
    rules = [hexmap.rule_names[code] for code in hexmap.rule.tolist()]
    yield "rule", Counter(rules), rules
    for name in ("elevation_m", "low_m", "high_m", "relief_m", "slope_deg"):
        yield name, {}, np.round(np.nan_to_num(getattr(hexmap, name), nan=-1.0).astype(float), 0).tolist()
    cover = hexmap.cover.astype(float)
    sums = np.round(cover.sum(axis=0), 1).tolist()
    yield "cover", dict(zip(hexmap.cover_names, sums, strict=True)), np.round(cover, 2).tolist()
    yield (
        "places",
        {one.name: one.population for one in hexmap.places},
        [(one.index, one.rank) for one in hexmap.places],
    )
    yield (
        "side_names",
        Counter(hexmap.side_names.values()),
        sorted((*map(int, at), name) for at, name in hexmap.side_names.items()),
    )
    yield "audit", Counter(f"{one.kind} {one.verdict}" for one in hexmap.audit), [str(one) for one in hexmap.audit]
    told = [hexmap.evidence.of(index) for index in range(len(hexmap))]
    yield "evidence", {}, [str(one) for one in told]
    for number, note in enumerate((*hexmap.notes, *map(str, hexmap.doubts))):
        yield f"note {number}", note, note


def lines():
    """Give the line of each part of each country."""
    for name in COUNTRIES:
        for part, told, whole in parts(grown(name)):
            digest = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:10]
            said = told if isinstance(told, str) else " ".join(f"{key}:{count}" for key, count in sorted(told.items()))
            yield f"{name} {part} {digest} {said}"[:300]


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
