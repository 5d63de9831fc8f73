"""
Answer networkx calls on a ``WalkGraph``: costs and paths that are made when they are read.

A node below ``n`` is a hex that the walk goes on from, ``n + h`` the hex
``h`` where a walk has halted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from maps.grid.hexgrid import NO_HEX
from maps.grid.search import UNREACHED
from maps.grid.walking import NO_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maps.grid.walking import Walked, WalkGraph

__all__ = ["WalkCosts", "WalkPaths", "can_walk", "walked", "walked_to"]

_WEIGHT_AT = {
    "multi_source_dijkstra": 4, "multi_source_dijkstra_path": 3, "multi_source_dijkstra_path_length": 3,
    "single_source_dijkstra": 4, "single_source_dijkstra_path": 3, "single_source_dijkstra_path_length": 3,
}  # fmt: skip
"""The calls that are answered, and which of their arguments names the costs."""


def can_walk(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Say whether a call on a ``WalkGraph`` is answered, else why not."""
    if name not in _WEIGHT_AT:
        return "a walk is asked by single_source_dijkstra or multi_source_dijkstra; for others take to_networkx()"
    at = _WEIGHT_AT[name]
    weight = args[at] if len(args) > at else kwargs.get("weight", "weight")
    return weight == "weight" or 'the costs of a walk have the name "weight"'


class WalkCosts(Mapping[int, int]):
    """The cost of each node that a walk reached, nearest first."""

    def __init__(self, n: int, found: Walked) -> None:
        self.n, self.found = n, found

    @cached_property
    def _costs(self) -> dict[int, int]:
        hexes, on, halted = self.found.hexes, self.found.on, self.found.halted
        goes, stops = on != UNREACHED, halted != UNREACHED
        nodes = np.concatenate([hexes[goes], hexes[stops] + self.n])
        costs = np.concatenate([on[goes], halted[stops]])
        order = np.argsort(costs, kind="stable")
        return dict(zip(nodes[order].tolist(), costs[order].tolist(), strict=True))

    def __getitem__(self, node: int) -> int:
        return self._costs[node]

    def __iter__(self) -> Iterator[int]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)


class WalkPaths(Mapping[int, list[int]]):
    """The nodes on the least path to each node that a walk reached, both ends included."""

    def __init__(self, costs: WalkCosts) -> None:
        self.costs = costs

    @cached_property
    def _before(self) -> tuple[dict[int, int], dict[int, int]]:
        found = self.costs.found
        hexes = found.hexes.tolist()
        return (
            dict(zip(hexes, found.before_on.tolist(), strict=True)),
            dict(zip(hexes, found.before_halted.tolist(), strict=True)),
        )

    def __getitem__(self, node: int) -> list[int]:
        if node not in self.costs:
            raise KeyError(node)
        n, (before, halted) = self.costs.n, self._before
        path, here = [node], before[node] if node < n else halted[node - n]
        while here != NO_HEX:
            path.append(here)
            here = before[here]
        return path[::-1]

    def __iter__(self) -> Iterator[int]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)


def walked_to(graph: WalkGraph, sources: Iterable[int], target: int, cutoff: float | None) -> tuple[int, list[int]]:
    """Give cost and path from the nearest source to a target."""
    starts = list(sources)
    costs, paths = walked(graph, starts, cutoff)
    if target not in costs:
        msg = f"Node {target} not reachable from {', '.join(map(str, starts))}"
        raise nx.NetworkXNoPath(msg)
    return costs[target], paths[target]


def walked(
    graph: WalkGraph, sources: Iterable[int], cutoff: float | None
) -> tuple[Mapping[int, int], Mapping[int, list[int]]]:
    """Give costs and paths from the nearest source to all nodes within the cutoff."""
    starts = list(sources)
    _check(graph, starts)
    limit = NO_LIMIT if cutoff is None else int(min(max(cutoff, 0), NO_LIMIT))
    on = [source for source in starts if source < graph.n]
    costs = WalkCosts(graph.n, graph.search(on, limit))
    paths = WalkPaths(costs)
    return (costs, paths) if len(on) == len(starts) else _with_halted(starts, costs, paths)


def _check(graph: WalkGraph, starts: list[int]) -> None:
    if not starts:
        msg = "sources must not be empty"
        raise ValueError(msg)
    for node in starts:
        if node not in graph:
            msg = f"Node {node} not found in graph"
            raise nx.NodeNotFound(msg)


def _with_halted(
    starts: list[int], costs: WalkCosts, paths: WalkPaths
) -> tuple[Mapping[int, int], Mapping[int, list[int]]]:
    """Add sources that no step leaves: nodes where a walk has halted."""
    ended = {source: 0 for source in starts if source >= costs.n}
    all_costs = ended | {node: cost for node, cost in costs.items() if node not in ended}
    all_paths = {source: [source] for source in ended} | {node: paths[node] for node in costs if node not in ended}
    return dict(sorted(all_costs.items(), key=lambda item: item[1])), all_paths
