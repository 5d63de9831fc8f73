"""Print a side's briefing: situation, task, own forces, the enemy as it knows him, weather, what comes, and its map."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from reportlab.lib.colors import HexColor

from maps.compass import edge_words
from maps.palette import shipped_palette
from scenarios.drawing.pdf import MM, blank
from scenarios.printshop.furniture import paragraphs, words
from scenarios.printshop.reference.flowing import flowed
from scenarios.printshop.reference.packing import Free
from scenarios.printshop.reference.panels import Panel, Reading, Say
from scenarios.printshop.reference.setting import SetPanel
from scenarios.printshop.tiling import PAPERS
from scenarios.reports.sector import fitted
from scenarios.reports.sectorpdf import draw_sector

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from scenarios.printshop.reference.packing import Spot
    from scenarios.printshop.reference.panels import Block
    from scenarios.reports.turnreport import TurnReport

__all__ = ["Briefing", "briefing_pdf"]

_MARGIN, _GUTTER, _HEAD, _FOOT, _COLUMNS = 10.0, 3.0, 13.0, 5.0, 2
_MAP_SHARE, _BESIDE_SHARE = 0.44, 0.72
"""How much of a page the map may take: across it, or in one column; it is drawn where it becomes larger."""
_SIZE, _SMALL = 8.6, 7.6
_MOST_ROWS, _MOST_LETTERS = 12, 420


class Briefing(NamedTuple):
    """A viewer's briefing; ``report`` is how things stand for him, as the report of a turn has it."""

    report: TurnReport
    situation: tuple[str, ...]
    """What everybody and what his side was told before the first turn, a paragraph each."""
    mission: tuple[str, ...]


