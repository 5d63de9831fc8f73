"""
Print a map as sheets of paper at exact scale.

Each sheet has crop marks, its label and those of its neighbours, a plan of all sheets with
its own filled, and a ruler of 100 mm, so that whoever prints it can see that the printer kept
the scale. The ground is drawn once, as a form that every sheet shows a part of; numbers and
names are written on that sheet alone where the knife leaves them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from reportlab.lib.colors import HexColor, black

from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound
from maps.shapes.shapes import shapes_of
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.faces import width_mm
from scenarios.drawing.grid import grid_items
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.pdf import MM, blank, draw_scene
from scenarios.drawing.scene import Scene, Words, holds
from scenarios.printshop.cover import draw_cover
from scenarios.printshop.furniture import RULER_MM, ruler, words
from scenarios.printshop.tiling import Tiling, paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from reportlab.pdfgen.canvas import Canvas

    from maps.grid.hexmap import HexMap
    from scenarios.drawing.names import Goal
    from scenarios.drawing.scene import Box
    from scenarios.printshop.tiling import Sheet

__all__ = ["MOST_SHEETS", "STYLES", "checked_drawing", "map_pdf"]

STYLES = tuple(shipped_palette().scheme)
MOST_SHEETS = 400
_FORM = "map"
_LEAST_HEX_MM, _MOST_HEX_MM = 5.0, 400.0
_LETTERED = ("numbers", "names")
_ABOVE = ("grid", *_LETTERED)
_INSIDE_MM = 0.8


@dataclass(frozen=True)
class _Printed:
    """A map on its sheets."""

    drawing: Drawing
    scene: Scene
    tiling: Tiling

    @cached_property
    def words(self) -> list[Words]:
        """All that is written on the map."""
        return [item for item in self.scene.items if isinstance(item, Words)]

    @cached_property
    def spots(self) -> NDArray[np.float64]:
        """Where each of them stands (k, 2)."""
        return np.array([(item.u, item.v) for item in self.words]).reshape(-1, 2)

    @cached_property
    def longest(self) -> float:
        """How long the longest of them is, in hex radii."""
        radius = radius_mm(self.drawing)
        return max((width_mm(item.text, item.size.at(radius), item.face) for item in self.words), default=0.0) / radius

    def near(self, box: Box) -> Iterator[Words]:
        """Give those that may reach into a box."""
        by = self.longest
        wide = (box[0] - by, box[1] - by, box[2] + by, box[3] + by)
        return (self.words[place] for place in np.flatnonzero(holds(wide, self.spots)).tolist())


def map_pdf(
    hexmap: HexMap,
    *,
    mm_per_hex: float = 100.0,
    paper_name: str = "A4",
    style: str = "full",
    part: tuple[str, str] | None = None,
    goals: tuple[Goal, ...] = (),
    margin_mm: float = 10.0,
    overlap_mm: float = 10.0,
) -> bytes:
    """
    Make the PDF of a map, or of the part between two hexes.

    Parameters
    ----------
    mm_per_hex
        Printed hex from flat to flat: 100 mm for 2 km hexes is 5 cm to the km.
    paper_name
        One of ``PAPERS`` or ``ROLLS``, or a size such as "300x450"; it lies the way that takes fewer sheets.
    style
        A scheme of the palette: "full", "colour_blind", "low_ink" or "black".
    part
        Numbers of two hexes at opposite corners; None: the whole map.
    goals
        What is fought for, which is named first.

    Raises
    ------
    ProblemsFound
        If scale, paper, style or part cannot be printed.
    """
    drawing = replace(checked_drawing(hexmap, mm_per_hex, style, part), goals=goals)
    lying = paper(paper_name, *drawing.size_mm, margin=margin_mm, overlap=overlap_mm)
    tiling = _few_enough(Tiling(lying, *drawing.size_mm), paper_name, mm_per_hex)
    printed = _Printed(drawing, scene_of(drawing), tiling)
    canvas, out = blank(hexmap.name)
    canvas.setPageSize((lying.width * MM, lying.height * MM))
    draw_cover(canvas, drawing, tiling, paper_name)
    _keep_ground(canvas, printed)
    for sheet in tiling.sheets():
        _draw_sheet(canvas, printed, sheet)
    canvas.save()
    return out.getvalue()


def checked_drawing(hexmap: HexMap, mm_per_hex: float, style: str, part: tuple[str, str] | None) -> Drawing:
    """
    Hold a map at a scale, if it can be printed so.

    Raises
    ------
    ProblemsFound
        If the scale, the style or the part cannot be printed.
    """
    if not _LEAST_HEX_MM <= mm_per_hex <= _MOST_HEX_MM:
        what = f"a hex of {mm_per_hex:g} mm cannot be printed"
        raise ProblemsFound([Problem("scale", what, f"take {_LEAST_HEX_MM:g} to {_MOST_HEX_MM:g} mm")])
    if style not in STYLES:
        raise ProblemsFound([Problem("style", f"there is no style {style!r}", "known are " + ", ".join(STYLES))])
    return Drawing(hexmap, mm_per_hex, style, _corners(hexmap, part))


def _keep_ground(canvas: Canvas, printed: _Printed) -> None:
    """Draw the ground once. The grid is not in it: a form has no transparency of its own."""
    width, height = printed.drawing.size_mm
    canvas.beginForm(_FORM, 0, 0, width * MM, height * MM)
    style = shipped_palette().in_scheme(printed.drawing.style)
    draw_scene(canvas, printed.scene.without(*_ABOVE), radius_mm(printed.drawing), style)
    canvas.endForm()


def _few_enough(tiling: Tiling, paper_name: str, mm_per_hex: float) -> Tiling:
    if len(tiling) > MOST_SHEETS:
        share = (MOST_SHEETS / len(tiling)) ** 0.5
        what = f"{len(tiling)} sheets of {paper_name} are more than {MOST_SHEETS}"
        least = max(_LEAST_HEX_MM, int(mm_per_hex * share * 0.95))
        way = f"print hexes of {least:g} mm, larger paper, or part of the map"
        raise ProblemsFound([Problem("scale", what, way)])
    return tiling


def _corners(hexmap: HexMap, part: tuple[str, str] | None) -> tuple[int, int] | None:
    if part is None:
        return None
    try:
        return hexmap.index_of(part[0]), hexmap.index_of(part[1])
    except ValueError as error:
        raise ProblemsFound([Problem("part", str(error), "name two hexes at opposite corners")]) from error


def _draw_sheet(canvas: Canvas, printed: _Printed, sheet: Sheet) -> None:
    """Draw one page: the window of the ground, what is written on it, and all that stands in the margins."""
    tiling = printed.tiling
    (wide, high), (left, top) = tiling.window, tiling.corner
    canvas.saveState()
    foot = tiling.paper.height - top - high
    window = canvas.beginPath()
    window.rect(left * MM, foot * MM, wide * MM, high * MM)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.saveState()
    canvas.translate((left - sheet.left) * MM, (foot - (tiling.height - sheet.top - high)) * MM)
    canvas.doForm(_FORM)
    canvas.restoreState()
    canvas.translate(left * MM, foot * MM)
    style = shipped_palette().in_scheme(printed.drawing.style)
    draw_scene(canvas, _lettering(printed, sheet), radius_mm(printed.drawing), style)
    canvas.restoreState()
    _crop_marks(canvas, tiling, sheet)
    _foot(canvas, printed, sheet)
    _beside(canvas, tiling, sheet)
    canvas.showPage()


def _lettering(printed: _Printed, sheet: Sheet) -> Scene:
    """Give the grid of a sheet's window, and the words whose middle the knife leaves on this sheet, moved inside it."""
    radius, tiling = radius_mm(printed.drawing), printed.tiling
    u0, v0 = printed.scene.box[0] + sheet.left / radius, printed.scene.box[1] + sheet.top / radius
    wide, high = (size / radius for size in tiling.window)
    box, kept = (u0, v0, u0 + wide, v0 + high), _kept(tiling, sheet, radius)
    grid = grid_items(shapes_of(printed.drawing.hexmap), (u0 - 1, v0 - 1, u0 + wide + 1, v0 + high + 1))
    return Scene(box, (*grid, *(word for item in printed.near(box) for word in _moved(item, u0, v0, kept, radius))))


