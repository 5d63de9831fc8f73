"""Draw a map, or a part of it, as a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.drawing.edge import edge_items
from scenarios.drawing.grid import grid_items, number_items
from scenarios.drawing.ground import ground_items, relief_item, slope_items, tree_items
from scenarios.drawing.levels import level_at
from scenarios.drawing.names import name_items
from scenarios.drawing.scene import Scene
from scenarios.drawing.ways import bridge_items, rail_items, road_items, shore_items, town_items, water_items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Item

__all__ = ["LAYERS", "ground_scene", "map_scene"]

LAYERS = ("ground", "woods", "relief", "marks", "water", "rail", "roads", "towns", "edge", "grid", "numbers", "names")
"""What can be left out of a drawing, from bottom to top."""


def ground_scene(shapes: Shapes, level: Level, box: Box) -> Scene:
    """Draw what does not change within a level of detail: all but numbers and names."""
    return Scene(box, tuple(_ground(shapes, level, box)))


def map_scene(shapes: Shapes, radius_mm: float, box: Box | None = None) -> Scene:
    """Draw a map, or a box of it, where a hex has a radius in millimetres."""
    lying = box or shapes.box
    names = [name for name in name_items(shapes, radius_mm) if _seen(name.u, name.v, lying)]
    numbers = number_items(shapes, radius_mm, lying)
    return Scene(lying, (*_ground(shapes, level_at(radius_mm), lying), *numbers, *names))


def _ground(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    yield from ground_items(shapes, level, box)
    yield from relief_item(shapes, box)
    yield from tree_items(shapes, level, box)
    yield from slope_items(shapes, box)
    yield from shore_items(shapes, box)
    yield from water_items(shapes, level, box)
    yield from rail_items(shapes, level, box)
    yield from road_items(shapes, level, box)
    yield from bridge_items(shapes, box)
    yield from town_items(shapes, level, box)
    yield from edge_items(shapes, box)
    yield from grid_items(shapes, box)


def _seen(u: float, v: float, box: Box) -> bool:
    return box[0] <= u < box[2] and box[1] <= v < box[3]
