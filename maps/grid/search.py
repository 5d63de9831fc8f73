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
from numpy.typing import NDArray

from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX

__all__ = [
    "MOST_BUCKETS",
    "UNREACHED",
    "BoolArray",
    "Found",
    "IntArray",
    "Net",
    "Reach",
    "Ways",
    "longer",
    "merge",
    "pack",
    "spread",
    "spread_each",
    "spread_to",
]

IntArray: TypeAlias = NDArray[np.int32]
BoolArray: TypeAlias = NDArray[np.bool_]

UNREACHED = 2**31 - 1
"""Cost of a hex that was not reached; more than any cost can be."""

MOST_BUCKETS = 4096
_ROOM = 4096


class Net(NamedTuple):
    """
    What a search walks over.

    ``steps`` (n, sides, 2) are made by ``pack``. ``blocked`` and ``stops`` are
    (n,): a blocked hex cannot be entered; a stop can be entered and then not
    left, save by a source.
    """

    steps: NDArray[np.int16] | IntArray
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


class Found(NamedTuple):
    """What several searches found, one after another, each its own hexes only."""

    begins: NDArray[np.int64]
    """Where each search's hexes begin, and at last how many there are (searches + 1,)."""
    hexes: IntArray
    """The hexes reached; in the order they were met."""
    cost: IntArray
    """Their least costs in fragments."""
    previous: IntArray
    """The hex before each on the way, or ``NO_HEX`` at a source."""

    def of(self, search: int) -> tuple[IntArray, IntArray]:
        """Give the hexes of one search and their costs, nearest first; among equals the lowest index."""
        part = slice(self.begins[search], self.begins[search + 1])
        order = np.lexsort((self.hexes[part], self.cost[part]))
        return self.hexes[part][order], self.cost[part][order]


class Ways(NamedTuple):
    """The least ways to goals, one after another."""

    cost: IntArray
    """The cost of each way in fragments, or ``UNREACHED`` (goals,)."""
    begins: NDArray[np.int64]
    """Where the hexes of each way begin, and at last how many there are (goals + 1,)."""
    hexes: IntArray
    """The hexes of each way, from the goal back to its source, both included."""

    def of(self, goal: int) -> tuple[int, ...]:
        """Give the hexes of one way, from the goal back to the source; none if it was not reached."""
        return tuple(self.hexes[self.begins[goal] : self.begins[goal + 1]].tolist())


