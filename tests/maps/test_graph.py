"""What a HexGraph is, and what it refuses."""

import dataclasses

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maps.grid.graph import NO_LIMIT, UNREACHED, HexGraph, distances, least_path, path_cost, path_to, reach, reaches
from maps.grid.hexgrid import NO_HEX, Grid
from tests.maps.test_search import graphs
from tests.toyground import toy_map


def wooded(woods=10):
    """
    Three columns of three hexes; the middle one is woods but for its south.

    To enter open ground costs 2 fragments.
    """
    ground = toy_map("""
        .w.
        .w.
        ...
    """)
    entered = np.where(ground.terrain == ground.terrain_names.index("open"), 2, woods)
    return ground, HexGraph.over(ground, np.where(ground.neighbour == NO_HEX, 0, entered[ground.neighbour]))


def numbers(ground, path):
    return [ground.number(index) for index in path]


@pytest.mark.parametrize(
    ("woods", "way", "cost"),
    [
        (9, ["0101", "0201", "0301"], 11),
        (11, ["0101", "0102", "0103", "0203", "0303", "0302", "0301"], 12),
    ],
)
def test_the_least_path_goes_through_the_woods_or_round_them(woods, way, cost):
    ground, graph = wooded(woods)
    path = least_path(graph, ground.index_of("0101"), ground.index_of("0301"))
    assert numbers(ground, path) == way
    assert path_cost(graph, path) == cost


def test_hexes_come_nearest_first_and_those_beyond_the_limit_not_at_all():
    ground, graph = wooded()
    found = reach(graph, ground.index_of("0101"), 9)
    assert numbers(ground, found.hexes().tolist()) == ["0101", "0102", "0103", "0203", "0303"]
    assert found.cost[ground.index_of("0303")] == 8
    assert found.cost[ground.index_of("0302")] == UNREACHED
    assert path_to(found, ground.index_of("0302")) == ()


def test_each_hex_belongs_to_its_nearest_source_and_ties_fall_the_same_way():
    ground, graph = wooded()
    west, east = ground.index_of("0101"), ground.index_of("0303")
    found = distances(graph, [east, west])
    # 0201 is 10 from the west, 14 from the east; 0202 is 12 and 10; 0103 is 4 from both.
    owners = {ground.number(i): ground.number(int(found.source[i])) for i in graph if ground.number(i) != "0103"}
    assert owners == {
        "0101": "0101",
        "0201": "0101",
        "0301": "0303",
        "0102": "0101",
        "0202": "0303",
        "0302": "0303",
        "0203": "0303",
        "0303": "0303",
    }
    assert all(map(np.array_equal, found, distances(graph, [west, east, west])))


def test_what_is_off_the_map_is_no_node():
    ground, graph = wooded()
    inside = np.ones(9, bool)
    inside[ground.index_of("0203")] = False
    cut = HexGraph.over(dataclasses.replace(ground, inside=inside), graph.cost)
    assert len(cut) == cut.number_of_nodes() == 8
    assert ground.index_of("0203") not in cut
    path = least_path(cut, ground.index_of("0103"), ground.index_of("0303"))
    assert numbers(ground, path) == ["0103", "0202", "0303"]


def test_taking_hexes_out_shares_the_tables_and_leaves_the_graph_as_it_was():
    _, graph = wooded()
    cut = graph.without(np.arange(9) == 4)
    assert cut.cost is graph.cost
    assert cut.neighbour is graph.neighbour
    assert (len(cut), len(graph)) == (8, 9)
    assert len(cut.without(np.arange(9) == 5)) == 7


def test_nothing_in_it_can_be_changed():
    cost = np.ones((1, 6), np.int32)
    graph = HexGraph(Grid(1, 1).neighbour_table(), cost)
    cost[0, 0] = 7
    assert graph.cost[0, 0] == 1
    for array in (graph.cost, graph.neighbour, graph.blocked):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        graph.cost = cost


def test_steps_uphill_and_down_differ():
    graph = HexGraph(Grid(1, 2).neighbour_table(), [[0, 0, 0, 5, 0, 0], [3, 0, 0, 0, 0, 0]])
    assert graph.steps() == [(0, 1, 5), (1, 0, 3)]
    assert graph.reversed().steps() == [(0, 1, 3), (1, 0, 5)]
    assert graph.priced("hexes").steps() == [(0, 1, 1), (1, 0, 1)]


@given(graphs())
def test_the_plain_copy_has_the_same_nodes_and_steps(graph):
    plain = graph.to_networkx()
    assert list(plain) == list(graph) == graph.nodes
    assert {(a, b): cost for a, b, cost in graph.steps()} == nx.get_edge_attributes(plain, "weight")
    assert dict(graph.adjacency()) == {node: dict(steps) for node, steps in plain.adjacency()}
    assert graph.number_of_edges() == plain.number_of_edges()
    assert (graph.is_directed(), graph.is_multigraph()) == (True, False)


def test_what_is_a_node():
    graph = HexGraph(Grid(2, 1).neighbour_table(), np.ones((2, 6)), [False, True])
    assert 0 in graph
    assert np.int32(0) in graph
    assert not any(node in graph for node in (1, 2, -1, "0101", None, 0.5))


