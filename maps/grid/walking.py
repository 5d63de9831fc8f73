"""
Walk over a map that was cut into kinds of step: one search for every mover.

``WalkGraph`` is a graph for networkx, answered by the kernel in this module
with costs and paths that are made when they are read. A hex can be entered by
a step that halts there sooner than by one that lets the walk go on, so a
hex is two nodes: ``h``, where steps begin, and ``n + h``, where a walk has
halted.

The kernel's queue is one of buckets, first in, first out within each: among
equal ways the one met first counts. What holds for one search alone (hexes
shut, steps that are otherwise) is marked on arrays that are kept and wiped
again, so a search costs by what it reaches, not by the map.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.search import MOST_BUCKETS, UNREACHED, longer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import networkx as nx

    from maps.grid.hexgrid import Grid
    from maps.grid.kinds import Codes, Kinds
    from maps.grid.search import BoolArray, IntArray

__all__ = [
    "AS_PRICED", "CAPS", "FIRST", "HALTS", "NO_CHANGES", "NO_LIMIT", "Changes", "Flags", "Laid", "Prices",
    "WalkGraph", "Walked",
]  # fmt: skip

Flags: TypeAlias = NDArray[np.uint8]

HALTS, FIRST, CAPS = 1, 2, 4
"""What a step does besides costing: it ends the walk; it is made only as the first; it caps the length of the walk."""

NO_LIMIT = UNREACHED - 1
AS_PRICED = -1
"""The cost in ``Changes.first_cost`` of a step that costs what the ground says."""

SHUT, HALT, _CHANGED = 1, 2, 4
_ROOM = 256
_KEPT_SETS = 8


@dataclass(frozen=True, eq=False)
class Prices:
    """What the kinds of step cost one mover (0: not made), and what they do (``HALTS``, ``FIRST``, ``CAPS``)."""

    cost: IntArray
    flags: Flags

    @cached_property
    def gauge(self) -> tuple[int, int]:
        """The least and the greatest cost of a step that is made."""
        made = self.cost[self.cost > 0]
        return (int(made.min()), int(made.max())) if made.size else (1, 1)


class Changes(NamedTuple):
    """What holds for one walk besides the prices, as the kernel wants it."""

    shut: IntArray
    """Hexes that cannot be entered."""
    halts: IntArray
    """Hexes where a walk ends."""
    edges: NDArray[np.int64]
    """Steps (6 * hex + side), in order, that are otherwise: they cost ``edge_cost`` and do ``edge_flags``."""
    edge_cost: IntArray
    edge_flags: Flags
    first_cost: IntArray
    """What the steps from the start cost, by side; ``AS_PRICED`` where they are as usual."""
    first_flags: Flags
    holder: Flags
    """The holder of each hex (n,), or nothing."""
    barred: BoolArray
    """The holders whose hexes are shut (256,)."""
    marks: Flags
    """Hexes shut and halting as ``SHUT`` and ``HALT`` (n,), or nothing: quicker than lists of thousands."""


class Laid:
    """Steps that are otherwise, which lay themselves out as ``Changes`` has them."""

    @property
    def edges(self) -> tuple[NDArray[np.int64], IntArray, Flags]:
        """Give the steps in order, what they cost and what they do."""
        raise NotImplementedError


NO_CHANGES = Changes(
    np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.uint8),
    np.full(SIDES, AS_PRICED, np.int32), np.zeros(SIDES, np.uint8), np.frombuffer(b"", np.uint8), np.zeros(256, bool),
    np.empty(0, np.uint8),
)  # fmt: skip


class Walked(NamedTuple):
    """The hexes that a walk met, in that order; and of each, what it costs so that the walk goes on, and at all."""

    hexes: IntArray
    on: IntArray
    """Least cost that lets the walk go on, or ``UNREACHED``."""
    before_on: IntArray
    """The hex before it on that way, ``NO_HEX`` at a start."""
    least: IntArray
    """Least cost of being there at all."""
    before: IntArray
    """The hex before it on that way."""
    halted: IntArray
    """Least cost of a way that halts there, or ``UNREACHED``."""
    before_halted: IntArray
    """The hex before it on that way."""

    def in_order(self) -> Walked:
        """Put the nearest first; among equals the one met first."""
        order = np.argsort(self.least, kind="stable")
        return Walked(*(column[order] for column in self))


@dataclass(frozen=True, eq=False)
class WalkGraph:
    """
    A ground as one mover finds it now, as a directed graph of ``2 n`` nodes.

    ``start`` is the hex where steps that are only made first may be made; a
    search may begin elsewhere.
    """

    kinds: Kinds
    prices: Prices
    start: int
    changes: Changes = NO_CHANGES
    avoid: int = 0
    """Flags of steps that are not made."""
    __networkx_backend__ = "hexgraph"

    @property
    def n(self) -> int:
        """How many hexes the map has."""
        return len(self.kinds.code)

    def is_directed(self) -> bool:
        """Say yes: a step there and back are two."""
        return True

    def is_multigraph(self) -> bool:
        """Say no: one step leads from node to node."""
        return False

    def __len__(self) -> int:
        """Count the nodes: each hex going on, and each halted."""
        return 2 * self.n

    def __iter__(self) -> Iterator[int]:
        """List the nodes."""
        return iter(range(len(self)))

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and 0 <= node < len(self)

    def step(self, here: int, side: int) -> tuple[int, int] | None:
        """Give the node that a step leads to and its cost, or nothing if it is not made; by the definition."""
        there = int(self.kinds.hexmap.neighbour[here, side])
        cost, does = self._priced(here, side)
        changes = self.changes
        if there == NO_HEX or cost <= 0 or does & self.avoid or (does & FIRST and here != self.start):
            return None
        marked = int(changes.marks[there]) if len(changes.marks) else 0
        if there in changes.shut or marked & SHUT or (len(changes.holder) and changes.barred[changes.holder[there]]):
            return None
        return there + (self.n if does & HALTS or marked & HALT or there in changes.halts else 0), cost

    def _priced(self, here: int, side: int) -> tuple[int, int]:
        changes = self.changes
        if here == self.start and changes.first_cost[side] != AS_PRICED:
            return int(changes.first_cost[side]), int(changes.first_flags[side])
        changed = np.flatnonzero(changes.edges == SIDES * here + side)
        if changed.size:
            return int(changes.edge_cost[changed[0]]), int(changes.edge_flags[changed[0]])
        kind = self.kinds.code[here, side]
        return int(self.prices.cost[kind]), int(self.prices.flags[kind])

    def to_networkx(self) -> nx.DiGraph:
        """Copy into a plain ``DiGraph``; edges have the cost as ``weight``."""
        import networkx as nx  # noqa: PLC0415 - the kernel does without it

        plain = nx.DiGraph()
        plain.add_nodes_from(self)
        for here in range(self.n):
            for side in range(SIDES):
                found = self.step(here, side)
                if found is not None:
                    plain.add_edge(here, found[0], weight=found[1])
        return plain

    def search(
        self, sources: Sequence[int], limit: int = NO_LIMIT, *, turn: int = 0, keeps: bool = False, goal: int = NO_HEX
    ) -> Walked:
        """
        Walk out from hexes, to all that cost no more than a limit.

        Parameters
        ----------
        turn
            What can be spent in a turn, if the walk goes on for as many as it
            takes: a step that halts ends the turn, one that is only made first
            begins one. These costs depend on when a step is made, so networkx
            cannot ask for them.
        keeps
            Whether a step may begin in one turn and end in another.
        goal
            A hex where the search stops, once no way there can be found that is less dear or as dear and was met
            sooner. Of the goal and of the hexes on its way all is as it were without; of others it may not be.
        """
        scratch = _taken(self.n)
        found = _walk(
            self.kinds.code, (self.prices.cost, self.prices.flags), _deltas(self.kinds.hexmap.layout.grid),
            self._odd_by(), np.array(sources, np.int32), self.start, (min(limit, NO_LIMIT), self.avoid, goal),
            (turn, keeps), self.changes, self._gauge(turn), scratch,
        )  # fmt: skip
        # Only a search that came to its end has wiped its arrays.
        _given_back(self.n, scratch)
        return Walked(*found)

    def _odd_by(self) -> tuple[int, int]:
        """Say how a hex's line is told odd or even: its index divided by the first, the rest by the second."""
        grid = self.kinds.hexmap.layout.grid
        return (1, grid.cols) if grid.flat_top else (grid.cols, grid.rows + 1)

    def _gauge(self, turn: int) -> tuple[int, int]:
        """Give the width of a bucket, as a power of two, and how many there are: a power of two as well."""
        low, high = self.prices.gauge
        for cost in (self.changes.edge_cost, self.changes.first_cost):
            if not cost.size or cost is NO_CHANGES.first_cost:
                continue
            made = cost[cost > 0]
            if made.size:
                low, high = min(low, int(made.min())), max(high, int(made.max()))
        high += 2 * turn
        shift = max(low.bit_length() - 1, high.bit_length() - MOST_BUCKETS.bit_length() + 1, 0)
        return shift, 1 << ((high >> shift) + 1).bit_length()


