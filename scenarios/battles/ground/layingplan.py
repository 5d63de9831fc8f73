"""Draw which piece of terrain goes where on a table: the board, and numbered outlines of the pieces over it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.mapdrawing import radius_mm
from scenarios.drawing.mapscene import map_scene
from scenarios.drawing.scene import Lines, Scene, Width, Words, lines_of
from scenarios.drawing.svg import scene_svg
from scenarios.printshop.onesheet import one_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap
    from scenarios.battles.ground.pieces import Laid, LayOut

__all__ = ["laying_plan_pdf", "laying_plan_svg"]

_LONG_MM = 420.0
"""The longer side of the picture: that of a sheet of A3."""
_OUTLINE, _NUMBER, _NAME = Width(0.08, 0.5, 1.2), Width(0.9, 3.0, 7.0), Width(0.3, 2.0, 3.2)
_HIDDEN = ("bands", "numbers")


def laying_plan_svg(board: HexMap, inch_m: float, found: LayOut) -> str:
    """Draw the plan as SVG; the numbers are those of the list, from 1."""
    u0, v0, u1, v1 = shapes_of(board).box
    radius = _LONG_MM / max(u1 - u0, v1 - v0)
    return scene_svg(_scene(board, inch_m, found, radius), radius, shipped_palette(), _title(board))


def laying_plan_pdf(board: HexMap, inch_m: float, found: LayOut, paper_name: str = "A4") -> bytes:
    """Print the plan on one sheet, with how many pieces there are of each name."""
    laid = Counter(one.piece.name for one in found.laid)
    told = [", ".join(f"{count} {name}" for name, count in laid.items()) or "No piece lies on it."]
    return one_sheet(
        board, lambda drawing: _scene(board, inch_m, found, radius_mm(drawing)), _title(board), told,
        paper_name=paper_name,
    )  # fmt: skip


def _title(board: HexMap) -> str:
    return f"{board.name}: which piece where"


def _scene(board: HexMap, inch_m: float, found: LayOut, radius: float) -> Scene:
    shapes = shapes_of(board)
    u0, v0, _, _ = shapes.box
    scene = map_scene(shapes, radius, hidden=_HIDDEN)
    scale = inch_m / board.layout.radius_m
    rings = [np.concatenate([one.corners(), one.corners()[:1]]) * scale + np.array([u0, v0]) for one in found.laid]
    items = [*scene.items]
    if rings:
        items.append(Lines("names", "grid", _OUTLINE, *lines_of(rings)))
    for k, one in enumerate(found.laid, start=1):
        items += _words(k, one, scale, (u0, v0))
    return Scene(scene.box, tuple(items))


def _words(k: int, one: Laid, scale: float, first: tuple[float, float]) -> Iterator[Words]:
    """Write the number of a piece in its middle, and its name below that."""
    right, down = one.right * scale + first[0], one.down * scale + first[1]
    yield Words("names", "grid", str(k), right, down + 0.1, _NUMBER, "text", halo=0.18)
    yield Words("names", "grid", one.piece.name, right, down + 0.5, _NAME, "text", halo=0.18)
