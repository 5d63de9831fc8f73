"""The walk agrees with networkx on the plain graph, and with a twin that anyone can read."""

import random
import threading
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.kinds import kinds_of
from maps.grid.nx_backend import BackendInterface
from maps.grid.walking import (
    AS_PRICED,
    CAPS,
    FIRST,
    HALT,
    HALTS,
    NO_CHANGES,
    NO_LIMIT,
    SHUT,
    Changes,
    Prices,
    WalkGraph,
)
from maps.ownterrain import OwnTerrain
from tests.maps.wildmap import wild_map
from tests.toyground import toy_map

COSTS = ((0, 1, 1, 2, 3), (0, 200, 450, 600, 1399), (0, 1, 3_000_000), (1,))


def wild_graph(seed):
    """Price the kinds of a wild map at random, and change some of it."""
    dice = random.Random(seed)
    kinds = kinds_of(wild_map(dice.randrange(200)))
    costs, n = dice.choice(COSTS), len(kinds.code)
    prices = Prices(
        np.array([0, *(dice.choice(costs) for _ in kinds.kinds[1:])], np.int32),
        np.array([dice.choice((0, 0, 0, HALTS, FIRST, HALTS | FIRST, CAPS)) for _ in kinds.kinds], np.uint8),
    )
    return WalkGraph(kinds, prices, dice.randrange(n), changes_of(dice, n, costs), dice.choice((0, 0, CAPS)))


