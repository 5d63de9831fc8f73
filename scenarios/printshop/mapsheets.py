"""
Print a map as sheets of paper at exact scale.

Each sheet has crop marks, its label and those of its neighbours, and a ruler
of 100 mm, so that whoever prints it can see that the printer kept the scale.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor, black
from reportlab.pdfgen.canvas import Canvas

from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound
from scenarios.printing.drawing import MM, Drawing, fonts
from scenarios.printing.mapdrawing import draw_map
from scenarios.printshop.tiling import Paper, Tiling, paper

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap
    from scenarios.printshop.tiling import Sheet

__all__ = ["STYLES", "map_pdf"]

STYLES = tuple(shipped_palette().scheme)
RULER_MM = 100.0
_FORM = "map"
_LEAST_HEX_MM, _MOST_HEX_MM = 5.0, 400.0
_MOST_SHEETS = 2000


def map_pdf(
    hexmap: HexMap,
    *,
    mm_per_hex: float = 100.0,
    paper_name: str = "A4",
    style: str = "full",
    part: tuple[str, str] | None = None,
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
        A4, A3, Letter or Tabloid; it lies the way that takes fewer sheets.
    style
        A scheme of the palette: "full", "colour_blind", "low_ink" or "black".
    part
        Numbers of two hexes at opposite corners; None: the whole map.

    Raises
    ------
    ProblemsFound
        If scale, paper, style or part cannot be printed.
    """
    drawing = Drawing(hexmap, _checked(mm_per_hex), _known(style), _corners(hexmap, part))
    width, height = drawing.size_mm
    sheet_paper = paper(paper_name, width, height, margin=margin_mm, overlap=overlap_mm)
    tiling = _few_enough(Tiling(sheet_paper, width, height), paper_name)
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(sheet_paper.width * MM, sheet_paper.height * MM), pageCompression=1)
    canvas.setTitle(hexmap.name)
    canvas.setCreator("Sandtable")
    canvas.setViewerPreference("PrintScaling", "None")
    _front_page(canvas, drawing, tiling, paper_name)
    _keep_map(canvas, drawing)
    for sheet in tiling.sheets():
        _draw_sheet(canvas, drawing, tiling, sheet)
    canvas.save()
    return out.getvalue()


def _keep_map(canvas: Canvas, drawing: Drawing) -> None:
    """Draw the map once, as a form that every sheet shows a part of."""
    width, height = drawing.size_mm
    canvas.beginForm(_FORM, 0, 0, width * MM, height * MM)
    draw_map(canvas, drawing)
    canvas.endForm()


def _few_enough(tiling: Tiling, paper_name: str) -> Tiling:
    if len(tiling) > _MOST_SHEETS:
        what = f"{len(tiling)} sheets of {paper_name} are more than {_MOST_SHEETS}"
        raise ProblemsFound([Problem("scale", what, "print smaller hexes, or part of the map")])
    return tiling


def _checked(mm_per_hex: float) -> float:
    if not _LEAST_HEX_MM <= mm_per_hex <= _MOST_HEX_MM:
        what = f"a hex of {mm_per_hex:g} mm cannot be printed"
        raise ProblemsFound([Problem("scale", what, f"take {_LEAST_HEX_MM:g} to {_MOST_HEX_MM:g} mm")])
    return mm_per_hex


def _corners(hexmap: HexMap, part: tuple[str, str] | None) -> tuple[int, int] | None:
    if part is None:
        return None
    try:
        return hexmap.index_of(part[0]), hexmap.index_of(part[1])
    except ValueError as error:
        raise ProblemsFound([Problem("part", str(error), "name two hexes at opposite corners")]) from error


def _known(style: str) -> str:
    if style not in STYLES:
        raise ProblemsFound([Problem("style", f"there is no style {style!r}", "known are " + ", ".join(STYLES))])
    return style


def _draw_sheet(canvas: Canvas, drawing: Drawing, tiling: Tiling, sheet: Sheet) -> None:
    lying = tiling.paper
    wide, high = lying.window
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(lying.margin * MM, lying.margin * MM, wide * MM, high * MM)
    canvas.clipPath(window, stroke=0, fill=0)
    bottom = tiling.height - sheet.top - high
    canvas.translate((lying.margin - sheet.left) * MM, (lying.margin - bottom) * MM)
    canvas.doForm(_FORM)
    canvas.restoreState()
    _crop_marks(canvas, tiling, sheet)
    _ruler(canvas, lying)
    _legend(canvas, drawing, tiling, sheet)
    canvas.showPage()


def _crop_marks(canvas: Canvas, tiling: Tiling, sheet: Sheet) -> None:
    """Mark where to trim: at the margin, and inside the overlap where a sheet follows."""
    lying = tiling.paper
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.1 * MM)
    last_col, last_row = sheet.col == tiling.cols - 1, sheet.row == tiling.rows - 1
    right = lying.width - lying.margin - (0 if last_col else lying.overlap)
    low = lying.margin + (0 if last_row else lying.overlap)
    for x in (lying.margin, right):
        for y1, y2 in ((1, lying.margin - 1), (lying.height - lying.margin + 1, lying.height - 1)):
            canvas.line(x * MM, y1 * MM, x * MM, y2 * MM)
    for y in (low, lying.height - lying.margin):
        for x1, x2 in ((1, lying.margin - 1), (lying.width - lying.margin + 1, lying.width - 1)):
            canvas.line(x1 * MM, y * MM, x2 * MM, y * MM)