_Scratch: TypeAlias = tuple[Flags, "IntArray", "IntArray"]
_sets: list[tuple[int, _Scratch]] = []
_sets_lock = threading.Lock()


def _taken(n: int) -> _Scratch:
    """Take arrays to write on (marks, states, hexes met), wiped before or new: each search has its own."""
    with _sets_lock:
        for k, (size, scratch) in enumerate(_sets):
            if size == n:
                del _sets[k]
                return scratch
    return np.zeros(n, np.uint8), np.full((n, 6), UNREACHED, np.int32), np.empty(n, np.int32)


def _given_back(n: int, scratch: _Scratch) -> None:
    with _sets_lock:
        _sets.append((n, scratch))
        del _sets[:-_KEPT_SETS]


@lru_cache(maxsize=64)
def _deltas(grid: Grid) -> NDArray[np.int64]:
    """Say how much further down the map a step leads, from an even and an odd line of hexes, by side."""
    return np.array([[south * grid.cols + east for east, south in grid.offsets(odd)] for odd in (0, 1)], np.int64)


@njit(cache=True, nogil=True)
def _mark(mark: Flags, changes: Changes) -> None:
    for index in changes.shut:
        mark[index] |= SHUT
    for index in changes.halts:
        mark[index] |= HALT
    for edge in changes.edges:
        mark[edge // SIDES] |= _CHANGED


@njit(cache=True, nogil=True)
def _unmark(mark: Flags, changes: Changes) -> None:
    for index in changes.shut:
        mark[index] = 0
    for index in changes.halts:
        mark[index] = 0
    for edge in changes.edges:
        mark[edge // SIDES] = 0


@njit(cache=True, nogil=True)
def _put(ends: IntArray, queue: IntArray, fresh: int, slot: int, here: int, cost: int) -> None:
    """Put a hex behind those that wait in a bucket."""
    queue[fresh, 0], queue[fresh, 1], queue[fresh, 2] = here, cost, NO_HEX
    if ends[slot, 1] >= 0:
        queue[ends[slot, 1], 2] = fresh
    else:
        ends[slot, 0] = fresh
    ends[slot, 1] = fresh


@njit(cache=True, nogil=True)
def _results(hexes: IntArray, state: IntArray, mark: Flags, changes: Changes) -> IntArray:
    """Copy what is known of the hexes met, and forget it and the marks."""
    _unmark(mark, changes)
    count = len(hexes)
    out = np.empty((7, count), np.int32)
    for k in range(count):
        here = hexes[k]
        out[0, k] = here
        for column in range(6):
            out[column + 1, k] = state[here, column]
            state[here, column] = UNREACHED
    return out


@njit(cache=True, nogil=True)
def _begun(
    sources: IntArray, scratch: tuple[Flags, IntArray, IntArray], buckets: int, changes: Changes
) -> tuple[IntArray, IntArray, int]:
    """
    Mark what holds now, and put the sources into the first bucket, each once.

    Gives the ends of the buckets, the queue, and how many wait in it.
    """
    mark, state, met = scratch
    _mark(mark, changes)
    ends, queue = np.full((buckets, 2), NO_HEX, np.int32), np.empty((_ROOM + len(sources), 3), np.int32)
    count = 0
    for here in sources:
        if state[here, 2] != 0:
            state[here, 0], state[here, 1], state[here, 2], state[here, 3] = 0, NO_HEX, 0, NO_HEX
            met[count] = here
            _put(ends, queue, count, 0, here, 0)
            count += 1
    return ends, queue, count


@njit(cache=True, nogil=True)
def _next_of(ends: IntArray, queue: IntArray, slot: int) -> tuple[int, int]:
    """Take the first that waits in a bucket: give the hex, and what it cost when it was put there."""
    row = ends[slot, 0]
    ends[slot, 0] = queue[row, 2]
    if ends[slot, 0] < 0:
        ends[slot, 1] = NO_HEX
    return int(queue[row, 0]), int(queue[row, 1])


@njit(cache=True, nogil=True)
def _now(
    prices: tuple[IntArray, Flags], kind: int, edge: int, is_start: bool, is_changed: bool, changes: Changes
) -> tuple[int, int]:
    """Say what a step costs now, and what it does."""
    cost, does = prices[0][kind], prices[1][kind]
    if is_changed:
        at = np.searchsorted(changes.edges, edge)
        if at != len(changes.edges) and changes.edges[at] == edge:
            cost, does = changes.edge_cost[at], changes.edge_flags[at]
    if is_start and changes.first_cost[edge % SIDES] != AS_PRICED:
        cost, does = changes.first_cost[edge % SIDES], changes.first_flags[edge % SIDES]
    return cost, does


@njit(cache=True, nogil=True)
def _begins(then: int, cost: int, does: int, is_start: bool, turns: tuple[int, bool]) -> int:
    """Say when a step begins that could begin at ``then``: that moment, the next turn, or never (-1)."""
    turn, keeps = turns
    if cost <= 0 or (turn == 0 and does & FIRST and not is_start):
        return -1
    if turn == 0 or then % turn == 0:
        return then if turn == 0 or keeps or cost <= turn else -1
    if does & FIRST or (not keeps and then % turn + cost > turn):
        return then - then % turn + turn if keeps or cost <= turn else -1
    return then


@njit(cache=True, nogil=True)
def _meet(state: IntArray, here: int, there: int, total: int, halts: bool) -> bool:
    """Note that a hex was entered; say whether it is met for the first time."""
    is_new: bool = state[there, 2] == UNREACHED
    if total < state[there, 2]:
        state[there, 2], state[there, 3] = total, here
    if halts and total < state[there, 4]:
        state[there, 4], state[there, 5] = total, here
    return is_new


@njit(cache=True, nogil=True)
def _walk(  # noqa: C901, PLR0913, PLR0917 - a kernel is one loop over plain arrays and numbers
    code: Codes, prices: tuple[IntArray, Flags], delta: NDArray[np.int64], odd_by: tuple[int, int],
    sources: IntArray, start: int, bounds: tuple[int, int, int], turns: tuple[int, bool], changes: Changes,
    gauge: tuple[int, int], scratch: tuple[Flags, IntArray, IntArray],
) -> IntArray:  # fmt: skip
    # Arrays by their own names: taken from a tuple inside the loop, each would be counted in and out of use.
    (limit, avoid, goal), (shift, buckets), (mark, state, met) = bounds, gauge, scratch
    cost_of, does_of, holder, barred, marks = prices[0], prices[1], changes.holder, changes.barred, changes.marks
    ends, queue, count = _begun(sources, (mark, state, met), buckets, changes)
    waiting, fresh, band = count, count, 0
    while waiting > 0 and (goal < 0 or state[goal, 2] >> shift >= band):
        slot = band & (buckets - 1)
        if ends[slot, 0] < 0:
            band += 1
            continue
        here, then = _next_of(ends, queue, slot)
        waiting -= 1
        if then != state[here, 0]:
            continue
        odd, is_changed = (here // odd_by[0] % odd_by[1]) & 1, here == start or mark[here] & _CHANGED != 0
        if fresh + SIDES > len(queue):
            queue = longer(queue)
        for side in range(SIDES):
            kind = code[here, side]
            cost, does = cost_of[kind], does_of[kind]
            if is_changed:
                cost, does = _now(prices, kind, here * SIDES + side, here == start, mark[here] & _CHANGED != 0, changes)
            begins = _begins(then, cost, does, here == start, turns)
            if kind == 0 or begins < 0 or does & avoid:
                continue
            there, total = here + delta[odd, side], begins + cost
            marked = mark[there] | marks[there] if len(marks) else mark[there]
            if total > limit or marked & SHUT or (len(holder) and barred[holder[there]]):
                continue
            halts = (does & HALTS) != 0 or (marked & HALT) != 0
            if _meet(state, here, there, total, halts):
                met[count] = there
                count += 1
            if halts and turns[0] > 0:
                total, halts = -(-total // turns[0]) * turns[0], False
            if not halts and total < state[there, 0]:
                state[there, 0], state[there, 1] = total, here
                _put(ends, queue, fresh, (total >> shift) & (buckets - 1), there, total)
                fresh, waiting = fresh + 1, waiting + 1
    return _results(met[:count], state, mark, changes)
