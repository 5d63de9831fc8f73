"""Print a viewer's report of a turn: a sheet of one or two A4 pages."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageTemplate, Paragraph

from scenarios.drawing.drawing import MM
from scenarios.drawing.faces import register
from scenarios.printshop.tiling import PAPERS
from scenarios.reports.sector import fitted
from scenarios.reports.sectorpdf import draw_sector
from scenarios.reports.turnreport import UNLESS, coming, contact_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable

    from scenarios.drawing.drawing import Drawing
    from scenarios.reports.turnreport import Body, TurnReport

__all__ = ["turn_sheet"]

_MARGIN, _GUTTER, _TITLE = 10.0, 6.0, 7.0
_MAP_SHARE = 140.0 / 297.0
"""How much of the page the map may take, from top to bottom."""
_BESIDE_MM = 55.0
"""So much room beside the map is a column of text."""
_MOST_PAGES = 2
_TRIES = ((9.4, 1000, True), (9.4, 1000, False), (8.4, 1000, False), (7.8, 40, False), (7.2, 20, False),
          (6.8, 10, False), (6.6, 6, False), (6.4, 3, False))  # fmt: skip
"""Size of type in points, most lines of a list, whether each unit has one: the first that fits two pages is taken."""
_ALL, _LETTER, _SHORT_LETTER = 1000, 500, 120
"""So many characters of a letter are printed, fewer where there is little room; page and text have all."""
_INK, _SOFT = HexColor("#222222"), HexColor("#666666")


def turn_sheet(report: TurnReport, paper_name: str = "A4") -> bytes:
    """Make the sheet as a PDF; where there is no room for a line it is counted; page and text have it."""
    tries = [_Styles(size, most, PAPERS[paper_name], listed=listed) for size, most, listed in _TRIES]
    styles = next((one for one in tries if _built(report, one, drawn=False)[1] <= _MOST_PAGES), tries[-1])
    return _built(report, styles, drawn=True)[0]


class _Styles:
    """How text on the sheet is set, and how many lines a list may have."""

    def __init__(self, size: float, most: int, paper: tuple[float, float], *, listed: bool) -> None:
        self.paper, self.listed = paper, listed
        register()
        # Of the faces that ship this one has Greek and Cyrillic letters too: reports tell of units by their names.
        self.plain, self.bold = "names", "names_bold"
        self.most = most
        self.letters = _LETTER if most >= _ALL else _SHORT_LETTER
        self.text = ParagraphStyle("text", fontName=self.plain, fontSize=size, leading=size * 1.15, textColor=_INK,
                                   spaceAfter=1)  # fmt: skip
        self.item = ParagraphStyle("item", parent=self.text, leftIndent=7, bulletIndent=0,
                                   bulletFontName=self.plain)  # fmt: skip
        self.head = ParagraphStyle("head", parent=self.text, fontName=self.bold, fontSize=size * 1.25,
                                   leading=size * 1.5, spaceBefore=4, keepWithNext=1)  # fmt: skip
        self.soft = ParagraphStyle("soft", parent=self.text, fontSize=6.4, leading=7.4, spaceBefore=6, textColor=_SOFT)
        self.small = ParagraphStyle("small", parent=self.text, fontName=self.bold, spaceBefore=2, keepWithNext=1)

    def items(self, lines: Sequence[str]) -> Iterator[Paragraph]:
        """Set a list, and say how many lines were left out."""
        for line in lines[: self.most]:
            yield Paragraph(escape(line), self.item, bulletText="\u2022")
        if len(lines) > self.most:
            words = f"{len(lines) - self.most} more lines stand in the report as page or text."
            yield Paragraph(words, self.item, bulletText="\u2022")


def _built(report: TurnReport, styles: _Styles, *, drawn: bool) -> tuple[bytes, int]:
    """Set the sheet; to try whether it fits the map need not be drawn."""
    out = io.BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=(styles.paper[0] * MM, styles.paper[1] * MM),
        title=report.title,
        creator="Sandtable",
        invariant=1,
        initialFontName=styles.plain,
    )
    drawing = fitted(report.sector, styles.paper[0] - 2 * _MARGIN, _MAP_SHARE * styles.paper[1])
    wide, high = drawing.size_mm
    beside = styles.paper[0] - 2 * _MARGIN - wide - _GUTTER
    head = _head_lines(report, styles)
    top = styles.paper[1] - _MARGIN - _TITLE - sum(line.height for line in head) / MM - 3
    frames = [_frame(styles.paper[0] - _MARGIN - beside, top - high, beside, high)] if beside >= _BESIDE_MM else []
    draw = partial(_first_page, report, styles, head, drawing if drawn else None)
    first = PageTemplate("first", [*frames, *_columns(top - high - 3 - _MARGIN, styles)], onPage=draw)
    later = PageTemplate(
        "later", _columns(styles.paper[1] - 2 * _MARGIN - 8, styles), onPage=partial(_page_head, report, styles)
    )
    document.addPageTemplates([first, later])
    document.build([NextPageTemplate("later"), *_story(report, styles)])
    return out.getvalue(), document.page


def _columns(high: float, styles: _Styles) -> list[Frame]:
    wide = (styles.paper[0] - 2 * _MARGIN - _GUTTER) / 2
    return [_frame(_MARGIN + k * (wide + _GUTTER), _MARGIN, wide, high) for k in range(2)]


def _frame(left: float, low: float, wide: float, high: float) -> Frame:
    bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    return Frame(left * MM, low * MM, wide * MM, high * MM, **bare)


def _head_lines(report: TurnReport, styles: _Styles) -> list[Paragraph]:
    """Set what stands over the map: when it is, and what must be done."""
    lines = [(f"{report.campaign}. Now: {report.now}. {' '.join(report.weather)}", styles.plain),
             *((line, styles.bold) for line in report.must)]  # fmt: skip
    set_lines = [
        Paragraph(escape(words), ParagraphStyle("must", fontName=font, fontSize=9.4, leading=10.8, textColor=_INK))
        for words, font in lines
    ]
    for line in set_lines:
        line.wrap((styles.paper[0] - 2 * _MARGIN) * MM, styles.paper[1] * MM)
    return set_lines


def _first_page(
    report: TurnReport, styles: _Styles, head: Sequence[Paragraph], drawing: Drawing | None, canvas: Canvas,
    document: Any,
) -> None:  # fmt: skip
    _page_head(report, styles, canvas, document)
    y = (styles.paper[1] - _MARGIN - _TITLE) * MM
    for line in head:
        y -= line.height
        line.drawOn(canvas, _MARGIN * MM, y)
    if drawing is not None:
        canvas.saveState()
        canvas.translate(_MARGIN * MM, y - (drawing.size_mm[1] + 3) * MM)
        draw_sector(canvas, report.sector, drawing)
        canvas.restoreState()


def _page_head(report: TurnReport, styles: _Styles, canvas: Canvas, _document: Any) -> None:
    top = (styles.paper[1] - _MARGIN - 4) * MM
    canvas.setFillColor(_INK)
    canvas.setFont(styles.bold, 15)
    canvas.drawString(_MARGIN * MM, top, report.title)
    canvas.setFillColor(_SOFT)
    canvas.setFont(styles.plain, 8)
    canvas.drawRightString((styles.paper[0] - _MARGIN) * MM, top, f"page {canvas.getPageNumber()}")


def _story(report: TurnReport, styles: _Styles) -> Iterator[Flowable]:
    yield Paragraph("What happened", styles.head)
    if not report.happened:
        yield Paragraph("Nothing was reported.", styles.text)
    for head, lines in report.happened:
        yield Paragraph(escape(head), styles.small)
        yield from styles.items(lines)
    if report.messages:
        yield Paragraph("Messages", styles.head)
        yield from styles.items([one.line(styles.letters) for one in report.messages])
    yield Paragraph("What comes", styles.head)
    yield Paragraph(UNLESS, styles.text)
    for head, lines in coming(report):
        yield Paragraph(head, styles.small)
        yield from styles.items(lines)
    if report.contacts is not None:
        yield Paragraph("The enemy as you see him", styles.head)
        yield from styles.items(contact_lines(report))
    yield Paragraph("Your units", styles.head)
    for body in report.bodies:
        yield from _body(body, styles)
    if report.lost:
        yield Paragraph(f"Lost: {escape(', '.join(report.lost))}.", styles.text)
    yield Paragraph(escape(" ".join(report.sources)), styles.soft)


def _body(body: Body, styles: _Styles) -> Iterator[Flowable]:
    stores = f", {body.stores}" if body.stores else ""
    told = f"{body.name}: {body.units} units, {body.now} of {body.full}{stores}."
    where = body.where[: styles.most]
    more = f" And {len(body.where) - len(where)} more." if len(where) < len(body.where) else ""
    if styles.listed:
        yield Paragraph(escape(told), styles.small)
        yield from styles.items(body.where)
        return
    words = f"<font name='{styles.bold}'>{escape(told)}</font> {escape('; '.join(where))}{more}"
    yield Paragraph(words, styles.text)
