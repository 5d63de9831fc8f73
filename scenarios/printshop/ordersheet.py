"""Print a sheet of orders to fill in by hand."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from campaign.spoken.sheetfile import COLUMNS
from maps.palette import lighter, shipped_palette
from scenarios.drawing.drawing import MM
from scenarios.drawing.faces import register
from scenarios.drawing.pdf import draw_scene
from scenarios.drawing.pencil import Pencil, reads
from scenarios.printshop.qr import draw_qr
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.pdfgen.canvas import Canvas

    from campaign.spoken.sheetfile import SheetRow

__all__ = ["order_sheet"]

_SHARES = (0.13, 0.13, 0.09, 0.17, 0.34, 0.14)
"""Widths of the columns, as shares of the sheet's."""
_MARGIN, _CODE_MM, _ROW_MM, _BAR_MM = 10.0, 22.0, 9.0, 9.0


def order_sheet(
    rows: Sequence[SheetRow], title: str, when: str, paper_name: str = "A4", address: str = ""
) -> bytes:  # fmt: skip
    """
    Make a sheet as a PDF, paper upright, with room to write in each row.

    Parameters
    ----------
    address
        Of the page where orders are given, printed as a code on the first page; "": none is.
    """
    register()
    out, paper = io.BytesIO(), PAPERS[paper_name]
    page = SimpleDocTemplate(
        out, pagesize=(paper[0] * MM, paper[1] * MM), leftMargin=_MARGIN * MM, rightMargin=_MARGIN * MM,
        topMargin=(_MARGIN + _BAR_MM + 3) * MM, bottomMargin=_MARGIN * MM, title=title, creator="Sandtable",
        invariant=1, initialFontName="text",
    )  # fmt: skip
    # The frame keeps six points free about what it holds.
    room = (paper[0] - 2 * _MARGIN) * MM - 12
    gap = [Spacer(1, (_CODE_MM - 1) * MM)] if address else []
    page.build(
        [*gap, _table(rows, room)],
        onFirstPage=partial(_head, title, when, address, paper),
        onLaterPages=partial(_head, title, when, "", paper),
    )
    return out.getvalue()


def _table(rows: Sequence[SheetRow], room: float) -> Table:
    ink = shipped_palette().ink
    head = [_cell(name, "text_bold", ink["box"]) for name in COLUMNS]
    cells = [
        [_cell(words, "text" if k else "text_bold", ink["counter"]) for k, words in enumerate(row)] for row in rows
    ]
    widths = [share * room for share in _SHARES]
    heights = [max(_ROW_MM * MM, *(cell.wrap(wide - 6, 1e6)[1] + 5 for cell, wide in zip(line, widths, strict=True)))
               for line in cells]  # fmt: skip
    table = Table([head, *cells], colWidths=widths, rowHeights=[None, *heights], repeatRows=1)
    line = HexColor(lighter(ink["rim"], 0.45))
    table.setStyle(TableStyle([
        ("FONTNAME", (0, 0), (-1, -1), "text"), ("BACKGROUND", (0, 0), (-1, 0), HexColor(ink["rim"])),
        ("LINEBELOW", (0, 1), (-1, -1), 0.5, line), ("LINEAFTER", (3, 1), (4, -1), 0.5, line),
        ("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2), ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]))  # fmt: skip
    return table


def _cell(words: str, face: str, colour: str) -> Paragraph:
    """Set words in a face that has them."""
    face = face if reads(words, face) else face.replace("text", "names")
    return Paragraph(escape(words), ParagraphStyle("cell", fontName=face, fontSize=8.5, leading=9.6, textColor=colour))


def _head(
    title: str, when: str, address: str, paper: tuple[float, float], canvas: Canvas, _document: object
) -> None:  # fmt: skip
    """Draw the bar over a page, and on the first the code."""
    pencil, wide = Pencil(*paper), paper[0] - 2 * _MARGIN
    pencil.rect(_MARGIN, _MARGIN, wide, _BAR_MM, "ink.name")
    pencil.text(_MARGIN + 2.5, _MARGIN + 6.5, title, 5.4, face="names_bold", colour="ink.box", within=0.6 * wide)
    said = f"{when} Page {canvas.getPageNumber()}"
    pencil.text(_MARGIN + wide - 2.5, _MARGIN + 6.1, said, 3.2, face="text", colour="ink.box", anchor=1.0,
                within=0.36 * wide)  # fmt: skip
    if address:
        draw_qr(pencil, _MARGIN + wide - _CODE_MM, _MARGIN + _BAR_MM + 0.5, _CODE_MM, address)
        for k, line in enumerate(("Write an order for each unit that shall do something.",
                                  "The code leads to the page where orders are given.")):  # fmt: skip
            pencil.text(_MARGIN + 2, _MARGIN + _BAR_MM + 8 + 5 * k, line, 3.2, face="text", colour="ink.rim")
    draw_scene(canvas, pencil.scene(), 1.0, shipped_palette())
