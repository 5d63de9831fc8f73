"""Print the quick reference sheet of a rule system: two pages to laminate, in type as large as they take."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from reportlab.lib.colors import HexColor

from maps.palette import shipped_palette
from scenarios.drawing.faces import register, width_mm
from scenarios.drawing.pdf import MM, blank
from scenarios.printshop.furniture import ruler, words
from scenarios.printshop.reference.flowing import flowed
from scenarios.printshop.reference.packing import free_below, packed, spare
from scenarios.printshop.reference.panels import Reading, panels_of
from scenarios.printshop.reference.setting import SetPanel
from scenarios.printshop.tiling import PAPERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from campaign.model.tables import Tables
    from scenarios.printshop.reference.packing import Spot
    from scenarios.printshop.reference.panels import Block, Panel

    Placed = list[tuple[SetPanel, Spot, float]]

__all__ = ["MOST_PAGES", "reference_sheet"]

MOST_PAGES = 2
_MARGIN, _GUTTER, _READING_GAP, _COLUMNS = 8.0, 2.4, 1.0, 3
_HEAD, _FOOT = 10.0, 7.0
_LARGEST, _LEAST, _SMALLEST, _STEP = 9.5, 7.6, 6.8, 0.1
_SHARE, _FINE = 0.82, 6.0
"""Sizes of type in points: of tables, and of readings as a share of it, and at least."""
_MOST_STRETCHED, _MOST_AT_ALL = 30.0, 20


def reference_sheet(tables: Tables, title: str = "", paper_name: str = "A4") -> bytes:
    """
    Make the quick reference sheet of a rule system as a PDF, paper upright.

    Parameters
    ----------
    tables
        As they are played: readings that the umpire set otherwise stand in a panel of their own.
    title
        Of the campaign, if it is for one.

    Raises
    ------
    ProblemsFound
        If its layout names a figure that the system does not have.
    """
    return _made(tuple(panels_of(tables)), _Heading(tables.name, tables.source, title), paper_name)


class _Heading(NamedTuple):
    """What stands over and under each page: the system, its source, and the campaign."""

    system: str
    source: str
    campaign: str


@lru_cache(32)
def _made(panels: tuple[Panel, ...], heading: _Heading, paper_name: str) -> bytes:
    """Make it; to fit the type takes a second, and in a campaign the same is asked for again and again."""
    register()
    paper = PAPERS[paper_name]
    placed = _fitted(panels, paper)
    canvas, out = blank(f"{heading.system}: quick reference")
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))
    pages = max(spot.page for _, spot, _ in placed) + 1
    for page in range(pages):
        _frame(canvas, heading, f"{page + 1} of {pages}", paper)
        for panel, spot, more in placed:
            if spot.page == page:
                left = _MARGIN + spot.column * (_column(paper) + _GUTTER)
                panel.draw(canvas, left, paper[1] - _MARGIN - _HEAD - spot.top, more)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _column(paper: tuple[float, float]) -> float:
    return (paper[0] - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS


def _fitted(panels: Sequence[Panel], paper: tuple[float, float]) -> Placed:
    """
    Set the panels as large as two pages take them.

    If even the smallest type is too large with the reasons of all readings, the reasons are left out.
    """
    ways: Sequence[Panel] = panels
    for ways in (panels, list(map(_shortened, panels))):
        for least, most, fine in ((_LEAST, _LARGEST, 0.0), (_SMALLEST, _LEAST, _FINE)):
            found = _largest(least, most, lambda size: _placed(ways, paper, size, fine or size * _SHARE))  # noqa: B023
            if found:
                return found
    return _placed(ways, paper, _SMALLEST, _FINE, _MOST_AT_ALL) or []


def _largest(least: float, most: float, placed: Callable[[float], Placed | None]) -> Placed | None:
    """Place all in the largest size that it takes, in steps."""
    low, top, best = 0, int((most - least) / _STEP + 0.5), placed(least)
    while best is not None and low < top:
        middle = (low + top + 1) // 2
        found = placed(least + middle * _STEP)
        low, top, best = (middle, top, found) if found else (low, middle - 1, best)
    return best


def _placed(
    panels: Sequence[Panel], paper: tuple[float, float], size: float, small: float, most: int = MOST_PAGES
) -> Placed | None:
    """Pack the panels, and flow the readings through what is free below them; None if they run over."""
    column, high = _column(paper), paper[1] - 2 * _MARGIN - _HEAD - _FOOT
    made = [SetPanel(panel, panel.span * column + (panel.span - 1) * _GUTTER, size, small)
            for panel in panels if panel.tone != "read"]  # fmt: skip
    sizes = [(one.panel.span, one.high) for one in made]
    spots = packed(sizes, _COLUMNS, high, _GUTTER)
    free = free_below(sizes, spots, _COLUMNS, high, _GUTTER, most)
    readings = [SetPanel(panel, column, size, small) for panel in panels if panel.tone == "read"]
    below = list(flowed(readings, free, _READING_GAP))
    if len(free) < most * _COLUMNS or sum(len(one.panel.blocks) for one, _ in below) < sum(
        len(one.panel.blocks) for one in readings
    ):
        return None
    room = [min(more, _MOST_STRETCHED) for more in spare(sizes, spots, _GUTTER)]
    return [*zip(made, spots, room, strict=True), *((one, spot, 0.0) for one, spot in below)]


def _shortened(panel: Panel) -> Panel:
    return panel._replace(blocks=tuple(_short(panel)))


def _short(panel: Panel) -> Iterator[Block]:
    for block in panel.blocks:
        yield block._replace(reason="") if isinstance(block, Reading) and not block.usual else block


def _frame(canvas: Canvas, heading: _Heading, page: str, paper: tuple[float, float]) -> None:
    """Draw the head of a page, and a ruler at its foot."""
    wide, high = paper
    ink = shipped_palette().ink["name"]
    base = high - _MARGIN - 5.4
    words(canvas, _MARGIN, base, heading.system, 6.0, face="counter_bold", colour=ink)
    left = _MARGIN + width_mm(heading.system, 6.0, "counter_bold") + 4
    room = wide - _MARGIN - left - 14
    size = min(4.0, 4.0 * room / max(width_mm(heading.campaign, 4.0, "names_bold"), 0.1))
    words(canvas, left, base, heading.campaign, size, face="names_bold", colour=ink)
    words(canvas, wide - _MARGIN, base, page, 3.4, anchor=1.0, colour=ink)
    canvas.setStrokeColor(HexColor(ink))
    canvas.setLineWidth(0.7 * MM)
    canvas.line(_MARGIN * MM, (base - 2.2) * MM, (wide - _MARGIN) * MM, (base - 2.2) * MM)
    ruler(canvas, _MARGIN, _MARGIN - 0.5)
    words(canvas, wide - _MARGIN, _MARGIN - 0.5, heading.source, 2.3, anchor=1.0)
