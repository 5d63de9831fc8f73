"""networkx on a HexGraph answers what networkx on the plain copy answers."""

import itertools
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maps.grid.graph import HexGraph
from maps.grid.hexgrid import Grid
from maps.grid.nx_backend import BackendInterface
from maps.grid.nx_info import get_info
from tests.maps.test_search import graphs

WEIGHTS = st.sampled_from(("weight", "length", None))


def length(plain, path, weight):
    """Add up a path on the plain graph; KeyError if it is none."""
    return sum(plain[a][b].get(weight, 1) for a, b in itertools.pairwise(path))


def same_paths(plain, weight, ours, theirs):
    """Ties may fall otherwise: the ends and the costs must agree, and every step must be there."""
    assert ours.keys() == theirs.keys()
    for node, path in ours.items():
        assert (path[0], path[-1]) == (theirs[node][0], theirs[node][-1]) or path[-1] == theirs[node][-1] == node
        assert length(plain, path, weight) == length(plain, theirs[node], weight)


@given(st.data())
def test_from_sources_to_everywhere(data):
    graph, weight = data.draw(graphs()), data.draw(WEIGHTS)
    assume(len(graph))
    plain = graph.to_networkx()
    sources = data.draw(st.sets(st.sampled_from(graph.nodes), min_size=1, max_size=3))
    cutoff = data.draw(st.sampled_from((None, 0, 2, 7.5, 2000, float("inf"))))
    ours = nx.multi_source_dijkstra_path_length(graph, sources, cutoff=cutoff, weight=weight)
    assert ours == nx.multi_source_dijkstra_path_length(plain, sources, cutoff=cutoff, weight=weight)
    assert list(ours.values()) == sorted(ours.values())
    costs, paths = nx.multi_source_dijkstra(graph, sources, cutoff=cutoff, weight=weight)
    assert costs == ours
    theirs = nx.multi_source_dijkstra_path(plain, sources, cutoff=cutoff, weight=weight)
    same_paths(plain, weight, paths, theirs)
    same_paths(plain, weight, nx.multi_source_dijkstra_path(graph, sources, cutoff=cutoff, weight=weight), theirs)
    assert all(path[0] in sources for path in paths.values())


@given(st.data())
def test_from_one_source_to_everywhere(data):
    graph, weight = data.draw(graphs()), data.draw(WEIGHTS)
    assume(len(graph))
    plain, source = graph.to_networkx(), data.draw(st.sampled_from(graph.nodes))
    costs = nx.single_source_dijkstra_path_length(plain, source, weight=weight)
    assert nx.single_source_dijkstra_path_length(graph, source, weight=weight) == costs
    assert nx.single_source_dijkstra(graph, source, weight=weight)[0] == costs
    assert nx.shortest_path_length(graph, source, weight=weight) == costs
    paths = nx.single_source_dijkstra_path(plain, source, weight=weight)
    for ours in (
        nx.single_source_dijkstra_path(graph, source, weight=weight),
        nx.single_source_dijkstra(graph, source, weight=weight)[1],
        nx.shortest_path(graph, source, weight=weight),
    ):
        same_paths(plain, weight, ours, paths)
        assert all(path[0] == source for path in ours.values())


@given(st.data())
def test_from_everywhere_to_one_target(data):
    graph, weight = data.draw(graphs()), data.draw(WEIGHTS)
    assume(len(graph))
    plain, target = graph.to_networkx(), data.draw(st.sampled_from(graph.nodes))
    assert nx.shortest_path_length(graph, target=target, weight=weight) == nx.shortest_path_length(
        plain, target=target, weight=weight
    )
    ours = nx.shortest_path(graph, target=target, weight=weight)
    for node, path in nx.shortest_path(plain, target=target, weight=weight).items():
        assert (ours[node][0], ours[node][-1]) == (node, target)
        assert length(plain, ours[node], weight) == length(plain, path, weight)


PATHS = (
    nx.dijkstra_path,
    nx.astar_path,
    nx.shortest_path,
    lambda *args, **kw: nx.bidirectional_dijkstra(*args, **kw)[1],
    lambda *args, **kw: nx.single_source_dijkstra(*args, **kw)[1],
    lambda graph, source, target, weight: nx.multi_source_dijkstra(graph, {source}, target, weight=weight)[1],
)
LENGTHS = (
    nx.dijkstra_path_length,
    nx.astar_path_length,
    nx.shortest_path_length,
    lambda *args, **kw: nx.bidirectional_dijkstra(*args, **kw)[0],
    lambda *args, **kw: nx.single_source_dijkstra(*args, **kw)[0],
)


