"""The kernels agree with plain Python that anyone can read."""

import heapq

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maps.grid import search
from maps.grid.graph import HexGraph, components, distances, least_path, path_cost, path_to, reach
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.search import UNREACHED
from maps.grid.ways import ways_to

COSTS = (
    st.integers(-1, 6),
    st.sampled_from((0, 1, 1000)),
    st.integers(200, 1400),
    st.sampled_from((1, 3, 2_000_000, 500_000_000)),
)
"""Few fragments with many ties; lopsided; like a real table; and too unequal for narrow buckets."""


@st.composite
def graphs(draw):
    """Draw a small grid with costs each way of its own, and blocked hexes."""
    grid = Grid(draw(st.integers(1, 7)), draw(st.integers(1, 7)), draw(st.booleans()))
    kind = draw(st.sampled_from(COSTS))
    cost = np.array(draw(st.lists(kind, min_size=6 * len(grid), max_size=6 * len(grid)))).reshape(-1, 6)
    return HexGraph(grid.neighbour_table(), cost, draw(masks(len(grid))))


def masks(n):
    return st.lists(st.integers(0, 5), min_size=n, max_size=n).map(lambda draws: np.array(draws) == 0)


def steps_from(graph, here):
    """List where one step leads, by the definition."""
    for there, cost in zip(graph.neighbour[here].tolist(), graph.cost[here].tolist(), strict=True):
        if there != NO_HEX and cost > 0 and not graph.blocked[there]:
            yield there, cost


def slow_costs(graph, sources, limit=UNREACHED - 1, stops=()):
    """Dijkstra's method with a heap; no buckets, no arrays."""
    done, heap = {}, [(0, source, True) for source in sources]
    heapq.heapify(heap)
    while heap:
        cost, here, start = heapq.heappop(heap)
        if here in done:
            continue
        done[here] = cost
        if here in stops and not start:
            continue
        for there, step in steps_from(graph, here):
            if cost + step <= limit:
                heapq.heappush(heap, (cost + step, there, False))
    return done


def slow_parts(graph):
    """Grow each part until nothing joins it."""
    parts = []
    for node in graph:
        joined = {node, *(there for there, _ in steps_from(graph, node))}
        touching = [part for part in parts if part & joined]
        parts = [part for part in parts if not part & joined] + [joined.union(*touching)]
    return {frozenset(part) for part in parts}


def reached(found):
    return {int(i): int(found.cost[i]) for i in found.hexes()}


@given(st.data())
def test_reach_agrees_with_a_heap(data):
    graph = data.draw(graphs())
    assume(len(graph))
    start = data.draw(st.sampled_from(graph.nodes))
    limit = data.draw(st.sampled_from((0, 3, 10, 1500, 4_000_000, UNREACHED - 1)))
    stops = data.draw(masks(len(graph.blocked)))
    found = reach(graph, start, limit, stops=stops)
    assert reached(found) == slow_costs(graph, [start], limit, set(np.flatnonzero(stops).tolist()))
    for goal in found.hexes().tolist():
        path = path_to(found, goal)
        assert path[0] == start
        assert path[-1] == goal
        assert path_cost(graph, path) == found.cost[goal]
        assert not any(stops[i] for i in path[1:-1])


@given(st.data())
def test_distances_agree_with_a_heap_and_name_a_nearest_source(data):
    graph = data.draw(graphs())
    assume(len(graph))
    sources = data.draw(st.lists(st.sampled_from(graph.nodes), max_size=4))
    found = distances(graph, sources)
    assert reached(found) == slow_costs(graph, sources)
    single = {source: slow_costs(graph, [source]) for source in sources}
    for node in graph:
        if found.cost[node] == UNREACHED:
            assert found.source[node] == found.previous[node] == NO_HEX
        else:
            assert single[int(found.source[node])][node] == found.cost[node]
            assert path_to(found, node)[0] == found.source[node]


@given(st.data())
def test_least_path_costs_what_a_heap_says(data):
    graph = data.draw(graphs())
    assume(len(graph))
    start, goal = data.draw(st.sampled_from(graph.nodes)), data.draw(st.sampled_from(graph.nodes))
    path = least_path(graph, start, goal)
    known = slow_costs(graph, [start])
    assert bool(path) == (goal in known)
    if path:
        assert (path[0], path[-1], path_cost(graph, path)) == (start, goal, known[goal])


@given(graphs())
def test_components_agree_with_growing_sets(graph):
    label = components(graph)
    parts = {frozenset(np.flatnonzero(label == k).tolist()) for k in range(label.max(initial=-1) + 1)}
    assert parts == slow_parts(graph)
    assert np.array_equal(label == NO_HEX, graph.blocked)
    firsts = [int(np.flatnonzero(label == k)[0]) for k in range(len(parts))]
    assert firsts == sorted(firsts)


