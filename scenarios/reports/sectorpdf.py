"""Draw the map of a report on a reportlab canvas."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from reportlab.lib.colors import HexColor

from maps.palette import shipped_palette
from scenarios.drawing.drawing import MM
from scenarios.drawing.faces import register
from scenarios.drawing.mapdrawing import draw_map
from scenarios.reports.fronts import fronts_drawn
from scenarios.reports.sector import HATCHING, chits, front, trails
from scenarios.reports.spreading import LABEL_MM, clear_of
from scenarios.symbols import BOX_HIGH, BOX_WIDE, KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from reportlab.pdfgen.canvas import Canvas

    from scenarios.drawing.drawing import Drawing
    from scenarios.reports.sector import Chit, Sector
    from scenarios.symbols import Stroke

__all__ = ["draw_sector", "sector_keys"]

_WORDS_PT = LABEL_MM * MM
_FACE = "text_bold"
_PALE = 0.6
"""How much of a counter shows that stands for somebody out of sight."""


def draw_sector(canvas: Canvas, sector: Sector, drawing: Drawing) -> None:
    """Draw a part of the map with counters, the line between the sides and the marches, its lower left corner at 0."""
    register()
    wide, high = (size * MM for size in drawing.size_mm)
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(0, 0, wide, high)
    canvas.clipPath(frame, stroke=0, fill=0)
    laid = chits(sector, drawing)
    draw_map(canvas, drawing, clear_of(laid, drawing.mm_per_m))
    _still(canvas, sector, drawing)
    _lines(canvas, sector, drawing)
    for chit in laid:
        _leader(canvas, chit, drawing)
    for chit in laid:
        _counter(canvas, chit, drawing)
    canvas.restoreState()
    canvas.setStrokeColor(HexColor("#888888"))
    canvas.setLineWidth(0.4)
    canvas.rect(0, 0, wide, high)


def sector_keys(sector: Sector, drawing: Drawing) -> list[tuple[str, Callable[[Canvas], None]]]:
    """List what the marks on such a map mean, as far as it has them: words, and what draws one in 9 by 4.4 mm."""
    laid = chits(sector, drawing)
    found: list[tuple[str, Callable[[Canvas], None]]] = []
    if len(front(sector, drawing)):
        found.append(("front, as far as known", partial(_key_line, shipped_palette().ink["contact"], 0.8, ())))
    ways = trails(sector, drawing, sector.own)
    if ways:
        found.append(("march that goes on", partial(_key_line, ways[0][0], 0.7, (4, 3))))
    kinds = (("own unit", False, False, False), ("enemy in sight", True, False, False),
             ("seen of late", True, True, False), ("older, or not sure", True, True, True),
             ("dummy", False, True, True))  # fmt: skip
    for told, *looks in kinds:
        one = next((chit for chit in laid if [chit.foe, chit.ghost, chit.hatched] == looks), None)
        if one is not None:
            found.append((told, partial(_key_counter, one)))
    if any(chit.stands_at is not None for chit in laid):
        found.append(("where a counter stands", _key_leader))
    return found


def _key_line(colour: str, wide_mm: float, dash: tuple[float, ...], canvas: Canvas) -> None:
    canvas.setStrokeColor(HexColor(colour))
    canvas.setLineWidth(wide_mm * MM)
    canvas.setDash(*([list(dash)] if dash else []))
    canvas.line(0.5 * MM, 2.2 * MM, 8.5 * MM, 2.2 * MM)


def _key_counter(chit: Chit, canvas: Canvas) -> None:
    """Draw a counter of such a kind, without what only it has: its name and its size."""
    bare = chit._replace(label="", echelon="", wide_mm=6.0)
    canvas.translate(1.5 * MM, 2.2 * MM)
    _counter_at(canvas, bare, 3.0 * MM, 0.0)


def _key_leader(canvas: Canvas) -> None:
    canvas.setStrokeColor(HexColor(shipped_palette().ink["counter"]))
    canvas.setFillColor(HexColor(shipped_palette().ink["counter"]))
    canvas.setLineWidth(0.35 * MM)
    canvas.line(1.5 * MM, 2.2 * MM, 7.0 * MM, 2.2 * MM)
    canvas.circle(1.5 * MM, 2.2 * MM, 0.7 * MM, stroke=0, fill=1)


def _still(canvas: Canvas, sector: Sector, drawing: Drawing) -> None:
    """Hatch the fronts that stand still, with a heavy rim and their words above it."""
    ink = HexColor(shipped_palette().ink["still"])
    canvas.setLineCap(1)
    for one in fronts_drawn(sector.still, drawing):
        canvas.setStrokeColor(ink, alpha=0.6)
        canvas.setLineWidth(0.25 * MM)
        canvas.lines(drawing.to_paper(one.strokes).reshape(-1, 4).tolist())
        canvas.setStrokeColor(ink, alpha=1)
        canvas.setLineWidth(0.7 * MM)
        canvas.lines(drawing.to_paper(one.rim).reshape(-1, 4).tolist())
        x, y = drawing.to_paper(np.array(one.at)).tolist()
        wide = canvas.stringWidth(one.words, _FACE, _WORDS_PT)
        x = min(max(x, wide / 2 + 2), drawing.size_mm[0] * MM - wide / 2 - 2)
        _label(canvas, x, min(y + 2, drawing.size_mm[1] * MM - _WORDS_PT - 2), one.words)


def _lines(canvas: Canvas, sector: Sector, drawing: Drawing) -> None:
    canvas.setLineCap(1)
    canvas.setStrokeColor(HexColor(shipped_palette().ink["contact"]))
    canvas.setLineWidth(0.8 * MM)
    for (ax, ay), (bx, by) in drawing.to_paper(front(sector, drawing)).tolist():
        canvas.line(ax, ay, bx, by)
    canvas.setLineWidth(0.7 * MM)
    canvas.setDash(4, 3)
    for colour, points in trails(sector, drawing, sector.own):
        canvas.setStrokeColor(HexColor(colour))
        way = canvas.beginPath()
        first, *others = drawing.to_paper(points).tolist()
        way.moveTo(*first)
        for point in others:
            way.lineTo(*point)
        canvas.drawPath(way, stroke=1, fill=0)
    canvas.setDash()


def _leader(canvas: Canvas, chit: Chit, drawing: Drawing) -> None:
    """Lead from a counter that was moved to where it stands."""
    if chit.stands_at is None:
        return
    (x, y), (a, b) = drawing.to_paper(np.array([(chit.u, chit.v), chit.stands_at])).tolist()
    canvas.setStrokeColor(HexColor(chit.line))
    canvas.setFillColor(HexColor(chit.line))
    canvas.setLineWidth(0.35 * MM)
    canvas.line(x, y, a, b)
    canvas.circle(a, b, 0.7 * MM, stroke=0, fill=1)


def _counter(canvas: Canvas, chit: Chit, drawing: Drawing) -> None:
    _counter_at(canvas, chit, *drawing.to_paper(np.array([chit.u, chit.v])).tolist())


def _counter_at(canvas: Canvas, chit: Chit, x: float, y: float) -> None:
    """Draw a counter about a point; a symbol's box lies with y downwards, the paper's runs up."""
    ink = HexColor(shipped_palette().ink["counter"])
    share = chit.wide_mm * MM / BOX_WIDE
    canvas.saveState()
    canvas.translate(x - BOX_WIDE * share / 2, y + BOX_HIGH * share / 2)
    canvas.scale(share, -share)
    canvas.setLineWidth(2)
    canvas.setStrokeColor(ink)
    canvas.setFillColor(HexColor(chit.fill))
    if chit.ghost:
        canvas.setFillAlpha(_PALE)
        canvas.setStrokeAlpha(_PALE)
    canvas.setDash(*([[6, 3]] if chit.foe else []))
    canvas.rect(0, 0, BOX_WIDE, BOX_HIGH, fill=1)
    canvas.setDash()
    canvas.setFillColor(ink)
    for stroke in KINDS[chit.symbol]:
        _stroke(canvas, stroke)
    if chit.echelon:
        _words(canvas, BOX_WIDE / 2, -2, 11, chit.echelon)
    if chit.hatched:
        canvas.setStrokeAlpha(1)
        canvas.setLineWidth(1.3)
        canvas.lines(HATCHING)
    canvas.restoreState()
    if chit.label:
        _label(canvas, x, y - BOX_HIGH * share / 2 - _WORDS_PT, chit.label)


def _label(canvas: Canvas, x: float, y: float, words: str) -> None:
    """Write the name below a counter, on a pale strip so that it is read over any ground."""
    wide = canvas.stringWidth(words, _FACE, _WORDS_PT)
    canvas.setFillColor(HexColor(shipped_palette().halo), alpha=0.75)
    canvas.rect(x - wide / 2 - 1, y - 1.2, wide + 2, _WORDS_PT + 0.8, stroke=0, fill=1)
    canvas.setFillColor(HexColor(shipped_palette().ink["counter"]), alpha=1)
    canvas.setFont(_FACE, _WORDS_PT)
    canvas.drawCentredString(x, y, words)


def _words(canvas: Canvas, x: float, y: float, size: float, words: str) -> None:
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)
    canvas.setFont(_FACE, size)
    canvas.drawCentredString(0, 0, words)
    canvas.restoreState()


def _stroke(canvas: Canvas, stroke: Stroke) -> None:
    kind = str(stroke[0])
    if kind == "text":
        _words(canvas, float(stroke[1]), float(stroke[2]), float(stroke[3]), str(stroke[4]))
        return
    values = [float(value) for value in stroke[1:]]
    if kind in {"line", "shape"}:
        path = canvas.beginPath()
        path.moveTo(values[0], values[1])
        for k in range(2, len(values), 2):
            path.lineTo(values[k], values[k + 1])
        canvas.drawPath(path, stroke=1, fill=int(kind == "shape"))
        return
    x, y, r = values[:3]
    if kind == "oval":
        canvas.ellipse(x - r, y - values[3], x + r, y + values[3])
    elif kind == "arc":
        canvas.arc(x - r, y - r, x + r, y + r, values[3], values[4] - values[3])
    else:
        canvas.circle(x, y, r, fill=int(kind == "circle"))
