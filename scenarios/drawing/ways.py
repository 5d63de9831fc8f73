"""Draw waters, railways, roads, bridges and towns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES
from maps.shapes.rivers import RIVERS
from scenarios.drawing.scene import Area, Lines, Width, holds, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.palette import Palette
    from maps.shapes.rings import Way
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Item

    Pieces = list[NDArray[np.float32]]

__all__ = [
    "bridge_items",
    "casing_width",
    "line_width",
    "rail_items",
    "road_items",
    "shore_items",
    "town_items",
    "water_items",
]

_OVERLAP = 2
_REACH = 1.0
"""How far beyond its points a way may be drawn, in hex radii: ties, and points that were led elsewhere."""
_TOWN_REACH = 1.0
_TIE = Width(0.008, 0.2, 0.3)
_TIE_LONG = 0.44
"""How long a tie is, as a share of the way to the next."""
_TIE_MOST = 0.4
_BRIDGE = Width(0.028, 0.16, 0.5)
_TOWN_EDGE = Width(0.006, 0.1, 0.25)
_NO_BARS = (CROSSINGS.index("none"), CROSSINGS.index("tunnel"))


def water_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give rivers with their banks, and streams."""
    kinds = [kind for kind in RIVERS if level.streams or kind != "stream"]
    near = {kind: shapes.rivers.near(_about(box), kind) for kind in kinds}
    drawn = {kind: _cut(map(_softened, ways) if level.soft else ways, box) for kind, ways in near.items()}
    packed = {kind: lines_of(lines) for kind, lines in drawn.items() if lines}
    for kind, lines in packed.items():
        yield Lines("water", f"line.{kind}.casing", casing_width(shapes.palette, kind), *lines, curved=True)
    for kind, lines in packed.items():
        if kind != "stream":
            yield Lines("water", f"line.{kind}.colour", line_width(shapes.palette, kind), *lines, curved=True)


def _softened(way: Way) -> Way:
    """Lead a river through the middles of its hexsides."""
    middles = (way.points[1::3] + way.points[2::3]) / 2
    return way._replace(points=np.concatenate([way.points[:1], middles, way.points[-1:]]))


def shore_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give the shores of lakes and coasts that lie on hexsides."""
    hexmap, near = shapes.hexmap, shapes.hexes(box, 2.0)
    corners = shapes.corners_of(near)
    for kind in ("lake", "coast"):
        nth, side = np.nonzero(hexmap.hexside[near] == HEXSIDES.index(kind))
        there = hexmap.neighbour[near[nth], side]
        once = (there == NO_HEX) | (there > near[nth])
        ends = np.stack([corners[nth, side], corners[nth, (side + 1) % SIDES]], axis=1)[once]
        lines = [piece for piece in ends if holds(box, piece).any()]
        if lines:
            yield Lines("water", f"line.{kind}.casing", line_width(shapes.palette, kind), *lines_of(lines))


def rail_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the railways: a line with ties across."""
    ways = [*shapes.railways.ways.near(_about(box))] if level.ties else []
    lines = _cut(ways, box)
    if lines:
        packed, wide = lines_of(lines), line_width(shapes.palette, "rail")
        yield Lines("rail", "line.rail.casing", wide._replace(more_mm=0.5), *packed)
        yield Lines("rail", "line.rail.colour", wide, *packed)
        ties = [_ties(way, level.ties) for way in ways]
        near = [tie for row in ties for tie in row[holds(box, row.mean(axis=1))]]
        yield Lines("rail", "line.rail.colour", _TIE, *lines_of(near), round_ends=False)


def _ties(way: Way, apart: float) -> NDArray[np.float64]:
    """Lay ties across a railway, the same wherever it is cut (k, 2, 2)."""
    steps = np.diff(way.points.astype(float), axis=0)
    long = np.hypot(steps[:, 0], steps[:, 1])
    gone = np.concatenate([[0.0], np.cumsum(long)])
    at = np.arange(apart / 2, gone[-1], apart)
    piece = np.searchsorted(gone, at, side="right") - 1
    along = steps[piece] / np.maximum(long[piece], 1e-9)[:, None]
    spot = way.points[piece] + along * (at - gone[piece])[:, None]
    across = 0.5 * _TIE_LONG * min(apart, _TIE_MOST) * np.stack([-along[:, 1], along[:, 0]], axis=1)
    return np.stack([spot - across, spot + across], axis=1)


