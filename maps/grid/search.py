"""
Search a net of hexes: costs outwards from sources, and connected parts.

Kernels only: arrays in, arrays out, compiled by numba. ``maps.grid.graph`` is
the door to them. The queue is one of buckets. A bucket as wide as the
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
    width: int
    """Width of a bucket, in cost."""
    buckets: int
    """How many buckets: enough for the dearest step."""


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


class _Queue(NamedTuple):
    """Hexes waiting in buckets: each bucket a chain linked both ways, so that any hex can be taken out."""

    head: IntArray
    after: IntArray
    before: IntArray


@njit(cache=True, nogil=True)
def _put(queue: _Queue, bucket: int, here: int) -> None:
    top = queue.head[bucket]
    queue.after[here] = top
    queue.before[here] = NO_HEX
    if top != NO_HEX:
        queue.before[top] = here
    queue.head[bucket] = here


@njit(cache=True, nogil=True)
def _take(queue: _Queue, bucket: int, here: int) -> None:
    after, before = queue.after[here], queue.before[here]
    if before == NO_HEX:
        queue.head[bucket] = after
    else:
        queue.after[before] = after
    if after != NO_HEX:
        queue.before[after] = before


@njit(cache=True, nogil=True)
def spread(net: Net, sources: IntArray, limit: int, target: int) -> Reach:
    """
    Reach outwards from sources, nearest first, to all hexes within a cost.

    Parameters
    ----------
    sources
        Hexes to begin from, at cost 0; they need not be distinct.
    limit
        The greatest cost wanted; below ``UNREACHED``.
    target
        A hex at which to end early, or ``NO_HEX``. Costs beyond the target's
        are then not to be relied on.
    """
    n = len(net.blocked)
    found = Reach(np.full(n, UNREACHED, np.int32), np.full(n, NO_HEX, np.int32), np.full(n, NO_HEX, np.int32))
    queue = _Queue(np.full(net.buckets, NO_HEX, np.int32), np.empty(n, np.int32), np.empty(n, np.int32))
    waits = np.zeros(n, np.bool_)
    waiting = 0
    for here in sources:
        if found.cost[here] == UNREACHED:
            found.cost[here] = 0
            found.source[here] = here
            waits[here] = True
            _put(queue, 0, here)
            waiting += 1
    band = 0
    while waiting > 0:
        bucket = band % net.buckets
        while queue.head[bucket] != NO_HEX:
            here = queue.head[bucket]
            _take(queue, bucket, here)
            waits[here] = False
            waiting += _leave(net, found, queue, waits, here, limit) - 1
        if target != NO_HEX and found.cost[target] // net.width <= band:
            break
        band += 1
    return found


@njit(cache=True, nogil=True)
def _leave(net: Net, found: Reach, queue: _Queue, waits: BoolArray, here: int, limit: int) -> int:
    """Try every side of a hex; count the hexes that joined the queue."""
    if net.stops[here] and found.previous[here] != NO_HEX:
        return 0
    joined = 0
    for side in range(net.neighbour.shape[1]):
        there, step = net.neighbour[here, side], net.cost[here, side]
        if there == NO_HEX or step <= 0 or net.blocked[there]:
            continue
        total = np.int64(found.cost[here]) + step
        if total > limit or total >= found.cost[there]:
            continue
        if waits[there]:
            _take(queue, (found.cost[there] // net.width) % net.buckets, there)
            joined -= 1
        found.cost[there] = total
        found.previous[there] = here
        found.source[there] = found.source[here]
        waits[there] = True
        _put(queue, (total // net.width) % net.buckets, there)
        joined += 1
    return joined


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
