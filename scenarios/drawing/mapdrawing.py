"""Draw a hex map on a canvas, in millimetres at exact scale: the one scene, as the screen shows it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.mapscene import map_scene
from scenarios.drawing.pdf import draw_scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reportlab.pdfgen.canvas import Canvas

    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.labels import Box as Room
    from scenarios.drawing.scene import Box, Item, Scene

__all__ = ["draw_map", "plane_box", "radius_mm", "scene_of"]


def draw_map(canvas: Canvas, drawing: Drawing, clear: Iterable[Room] = ()) -> None:
    """Draw a map, or the part of it that is held, with its lower left corner where the canvas has its origin."""
    draw_scene(canvas, scene_of(drawing, clear), radius_mm(drawing), shipped_palette().in_scheme(drawing.style))


def scene_of(drawing: Drawing, clear: Iterable[Room] = (), under: Iterable[Item] = ()) -> Scene:
    """Give the scene of a map at a scale, without what its scheme leaves out: see ``map_scene``."""
    hidden = shipped_palette().scheme[drawing.style].hidden
    return map_scene(
        shapes_of(drawing.hexmap), radius_mm(drawing), plane_box(drawing), hidden, clear, under, goals=drawing.goals
    )


def plane_box(drawing: Drawing) -> Box:
    """Give the part of the plane that is drawn, in hex radii."""
    u0, v0, u1, v1 = (edge / drawing.hexmap.layout.radius_m for edge in drawing.box)
    return u0, v0, u1, v1


def radius_mm(drawing: Drawing) -> float:
    """Give the distance from the centre of a hex to its corner on paper."""
    return drawing.mm_per_hex / math.sqrt(3)
