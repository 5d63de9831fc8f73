"""
Draw a part of a map as a scene with few points, for pictures in pages and letters.

It is drawn of the same shapes by the same rules as every map; what is left out is what such a picture would not show
at its size or would weigh more than all else: relief, single trees, small waters and tracks on small hexes, the
nooks of borders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.shapes.rings import thinned
from scenarios.drawing.edge import edge_items
from scenarios.drawing.grid import comb_items, number_items
from scenarios.drawing.ground import EDGE, slope_items
from scenarios.drawing.levels import level_at
from scenarios.drawing.names import lead_items, name_items
from scenarios.drawing.scene import Area, Lines, Scene, Spots, Width, holds, lines_of
from scenarios.drawing.ways import bridge_items, rail_items, road_items, shore_items, town_items, water_items

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.labels import Box as Room
    from scenarios.drawing.levels import Level
    from scenarios.drawing.names import Goal
    from scenarios.drawing.scene import Box, Item

__all__ = ["sketch_ground", "sketch_names"]

_COARSE, _FINE, _FINE_FROM_MM = 5, 3, 4.0
"""Samples along a cell, on small hexes and on those from so large a radius on."""
_SMALL_BELOW_MM = 6.9
"""The radius of a hex below which small waters, tracks and slopes only make it grey."""
_BLOCKS_FROM_MM = 4.6
_BEND, _LONG = 0.07, 1.5
"""How far a point must bend a way to stay, and the most from point to point, in hex radii."""
_TIES = 0.8
_DOT = {1: Width(0.62, 1.5), 2: Width(0.46, 1.1), 3: Width(0.32, 0.8), 4: Width(0.22, 0.5)}
_DOT_RIM_MM, _BLOCK_EDGE_MM = 0.35, 0.2


def sketch_ground(shapes: Shapes, radius_mm: float, box: Box) -> Scene:
    """Draw a box of a map where a hex has a radius in millimetres, but for the names."""
    level = _level(radius_mm)
    drawn = [*_ground(shapes, radius_mm, box), *_ways(shapes, level, radius_mm, box)]
    drawn += [*comb_items(shapes, box), *edge_items(shapes, box), *number_items(shapes, radius_mm, box)]
    return Scene(box, tuple(drawn))


def sketch_names(
    shapes: Shapes,
    radius_mm: float,
    box: Box,
    clear: Iterable[Room] = (),
    *,
    wider: float = 1.0,
    goals: Iterable[Goal] = (),
) -> tuple[Item, ...]:
    """
    Write the names of places and waters in a box of a map, and lead to what they name.

    Parameters
    ----------
    clear
        Boxes in millimetres of the whole map, y upwards, that names keep out of: what will lie on it.
    wider
        How much wider letters may be than ours.
    goals
        What is fought for, which is named first.
    """
    names = name_items(shapes, radius_mm, clear, within=box, wider=wider, goals=goals)
    return (*lead_items(names, radius_mm), *names)


def _level(radius_mm: float) -> Level:
    """Take the level of a scale, without what is too small for a picture of it."""
    level = level_at(radius_mm)
    few = {"roads": tuple(kind for kind in level.roads if kind != "track"), "streams": False}
    told = level._replace(**few) if radius_mm < _SMALL_BELOW_MM else level  # type: ignore[arg-type]
    return told._replace(ties=_TIES if level.ties else 0.0, soft=radius_mm < _FINE_FROM_MM, marks=0.0, trees=0.0)


def _ground(shapes: Shapes, radius_mm: float, box: Box) -> Iterator[Item]:
    """Give the areas of the ground, and woods with their edges."""
    fine = radius_mm >= _FINE_FROM_MM
    sketch = shapes.sketch(_FINE if fine else _COARSE, floors=fine)
    classes, woods = sketch.outlined(box)
    corners = np.array([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])
    yield Area("ground", shapes.colour(shapes.lowest, "floor"), *lines_of([corners]), curved=False)
    for name, rings in classes:
        if len(rings):
            yield Area("ground", shapes.colour(name, "floor"), rings.points, rings.starts)
    if len(woods):
        yield Area("woods", "ink.wood", woods.points, woods.starts)
        yield Lines("woods", "ink.wood_edge", EDGE, woods.points, woods.starts, curved=True, closed=True)


def _ways(shapes: Shapes, level: Level, radius_mm: float, box: Box) -> Iterator[Item]:
    """Give waters, railways, roads, and towns: their blocks on large hexes, on small ones dots."""
    if radius_mm >= _SMALL_BELOW_MM:
        yield from slope_items(shapes, box)
    yield from shore_items(shapes, box)
    yield from _thin(water_items(shapes, level, box))
    yield from _thin(rail_items(shapes, level, box))
    yield from _thin(road_items(shapes, level, box))
    if radius_mm >= _BLOCKS_FROM_MM:
        yield from bridge_items(shapes, box)
        yield from _blocks(town_items(shapes, level, box))
    else:
        yield from _dots(shapes, level, box)


def _blocks(items: Iterable[Item]) -> Iterator[Item]:
    """Draw each block of a town as one short stroke, all as wide as they are on the mean: half as many points."""
    for item in items:
        if isinstance(item, Area) and len(item.points):
            corners = item.points.reshape(-1, 4, 2)
            sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
            long = (sides[:, 0] >= sides[:, 1])[:, None, None]
            ends = (corners + np.roll(corners, 1, axis=1)) / 2
            strokes = np.where(long, ends[:, [0, 2]], ends[:, [1, 3]])
            wide = Width(float(sides.min(axis=1).mean()))
            points, starts = lines_of(list(strokes))
            edge = Lines(
                "towns", "ink.town_edge", wide._replace(more_mm=_BLOCK_EDGE_MM), points, starts, round_ends=False
            )
            yield from (edge, edge._replace(colour="ink.town", width=wide))


def _thin(items: Iterable[Item]) -> Iterator[Item]:
    """Keep of each way the points that bend it, as a smooth line; what shared its points shares them still."""
    kept: dict[int, Lines] = {}
    for item in items:
        if not isinstance(item, Lines) or not item.round_ends:
            yield item
            continue
        if id(item.points) not in kept:
            bounds = zip(item.starts[:-1].tolist(), item.starts[1:].tolist(), strict=True)
            lines = [thinned(item.points[a:b].astype(float), _BEND, _LONG) for a, b in bounds]
            points, starts = lines_of(lines)
            kept[id(item.points)] = item._replace(points=points, starts=starts)
        first = kept[id(item.points)]
        yield item._replace(points=first.points, starts=first.starts, curved=True)


def _dots(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Mark towns by dots, the large ones above."""
    for rank in sorted(_DOT, reverse=True):
        spots = np.array([[town.u, town.v] for town in shapes.towns if town.rank == rank], np.float32).reshape(-1, 2)
        spots = spots[holds(box, spots)]
        if rank <= level.town_rank and len(spots):
            yield Spots("towns", "ink.town_edge", _DOT[rank]._replace(more_mm=_DOT_RIM_MM), spots)
            yield Spots("towns", "ink.town", _DOT[rank], spots)
