"""Draw the map of a report as SVG."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.drawing.labels import Box
from scenarios.formats.svg import part_svg
from scenarios.reports.fronts import fronts_drawn
from scenarios.reports.sector import HATCHING, chits, fitted, front, trails
from scenarios.reports.spreading import LABEL_MM, clear_of
from scenarios.symbols import BOX_HIGH, BOX_WIDE, KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from scenarios.drawing.drawing import Drawing
    from scenarios.reports.sector import Chit, Sector
    from scenarios.symbols import Stroke

    Floats = NDArray[np.float64]

__all__ = ["sector_svg"]

_FRAME_MM = (180.0, 130.0)
_WORDS_MM = LABEL_MM
_HALF_LETTER = 0.27
"""Half of the width of a letter, as a share of its size."""
_HATCHED = "".join(f"M{x:.1f} {y:.1f}L{a:.1f} {b:.1f}" for x, y, a, b in HATCHING)


def sector_svg(sector: Sector) -> str:
    """Draw the part of the map about one's own units, with counters, the line between the sides and the marches."""
    drawing = fitted(sector, *_FRAME_MM)
    return part_svg(
        drawing, lambda to_mm: _over(sector, drawing, to_mm), lambda _: _taken(chits(sector, drawing), drawing)
    )


def _taken(laid: Sequence[Chit], drawing: Drawing) -> list[Box]:
    """Give where the counters and their words stand: a town's name under them could not be read."""
    u0, v0 = drawing.box[0] * drawing.mm_per_m, drawing.box[1] * drawing.mm_per_m
    rooms = clear_of(laid, drawing.mm_per_m)
    return [Box(room.left - u0, room.low + v0, room.right - u0, room.high + v0) for room in rooms]


def _over(sector: Sector, drawing: Drawing, to_mm: Callable[[Floats], Floats]) -> Iterator[str]:
    yield from _still(sector, drawing, to_mm)
    edges = "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in to_mm(front(sector, drawing)).tolist())
    if edges:
        colour = shipped_palette().ink["contact"]
        yield f'<path fill="none" stroke="{colour}" stroke-width=".9" stroke-linecap="round" d="{edges}"/>'
    for colour, points in trails(sector, drawing, sector.own):
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in to_mm(points).tolist())
        yield f'<path fill="none" stroke="{colour}" stroke-width=".8" stroke-dasharray="1.6 .8" d="M{way}"/>'
    laid = chits(sector, drawing)
    yield from _leaders(laid, to_mm)
    for chit in laid:
        x, y = to_mm(np.array([chit.u, chit.v])).tolist()
        yield _counter(chit, x, y, drawing.size_mm[0])


def _leaders(laid: Sequence[Chit], to_mm: Callable[[Floats], Floats]) -> Iterator[str]:
    """Lead from each counter that was moved to where it stands."""
    for chit in laid:
        if chit.stands_at is not None:
            (x, y), (a, b) = to_mm(np.array([(chit.u, chit.v), chit.stands_at])).tolist()
            yield (
                f'<g class="leader" stroke="{chit.line}" fill="{chit.line}"><path stroke-width=".35" '
                f'd="M{x:.1f} {y:.1f}L{a:.1f} {b:.1f}"/><circle cx="{a:.1f}" cy="{b:.1f}" r=".7" stroke="none"/></g>'
            )


