"""Draw what lies on the map of a report as SVG, over the ground as every map has it."""

from __future__ import annotations

import math
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.drawing.light.picture import light_map
from scenarios.drawing.light.writer import MARK, short
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
    Place = Callable[[Floats], Floats]

__all__ = ["counters_svg", "sector_svg", "to_mm_of"]

_FRAME_MM = (180.0, 130.0)
_WORDS_MM = LABEL_MM
_HALF_LETTER = 0.27
"""Half of the width of a letter, as a share of its size."""
_HATCHED = "".join(f"M{x:.1f} {y:.1f}L{a:.1f} {b:.1f}" for x, y, a, b in HATCHING)
_HATCH = "hatch"


def sector_svg(sector: Sector) -> str:
    """Draw the part of the map about one's own units, with counters, the line between the sides and the marches."""
    drawing = replace(fitted(sector, *_FRAME_MM), style="full")
    laid = chits(sector, drawing)
    clear = clear_of(laid, drawing.mm_per_m)
    return light_map(drawing, clear, under=_lines(sector, drawing), over=counters_svg(laid, drawing))


def to_mm_of(drawing: Drawing) -> Place:
    """Give what turns grid coordinates into millimetres from the left upper corner of a drawing."""
    corner, scale = np.array(drawing.box[:2]), drawing.mm_per_m

    def to_mm(uv: Floats) -> Floats:
        placed: Floats = (uv - corner) * scale
        return placed

    return to_mm


def _lines(sector: Sector, drawing: Drawing) -> Iterator[str]:
    """Draw fronts that stand still, the line between the sides, and marches."""
    to_mm = to_mm_of(drawing)
    yield from _still(sector, drawing, to_mm)
    edges = _path(to_mm(front(sector, drawing)))
    if edges:
        colour = shipped_palette().ink["contact"]
        yield f'<path fill="none" stroke="{colour}" stroke-width=".9" stroke-linecap="round" d="{edges}"/>'
    for colour, points in trails(sector, drawing, sector.own):
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in to_mm(points).tolist())
        yield f'<path fill="none" stroke="{colour}" stroke-width=".8" stroke-dasharray="1.6 .8" d="M{way}"/>'


def counters_svg(laid: Sequence[Chit], drawing: Drawing) -> Iterator[str]:
    """Draw counters; each symbol is drawn once and used."""
    to_mm = to_mm_of(drawing)
    kinds = sorted({chit.symbol for chit in laid})
    hatch = f'<path id="{MARK}{_HATCH}" stroke-width="1.3" d="{_HATCHED}"/>'
    yield f"<defs>{''.join(map(_symbol, kinds))}{hatch if any(chit.hatched for chit in laid) else ''}</defs>"
    yield from _leaders(laid, to_mm)
    ink = shipped_palette().ink["counter"]
    yield f'<g fill="none" stroke="{ink}" stroke-width="2" font-family="Arial,sans-serif" text-anchor="middle">'
    for chit in laid:
        x, y = to_mm(np.array([chit.u, chit.v])).tolist()
        yield _counter(chit, x, y, drawing.size_mm[0])
    yield "</g>"


def _path(pieces: Floats) -> str:
    """Write lines of two points, those that follow one another as one."""
    found, last = [], None
    for start, end in np.rint(pieces * 10).astype(int).tolist():
        if start == end:
            continue
        found.append("" if start == last else f"M{start[0] / 10:g} {start[1] / 10:g}")
        found.append(f"{'L' if found[-1] else ' '}{end[0] / 10:g} {end[1] / 10:g}")
        last = end
    return "".join(found)


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


def _symbol(kind: str) -> str:
    return f'<g id="{MARK}{kind}">{"".join(_stroke(one) for one in KINDS[kind])}</g>'


def _counter(chit: Chit, x: float, y: float, wide_mm: float) -> str:
    """Draw a counter in the units of its box; words hang on its middle, and are in its ink."""
    ink, share = shipped_palette().ink["counter"], chit.wide_mm / BOX_WIDE
    broken = ' stroke-dasharray="6 3"' if chit.foe else ""
    pale = ' opacity=".6"' if chit.ghost else ""
    hatched = f'<use href="#{MARK}{_HATCH}"/>' if chit.hatched else ""
    mark = f'<text x="{BOX_WIDE / 2:g}" y="-2" font-size="11">{escape(chit.echelon)}</text>' if chit.echelon else ""
    words = mark + _words(chit, x, wide_mm, share)
    told = f'<g fill="{ink}" stroke="none">{words}</g>' if words else ""
    corner = f"{short(x - chit.wide_mm / 2, 1)} {short(y - share * BOX_HIGH / 2, 1)}"
    return (
        f'<g transform="translate({corner})scale({short(share, 3)})"><title>{escape(chit.title)}</title>'
        f'<g{pale}><path fill="{chit.fill}"{broken} d="M0 0h{BOX_WIDE:g}v{BOX_HIGH:g}H0z"/>'
        f'<use href="#{MARK}{chit.symbol}"/></g>{hatched}{told}</g>'
    )


def _words(chit: Chit, x: float, wide_mm: float, share: float) -> str:
    """Write the name under a counter, nothing of it over the edge of the map."""
    if not chit.label:
        return ""
    half = len(chit.label) * _WORDS_MM * _HALF_LETTER
    at = BOX_WIDE / 2 + (min(max(x, half), wide_mm - half) - x) / share
    return (
        f'<text x="{short(at, 1)}" y="{short(BOX_HIGH + _WORDS_MM * 0.95 / share, 1)}" '
        f'font-size="{short(_WORDS_MM / share, 1)}" stroke="{shipped_palette().halo}" '
        f'stroke-width="{short(0.6 / share, 1)}" paint-order="stroke">{escape(chit.label)}</text>'
    )


def _stroke(stroke: Stroke) -> str:
    ink = shipped_palette().ink["counter"]
    if stroke[0] == "text":
        return (
            f'<text x="{stroke[1]}" y="{stroke[2]}" font-size="{stroke[3]}" '
            f'fill="{ink}" stroke="none">{escape(str(stroke[4]))}</text>'
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
