"""
Follow rivers along hexsides and roads through hexes as smooth lines.

A map holds rivers and links side by side; a drawing wants them whole. The
pieces are chained at joints where just two of a kind meet, and the chain is
rounded as a Catmull-Rom spline (Catmull and Rom, 1974) in Bezier pieces.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HEXSIDES, RAILS, ROADS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]

__all__ = ["Line", "bezier", "bridge_lines", "rail_lines", "river_lines", "road_lines"]

_WATERWAYS = ("stream", "river", "major_river")


@dataclass(frozen=True)
class Line:
    """A line of one kind: its points in grid coordinates (m, 2)."""

    kind: str
    points: Floats

    @property
    def closed(self) -> bool:
        """Whether it ends where it begins."""
        return bool(np.array_equal(self.points[0], self.points[-1]))


def river_lines(hexmap: HexMap) -> list[Line]:
    """Give the rivers and streams, thin ones first."""
    corners = hexmap.layout.corners()
    found: list[Line] = []
    for kind in _WATERWAYS:
        here, side = np.nonzero(hexmap.hexside == HEXSIDES.index(kind))
        pieces = [(corners[i, k], corners[i, (k + 1) % SIDES]) for i, k in _once(hexmap, here, side)]
        found += [Line(kind, points) for points in _chained(pieces)]
    return found


def road_lines(hexmap: HexMap) -> list[Line]:
    """Give the roads, the least class first."""
    return _link_lines(hexmap, hexmap.road, ROADS)


def rail_lines(hexmap: HexMap) -> list[Line]:
    """Give the railways."""
    return _link_lines(hexmap, hexmap.rail, RAILS)


def bridge_lines(hexmap: HexMap) -> list[Line]:
    """Give for each crossing the hexside it spans, as a line of two points."""
    corners = hexmap.layout.corners()
    here, side = np.nonzero(hexmap.crossing)
    return [
        Line("bridge", np.stack([corners[i, k], corners[i, (k + 1) % SIDES]])) for i, k in _once(hexmap, here, side)
    ]


def bezier(points: Floats, *, closed: bool = False) -> Floats:
    """
    Give the Bezier pieces of a smooth line through points.

    Returns
    -------
    pieces
        (m - 1, 4, 2): start, two handles, end of each piece.
    """
    before = np.vstack([points[-2] if closed else points[0], points[:-1]])
    after = np.vstack([points[1:], points[1] if closed else points[-1]])
    tangent = (after - before) / 6.0
    return np.stack([points[:-1], points[:-1] + tangent[:-1], points[1:] - tangent[1:], points[1:]], axis=1)


def _link_lines(hexmap: HexMap, links: NDArray[np.uint8], kinds: tuple[str, ...]) -> list[Line]:
    centres = hexmap.layout.centres()
    found: list[Line] = []
    for code, kind in enumerate(kinds):
        if code == 0:
            continue
        here, side = np.nonzero((links == code) & (hexmap.neighbour != NO_HEX))
        pieces = [(centres[i], centres[hexmap.neighbour[i, k]]) for i, k in _once(hexmap, here, side)]
        found += [Line(kind, points) for points in _chained(pieces)]
    return found


def _once(hexmap: HexMap, here: NDArray[np.intp], side: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Keep each hexside once, as seen from its lower hex."""
    across = hexmap.neighbour[here, side]
    keep = (across == NO_HEX) | (across > here)
    return list(zip(here[keep].tolist(), side[keep].tolist(), strict=True))


def _chained(pieces: Iterable[tuple[Floats, Floats]]) -> list[Floats]:
    """Join pieces end to end; a chain breaks where one ends or more than two meet."""
    spot: dict[Hashable, Floats] = {}
    joined: dict[Hashable, list[Hashable]] = defaultdict(list)
    for a, b in pieces:
        first, second = _name(a), _name(b)
        spot[first], spot[second] = a, b
        joined[first].append(second)
        joined[second].append(first)
    used: set[frozenset[Hashable]] = set()
    ends = [name for name, others in joined.items() if len(others) != 2]
    chains = [_walk(name, other, joined, used) for name in [*ends, *joined] for other in joined[name]
              if frozenset((name, other)) not in used]  # fmt: skip
    return [np.array([spot[name] for name in chain]) for chain in chains if len(chain) > 1]


def _walk(
    start: Hashable, towards: Hashable, joined: dict[Hashable, list[Hashable]], used: set[frozenset[Hashable]]
) -> list[Hashable]:
    if frozenset((start, towards)) in used:
        return []
    chain = [start, towards]
    used.add(frozenset((start, towards)))
    while len(joined[chain[-1]]) == 2 and chain[-1] != start:
        onward = next((n for n in joined[chain[-1]] if frozenset((chain[-1], n)) not in used), None)
        if onward is None:
            break
        used.add(frozenset((chain[-1], onward)))
        chain.append(onward)
    return chain


def _name(point: Floats) -> Hashable:
    return round(float(point[0]), 1), round(float(point[1]), 1)
