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

    from maps.shapes.rings import Way
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Item

    Pieces = list[NDArray[np.float32]]

__all__ = ["bridge_items", "rail_items", "road_items", "shore_items", "town_items", "water_items"]

_OVERLAP = 2
_TIES = Width(0.0, 0.22), Width(0.16, 1.8)
_BRIDGE = Width(0.028, 0.16, 0.5)
_TOWN_EDGE = Width(0.006, 0.1, 0.25)
_NO_BARS = (CROSSINGS.index("none"), CROSSINGS.index("tunnel"))


def water_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give rivers with their banks, and streams."""
    kinds = [kind for kind in RIVERS if level.streams or kind != "stream"]
    drawn = {kind: _cut([way for way in shapes.rivers if way.kind == kind], box) for kind in kinds}
    for kind, lines in drawn.items():
        if lines:
            yield Lines("water", f"line.{kind}.casing", _cased(shapes, kind), *lines_of(lines), curved=True)
    for kind, lines in drawn.items():
        if lines and kind != "stream":
            yield Lines("water", f"line.{kind}.colour", _wide(shapes, kind), *lines_of(lines), curved=True)


def shore_items(shapes: Shapes, box: Box) -> Iterator[Item]:
    """Give the shores of lakes and coasts that lie on hexsides."""
    hexmap = shapes.hexmap
    corners = hexmap.layout.corners() / hexmap.layout.radius_m
    for kind in ("lake", "coast"):
        here, side = np.nonzero(hexmap.hexside == HEXSIDES.index(kind))
        there = hexmap.neighbour[here, side]
        once = (there == NO_HEX) | (there > here)
        ends = np.stack([corners[here, side], corners[here, (side + 1) % SIDES]], axis=1)[once]
        lines = [piece for piece in ends if holds(box, piece).any()]
        if lines:
            yield Lines("water", f"line.{kind}.casing", _wide(shapes, kind), *lines_of(lines))


def rail_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the railways: a line with ties across."""
    lines = _cut(shapes.railways.ways, box) if level.rails else []
    if lines:
        packed, wide = lines_of(lines), _wide(shapes, "rail")
        yield Lines("rail", "line.rail.casing", wide._replace(more_mm=0.5), *packed)
        yield Lines("rail", "line.rail.colour", wide, *packed)
        ties = Width(3.2 * wide.share, 3.2 * wide.least_mm, 3.2 * wide.most_mm)
        yield Lines("rail", "line.rail.colour", ties, *packed, round_ends=False, dash=_TIES)


def road_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the roads, all casings beneath all fills."""
    drawn = {kind: _cut([way for way in shapes.roads.ways if way.kind == kind], box) for kind in level.roads}
    for kind, lines in drawn.items():
        if lines:
            yield Lines("roads", f"line.{kind}.casing", _cased(shapes, kind), *lines_of(lines))
    for kind, lines in drawn.items():
        if lines:
            yield Lines("roads", f"line.{kind}.colour", _wide(shapes, kind), *lines_of(lines))


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
    hexmap = shapes.hexmap
    corners = hexmap.layout.corners() / hexmap.layout.radius_m
    for index, side in np.argwhere(~np.isin(hexmap.crossing, _NO_BARS)).tolist():
        across = int(hexmap.neighbour[index, side])
        if NO_HEX < across < index:
            continue
        link = index * SIDES + side
        middle = (corners[index, side] + corners[index, (side + 1) % SIDES]) / 2
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
    near = [town for town in shown if holds(box, np.array([[town.u, town.v]]))[0]]
    blocks = [block for town in near for block in town.blocks]
    if blocks:
        points, starts = lines_of(blocks)
        yield Area("towns", "ink.town", points, starts, curved=False)
        yield Lines("towns", "ink.town_edge", _TOWN_EDGE, points, starts, closed=True)


def _wide(shapes: Shapes, kind: str) -> Width:
    style = shapes.palette.line[kind]
    return Width(style.width, style.least_mm, style.most_mm)


def _cased(shapes: Shapes, kind: str) -> Width:
    """Widen a line by its casing: half as wide again, as far as the eye needs."""
    wide = _wide(shapes, kind)
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