@njit(cache=True, nogil=True)
def pack(neighbour: IntArray, cost: IntArray, steps: NDArray[np.int16] | IntArray, most: int) -> tuple[bool, int, int]:
    """
    Lay side by side where each step leads and what it costs: a search finds both in one place of the memory.

    Parameters
    ----------
    neighbour, cost
        A step across side ``k`` of hex ``i`` leads to ``neighbour[i, k]`` and
        costs ``cost[i, k]``, where 0 or less means no passage (n, sides).
    steps
        Filled (n, sides, 2): how much further down the table the step leads,
        and its cost; 0 where there is no passage.
    most
        The greatest number that fits into ``steps``.

    Returns
    -------
    fits, cheapest, dearest
        Whether all did; the least and the greatest cost of a passage, 0 if there is none.
    """
    cheapest, dearest = 0, 0
    for here in range(neighbour.shape[0]):
        for side in range(neighbour.shape[1]):
            there, price = neighbour[here, side], cost[here, side]
            if there == NO_HEX or price <= 0:
                steps[here, side, 0], steps[here, side, 1] = 0, 0
                continue
            if price > most or abs(there - here) > most:
                return False, 0, 0
            steps[here, side, 0], steps[here, side, 1] = there - here, price
            if cheapest == 0 or price < cheapest:
                cheapest = price
            dearest = max(dearest, price)
    return True, cheapest, dearest


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
        A hex that ends the search early, or ``NO_HEX``. Costs beyond the target's
        are then not to be relied on.
    """
    n = len(net.blocked)
    state, head, queue, met = _unknown(net)
    targets = np.empty(0 if target == NO_HEX else 1, np.int32)
    targets[:] = target
    _search(net, sources, limit, targets, state, head, queue, met)
    cost, previous, source = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
    for here in range(n):
        cost[here] = UNREACHED if net.blocked[here] and state[here, 2] == NO_HEX else state[here, 0]
        previous[here], source[here] = state[here, 1], state[here, 2]
    return Reach(cost, previous, source)


@njit(cache=True, nogil=True)
def spread_each(net: Net, sources: IntArray, limits: IntArray) -> Found:
    """
    Spread from each of several sources on its own, to all hexes within its limit.

    Time and memory go by what is reached; the size of the net counts once.
    """
    state, head, queue, met = _unknown(net)
    begins, kept, found = np.zeros(len(sources) + 1, np.int64), np.empty((3, _ROOM), np.int32), 0
    nowhere = np.empty(0, np.int32)
    for k in range(len(sources)):
        closed = state[sources[k], 0]
        count, queue = _search(net, sources[k : k + 1], limits[k], nowhere, state, head, queue, met)
        while found + count > kept.shape[1]:
            more = np.empty((3, 2 * kept.shape[1]), np.int32)
            more[:, :found] = kept[:, :found]
            kept = more
        for here in met[:count]:
            kept[0, found], kept[1, found], kept[2, found] = here, state[here, 0], state[here, 1]
            state[here] = UNREACHED, NO_HEX, NO_HEX
            found += 1
        state[sources[k], 0] = closed
        begins[k + 1] = found
    return Found(begins, kept[0, :found], kept[1, :found], kept[2, :found])


@njit(cache=True, nogil=True)
def spread_to(
    net: Net, sources: IntArray, source_begins: IntArray, goals: IntArray, goal_begins: IntArray, limit: int
) -> Ways:
    """
    Find the least ways to goals, for several searches one after another, each from its own sources to its own goals.

    A search ends when it has come to all of its goals, so that time goes by how far away they are.

    Parameters
    ----------
    sources, source_begins
        The sources of search ``k`` are those from ``source_begins[k]`` to
        ``source_begins[k + 1]``; none of them is blocked.
    goals, goal_begins
        Its goals, likewise.
    limit
        The greatest cost wanted; below ``UNREACHED``.
    """
    state, head, queue, met = _unknown(net)
    cost, begins = np.full(len(goals), UNREACHED, np.int32), np.zeros(len(goals) + 1, np.int64)
    kept, found = np.empty(_ROOM, np.int32), 0
    for k in range(len(goal_begins) - 1):
        own = sources[source_begins[k] : source_begins[k + 1]]
        wanted = goals[goal_begins[k] : goal_begins[k + 1]]
        if len(wanted) == 0:
            continue
        count, queue = _search(net, own, limit, wanted, state, head, queue, met)
        for j in range(goal_begins[k], goal_begins[k + 1]):
            here = np.int64(goals[j])
            if state[here, 2] != NO_HEX:
                cost[j] = state[here, 0]
                while here != NO_HEX:
                    if found == len(kept):
                        kept = np.concatenate((kept, np.empty(found, np.int32)))
                    kept[found] = here
                    found, here = found + 1, np.int64(state[here, 1])
            begins[j + 1] = found
        for here in met[:count]:
            state[here] = UNREACHED, NO_HEX, NO_HEX
    return Ways(cost, begins, kept[:found])


@njit(cache=True, nogil=True)
def _unknown(net: Net) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """
    Make the arrays of a search that has not begun: state, heads of buckets, queue, hexes met.

    The state of a hex is its cost, the hex before it and its source, side by
    side, since they are looked at together. A blocked hex costs less than
    nothing, so that no way to it is a better one.
    """
    n = len(net.blocked)
    state = np.empty((n, 3), np.int32)
    for here in range(n):
        state[here, 0] = -1 if net.blocked[here] else UNREACHED
        state[here, 1], state[here, 2] = NO_HEX, NO_HEX
    return state, np.full(net.buckets, NO_HEX, np.int32), np.empty((_ROOM, 3), np.int32), np.empty(n, np.int32)


# Waiting hexes are rows of a queue: the hex, what it cost when it was put there, and the row after it in its bucket.
# A hex whose cost falls is put there again; its old row is met later, costs more than the hex does now, and is passed
# over. Rows taken out are used again, so the queue stays as short as the search's rim and near at hand in memory.


@njit(cache=True, nogil=True)
def _search(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    net: Net, sources: IntArray, limit: int, targets: IntArray,
    state: IntArray, head: IntArray, queue: IntArray, met: IntArray,
) -> tuple[int, IntArray]:  # fmt: skip
    """
    Search with arrays that know nothing yet; give how many hexes were met, and the queue, which may have grown.

    It ends when it has come to all ``targets``; with none it goes on to the limit. ``head`` is left as it was given,
    so that it can be used again.
    """
    # Arrays by their own names: taken from a tuple inside the loop, each would be counted in and out of use.
    steps, _, stops, shift, buckets = net
    while len(queue) < len(sources):
        queue = longer(queue)
    _begin(sources, state, head, queue, met)
    free, fresh, band = NO_HEX, len(sources), 0
    waiting, count, come_to = len(sources), len(sources), 0
    while waiting > 0:
        row = head[band & (buckets - 1)]
        if row == NO_HEX:
            band += 1
            come_to = _come_to(targets, come_to, state, band << shift)
            if come_to == len(targets) != 0:
                break
            continue
        here, then = np.int64(queue[row, 0]), queue[row, 1]
        free, waiting = _taken(head, queue, free, band & (buckets - 1)), waiting - 1
        if then != state[here, 0] or (stops[here] and state[here, 1] != NO_HEX):
            continue
        if fresh + steps.shape[1] > len(queue):
            queue = longer(queue)
        for side in range(steps.shape[1]):
            there, step = here + steps[here, side, 0], steps[here, side, 1]
            total = np.int64(then) + step
            if step == 0 or total > limit or total >= state[there, 0]:
                continue
            if state[there, 0] == UNREACHED:
                met[count] = there
                count += 1
            state[there, 0], state[there, 1], state[there, 2] = total, here, state[here, 2]
            free, fresh = _put(head, queue, free, fresh, (total >> shift) & (buckets - 1), there, total)
            waiting += 1
    head[:] = NO_HEX
    return count, queue


@njit(cache=True, nogil=True)
def _come_to(targets: IntArray, come_to: int, state: IntArray, least: int) -> int:
    """Count the targets that a search has come to: they cost less than all that waits, and so no less later."""
    while come_to < len(targets) and state[targets[come_to], 0] < least:
        come_to += 1
    return come_to


@njit(cache=True, nogil=True)
def _taken(head: IntArray, queue: IntArray, free: int, bucket: int) -> int:
    """Take the top row out of a bucket, and give it: it is the next free one."""
    row: int = head[bucket]
    head[bucket] = queue[row, 2]
    queue[row, 2] = free
    return row


@njit(cache=True, nogil=True)
def _begin(sources: IntArray, state: IntArray, head: IntArray, queue: IntArray, met: IntArray) -> None:
    for k, here in enumerate(sources):
        state[here, 0], state[here, 2], met[k] = 0, here, here
        _put(head, queue, NO_HEX, k, 0, here, 0)


@njit(cache=True, nogil=True)
def _put(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    head: IntArray, queue: IntArray, free: int, fresh: int, bucket: int, here: int, cost: int
) -> tuple[int, int]:
    """Put a hex on top of its bucket; give the next free and the next fresh row of the queue."""
    row = free
    if row == NO_HEX:
        row, fresh = fresh, fresh + 1
    else:
        free = queue[row, 2]
    queue[row, 0], queue[row, 1], queue[row, 2] = here, cost, head[bucket]
    head[bucket] = row
    return free, fresh


@njit(cache=True, nogil=True)
def longer(queue: IntArray) -> IntArray:
    """Copy a queue into one twice as long."""
    twice = np.empty((2 * len(queue), 3), np.int32)
    twice[: len(queue)] = queue
    return twice


@njit(cache=True, nogil=True)
def merge(steps: NDArray[np.int16] | IntArray, blocked: BoolArray) -> IntArray:
    """
    Label the parts that hang together, whichever way their steps, made by ``pack``, lead (n,).

    Labels count from 0 in order of each part's lowest hex; blocked hexes have
    ``NO_HEX``.
    """
    n = len(blocked)
    root = np.arange(n).astype(np.int32)
    for here in range(n):
        if blocked[here]:
            continue
        for side in range(steps.shape[1]):
            there = here + steps[here, side, 0]
            if steps[here, side, 1] != 0 and not blocked[there]:
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
