"""Move counters on a report's map apart, so that each and the name under it are read; a line leads to where it is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from scenarios.drawing.faces import width_mm
from scenarios.drawing.labels import Box
from scenarios.symbols import BOX_HIGH, BOX_WIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.reports.sector import Chit

__all__ = ["LABEL_MM", "clear_of", "room_of", "spread"]

LABEL_MM = 2.2
"""Height of the letters under a counter."""
_UNDER_MM, _OVER_MM, _BESIDE_MM = 2.7, 1.5, 0.5
"""What the name under a counter takes, the mark of its size over it, and air on either side."""
_RINGS, _STEP_MM, _WAYS = 6, 2.4, 16


class _Room(NamedTuple):
    left: float
    top: float
    right: float
    low: float

    def meets(self, other: _Room) -> bool:
        """Whether two rooms have anything in common."""
        return self.left < other.right and self.right > other.left and self.top < other.low and self.low > other.top

    def moved(self, dx: float, dy: float) -> _Room:
        """Give it elsewhere."""
        return _Room(self.left + dx, self.top + dy, self.right + dx, self.low + dy)


def room_of(chit: Chit, mm_per_m: float) -> _Room:
    """Give the box that a counter takes with its name and the mark of its size, in millimetres, y downwards."""
    x, y, high = chit.u * mm_per_m, chit.v * mm_per_m, chit.wide_mm * BOX_HIGH / BOX_WIDE
    half = max(chit.wide_mm, width_mm(chit.label, LABEL_MM, "text_bold") if chit.label else 0.0) / 2 + _BESIDE_MM
    over, under = _OVER_MM * bool(chit.echelon), _UNDER_MM * bool(chit.label)
    return _Room(x - half, y - high / 2 - over, x + half, y + high / 2 + under)


def clear_of(chits: Sequence[Chit], mm_per_m: float) -> list[Box]:
    """Give what counters take of the whole map, in millimetres, y upwards: names of places keep out of it."""
    rooms = (room_of(chit, mm_per_m) for chit in chits)
    return [Box(room.left, -room.low, room.right, -room.top) for room in rooms]


def spread(fixed: Sequence[Chit], chits: Sequence[Chit], box: Sequence[float], mm_per_m: float) -> list[Chit]:
    """
    Move counters to the nearest place where they cover no other.

    Parameters
    ----------
    fixed
        Counters that stay: their places are kept clear.
    chits
        Those that may move, the one that has the first choice first. One that finds no room stays where it is.
    box
        What is drawn, in grid coordinates: least u, v, greatest u, v.
    """
    taken = [room_of(chit, mm_per_m) for chit in fixed]
    frame = _Room(*(edge * mm_per_m for edge in box))
    found = []
    for chit in chits:
        room = room_of(chit, mm_per_m)
        inside = ((dx, dy) for dx, dy in _moves() if _within(room.moved(dx, dy), frame) or not (dx or dy))
        free = (to for to in inside if not any(room.moved(*to).meets(other) for other in taken))
        dx, dy = next(free, (0.0, 0.0))
        taken.append(room.moved(dx, dy))
        there = chit.u + dx / mm_per_m, chit.v + dy / mm_per_m
        found.append(chit._replace(u=there[0], v=there[1], stands_at=(chit.u, chit.v)) if dx or dy else chit)
    return found


def _within(room: _Room, frame: _Room) -> bool:
    return (room.left >= frame.left and room.right <= frame.right
            and room.top >= frame.top and room.low <= frame.low)  # fmt: skip


def _moves() -> Iterator[tuple[float, float]]:
    """Give where a counter is tried, in millimetres: where it is, then on wider and wider rings."""
    yield 0.0, 0.0
    for ring in range(1, _RINGS + 1):
        for k in range(_WAYS):
            turn = 2 * math.pi * k / _WAYS
            yield ring * _STEP_MM * math.cos(turn), ring * _STEP_MM * math.sin(turn)