def road_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the roads, all casings beneath all fills."""
    drawn = {kind: _cut(shapes.roads.ways.near(_about(box), kind), box) for kind in level.roads}
    packed = {kind: lines_of(lines) for kind, lines in drawn.items() if lines}
    for kind, lines in packed.items():
        yield Lines("roads", f"line.{kind}.casing", casing_width(shapes.palette, kind), *lines)
    for kind, lines in packed.items():
        yield Lines("roads", f"line.{kind}.colour", line_width(shapes.palette, kind), *lines)


def bridge_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give two bars for each crossing, along the way that crosses there."""
    bars: Pieces = []
    for side, spot in _crossings(shapes, box):
        half = shapes.palette.line["river"].width / 2 + 0.06
        along = _across(shapes, side)
        beside = np.array([-along[1], along[0]])
        for sign in (-1.0, 1.0):
            shape = ((0.04, -half - 0.05), (0.0, -half), (0.0, half), (0.04, half + 0.05))
            points = [spot + beside * sign * (0.075 + out) + along * far for out, far in shape]
            bars.append(np.array(points, np.float32))
    if bars:
        yield Lines("roads", "ink.bridge", _BRIDGE, *lines_of(bars), round_ends=False)


def _crossings(shapes: Shapes, box: Box) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """List side and spot of each crossing in a box: on its road or railway, else in the middle of its hexside."""
    hexmap, near = shapes.hexmap, shapes.hexes(box, 2.0)
    corners = shapes.corners_of(near)
    for nth, side in np.argwhere(~np.isin(hexmap.crossing[near], _NO_BARS)).tolist():
        index = int(near[nth])
        across = int(hexmap.neighbour[index, side])
        if NO_HEX < across < index:
            continue
        link = index * SIDES + side
        middle = (corners[nth, side] + corners[nth, (side + 1) % SIDES]) / 2
        spot = np.array(shapes.roads.crossing.get(link) or shapes.railways.crossing.get(link) or middle)
        if box[0] <= spot[0] < box[2] and box[1] <= spot[1] < box[3]:
            yield side, spot


def _across(shapes: Shapes, side: int) -> NDArray[np.float64]:
    """Point over one side of a hex."""
    corners = shapes.hexmap.layout.corner_offsets()
    middle = corners[side] + corners[(side + 1) % SIDES]
    return np.asarray(middle / np.hypot(*middle))


def town_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the blocks of towns."""
    shown = [town for town in shapes.towns if town.rank <= level.town_rank]
    wide = (box[0] - _TOWN_REACH, box[1] - _TOWN_REACH, box[2] + _TOWN_REACH, box[3] + _TOWN_REACH)
    near = [town for town in shown if wide[0] <= town.u < wide[2] and wide[1] <= town.v < wide[3]]
    blocks = [block for town in near for block in town.blocks]
    if blocks:
        points, starts = lines_of(blocks)
        yield Area("towns", "ink.town", points, starts, curved=False)
        yield Lines("towns", "ink.town_edge", _TOWN_EDGE, points, starts, closed=True)


def _about(box: Box) -> Box:
    return (box[0] - _REACH, box[1] - _REACH, box[2] + _REACH, box[3] + _REACH)


def line_width(palette: Palette, kind: str) -> Width:
    """Say how wide a water, road or railway is drawn."""
    style = palette.line[kind]
    return Width(style.width, style.least_mm, style.most_mm)


def casing_width(palette: Palette, kind: str) -> Width:
    """Widen a line by its casing: half as wide again, as far as the eye needs."""
    wide = line_width(palette, kind)
    if kind == "stream":
        return wide
    if kind in RIVERS:
        return wide._replace(more_mm=0.25)
    return Width(wide.share * 1.55, wide.least_mm + 0.24, wide.most_mm * 1.55)


def _cut(ways: Iterable[Way], box: Box) -> Pieces:
    """Cut lines to what lies in a box and a little beyond."""
    found: Pieces = []
    for way in ways:
        near = holds(box, way.points)
        for _ in range(_OVERLAP):
            near = near | np.concatenate([near[1:], [False]]) | np.concatenate([[False], near[:-1]])
        ends = np.flatnonzero(np.diff(np.concatenate([[0], near.astype(int), [0]])))
        found += [way.points[a:b] for a, b in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True) if b - a > 1]
    return found
