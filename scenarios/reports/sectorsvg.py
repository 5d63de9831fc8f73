"""Draw the map of a report as SVG."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maps.palette import shipped_palette
from scenarios.formats.svg import part_svg
from scenarios.reports.sector import chits, fitted, front, trails
from scenarios.symbols import BOX_HIGH, BOX_WIDE, KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from scenarios.printing.drawing import Drawing
    from scenarios.reports.sector import Chit, Sector
    from scenarios.symbols import Stroke

    Floats = NDArray[np.float64]

__all__ = ["sector_svg"]

_FRAME_MM = (180.0, 130.0)
_WORDS_MM = 2.2


def sector_svg(sector: Sector) -> str:
    """Draw the part of the map about one's own units, with counters, the line between the sides and the marches."""
    drawing = fitted(sector, *_FRAME_MM)
    return part_svg(drawing, lambda to_mm: _over(sector, drawing, to_mm))


def _over(sector: Sector, drawing: Drawing, to_mm: Callable[[Floats], Floats]) -> Iterator[str]:
    edges = "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in to_mm(front(sector, drawing)).tolist())
    if edges:
        yield f'<path fill="none" stroke="#8c1d18" stroke-width=".9" stroke-linecap="round" d="{edges}"/>'
    for colour, points in trails(sector, drawing, sector.own):
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in to_mm(points).tolist())
        yield f'<path fill="none" stroke="{colour}" stroke-width=".8" stroke-dasharray="1.6 .8" d="M{way}"/>'
    for chit in chits(sector, drawing):
        x, y = to_mm(np.array([chit.u, chit.v])).tolist()
        yield _counter(chit, x, y)


def _counter(chit: Chit, x: float, y: float) -> str:
    ink, halo = shipped_palette().ink["counter"], shipped_palette().halo
    share = chit.wide_mm / BOX_WIDE
    strokes = "".join(_stroke(one) for one in KINDS[chit.symbol])
    words = (
        f'<text x="{BOX_WIDE / 2}" y="{BOX_HIGH + _WORDS_MM * 0.95 / share:.1f}" font-size="{_WORDS_MM / share:.1f}" '
        f'stroke="{halo}" stroke-width="{0.6 / share:.1f}" paint-order="stroke">{escape(chit.label)}</text>'
        if chit.label else ""
    )  # fmt: skip
    broken = ' stroke-dasharray="6 3"' if chit.foe else ""
    mark = f'<text x="{BOX_WIDE / 2}" y="-2" font-size="11">{escape(chit.echelon)}</text>' if chit.echelon else ""
    return (
        f'<g transform="translate({x - chit.wide_mm / 2:.1f} {y - share * BOX_HIGH / 2:.1f}) scale({share:.3f})" '
        f'fill="none" stroke="{ink}" stroke-width="2"><title>{escape(chit.title)}</title>'
        f'<rect width="{BOX_WIDE:g}" height="{BOX_HIGH:g}" fill="{chit.fill}"{broken}/>{strokes}'
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
