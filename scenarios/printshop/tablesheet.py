"""Print a table on as many pages as it needs: on each which page it is, and of what it counts how many are on it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from maps.palette import lighter, shipped_palette
from scenarios.drawing.drawing import MM
from scenarios.drawing.faces import register
from scenarios.drawing.pdf import draw_scene
from scenarios.drawing.pencil import Pencil, reads
from scenarios.printshop.qr import draw_qr
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

__all__ = ["TableSheet", "table_sheet"]

_MARGIN, _CODE_MM, _BAR_MM = 10.0, 22.0, 9.0
_PADDING = 6.0
"""The frame keeps so many points free about what it holds."""


class TableSheet(NamedTuple):
    """A table to print."""

    title: str
    when: str
    head: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    shares: tuple[float, ...]
    """Widths of the columns, as shares of the sheet's."""
    row_mm: float = 9.0
    """Height of a row, at least: to write in."""
    counted: str = "unit"
    """What is counted on a page, and of all."""
    counts: Sequence[int] | None = None
    """How many of them each row has; None: one."""
    grouped: bool = False
    """Whether rows with the same first cell stand together, and have it once on a page."""
    written: tuple[int, ...] = ()
    """The columns that are written in: lines part them from the others."""
    told: tuple[str, ...] = ()
    """What stands above the table on the first page."""
    address: str = ""
    """What is printed as a code on the first page; "": none is."""


class _Page(NamedTuple):
    rows: range
    first: int
    """How many are counted on the pages before."""
    many: int


def table_sheet(sheet: TableSheet, paper_name: str = "A4") -> bytes:
    """Make a table as a PDF, paper upright."""
    register()
    out, paper = io.BytesIO(), PAPERS[paper_name]
    document = SimpleDocTemplate(
        out, pagesize=(paper[0] * MM, paper[1] * MM), leftMargin=_MARGIN * MM, rightMargin=_MARGIN * MM,
        topMargin=(_MARGIN + _BAR_MM + 3) * MM, bottomMargin=_MARGIN * MM, title=sheet.title, creator="Sandtable",
        invariant=1, initialFontName="text",
    )  # fmt: skip
    made = _Made(sheet, (paper[0] - 2 * _MARGIN) * MM - 2 * _PADDING)
    gap = (_CODE_MM - 1 if sheet.address else 5.0 * len(sheet.told)) * MM
    pages = list(made.pages((paper[1] - 2 * _MARGIN - _BAR_MM - 3) * MM - 2 * _PADDING, gap))
    story = [Spacer(1, gap)] if gap else []
    for number, page in enumerate(pages):
        story += [PageBreak()] if number else []
        story.append(made.table(page))

    def head(canvas: Canvas, _document: object) -> None:
        number = canvas.getPageNumber() - 1
        _head(sheet, pages, number, paper, canvas)

    document.build(story, onFirstPage=head, onLaterPages=head)
    return out.getvalue()


