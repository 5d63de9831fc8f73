"""
Answer networkx calls on a ``HexGraph`` or a ``WalkGraph`` from its arrays.

``nx.dijkstra_path(graph, a, b)`` on a ``HexGraph`` comes here with nothing
said: networkx finds the backend by its entry point. Costs are the attribute
``"weight"``; any other name, or none, counts 1 a step, as in networkx. What is
not answered here runs on a plain copy when asked for:
``nx.pagerank(graph, backend="networkx")``. The other way round,
``nx.dijkstra_path(plain, a, b, backend="hexgraph")`` turns a plain graph into
arrays first, if its weights are whole numbers above nothing.
"""

# ruff: noqa: N803 - networkx names its graphs G, and a caller may give them by name

from __future__ import annotations

import inspect
import itertools
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx as nx
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from maps.grid.graph import NO_LIMIT, UNREACHED, HexGraph, Reach, components, distances, path_to
from maps.grid.hexgrid import NO_HEX
from maps.grid.named_graph import NamedGraph, decline
from maps.grid.nx_walks import can_walk, walked, walked_to
from maps.grid.walking import WalkGraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from maps.grid.search import IntArray

__all__ = ["BackendInterface"]

Node: TypeAlias = Any  # a hex, or whatever is a node of a plain graph
Costs: TypeAlias = dict[Node, int]
Paths: TypeAlias = dict[Node, list[Node]]


