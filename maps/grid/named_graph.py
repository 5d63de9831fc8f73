"""Hold a plain networkx graph as arrays, its nodes under their own names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from maps.grid.graph import NO_LIMIT, HexGraph
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Hashable

    from maps.grid.search import IntArray

__all__ = ["MOST_SIDES", "NamedGraph", "decline"]

MOST_SIDES = 64
"""A plain graph with more edges at one node than this is no map; its table would be mostly empty."""


class NamedGraph(HexGraph):
    """A plain networkx graph as arrays: rows in order of its nodes, which keep their names."""

    names: list[Hashable]
    rows: dict[Hashable, int]
    directed: bool

    def __init__(self, plain: Any, weight: str) -> None:
        """
        Read a plain graph, with edge attribute ``weight`` as cost.

        Raises
        ------
        NotImplementedError
            If a weight is no whole number above nothing, or the numbers grow
            too large.
        """
        names = list(plain)
        rows = {name: row for row, name in enumerate(names)}
        edges = [
            (rows[here], rows[there], facts.get(weight, 1))
            for here, steps in plain.adjacency()
            for there, facts in steps.items()
        ]
        if any(type(cost) is not int or cost <= 0 for _, _, cost in edges):
            decline(f"{weight} is not a whole number above 0 on every edge")
        if max((cost for _, _, cost in edges), default=0) * len(names) > NO_LIMIT:
            decline(f"{weight} is too large on some edge")
        super().__init__(*_tables(len(names), np.array(edges, np.int32).reshape(-1, 3)))
        vars(self).update(names=names, rows=rows, directed=plain.is_directed(), weight=weight)

    def place(self, node: object) -> int:
        """Find a node's row in the arrays."""
        return self.rows[node]

    def named(self, rows: IntArray) -> list[Any]:
        """Name the nodes in rows of the arrays."""
        return [self.names[row] for row in rows.tolist()]

    def __contains__(self, node: object) -> bool:
        return node in self.rows

    def is_directed(self) -> bool:
        """Say whether the plain graph was."""
        return self.directed

    def reversed(self) -> NamedGraph:
        """Turn every edge round."""
        here, side = np.nonzero(self.passable())
        turned = np.stack([self.neighbour[here, side], here, self.cost[here, side]], axis=1).astype(np.int32)
        neighbour, cost = _tables(len(self.names), turned)
        return self._but(neighbour=neighbour, cost=cost)

    def to_networkx(self) -> Any:
        """Copy into a plain graph."""
        plain = super().to_networkx()
        return plain if self.directed else plain.to_undirected()


def _tables(n: int, edges: IntArray) -> tuple[IntArray, IntArray]:
    """Lay edges (from, to, cost) out by node: neighbours and costs (n, sides)."""
    edges = edges[np.argsort(edges[:, 0], kind="stable")]
    count = np.bincount(edges[:, 0], minlength=n)
    sides = int(count.max(initial=0))
    if sides > MOST_SIDES:
        decline(f"a node has {sides} edges")
    slot = np.arange(len(edges)) - np.repeat(np.cumsum(count) - count, count)
    neighbour, cost = np.full((n, sides), NO_HEX, np.int32), np.zeros((n, sides), np.int32)
    neighbour[edges[:, 0], slot] = edges[:, 1]
    cost[edges[:, 0], slot] = edges[:, 2]
    return neighbour, cost


def decline(reason: str) -> NoReturn:
    """Say that the arrays cannot hold a graph; networkx takes this for "try another backend"."""
    msg = f"the hexgraph backend cannot hold this graph: {reason}"
    raise NotImplementedError(msg)
