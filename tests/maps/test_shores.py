"""Shores of lakes and of the sea, the sea behind a coast line, and all waters laid together."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import networkx as nx
import numpy as np
import pytest
import shapely

from maps.derive.corners import corner_graph
from maps.derive.kinds import GROUPS
from maps.derive.legend import shipped_legend
from maps.derive.waterlegend import read_water_legend, shipped_water_legend
from maps.derive.waters.rivers import Stem
from maps.derive.waters.shores import lay_shores, midline, sea_from_coast
from maps.derive.waters.waters import Shores, WaterSources, classes_by_name, lay_waters
from maps.derive.waters.waterways import Ground
from maps.grid.hexgrid import SIDES, Grid
from maps.grid.hexmap import HEXSIDES
from maps.grid.layout import Layout
from maps.problems import ProblemsFound
from maps.sources.featureset import Features
from maps.sources.rivers import read_river_names

STREAM, RIVER, MAJOR, LAKE, COAST = range(1, 6)
BOTH = pytest.mark.parametrize("flat_top", [True, False])
ALL = replace(shipped_water_legend(), rivers=((50.0, 0.0, 0.0),))


def layout_with(flat_top=True, cols=20, rows=16):
    return Layout(Grid(cols, rows, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, 1000.0)


LAYOUT = layout_with()
INSIDE = np.ones(320, bool)
GROUND = Ground(LAYOUT, INSIDE)


def km(layout, *uv):
    return layout.to_map(np.array(uv, float) * 1000)


def lines_of(layout, *lines):
    return np.array([shapely.linestrings(km(layout, *line)) for line in lines], np.object_)


def hexes(*numbers):
    found = np.zeros(320, bool)
    found[[LAYOUT.grid.index_of(number) for number in numbers]] = True
    return found


def same_from_both(layout, table):
    neighbour = layout.grid.neighbour_table()
    for i, k in np.argwhere(neighbour >= 0).tolist():
        assert table[i, k] == table[neighbour[i, k], (k + 3) % SIDES]


# --- shores ---


def test_the_names_of_the_codes_are_those_of_the_map():
    assert HEXSIDES == ("none", "stream", "river", "major_river", "lake", "coast")


def test_a_lake_of_two_hexes_has_ten_shores_and_none_between_them():
    water, dry = hexes("0504", "0505"), np.zeros(320, bool)
    table = LAYOUT.grid.neighbour_table()
    found = lay_shores(np.zeros((320, SIDES), np.uint8), water, dry, table)
    # Two hexes of six sides each share one; ten are left, each seen from both sides.
    assert (found == LAKE).sum() == 2 * 10
    assert found[water].astype(bool).sum() == 10
    same_from_both(LAYOUT, found)


def test_shores_take_the_place_of_rivers_and_rivers_end_in_the_water():
    river = np.full((320, SIDES), RIVER, np.uint8)
    water, sea = hexes("0504", "0505"), hexes("0506")
    found = lay_shores(river, water, sea, LAYOUT.grid.neighbour_table())
    a, b, c = (LAYOUT.grid.index_of(number) for number in ("0504", "0505", "0506"))
    # Side 3 is south: between the lake's hexes, and between lake and sea, nothing is left.
    assert found[a, 3] == found[b, 3] == 0
    assert set(found[c, [1, 2, 3, 4, 5]]) == {COAST}
    assert set(found[a, [0, 1, 2, 4, 5]]) == {LAKE}
    assert found[LAYOUT.grid.index_of("0101"), 3] == RIVER
    same_from_both(LAYOUT, found)


def test_there_is_no_shore_at_the_edge_of_the_map():
    found = lay_shores(
        np.zeros((320, SIDES), np.uint8), hexes("0101"), np.zeros(320, bool), LAYOUT.grid.neighbour_table()
    )
    off = LAYOUT.grid.neighbour_table() < 0
    assert not found[off].any()


# --- the sea ---


@BOTH
def test_the_sea_lies_on_the_right_of_a_coast(flat_top):
    layout = layout_with(flat_top)
    inside = np.ones(len(layout.grid), bool)
    centres = layout.centres()
    # Drawn from south to north (v falls), the sea is in the east.
    north = lines_of(layout, [(8.2, 20), (8.2, -5)])
    sea = sea_from_coast(north, layout, inside)
    assert (sea == (centres[:, 0] > 8200)).all()
    assert (sea_from_coast(shapely.reverse(north), layout, inside) == ~sea).all()
    inside[:5] = False
    assert not sea_from_coast(north, layout, inside)[:5].any()


def test_an_island_is_land_in_the_sea_and_a_lagoon_drawn_the_other_way_is_sea():
    angles = np.linspace(0, 2 * np.pi, 40)
    ring = np.stack([8 + 4 * np.cos(angles), 8 + 4 * np.sin(angles)], axis=1)
    off = np.hypot(*(LAYOUT.centres() / 1000 - 8).T)
    # With v downwards the ring runs clockwise on the map: land on its left is outside.
    lagoon = sea_from_coast(lines_of(LAYOUT, ring), LAYOUT, INSIDE)
    clear = np.abs(off - 4) > 0.1
    assert (lagoon == (off < 4))[clear].all()
    island = sea_from_coast(lines_of(LAYOUT, ring[::-1]), LAYOUT, INSIDE)
    assert (island == (off > 4))[clear].all()


def test_without_a_coast_all_is_land_and_one_that_lies_off_the_map_still_tells():
    assert not sea_from_coast(np.empty(0, np.object_), LAYOUT, INSIDE).any()
    west = lines_of(LAYOUT, [(-9, 30), (-9, -20)])
    assert sea_from_coast(west, LAYOUT, INSIDE).all()
    assert not sea_from_coast(shapely.reverse(west), LAYOUT, INSIDE).any()


# --- narrow lakes ---


def test_the_middle_of_a_bent_lake_follows_its_bend():
    # A band 0.4 km broad along a quarter of a circle of radius 5 km.
    angle = np.linspace(0, np.pi / 2, 30)
    arc = [np.stack([r * np.cos(angle), r * np.sin(angle)], 1) for r in (4800.0, 5200.0)]
    line = midline(shapely.polygons(np.concatenate([arc[0], arc[1][::-1]])))
    off = np.hypot(*line.T)
    assert abs(off - 5000).max() < 210
    assert abs(off[4:-4] - 5000).max() < 60
    assert 7400 < np.hypot(*np.diff(line, axis=0).T).sum() < 8300


# --- all together ---


def features(*entries):
    shapes = np.array([shape for shape, _ in entries], np.object_)
    return Features(shapes, tuple(f"osm:way/{k}" for k in range(len(entries))), tuple(tags for _, tags in entries))


def line(*uv):
    return shapely.linestrings(km(LAYOUT, *uv))


def area(*uv):
    return shapely.polygons(km(LAYOUT, *uv))


def codes(group, *kinds):
    return np.array([GROUPS[group].index(kind) if kind else -1 for kind in kinds], np.int16)


def wet(waters):
    graph = corner_graph(LAYOUT, INSIDE)
    code = waters.hexside[graph.index, graph.side]
    return nx.Graph(graph.ends[code > 0].tolist())


RIVERS = features((line((1, 5), (12, 5)), {"name": "Our"}), (line((6, 1), (6, 5)), {"name": "Clerve"}))
OSM = WaterSources(RIVERS, codes("waterway", "river", "stream"))


def test_lines_lie_on_hexsides_with_their_names_and_features():
    found = lay_waters(OSM, GROUND, shipped_legend(), thresholds=ALL)
    assert set(found.names.values()) == {"Our", "Clerve"}
    assert {found.features[side] for side, name in found.names.items() if name == "Our"} == {"osm:way/0"}
    assert nx.is_tree(wet(found))
    same_from_both(LAYOUT, found.hexside)
    # The shipped thresholds leave the 4 km of the Clerve out at hexes of 1 km.
    assert set(lay_waters(OSM, GROUND, shipped_legend()).names.values()) == {"Our"}


def test_areas_among_the_lines_are_no_rivers():
    ring = shapely.get_exterior_ring(area((2, 2), (9, 2), (9, 9), (2, 9)))
    sources = WaterSources(features((shapely.polygons(ring), {})), codes("waterway", "river"))
    assert not lay_waters(sources, GROUND, shipped_legend(), thresholds=ALL).hexside.any()


def reach_stem(km2, *uv, into=None, name=""):
    points = km(LAYOUT, *uv)
    return Stem(points, np.full(len(points), km2), (name,) * len(points), into)


def test_reaches_add_what_the_lines_do_not_have_and_tell_the_class_of_what_they_do():
    same = reach_stem(500.0, (1, 5.4), (12, 5.4), name="reach Our")
    other = reach_stem(90.0, (9, 14), (9, 5.4), into=0, name="Wiltz")
    only_lines = lay_waters(OSM, GROUND, shipped_legend(), thresholds=ALL)
    assert {only_lines.hexside[side] for side, name in only_lines.names.items() if name == "Our"} == {STREAM}
    both = lay_waters(replace(OSM, reaches=(same, other)), GROUND, shipped_legend(), thresholds=ALL)
    assert set(both.names.values()) == {"Our", "Clerve", "Wiltz"}
    assert {both.hexside[side] for side, name in both.names.items() if name == "Our"} == {RIVER}
    assert nx.is_tree(wet(both))
    trusted = lay_waters(
        replace(OSM, reaches=(same, other), reaches_first=True), GROUND, shipped_legend(), thresholds=ALL
    )
    assert set(trusted.names.values()) == {"reach Our", "Wiltz", "Clerve"}
    assert nx.is_tree(wet(trusted))


def test_reaches_alone_are_laid_as_ever():
    found = lay_waters(
        WaterSources(reaches=(reach_stem(500.0, (1, 5), (12, 5), name="Our"),)), GROUND, shipped_legend()
    )
    assert set(found.names.values()) == {"Our"}
    assert found.features == {}


def test_shores_take_names_away_where_they_lie():
    water = hexes("0505", "0605")
    found = lay_waters(OSM, GROUND, shipped_legend(), Shores(water, np.zeros(320, bool)), ALL)
    assert (found.hexside == LAKE).any()
    for (i, k), name in found.names.items():
        assert found.hexside[i, k] in (STREAM, RIVER), name


def test_a_long_narrow_lake_lies_on_hexsides_and_a_broad_or_short_one_does_not():
    def laid(*uv):
        sources = WaterSources(areas=features((area(*uv), {"name": "Long Lake"})), area_codes=codes("water", "lake"))
        return lay_waters(sources, GROUND, shipped_legend(), thresholds=ALL)

    # 8 x 0.3 km: the hexes are 1 km wide, and it is longer than 1.5 hexes.
    narrow = laid((3, 5), (11, 5), (11, 5.3), (3, 5.3))
    assert set(np.unique(narrow.hexside)) == {0, LAKE}
    assert set(narrow.names.values()) == {"Long Lake"}
    assert not laid((3, 3), (11, 3), (11, 7), (3, 7)).hexside.any()
    assert not laid((3, 5), (4, 5), (4, 5.3), (3, 5.3)).hexside.any()
    # Where a river runs through it the river's hexsides are the lake.
    lake = features((area((3, 4.9), (9, 4.9), (9, 5.1), (3, 5.1)), {}))
    fine = features((shapely.segmentize(line((1, 5), (12, 5)), 200.0), {"name": "Our"}))
    sources = WaterSources(fine, codes("waterway", "river"), lake, codes("water", "reservoir"))
    found = lay_waters(sources, GROUND, shipped_legend(), thresholds=ALL)
    assert {int(code) for code in np.unique(found.hexside)} == {0, STREAM, LAKE}
    assert nx.is_tree(wet(found))


def test_names_may_say_the_class(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text("name,from_lon,from_lat,to_lon,to_lat,class\nOur,6,50,6,49.9,river\nClerve,6,50,6,49.9,\n")
    names = read_river_names(path, "EPSG:32631")
    assert classes_by_name(names) == {"Our": RIVER}
    found = lay_waters(replace(OSM, classes=classes_by_name(names)), GROUND, shipped_legend(), thresholds=ALL)
    assert {found.hexside[side] for side, name in found.names.items() if name == "Our"} == {RIVER}
    path.write_text("name,from_lon,from_lat,to_lon,to_lat,class\nOur,6,50,6,49.9,rivr\n")
    with pytest.raises(ProblemsFound, match=r"names.csv, line 2: class is 'rivr'; did you mean 'river'\?"):
        read_river_names(path, "EPSG:32631")


# --- the legend ---


def test_the_legend_knows_what_matters_at_which_width():
    legend = shipped_water_legend()
    assert (legend.stream_m(500.0), legend.stream_m(501.0), legend.drain_m(500.0)) == (2000, 6000, 10_000)
    assert legend.stream_m(90_000.0) == legend.stream_m(50_000.0) == 400_000
    widths = np.array([100.0, 250, 500, 1000, 2000, 5000, 50_000])
    assert (np.diff([legend.stream_m(w) for w in widths]) >= 0).all()
    assert (np.diff([legend.steep_deg(w) for w in widths]) <= 0).all()


def test_every_fault_of_a_legend_is_told_with_its_line(tmp_path):
    path = tmp_path / "waters.toml"
    path.write_text(
        "[rivers]\nriver_from_m = 200\nmajor_river_from_m = 100\n"
        "small_river_km = -1\njoin_m = 5\ngap_m = 'x'\nwide = 1\n"
        "[[rivers.scale]]\nup_to_km = 2\nstream_km = 1\ndrain_km = 2\n[[rivers.scale]]\nup_to_km = 1\nstream_km = 1\n"
        "[lakes]\nwater_share = 2\nnarrow_from_hexes = 1\n[slopes]\ncliff_from_hexes = 1\n"
    )
    with pytest.raises(ProblemsFound) as found:
        read_water_legend(path)
    told = "\n".join(map(str, found.value.problems))
    for what in (
        "line 3: rivers.major_river_from_m is less than river_from_m",
        "line 4: rivers.small_river_km is -1, out of range",
        "line 6: rivers.gap_m is 'x', no number",
        "line 7: rivers.wide",
        "up_to_km is 1, out of range",
        "drain_km is missing",
        "lakes.water_share is 2, out of range",
        "slopes.scale is missing",
    ):
        assert what in told, told


def test_the_manual_gives_the_figures_of_the_legend():
    legend = shipped_water_legend()
    page = files("webui").joinpath("help", "maps.md").read_text(encoding="utf-8")
    told = page.partition("## Rivers, shores and slopes")[2].partition("\n## ")[0]
    for width, stream, drain in legend.rivers[:-1]:
        assert f"| {width:g} km | {stream:g} km | {drain:g} km |" in told
    _, stream, drain = legend.rivers[-1]
    assert f"| wider | {stream:g} km | {drain:,.0f} km |" in told
    assert "| steep from | " + " | ".join(f"{angle:g}°" for _, angle in legend.slopes) + " |" in told
    for figure in (
        f"{legend.river_from_m:g} m, a major river {legend.major_river_from_m:g} m",
        f"shorter than {legend.small_river_km:g} km",
        f"gap of up to {legend.gap_m:g} m",
    ):
        assert figure in told
