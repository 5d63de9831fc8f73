"""
Join the links of a map, hex to hex, into lines that run on through junctions.

Roads and railways are links between hexes; rivers are hexsides between corners. Both are
edges between nodes, and both run on at a node into the edge that fits best. All of it is arrays:
a large map has half a million links. An *end* is twice its edge, and one more at the edge's ``b``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["Edges", "Meeting", "Runs", "at_nodes", "parted", "partners", "runs"]


class Edges(NamedTuple):
    """Links or hexsides (m,): two nodes of each, its rank (greater is more important), and hex times 6 plus side."""

    a: Whole
    b: Whole
    rank: Whole
    link: Whole

    @property
    def nodes(self) -> Whole:
        """Name the node of each end (2 m,)."""
        return np.stack([self.a, self.b], axis=1).ravel()


class Meeting(NamedTuple):
    """What meets where: the nodes in their order (k,), their ends (2 m,), and where those of each begin (k + 1,)."""

    nodes: Whole
    ends: Whole
    starts: Whole

    @property
    def place(self) -> Whole:
        """Say where among the nodes each end is (2 m,)."""
        found = np.empty(len(self.ends), np.int64)
        found[self.ends] = np.repeat(np.arange(len(self.nodes)), np.diff(self.starts))
        return found


class Runs(NamedTuple):
    """
    Lines of edges, one after the other.

    Attributes
    ----------
    ends
        The end where each edge is entered, in the order that the lines follow them (m,).
    starts
        Where each line begins, and the end (r + 1,).
    """

    ends: Whole
    starts: Whole


def at_nodes(edges: Edges) -> Meeting:
    """List the ends that meet at each node, by the order of their edges."""
    nodes = edges.nodes
    order = np.argsort(nodes, kind="stable")
    found, first = np.unique(nodes[order], return_index=True)
    return Meeting(found, order, np.append(first, len(order)).astype(np.int64))


def partners(meeting: Meeting, worth: Callable[[Whole, Whole], Floats]) -> Whole:
    """
    Pair the ends that run on into one another at a node: the other end of each (2 m,), -1 where a line ends.

    The pairs of greatest worth come first; an end runs on into one other at most, and
    a worth that is no number means that two never run on into one another.
    """
    one, other, node = _pairs(meeting.ends, meeting.starts)
    value = worth(one, other)
    order = np.lexsort((other, one, -value, node))
    order = order[~np.isnan(value[order])]
    return _paired(one[order], other[order], len(meeting.ends))


@njit(cache=True, nogil=True)
def _pairs(ends: Whole, starts: Whole) -> tuple[Whole, Whole, Whole]:
    """List all pairs of ends at each node, and the node."""
    count = 0
    for k in range(len(starts) - 1):
        here = starts[k + 1] - starts[k]
        count += here * (here - 1) // 2
    one, other, node = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    found = 0
    for k in range(len(starts) - 1):
        for i in range(starts[k], starts[k + 1]):
            for j in range(i + 1, starts[k + 1]):
                one[found], other[found], node[found] = ends[i], ends[j], k
                found += 1
    return one, other, node


@njit(cache=True, nogil=True)
def _paired(one: Whole, other: Whole, count: int) -> Whole:
    """Give each end the first partner that is still free."""
    follow = np.full(count, -1, np.int64)
    for k in range(len(one)):
        if follow[one[k]] < 0 and follow[other[k]] < 0:
            follow[one[k]], follow[other[k]] = other[k], one[k]
    return follow


@njit(cache=True, nogil=True)
def _followed(starting: Whole, follow: Whole) -> tuple[Whole, Whole]:
    """Follow the edges from one end after the other, each once."""
    used = np.zeros(len(follow) // 2, np.bool_)
    passed, starts = np.empty(len(used), np.int64), np.zeros(len(used) + 1, np.int64)
    count = lines = 0
    for first in starting:
        end = first
        while end >= 0 and not used[end // 2]:
            used[end // 2] = True
            passed[count] = end
            count += 1
            end = follow[end ^ 1]
        if count > starts[lines]:
            lines += 1
            starts[lines] = count
    return passed, starts[: lines + 1]


def runs(follow: Whole) -> Runs:
    """Follow the edges into lines, each edge once; lines with an end come first, then rings."""
    starting = np.concatenate([np.flatnonzero(follow < 0), np.arange(0, len(follow), 2)])
    return Runs(*_followed(starting, follow))


def parted(found: Runs, edges: Edges) -> Runs:
    """Cut lines where the class of their edges changes."""
    rank = edges.rank[found.ends // 2]
    cut = np.ones(len(rank) + 1, bool)
    cut[1:-1] = rank[1:] != rank[:-1]
    cut[found.starts] = True
    return Runs(found.ends, np.flatnonzero(cut))
