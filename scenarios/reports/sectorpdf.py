"""Draw the map of a report on a page of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor

from maps.palette import shipped_palette
from scenarios.drawing.drawing import MM
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.pdf import draw_scene
from scenarios.drawing.scene import Scene
from scenarios.reports.sectorscene import laid_on

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    from scenarios.drawing.drawing import Drawing
    from scenarios.reports.sector import Sector

__all__ = ["draw_sector"]


def draw_sector(canvas: Canvas, sector: Sector, drawing: Drawing) -> None:
    """Draw a part of the map with counters, the line between the sides and the marches, its lower left corner at 0."""
    laid = laid_on(sector, drawing)
    ground = scene_of(drawing, laid.clear, laid.under)
    scene = Scene(ground.box, (*ground.items, *laid.over))
    draw_scene(canvas, scene, radius_mm(drawing), shipped_palette().in_scheme(drawing.style))
    wide, high = (size * MM for size in drawing.size_mm)
    canvas.setStrokeColor(HexColor(shipped_palette().ink["rim"]))
    canvas.setLineWidth(0.4)
    canvas.rect(0, 0, wide, high)
