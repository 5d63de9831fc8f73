"""Draw the first page of a set of map sheets: the map small and parted, its legend and scale, and what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor, black

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.legend import legend_keys
from scenarios.drawing.levels import level_at
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.pdf import MM, draw_scene
from scenarios.printshop.furniture import ROW_MM, legend, north, paragraphs, ruler, scale_bar, words
from scenarios.printshop.tiling import ROLLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.pdfgen.canvas import Canvas

    from scenarios.drawing.drawing import Drawing
    from scenarios.printshop.tiling import Tiling

__all__ = ["draw_cover"]

_EDGE = 15.0
_COLUMN = 58.0
_LABEL_MM = 4.0
_LEAST_ROW_MM, _LOW = 4.2, 14.0
_STRIP, _TOLD, _GAP, _LEAST_STRIP, _MOST_STRIP = 420.0, 92.0, 10.0, 150.0, 250.0
"""The cover on a roll is laid out so wide and grown to the roll: what is told, the map so high, and the key."""


def draw_cover(canvas: Canvas, drawing: Drawing, tiling: Tiling, paper_name: str) -> None:
    """Draw the cover on a page of the paper, on a roll as short as it can be, and end the page."""
    lying = tiling.paper
    if paper_name in ROLLS:
        _draw_strip(canvas, drawing, tiling, paper_name)
        return
    top = lying.height - _EDGE
    words(canvas, _EDGE, top - 6, drawing.hexmap.name, 7.0, face="text_bold")
    if drawing.hexmap.date:
        words(canvas, _EDGE, top - 11.5, f"the ground of {drawing.hexmap.date}", 3.6)
    upright = lying.height > lying.width
    room = lying.width - 2 * _EDGE - _COLUMN, 0.62 * (lying.height - 95) if upright else lying.height - 78
    low = _overview(canvas, drawing, tiling, (_EDGE, top - 15, *room))
    beside, below = (lying.width - _EDGE - _COLUMN + 6, top - 15, _COLUMN - 6), (_EDGE, low - 4, room[0])
    ended = _told(canvas, drawing, tiling, paper_name, below if upright else beside)
    _key(canvas, drawing, beside[0], beside[1] if upright else ended)
    sources = [*drawing.hexmap.notes, *drawing.hexmap.sources]
    paragraphs(canvas, sources, _EDGE, ended if upright else low - 4, room[0], size=1.9)
    ruler(canvas, lying.margin + 6, 4.0)
    canvas.showPage()


def _draw_strip(canvas: Canvas, drawing: Drawing, tiling: Tiling, paper_name: str) -> None:
    """Draw the cover across a roll: what is told at the left, the map, and its key at the right."""
    lying, room = tiling.paper, _STRIP - 2 * _EDGE - _TOLD - _COLUMN - 2 * _GAP
    wide, high = drawing.size_mm
    lines = [*drawing.hexmap.notes, *drawing.hexmap.sources]
    deep = min(_MOST_STRIP, max(_LEAST_STRIP, room * high / wide))
    grown, long = ROLLS[paper_name] / _STRIP, deep + 2 * _EDGE + _LOW
    canvas.setPageSize((_STRIP * grown * MM, long * grown * MM))
    canvas.saveState()
    canvas.scale(grown, grown)
    top, left = long - _EDGE, _EDGE + _TOLD + _GAP
    y = paragraphs(canvas, [drawing.hexmap.name], _EDGE, top, _TOLD, size=9.0, face="text_bold")
    dated = [f"The ground of {drawing.hexmap.date}"] if drawing.hexmap.date else []
    y = _told(canvas, drawing, tiling, paper_name, (_EDGE, y - 2, _TOLD), before=dated, grown=grown)
    paragraphs(canvas, lines, _EDGE, y, _TOLD, size=2.1)
    _overview(canvas, drawing, tiling, (left, top, room, deep))
    _key(canvas, drawing, left + min(room, deep * wide / high) + _GAP, top)
    canvas.restoreState()
    ruler(canvas, lying.margin + 6, 4.0)
    canvas.showPage()
    canvas.setPageSize((lying.width * MM, lying.height * MM))


def _overview(canvas: Canvas, drawing: Drawing, tiling: Tiling, room: tuple[float, float, float, float]) -> float:
    """Draw the map as large as a room allows (left, top, width, height), with the sheets' edges; give where it ends."""
    left, top, wide, high = room
    width, height = drawing.size_mm
    share = min(wide / width, high / height)
    small = replace(drawing, mm_per_hex=drawing.mm_per_hex * share)
    canvas.saveState()
    canvas.translate(left * MM, (top - height * share) * MM)
    scene = scene_of(small).without("grid", "numbers")
    draw_scene(canvas, scene, radius_mm(small), shipped_palette().in_scheme(drawing.style))
    canvas.restoreState()
    canvas.setLineWidth(0.25 * MM)
    wide_mm, high_mm = (size * share for size in tiling.window)
    for sheet in tiling.sheets() if len(tiling) > 1 else ():
        x, y = left + sheet.left * share, top - sheet.top * share - high_mm
        canvas.setStrokeColor(black)
        canvas.rect(x * MM, y * MM, wide_mm * MM, high_mm * MM)
        size = min(_LABEL_MM, wide_mm / 3.2, high_mm / 2)
        canvas.setFillColor(HexColor(shipped_palette().paper), alpha=0.75)
        canvas.rect((x + wide_mm / 2 - 1.1 * size) * MM, (y + high_mm / 2 - 0.7 * size) * MM, 2.2 * size * MM,
                    1.4 * size * MM, stroke=0, fill=1)  # fmt: skip
        canvas.setFillColor(black, alpha=1)
        words(canvas, x + wide_mm / 2, y + high_mm / 2 - 0.35 * size, sheet.label, size, face="text_bold", anchor=0.5)
    return top - height * share