def _kept(tiling: Tiling, sheet: Sheet, radius: float) -> tuple[float, float]:
    """Say how wide and high what the knife leaves of a sheet is, in hex radii."""
    wide, high = tiling.window
    lap_right = 0.0 if sheet.col == tiling.cols - 1 else tiling.paper.overlap
    lap_low = 0.0 if sheet.row == tiling.rows - 1 else tiling.paper.overlap
    return (wide - lap_right) / radius, (high - lap_low) / radius


def _moved(item: Words, u0: float, v0: float, kept: tuple[float, float], radius: float) -> list[Words]:
    """Move words inside a sheet if their middle lies there; otherwise they are another sheet's."""
    size = item.size.at(radius)
    long, gap = width_mm(item.text, size, item.face) / radius, _INSIDE_MM / radius
    left = item.u - item.anchor * long
    middle, base = left + long / 2 - u0, item.v - v0
    if not (0 <= middle < kept[0] and 0 <= base - 0.35 * size / radius < kept[1]):
        return []
    if item.turn_deg:
        return [item]
    start = min(max(left - u0, gap), max(gap, kept[0] - long - gap))
    line = min(max(base, 0.8 * size / radius + gap), kept[1] - 0.25 * size / radius - gap)
    return [item._replace(u=u0 + start + item.anchor * long, v=v0 + line)]


