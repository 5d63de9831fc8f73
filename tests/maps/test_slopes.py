"""Steep hexsides and cliffs."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
import shapely

from maps.derive.corners import corner_graph
from maps.derive.slopes import lay_cliffs, lay_slopes, steep_sides
from maps.derive.waterlegend import shipped_water_legend
from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.hexmap import SLOPES
from maps.grid.layout import Layout

LEGEND = shipped_water_legend()
STEEP, CLIFF = SLOPES.index("steep"), SLOPES.index("cliff")
BOTH = pytest.mark.parametrize("flat_top", [True, False])
NONE = np.empty(0, np.object_)


def layout_with(flat_top=True, width_m=1000.0):
    return Layout(Grid(12, 12, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, width_m)


def cliffs(layout, *lines):
    return np.array([shapely.linestrings(layout.to_map(np.array(uv, float) * 1000)) for uv in lines], np.object_)


def same_from_both(layout, table):
    neighbour = layout.grid.neighbour_table()
    for i, k in np.argwhere(neighbour >= 0).tolist():
        assert table[i, k] == table[neighbour[i, k], (k + 3) % SIDES]


def graph_of(layout, slope):
    graph = corner_graph(layout, np.ones(144, bool))
    return nx.Graph(graph.ends[slope[graph.index, graph.side] == CLIFF].tolist()), graph


@BOTH
def test_a_side_is_steep_from_the_angle_on_and_from_both_sides(flat_top):
    layout, inside = layout_with(flat_top), np.ones(144, bool)
    height = np.zeros(144)
    height[layout.grid.index_of("0505")] = 176.4
    # tan 10 degrees = 0.17633: a drop of 176.4 m over 1000 m.
    found = steep_sides(height, layout, inside, 10.0)
    assert found.sum() == 2 * SIDES
    same_from_both(layout, found)
    assert not steep_sides(height - 0.2 * (height > 0), layout, inside, 10.0).any()


def test_what_is_unknown_or_off_the_map_is_not_steep():
    layout, inside = layout_with(), np.ones(144, bool)
    index = layout.grid.index_of("0505")
    height = np.zeros(144)
    height[index] = np.nan
    assert not steep_sides(height, layout, inside, 1.0).any()
    height[index] = 900.0
    inside[index] = False
    assert not steep_sides(height, layout, inside, 1.0).any()
    corner = np.zeros(144)
    corner[0] = 900.0
    found = steep_sides(corner, layout, np.ones(144, bool), 1.0)
    assert (found[0] == (layout.grid.neighbour_table()[0] != NO_HEX)).all()


def test_the_same_angle_is_steeper_between_wide_hexes():
    # 12 degrees at 1 km, 8 at 2 km: a fall of 10 degrees is steep between hexes of 2 km only.
    for width, steep in ((1000.0, False), (2000.0, True)):
        layout = layout_with(width_m=width)
        height = np.zeros(144)
        height[layout.grid.index_of("0505")] = np.tan(np.radians(10)) * width
        found = lay_slopes(NONE, height, layout, np.ones(144, bool), LEGEND)
        assert (found == STEEP).any() == steep


@BOTH
def test_a_cliff_is_one_line_along_hexsides_near_it(flat_top):
    layout = layout_with(flat_top)
    found = lay_cliffs(cliffs(layout, [(2, 2), (5, 6), (8, 7)]), layout, np.ones(144, bool), LEGEND)
    wet, graph = graph_of(layout, found)
    assert nx.is_tree(wet)
    assert sorted(degree for _, degree in wet.degree) == [1, 1] + [2] * (len(wet) - 2)
    true = shapely.linestrings([(2000, 2000), (5000, 6000), (8000, 7000)])
    assert shapely.distance(shapely.points(graph.points[list(wet)]), true).max() < 800
    same_from_both(layout, found)


def test_pieces_that_meet_are_one_cliff_and_a_short_one_is_none():
    layout, inside = layout_with(), np.ones(144, bool)
    # Two of 0.3 km, each less than half a hex, make one of 0.6 km.
    one, other = [(3, 3), (3, 3.3)], [(3, 3.3), (3, 3.6)]
    assert not lay_cliffs(cliffs(layout, one), layout, inside, LEGEND).any()
    assert lay_cliffs(cliffs(layout, one, other), layout, inside, LEGEND).any()
    assert not lay_cliffs(cliffs(layout, one, other), layout, inside, replace(LEGEND, cliff_from_hexes=0.7)).any()
    assert not lay_cliffs(NONE, layout, inside, LEGEND).any()


def test_cliffs_all_round_a_hill_close():
    layout = layout_with()
    angle = np.linspace(0, 2 * np.pi, 40)
    ring = np.stack([5 + 2.5 * np.cos(angle), 5 + 2.5 * np.sin(angle)], axis=1)
    ring[-1] = ring[0]
    wet, _ = graph_of(layout, lay_cliffs(cliffs(layout, ring), layout, np.ones(144, bool), LEGEND))
    assert nx.is_connected(wet)
    assert len(nx.cycle_basis(wet)) == 1


def test_a_cliff_stands_where_it_is_steep_too_and_ends_at_the_edge_of_the_map():
    layout, inside = layout_with(), np.ones(144, bool)
    height = np.where(layout.centres()[:, 0] > 4600, 500.0, 0.0)
    found = lay_slopes(cliffs(layout, [(4.6, -5), (4.6, 5)]), height, layout, inside, LEGEND)
    assert (found == CLIFF).any()
    assert (found == STEEP).any()
    wet, graph = graph_of(layout, found)
    assert any(graph.at_edge[node] for node in wet)
    same_from_both(layout, found)
