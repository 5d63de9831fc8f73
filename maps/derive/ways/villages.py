"""Draw roads from town to town through the villages between them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.nearby import nearest_of
from maps.derive.routing import cheapest_way, ways_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from maps.sources.links import TownLink

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["gabriel_edges", "village_routes"]

_DETOUR = 1.15
_SHARED = 0.7
_SAME_SPOT_M = 1200.0


def gabriel_edges(points: Floats) -> Ints:
    """
    Give the edges (e, 2) of the Gabriel graph: pairs whose circle holds no third point.

    Old roads run much like it: from village to village, rarely past one.
    """
    if len(points) < 4:
        return np.array([(a, b) for a in range(len(points)) for b in range(a)], np.int64).reshape(-1, 2)
    from scipy.spatial import Delaunay, QhullError  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    try:
        triangles = Delaunay(points).simplices
    except QhullError:  # all in one line: joggled, each is joined to the next
        triangles = Delaunay(points, qhull_options="QJ").simplices
    pairs = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [0, 2]]]), axis=1)
    pairs = np.unique(pairs, axis=0)
    middle = points[pairs].mean(axis=1)
    radius = np.hypot(*(points[pairs[:, 0]] - points[pairs[:, 1]]).T) / 2
    nearest = nearest_of(points, middle)[0]
    return np.asarray(pairs[nearest >= radius * (1 - 1e-9)].astype(np.int64))


def village_routes(links: Sequence[TownLink], villages: Floats) -> Iterator[Floats]:
    """
    Draw each link as a line through villages (m, 2), in map coordinates.

    A stretch that an earlier link took is cheaper, so that roads join rather
    than run side by side; give the important links first. Villages (v, 2) within
    1.2 km of a town are taken for the town.
    """
    towns = {node.name: (node.x_m, node.y_m) for link in links for node in (link.start, link.end)}
    names = list(towns)
    spots = np.array([towns[name] for name in names]).reshape(-1, 2)
    apart = nearest_of(spots, villages)[0] > _SAME_SPOT_M
    points = np.concatenate([spots, villages[apart]])
    edges = gabriel_edges(points)
    cost = np.hypot(*(points[edges[:, 0]] - points[edges[:, 1]]).T) ** _DETOUR
    ways = ways_of(edges, len(points))
    edge_of = {(int(a), int(b)): e for e, (a, b) in enumerate(np.sort(edges, axis=1))}
    for link in links:
        goal = np.zeros(len(points), bool)
        goal[names.index(link.end.name)] = True
        way = cheapest_way(ways, cost, names.index(link.start.name), goal).tolist()
        taken = {edge_of[min(pair), max(pair)] for pair in pairwise(way)}
        cost[list(taken)] *= _SHARED
        yield points[way]
