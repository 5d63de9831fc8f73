"""Lines of communication on the graph: against a slow twin, and as properties."""

import itertools

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.kit.supply import CUT, NO_SOURCE, NO_WAY, TOO_FAR, Line, Lines, served, trace, traces
from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX, Grid

COLS, ROWS = 7, 6


@st.composite
def grounds(draw):
    """Costs of 1 to 9 by the hex entered; 0 closes a hex."""
    neighbour = Grid(COLS, ROWS).neighbour_table()
    price = np.array(draw(st.lists(st.integers(0, 9), min_size=COLS * ROWS, max_size=COLS * ROWS)))
    return HexGraph(neighbour, np.where(neighbour == NO_HEX, 0, price[neighbour]))


HEXES = st.integers(0, COLS * ROWS - 1)
SETS = st.frozensets(HEXES, max_size=12)
SOURCES = st.frozensets(HEXES, min_size=1, max_size=3)
LIMITS = st.integers(0, 60)


def mask(hexes):
    return np.isin(np.arange(COLS * ROWS), list(hexes))


def slow(graph, barred, sources, limit):
    """The obvious twin: a plain networkx graph, barred nodes removed, one search a source."""
    plain = graph.to_networkx()
    plain.remove_nodes_from(list(barred))
    best = {}
    for source in sources - barred:
        for hex_, cost in nx.single_source_dijkstra_path_length(plain, source).items():
            if cost <= limit:
                best[hex_] = min(cost, best.get(hex_, cost))
    return best


@settings(max_examples=60)
@given(grounds(), SETS, SOURCES, LIMITS)
def test_served_is_what_plain_networkx_finds(graph, barred, sources, limit):
    assert served(Lines(graph, mask(barred), limit), sources) == slow(graph, barred, sources, limit)


@settings(max_examples=60)
@given(grounds(), SETS, SOURCES, LIMITS, HEXES)
def test_a_trace_serves_just_where_served_says(graph, barred, sources, limit, goal):
    lines = Lines(graph, mask(barred), limit)
    reached, line = served(lines, sources), trace(lines, sources, goal)
    assert (not line.fault) == (goal in reached)
    if not line.fault:
        assert line.cost == reached[goal]
        assert (line.path[0], line.path[-1] in sources) == (goal, True)
        assert not set(line.path) & barred
        steps = {(a, b): cost for a, b, cost in graph.steps()}
        assert sum(steps[b, a] for a, b in itertools.pairwise(line.path)) == line.cost


@settings(max_examples=60)
@given(grounds(), SETS, HEXES, SOURCES, LIMITS)
def test_barring_one_hex_more_never_improves_supply(graph, barred, more, sources, limit):
    before = served(Lines(graph, mask(barred), limit), sources)
    after = served(Lines(graph, mask(barred | {more}), limit), sources)
    assert all(before.get(hex_, limit + 1) <= cost for hex_, cost in after.items())


@settings(max_examples=60)
@given(grounds(), SETS, SOURCES, LIMITS, LIMITS)
def test_a_longer_limit_never_loses_supply(graph, barred, sources, one, other):
    short, long = sorted((one, other))
    near = served(Lines(graph, mask(barred), short), sources)
    assert near.items() <= served(Lines(graph, mask(barred), long), sources).items()


@settings(max_examples=60)
@given(grounds(), SETS, SOURCES, LIMITS, HEXES)
def test_where_a_line_is_cut_a_barred_hex_is_named_and_it_is_the_first(graph, barred, sources, limit, goal):
    line = trace(Lines(graph, mask(barred), limit), sources, goal)
    if line.fault == CUT:
        at = line.path.index(line.cut_at)
        assert line.cut_at in barred
        assert not set(line.path[:at]) & barred
    if line.fault == TOO_FAR:
        assert line.cost > limit
        assert not set(line.path) & barred


def row(barred=(), limit=100, shut=()):
    """Five hexes in a row, 10 a step."""
    neighbour = Grid(5, 1, flat_top=False).neighbour_table()
    cost = np.where((neighbour == NO_HEX) | np.isin(neighbour, shut), 0, 10)
    return Lines(HexGraph(neighbour, cost), np.isin(np.arange(5), barred), limit)


def test_the_nearest_source_serves():
    assert trace(row(), [0, 4], 3) == Line((3, 4), 10)


def test_a_barred_source_serves_nobody_and_the_line_to_it_is_cut_there():
    assert served(row(barred=[0]), [0]) == {}
    assert trace(row(barred=[0]), [0], 2) == Line((2, 1, 0), 20, cut_at=0, fault=CUT)


def test_the_other_source_serves_when_one_is_barred():
    assert trace(row(barred=[4]), [0, 4], 3) == Line((3, 2, 1, 0), 30)


def test_no_source_and_no_way_are_told_apart():
    assert trace(row(), [], 2).fault == NO_SOURCE
    assert trace(row(shut=[3]), [4], 2) == Line((), None, fault=NO_WAY)


def test_who_sits_on_the_source_is_served_at_no_cost():
    assert trace(row(limit=0), [2], 2) == Line((2,), 0)


@settings(max_examples=100)
@given(grounds(), SETS, st.lists(st.tuples(st.frozensets(HEXES, max_size=3), HEXES), max_size=12), LIMITS)
def test_many_lines_traced_at_once_are_those_traced_one_by_one(graph, barred, wanted, limit):
    lines = Lines(graph, mask(barred), limit)
    keys = [(tuple(sorted(sources)), goal) for sources, goal in wanted]
    assert traces(lines, keys) == {(sources, goal): trace(lines, sources, goal) for sources, goal in keys}
