"""
Place names on a map so that none lies on another.

Names go greedily by importance, each to the first of eight spots round its
point that is free (after Imhof 1975; the greedy order is that of most atlas
programs). One that finds no spot is left out; but one that matters takes the
nearest free place about its point, wherever that is, and a line leads to it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["REACH", "Box", "Label", "Taken", "Wanted", "place_labels"]

# Right above, right, right below, above, below, left above, left, left below; in widths and heights.
_SPOTS = ((0.0, 0.5), (0.0, -0.5), (0.0, -1.5), (-0.5, 0.6), (-0.5, -1.6), (-1.0, 0.5), (-1.0, -0.5), (-1.0, -1.5))

REACH = 2.5
"""How far from its point a name that matters usually may stand, in heights of its letters."""

_AIR = 0.12
"""How far such a name keeps from what it was moved away from, in heights."""
_AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class Box:
    """A box, y upwards."""

    left: float
    low: float
    right: float
    high: float

    def holds(self, other: Box) -> bool:
        """Whether another box lies wholly inside."""
        return (
            self.left <= other.left and other.right <= self.right and self.low <= other.low and other.high <= self.high
        )

    def meets(self, other: Box) -> bool:
        """Whether two boxes share ground."""
        return self.left < other.right and other.left < self.right and self.low < other.high and other.low < self.high


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name to be placed by a point; the least rank goes first."""

    text: str
    x: float
    y: float
    size: float
    rank: int
    clear: float = 0.0
    """How far from the point the text begins."""
    keeps: bool = False
    """Whether it matters so much that any free place near its point is better than none."""
    reach: float = REACH
    """How far from its point it may stand then, in heights of its letters."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name with its place: the left end of its base line."""

    wanted: Wanted
    x: float
    y: float
    is_led: bool = False
    """Whether it stands so far away that a line must lead to its point."""


class Taken:
    """Boxes sorted into square cells, so that a question costs what lies near."""

    def __init__(self, boxes: Iterable[Box] = (), cell: float = 8.0) -> None:
        self._cell = cell
        self._cells: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Take the room of a box."""
        for cell in self._under(box):
            self._cells[cell].append(box)

    def is_free(self, box: Box) -> bool:
        """Say whether a box meets none that was taken."""
        return not any(box.meets(other) for cell in self._under(box) for other in self._cells.get(cell, ()))

    def near(self, box: Box) -> Floats:
        """List what was taken of a box and of the cells it lies in (n, 4): left, low, right, high of each."""
        found = {other for cell in self._under(box) for other in self._cells.get(cell, ())}
        rows = sorted((other.left, other.low, other.right, other.high) for other in found)
        return np.array(rows, float).reshape(-1, 4)

    def _under(self, box: Box) -> Iterator[tuple[int, int]]:
        left, low, right, high = (math.floor(edge / self._cell) for edge in (box.left, box.low, box.right, box.high))
        return product(range(left, right + 1), range(low, high + 1))


def place_labels(
    names: Iterable[Wanted],
    width_of: Callable[[str, float], float],
    taken: Iterable[Box] = (),
    *,
    within: Box | None = None,
) -> list[Label]:
    """Place what can be placed, nothing over the edge of ``within``; ``width_of`` measures a text at a size."""
    room = Taken(taken)
    placed = []
    for wanted in sorted(names, key=lambda name: (not name.keeps, name.rank, name.text)):
        wide, high = width_of(wanted.text, wanted.size), wanted.size
        spots = (box for box in _boxes(wanted, wide, high) if within is None or within.holds(box))
        found = next((box for box in spots if room.is_free(box)), None)
        box = found or (_nearest(wanted, wide, high, room, within) if wanted.keeps else None)
        if box is not None:
            room.add(box)
            placed.append(Label(wanted, box.left, box.low + 0.22 * high, is_led=found is None))
    return placed


def _nearest(wanted: Wanted, wide: float, high: float, room: Taken, within: Box | None) -> Box | None:
    """
    Find the free place nearest to a point, or None if there is none within reach.

    A box that is moved left and down as far as it goes ends at edges of others or of its frame; so that among the
    places whose edges lie on such edges there is a free one, if there is any.
    """
    reach = wanted.reach * high
    frame = Box(wanted.x - reach - wide, wanted.y - reach - high, wanted.x + reach + wide, wanted.y + reach + high)
    if within is not None:
        frame = Box(*(fit(a, b) for fit, a, b in zip((max, max, min, min), _edges(frame), _edges(within), strict=True)))
    others = room.near(frame)
    grown = others + _AIR * high * np.array([-1.0, -1.0, 1.0, 1.0])
    return _beside(wanted, wide, high, grown, frame) or _beside(wanted, wide, high, others, frame)


def _beside(wanted: Wanted, wide: float, high: float, others: Floats, frame: Box) -> Box | None:
    """Find the place nearest to a point that meets no other box, among those whose edges lie on edges of others."""
    along = _starts(others[:, [0, 2]], wide, (frame.left, frame.right), wanted.x)
    up = _starts(others[:, [1, 3]], high, (frame.low, frame.high), wanted.y)
    left, low = (part.ravel() for part in np.meshgrid(along, up))
    apart = np.hypot(_outside(left - wanted.x, wide), _outside(low - wanted.y, high))
    middle = np.hypot(left + wide / 2 - wanted.x, low + high / 2 - wanted.y)
    order = np.argsort(apart + 1e-3 * middle, kind="stable")
    for some in (order[k : k + _AT_ONCE] for k in range(0, len(order), _AT_ONCE)):
        free = ~_covered(left[some], low[some], wide, high, others)
        if free.any():
            k = int(some[np.argmax(free)])
            return Box(float(left[k]), float(low[k]), float(left[k]) + wide, float(low[k]) + high)
    return None


def _covered(left: Floats, low: Floats, wide: float, high: float, others: Floats) -> NDArray[np.bool_]:
    """Say of boxes of one size which of them meet another (k,)."""
    x, y = left[:, None], low[:, None]
    meets = (x < others[:, 2]) & (others[:, 0] < x + wide) & (y < others[:, 3]) & (others[:, 1] < y + high)
    return np.asarray(meets.any(axis=1))


def _edges(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.low, box.right, box.high


def _starts(edges: Floats, size: float, frame: tuple[float, float], point: float) -> Floats:
    """List where a box may begin along one way: beside what is taken, at the ends of its frame, about its point."""
    first, last = frame[0], frame[1] - size
    about = [first, last, point, point - size, point - size / 2]
    found = np.unique(np.concatenate([edges[:, 1], edges[:, 0] - size, about]))
    kept: Floats = found[(found >= first) & (found <= last)]
    return kept


def _outside(start: Floats, size: float) -> Floats:
    """Say how far a span that begins at ``start`` and has a size lies from 0."""
    far: Floats = np.maximum(np.maximum(start, -size - start), 0.0)
    return far


def _boxes(wanted: Wanted, wide: float, high: float) -> list[Box]:
    found = []
    for across, up in _SPOTS:
        beside = wanted.clear if across == 0 else -wanted.clear if across == -1 else 0.0
        left, low = wanted.x + across * wide + beside, wanted.y + up * high
        found.append(Box(left, low, left + wide, low + high))
    return found
