"""
A toy country from an extract of OpenStreetMap, built as a user builds it.

At 50 degrees north, 6 degrees east (UTM zone 32, 9 degrees), hexes of 500 m. The box is
0.1 degrees wide and 0.06 high: 7.2 by 6.7 km. Woods lie in the west third, a village in the
middle, a river runs from north to south, a main road from west to east over a bridge, an old
railway beside it, a motorway of today south of it.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from maps.area.reader import read_area
from maps.explain import explain
from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES, problems
from maps.lonlat import hexes_at
from maps.making.build import build
from tests.maps.osmfiles import OsmWorld

AREA = """
name = "Toytown"
{date}
[box]
west = 6.0
south = 50.0
east = 6.1
north = 50.06
[hexes]
width_km = 0.5
[sources]
features = "toy.osm.pbf"
{more}
"""


def ring(west, south, east, north):
    return [(west, south), (east, south), (east, north), (west, north), (west, south)]


def country():
    toy = OsmWorld()
    toy.way(ring(5.98, 49.98, 6.033, 50.08), natural="wood")
    toy.way(ring(6.045, 50.025, 6.058, 50.035), landuse="residential")
    toy.node(6.05, 50.03, place="village", name="Toytown", population="900")
    toy.way([(6.07, 50.08), (6.07, 49.98)], waterway="river", name="Toy", width="40")
    toy.way([(5.95, 50.03), (6.05, 50.03), (6.069, 50.03)], highway="primary", name="N 15")
    toy.way([(6.069, 50.03), (6.071, 50.03)], highway="primary", name="N 15", bridge="yes")
    toy.way([(6.071, 50.03), (6.15, 50.03)], highway="primary", name="N 15")
    toy.way([(5.95, 50.045), (6.15, 50.045)], railway="abandoned", name="Vennbahn", end_date="1989")
    toy.way([(5.95, 50.012), (6.15, 50.012)], highway="motorway", ref="A 60")
    toy.way(ring(6.08, 50.0, 6.1, 50.01), natural="water", water="reservoir", name="Stausee")
    for k in range(12):  # streets of the village
        east = 6.045 + k * 0.001
        toy.way([(east, 50.025), (east, 50.035)], highway="residential")
    return toy


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toytown")
    country().write(folder / "toy.osm.pbf")
    return folder


def made(folder, *, date="date = 1944-12-16", more="", name="area.toml"):
    (folder / name).write_text(AREA.format(date=date, more=more))
    return build(read_area(folder / name))


@pytest.fixture(scope="module")
def then(folder):
    return made(folder)


@pytest.fixture(scope="module")
def now(folder):
    return made(folder, date="", name="now.toml")


def at(hexmap, lon, lat):
    return int(hexes_at(hexmap.layout, [(lon, lat)])[0])


def test_the_map_is_sound_and_comes_back_from_its_file(then, tmp_path):
    assert problems(then) == []
    write(then, tmp_path / "toy.gpkg")
    again = read(tmp_path / "toy.gpkg")
    assert again.key == then.key
    assert (again.date, again.audit, again.area_text) == ("1944-12-16", then.audit, then.area_text)
    assert again.evidence.of(at(then, 6.05, 50.03)) == then.evidence.of(at(then, 6.05, 50.03))


def test_woods_village_and_fields(then):
    assert then.terrain_of(at(then, 6.01, 50.05)) == "woods_dense"
    assert then.terrain_of(at(then, 6.0515, 50.03)) == "village"
    assert then.terrain_of(at(then, 6.09, 50.05)) == "open"
    # Of 900 people today 72.4 % in 1944: 70 % in 1940, all in 1990.
    assert [(place.name, place.population) for place in then.places] == [("Toytown", 652)]


def test_drawn_cliffs_and_dykes_lie_on_hexsides_and_nothing_else_does(tmp_path):
    toy = OsmWorld()
    for north, tags in ((50.01, {"natural": "cliff"}), (50.03, {"man_made": "dyke"}), (50.05, {"highway": "primary"})):
        toy.way([(6.02, north), (6.08, north)], **tags)
    toy.write(tmp_path / "toy.osm.pbf")
    built = made(tmp_path)
    sheer = set(np.flatnonzero((built.slope == SLOPES.index("cliff")).any(axis=1)).tolist())
    for north, found in ((50.01, True), (50.03, True), (50.05, False)):
        assert bool(sheer & {at(built, 6.03 + k * 0.005, north) for k in range(8)}) is found


def test_cover_is_measured_exactly(then):
    """The woods reach to 6.033 of 6.0 to 6.1: a third of the box, give or take the map's rim; never more than all."""
    forest = then.cover[:, then.cover_names.index("forest")]
    assert forest.max() <= 1 + 1e-6
    whole = np.abs(forest - 1) < 1e-6
    none = forest < 1e-6
    # The edge of the woods runs straight through one column of hexes, two at most.
    assert (~whole & ~none).sum() <= 2 * then.layout.grid.rows