class _Made:
    """The cells of a table, set in type, and how high its rows are."""

    def __init__(self, sheet: TableSheet, room: float) -> None:
        ink = shipped_palette().ink
        self.sheet, self.widths = sheet, [share * room for share in sheet.shares]
        self.head = [_cell(name, "text_bold", ink["box"]) for name in sheet.head]
        self.cells = [
            [_cell(words, "text" if k else "text_bold", ink["counter"]) for k, words in enumerate(row)]
            for row in sheet.rows
        ]
        self.head_high = self._high(self.head)
        self.heights = [max(sheet.row_mm * MM, self._high(line)) for line in self.cells]
        self.counts = sheet.counts or [1] * len(self.cells)

    def _high(self, line: Sequence[Paragraph]) -> float:
        return float(max(cell.wrap(wide - 6, 1e6)[1] for cell, wide in zip(line, self.widths, strict=True)) + 5)

    def pages(self, high: float, gap: float) -> Iterator[_Page]:
        """Deal the rows out to pages; the first has less room, by a gap. No rows are a page too."""
        begin, counted, left = 0, 0, high - gap - self.head_high
        for k, tall in enumerate(self.heights):
            if tall > left and k > begin:
                yield _Page(range(begin, k), counted, sum(self.counts[begin:k]))
                counted += sum(self.counts[begin:k])
                begin, left = k, high - self.head_high
            left -= tall
        yield _Page(range(begin, len(self.cells)), counted, sum(self.counts[begin:]))

    def table(self, page: _Page) -> Table:
        """Set the rows of a page."""
        ink = shipped_palette().ink
        line, strong = HexColor(lighter(ink["rim"], 0.45)), HexColor(ink["rim"])
        style = [
            ("FONTNAME", (0, 0), (-1, -1), "text"), ("BACKGROUND", (0, 0), (-1, 0), strong),
            ("LINEBELOW", (0, 1), (-1, -1), 0.5, line),
            ("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2), ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            *(("LINEAFTER", (k - 1, 1), (k, -1), 0.5, line) for k in self.sheet.written),
        ]  # fmt: skip
        rows = []
        for at, k in enumerate(page.rows, start=1):
            same = self.sheet.grouped and at > 1 and self.sheet.rows[k][0] == self.sheet.rows[k - 1][0]
            rows.append(["", *self.cells[k][1:]] if same else self.cells[k])
            if self.sheet.grouped and not same and at > 1:
                style.append(("LINEABOVE", (0, at), (-1, at), 1.2, strong))
        heights = [self.head_high, *(self.heights[k] for k in page.rows)]
        table = Table([self.head, *rows], colWidths=self.widths, rowHeights=heights)
        table.setStyle(TableStyle(style))
        return table


def _cell(words: str, face: str, colour: str) -> Paragraph:
    """Set words in a face that has them."""
    face = face if reads(words, face) else face.replace("text", "names")
    return Paragraph(escape(words), ParagraphStyle("cell", fontName=face, fontSize=8.5, leading=9.6, textColor=colour))


def _head(
    sheet: TableSheet, pages: Sequence[_Page], number: int, paper: tuple[float, float], canvas: Canvas
) -> None:  # fmt: skip
    """Draw the bar over a page, and on the first the code, and what is told."""
    pencil, wide = Pencil(*paper), paper[0] - 2 * _MARGIN
    pencil.rect(_MARGIN, _MARGIN, wide, _BAR_MM, "ink.name")
    pencil.text(_MARGIN + 2.5, _MARGIN + 6.5, sheet.title, 5.4, face="names_bold", colour="ink.box", within=0.5 * wide)
    for said, base in ((sheet.when, 4.0), (_counted(sheet, pages, number), 7.6)):
        pencil.text(_MARGIN + wide - 2.5, _MARGIN + base, said, 2.9, face="text", colour="ink.box", anchor=1.0,
                    within=0.46 * wide)  # fmt: skip
    if number == 0 and sheet.address:
        draw_qr(pencil, _MARGIN + wide - _CODE_MM, _MARGIN + _BAR_MM + 0.5, _CODE_MM, sheet.address)
    for k, line in enumerate(sheet.told if number == 0 else ()):
        down = 8 if sheet.address else 5
        pencil.text(_MARGIN + 2, _MARGIN + _BAR_MM + down + 5 * k, line, 3.2, face="text", colour="ink.rim")
    draw_scene(canvas, pencil.scene(), 1.0, shipped_palette())


def _counted(sheet: TableSheet, pages: Sequence[_Page], number: int) -> str:
    """Say which page it is of how many, and how many of what is counted are on it, of all."""
    whole = sum(page.many for page in pages)
    many = f"{whole} {sheet.counted}{'s' if whole != 1 else ''}"
    here = pages[number]
    some = f"{sheet.counted}s {here.first + 1} to {here.first + here.many} of {whole}" if len(pages) > 1 else many
    return f"Page {number + 1} of {len(pages)}: {some}"