def briefing_pdf(briefing: Briefing, paper_name: str = "A4") -> bytes:
    """Make the PDF of a briefing, paper upright, on as many pages as it needs."""
    paper, report = PAPERS[paper_name], briefing.report
    canvas, out = blank(f"Briefing: {report.viewer}")
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))
    wide = (paper[0] - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    across = fitted(report.sector, paper[0] - 2 * _MARGIN, _MAP_SHARE * paper[1])
    beside = fitted(report.sector, wide, _BESIDE_SHARE * paper[1])
    drawing = max(across, beside, key=lambda one: one.mm_per_hex)
    below = _HEAD + drawing.size_mm[1] + _GUTTER
    tops = (below, _HEAD if drawing is beside else below)
    made = [SetPanel(panel, wide, _SIZE, _SMALL) for panel in _panels(briefing)]
    placed = _balanced(made, tops, paper[1] - 2 * _MARGIN - _FOOT)
    pages = max((spot.page for _, spot in placed), default=0) + 1
    for page in range(pages):
        _frame(canvas, report, f"{page + 1} of {pages}", paper)
        if page == 0:
            canvas.saveState()
            left = _MARGIN + ((wide if drawing is beside else paper[0] - 2 * _MARGIN) - drawing.size_mm[0]) / 2
            canvas.translate(left * MM, (paper[1] - _MARGIN - _HEAD - drawing.size_mm[1]) * MM)
            draw_sector(canvas, report.sector, drawing)
            canvas.restoreState()
        for panel, spot in placed:
            if spot.page == page:
                panel.draw(canvas, _MARGIN + spot.column * (wide + _GUTTER), paper[1] - _MARGIN - spot.top)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _balanced(made: Sequence[SetPanel], tops: tuple[float, float], foot: float) -> list[tuple[SetPanel, Spot]]:
    """Flow the panels through the columns; those of the last page end as high up as all still fits, no panel parted."""
    placed = list(flowed(made, _columns(tops, foot, -1, foot), _GUTTER))
    last = max((spot.page for _, spot in placed), default=0)
    least = min(tops) if last == 0 else _HEAD
    parted: list[tuple[SetPanel, Spot]] = []
    for share in range(1, 20):
        higher = least + share / 20 * (foot - least)
        tried = list(flowed(made, _columns(tops, foot, last, higher), _GUTTER))
        if max((spot.page for _, spot in tried), default=0) == last:
            if len(tried) == len(made):
                return tried
            parted = parted or tried
    return parted or placed


def _columns(tops: tuple[float, float], foot: float, last: int, higher: float) -> Iterator[Free]:
    """List the ends of columns, on the first page what the map leaves; those of the page ``last`` end higher."""
    for page in itertools.count():
        for column in range(_COLUMNS):
            top, low = tops[column] if page == 0 else _HEAD, higher if page == last else foot
            yield Free(page, column, top, max(top, low))


def _frame(canvas: Canvas, report: TurnReport, page: str, paper: tuple[float, float]) -> None:
    """Draw the head of a page, and its sources at the foot."""
    wide, high = paper
    ink = shipped_palette().ink["name"]
    words(canvas, _MARGIN, high - _MARGIN - 4.5, report.viewer, 6.0, face="names_bold", colour=ink)
    words(canvas, wide - _MARGIN, high - _MARGIN - 3.6, f"Briefing {page}", 3.4, anchor=1.0, colour=ink)
    told = f"{report.campaign}. {report.now[:1].upper()}{report.now[1:]}. {report.weather[0]}"
    words(canvas, _MARGIN, high - _MARGIN - 9, told, 3.2, colour=ink)
    canvas.setStrokeColor(HexColor(ink))
    canvas.setLineWidth(0.6 * MM)
    canvas.line(_MARGIN * MM, (high - _MARGIN - 10.8) * MM, (wide - _MARGIN) * MM, (high - _MARGIN - 10.8) * MM)
    paragraphs(canvas, [" ".join(report.sources)], _MARGIN, _MARGIN + 1.5, wide - 2 * _MARGIN, size=1.7)


def _panels(briefing: Briefing) -> Iterator[Panel]:
    report = briefing.report
    yield from _said("Situation", "turn", [*_parts(briefing.situation), *report.must[-1:]])
    yield from _said("Weather and light", "see", report.weather)
    # Who knows all is no side's: what he reads is everybody's.
    task, forces, none = (
        ("The tasks", "The forces of all sides", "No side has been given one.") if report.contacts is None
        else ("Your task", "Your forces", "As your superior, or your umpire, tells you.")
    )  # fmt: skip
    yield from _said(task, "command", briefing.mission or (none,))
    yield Panel(forces, "move", 1, "", tuple(_forces(report)))
    if report.contacts is not None:
        known = tuple(_enemy(report)) or (Say("Nobody is in sight, and nothing is known."),)
        yield Panel("The enemy as you know him", "fight", 1, "", known)
    comes = report.forecast
    yield from _arriving(report)
    yield from _said("What comes if nothing changes", "rest", [*comes.marches, *comes.supply, *comes.notices])
    yield from _said("Lost", "rest", report.lost)


def _arriving(report: TurnReport) -> Iterator[Panel]:
    """Say who comes, turn by turn, each with the hex and from where."""
    word, hexmap = report.sector.situation.tables.turn_word, report.sector.situation.map
    turns: dict[str, list[str]] = {}
    for one in report.forecast.due:
        edge = edge_words(hexmap, one.hex)
        said = f"{', '.join(one.units)} at {hexmap.number(one.hex)}{f' from the {edge}' if edge else ''}"
        turns.setdefault(f"Day {one.day}, {one.date}, {word} {one.turn}", []).append(said)
    blocks = tuple(
        Reading("", when, "; ".join(said[k : k + _MOST_ROWS]))
        for when, said in turns.items()
        for k in range(0, len(said), _MOST_ROWS)
    )
    if blocks:
        yield Panel("Who arrives", "move", 1, "", blocks)


def _said(title: str, tone: str, lines: Sequence[str]) -> Iterator[Panel]:
    if lines:
        yield Panel(title, tone, 1, "", tuple(Say(line) for line in lines))


def _parts(texts: Sequence[str]) -> Iterator[str]:
    """Part long paragraphs between sentences, so that they can be broken over columns."""
    for text in texts:
        kept = ""
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())):
            if kept and len(kept) + len(sentence) > _MOST_LETTERS:
                yield kept
                kept = ""
            kept = f"{kept} {sentence}".strip()
            while len(kept) > 2 * _MOST_LETTERS:
                yield kept[:_MOST_LETTERS]
                kept = kept[_MOST_LETTERS:]
        if kept:
            yield kept


def _forces(report: TurnReport) -> Iterator[Block]:
    for body in report.bodies:
        stores = f"; {body.stores}" if body.stores else ""
        for k in range(0, max(1, len(body.where)), _MOST_ROWS):
            told = f"{body.units} units, {body.now} of {body.full}{stores}. " if k == 0 else ""
            yield Reading("", body.name, told + "; ".join(body.where[k : k + _MOST_ROWS]))
    if not report.bodies:
        yield Say("None on the map yet.")


def _enemy(report: TurnReport) -> Iterator[Block]:
    for one in report.contacts or ():
        strong = f", strength {one.strength}" if one.strength else ""
        touches = f"; in contact with {one.touches}" if one.touches else ""
        yield Reading("", one.where, f"{one.side}: {one.what}{strong}{touches}")