@given(st.data())
def test_from_one_hex_to_another(data):
    graph, weight = data.draw(graphs()), data.draw(WEIGHTS)
    assume(len(graph))
    plain = graph.to_networkx()
    source, target = (data.draw(st.sampled_from(graph.nodes)) for _ in range(2))
    joined = nx.has_path(plain, source, target)
    assert nx.has_path(graph, source, target) is joined
    for path_of in PATHS:
        if joined:
            path = path_of(graph, source, target, weight=weight)
            assert (path[0], path[-1]) == (source, target)
            assert length(plain, path, weight) == nx.dijkstra_path_length(plain, source, target, weight=weight)
        else:
            with pytest.raises(nx.NetworkXNoPath):
                path_of(graph, source, target, weight=weight)
    for length_of in LENGTHS if joined else ():
        assert length_of(graph, source, target, weight=weight) == length_of(plain, source, target, weight=weight)


@given(st.data())
def test_any_heuristic_gives_the_length_that_networkx_finds_with_it(data):
    graph, weight = data.draw(graphs()), data.draw(WEIGHTS)
    assume(len(graph))
    plain = graph.to_networkx()
    source, target = (data.draw(st.sampled_from(graph.nodes)) for _ in range(2))
    # Some are never too great, some are, and some are wrong at the target itself.
    remaining = nx.shortest_path_length(plain, target=target, weight=weight)
    factor, slip = data.draw(st.sampled_from((0, 0.5, 1, 1.5, 3))), data.draw(st.sampled_from((0, 0, 0, -2, 2)))
    guess = {node: factor * remaining.get(node, 7) + slip for node in plain}
    cutoff = data.draw(st.sampled_from((None, 0, 5, 2000)))
    asks = [lambda g: nx.astar_path_length(g, source, target, lambda a, _: guess[a], weight, cutoff=cutoff)]
    asks.append(lambda g: length(plain, nx.astar_path(g, source, target, lambda a, _: guess[a], weight), weight))
    for ask in asks:
        try:
            theirs = ask(plain)
        except nx.NetworkXNoPath:
            with pytest.raises(nx.NetworkXNoPath):
                ask(graph)
        else:
            assert ask(graph) == theirs


def test_a_heuristic_that_is_never_too_great_needs_no_plain_copy(monkeypatch):
    monkeypatch.setattr(HexGraph, "to_networkx", None)
    assert nx.astar_path(small(), 0, 1, lambda a, b: 3 * abs(a - b)) == [0, 1]
    with pytest.raises(TypeError, match="not callable"):  # at the target nothing remains, so 1 is too great
        nx.astar_path(small(), 0, 1, lambda *_: 1)


@given(graphs())
def test_parts(graph):
    plain = graph.to_networkx()
    for parts in (nx.weakly_connected_components, nx.strongly_connected_components):
        ours = list(parts(graph))
        assert {frozenset(part) for part in ours} == {frozenset(part) for part in parts(plain)}
        assert sum(map(len, ours)) == len(plain)
    assert nx.number_weakly_connected_components(graph) == nx.number_weakly_connected_components(plain)
    assert nx.number_strongly_connected_components(graph) == nx.number_strongly_connected_components(plain)
    for whole in (nx.is_weakly_connected, nx.is_strongly_connected):
        if len(graph):
            assert whole(graph) is whole(plain)
        else:
            with pytest.raises(nx.NetworkXPointlessConcept):
                whole(graph)


def small():
    """Two hexes, one step of 3 from the first to the second only; a third hex is blocked."""
    return HexGraph([[1], [-1], [1]], [[3], [0], [3]], [False, False, True])


@pytest.mark.parametrize(
    "ask",
    [
        lambda graph: nx.dijkstra_path(graph, 2, 0),
        lambda graph: nx.single_source_dijkstra_path_length(graph, 99),
        lambda graph: nx.multi_source_dijkstra_path_length(graph, [0, 2]),
        lambda graph: nx.has_path(graph, 0, 2),
        lambda graph: nx.bidirectional_dijkstra(graph, 0, "0101"),
        lambda graph: nx.astar_path(graph, 2, 0),
        lambda graph: nx.shortest_path(graph, 0, 2, weight="weight"),
    ],
)
def test_what_is_no_node_is_not_found(ask):
    with pytest.raises(nx.NodeNotFound, match=r"(2|99|0101) not found in graph"):
        ask(small())