class BackendInterface:
    """The functions that networkx dispatches here; each means what networkx says it means."""

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Decline what the arrays cannot answer, with the reason."""
        graph = args[0] if args else kwargs["G"]
        if isinstance(graph, WalkGraph):
            return can_walk(name, args, kwargs)
        given = inspect.signature(getattr(BackendInterface, name)).bind(*args, **kwargs)
        given.apply_defaults()
        asked = given.arguments
        if callable(asked.get("weight")):
            return 'costs are in the arrays, under the name "weight"; a function cannot give them'
        if name.startswith("shortest_path") and asked["source"] is None and asked["target"] is None:
            return "all pairs at once are not answered; ask for one source after another"
        return True

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:  # noqa: ARG004 - networkx's
        """Say yes: what can be answered is answered fast."""
        return True

    @staticmethod
    def convert_from_nx(graph: Any, *, edge_attrs: dict[str, Any] | None = None, **how: Any) -> HexGraph | WalkGraph:
        """
        Turn a plain graph into arrays.

        Raises
        ------
        NotImplementedError
            If the arrays cannot hold it; networkx then looks elsewhere.
        """
        if isinstance(graph, (HexGraph, WalkGraph)):
            return graph
        if graph.is_multigraph():
            decline("two nodes can be joined by more than one edge")
        if how.get("preserve_edge_attrs") or len(edge_attrs or {}) > 1:
            decline("more than one edge attribute is needed")
        return NamedGraph(graph, next(iter(edge_attrs or {"weight": 1})))

    @staticmethod
    def convert_to_nx(result: Any, **_: Any) -> Any:
        """Copy a graph of arrays into a plain graph; other results are plain already."""
        return result.to_networkx() if isinstance(result, (HexGraph, WalkGraph)) else result

    @staticmethod
    def multi_source_dijkstra_path_length(
        G: HexGraph | WalkGraph, sources: Iterable[Node], cutoff: float | None = None, weight: str | None = "weight"
    ) -> Mapping[Node, int]:
        """Cost from the nearest source, of all nodes within the cutoff, nearest first."""
        if isinstance(G, WalkGraph):
            return walked(G, sources, cutoff)[0]
        return _costs(G, _search(G, sources, cutoff, weight))

    @staticmethod
    def multi_source_dijkstra_path(
        G: HexGraph | WalkGraph, sources: Iterable[Node], cutoff: float | None = None, weight: str | None = "weight"
    ) -> Mapping[Node, list[Node]]:
        """Find the path from the nearest source, to all nodes within the cutoff."""
        if isinstance(G, WalkGraph):
            return walked(G, sources, cutoff)[1]
        return _paths(G, _search(G, sources, cutoff, weight))

    @staticmethod
    def multi_source_dijkstra(
        G: HexGraph | WalkGraph,
        sources: Iterable[Node],
        target: Node | None = None,
        cutoff: float | None = None,
        weight: str | None = "weight",
    ) -> tuple[Any, Any]:
        """Find costs and paths from the nearest source: to all nodes, or to the target."""
        if isinstance(G, WalkGraph):
            return walked(G, sources, cutoff) if target is None else walked_to(G, sources, target, cutoff)
        if target is not None:
            return _to_target(G, sources, target, cutoff, weight)
        found = _search(G, sources, cutoff, weight)
        return _costs(G, found), _paths(G, found)

    @staticmethod
    def single_source_dijkstra_path_length(
        G: HexGraph | WalkGraph, source: Node, cutoff: float | None = None, weight: str | None = "weight"
    ) -> Mapping[Node, int]:
        """Cost from the source, of all nodes within the cutoff, nearest first."""
        return BackendInterface.multi_source_dijkstra_path_length(G, [source], cutoff, weight)

    @staticmethod
    def single_source_dijkstra_path(
        G: HexGraph | WalkGraph, source: Node, cutoff: float | None = None, weight: str | None = "weight"
    ) -> Mapping[Node, list[Node]]:
        """Find the path from the source, to all nodes within the cutoff."""
        return BackendInterface.multi_source_dijkstra_path(G, [source], cutoff, weight)

    @staticmethod
    def single_source_dijkstra(
        G: HexGraph | WalkGraph,
        source: Node,
        target: Node | None = None,
        cutoff: float | None = None,
        weight: str | None = "weight",
    ) -> tuple[Any, Any]:
        """Find costs and paths from the source: to all nodes, or to the target."""
        return BackendInterface.multi_source_dijkstra(G, [source], target, cutoff, weight)

    @staticmethod
    def dijkstra_path(G: HexGraph, source: Node, target: Node, weight: str | None = "weight") -> list[Node]:
        """Find the least path from source to target."""
        return _to_target(G, [source], target, None, weight)[1]

    @staticmethod
    def dijkstra_path_length(G: HexGraph, source: Node, target: Node, weight: str | None = "weight") -> int:
        """Cost of the least path from source to target."""
        return _to_target(G, [source], target, None, weight)[0]

    @staticmethod
    def bidirectional_dijkstra(
        G: HexGraph, source: Node, target: Node, weight: str | None = "weight"
    ) -> tuple[int, list[Node]]:
        """Cost and path from source to target; one search is quicker here than two that meet."""
        _must_have(G, source, target)
        return _to_target(G, [source], target, None, weight)

    @staticmethod
    def astar_path(
        G: HexGraph,
        source: Node,
        target: Node,
        heuristic: Callable[[Node, Node], float] | None = None,
        weight: str | None = "weight",
        *,
        cutoff: float | None = None,
    ) -> list[Node]:
        """Find the least path from source to target; by networkx's own search if the heuristic may lead that astray."""
        return _astar(G, source, target, heuristic, weight, cutoff)[1]

    @staticmethod
    def astar_path_length(
        G: HexGraph,
        source: Node,
        target: Node,
        heuristic: Callable[[Node, Node], float] | None = None,
        weight: str | None = "weight",
        *,
        cutoff: float | None = None,
    ) -> int:
        """Cost of what ``astar_path`` finds."""
        return _astar(G, source, target, heuristic, weight, cutoff)[0]

    @staticmethod
    def shortest_path(
        G: HexGraph,
        source: Node | None = None,
        target: Node | None = None,
        weight: str | None = None,
        method: str = "dijkstra",
    ) -> list[Node] | Paths:
        """Find the least path from source to target; or from the source to all; or from all to the target."""
        _check_method(method)
        if source is not None and target is not None:
            _must_have(G, source, target)
            return _to_target(G, [source], target, None, weight)[1]
        if source is not None:
            return _paths(G, _search(G, [source], None, weight))
        paths = _paths(G, _search(G.reversed(), [target], None, weight))
        return {node: path[::-1] for node, path in paths.items()}

    @staticmethod
    def shortest_path_length(
        G: HexGraph,
        source: Node | None = None,
        target: Node | None = None,
        weight: str | None = None,
        method: str = "dijkstra",
    ) -> int | Costs:
        """Cost of the least path from source to target; or from the source to all; or from all to the target."""
        _check_method(method)
        if source is not None and target is not None:
            _must_have(G, source, target)
            return _to_target(G, [source], target, None, weight)[0]
        if source is not None:
            return _costs(G, _search(G, [source], None, weight))
        return _costs(G, _search(G.reversed(), [target], None, weight))

    @staticmethod
    def has_path(G: HexGraph, source: Node, target: Node) -> bool:
        """Say whether any path leads from source to target."""
        _must_have(G, source, target)
        found = distances(G.priced(None), [source], until=target)
        return bool(found.cost[G.place(target)] != UNREACHED)

    @staticmethod
    def weakly_connected_components(G: HexGraph) -> Iterator[set[Node]]:
        """Yield the parts that hang together, whichever way their steps lead."""
        return _sets(G, components(G))

    @staticmethod
    def number_weakly_connected_components(G: HexGraph) -> int:
        """Count the parts that hang together."""
        return int(components(G).max(initial=-1)) + 1

    @staticmethod
    def is_weakly_connected(G: HexGraph) -> bool:
        """Say whether all hangs together."""
        _must_have_nodes(G)
        return BackendInterface.number_weakly_connected_components(G) == 1

    @staticmethod
    def strongly_connected_components(G: HexGraph) -> Iterator[set[Node]]:
        """Yield the parts where there is a way from each node to each."""
        return _sets(G, _strong_parts(G))

    @staticmethod
    def number_strongly_connected_components(G: HexGraph) -> int:
        """Count the parts where there is a way from each node to each."""
        return len(np.unique(_strong_parts(G)[~G.blocked]))

    @staticmethod
    def is_strongly_connected(G: HexGraph) -> bool:
        """Say whether there is a way from each node to each."""
        _must_have_nodes(G)
        return BackendInterface.number_strongly_connected_components(G) == 1


