"""Rivers along hexsides, roads from hex to hex, and what happens where they meet."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.derive.corners import corner_graph
from maps.derive.routing import cheapest_way, ways_of
from maps.derive.terrain.terrain import shipped_legend
from maps.derive.waters.hexsides import lay_rivers
from maps.derive.waters.rivers import name_reaches, stems
from maps.derive.ways.crossings import cross_waters
from maps.derive.ways.links import lay_links
from maps.derive.ways.villages import gabriel_edges, village_routes
from maps.grid.hexgrid import SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, Place
from maps.grid.layout import Layout
from maps.sources.links import TownLink
from maps.sources.places import RoadNode
from maps.sources.rivers import Reach, RiverName

LEGEND = shipped_legend()
BOTH = pytest.mark.parametrize("flat_top", [True, False])


def layout_of(flat_top=True, cols=12, rows=12):
    return Layout(Grid(cols, rows, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, 2000.0)


def at(layout, *uv):
    return layout.to_map(np.array(uv, float))


def reach(layout, head, mouth, *uv):
    return Reach(at(layout, *uv), head, mouth)


# --- cheapest ways ---


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_cheapest_way_costs_what_networkx_finds(seed):
    rng = np.random.default_rng(seed)
    plain = nx.gnp_random_graph(14, 0.25, seed=seed)
    edges = np.array(plain.edges, np.int64).reshape(-1, 2)
    cost = rng.uniform(0, 9, len(edges))
    for (a, b), c in zip(edges.tolist(), cost.tolist(), strict=True):
        plain[a][b]["weight"] = c
    goal = np.zeros(14, bool)
    goal[13] = True
    way = cheapest_way(ways_of(edges, 14), cost, 0, goal).tolist()
    if not nx.has_path(plain, 0, 13):
        assert way == []
    else:
        assert (way[0], way[-1]) == (0, 13)
        spent = sum(plain[a][b]["weight"] for a, b in itertools.pairwise(way))
        assert spent == pytest.approx(nx.dijkstra_path_length(plain, 0, 13))


def test_an_infinite_cost_bars_the_way():
    edges = np.array([[0, 1], [1, 2]])
    goal = np.array([False, False, True])
    assert len(cheapest_way(ways_of(edges, 3), np.array([1.0, np.inf]), 0, goal)) == 0


# --- rivers ---


def test_a_corner_belongs_to_three_hexsides_inside_and_fewer_at_the_edge():
    layout = layout_of(cols=3, rows=3)
    graph = corner_graph(layout, np.ones(9, bool))
    assert len(graph.ends) == sum(j > i for i in range(9) for j in layout.grid.neighbours(i))
    degree = np.bincount(graph.ends.ravel(), minlength=len(graph.points))
    # A corner with one inner hexside only, or two, is on the edge of the map; one with three is not.
    assert set(degree[graph.at_edge]) == {1, 2} or set(degree[graph.at_edge]) == {1}
    assert (degree[~graph.at_edge] != 1).all()


def y_shape(layout):
    """Two head waters that join at (10, 10) km and run south off the map; the west one is larger."""
    return [
        reach(layout, 70, 150, (4000, 3000), (7000, 6000), (10_000, 10_000)),
        reach(layout, 65, 90, (16_000, 3000), (13_000, 6000), (10_000, 10_000)),
        reach(layout, 240, 300, *((10_000, v) for v in range(10_000, 41_000, 1000))),
    ]


def test_stems_go_on_along_the_larger_branch_or_the_same_name():
    reaches = y_shape(layout_of())
    main, side = stems(reaches, ["", "", ""])
    assert (main.into, side.into) == (None, 0)
    assert main.drained_km2[0] == 70
    assert (np.diff(main.drained_km2) >= 0).all()
    named, _ = stems(reaches, ["", "Our", "Our"])
    assert named.drained_km2[0] == 65
    assert set(named.names) == {"Our"}


def test_a_river_that_begins_beside_another_parts_from_it_and_beside_its_mouth_goes_on():
    layout = layout_of()
    river = reach(layout, 50, 60, (1000, 5000), (5000, 5000), (9000, 5000))
    arm = reach(layout, 20, 30, (5000, 5050), (5000, 9000))
    main, parted = stems([river, arm], ["", ""])
    assert (main.parts_off, parted.parts_off, parted.into) == (False, True, 0)
    onward = reach(layout, 20, 30, (9000, 5050), (9000, 9000))
    assert [(one.parts_off, one.into) for one in stems([river, onward], ["", ""])] == [(False, None)] * 2
    far = reach(layout, 20, 30, (5000, 5070), (5000, 9000))
    assert [(one.parts_off, one.into) for one in stems([river, far], ["", ""])] == [(False, None)] * 2


def test_names_go_from_their_first_point_to_their_mouth():
    layout = layout_of()
    reaches = y_shape(layout)
    spots = {"west": (4000, 3000), "east": (16_000, 3000), "join": (10_000, 10_200)}
    spots |= {"below": (10_000, 13_000), "end": (10_000, 39_000)}
    xy = {key: tuple(at(layout, uv)[0]) for key, uv in spots.items()}
    # The east water loses its name where it joins; given a point just below, on the receiving river.
    names = [RiverName("Our", xy["east"], xy["join"]), RiverName("Sauer", xy["below"], xy["end"])]
    assert name_reaches(reaches, names) == ["", "Our", "Sauer"]
    assert name_reaches(reaches, [RiverName("Sauer", xy["below"], xy["end"])]) == ["Sauer", "", "Sauer"]
    far = tuple(at(layout, (-20_000, -20_000))[0])
    assert name_reaches(reaches, [RiverName("Nowhere", far, far)]) == ["", "", ""]
    assert name_reaches(reaches, [RiverName("Astray", xy["west"], xy["east"])]) == ["", "", ""]
    assert name_reaches([], names) == []


def river_graph(layout, hexside):
    """The hexsides with water as a graph of corners."""
    graph = corner_graph(layout, np.ones(len(layout.grid), bool))
    wet = hexside[graph.index, graph.side] > 0
    return nx.Graph(graph.ends[wet].tolist()), graph


@BOTH
def test_rivers_are_a_tree_without_gaps_that_leaves_the_map(flat_top):
    layout = layout_of(flat_top)
    waters = lay_rivers(stems(y_shape(layout), ["W", "E", "S"]), layout, np.ones(144, bool), LEGEND)
    wet, graph = river_graph(layout, waters.hexside)
    assert nx.is_tree(wet)
    ends = [node for node in wet if wet.degree(node) == 1]
    assert len(ends) == 3
    assert sum(bool(graph.at_edge[node]) for node in ends) == 1
    assert [node for node in wet if wet.degree(node) == 3] != []
    heads = sorted(tuple(graph.points[node]) for node in ends if not graph.at_edge[node])
    for found, true in zip(heads, [(4000, 3000), (16_000, 3000)], strict=True):
        assert np.hypot(*(np.array(found) - true)) < 1300


@BOTH
def test_hexsides_keep_near_their_river_and_are_the_same_from_both_sides(flat_top):
    layout = layout_of(flat_top)
    waters = lay_rivers(stems(y_shape(layout), ["W", "E", "S"]), layout, np.ones(144, bool), LEGEND)
    table = layout.grid.neighbour_table()
    for index, side in np.argwhere(waters.hexside > 0).tolist():
        assert waters.hexside[table[index, side], (side + 3) % SIDES] == waters.hexside[index, side]
    _, graph = river_graph(layout, waters.hexside)
    trunk = [e for e in range(len(graph.ends)) if waters.names.get((graph.index[e], graph.side[e])) == "S"]
    assert max(abs(graph.middles()[trunk][:, 0] - 10_000)) < 1200


def test_classes_go_by_the_area_drained():
    layout = layout_of()
    line = [(1000, 9000), (19_000, 9000)]
    for head, mouth, kinds in (
        (60, 199, {"stream"}),
        (200, 9_999, {"river"}),
        (10_000, 20_000, {"major_river"}),
        (100, 300, {"stream", "river"}),
        (1, 2, {"stream"}),
    ):
        found = lay_rivers(stems([reach(layout, head, mouth, *line)], [""]), layout, np.ones(144, bool), LEGEND)
        assert {HEXSIDES[code] for code in np.unique(found.hexside)} - {"none"} == kinds


def test_two_rivers_that_do_not_meet_do_not_touch():
    layout = layout_of()
    near = [reach(layout, 70, 80, (1000, 9000), (19_000, 9000)), reach(layout, 60, 65, (1000, 9900), (19_000, 9900))]
    found = lay_rivers(stems(near, ["A", "B"]), layout, np.ones(144, bool), LEGEND)
    wet, _ = river_graph(layout, found.hexside)
    assert nx.number_connected_components(wet) == 2
    assert set(found.names.values()) == {"A", "B"}


def test_rivers_keep_off_hexes_that_are_not_on_the_map():
    layout = layout_of()
    inside = np.ones(144, bool)
    inside[layout.grid.index_of("0605")] = False
    found = lay_rivers(stems([reach(layout, 70, 80, (1000, 9000), (19_000, 9000))], [""]), layout, inside, LEGEND)
    assert not found.hexside[layout.grid.index_of("0605")].any()


def test_no_rivers_at_all():
    found = lay_rivers([], layout_of(), np.ones(144, bool), LEGEND)
    assert not found.hexside.any()
    assert found.names == {}


def test_a_large_river_is_laid_before_a_brook_that_flows_in_below_it():
    layout = layout_of()
    trunk = [(v * 1000, 20_000) for v in range(23)]
    reaches = [
        reach(layout, 900, 950, *trunk[:9]),
        reach(layout, 1500, 1550, *trunk[8:11]),
        reach(layout, 1600, 1700, *trunk[10:]),
        reach(layout, 400, 500, (8000, 2000), (8000, 11_000), (8000, 20_000)),
        reach(layout, 60, 70, (10_000, 13_000), (10_000, 17_000), (10_000, 20_000)),
    ]
    assert [stem.drained_km2[-1] for stem in stems(reaches, [""] * 5)] == [1700, 500, 70]
    found = lay_rivers(stems(reaches, ["T", "T", "T", "R", "B"]), layout, np.ones(144, bool), LEGEND)
    wet, graph = river_graph(layout, found.hexside)
    assert nx.is_tree(wet)
    corners = {"T": set(), "R": set(), "B": set()}
    for e, ends in enumerate(graph.ends.tolist()):
        if name := found.names.get((int(graph.index[e]), int(graph.side[e]))):
            corners[name] |= set(ends)
    # The river has its own way into the trunk; a brook laid first would have taken its last hexsides.
    assert corners["R"] & corners["T"]


# --- roads ---


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_gabriel_edges_are_those_whose_circle_is_empty(seed):
    points = np.random.default_rng(seed).uniform(0, 100, (12, 2))
    slow = set()
    for a, b in itertools.combinations(range(12), 2):
        middle, radius = (points[a] + points[b]) / 2, np.hypot(*(points[a] - points[b])) / 2
        if all(np.hypot(*(points[c] - middle)) >= radius for c in range(12) if c not in (a, b)):
            slow.add((a, b))
    assert {tuple(edge) for edge in gabriel_edges(points).tolist()} == slow


def test_a_road_goes_through_the_village_on_its_way():
    a, b = RoadNode("A", 0, 0, 2, ""), RoadNode("B", 10_000, 0, 2, "")
    villages = np.array([[5000.0, 400.0], [5000.0, 9000.0], [300.0, 0.0]])
    (line,) = village_routes([TownLink(a, b, "main")], villages)
    assert line.tolist() == [[0, 0], [5000, 400], [10_000, 0]]


@BOTH
def test_a_straight_road_takes_a_straight_line_of_hexes(flat_top):
    layout = layout_of(flat_top)
    uv = layout.centres()
    index = [layout.grid.index_of(number) for number in ("0203", "0208")]
    dry = np.zeros((144, SIDES), np.uint8)
    road = lay_links([(layout.to_map(uv[index]), 3)], layout, np.ones(144, bool), dry)
    links = np.argwhere(road > 0)
    assert len(links) == 2 * layout.grid.distance(*index)
    table = layout.grid.neighbour_table()
    graph = nx.Graph((i, int(table[i, k])) for i, k in links.tolist())
    assert nx.has_path(graph, *index)


def test_the_better_class_stays_and_roads_join():
    layout = layout_of()
    a, b, c = (layout.centres()[layout.grid.index_of(n)] for n in ("0203", "0209", "0306"))
    dry, inside = np.zeros((144, SIDES), np.uint8), np.ones(144, bool)
    lines = [(layout.to_map([a, b]), 3), (layout.to_map([a, b]), 2), (layout.to_map([c, b]), 2)]
    road = lay_links(lines, layout, inside, dry)
    assert (road == 3).sum() == 2 * 6
    # The side road meets the main one within two hexes; it does not run beside it to the end.
    assert 0 < (road == 2).sum() <= 2 * 2


def test_a_road_beside_a_river_keeps_to_its_bank():
    layout = layout_of()
    hexside = np.zeros((144, SIDES), np.uint8)
    wet = [(f"04{row:02d}", f"05{row + d:02d}") for row in range(3, 10) for d in (0, 1)]
    for one, other in wet:
        i, j = layout.grid.index_of(one), layout.grid.index_of(other)
        side = layout.grid.side_towards(i, j)
        hexside[i, side] = hexside[j, (side + 3) % SIDES] = HEXSIDES.index("river")
    u = layout.centres()[layout.grid.index_of("0405")][0] + 866
    ends = layout.centres()[[layout.grid.index_of("0403"), layout.grid.index_of("0409")]]
    line = layout.to_map([ends[0], (u + 300, 9000), (u + 300, 12_000), ends[1]])  # drawn on the far bank
    road = lay_links([(line, 3)], layout, np.ones(144, bool), hexside)
    assert not ((road > 0) & (hexside > 0)).any()


def test_a_road_off_the_map_is_cut_there():
    layout = layout_of()
    dry = np.zeros((144, SIDES), np.uint8)
    line = layout.to_map([(5000, 5000), (5000, -30_000)])
    road = lay_links([(line, 3)], layout, np.ones(144, bool), dry)
    assert 0 < (road > 0).sum() <= 2 * 4
    assert road[layout.grid.index_of("0401")].any()


# --- crossings ---


@pytest.mark.parametrize(
    ("kind", "road", "rail", "place_at", "crossing", "name"),
    [
        ("river", "main", 0, "0404", "bridge", "Our, Dasburg bridge"),
        ("river", "secondary", 0, None, "bridge", "Our, bridge"),
        ("stream", "main", 0, None, "bridge", "Our, bridge"),
        ("stream", "secondary", 0, None, "ford", "Our, ford"),
        ("stream", "secondary", 0, "0407", "ford", "Our, Dasburg ford"),
        ("stream", "secondary", 0, "0405", "bridge", "Our, Dasburg bridge"),
        ("stream", "secondary", 1, None, "bridge", "Our, bridge"),
        ("river", "none", 1, "0404", "railway_bridge", "Our, Dasburg railway bridge"),
        ("river", "none", 0, "0404", "none", None),
        ("coast", "main", 0, None, "none", None),
    ],
)
def test_what_stands_where_a_road_meets_water(kind, road, rail, place_at, crossing, name):
    layout = layout_of()
    i, j = layout.grid.index_of("0404"), layout.grid.index_of("0405")
    columns = [np.zeros((144, SIDES), np.uint8) for _ in range(3)]
    for column, code in zip(columns, (HEXSIDES.index(kind), ROADS.index(road), rail), strict=True):
        column[i, 3] = column[j, 0] = code
    places = []
    if place_at:
        index = layout.grid.index_of(place_at)
        places.append(Place("Dasburg", index, *layout.to_map(layout.centres()[index]), 100, 4))
    found = cross_waters(*columns, layout, places, {(i, 3): "Our"})
    assert CROSSINGS[found.crossing[i, 3]] == CROSSINGS[found.crossing[j, 0]] == crossing
    assert found.names == ({(i, 3): name} if name else {})


def test_a_bridge_bears_the_name_of_the_greater_place_on_its_banks():
    layout = layout_of()
    i, j = layout.grid.index_of("0404"), layout.grid.index_of("0405")
    hexside, road, rail = (np.zeros((144, SIDES), np.uint8) for _ in range(3))
    hexside[i, 3] = hexside[j, 0] = 2
    road[i, 3] = road[j, 0] = 3
    middle = layout.to_map(layout.centres()[i] + [0, 1000])
    places = [Place("Suburb", j, *middle, 900, 4), Place("Town", i, *layout.to_map(layout.centres()[i]), 9000, 2)]
    assert cross_waters(hexside, road, rail, layout, places, {}).names == {(i, 3): "Town bridge"}
