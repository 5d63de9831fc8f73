"""Print a map as one poster: as large as the paper takes it, with title, legend, scale, north and sources beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound
from maps.shapes.shapes import shapes_of
from scenarios.drawing.legend import legend_keys
from scenarios.drawing.levels import level_at
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.printshop.furniture import ROW_MM, legend, north, paragraphs, scale_bar, words, wrapped
from scenarios.printshop.mapsheets import checked_drawing
from scenarios.printshop.tiling import ROLLS, paper

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    from maps.grid.hexmap import HexMap
    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.names import Goal
    from scenarios.printshop.tiling import Paper

__all__ = ["poster_pdf"]

_MARGIN = 14.0
_COLUMN_SHARE, _LEAST_COLUMN, _MOST_COLUMN = 0.16, 46.0, 110.0
_LEAST_HEX_MM, _MOST_HEX_MM = 1.5, 400.0
_AT_WIDTH, _AT_HEIGHT, _MOST_GROWN = 62.0, 240.0, 3.0
"""The column is written for this width and height, and grown with its room."""
_SMALL, _FOOT, _LEAST_ROW = 2.0, 6.0, 4.6
"""The letters of the sources, what stands below them, and how close the rows of a long legend may stand."""


def poster_pdf(
    hexmap: HexMap,
    *,
    paper_name: str = "A1",
    style: str = "full",
    part: tuple[str, str] | None = None,
    goals: tuple[Goal, ...] = (),
) -> bytes:
    """
    Make the PDF of a poster of a map, or of the part between two hexes; ``goals`` are named first.

    Raises
    ------
    ProblemsFound
        If there is no such paper, style or part, or hexes would be smaller than 1.5 mm.
    """
    whole = replace(checked_drawing(hexmap, 100.0, style, part), goals=goals)
    if paper_name in ROLLS:
        what, way = "a poster needs a sheet with two sides", 'name one, such as "A1" or "600x900"; sheets go on a roll'
        raise ProblemsFound([Problem("paper", what, way)])
    lying = _lying(whole, paper_name)
    drawing = _fitted(whole, lying, paper_name)
    canvas, out = blank(hexmap.name)
    canvas.setPageSize((lying.width * MM, lying.height * MM))
    wide, high = drawing.size_mm
    left, low = _MARGIN, (lying.height - high) / 2
    canvas.saveState()
    canvas.translate(left * MM, low * MM)
    draw_scene(canvas, scene_of(drawing), radius_mm(drawing), shipped_palette().in_scheme(style))
    canvas.restoreState()
    canvas.setLineWidth(0.3 * MM)
    canvas.rect(left * MM, low * MM, wide * MM, high * MM)
    _column(canvas, drawing, lying)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _column_mm(lying: Paper) -> float:
    return min(_MOST_COLUMN, max(_LEAST_COLUMN, _COLUMN_SHARE * lying.width))


def _share(whole: Drawing, lying: Paper) -> float:
    """Say how much larger than at 100 mm a hex a map may be on paper that lies so."""
    wide, high = whole.size_mm
    room = lying.width - 3 * _MARGIN - _column_mm(lying)
    return min(room / wide, (lying.height - 2 * _MARGIN) / high)


def _lying(whole: Drawing, paper_name: str) -> Paper:
    """Lay the paper so that the map becomes the larger."""
    upright = paper(paper_name, 1.0, 1.0)
    ways = [upright, type(upright)(upright.height, upright.width, upright.margin, upright.overlap)]
    return max(ways, key=lambda lying: _share(whole, lying))


def _fitted(whole: Drawing, lying: Paper, paper_name: str) -> Drawing:
    mm = min(_MOST_HEX_MM, whole.mm_per_hex * _share(whole, lying))
    if mm < _LEAST_HEX_MM:
        what = f"on {paper_name} a hex would be {mm:.1f} mm wide"
        raise ProblemsFound([Problem("paper", what, "take larger paper, or a part of the map")])
    return replace(whole, mm_per_hex=mm)


def _column(canvas: Canvas, drawing: Drawing, lying: Paper) -> None:
    """Write title, legend, scale, north and sources beside the map, the larger the more room there is."""
    left = 2 * _MARGIN + drawing.size_mm[0]
    room = lying.width - _MARGIN - left
    grown = min(_MOST_GROWN, max(1.0, room / _AT_WIDTH), (lying.height - 2 * _MARGIN) / _AT_HEIGHT)
    canvas.saveState()
    canvas.translate(left * MM, _MARGIN * MM)
    canvas.scale(grown, grown)
    _told(canvas, drawing, room / grown, (lying.height - 2 * _MARGIN) / grown, grown)
    canvas.restoreState()


def _told(canvas: Canvas, drawing: Drawing, wide: float, y: float, grown: float) -> None:
    """Write the column downwards from a height, on a canvas that has grown; its left lower corner is the origin."""
    hexmap = drawing.hexmap
    y = paragraphs(canvas, [hexmap.name], 0, y, wide, size=min(11.0, wide / 7), face="text_bold")
    km, mm = hexmap.layout.width_m / 1000, drawing.mm_per_hex
    scale = f"1:{1000 / drawing.mm_per_m:,.0f}; a hex is {km:g} km, here {mm:.1f} mm"
    dated = [f"The ground of {hexmap.date}"] if hexmap.date else []
    y = paragraphs(canvas, [*dated, scale], 0, y - 2, wide) - 14
    scale_bar(canvas, 0, y, drawing.mm_per_m * 1000 / grown, wide - 16)
    north(canvas, wide - 5, y + 3, hexmap.layout.rotation_deg)
    shapes, radius = shapes_of(hexmap), hexmap.layout.radius_m
    u0, v0, u1, v1 = (edge / radius for edge in drawing.box)
    style = shipped_palette().in_scheme(drawing.style)
    keys = legend_keys(shapes, level_at(radius_mm(drawing)), (u0, v0, u1, v1), style.scheme[drawing.style].hidden)
    sources = [*hexmap.notes, *hexmap.sources]
    lines = sum(1 for text in sources for _ in wrapped(text, wide, _SMALL))
    below = (1.3 * lines + 0.5 * len(sources)) * _SMALL + _FOOT
    row_mm = min(ROW_MM, max(_LEAST_ROW, (y - 12 - below) / max(1, len(keys))))
    y = legend(canvas, keys, 0, y - 6, style, row_mm=row_mm) - 6
    paragraphs(canvas, sources, 0, y, wide, size=_SMALL)
    words(canvas, 0, 0, "Sandtable", 2.4, colour=shipped_palette().number)
