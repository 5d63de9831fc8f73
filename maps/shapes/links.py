"""
Join the links of a map, hex to hex, into lines that run on through junctions.

Roads and railways are links between hexes; rivers are hexsides between corners. Both are
edges between nodes, and both run on at a node into the edge that fits best.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Edge", "Run", "at_nodes", "partners", "runs"]


class Edge(NamedTuple):
    """A link or hexside: its two nodes, its rank (greater is more important), and hex times 6 plus side."""

    a: int
    b: int
    rank: int
    link: int

    def other(self, node: int) -> int:
        """Name the node at its other end."""
        return self.b if node == self.a else self.a


class Run(NamedTuple):
    """Edges in the order that a line follows them, and the nodes it meets: one more than edges."""

    edges: tuple[int, ...]
    nodes: tuple[int, ...]


def at_nodes(edges: Sequence[Edge]) -> Mapping[int, list[int]]:
    """List the edges that meet at each node, by their places."""
    found: dict[int, list[int]] = defaultdict(list)
    for place, edge in enumerate(edges):
        found[edge.a].append(place)
        found[edge.b].append(place)
    return found


def partners(
    edges: Sequence[Edge], meeting: Mapping[int, list[int]], worth: Callable[[int, Edge, Edge], float | None]
) -> dict[tuple[int, int], int]:
    """
    Pair the edges that run on into one another at a node: (edge, node) to the other edge.

    The pairs of greatest worth come first; an edge runs on into one other at most, and
    None means that two never run on into one another.
    """
    follow: dict[tuple[int, int], int] = {}
    for node, here in meeting.items():
        ranked = []
        for place, one in enumerate(here):
            for other in here[place + 1 :]:
                value = worth(node, edges[one], edges[other])
                if value is not None:
                    ranked.append((-value, one, other))
        for _, one, other in sorted(ranked):
            if (one, node) not in follow and (other, node) not in follow:
                follow[one, node], follow[other, node] = other, one
    return follow


def runs(edges: Sequence[Edge], follow: Mapping[tuple[int, int], int]) -> list[Run]:
    """Follow the edges into lines, each edge once; lines with an end come first, then rings."""
    starts = [(n, node) for n, edge in enumerate(edges) for node in (edge.a, edge.b) if (n, node) not in follow]
    starts += [(n, edge.a) for n, edge in enumerate(edges)]
    used: set[int] = set()
    return [_run(edges, follow, n, node, used) for n, node in starts if n not in used]


def _run(edges: Sequence[Edge], follow: Mapping[tuple[int, int], int], n: int, node: int, used: set[int]) -> Run:
    passed, nodes, on = [], [node], n
    while on not in used:
        used.add(on)
        passed.append(on)
        node = edges[on].other(node)
        nodes.append(node)
        on = follow.get((on, node), on)
    return Run(tuple(passed), tuple(nodes))