@given(st.data())
def test_reversed_distances_are_distances_towards(data):
    graph = data.draw(graphs())
    assume(len(graph))
    goal = data.draw(st.sampled_from(graph.nodes))
    towards = distances(graph.reversed(), [goal])
    for node in graph:
        assert slow_costs(graph, [node]).get(goal, UNREACHED) == towards.cost[node]


@given(st.data())
def test_dearer_ground_never_widens_reach(data):
    graph = data.draw(graphs())
    assume(len(graph))
    start, limit = data.draw(st.sampled_from(graph.nodes)), data.draw(st.integers(0, 5000))
    extra = np.array(data.draw(st.lists(st.integers(0, 9), min_size=graph.cost.size, max_size=graph.cost.size)))
    dearer = HexGraph(graph.neighbour, np.where(graph.cost > 0, graph.cost + extra.reshape(-1, 6), 0), graph.blocked)
    assert reached(reach(dearer, start, limit)).keys() <= reached(reach(graph, start, limit)).keys()


def test_a_stop_can_be_entered_and_not_left_save_by_the_start():
    grid = Grid(1, 4)
    graph = HexGraph(grid.neighbour_table(), np.full((4, 6), 1))
    stops = np.array([True, False, True, False])
    assert reached(reach(graph, 0, 9, stops=stops)) == {0: 0, 1: 1, 2: 2}


def test_costs_of_one_fragment_and_of_a_million_share_a_net_of_few_buckets():
    # Down the column a step costs 1,000,000 save the last, which costs 1: 8 hexes, 7 steps.
    grid = Grid(1, 8)
    cost = np.full((8, 6), 1_000_000)
    cost[6] = 1
    graph = HexGraph(grid.neighbour_table(), cost)
    assert graph.steps_packed.gauge[1] <= 2 * search.MOST_BUCKETS
    assert reach(graph, 0, 10_000_000).cost[7] == 6_000_001


@pytest.mark.parametrize("flat_top", [True, False])
def test_on_even_ground_cost_is_distance(flat_top):
    grid = Grid(9, 8, flat_top)
    graph = HexGraph(grid.neighbour_table(), np.full((72, 6), 7))
    found = distances(graph, [30])
    assert [c // 7 for c in found.cost.tolist()] == [grid.distance(30, i) for i in range(72)]


def test_steps_that_lead_far_down_the_table_are_walked():
    """In a grid of 40,000 columns the next row is further off than 16 bits can say."""
    grid = Grid(40_000, 3)
    neighbour = grid.neighbour_table()
    graph = HexGraph(neighbour, np.where(neighbour == NO_HEX, 0, 7))
    found = reach(graph, grid.index_of("2000000001"), 14)
    assert reached(found) == {i: 7 * grid.distance(i, grid.index_of("2000000001")) for i in found.hexes().tolist()}
    assert len(reached(found)) == len(set(grid.within(grid.index_of("2000000001"), 2)))


@given(st.data())
def test_ways_to_goals_agree_with_a_heap_search_after_search(data):
    """Each way costs the least, is what it says, and no search leaves anything behind for the next."""
    graph = data.draw(graphs())
    assume(len(graph))
    nodes = st.lists(st.sampled_from(graph.nodes), max_size=4)
    wanted = data.draw(st.lists(st.tuples(nodes, nodes), max_size=4))
    limit = data.draw(st.sampled_from((0, 3, 10, 1500, 4_000_000, UNREACHED - 1)))
    found, goal = ways_to(graph, wanted, limit), 0
    assert len(found.cost) == len(found.begins) - 1 == sum(len(goals) for _, goals in wanted)
    for sources, goals in wanted:
        least = slow_costs(graph, set(sources), limit)
        for there in goals:
            way = found.of(goal)
            assert found.cost[goal] == least.get(there, UNREACHED)
            if there in least:
                assert (way[0], way[-1] in sources) == (there, True)
                assert path_cost(graph, way[::-1]) == found.cost[goal]
                assert set(way[:-1]).isdisjoint(sources)
            else:
                assert way == ()
            goal += 1


def test_ways_of_less_than_nothing_are_refused_and_sources_count_once_in_any_order():
    graph = HexGraph(Grid(5, 1).neighbour_table(), np.ones((5, 6), np.int32), np.zeros(5, bool))
    with pytest.raises(ValueError, match="a limit of -1 fragments"):
        ways_to(graph, [([0], [4])], -1)
    one, other = (ways_to(graph, [(sources, [2])], 9).of(0) for sources in ([0, 4, 0], [4, 0]))
    assert one == other
    assert ways_to(graph, [([1], [4, 0])], 2).cost.tolist() == [UNREACHED, 1]
    assert ways_to(graph, [([1], [4, 0])], 3).cost.tolist() == [3, 1]