def sides(hexmap, column, code):
    table = getattr(hexmap, column)
    lower = hexmap.neighbour > np.arange(len(table))[:, None]
    return [tuple(pair) for pair in np.argwhere((table == code) & lower).tolist()]


def test_the_river_runs_from_edge_to_edge_without_a_gap(then):
    river = sides(then, "hexside", HEXSIDES.index("river"))
    corners = Counter()
    spots = then.layout.corners()
    for index, side in river:
        for corner in (side, (side + 1) % 6):
            corners[tuple(np.round(spots[index, corner], 3))] += 1
    assert sorted(corners.values()).count(1) == 2  # two ends, and nowhere a fork or a gap
    assert set(corners.values()) == {1, 2}
    v = np.array(list(corners))[:, 1]
    assert v.max() - v.min() > 0.9 * then.layout.grid.rows * 500
    assert {then.river_of(*side) for side in river} == {"Toy"}


def chain(hexmap, column, code):
    """The hexes that links of a class join, each with how many links it has."""
    links = sides(hexmap, column, code)
    return Counter(k for index, side in links for k in (index, int(hexmap.neighbour[index, side])))


def test_the_main_road_runs_from_edge_to_edge_through_the_village(then):
    joined = chain(then, "road", ROADS.index("main"))
    assert sorted(joined.values()).count(1) == 2
    assert set(joined.values()) == {1, 2}
    assert at(then, 6.0515, 50.03) in joined or at(then, 6.05, 50.03) in joined
    cols = np.array(list(joined)) % then.layout.grid.cols
    assert (cols.min(), cols.max()) == (0, then.layout.grid.cols - 1)


def test_the_streets_of_the_village_are_no_grey_soup(then):
    assert (then.road > 0).sum() == (then.road == ROADS.index("main")).sum()


def test_there_is_one_bridge_of_the_road_and_one_of_the_railway(then):
    bridges = sides(then, "crossing", CROSSINGS.index("bridge"))
    assert len(bridges) == 1
    assert then.river_of(*bridges[0]) == "Toy"
    assert len(sides(then, "crossing", CROSSINGS.index("railway_bridge"))) == 1


def test_the_railway_is_back_and_the_motorway_and_the_reservoir_are_gone(then, now):
    joined = chain(then, "rail", RAILS.index("single"))
    assert sorted(joined.values()).count(1) == 2
    assert (now.rail > 0).sum() == 0
    assert len(chain(now, "road", ROADS.index("main"))) > 1.8 * len(chain(then, "road", ROADS.index("main")))
    water = then.cover_names.index("water")
    here = at(then, 6.09, 50.005)
    assert (now.cover[here, water], then.cover[here, water]) == (pytest.approx(1), 0)
    assert {(one.name, one.verdict) for one in then.audit if one.name} == {
        ("Vennbahn", "restored"), ("Stausee", "removed"), ("Toytown", "changed"),
    }  # fmt: skip
    assert {one.kind for one in then.audit} >= {"motorway", "reservoir", "railway, closed since"}
    assert now.audit == ()


def test_a_ruling_keeps_the_motorway(folder):
    (folder / "rulings.toml").write_text('[[ruling]]\nid = "osm:way/8"\nverdict = "keep"\nwhy = "opened in 1937"\n')
    kept = made(folder, more='rulings = "rulings.toml"', name="ruled.toml")
    assert len(chain(kept, "road", ROADS.index("main"))) > 20
    told = [(one.verdict, one.why) for one in kept.audit if one.kind == "motorway"]
    assert told == [("kept", "ruled: opened in 1937")]


def test_the_hex_says_why(then):
    told = explain(then, at(then, 6.05, 50.03)).to_text()
    assert "village Toytown (place=village)" in told
    assert "main N 15 (highway=primary)" in told
    assert "built-up" in told
    bridge = sides(then, "crossing", CROSSINGS.index("bridge"))[0]
    assert "bridge: " in explain(then, bridge[0]).to_text()


def test_corrections_are_put_onto_it_and_kept(folder):
    line = 'terrain marsh area 6.08 50.04, 6.09 50.04, 6.09 50.05, 6.08 50.05 "Toy fen" -- drained in 1951; sheet 112\n'
    (folder / "hand.txt").write_text(line)
    hexmap = made(folder, more='corrections = "hand.txt"', name="corrected.toml")
    assert hexmap.terrain_of(at(hexmap, 6.085, 50.045)) == "marsh"
    assert [one.name for one in hexmap.corrections] == ["Toy fen"]
    wider = (folder / "corrected.toml").read_text().replace("width_km = 0.5", "width_km = 0.8")
    (folder / "wider.toml").write_text(wider)
    coarser = build(read_area(folder / "wider.toml"))
    assert coarser.terrain_of(at(coarser, 6.085, 50.045)) == "marsh"