def changes_of(dice, n, costs):
    """Shut and halt some hexes, and make some steps otherwise."""
    edges = sorted(dice.sample(range(n * SIDES), dice.randint(0, n)))
    first = [AS_PRICED if dice.random() < 0.7 else dice.choice(costs) for _ in range(SIDES)]
    holder = bytes(dice.choice((0, 1, 255)) for _ in range(n)) if dice.random() < 0.3 else b""
    barred = np.zeros(256, bool)
    barred[1] = True
    return Changes(
        np.array(dice.sample(range(n), n // 8), np.int32), np.array(dice.sample(range(n), n // 8), np.int32),
        np.array(edges, np.int64), np.array([dice.choice(costs) for _ in edges], np.int32),
        np.array([dice.choice((0, HALTS, FIRST)) for _ in edges], np.uint8), np.array(first, np.int32),
        np.array([dice.choice((0, HALTS)) for _ in first], np.uint8), np.frombuffer(holder, np.uint8), barred,
        np.array([dice.choice((0, 0, 0, SHUT, HALT)) for _ in range(n if dice.random() < 0.3 else 0)], np.uint8),
    )  # fmt: skip


def twin(graph, source, limit):
    """Walk out from a hex, always from the nearest that waits; no buckets, no arrays."""
    on, least, waiting = {source: 0}, {source: 0}, [source]
    while waiting:
        here = min(waiting, key=lambda node: on[node])
        waiting.remove(here)
        for side in range(SIDES):
            step = graph.step(here, side)
            if step is None or on[here] + step[1] > limit:
                continue
            node, total = step[0], on[here] + step[1]
            least[node % graph.n] = min(total, least.get(node % graph.n, total))
            if node < graph.n and total < on.get(node, total + 1):
                on[node] = total
                waiting += [] if node in waiting else [node]
    return on, least


seeds = st.integers(0, 10_000)


@given(seeds, st.sampled_from((0, 3, 900, NO_LIMIT)))
def test_a_walk_costs_what_the_twin_says(seed, limit):
    graph = wild_graph(seed)
    found = graph.search([graph.start], limit)
    on, least = twin(graph, graph.start, limit)
    hexes = found.hexes.tolist()
    assert dict(zip(hexes, found.least.tolist(), strict=True)) == least
    assert {h: cost for h, cost in zip(hexes, found.on.tolist(), strict=True) if cost <= NO_LIMIT} == on


@given(seeds, st.sampled_from((None, 0, 3, 900)))
def test_networkx_on_the_plain_graph_finds_the_same_costs(seed, cutoff):
    graph = wild_graph(seed)
    costs, paths = nx.single_source_dijkstra(graph, graph.start, cutoff=cutoff)
    wanted = nx.single_source_dijkstra_path_length(graph.to_networkx(), graph.start, cutoff=cutoff)
    assert dict(costs) == wanted
    assert list(costs.values()) == sorted(costs.values())
    plain = graph.to_networkx()
    for node in costs:
        assert (paths[node][0], paths[node][-1]) == (graph.start, node)
        assert nx.path_weight(plain, paths[node], "weight") == costs[node]


@given(seeds)
def test_networkx_answers_from_several_nodes_and_to_a_target(seed):
    graph = wild_graph(seed)
    dice = random.Random(seed)
    sources, target = {dice.randrange(2 * graph.n) for _ in range(3)}, dice.randrange(2 * graph.n)
    plain = graph.to_networkx()
    assert dict(nx.multi_source_dijkstra_path_length(graph, sources)) == nx.multi_source_dijkstra_path_length(
        plain, sources
    )
    paths = nx.multi_source_dijkstra_path(graph, sources)
    assert set(paths) == set(nx.multi_source_dijkstra_path(plain, sources))
    if target in paths:
        cost, path = nx.multi_source_dijkstra(graph, sources, target)
        assert cost == nx.multi_source_dijkstra(plain, sources, target)[0]
        assert path[-1] == target
    else:
        with pytest.raises(nx.NetworkXNoPath, match=f"Node {target} not reachable"):
            nx.multi_source_dijkstra(graph, sources, target)


def test_what_is_no_walk_is_declined_with_the_way_out():
    graph = wild_graph(1)
    with pytest.raises(NotImplementedError):
        nx.has_path(graph, 0, 1)
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra(graph, 0, weight="length")
    with pytest.raises(nx.NodeNotFound, match="Node -1 not found"):
        nx.single_source_dijkstra(graph, -1)
    with pytest.raises(ValueError, match="sources must not be empty"):
        nx.multi_source_dijkstra(graph, [])


@given(seeds)
def test_a_search_leaves_nothing_behind(seed):
    """The arrays are used again: another search between changes no answer of either."""
    one = wild_graph(seed)
    other = WalkGraph(one.kinds, one.prices, (one.start + 1) % one.n, NO_CHANGES)
    before = [column.tolist() for column in other.search([other.start])]
    one.search([one.start])
    assert [column.tolist() for column in other.search([other.start])] == before


def test_searches_at_the_same_time_do_not_disturb_each_other():
    graphs = [wild_graph(seed) for seed in range(8)]
    alone = [graph.search([graph.start]).least.tolist() for graph in graphs]
    wrong = []

    def work(k):
        wrong.extend(k for _ in range(50) if graphs[k].search([graphs[k].start]).least.tolist() != alone[k])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(len(graphs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_among_equal_ways_the_one_met_first_counts():
    """From 0201 the sides come in their order: north-east, then south-east, then on from there in the same order."""
    kinds = kinds_of(wild_map(7, cols=5, rows=5))
    prices = Prices(np.array([0, *(1 for _ in kinds.kinds[1:])], np.int32), np.zeros(len(kinds.kinds), np.uint8))
    graph = WalkGraph(kinds, prices, 12)
    found = graph.search([12])
    met, before = [12], {12: NO_HEX}
    for here in met:
        for there in kinds.hexmap.neighbour[here].tolist():
            if there != NO_HEX and there not in before:
                before[there] = here
                met.append(there)
    assert found.hexes.tolist() == met
    assert dict(zip(met, found.before.tolist(), strict=True)) == before


def test_a_walk_of_many_hexes_needs_a_longer_queue():
    kinds = kinds_of(wild_map(3, cols=60, rows=60))
    prices = Prices(np.array([0, *(1 + k % 7 for k in range(len(kinds.kinds) - 1))], np.int32),
                    np.zeros(len(kinds.kinds), np.uint8))  # fmt: skip
    graph = WalkGraph(kinds, prices, 1800)
    wanted = nx.single_source_dijkstra_path_length(graph.to_networkx(), 1800)
    assert dict(nx.single_source_dijkstra_path_length(graph, 1800)) == wanted
    assert len(wanted) > 3000


def turn_twin(graph, turn, *, keeps):
    """Walk on turn after turn: what a hex costs to be in, and when one goes on from it."""
    on, least, waiting = {graph.start: 0}, {graph.start: 0}, [graph.start]
    while waiting:
        here = min(waiting, key=lambda node: on[node])
        waiting.remove(here)
        for side in range(SIDES):
            there, cost, does = step_of(graph, here, side)
            begins, left = on[here], turn - on[here] % turn
            if cost <= 0 or (cost > turn and not keeps):
                continue
            if left < turn and (does & FIRST or (cost > left and not keeps)):
                begins += left
            total = begins + cost
            least[there] = min(total, least.get(there, total))
            goes_on = -(-total // turn) * turn if does & HALTS else total
            if goes_on < on.get(there, goes_on + 1):
                on[there] = goes_on
                waiting += [] if there in waiting else [there]
    return least


def step_of(graph, here, side):
    """Give where a step leads, what it costs and does, with all that holds now; cost 0 if it is not made."""
    cost, does = graph._priced(here, side)
    there, changes = int(graph.kinds.hexmap.neighbour[here, side]), graph.changes
    if there == NO_HEX or does & graph.avoid or there in changes.shut:
        return there, 0, 0
    marked = int(changes.marks[there]) if len(changes.marks) else 0
    if marked & SHUT or (len(changes.holder) and changes.barred[changes.holder[there]]):
        return there, 0, 0
    return there, cost, does | (HALTS if marked & HALT or there in changes.halts else 0)


@given(seeds, st.sampled_from((1, 2, 3, 5, 1000)), st.booleans())
def test_a_walk_of_many_turns_costs_what_the_twin_says(seed, turn, keeps):
    graph = wild_graph(seed)
    found = graph.search([graph.start], turn=turn, keeps=keeps)
    wanted = turn_twin(graph, turn, keeps=keeps)
    assert dict(zip(found.hexes.tolist(), found.least.tolist(), strict=True)) == wanted


def test_networkx_is_told_what_kind_of_graph_it_is():
    graph = wild_graph(1)
    assert graph.is_directed()
    assert not graph.is_multigraph()
    assert 0 in graph
    assert len(graph) - 1 in graph
    assert -1 not in graph
    assert len(graph) not in graph
    assert "0" not in graph
    assert BackendInterface.should_run("shortest_path", (), {}) is True
    hexes = HexGraph(np.full((3, SIDES), NO_HEX, np.int32), np.zeros((3, SIDES), np.int32))
    assert [node in hexes for node in (-1, 0, 2, 3, "0", 0.5)] == [False, True, True, False, False, False]


def test_a_hex_is_named_as_rules_know_it_or_as_what_it_resembles():
    ground = toy_map(".w")
    assert ground.named_of(1, {"woods_dense"}) == ground.named_of(1, set()) == "woods_dense"
    orchard = OwnTerrain("orchard", "woods_open", "#447744")
    names = (*ground.terrain_names, "woods_open")
    own = replace(toy_map("ww"), own=(orchard,), terrain_names=names, terrain=np.array([0, len(names) - 1], np.uint8))
    assert own.named_of(1, {"orchard"}) == "orchard"
    assert own.named_of(1, {"woods_open"}) == own.named_of(1, set()) == "woods_open"
