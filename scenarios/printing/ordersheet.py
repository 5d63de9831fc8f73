"""Print a sheet of orders to fill in by hand."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from campaign.spoken.sheetfile import COLUMNS
from scenarios.drawing.faces import fonts
from scenarios.printing.drawing import MM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.spoken.sheetfile import SheetRow

__all__ = ["order_sheet"]

_WIDE = (26.0, 26.0, 20.0, 34.0, 60.0, 24.0)
"""Widths of the columns, in millimetres."""
_LINE, _TINT = HexColor("#999999"), HexColor("#eeeae0")
_MARGIN = 10.0


def order_sheet(rows: Sequence[SheetRow], title: str, when: str) -> bytes:
    """Make a sheet as a PDF, A4 upright, with room to write in each row."""
    plain, bold = fonts()[:2]
    cell = ParagraphStyle("cell", fontName=plain, fontSize=8, leading=9.5)
    head = ParagraphStyle("head", parent=cell, fontName=bold)
    heading = ParagraphStyle("heading", parent=head, fontSize=13, leading=17)
    table = Table(
        [[Paragraph(name, head) for name in COLUMNS], *([Paragraph(escape(one), cell) for one in row] for row in rows)],
        colWidths=[wide * MM for wide in _WIDE],
        rowHeights=[None, *[9 * MM] * len(rows)],
        repeatRows=1,
    )
    table.setStyle(
        TableStyle([("GRID", (0, 0), (-1, -1), 0.4, _LINE), ("BACKGROUND", (0, 0), (-1, 0), _TINT),
                    ("VALIGN", (0, 0), (-1, -1), "TOP")])
    )  # fmt: skip
    out = io.BytesIO()
    margin = _MARGIN * MM
    page = SimpleDocTemplate(
        out, pagesize=(210 * MM, 297 * MM), leftMargin=margin, rightMargin=margin, topMargin=margin,
        bottomMargin=margin, title=title, invariant=1,
    )  # fmt: skip
    page.build([Paragraph(escape(title), heading), Paragraph(escape(when), cell), Spacer(1, 2 * MM), table])
    return out.getvalue()
