"""Draw the table of a planned battle: its ground, where the sides set up, and what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.battles.opening import spot_of
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.labels import Box
from scenarios.drawing.light.picture import light_map
from scenarios.drawing.mapdrawing import scene_of
from scenarios.drawing.scene import Scene, Spots, Width
from scenarios.printshop.onesheet import one_sheet
from scenarios.reports.fronts import Still
from scenarios.reports.sectorscene import hatched_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from scenarios.battles.opening import Board
    from scenarios.battles.plan import TablePlan
    from scenarios.drawing.scene import Item

__all__ = ["table_pdf", "table_svg"]

_WIDE_MM, _HIGH_MM = 170.0, 130.0
_DOT_MM, _RIM_MM = 2.6, 0.9


def table_svg(plan: TablePlan, board: Board) -> str:
    """Draw the table as it would be laid out, the part where each side sets up hatched in its colour."""
    hexmap = board.ground.board
    u0, v0, u1, v1 = hexmap.layout.extent()
    per_m = min(_WIDE_MM / (u1 - u0), _HIGH_MM / (v1 - v0))
    drawing = Drawing(hexmap, per_m * hexmap.layout.width_m)
    clear, under, over = _lying(plan, board, drawing)
    return light_map(drawing, clear, under=under, over=over)


def table_pdf(plan: TablePlan, board: Board, paper_name: str = "A4") -> bytes:
    """Print the same on one sheet, with its scale and where north is."""

    def drawn(drawing: Drawing) -> Scene:
        clear, under, over = _lying(plan, board, drawing)
        ground = scene_of(drawing, clear, under)
        return Scene(ground.box, (*ground.items, *over))

    light = ", ".join(filter(None, (plan.date, plan.light, plan.weather)))
    told = [f"{light}; {plan.wide_inches:g} by {plan.high_inches:g} inches. Hatched: where each side sets up."]
    told += ["The dots are what it is for."] if len(_aims(plan, board)) else []
    return one_sheet(board.ground.board, drawn, f"{plan.name}: the table", told, paper_name=paper_name)


def _lying(plan: TablePlan, board: Board, drawing: Drawing) -> tuple[list[Box], list[Item], list[Item]]:
    """Give what lies on the ground: boxes that names keep out of, what is under the names, and what is over them."""
    aims, per_m = _aims(plan, board), drawing.mm_per_m
    clear = [Box(x - _DOT_MM, -y - _DOT_MM, x + _DOT_MM, -y + _DOT_MM) for x, y in (aims * per_m).tolist()]
    dots = _dots(aims / drawing.hexmap.layout.radius_m)
    return clear, list(_zones(plan, board, drawing)), list(dots)


def _zones(plan: TablePlan, board: Board, drawing: Drawing) -> Iterator[Item]:
    for place, side in enumerate(plan.sides):
        style = shipped_palette().side_style(side.colour, place)
        yield from hatched_parts([Still(board.zones[side.key], f"{side.name} sets up")], drawing, style.line)


def _aims(plan: TablePlan, board: Board) -> NDArray[np.float64]:
    """Give where on the table the objectives lie that are on it, in grid coordinates."""
    spots = (spot_of(board, index) for _, index, _ in plan.objectives)
    found = dict.fromkeys(spot for spot in spots if spot is not None)
    return np.asarray(board.ground.board.layout.centres()[list(found)])


def _dots(aims: NDArray[np.float64]) -> Iterator[Item]:
    if len(aims):
        points = aims.astype(np.float32)
        yield Spots("aims", "ink.counter", Width(0.0, _DOT_MM, _DOT_MM, _RIM_MM), points)
        yield Spots("aims", "ink.objective", Width(0.0, _DOT_MM, _DOT_MM), points)
