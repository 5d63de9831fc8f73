"""The corners of the hexes by arithmetic, ways over them against a slow twin, and rivers laid on them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.area.area import layout_of
from maps.area.reader import read_area, shipped_area
from maps.derive.corners import across, corner_graph, lattice_of, to_lattice
from maps.derive.cornerways import DRY, Laid, _measure, _search, nearest_corner, way_along, work_for
from maps.derive.legend import shipped_legend
from maps.derive.routing import cheapest_way, ways_of
from maps.derive.waters.finelines import fine_lines
from maps.derive.waters.hexsides import lay_rivers
from maps.derive.waters.rivers import Stem, name_reaches, stems
from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.hexmap import HEXSIDES
from maps.grid.layout import Layout
from maps.sources.rivers import read_reaches, read_river_names

STREAM, RIVER, MAJOR, LAKE = (HEXSIDES.index(name) for name in ("stream", "river", "major_river", "lake"))
BOTH = pytest.mark.parametrize("flat_top", [True, False])


def layout_with(flat_top=True, cols=12, rows=11, width_m=2000.0):
    return Layout(Grid(cols, rows, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, width_m, 15.0)


def some_inside(layout, seed=3):
    return np.random.default_rng(seed).random(len(layout.grid)) > 0.15


def test_every_fourth_point_from_the_first_is_measured_to_the_whole_band_and_the_others_near():
    """Points 20 km apart in a band of 8 km: about the first and the fifth hexes are touched beyond 1.6 widths."""
    lattice = lattice_of(layout := layout_with(True, 60, 4), np.ones(60 * 4, bool))
    work, points = work_for(lattice), np.array([(3000.0, 3000.0 + 20_000 * k) for k in range(5)])
    touched = work.touched[: _measure(lattice, points, 8000.0, work)]
    rows = touched // lattice.breadth * 1.5 * layout.width_m / np.sqrt(3) - 1.5 * layout.width_m / np.sqrt(3)
    reach = [max(abs(rows - y)[abs(rows - y) < 10_000].max(), 0) for y in points[:, 1]]
    assert [far > 5000 for far in reach] == [True, False, False, False, True]


@BOTH
@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (1, 6), (6, 1), (7, 5), (12, 11)])
def test_corners_by_arithmetic_are_those_of_the_layout(flat_top, cols, rows):
    layout = layout_with(flat_top, cols, rows)
    for inside in (np.ones(len(layout.grid), bool), some_inside(layout)):
        graph = corner_graph(layout, inside)
        table, corners = layout.grid.neighbour_table(), layout.corners()
        slow = [
            (i, k)
            for i in range(len(table))
            for k in range(SIDES)
            if table[i, k] > i and inside[i] and inside[table[i, k]]
        ]
        assert sorted(zip(graph.index.tolist(), graph.side.tolist(), strict=True)) == slow
        for (i, k), ends in zip(zip(graph.index, graph.side, strict=True), graph.points[graph.ends], strict=True):
            true = corners[i, [k, (k + 1) % SIDES]]
            assert np.allclose(ends, true, atol=1e-6) or np.allclose(ends[::-1], true, atol=1e-6)
        assert (across(layout, graph.index, graph.side) == table[graph.index, graph.side]).all()
        # On the edge is a corner where two hexes of the map meet a third that is not there.
        degree = np.bincount(graph.ends.ravel(), minlength=len(graph.points))
        assert (graph.at_edge == (degree == 1)).all()


@BOTH
@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_points_along_many_rivers_are_those_of_each_by_itself_to_the_last_bit(flat_top, seed):
    """Beside numpy, river by river; some stand still, some are a point, some leave the map and come back."""
    rng, layout = np.random.default_rng(seed), layout_with(flat_top)
    inside = some_inside(layout, seed)
    lines = [layout.to_map(np.cumsum(rng.normal(0, 900, (rng.integers(1, 30), 2)), 0) + 9000) for _ in range(9)]
    lines.append(np.repeat(lines[0][:1], 3, axis=0))
    stems = [Stem(points, np.cumsum(rng.random(len(points))), ("",) * len(points), None) for points in lines]
    for stem, fine in zip(stems, fine_lines(stems, layout, inside, 8), strict=True):
        uv = layout.to_grid(stem.points)
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(uv, axis=0).T))])
        spots = np.linspace(0.0, along[-1], max(2, int(along[-1] / 250) + 1))
        assert fine.uv.tolist() == np.stack([np.interp(spots, along, uv[:, k]) for k in (0, 1)], axis=1).tolist()
        assert fine.point.tolist() == (np.searchsorted(along, spots, side="right") - 1).tolist()
        chosen = np.arange(0, len(spots), 3)
        assert (fine.drained_km2(stem, chosen) == np.interp(spots, along, stem.drained_km2)[chosen]).all()
        index = layout.indices_under(fine.uv)
        here = "".join("x" if one else " " for one in (index != NO_HEX) & inside[index])
        assert fine.parts == [run.span() for run in re.finditer("x{4,}", here)]


@BOTH
@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_the_nearest_corner_is_the_nearest(flat_top, seed):
    layout = layout_with(flat_top)
    inside = some_inside(layout, seed)
    rng = np.random.default_rng(seed)
    lattice, graph = lattice_of(layout, inside), corner_graph(layout, inside)
    system = np.where(rng.random(2 * len(lattice.inside)) < 0.3, 0, DRY).astype(np.int32)
    laid = Laid(system, np.zeros(1, np.bool_))
    uv = rng.uniform(-4000, 24_000, 2)
    free = np.isin(np.arange(len(system)), graph.ends) & (system == DRY)
    off = np.where(free, np.hypot(*(graph.points - uv).T), np.inf)
    spot = to_lattice(layout, uv)
    found = nearest_corner(lattice, spot[0], spot[1], laid, 3, np.inf)
    assert (found < 0 and not free.any()) or off[found] == pytest.approx(off.min())
    rim = np.where(graph.at_edge, off, np.inf)
    found = nearest_corner(lattice, spot[0], spot[1], laid, 2, 3000.0)
    assert (found < 0 and rim.min() >= 3000) or rim[found] == pytest.approx(rim.min())


@BOTH
@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_where_few_corners_are_free_a_far_one_that_is_seen_first_is_not_taken_for_the_nearest(flat_top, seed):
    layout = layout_with(flat_top)
    inside = np.ones(len(layout.grid), bool)
    rng = np.random.default_rng(seed)
    lattice, graph = lattice_of(layout, inside), corner_graph(layout, inside)
    system = np.zeros(2 * len(lattice.inside), np.int32)
    system[rng.choice(np.unique(graph.ends), max(4, len(graph.points) // 30))] = DRY
    free = np.isin(np.arange(len(system)), graph.ends) & (system == DRY)
    for uv in graph.points[rng.choice(np.unique(graph.ends), 60)]:
        off = np.where(free, np.hypot(*(graph.points - uv).T), np.inf)
        spot = to_lattice(layout, uv)
        found = nearest_corner(lattice, spot[0], spot[1], Laid(system, np.zeros(1, np.bool_)), 3, np.inf)
        assert off[found] == pytest.approx(off.min())


@BOTH
@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_the_way_along_a_line_costs_no_more_than_that_of_a_slow_search_over_all_hexsides(flat_top, seed):
    layout = layout_with(flat_top, 14, 14)
    inside = np.ones(len(layout.grid), bool)
    rng = np.random.default_rng(seed)
    turns = rng.uniform(0, 6.28) + np.cumsum(rng.normal(0, 0.15, 70))
    uv = np.clip(
        rng.uniform(3000, 18_000, 2) + np.cumsum(250 * np.stack([np.cos(turns), np.sin(turns)], 1), 0), 0, 22_000
    )
    graph, lattice = corner_graph(layout, inside), lattice_of(layout, inside)
    least = [np.min(np.square(spots[:, None] - uv).sum(axis=2), axis=1) for spots in (graph.middles(), graph.points)]
    cost = 0.15 + (least[0] + least[1][graph.ends].sum(axis=1)) / 600.0**2 / 3
    free = Laid(np.full(len(graph.points), DRY, np.int32), np.zeros(1, np.bool_))
    line = to_lattice(layout, uv)
    ends = [int(nearest_corner(lattice, *spot, free, 3, np.inf)) for spot in (line[0], line[-1])]
    goal = np.arange(len(graph.points)) == ends[1]
    slow = cheapest_way(ways_of(graph.ends, len(graph.points)), cost, ends[0], goal)
    edge_of = {tuple(sorted(pair)): e for e, pair in enumerate(graph.ends.tolist())}

    def price(way):
        return sum(cost[edge_of[tuple(sorted(pair))]] for pair in zip(way[:-1].tolist(), way[1:].tolist(), strict=True))

    work = work_for(lattice)
    corners, edges, nearest = way_along(lattice, line, (ends[0], ends[1]), 5000.0, free, work)
    assert (len(edges), len(nearest)) == (len(corners) - 1,) * 2 or ends[0] == ends[1]
    assert price(corners) <= 1.001 * price(slow)
    # The room is clean again for the next way.
    for name in ("corner_off", "edge_off", "best", "came"):
        assert (getattr(work, name) == getattr(work_for(lattice), name)).all()


@BOTH
@settings(max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from([1500.0, 5000.0, 16_000.0]))
def test_a_way_is_found_among_other_waters_where_the_search_alone_finds_one(flat_top, seed, band):
    """Whether anything leads to the goal is looked at before distances are measured: it must never answer otherwise."""
    layout, rng = layout_with(flat_top), np.random.default_rng(seed)
    inside = some_inside(layout, seed)
    lattice = lattice_of(layout, inside)
    system = np.where(rng.random(2 * len(lattice.inside)) < rng.choice([0.02, 0.1]), rng.integers(2), DRY)
    laid = Laid(system.astype(np.int32), np.array([False, bool(rng.integers(2))]))
    line = to_lattice(layout, np.linspace(*rng.uniform(0, 20_000, (2, 2)), 40))
    ends = [int(nearest_corner(lattice, *spot, laid, 3, np.inf)) for spot in (line[0], line[-1])]
    source, goal = ends[0], ends[1] if rng.integers(2) else -1
    if source < 0:
        return
    alone, work = work_for(lattice), work_for(lattice)
    _measure(lattice, line, band, alone)
    last = _search(lattice, source, goal, len(line), laid, alone)
    corners, edges, _ = way_along(lattice, line, (source, goal), band, laid, work)
    assert (last < 0) == (not len(corners))
    if last >= 0:
        assert (corners[0], corners[-1], len(edges)) == (source, last, len(corners) - 1)
    again = way_along(lattice, line, (source, goal), band, laid, work)[0]
    assert again.tolist() == corners.tolist()


def test_the_shipped_ardennes_keeps_its_rivers_to_the_byte():
    area = read_area(shipped_area("ardennes_1944"))
    layout = layout_of(area)
    reaches = read_reaches(area.sources["rivers"][0], area.crs)
    names = read_river_names(area.sources["river_names"][0], area.crs)
    found = lay_rivers(
        stems(reaches, name_reaches(reaches, names)), layout, np.ones(len(layout.grid), bool), shipped_legend()
    )
    assert hashlib.sha256(found.hexside.tobytes()).hexdigest()[:16] == "0c1975d71dfb0f83"
    told = repr(sorted(found.names.items())).encode()
    assert hashlib.sha256(told).hexdigest()[:16] == "1322eab1308223b5"


def stem(layout, code, *uv, into=None, name="", parts_off=False, lake=None):
    points = layout.to_map(np.array(uv, float))
    n = len(points)
    codes = np.broadcast_to(np.array(code, np.uint8), n).copy()
    return Stem(points, np.zeros(n), (name,) * n, into, codes, (f"id:{name}",) * n, lake, parts_off)


def laid(layout, *found):
    return lay_rivers(found, layout, np.ones(len(layout.grid), bool), shipped_legend())


def wet_graph(layout, hexside):
    graph = corner_graph(layout, np.ones(len(layout.grid), bool))
    code = hexside[graph.index, graph.side]
    wet = nx.Graph()
    wet.add_edges_from((a, b, {"code": c}) for (a, b), c in zip(graph.ends.tolist(), code.tolist(), strict=True) if c)
    return wet, graph


@BOTH
def test_a_river_that_is_on_the_map_for_less_than_half_a_hex_lays_no_stub(flat_top):
    """Beside the middle of a hexside, whose two corners are nearest to its ends: laid, it would be a hexside."""
    layout = layout_with(flat_top)
    index = layout.grid.index_of("0606")
    start, end = layout.corners()[index][[2, 3]]
    middle, along = (start + end) / 2, (end - start) / np.hypot(*(end - start))

    def sides_laid(metres):
        water = laid(layout, stem(layout, STREAM, middle - along * metres / 2, middle + along * metres / 2))
        return np.argwhere(water.hexside > 0).tolist()

    assert sides_laid(0.3 * layout.width_m) == []
    assert [index, 2] in sides_laid(0.4 * layout.width_m)
    assert len(sides_laid(0.4 * layout.width_m)) == 2


def test_a_stem_says_its_own_class_feature_and_name():
    layout = layout_with()
    found = laid(layout, stem(layout, [1, 1, 2, 2], (0, 9000), (7000, 9000), (7001, 9000), (20_000, 9000), name="Our"))
    assert set(np.unique(found.hexside)) == {0, STREAM, RIVER}
    assert set(found.features.values()) == {"id:Our"}
    assert set(found.features) == set(found.names)
    assert len(found.names) == (found.hexside > 0).sum() / 2


def test_a_river_runs_along_the_edge_of_the_map_where_it_runs_on_the_ground():
    # Along the centres of the first row, in and out of the map: what lies inside is laid on the only
    # hexsides there, and each part begins and ends on the edge.
    layout = layout_with(rows=4)
    line = [(u, -1800 if (u // 6000) % 2 else 500) for u in range(0, 20_000, 1000)]
    wet, graph = wet_graph(layout, laid(layout, stem(layout, RIVER, *line)).hexside)
    assert nx.is_forest(wet)
    for part in nx.connected_components(wet):
        assert sum(bool(graph.at_edge[node]) for node in part if wet.degree(node) == 1) >= 1


def test_a_greater_tributary_raises_what_lies_below_it():
    layout = layout_with()
    trunk = stem(layout, STREAM, (10_000, 1000), (10_000, 9000), (10_000, 19_000), name="T")
    side = stem(layout, RIVER, (2000, 9000), (10_000, 9000), into=0, name="S")
    wet, graph = wet_graph(layout, laid(layout, trunk, side).hexside)
    assert nx.is_tree(wet)
    joint = next(node for node in wet if wet.degree(node) == 3)
    south = max(wet.nodes, key=lambda node: graph.points[node][1])
    north = min(wet.nodes, key=lambda node: graph.points[node][1])
    codes = {
        end: {wet.edges[pair]["code"] for pair in nx.utils.pairwise(nx.shortest_path(wet, joint, end))}
        for end in (north, south)
    }
    assert codes == {north: {STREAM}, south: {RIVER}}


def test_sides_in_a_lake_are_lake():
    layout = layout_with()
    in_lake = np.array([False, True, True, False])
    found = laid(layout, stem(layout, STREAM, (0, 9000), (6000, 9000), (12_000, 9000), (20_000, 9000), lake=in_lake))
    wet, graph = wet_graph(layout, found.hexside)
    middle = [graph.points[list(pair)].mean(axis=0)[0] for pair in wet.edges if wet.edges[pair]["code"] == LAKE]
    assert len(middle) >= 5
    # From (6, 9) to (18, 9) km: a point's mark holds up to the next.
    assert 5000 <= min(middle) < max(middle) <= 20_000
    assert nx.is_tree(wet)


def test_an_arm_that_parts_off_hangs_on_its_river():
    layout = layout_with()
    trunk = stem(layout, MAJOR, (1000, 9000), (19_000, 9000), name="T")
    arm = stem(layout, RIVER, (12_000, 19_000), (10_000, 14_000), (9000, 9000), into=0, name="A", parts_off=True)
    wet, _ = wet_graph(layout, laid(layout, trunk, arm).hexside)
    assert nx.is_tree(wet)
    assert {c for *_, c in wet.edges(data="code")} == {RIVER, MAJOR}
    # Without its river it is not laid at all.
    off = replace(trunk, points=trunk.points + 1e6)
    assert not laid(layout, off, arm).hexside.any()


def test_a_canal_beside_its_river_keeps_to_its_own_hexsides_as_far_as_there_are_any():
    # It runs 2.5 hexes beside the river for 14 km and flows in at the end.
    layout = layout_with()
    trunk = stem(layout, RIVER, (1000, 4000), (20_000, 4000), name="T")
    canal = stem(layout, STREAM, (3000, 6000), (3500, 9000), (17_000, 9000), (18_000, 4000), into=0, name="C")
    found = laid(layout, trunk, canal)
    wet, graph = wet_graph(layout, found.hexside)
    assert nx.is_tree(wet)
    joint = next(node for node in wet if wet.degree(node) == 3)
    assert graph.points[joint][0] > 15_000


def test_what_flows_into_a_river_that_found_no_room_goes_on_along_its_line():
    # B is 700 m long, less than half a hex, and is not laid; the brook that flows into it still reaches T.
    layout = layout_with()
    trunk = stem(layout, RIVER, (1000, 9000), (19_000, 9000), name="T")
    short = stem(layout, STREAM, (10_000, 8300), (10_000, 9000), into=0, name="B")
    brooks = [stem(layout, STREAM, (u, 1000), (10_000, 8300), into=1, name=f"brook {u}") for u in (4000, 16_000)]
    assert nx.number_connected_components(wet_graph(layout, laid(layout, trunk, short).hexside)[0]) == 1
    found = laid(layout, trunk, short, *brooks)
    assert nx.is_tree(wet_graph(layout, found.hexside)[0])
    assert {"brook 4000", "brook 16000"} <= set(found.names.values())
