"""
Place names on a map so that none lies on another.

Names go greedily by importance, each to the first of eight spots round its
point that is free (after Imhof 1975; the greedy order is that of most atlas
programs). One that finds no spot is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Box", "Label", "Wanted", "place_labels"]

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


def place_labels(
    names: Iterable[Wanted],
    width_of: Callable[[str, float], float],
    taken: Iterable[Box] = (),
    *,
    within: Box | None = None,
) -> list[Label]:
    """Place what can be placed, nothing over the edge of ``within``; ``width_of`` measures a text at a size."""
    boxes = list(taken)
    placed = []
    for wanted in sorted(names, key=lambda name: (name.rank, name.text)):
        wide, high = width_of(wanted.text, wanted.size), wanted.size
        for box in _boxes(wanted, wide, high):
            if (within is None or within.holds(box)) and not any(box.meets(other) for other in boxes):
                boxes.append(box)
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