def _crop_marks(canvas: Canvas, tiling: Tiling, sheet: Sheet) -> None:
    """Mark where to trim, in the margins alone: at the window's edge, or inside the overlap where a sheet follows."""
    (wide, high), (left, top) = tiling.window, tiling.corner
    page_h, lap = tiling.paper.height, tiling.paper.overlap
    low = page_h - top - high
    right = left + wide - (0 if sheet.col == tiling.cols - 1 else lap)
    under = low + (0 if sheet.row == tiling.rows - 1 else lap)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.1 * MM)
    for x in (left, right):
        for y1, y2 in ((low - 5, low - 1), (low + high + 1, low + high + 5)):
            canvas.line(x * MM, y1 * MM, x * MM, y2 * MM)
    for y in (under, low + high):
        for x1, x2 in ((left - 5, left - 1), (left + wide + 1, left + wide + 5)):
            canvas.line(x1 * MM, y * MM, x2 * MM, y * MM)


def _foot(canvas: Canvas, printed: _Printed, sheet: Sheet) -> None:
    """Draw the ruler, what map it is at what scale, the sheet's label, and the plan with it filled."""
    lying, drawing = printed.tiling.paper, printed.drawing
    ruler(canvas, lying.margin + 6, 4.0)
    scale = 1000 / drawing.mm_per_m
    said = f"{drawing.hexmap.name}   hex {drawing.mm_per_hex:g} mm   1:{scale:,.0f}   print at 100 %, no fit to page"
    words(canvas, lying.margin + 6, lying.height - 5.4, said, 2.3)
    words(canvas, lying.width - lying.margin - 12, 3.2, sheet.label, 3.4, face="text_bold", anchor=1.0)
    _plan(canvas, printed.tiling, sheet)


def _plan(canvas: Canvas, tiling: Tiling, sheet: Sheet) -> None:
    """Draw all sheets small, this one filled."""
    cell = min(10.0 / tiling.cols, 5.5 / tiling.rows)
    left, low = tiling.paper.width - tiling.paper.margin - 10.5, 1.6
    canvas.setLineWidth(0.1 * MM)
    canvas.setStrokeColor(HexColor(shipped_palette().ink["rim"]))
    canvas.setFillColor(HexColor(shipped_palette().ink["rim"]))
    for other in tiling.sheets():
        x, y = left + other.col * cell, low + (tiling.rows - 1 - other.row) * cell
        canvas.rect(x * MM, y * MM, cell * MM, cell * MM, stroke=1, fill=int(other.label == sheet.label))


def _beside(canvas: Canvas, tiling: Tiling, sheet: Sheet) -> None:
    """Write at each edge which sheet follows there."""
    wide, high = tiling.paper.width, tiling.paper.height
    # Clear of the ruler, whose last words stand near the middle of an upright A4.
    low = max(wide / 2, tiling.paper.margin + RULER_MM + 25)
    spots = {(1, 0): (wide - 1.5, high / 2, 1.0), (-1, 0): (1.5, high / 2, 0.0), (0, 1): (low, 3.2, 0.5),
             (0, -1): (wide - tiling.paper.margin - 20, high - 5.4, 1.0)}  # fmt: skip
    for (right, down), (x, y, anchor) in spots.items():
        label = tiling.neighbour(sheet, right, down)
        if label:
            words(canvas, x, y, label, 2.3, anchor=anchor, colour=shipped_palette().ink["rim"])