def _ruler(canvas: Canvas, lying: Paper) -> None:
    left, y = lying.margin + 5, 4.0
    canvas.setStrokeColor(black)
    canvas.setLineCap(0)
    canvas.setLineWidth(0.5 * MM)
    canvas.line(left * MM, y * MM, (left + RULER_MM) * MM, y * MM)
    canvas.setLineWidth(0.2 * MM)
    for step in range(11):
        x = left + step * RULER_MM / 10
        canvas.line(x * MM, y * MM, x * MM, (y + (2.2 if step % 5 == 0 else 1.2)) * MM)
    canvas.setFont(fonts()[0], 6)
    canvas.setFillColor(black)
    canvas.drawString((left + RULER_MM + 2) * MM, (y - 0.8) * MM, "100 mm")


def _legend(canvas: Canvas, drawing: Drawing, tiling: Tiling, sheet: Sheet) -> None:
    lying = tiling.paper
    canvas.setFont(fonts()[1], 8)
    canvas.setFillColor(black)
    canvas.drawRightString((lying.width - lying.margin - 2) * MM, 3.2 * MM, sheet.label)
    canvas.setFont(fonts()[0], 6)
    scale = 1000 / drawing.mm_per_m
    words = f"{drawing.hexmap.name}   hex {drawing.mm_per_hex:g} mm   1:{scale:,.0f}   print at 100 %, no fit to page"
    canvas.drawString((lying.margin + 5) * MM, (lying.height - 6) * MM, words)
    canvas.setFillColor(HexColor("#555555"))
    beside = tiling.neighbour(sheet, 1, 0), tiling.neighbour(sheet, 0, 1)
    for label, arrow in zip(beside, ("right", "below"), strict=True):
        if label and arrow == "right":
            canvas.drawRightString((lying.width - 1.5) * MM, lying.height / 2 * MM, label)
        elif label:
            # Clear of the ruler, whose last words stand near the middle of an upright A4.
            middle = max(lying.width / 2, lying.margin + RULER_MM + 25)
            canvas.drawCentredString(middle * MM, 3.2 * MM, label)


def _front_page(canvas: Canvas, drawing: Drawing, tiling: Tiling, paper_name: str) -> None:
    """Say what the sheets are and how they go together."""
    lying = tiling.paper
    plain, bold, _ = fonts()
    y = lying.height - 25
    canvas.setFont(bold, 18)
    canvas.drawString(20 * MM, y * MM, drawing.hexmap.name)
    canvas.setFont(plain, 10)
    width, height = drawing.size_mm
    km = drawing.mm_per_m * 1000
    for line in (
        f"{tiling.cols} x {tiling.rows} sheets of {paper_name}, {width / 1000:.2f} x {height / 1000:.2f} m in all",
        f"Hexes of {drawing.mm_per_hex:g} mm from flat to flat: {km:g} mm to the km",
        "Print at 100 %, without fitting to the page; the ruler on each sheet must measure 100 mm.",
        "Trim at the marks inside the overlap, on the right and below; glue left over right, top over bottom.",
        *drawing.hexmap.notes,
    ):
        y -= 6
        for part in _wrapped(line, int(lying.width / 2.05)):
            canvas.drawString(20 * MM, y * MM, part)
            y -= 4.6
    _assembly(canvas, tiling, y - 6)
    _credits(canvas, drawing, lying)
    _ruler(canvas, lying)
    canvas.showPage()


def _assembly(canvas: Canvas, tiling: Tiling, top: float) -> None:
    cell_w = min(12.0, (tiling.paper.width - 40) / tiling.cols)
    cell_h = min(cell_w * tiling.paper.window[1] / tiling.paper.window[0], (top - 50) / tiling.rows)
    canvas.setLineWidth(0.2 * MM)
    canvas.setFont(fonts()[0], max(3.0, min(7.0, cell_w * 0.9)))
    for sheet in tiling.sheets():
        x, y = 20 + sheet.col * cell_w, top - (sheet.row + 1) * cell_h
        canvas.rect(x * MM, y * MM, cell_w * MM, cell_h * MM)
        canvas.drawCentredString((x + cell_w / 2) * MM, (y + cell_h / 2 - 0.8) * MM, sheet.label)


def _credits(canvas: Canvas, drawing: Drawing, lying: Paper) -> None:
    canvas.setFont(fonts()[0], 6)
    y = 34.0
    for source in drawing.hexmap.sources:
        for part in _wrapped(source, int(lying.width / 1.25)):
            canvas.drawString(20 * MM, y * MM, part)
            y -= 3


def _wrapped(words: str, most: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
