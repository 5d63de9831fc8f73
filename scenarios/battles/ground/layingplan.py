"""Draw which piece of terrain goes where on a table: the board, and numbered outlines of the pieces over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.mapscene import map_scene
from scenarios.drawing.scene import Lines, Scene, Width, Words, lines_of
from scenarios.drawing.svg import scene_svg

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from scenarios.battles.ground.pieces import Laid, LayOut

__all__ = ["laying_plan_svg"]

_LONG_MM = 420.0
"""The longer side of the picture: that of a sheet of A3."""
_OUTLINE, _NUMBER = Width(0.08, 0.5, 1.2), Width(0.9, 3.0, 7.0)


def laying_plan_svg(board: HexMap, inch_m: float, found: LayOut) -> str:
    """Draw the plan as SVG; the numbers are those of the list, from 1."""
    shapes = shapes_of(board)
    u0, v0, u1, v1 = shapes.box
    radius_mm = _LONG_MM / max(u1 - u0, v1 - v0)
    scene = map_scene(shapes, radius_mm, hidden=("bands", "numbers"))
    scale = inch_m / board.layout.radius_m
    rings = [np.concatenate([one.corners(), one.corners()[:1]]) * scale + np.array([u0, v0]) for one in found.laid]
    items = [*scene.items]
    if rings:
        items.append(Lines("names", "grid", _OUTLINE, *lines_of(rings)))
    items += [_number(k, one, scale, (u0, v0)) for k, one in enumerate(found.laid, start=1)]
    return scene_svg(Scene(scene.box, tuple(items)), radius_mm, shipped_palette(), f"{board.name}: which piece where")


def _number(k: int, one: Laid, scale: float, first: tuple[float, float]) -> Words:
    right, down = one.right * scale + first[0], one.down * scale + first[1]
    return Words("names", "grid", str(k), right, down + 0.3, _NUMBER, "text", halo=0.18)
