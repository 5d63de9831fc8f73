"""
Draw counters as SVG, for lists, keys and help beside the map.

The map itself draws them on a canvas (``static/map/counters.js``) from the same
strokes and the same places of the parts, ``scenarios.symbols``.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from maps.palette import Palette, SideStyle, luminance, shipped_palette
from scenarios.symbols import BOX_HIGH, BOX_WIDE, FACE, KINDS, echelon_mark, symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.things import Side
    from scenarios.symbols import Stroke

__all__ = ["CounterFace", "counter_svg", "side_payload", "symbol_svg"]

_DARK_FILL = 0.16
_FONT = "Gill Sans, Noto Sans, DejaVu Sans, sans-serif"


@dataclass(frozen=True, slots=True)
class CounterFace:
    """What stands on a counter; ``strength`` and ``full`` are None where they are not known."""

    kind: str
    size: str
    name: str = ""
    mover: str = ""
    traits: frozenset[str] = frozenset()
    strength: int | None = None
    full: int | None = None
    transport: bool = False
    emplaced: bool = False
    cut_off: bool = False
    masked: bool = False


def side_payload(sides: Sequence[Side], palette: Palette | None = None) -> list[dict[str, Any]]:
    """
    Give the sides as the map's view wants them: key, name, letter and style.

    ``letter`` is the first letter of a side's name that no side before it has.
    """
    styles = (palette or shipped_palette()).side_styles([side.colour for side in sides])
    letters: list[str] = []
    for side in sides:
        words = side.name.upper() + side.key.upper()
        letters.append(next((char for char in words if char.isalnum() and char not in letters), "?"))
    return [
        {
            "key": side.key,
            "name": side.name,
            "letter": letter,
            "colour": style.fill,
            "fill": style.fill,
            "line": style.line,
            "pattern": style.pattern,
            "ink": _ink(style),
        }
        for side, style, letter in zip(sides, styles, letters, strict=True)
    ]


def counter_svg(face: CounterFace, style: SideStyle, *, side_px: int = 64, label: str = "") -> str:
    """
    Draw a counter; every text is escaped.

    ``label`` is read out by screen readers; without it the picture is decoration.
    """
    ink = _ink(style)
    # What is only seen has a broken edge, as on the map.
    edge = 'stroke-width="3.2" stroke-dasharray="17 11"' if face.masked else 'stroke-width="2"'
    parts = [
        f'<rect x="1" y="1" width="98" height="98" rx="9" fill="{style.fill}" stroke="{style.line}" {edge}/>',
        *_edge(style),
        _symbol_group(face, shipped_palette()),
        *_texts(face, ink),
        *_pips(face, ink),
        *_state_signs(face, ink),
    ]
    return _frame(parts, 100, 100, side_px, side_px, label or face.name)


def symbol_svg(kind: str, *, mover: str = "", traits: Iterable[str] = (), wide_px: int = 36, label: str = "") -> str:
    """Draw a unit's symbol alone, in the colour of the text around it."""
    strokes = "".join(_stroke(stroke) for stroke in KINDS[symbol(kind, mover, frozenset(traits))])
    box = f'<rect width="{BOX_WIDE:g}" height="{BOX_HIGH:g}" fill="none"/>'
    inner = f'<g transform="translate(1.5 1.5)" fill="none" stroke="currentColor" stroke-width="2">{box}{strokes}</g>'
    wide, high = BOX_WIDE + 3, BOX_HIGH + 3
    return _frame([inner], wide, high, wide_px, round(wide_px * high / wide), label)


def _frame(parts: list[str], wide: float, high: float, wide_px: int, high_px: int, label: str) -> str:
    role = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide_px}" '
        f'height="{high_px}" {role}>{"".join(parts)}</svg>'
    )


def _ink(style: SideStyle) -> str:
    ink = shipped_palette().ink
    return ink["box"] if luminance(style.fill) < _DARK_FILL else ink["counter"]


def _edge(style: SideStyle) -> list[str]:
    (wide,) = FACE["edge"]
    marks = {
        "bars": [f'<rect x="3" y="{y}" width="{wide:g}" height="4"/>' for y in range(10, 90, 8)],
        "dots": [f'<circle cx="{3 + wide / 2:g}" cy="{y}" r="2.4"/>' for y in range(12, 92, 8)],
        "teeth": [f'<path d="M3 {y}l{wide:g} 4l-{wide:g} 4z"/>' for y in range(8, 88, 9)],
    }.get(style.pattern, [])
    return [f'<g fill="{style.line}">{"".join(marks)}</g>']


