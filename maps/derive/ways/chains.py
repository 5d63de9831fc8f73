"""
Join lines into chains: what runs from one junction to the next as one line.

Sources cut a road wherever a tag changes. Two lines are joined where they
share a point exactly (to a centimetre), at an end or on their way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.featureset import Features

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Chains", "Network", "chains_of", "firsts_of", "network_of"]

_SAME_POINT_M = 0.01


class Network(NamedTuple):
    """
    Lines as segments between nodes.

    Attributes
    ----------
    nodes
        Points in grid coordinates (k, 2).
    ends
        The two nodes of each segment (s, 2).
    feature, code
        Row of the line that a segment is part of, and its class (s,).
    """

    nodes: Floats
    ends: Ints
    feature: Ints
    code: Ints


class Chains(NamedTuple):
    """
    Nodes in order along each chain: ``starts[c]`` to ``starts[c + 1]`` in ``node``.

    ``feature`` is the row of the line that leaves a node; -1 at a chain's end.
    """

    starts: Ints
    node: Ints
    feature: Ints


def network_of(lines: Features, codes: Ints, layout: Layout) -> Network:
    """
    Take lines apart into segments; of those drawn twice the best class stays.

    Parameters
    ----------
    codes
        Class of each line (m,); those below 1 are left out.
    """
    codes = np.asarray(codes, np.int64)
    rows = np.flatnonzero(codes > 0)
    xy, line = shapely.get_coordinates(lines.shapes[rows], return_index=True)
    if not len(xy):
        empty = np.empty(0, np.int64)
        return Network(np.empty((0, 2)), np.empty((0, 2), np.int64), empty, empty)
    uv = layout.to_grid(xy)
    first, node = _same_points(uv)
    at = np.flatnonzero((line[:-1] == line[1:]) & (node[:-1] != node[1:]))
    ends = np.stack([node[at], node[at + 1]], axis=1)
    feature = rows[line[at]]
    kept = _drawn_once(ends, codes[feature], len(first))
    return Network(uv[first], ends[kept], feature[kept], codes[feature][kept])


def _same_points(uv: Floats) -> tuple[Ints, Ints]:
    """Give the first of each lot of equal points, and of every point its lot."""
    steps = np.rint(uv / _SAME_POINT_M).astype(np.int64)
    steps -= steps.min(axis=0)
    return firsts_of(steps[:, 0] * (steps[:, 1].max() + 1) + steps[:, 1])


def _drawn_once(ends: Ints, codes: Ints, nodes: int) -> Ints:
    keys = np.minimum(*ends.T) * nodes + np.maximum(*ends.T)
    # Numbers of 16 bits are sorted by their digits.
    best_first = np.argsort(-codes.astype(np.int16), kind="stable")
    first, _ = firsts_of(keys[best_first])
    return np.sort(best_first[first])


def firsts_of(keys: Ints) -> tuple[Ints, Ints]:
    """
    Give the first of each lot of equal keys (k,), the least key first, and of every key its lot, as ``np.unique`` does.

    That sorts so that equal keys keep their order, which is slow; here the first of a lot is looked up afterwards.
    """
    if not len(keys):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    order = np.argsort(keys)
    lying = keys[order]
    begins = np.concatenate([[True], lying[1:] != lying[:-1]])
    lot = np.empty(len(keys), np.int64)
    lot[order] = np.cumsum(begins) - 1
    return np.minimum.reduceat(order, np.flatnonzero(begins)), lot


def chains_of(network: Network, chosen: Bools, stops: Bools) -> Chains:
    """
    Join segments into chains.

    Parameters
    ----------
    chosen
        Which segments are joined (s,); the others are as if they were not there.
    stops
        Nodes where every chain ends (k,). Chains end besides wherever one
        chosen segment ends, or three and more meet.
    """
    rows = np.flatnonzero(chosen)
    ends = network.ends[rows]
    stops = stops | (np.bincount(ends.ravel(), minlength=len(network.nodes)) != 2)
    starts, node, segment = _follow(ends, stops)
    feature = np.where(segment < 0, -1, network.feature[rows][segment]) if len(rows) else segment
    return Chains(starts, node, feature)


@njit(cache=True, nogil=True)
def _beside(ends: Ints, nodes: int) -> Ints:
    """List the last two segments at each node (k, 2)."""
    found = np.full((nodes, 2), -1, np.int64)
    for s in range(len(ends)):
        for e in range(2):
            node = ends[s, e]
            found[node, 1] = found[node, 0]
            found[node, 0] = s
    return found


@njit(cache=True, nogil=True)
def _follow(ends: Ints, stops: Bools) -> tuple[Ints, Ints, Ints]:
    beside = _beside(ends, len(stops))
    taken = np.zeros(len(ends), np.bool_)
    starts, nodes, segments = [0], [0], [0]
    nodes.clear()
    segments.clear()
    # First all that begin at a stop; what is left then are rings without one.
    for ring in (False, True):
        for s in range(len(ends)):
            if taken[s] or not (ring or stops[ends[s, 0]] or stops[ends[s, 1]]):
                continue
            node = ends[s, 0] if ring or stops[ends[s, 0]] else ends[s, 1]
            segment = s
            while segment >= 0:
                nodes.append(node)
                segments.append(segment)
                taken[segment] = True
                node = ends[segment, 1] if ends[segment, 0] == node else ends[segment, 0]
                onwards = beside[node, 1] if beside[node, 0] == segment else beside[node, 0]
                segment = -1 if stops[node] or taken[onwards] else onwards
            nodes.append(node)
            segments.append(-1)
            starts.append(len(nodes))
    return np.array(starts, np.int64), np.array(nodes, np.int64), np.array(segments, np.int64)
