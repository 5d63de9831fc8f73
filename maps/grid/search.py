"""
Search a net of hexes: costs outwards from sources, and connected parts.

Kernels only: arrays in, arrays out, compiled by numba. ``maps.grid.graph`` is
the door to them. The queue is one of buckets. A bucket no wider than the
cheapest step needs no order inside it: whatever waits there is already at its
least cost (Denardo and Fox, *Operations Research* 27, 1979). Where costs are
so unequal that this would take too many buckets they are made wider, and a
hex whose cost falls goes back into the queue; the answer is the same.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from maps.grid.hexgrid import NO_HEX

__all__ = ["MOST_BUCKETS", "UNREACHED", "BoolArray", "IntArray", "Net", "Reach", "merge", "spread"]

IntArray: TypeAlias = NDArray[np.int32]
BoolArray: TypeAlias = NDArray[np.bool_]

UNREACHED = 2**31 - 1
"""Cost of a hex that was not reached; more than any cost can be."""

MOST_BUCKETS = 4096


class Net(NamedTuple):
    """
    What a search walks over.

    ``neighbour`` and ``cost`` are (n, sides): a step across side ``k`` of hex
    ``i`` leads to ``neighbour[i, k]`` and costs ``cost[i, k]``, where 0 or less
    means no passage. ``blocked`` and ``stops`` are (n,): a blocked hex cannot
    be entered; a stop can be entered and then not left, save by a source.
    """

    neighbour: IntArray
    cost: IntArray
    blocked: BoolArray
    stops: BoolArray
    shift: int
    """A bucket is ``2**shift`` fragments wide."""
    buckets: int
    """How many buckets, a power of two: enough for the dearest step."""


class Reach(NamedTuple):
    """What a search found, for each hex (n,)."""

    cost: IntArray
    """Least cost in fragments, or ``UNREACHED``."""
    previous: IntArray
    """The hex before it on the way, or ``NO_HEX`` at a source and where unreached."""
    source: IntArray
    """The source it was reached from, or ``NO_HEX``."""

    def hexes(self) -> IntArray:
        """List the hexes reached, nearest first; among equals the lowest index."""
        met = np.flatnonzero(self.cost != UNREACHED)
        return met[np.argsort(self.cost[met], kind="stable")].astype(np.int32)


@njit(cache=True, nogil=True)
def spread(net: Net, sources: IntArray, limit: int, target: int) -> Reach:
    """
    Spread outwards from sources, nearest first, to all hexes within a cost.

    Parameters
    ----------
    sources
        Hexes to begin from, at cost 0, each named once.
    limit
        The greatest cost wanted; below ``UNREACHED``.
    target
        A hex at which to end early, or ``NO_HEX``. Costs beyond the target's
        are then not to be relied on.
    """
    # Arrays by their own names: taken from a tuple inside the loop, each would be counted in and out of use.
    neighbour, steps, blocked, stops, shift, buckets = net
    n = len(blocked)
    cost, previous, source = np.full(n, UNREACHED, np.int32), np.full(n, NO_HEX, np.int32), np.full(n, NO_HEX, np.int32)
    head, after, before = np.full(buckets, NO_HEX, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
    waits = np.zeros(n, np.bool_)
    for here in sources:
        cost[here], source[here], waits[here] = 0, here, True
        _put(head, after, before, 0, here)
    waiting, band = len(sources), 0
    while waiting > 0 and (target == NO_HEX or cost[target] >> shift >= band):
        here = head[band & (buckets - 1)]
        if here == NO_HEX:
            band += 1
            continue
        _take(head, after, before, band & (buckets - 1), here)
        waits[here] = False
        waiting -= 1
        if stops[here] and previous[here] != NO_HEX:
            continue
        for side in range(neighbour.shape[1]):
            there, step = neighbour[here, side], steps[here, side]
            if there == NO_HEX or step <= 0 or blocked[there]:
                continue
            total = np.int64(cost[here]) + step
            if total > limit or total >= cost[there]:
                continue
            if waits[there]:
                _take(head, after, before, (cost[there] >> shift) & (buckets - 1), there)
                waiting -= 1
            cost[there], previous[there], source[there], waits[there] = total, here, source[here], True
            _put(head, after, before, (total >> shift) & (buckets - 1), there)
            waiting += 1
    return Reach(cost, previous, source)


# Hexes wait in buckets, each a chain linked both ways so that any hex can be taken out of it.


@njit(cache=True, nogil=True)
def _put(head: IntArray, after: IntArray, before: IntArray, bucket: int, here: int) -> None:
    top = head[bucket]
    after[here], before[here] = top, NO_HEX
    if top != NO_HEX:
        before[top] = here
    head[bucket] = here


@njit(cache=True, nogil=True)
def _take(head: IntArray, after: IntArray, before: IntArray, bucket: int, here: int) -> None:
    later, earlier = after[here], before[here]
    if earlier == NO_HEX:
        head[bucket] = later
    else:
        after[earlier] = later
    if later != NO_HEX:
        before[later] = earlier


@njit(cache=True, nogil=True)
def merge(neighbour: IntArray, cost: IntArray, blocked: BoolArray) -> IntArray:
    """
    Label the parts that hang together, whichever way their steps lead (n,).

    Labels count from 0 in order of each part's lowest hex; blocked hexes have
    ``NO_HEX``.
    """
    n = len(blocked)
    root = np.arange(n).astype(np.int32)
    for here in range(n):
        if blocked[here]:
            continue
        for side in range(neighbour.shape[1]):
            there = neighbour[here, side]
            if there != NO_HEX and cost[here, side] > 0 and not blocked[there]:
                a, b = _root(root, here), _root(root, there)
                # The lower hex leads, so that a root is always the lowest of its part.
                root[max(a, b)] = min(a, b)
    label = np.full(n, NO_HEX, np.int32)
    parts = 0
    for here in range(n):
        if blocked[here]:
            continue
        top = _root(root, here)
        if top == here:
            label[here] = parts
            parts += 1
        else:
            label[here] = label[top]
    return label


@njit(cache=True, nogil=True)
def _root(root: IntArray, here: int) -> int:
    while root[here] != here:
        root[here] = root[root[here]]
        here = root[here]
    return here
