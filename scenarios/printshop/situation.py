"""Print the situation as a viewer knows it: the ground with counters and the line between the sides, on one sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from maps.shapes.shapes import shapes_of
from scenarios.drawing.legend import WIDE_MM, legend_keys
from scenarios.drawing.levels import level_at
from scenarios.drawing.mapdrawing import plane_box, radius_mm
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.printshop.furniture import ROW_MM, legend, north, paragraphs, scale_bar, words, wrapped
from scenarios.printshop.mapsheets import checked_drawing
from scenarios.printshop.tiling import PAPERS
from scenarios.reports.sector import fitted, goals_in
from scenarios.reports.sectorpdf import draw_sector
from scenarios.reports.sectorscene import sector_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from scenarios.drawing.drawing import Drawing
    from scenarios.reports.sector import Sector

__all__ = ["framed", "room_on", "situation_pdf"]

_MARGIN, _HEAD, _FOOT = 10.0, 15.0, 22.0
_LEGEND_MM, _GAP_MM = 42.0, 4.0
"""The column of the legend beside the map."""


def situation_pdf(
    sector: Sector, title: str, told: Sequence[str], *, paper_name: str = "A4", style: str = "full",
    part: tuple[str, str] | None = None,
) -> bytes:  # fmt: skip
    """
    Make the PDF of a situation map, the paper lying as the map becomes larger.

    Parameters
    ----------
    told
        What stands beside the title: when it is, the weather.
    part
        Two hexes; the map between them. None: the ground about the viewer's own units.

    Raises
    ------
    ProblemsFound
        If there is no such style or part.
    """
    column = _LEGEND_MM + _GAP_MM
    upright = PAPERS[paper_name]
    drawings = {
        paper: _drawn(sector, room_on(paper, column), style, part) for paper in (upright, upright[::-1])
    }  # fmt: skip
    paper = max(drawings, key=lambda one: drawings[one].mm_per_hex)
    drawing = drawings[paper]

    def draw(canvas: Canvas) -> None:
        draw_sector(canvas, sector, drawing)

    def beside(canvas: Canvas) -> None:
        _legend(canvas, sector, drawing, paper)

    return framed(drawing, draw, title, told, paper, column=column, beside=beside)


def room_on(paper: tuple[float, float], column: float = 0.0) -> tuple[float, float]:
    """Give how wide and high a map may be on a paper, with a column so wide beside it."""
    return paper[0] - 2 * _MARGIN - column, paper[1] - 2 * _MARGIN - _HEAD - _FOOT


def framed(
    drawing: Drawing, draw: Callable[[Canvas], None], title: str, told: Sequence[str], paper: tuple[float, float], *,
    column: float = 0.0, beside: Callable[[Canvas], None] | None = None,
) -> bytes:  # fmt: skip
    """Make a page of a map with its title above it, and scale, north and sources below it."""
    canvas, out = blank(title)
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))
    wide, high = drawing.size_mm
    low = _MARGIN + _FOOT + max(0.0, (paper[1] - 2 * _MARGIN - _HEAD - _FOOT - high))
    left = _MARGIN + column
    canvas.saveState()
    canvas.translate((left + (paper[0] - _MARGIN - left - wide) / 2) * MM, low * MM)
    draw(canvas)
    canvas.restoreState()
    if beside:
        beside(canvas)
    _about(canvas, drawing, title, told, paper)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _drawn(sector: Sector, room: tuple[float, float], style: str, part: tuple[str, str] | None) -> Drawing:
    """Draw the part that is asked for, or about the viewer's units, as large as it fits."""
    wide, high = room
    asked = checked_drawing(sector.situation.map, 100.0, style, part)
    if part is None:
        return replace(fitted(sector, wide, high), style=style)
    share = min(wide / asked.size_mm[0], high / asked.size_mm[1])
    return replace(asked, mm_per_hex=asked.mm_per_hex * share, goals=goals_in(sector.situation))


def _legend(canvas: Canvas, sector: Sector, drawing: Drawing, paper: tuple[float, float]) -> None:
    """Draw what the ground and the marks on it mean, as far as this map shows them, in a column at the left."""
    style, shapes = shipped_palette().in_scheme(drawing.style), shapes_of(drawing.hexmap)
    hidden = style.scheme[drawing.style].hidden
    keys = legend_keys(shapes, level_at(radius_mm(drawing)), plane_box(drawing), hidden)
    marks = sector_keys(sector, drawing)
    y = paper[1] - _MARGIN - _HEAD
    row = min(ROW_MM, (y - _MARGIN - _FOOT) / max(1, len(keys) + len(marks)))
    y = legend(canvas, keys, _MARGIN, y, style, row_mm=row)
    for told, drawn in marks:
        y -= row
        canvas.saveState()
        canvas.translate(_MARGIN * MM, y * MM)
        draw_scene(canvas, drawn, 1.0, style)
        canvas.restoreState()
        words(canvas, _MARGIN + WIDE_MM + 2.0, y + 1.1, told, 3.2)


def _about(
    canvas: Canvas, drawing: Drawing, title: str, told: Sequence[str], paper: tuple[float, float]
) -> None:  # fmt: skip
    """Write title, time, scale, north and sources above and below the map."""
    wide = paper[0] - 2 * _MARGIN
    words(canvas, _MARGIN, paper[1] - _MARGIN - 6, title, 6.4, face="names_bold")
    words(canvas, _MARGIN, paper[1] - _MARGIN - 11.5, " ".join(told), 3.3)
    scale_bar(canvas, _MARGIN, _MARGIN + 2, drawing.mm_per_m * 1000, min(90.0, 0.45 * wide))
    north(canvas, _MARGIN + min(100.0, 0.5 * wide), _MARGIN + 7, drawing.hexmap.layout.rotation_deg)
    hexmap = drawing.hexmap
    left = _MARGIN + 0.56 * wide
    scale = f"A hex is {hexmap.layout.width_m / 1000:g} km, here {drawing.mm_per_hex:.1f} mm."
    _sources(canvas, [scale, *hexmap.sources], left, 0.44 * wide)


def _sources(canvas: Canvas, told: Sequence[str], left: float, wide: float) -> None:
    """Write the sources as large as the foot has room for, no smaller than can be read; then as one paragraph."""
    top, whole = _MARGIN + _FOOT - 5, ". ".join(line.rstrip(".") for line in told) + "."
    for size, lines in ((2.1, told), (2.1, [whole]), (1.76, [whole])):
        rows = sum(len(list(wrapped(line, wide, size))) for line in lines)
        high = (1.3 * rows + 0.5 * len(lines)) * size
        if high <= top - _MARGIN / 2:
            break
    paragraphs(canvas, lines, left, top, wide, size=size)