def test_no_path_the_wrong_way_nor_beyond_the_cutoff():
    assert nx.dijkstra_path(small(), 0, 1) == [0, 1]
    with pytest.raises(nx.NetworkXNoPath, match="Node 0 not reachable from 1"):
        nx.dijkstra_path(small(), 1, 0)
    with pytest.raises(nx.NetworkXNoPath, match="Node 1 not reachable from 0"):
        nx.single_source_dijkstra(small(), 0, 1, cutoff=2)


def test_no_sources_are_refused():
    with pytest.raises(ValueError, match="sources must not be empty"):
        nx.multi_source_dijkstra_path_length(small(), [])


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="method not supported: guess"):
        nx.shortest_path(small(), 0, 1, method="guess")


def test_what_the_arrays_cannot_answer_runs_on_a_plain_copy_when_asked():
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path(small(), 0, 1, weight=lambda *_: 1)
    assert nx.dijkstra_path(small(), 0, 1, weight=lambda *_: 1, backend="networkx") == [0, 1]
    assert nx.shortest_path_length(small(), 0, 1, weight="weight", backend="networkx") == 3
    assert nx.pagerank(small(), backend="networkx").keys() == {0, 1}


def test_the_calls_are_answered_from_the_arrays(monkeypatch):
    monkeypatch.setattr(HexGraph, "to_networkx", None)
    assert nx.shortest_path_length(small(), 0, 1, weight="weight") == 3


def test_what_is_announced_is_what_there_is():
    answers = {name for name in vars(BackendInterface) if not name.startswith("_")}
    assert answers - {"can_run", "should_run", "convert_from_nx", "convert_to_nx"} == get_info()["functions"].keys()


@given(st.dictionaries(st.tuples(*2 * [st.sampled_from("abcdefgh")]), st.integers(1, 9)), st.booleans())
def test_a_plain_graph_is_answered_through_arrays(edges, directed):
    plain = nx.DiGraph() if directed else nx.Graph()
    plain.add_nodes_from("abc")
    plain.add_weighted_edges_from((a, b, cost) for (a, b), cost in edges.items())
    plain.__networkx_cache__ = None
    ours = nx.single_source_dijkstra_path_length(plain, "a", backend="hexgraph")
    assert ours == nx.single_source_dijkstra_path_length(plain, "a")
    assert nx.shortest_path_length(plain, target="b", backend="hexgraph") == nx.shortest_path_length(plain, target="b")
    array = BackendInterface.convert_from_nx(plain, edge_attrs={"weight": 1})
    back = BackendInterface.convert_to_nx(array)
    assert back.is_directed() is directed
    assert (set(back), set(back.edges)) == (set(plain), set(plain.edges)) or not directed
    assert nx.utils.graphs_equal(back, plain)


@pytest.mark.parametrize(
    ("edges", "kind", "reason"),
    [
        ([("a", "b", 0)], nx.DiGraph, "not a whole number above 0"),
        ([("a", "b", 1.5)], nx.DiGraph, "not a whole number above 0"),
        ([("a", "b", 2**30), ("b", "c", 1)], nx.DiGraph, "too large"),
        ([("a", "b", 1)], nx.MultiDiGraph, "more than one edge"),
        ([(0, i, 1) for i in range(1, 90)], nx.DiGraph, "a node has 89 edges"),
    ],
)
def test_a_plain_graph_that_arrays_cannot_hold_is_declined(edges, kind, reason):
    plain = kind()
    plain.add_weighted_edges_from(edges)
    with pytest.raises(NotImplementedError, match=reason):
        BackendInterface.convert_from_nx(plain, edge_attrs={"weight": 1})


ORDERS = ("import networkx, maps.grid.nx_backend", "import maps.grid.nx_backend, networkx", "import maps.grid.graph")


@pytest.mark.parametrize("program", ORDERS)
def test_imports_work_in_any_order(program):
    run = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_graph_over_even_ground_has_three_steps_a_hex_each_way():
    grid = Grid(20, 20)
    graph = HexGraph(grid.neighbour_table(), np.ones((400, 6)))
    # 20 columns of 19 steps southwards; between columns 19 pairs, each with 20 + 19 steps; and all of them back.
    assert graph.number_of_edges() == graph.to_networkx().number_of_edges() == 2 * (20 * 19 + 19 * 39)