def _told(
    canvas: Canvas, drawing: Drawing, tiling: Tiling, paper_name: str, beside: tuple[float, float, float], *,
    before: Sequence[str] = (), grown: float = 1.0,
) -> float:  # fmt: skip
    """Write how the sheets go together and the scale, on a canvas that has grown; give where it ends."""
    left, top, wide = beside
    y = paragraphs(canvas, [*before, *_assembly(drawing, tiling, paper_name)], left, top, wide)
    scale_bar(canvas, left, y - 14, drawing.mm_per_m * 1000 / grown, wide - 12)
    north(canvas, left + wide - 6, y - 13, drawing.hexmap.layout.rotation_deg)
    return y - 20


def _key(canvas: Canvas, drawing: Drawing, left: float, top: float) -> None:
    """Draw the legend from a height down to the ruler, its rows as close as they must be."""
    shapes, radius = shapes_of(drawing.hexmap), drawing.hexmap.layout.radius_m
    u0, v0, u1, v1 = (edge / radius for edge in drawing.box)
    style = shipped_palette().in_scheme(drawing.style)
    keys = legend_keys(shapes, level_at(radius_mm(drawing)), (u0, v0, u1, v1), style.scheme[drawing.style].hidden)
    row_mm = min(ROW_MM, max(_LEAST_ROW_MM, (top - _LOW) / max(1, len(keys))))
    legend(canvas, keys, left, top, style, row_mm=row_mm)


def _assembly(drawing: Drawing, tiling: Tiling, paper_name: str) -> list[str]:
    width, height = drawing.size_mm
    size = f"{width / 1000:.2f} x {height / 1000:.2f} m"
    scale = f"Hexes of {drawing.mm_per_hex:g} mm from flat to flat: {drawing.mm_per_m * 1000:g} mm to the km."
    print_so = "Print at 100 %, without fitting to the page; the ruler on each sheet must measure 100 mm."
    if len(tiling) == 1:
        return [f"One sheet of {paper_name}, {size}.", scale, print_so]
    cut = "Trim at the marks inside the overlap, on the right and below; lay the sheets edge to edge."
    return [f"{tiling.cols} x {tiling.rows} sheets of {paper_name}, {size} in all.", scale, print_so, cut]
