"""Draw a map, or a part of it, as a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.drawing.contours import contour_items, height_words
from scenarios.drawing.edge import edge_items
from scenarios.drawing.grid import grid_items, invented_items, number_items
from scenarios.drawing.ground import ground_items, relief_item, slope_items, tree_items, woods_about
from scenarios.drawing.hexsides import border_items
from scenarios.drawing.levels import level_at
from scenarios.drawing.names import lead_items, name_items
from scenarios.drawing.scene import Scene
from scenarios.drawing.ways import bridge_items, rail_items, road_items, shore_items, town_items, water_items

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.labels import Box as Room
    from scenarios.drawing.levels import Level
    from scenarios.drawing.names import Goal
    from scenarios.drawing.scene import Box, Item

__all__ = ["LAYERS", "MARGIN", "ground_scene", "map_scene"]

LAYERS = (
    "ground", "bands", "woods", "relief", "marks", "contours", "water", "hexsides", "rail", "roads", "towns", "edge",
    "grid", "invented", "numbers", "names",
)  # fmt: skip
"""What can be left out of a drawing, from bottom to top."""

MARGIN = 0.4
"""How far beyond its box a drawing holds lines, trees and marks, in hex radii: what is wide reaches in from there."""


def ground_scene(shapes: Shapes, level: Level, box: Box, hidden: Collection[str] = ()) -> Scene:
    """
    Draw what does not change within a level of detail: all but numbers and names; what reaches in is among it.

    Parameters
    ----------
    hidden
        Layers that are left out.
    """
    wide = (box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN)
    return Scene(box, tuple(_ground(shapes, level, wide, hidden))).without(*hidden)


def map_scene(
    shapes: Shapes, radius_mm: float, box: Box | None = None, hidden: Collection[str] = (), clear: Iterable[Room] = (),
    under: Iterable[Item] = (), *, goals: Iterable[Goal] = (),
) -> Scene:  # fmt: skip
    """
    Draw a map, or a box of it, where a hex has a radius in millimetres, but for the layers that are hidden.

    Parameters
    ----------
    clear
        Boxes in millimetres of the whole map, y upwards, that names keep out of: what will lie on it.
    under
        What lies on the ground, beneath the names.
    goals
        What is fought for, which is named first.
    """
    lying = box or shapes.box
    names = name_items(shapes, radius_mm, clear, within=lying, goals=goals)
    heights = () if "contours" in hidden else height_words(shapes, radius_mm, names, within=lying)
    written = [word for word in (*heights, *names) if _seen(word.u, word.v, lying)]
    numbers = number_items(shapes, radius_mm, lying)
    ground = ground_scene(shapes, level_at(radius_mm), lying, hidden)
    leads = lead_items(names, radius_mm)
    return Scene(lying, (*ground.items, *numbers, *under, *leads, *written)).without(*hidden)


def _ground(shapes: Shapes, level: Level, box: Box, hidden: Collection[str]) -> Iterator[Item]:
    woods = woods_about(shapes, level, box)
    yield from ground_items(shapes, level, box, woods, banded="bands" not in hidden)
    yield from relief_item(shapes, box)
    yield from tree_items(shapes, level, box, woods)
    if "contours" not in hidden:
        yield from contour_items(shapes, level, box)
    if level.fine:
        yield from slope_items(shapes, box)
        yield from shore_items(shapes, box)
    yield from water_items(shapes, level, box)
    if level.fine:
        yield from border_items(shapes, box)
    yield from rail_items(shapes, level, box)
    yield from road_items(shapes, level, box)
    if level.fine:
        yield from bridge_items(shapes, box)
    yield from town_items(shapes, level, box)
    yield from edge_items(shapes, box)
    if level.fine:
        yield from grid_items(shapes, box)
    if level.marks:
        yield from invented_items(shapes, box)


def _seen(u: float, v: float, box: Box) -> bool:
    return box[0] <= u < box[2] and box[1] <= v < box[3]
