"""Turn steep hexsides and cliffs into hachures: short strokes on the lower side, as on a map of the period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import SLOPES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["cliff_edges", "hachures"]

_STROKES = {"steep": 7, "cliff": 11}
_LONG = {"steep": 0.15, "cliff": 0.20}
_SHORTER = 0.65
_MARGIN = 0.08


def hachures(hexmap: HexMap, near: Whole | None = None) -> Floats:
    """
    Give the strokes of steep hexsides and cliffs, of all hexes or of some, in grid coordinates (m, 2, 2).

    Each begins on the hexside and leads towards the middle of the lower hex; where
    the heights do not tell which that is, strokes lead both ways.
    """
    found = [np.zeros((0, 2, 2))]
    for kind, count in _STROKES.items():
        share = _MARGIN + (1 - 2 * _MARGIN) * (np.arange(count) + 0.5) / count
        long = _LONG[kind] * np.where(np.arange(count) % 2, _SHORTER, 1.0)
        here, sides = _once(hexmap, kind, near)
        for index, side, (a, b) in zip(here.tolist(), sides.tolist(), _ends(hexmap, here, sides), strict=True):
            start = a + (b - a) * share[:, None]
            lower = hexmap.layout.centres_of(np.array(_lower(hexmap, index, side)))
            found += [np.stack([start, start + (centre - start) * long[:, None]], axis=1) for centre in lower]
    return np.concatenate(found)


def cliff_edges(hexmap: HexMap, near: Whole | None = None) -> Floats:
    """Give the hexsides that are cliffs, from corner to corner in grid coordinates (m, 2, 2)."""
    return _ends(hexmap, *_once(hexmap, "cliff", near))


def _ends(hexmap: HexMap, here: Whole, side: Whole) -> Floats:
    """Give both ends of hexsides (m, 2, 2)."""
    corners, nth = hexmap.layout.corners_of(here), np.arange(len(here))
    return np.stack([corners[nth, side], corners[nth, (side + 1) % SIDES]], axis=1)


def _once(hexmap: HexMap, kind: str, near: Whole | None) -> tuple[Whole, Whole]:
    """List the hexsides of a kind, each once: hex and side."""
    slope = hexmap.slope if near is None else hexmap.slope[near]
    here, side = np.nonzero(slope == SLOPES.index(kind))
    here = here if near is None else near[here]
    across = hexmap.neighbour[here, side]
    keep = hexmap.inside[here] & ((across == NO_HEX) | (across > here))
    return here[keep], side[keep]


def _lower(hexmap: HexMap, index: int, side: int) -> tuple[int, ...]:
    other = int(hexmap.neighbour[index, side])
    if other == NO_HEX:
        return (index,)
    here, there = float(hexmap.elevation_m[index]), float(hexmap.elevation_m[other])
    # A comparison with an unknown height (NaN) is false: then both are drawn.
    if here < there:
        return (index,)
    return (other,) if there < here else (index, other)