def _still(sector: Sector, drawing: Drawing, to_mm: Callable[[Floats], Floats]) -> Iterator[str]:
    """Hatch the fronts that stand still, with a heavy rim and their words above it."""
    ink, halo = shipped_palette().ink["still"], shipped_palette().halo
    for one in fronts_drawn(sector.still, drawing):
        strokes, rim = (
            "".join(f"M{x:.1f} {y:.1f}L{a:.1f} {b:.1f}" for (x, y), (a, b) in to_mm(lines).tolist())
            for lines in (one.strokes, one.rim)
        )
        x, y = to_mm(np.array(one.at)).tolist()
        half = len(one.words) * _WORDS_MM * _HALF_LETTER
        x, y = min(max(x, half), drawing.size_mm[0] - half), max(y - 0.8, _WORDS_MM)
        yield (
            f'<g class="still" fill="none" stroke="{ink}" stroke-linecap="round"><title>{escape(one.words)}</title>'
            f'<path stroke-width=".25" opacity=".6" d="{strokes}"/><path stroke-width=".7" d="{rim}"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{_WORDS_MM}" font-family="sans-serif" text-anchor="middle" '
            f'fill="{ink}" stroke="{halo}" stroke-width=".6" paint-order="stroke">{escape(one.words)}</text></g>'
        )


def _counter(chit: Chit, x: float, y: float, wide_mm: float) -> str:
    ink, halo = shipped_palette().ink["counter"], shipped_palette().halo
    share = chit.wide_mm / BOX_WIDE
    strokes = "".join(_stroke(one) for one in KINDS[chit.symbol])
    half = len(chit.label) * _WORDS_MM * _HALF_LETTER
    words_at = BOX_WIDE / 2 + (min(max(x, half), wide_mm - half) - x) / share  # nothing over the edge of the map
    words = (
        f'<text x="{words_at:.1f}" y="{BOX_HIGH + _WORDS_MM * 0.95 / share:.1f}" font-size="{_WORDS_MM / share:.1f}" '
        f'stroke="{halo}" stroke-width="{0.6 / share:.1f}" paint-order="stroke">{escape(chit.label)}</text>'
        if chit.label else ""
    )  # fmt: skip
    broken = ' stroke-dasharray="6 3"' if chit.foe else ""
    pale = ' opacity=".6"' if chit.ghost else ""
    hatched = f'<path stroke-width="1.3" d="{_HATCHED}"/>' if chit.hatched else ""
    mark = f'<text x="{BOX_WIDE / 2}" y="-2" font-size="11">{escape(chit.echelon)}</text>' if chit.echelon else ""
    return (
        f'<g transform="translate({x - chit.wide_mm / 2:.1f} {y - share * BOX_HIGH / 2:.1f}) scale({share:.3f})" '
        f'fill="none" stroke="{ink}" stroke-width="2"><title>{escape(chit.title)}</title>'
        f'<g{pale}><rect width="{BOX_WIDE:g}" height="{BOX_HIGH:g}" fill="{chit.fill}"{broken}/>{strokes}</g>{hatched}'
        f'<g fill="{ink}" stroke="none" font-family="sans-serif" text-anchor="middle">{mark}{words}</g></g>'
    )


def _stroke(stroke: Stroke) -> str:
    ink = shipped_palette().ink["counter"]
    if stroke[0] == "text":
        return (
            f'<text x="{stroke[1]}" y="{stroke[2]}" font-size="{stroke[3]}" font-family="sans-serif" '
            f'text-anchor="middle" fill="{ink}" stroke="none">{escape(str(stroke[4]))}</text>'
        )
    kind, values = str(stroke[0]), [float(value) for value in stroke[1:]]
    if kind in {"line", "shape"}:
        path = "L".join(f"{a:g} {b:g}" for a, b in zip(values[::2], values[1::2], strict=True))
        return f'<path d="M{path}Z" fill="{ink}"/>' if kind == "shape" else f'<path d="M{path}"/>'
    x, y, r = values[:3]
    if kind == "oval":
        return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{r:g}" ry="{values[3]:g}"/>'
    if kind == "arc":
        (ax, ay), (bx, by) = ((x + r * math.cos(math.radians(d)), y + r * math.sin(math.radians(d)))
                              for d in values[3:])  # fmt: skip
        large = int(values[4] - values[3] > 180)
        return f'<path d="M{ax:.1f} {ay:.1f}A{r:g} {r:g} 0 {large} 1 {bx:.1f} {by:.1f}"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"' + (f' fill="{ink}"/>' if kind == "circle" else "/>")
