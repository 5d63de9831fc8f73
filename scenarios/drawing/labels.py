"""
Place names on a map so that none lies on another.

Names go greedily by importance, each to the first of eight spots round its
point that is free (after Imhof 1975; the greedy order is that of most atlas
programs). One that finds no spot is left out.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Box", "Label", "Taken", "Wanted", "place_labels"]

# Right above, right, right below, above, below, left above, left, left below; in widths and heights.
_SPOTS = ((0.0, 0.5), (0.0, -0.5), (0.0, -1.5), (-0.5, 0.6), (-0.5, -1.6), (-1.0, 0.5), (-1.0, -0.5), (-1.0, -1.5))


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


@dataclass(frozen=True, slots=True)
class Label:
    """A name with its place: the left end of its base line."""

    wanted: Wanted
    x: float
    y: float


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
    for wanted in sorted(names, key=lambda name: (name.rank, name.text)):
        wide, high = width_of(wanted.text, wanted.size), wanted.size
        for box in _boxes(wanted, wide, high):
            if (within is None or within.holds(box)) and room.is_free(box):
                room.add(box)
                placed.append(Label(wanted, box.left, box.low + 0.22 * high))
                break
    return placed


def _boxes(wanted: Wanted, wide: float, high: float) -> list[Box]:
    found = []
    for across, up in _SPOTS:
        beside = wanted.clear if across == 0 else -wanted.clear if across == -1 else 0.0
        left, low = wanted.x + across * wide + beside, wanted.y + up * high
        found.append(Box(left, low, left + wide, low + high))
    return found
