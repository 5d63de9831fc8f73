"""
Follow the front: the line between the ground of two sides, as whoever looks knows it.

It is worked out here once, for the screen and for paper. The middles of the hexsides between two holders are control
points of a B-spline, so that the line runs smoothly and never leaves the two hexes that it parts.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.model.things import NO_SIDE
from maps.grid.hexgrid import NO_HEX, SIDES
from scenarios.drawing.pdf import spline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

__all__ = ["FrontLine", "front_lines", "watched_from"]

_STEPS = 3
"""Into how many straight lines a piece of the spline is parted."""
_KEYS = 1000.0
_LEAST_LINE = 2


class FrontLine(NamedTuple):
    """A piece of the front: whose ground lies at its two sides, as it is walked, and its points (m, 2), v down."""

    left: int
    right: int
    points: Floats
    """In hex radii."""
    closed: bool
    stale: bool = False
    """Whether whoever looks has nobody near it, so that it may have moved since."""


def watched_from(hexmap: HexMap, hexes: Iterable[int]) -> Bools:
    """Say of each hex whether somebody stands in it or next to it: who holds it is seen from so near."""
    seen = np.zeros(len(hexmap), bool)
    there = np.array(sorted(set(hexes)), np.int64)
    seen[there] = True
    about = hexmap.neighbour[there].ravel()
    seen[about[about != NO_HEX]] = True
    return seen


def front_lines(hexmap: HexMap, control: bytes, watched: Bools | None = None) -> list[FrontLine]:
    """
    Follow the front, every piece from its first corner to its last.

    Parameters
    ----------
    control
        By hex the code of the side that holds it, as far as the viewer knows, ``NO_SIDE`` for nobody; none at all if
        nobody knows who holds what.
    watched
        By hex whether whoever looks sees who holds it; where he sees neither side of it, the front is stale. None: he
        is told of all that changes hands.
    """
    held = np.frombuffer(control, np.uint8)
    if len(held) != len(hexmap):
        return []
    held = np.where(hexmap.inside, held, NO_SIDE)
    across = np.where(hexmap.neighbour == NO_HEX, NO_SIDE, held[hexmap.neighbour])
    # Every hexside once, from the hex of the lower code: the corners run one way round it, so the two sides stay put.
    here, side = np.nonzero((held[:, None] < across) & (across != NO_SIDE))
    corners = hexmap.layout.corners() / hexmap.layout.radius_m
    starts, ends = corners[here, side], corners[here, (side + 1) % SIDES]
    pairs = held[here].astype(np.int64) * 256 + across[here, side]
    old = np.zeros(len(here), bool)
    if watched is not None:
        old = ~watched[here] & ~watched[hexmap.neighbour[here, side]]
    inward = bool(len(here)) and _on_the_left(starts[0], ends[0], _middle(hexmap, int(here[0])))
    found = []
    for pair in np.unique(pairs).tolist():
        own = pairs == pair
        left, right = divmod(pair, 256) if inward else reversed(divmod(pair, 256))
        for which, closed in _chained(starts[own], ends[own]):
            corners_of = np.concatenate([starts[own][which], ends[own][which[-1:]]])
            points, stale = _smooth(corners_of, closed=closed), old[own][which]
            found += [FrontLine(left, right, *piece) for piece in _parted(points, stale, closed=closed)]
    return found


def _parted(points: Floats, stale: Bools, *, closed: bool) -> Iterator[tuple[Floats, bool, bool]]:
    """Part a line where what is known of it is older on one side; each hexside has as many points as the next."""
    turns = np.flatnonzero(stale[1:] != stale[:-1]) + 1
    if not len(turns):
        yield points, closed, bool(stale[0])
        return
    cuts = [0, *turns.tolist(), len(stale)]
    for first, last in pairwise(cuts):
        yield points[first * _STEPS : last * _STEPS + 1], False, bool(stale[first])


def _middle(hexmap: HexMap, index: int) -> Floats:
    centre: Floats = hexmap.layout.centres()[index] / hexmap.layout.radius_m
    return centre


def _on_the_left(start: Floats, end: Floats, point: Floats) -> bool:
    """Say whether a point lies to the left of who walks from start to end, on a plane with v down."""
    (a, b), (c, d) = end - start, point - start
    return bool(a * d - b * c < 0)


def _chained(starts: Floats, ends: Floats) -> Iterator[tuple[list[int], bool]]:
    """Join hexsides where one ends and another begins; give those of each line in order, and whether it is a ring."""
    keys = [tuple(np.rint(point * _KEYS).astype(int).tolist()) for point in starts]
    goals = [tuple(np.rint(point * _KEYS).astype(int).tolist()) for point in ends]
    after = {key: n for n, key in enumerate(keys)}
    reached = set(goals)
    left = set(range(len(keys)))
    heads = [n for n, key in enumerate(keys) if key not in reached]
    while left:
        first = at = heads.pop(0) if heads else min(left)
        line: list[int] = []
        while at in left:
            left.remove(at)
            line.append(at)
            at = after.get(goals[at], -1)
        yield line, at == first


def _smooth(corners: Floats, *, closed: bool) -> Floats:
    """Lay a smooth line through the middles of hexsides."""
    middles = (corners[:-1] + corners[1:]) / 2
    control = middles if closed else np.concatenate([corners[:1], middles, corners[-1:]])
    if closed and len(control) <= _LEAST_LINE:
        return corners
    pieces = spline(control, closed=closed)
    share = (np.arange(_STEPS) / _STEPS)[None, :, None]
    a, b, c, d = (pieces[:, k, None, :] for k in range(4))
    line = a * (1 - share) ** 3 + 3 * b * share * (1 - share) ** 2 + 3 * c * share**2 * (1 - share) + d * share**3
    points: Floats = np.concatenate([line.reshape(-1, 2), pieces[-1:, 3]])
    return points
