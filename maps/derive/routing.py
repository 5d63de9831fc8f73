"""Find cheapest ways in small graphs whose edges have given costs."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Ways", "cheapest_way", "ways_of"]


class Ways(NamedTuple):
    """From each node the edges that leave it: ``starts[k]`` to ``starts[k + 1]`` in ``nodes`` and ``edges``."""

    starts: Ints
    nodes: Ints
    edges: Ints


def ways_of(ends: Ints, nodes: int) -> Ways:
    """Sort undirected edges (e, 2) by the nodes they leave."""
    both = np.concatenate([ends, ends[:, ::-1]])
    order = np.argsort(both[:, 0], kind="stable")
    starts = np.searchsorted(both[order, 0], np.arange(nodes + 1))
    return Ways(starts.astype(np.int64), both[order, 1].astype(np.int64), (order % len(ends)).astype(np.int64))


@njit(cache=True, nogil=True)
def _search(starts: Ints, nodes: Ints, edges: Ints, cost: Floats, source: int, goal: NDArray[np.bool_]) -> Ints:
    best = np.full(len(starts) - 1, np.inf)
    came = np.full(len(starts) - 1, -1, np.int64)
    best[source] = 0.0
    queue = [(0.0, source)]
    while queue:
        spent, here = heappop(queue)
        if goal[here]:
            return _back(came, here, starts)
        if spent > best[here]:
            continue
        for k in range(starts[here], starts[here + 1]):
            reached = spent + cost[edges[k]]
            if reached < best[nodes[k]]:
                best[nodes[k]] = reached
                came[nodes[k]] = k
                heappush(queue, (reached, nodes[k]))
    return np.empty(0, np.int64)


@njit(cache=True, nogil=True)
def _back(came: Ints, last: int, starts: Ints) -> Ints:
    """List the nodes of a way from its source, by going back from its end."""
    way = [last]
    while came[way[-1]] >= 0:
        way.append(np.searchsorted(starts, came[way[-1]], side="right") - 1)
    return np.array(way[::-1], np.int64)


def cheapest_way(ways: Ways, cost: Floats, source: int, goal: NDArray[np.bool_]) -> Ints:
    """
    Find the cheapest way to the nearest goal (Dijkstra).

    Parameters
    ----------
    cost
        One number from 0 up per edge; infinite where nothing passes.
    goal
        Which nodes end the way.

    Returns
    -------
    numpy.ndarray
        The nodes passed, source and goal included; empty if there is no way.
    """
    return np.asarray(_search(*ways, cost, source, goal))
