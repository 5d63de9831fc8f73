"""
Draw what lies along hexsides, water apart.

Steep hexsides and cliffs are hachures, short strokes on the lower side, as on a map of the period. Hexsides of a map's
own are a line along the hexside, and what stands along it, as the map maker asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import SLOPES
from scenarios.drawing.scene import Lines, Spots, Width, holds, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.ownhexsides import OwnHexside
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.scene import Box, Item

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Stroke = tuple[tuple[float, float], ...]

__all__ = ["FINE", "Look", "border_items", "cliff_edges", "hachures", "look_of"]

_STROKES = {"steep": 7, "cliff": 11}
_LONG = {"steep": 0.15, "cliff": 0.20}
_SHORTER = 0.65
_MARGIN = 0.08
FINE = 0.4
"""How wide strokes of symbols are, as a share of the line."""
_LEAST_MM, _MOST_MM, _LEAST_WIDE = 0.18, 3.0, 0.03
_HIGH, _BUSH = 1.7, 2.8
"""How far symbols reach out, and how wide bushes are, in widths of the line."""


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


class Look(NamedTuple):
    """How one hexside is drawn, along it from 0 to 1 and outwards in hex radii, towards the lower hex."""

    lines: tuple[Stroke, ...]
    strokes: tuple[Stroke, ...]
    """Of the symbols, and thinner."""
    spots: tuple[tuple[float, float], ...]
    """Dots of the line, or bushes."""
    wide: float
    spot: float


def look_of(kind: OwnHexside) -> Look:
    """Say how a kind of hexside is drawn."""
    wide = max(kind.width, _LEAST_WIDE)
    lines, dots = _pattern(kind, wide) if kind.width else ((), ())
    strokes, bushes = _symbol(kind, _HIGH * wide)
    fine = FINE * wide if kind.pattern == "double" else wide
    return Look(lines, strokes, (*dots, *bushes), fine, _BUSH * wide if bushes else wide)


def _pattern(kind: OwnHexside, wide: float) -> tuple[tuple[Stroke, ...], tuple[tuple[float, float], ...]]:
    if kind.pattern == "dots":
        return (), tuple(((k + 0.5) / 6, 0.0) for k in range(6))
    if kind.pattern == "dashes":
        return tuple(((at, 0.0), (at + 0.22, 0.0)) for at in (0.04, 0.39, 0.74)), ()
    rows = (-0.6 * wide, 0.6 * wide) if kind.pattern == "double" else (0.0,)
    return tuple(((0.0, out), (1.0, out)) for out in rows), ()


def _symbol(kind: OwnHexside, high: float) -> tuple[tuple[Stroke, ...], tuple[tuple[float, float], ...]]:
    half = high / 2
    if kind.symbol == "ticks":
        return tuple(((at, 0.0), (at, high)) for at in (0.1, 0.3, 0.5, 0.7, 0.9)), ()
    if kind.symbol == "teeth":
        return tuple(((at - half, 0.0), (at, high), (at + half, 0.0)) for at in (0.17, 0.39, 0.61, 0.83)), ()
    if kind.symbol == "crosses":
        pairs = [((at - half, -half), (at + half, half)) for at in (0.2, 0.5, 0.8)]
        return (*pairs, *(((a, d), (c, b)) for (a, b), (c, d) in pairs)), ()
    if kind.symbol == "bushes":
        return (), tuple((at, (0.35 if k % 2 else -0.35) * half) for k, at in enumerate((0.14, 0.38, 0.62, 0.86)))
    return (), ()


def border_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give the hexsides of the map's own in a box, kind after kind in the order of the legend."""
    hexmap, near = shapes.hexmap, shapes.hexes(box, 2.0)
    for code, kind in enumerate(hexmap.borders, start=1):
        nth, side = np.nonzero(hexmap.border[near] == code)
        here = near[nth]
        there = hexmap.neighbour[here, side]
        once = (there == NO_HEX) | (there > here)
        ends = _turned(shapes, here[once], side[once])
        ends = ends[holds(box, ends.mean(axis=1))] if len(ends) else ends
        if len(ends):
            yield from _drawn(kind, ends)


def _turned(shapes: Shapes, here: NDArray[np.int64], side: NDArray[np.int64]) -> Floats:
    """Give both ends of hexsides (m, 2, 2), turned so that the lower of the two hexes lies to their left."""
    hexmap = shapes.hexmap
    corners, nth = shapes.corners_of(here), np.arange(len(here))
    ends = np.stack([corners[nth, side], corners[nth, (side + 1) % SIDES]], axis=1)
    across = hexmap.neighbour[here, side]
    fall = hexmap.elevation_m[here] - np.where(across == NO_HEX, np.nan, hexmap.elevation_m[across])
    inwards = ~(fall > 0)
    towards = np.stack([shapes.u[here], shapes.v[here]], axis=1) - ends[:, 0]
    along = ends[:, 1] - ends[:, 0]
    left = along[:, 0] * towards[:, 1] - along[:, 1] * towards[:, 0] > 0
    towards_lower: Floats = np.where((left == inwards)[:, None, None], ends, ends[:, ::-1])
    return towards_lower


def _drawn(kind: OwnHexside, ends: Floats) -> Iterator[Item]:
    look, colour = look_of(kind), f"own.{kind.colour}"
    for strokes, wide in ((look.lines, look.wide), (look.strokes, FINE * look.wide)):
        if strokes:
            pieces = [_placed(ends, np.array(stroke)) for stroke in strokes]
            width = Width(wide, FINE * _LEAST_MM if wide < look.wide else _LEAST_MM, _MOST_MM)
            yield Lines("hexsides", colour, width, *lines_of([line for piece in pieces for line in piece]))
    if look.spots:
        spots = _placed(ends, np.array(look.spots)).reshape(-1, 2)
        yield Spots("hexsides", colour, Width(look.spot, _LEAST_MM, _MOST_MM), spots.astype(np.float32))


def _placed(ends: Floats, marks: Floats) -> Floats:
    """Lay marks (k, 2) along hexsides (m, 2, 2): their points (m, k, 2)."""
    along = ends[:, 1] - ends[:, 0]
    out = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return np.asarray(ends[:, :1] + marks[None, :, :1] * along[:, None] + marks[None, :, 1:] * out[:, None])
