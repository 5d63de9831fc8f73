"""
Spot: who has somebody near enough, and where a sound seems to come from.

Distances come in as a function of two hexes, so that any rule system can
measure in its own unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who looks out from a hex, and how far he sees there."""

    name: str
    hex: int
    reach: float


def spotter(
    target: int, watchers: Iterable[Watcher], distance: Callable[[int, int], float], *, share: float = 1.0
) -> Watcher | None:
    """
    Find who spots a target, the first that does; ``None`` if nobody.

    Parameters
    ----------
    share
        What the target leaves of every reach: 0.5 for one that is seen half as far.

    >>> ahead = [Watcher("1/110", hex=3, reach=6.0)]
    >>> spotter(9, ahead, lambda a, b: abs(a - b)).name
    '1/110'
    >>> spotter(9, ahead, lambda a, b: abs(a - b), share=0.5) is None
    True
    """
    near = (watcher for watcher in watchers if distance(watcher.hex, target) <= watcher.reach * share + _HAIR)
    return next(near, None)


def nearest(target: int, places: Iterable[int], distance: Callable[[int, int], float]) -> int | None:
    """
    Find which of some hexes is nearest; of equals the one with the least index.

    >>> nearest(5, (1, 8, 2), lambda a, b: abs(a - b))
    2
    """
    return min(places, key=lambda place: (distance(place, target), place), default=None)


def turned(u: float, v: float, degrees: float) -> tuple[float, float]:
    """
    Turn a bearing, v growing downwards: a positive angle turns clockwise.

    >>> [round(part, 6) for part in turned(1.0, 0.0, 90)]
    [0.0, 1.0]
    """
    angle = math.radians(degrees)
    return u * math.cos(angle) - v * math.sin(angle), u * math.sin(angle) + v * math.cos(angle)
