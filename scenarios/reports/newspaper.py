"""Print a campaign as a newspaper: an issue a day, the latest first, with headlines, a map, and what was lost."""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape as escape_xml

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, HRFlowable, KeepTogether, Paragraph, SimpleDocTemplate

from scenarios.drawing.drawing import MM
from scenarios.drawing.faces import register
from scenarios.printshop.tiling import PAPERS
from scenarios.reportpage import report_html
from scenarios.reports.sector import fitted
from scenarios.reports.sectorpdf import draw_sector
from scenarios.reports.sectorsvg import sector_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.reports.sector import Sector

__all__ = ["Issue", "Newspaper", "newspaper_html", "newspaper_pdf"]

_MAP_MM = (180.0, 110.0)
_MARGIN_MM = 15.0
# Of the faces that ship this one has Greek and Cyrillic letters too: a newspaper tells of units by their names.
_PLAIN, _BOLD, _SLOPED = "names", "names_bold", "names_italic"
_INK, _SOFT = HexColor("#222222"), HexColor("#666666")
_STYLE = """
h1 { font-family: Georgia, serif; font-size: 2.6rem; text-align: center; border-bottom: 4px double #2b241b; }
.dateline { text-align: center; border-bottom: 1px solid #2b241b; padding-bottom: .3rem; font-style: italic; }
.headline { font-family: Georgia, serif; font-size: 1.9rem; margin: 1.6rem 0 .2rem; }
.lead { font-size: 1.1rem; }
.columns { columns: 22rem; column-gap: 2rem; }
.columns section { break-inside: avoid; }
h3 { margin: .6rem 0 .1rem; }
ul { margin: .2rem 0; padding-left: 1.2rem; }
svg { width: 100%; height: auto; border: 1px solid #c9bea3; }
article { border-bottom: 1px solid #c9bea3; padding-bottom: 1rem; }
@media print { article { break-after: page; } }
"""


class Issue(NamedTuple):
    """A day in the newspaper."""

    dateline: str
    headline: str
    lead: str
    columns: Sequence[tuple[str, Sequence[str]]]
    """Headed lists; empty ones are left out."""
    sector: Sector | None
    """The ground where the most happened; None: nowhere in particular."""


class Newspaper(NamedTuple):
    """All issues, the latest first."""

    title: str
    told: str
    """The view that it is written from, and its last turn."""
    issues: Sequence[Issue]
    sources: Sequence[str]


def newspaper_html(paper: Newspaper) -> str:
    """Make it a page that needs nothing else."""
    parts = [
        f"<h1>{escape(paper.title)}</h1>", f'<p class="dateline">{escape(paper.told)}</p>',
        *map(_article, paper.issues), "<h2>The map</h2>", _list(paper.sources),
    ]  # fmt: skip
    return report_html(paper.title, parts, _STYLE)


def _article(issue: Issue) -> str:
    picture = f"<figure>{sector_svg(issue.sector)}</figure>" if issue.sector is not None else ""
    columns = "".join(
        f"<section><h3>{escape(head)}</h3>{_list(lines)}</section>" for head, lines in issue.columns if lines
    )
    return (
        f'<article><p class="dateline">{escape(issue.dateline)}</p><h2 class="headline">{escape(issue.headline)}</h2>'
        f'<p class="lead">{escape(issue.lead)}</p>{picture}<div class="columns">{columns}</div></article>'
    )


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


class _Map(Flowable):  # type: ignore[misc]
    """The map of an issue, to be set like a paragraph."""

    def __init__(self, sector: Sector) -> None:
        super().__init__()
        self._sector, self._drawing = sector, fitted(sector, *_MAP_MM)
        self.width, self.height = (size * MM for size in self._drawing.size_mm)

    def wrap(self, _wide: float, _high: float) -> tuple[float, float]:
        """Say how large it is, in points."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw it where it was set."""
        draw_sector(self.canv, self._sector, self._drawing)


def newspaper_pdf(paper: Newspaper, paper_name: str = "A4") -> bytes:
    """Make it a PDF; the same newspaper gives the same bytes."""
    register()
    out = io.BytesIO()
    margin, (wide, high) = _MARGIN_MM * MM, PAPERS[paper_name]
    document = SimpleDocTemplate(
        out, pagesize=(wide * MM, high * MM), title=paper.title, creator="Sandtable", invariant=1, leftMargin=margin,
        initialFontName=_PLAIN, rightMargin=margin, topMargin=margin, bottomMargin=margin,
    )  # fmt: skip
    document.build(list(_set(paper)))
    return out.getvalue()


def _set(paper: Newspaper) -> Iterator[Flowable]:
    text = ParagraphStyle("text", fontName=_PLAIN, fontSize=10.5, leading=12.6, textColor=_INK, spaceAfter=2)
    soft = ParagraphStyle("soft", parent=text, fontName=_SLOPED, textColor=_SOFT, alignment=1)
    item = ParagraphStyle("item", parent=text, leftIndent=8, bulletIndent=0, bulletFontName=_PLAIN)
    head = ParagraphStyle("head", parent=text, fontName=_BOLD, fontSize=12, leading=14, spaceBefore=4, keepWithNext=1)
    large = ParagraphStyle("large", parent=head, fontSize=21, leading=24, spaceBefore=10)
    name = ParagraphStyle("name", parent=large, fontSize=32, leading=38, spaceBefore=0, alignment=1)
    small = ParagraphStyle("small", parent=soft, fontSize=7.5, leading=9, spaceBefore=6)
    yield Paragraph(escape_xml(paper.title), name)
    yield _rule(1.2)
    yield Paragraph(escape_xml(paper.told), soft)
    yield _rule(0.4)
    for issue in paper.issues:
        top: list[Flowable] = [
            Paragraph(escape_xml(issue.headline), large), Paragraph(escape_xml(issue.dateline), soft),
            Paragraph(escape_xml(issue.lead), text),
        ]  # fmt: skip
        yield KeepTogether([*top, *([_Map(issue.sector)] if issue.sector is not None else [])])
        for title, lines in issue.columns:
            if lines:
                yield Paragraph(escape_xml(title), head)
                yield from (Paragraph(escape_xml(line), item, bulletText="\u2022") for line in lines)
    yield _rule(0.4)
    yield Paragraph(escape_xml(" ".join(paper.sources)), small)


def _rule(thick_pt: float) -> Flowable:
    """Rule a line across the page, as under the title of a newspaper."""
    return HRFlowable(width="100%", thickness=thick_pt, color=_INK, spaceBefore=2, spaceAfter=3)