def _symbol_group(face: CounterFace, palette: Palette) -> str:
    left, top, wide, high = FACE["box"]
    kind = "unknown" if face.masked and face.kind not in KINDS else symbol(face.kind, face.mover, face.traits)
    ink, box = palette.ink["counter"], palette.ink["box"]
    scale = f"translate({left:g} {top:g}) scale({wide / BOX_WIDE:.4f} {high / BOX_HIGH:.4f})"
    frame = f'<rect width="{BOX_WIDE:g}" height="{BOX_HIGH:g}" fill="{box}"/>'
    strokes = "".join(_stroke(stroke, ink) for stroke in KINDS[kind])
    return f'<g transform="{scale}" fill="none" stroke="{ink}" stroke-width="1.8">{frame}{strokes}</g>'


def _stroke(stroke: Stroke, ink: str = "currentColor") -> str:
    shape, *values = stroke
    n = [value for value in values if isinstance(value, (int, float))]
    if shape in ("line", "shape"):
        points = " ".join(f"{x:g},{y:g}" for x, y in zip(n[::2], n[1::2], strict=True))
        return f'<polyline points="{points}"/>' if shape == "line" else f'<polygon points="{points}" fill="{ink}"/>'
    if shape in ("circle", "ring"):
        fill = f' fill="{ink}"' if shape == "circle" else ""
        return f'<circle cx="{n[0]:g}" cy="{n[1]:g}" r="{n[2]:g}"{fill}/>'
    if shape == "oval":
        return f'<ellipse cx="{n[0]:g}" cy="{n[1]:g}" rx="{n[2]:g}" ry="{n[3]:g}"/>'
    if shape == "arc":
        return _arc(*n)
    return (
        f'<text x="{n[0]:g}" y="{n[1]:g}" font-size="{n[2]:g}" font-weight="700" text-anchor="middle" '
        f'font-family="{_FONT}" fill="{ink}" stroke="none">{escape(str(values[-1]))}</text>'
    )


def _arc(x: float, y: float, radius: float, start: float, end: float) -> str:
    x1, y1 = x + radius * cos(radians(start)), y + radius * sin(radians(start))
    x2, y2 = x + radius * cos(radians(end)), y + radius * sin(radians(end))
    return f'<path d="M{x1:.2f} {y1:.2f}A{radius:g} {radius:g} 0 {int(end - start > 180)} 1 {x2:.2f} {y2:.2f}"/>'


def _texts(face: CounterFace, ink: str) -> list[str]:
    name_x, name_y, name_high, widest = FACE["name"]
    fitted = min(name_high, widest / max(1, len(face.name)) / 0.56)
    echelon_x, echelon_y, echelon_high = FACE["echelon"]
    strength_x, strength_y, strength_high = FACE["strength"]
    strength = "?" if face.strength is None else str(face.strength)
    return [
        _text(name_x, name_y, fitted, face.name, ink),
        _text(echelon_x, echelon_y, echelon_high, echelon_mark(face.size), ink),
        _text(strength_x, strength_y, strength_high, strength, ink, anchor="start"),
    ]


def _text(x: float, y: float, high: float, words: str, ink: str, anchor: str = "middle") -> str:
    if not words:
        return ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{high:.1f}" font-weight="700" text-anchor="{anchor}" '
        f'font-family="{_FONT}" fill="{ink}">{escape(words)}</text>'
    )


def _pips(face: CounterFace, ink: str) -> list[str]:
    if face.strength is None or face.full is None:
        return []
    left, top, step, row = FACE["pips"]
    if face.full > 2 * row or face.strength > 9:
        _, foot, high = FACE["strength"]
        return [_text(93, foot, high * 0.6, f"of {face.full}", ink, anchor="end")]
    pips = []
    for n in range(face.full):
        x, y = left + step * (n % row), top + step * (n // row)
        fill = ink if n < face.strength else "none"
        pips.append(f'<rect x="{x:g}" y="{y:g}" width="7" height="7" fill="{fill}" stroke="{ink}" stroke-width="1"/>')
    return pips


def _state_signs(face: CounterFace, ink: str) -> list[str]:
    signs = []
    if face.cut_off:
        (corner,) = FACE["corner"]
        box = shipped_palette().ink["box"]
        signs.append(f'<path d="M{99 - corner:g} 1H99V{1 + corner:g}z" fill="{box}" stroke="{ink}" stroke-width="2"/>')
    if face.transport:
        x, y, radius = FACE["wheel"]
        ring = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/><circle cx="{x:g}" cy="{y:g}" r="2"/>'
        signs.append(f'<g fill="none" stroke="{ink}" stroke-width="2.4">{ring}</g>')
    if face.emplaced:
        start, down, end, thick = FACE["bar"]
        top, wide = down - thick, end - start
        signs.append(f'<rect x="{start:g}" y="{top:g}" width="{wide:g}" height="{thick:g}" fill="{ink}"/>')
    return signs