def test_it_prints_its_size():
    assert repr(wooded()[1]) == "<HexGraph: 9 nodes, 32 steps>"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda graph: HexGraph(graph.neighbour, graph.cost[:5]), r"cost \(5, 6\).* do not fit together"),
        (lambda graph: HexGraph(graph.neighbour, graph.cost, [True]), r"blocked \(1,\) do not fit together"),
        (lambda graph: graph.without([True]), r"blocked \(1,\) must have one value for each of 9 hexes"),
        (lambda graph: reach(graph, 0, 5, stops=np.zeros(3, bool)), r"stops \(3,\) must have one value for each of 9"),
        (lambda graph: reach(graph, 9, 5), "hex 9 is not in the graph: it is blocked or off the map"),
        (lambda graph: reach(graph, 0, -1), "a limit of -1 fragments is less than nothing"),
        (lambda graph: distances(graph, [0, -1]), "hex -1 is not in the graph"),
        (lambda graph: least_path(graph, 0, 77), "hex 77 is not in the graph"),
        (lambda graph: path_cost(graph, [0, 8]), "there is no step from hex 0 to hex 8: no neighbour"),
        (lambda graph: path_cost(HexGraph(graph.neighbour, graph.cost * 0), [0, 1]), "hex 0 to hex 1: no passage"),
    ],
)
def test_what_is_refused_and_why(ask, message):
    with pytest.raises(ValueError, match=message):
        ask(wooded()[1])


def test_no_sources_reach_nothing_and_no_limit_is_the_greatest_limit():
    _, graph = wooded()
    assert distances(graph, []).hexes().size == 0
    assert np.array_equal(reach(graph, 0, NO_LIMIT + 5).cost, reach(graph, 0, NO_LIMIT).cost)


@given(graphs(), st.data())
def test_many_reaches_at_once_are_each_the_reach_alone(graph, data):
    assume(len(graph))
    starts = data.draw(st.lists(st.sampled_from(graph.nodes), max_size=4))
    limits = data.draw(st.lists(st.sampled_from((0, 3, 40, NO_LIMIT)), min_size=len(starts), max_size=len(starts)))
    stops = np.array(data.draw(st.lists(st.booleans(), min_size=len(graph.blocked), max_size=len(graph.blocked))))
    found = reaches(graph, starts, limits, stops=stops)
    assert len(found.begins) == len(starts) + 1
    for k, (start, limit) in enumerate(zip(starts, limits, strict=True)):
        alone = reach(graph, start, limit, stops=stops)
        hexes, cost = found.of(k)
        assert np.array_equal(hexes, alone.hexes())
        assert np.array_equal(cost, alone.cost[hexes])
        part = slice(*found.begins[k : k + 2])
        assert np.array_equal(found.previous[part], alone.previous[found.hexes[part]])


def test_a_search_of_many_knows_nothing_of_the_way_by_which_the_last_came():
    """The second begins in a stop that the first ended in: it may leave it, and nothing lies before it."""
    grid = Grid(3, 1, flat_top=False)
    graph = HexGraph(grid.neighbour_table(), np.where(grid.neighbour_table() < 0, 0, 1))
    found = reaches(graph, [0, 1], 9, stops=np.array([False, True, False]))
    assert [found.of(k)[0].tolist() for k in (0, 1)] == [[0, 1], [1, 0, 2]]
    second = slice(*found.begins[1:])
    assert dict(zip(found.hexes[second].tolist(), found.previous[second].tolist(), strict=True)) == {1: -1, 0: 1, 2: 1}


def test_many_reaches_of_more_hexes_than_room_was_made_for():
    grid = Grid(70, 70)
    graph = HexGraph(grid.neighbour_table(), np.ones((4900, 6)))
    found = reaches(graph, [0, 4899, 0], 500)
    assert np.diff(found.begins).tolist() == [4900] * 3
    assert found.of(1)[1].tolist() == sorted(grid.distance(4899, k) for k in range(4900))


def test_many_reaches_refuse_what_one_refuses():
    _, graph = wooded()
    with pytest.raises(ValueError, match="a limit of -2 fragments is less than nothing"):
        reaches(graph, [0, 1], [5, -2])
    with pytest.raises(ValueError, match="hex 9 is not in the graph"):
        reaches(graph, [0, 9], 5)


@pytest.mark.parametrize("flat_top", [True, False])
def test_a_million_hexes(flat_top):
    grid = Grid(1000, 1003, flat_top)
    table = grid.neighbour_table()
    for index in (0, 1, 999, 1000, 501_500, 501_501, 502_500, len(grid) - 1000, len(grid) - 1):
        assert tuple(table[index]) == grid.neighbours(index)
        assert grid.index_of(grid.number(index)) == index
    assert grid.number(len(grid) - 1) == "10001003"
    # 1,003 rows of 999 pairs side by side, and 1,002 pairs of rows, or the like by columns; 999 x 1,002 slanted ones.
    assert np.count_nonzero(table != NO_HEX) == 2 * (1003 * 999 + 1002 * 1000 + 1002 * 999)
    graph = HexGraph(table, np.where(table == NO_HEX, 0, 1))
    assert graph.neighbour.nbytes + graph.cost.nbytes + graph.blocked.nbytes == 49 * len(grid)
    corner, opposite = 0, len(grid) - 1
    assert distances(graph, [corner]).cost[opposite] == grid.distance(corner, opposite)
    near = reaches(graph, [501_500, opposite], [2, 1])
    # Two steps reach 1 + 6 + 12 hexes; the last hex lies in the south-east corner of an odd row or an even column.
    assert np.diff(near.begins).tolist() == [19, 1 + np.count_nonzero(table[opposite] != NO_HEX)]