def _search(
    graph: HexGraph, sources: Iterable[Node], cutoff: float | None, weight: str | None, target: Node | None = None
) -> Reach:
    starts = list(sources)
    if not starts:
        msg = "sources must not be empty"
        raise ValueError(msg)
    _must_have(graph, *starts)
    limit = NO_LIMIT if cutoff is None else int(min(max(cutoff, 0), NO_LIMIT))
    return distances(graph.priced(weight), starts, limit, until=target)


def _to_target(
    graph: HexGraph, sources: Iterable[Node], target: Node, cutoff: float | None, weight: str | None
) -> tuple[int, list[Node]]:
    path, costs = _way(graph, sources, target, cutoff, weight)
    return costs[-1], path


def _way(
    graph: HexGraph, sources: Iterable[Node], target: Node, cutoff: float | None, weight: str | None
) -> tuple[list[Node], list[int]]:
    """Give the nodes on the least path to a target, and what each costs from the source."""
    starts = list(sources)
    found = _search(graph, starts, cutoff, weight, target if target in graph else None)
    if target not in graph or found.cost[graph.place(target)] == UNREACHED:
        msg = f"Node {target} not reachable from {', '.join(map(str, starts))}"
        raise nx.NetworkXNoPath(msg)
    rows = np.array(path_to(found, graph.place(target)), np.int32)
    return graph.named(rows), found.cost[rows].tolist()


def _astar(
    graph: HexGraph,
    source: Node,
    target: Node,
    heuristic: Callable[[Node, Node], float] | None,
    weight: str | None,
    cutoff: float | None,
) -> tuple[int, list[Node]]:
    _must_have(graph, source, target)
    if heuristic is None or heuristic(target, target) == 0:
        path, costs = _way(graph, [source], target, cutoff or None, weight)
        # Where the heuristic, on one least path, is nowhere more than what remains to pay, a node of that path always
        # waits in networkx's queue before any dearer way to the target: its search must find the least cost too.
        if heuristic is None or all(
            heuristic(node, target) <= costs[-1] - cost for node, cost in zip(path[1:], costs[1:], strict=True)
        ):
            return costs[-1], path
    plain = graph.to_networkx()
    path = nx.astar_path.orig_func(plain, source, target, heuristic, weight, cutoff=cutoff)
    return sum(plain[here][there].get(weight, 1) for here, there in itertools.pairwise(path)), path


def _costs(graph: HexGraph, found: Reach) -> Costs:
    rows = found.hexes()
    return dict(zip(graph.named(rows), found.cost[rows].tolist(), strict=True))


def _paths(graph: HexGraph, found: Reach) -> Paths:
    # Nearest first, so that the path to the node before is known already.
    rows = found.hexes()
    before = found.previous[rows]
    names, previous = graph.named(rows), graph.named(np.where(before == NO_HEX, rows, before).astype(np.int32))
    paths: Paths = {}
    for name, earlier in zip(names, previous, strict=True):
        paths[name] = [*paths[earlier], name] if earlier != name else [name]
    return paths


def _sets(graph: HexGraph, label: IntArray) -> Iterator[set[Node]]:
    rows = np.flatnonzero(~graph.blocked)
    order = rows[np.argsort(label[rows], kind="stable")].astype(np.int32)
    starts = np.flatnonzero(np.diff(label[order])) + 1
    for part in np.split(order, starts):
        if part.size:
            yield set(graph.named(part))


def _strong_parts(graph: HexGraph) -> IntArray:
    here, side = np.nonzero(graph.passable())
    n = len(graph.blocked)
    joins = coo_array((np.ones(len(here), np.int8), (here, graph.neighbour[here, side])), shape=(n, n))
    label: IntArray = connected_components(joins, directed=True, connection="strong")[1]
    return label


def _must_have(graph: HexGraph, *nodes: Node) -> None:
    for node in nodes:
        if node not in graph:
            msg = f"Node {node} not found in graph"
            raise nx.NodeNotFound(msg)


def _must_have_nodes(graph: HexGraph) -> None:
    if not len(graph):
        msg = "Connectivity is undefined for the null graph."
        raise nx.NetworkXPointlessConcept(msg)


def _check_method(method: str) -> None:
    if method not in ("dijkstra", "bellman-ford"):
        msg = f"method not supported: {method}"
        raise ValueError(msg)
