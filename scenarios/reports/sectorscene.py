"""Draw what lies on the map of a report as a scene, once for page and paper: lines, names on them, counters."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scenarios.drawing.faces import width_mm
from scenarios.drawing.legend import HIGH_MM, WIDE_MM
from scenarios.drawing.pencil import Pencil
from scenarios.drawing.scene import Lines, Scene, Spots, Stamp, Width, Words, lines_of
from scenarios.drawing.unitsign import draw_strokes
from scenarios.reports.fronts import fronts_drawn
from scenarios.reports.sector import chits, front, trails
from scenarios.reports.spreading import LABEL_MM, clear_of
from scenarios.symbols import BOX_HIGH, BOX_WIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from scenarios.drawing.drawing import Drawing
    from scenarios.drawing.labels import Box as Room
    from scenarios.drawing.scene import Item
    from scenarios.reports.fronts import Still
    from scenarios.reports.sector import Chit, Sector

    Floats = NDArray[np.float64]

__all__ = ["HATCHING", "Laid", "counter_items", "hatched_parts", "laid_on", "sector_keys"]

_FRONT, _MARCH, _LEADER, _DOT = 0.85, 0.75, 0.35, 1.4
"""Widths in millimetres: of the front, of marches, of the line to where a counter stands, of the dot at its end."""
_MARCH_DASH = (1.6, 0.8)
_PALE = 0.6
"""How much of a counter shows that stands for somebody out of sight."""
_PEN, _HATCH_PEN, _BROKEN = 2.0, 1.3, (6.0, 3.0)
"""Strokes of a counter, in units of its box."""
_MARK = 11.0
_UNDER, _HALO, _FACE = 0.95, 0.14, "text_bold"
_STILL_MM, _RIM_MM, _STILL_ALPHA = 0.25, 0.7, 0.6

_KINDS = (
    ("own unit", False, False, False), ("enemy in sight", True, False, False), ("seen of late", True, True, False),
    ("older, or not sure", True, True, True), ("dummy", False, True, True),
)  # fmt: skip
"""What counters tell by their looks: whether an enemy, pale, hatched."""


class Laid(NamedTuple):
    """What lies on the ground of a report: beneath the names, on them, and the boxes that names keep out of."""

    under: tuple[Item, ...]
    over: tuple[Item, ...]
    clear: tuple[Room, ...]


def laid_on(sector: Sector, drawing: Drawing) -> Laid:
    """Draw counters, the line between the sides, marches and fronts that stand still."""
    laid = chits(sector, drawing)
    under = [*hatched_parts(sector.still, drawing, "ink.still"), *_lines(sector, drawing)]
    return Laid(tuple(under), tuple(counter_items(laid, drawing)), tuple(clear_of(laid, drawing.mm_per_m)))


def counter_items(laid: Sequence[Chit], drawing: Drawing) -> Iterator[Item]:
    """Draw counters: the lines to where they stand, their boxes, and their names on top."""
    radius = drawing.hexmap.layout.radius_m
    for chit in laid:
        if chit.stands_at is not None:
            yield from _leader(chit.line, np.array([(chit.u, chit.v), chit.stands_at]) / radius)
    yield from (_stamp(chit)._replace(u=chit.u / radius, v=chit.v / radius) for chit in laid)
    yield from (_name(chit, drawing) for chit in laid if chit.label)


def _leader(colour: str, ends: Floats) -> Iterator[Item]:
    """Lead from a counter that was moved to where it stands."""
    yield _line("counters", colour, _LEADER, [ends])
    yield Spots("counters", colour, Width(0.0, _DOT, _DOT), ends[1:].astype(np.float32))


def _stamp(chit: Chit) -> Stamp:
    """Draw a counter without its name, about its middle."""
    look = _counter(chit.fill, chit.symbol, chit.echelon, broken=chit.foe, pale=chit.ghost, hatched=chit.hatched)
    return Stamp("counters", look, scale=chit.wide_mm / BOX_WIDE, title=chit.title)


@lru_cache(maxsize=512)
def _counter(fill: str, kind: str, mark: str, *, broken: bool, pale: bool, hatched: bool) -> tuple[Item, ...]:
    """Draw what counters have in common that look alike."""
    box = Stamp("counters", _box(fill, kind, broken=broken), alpha=_PALE if pale else 1.0)
    over = _over(mark, hatched=hatched)
    return (box, Stamp("counters", over)) if over else (box,)


@lru_cache(maxsize=512)
def _box(fill: str, kind: str, *, broken: bool) -> tuple[Item, ...]:
    """Draw a counter's box and the symbol in it."""
    pencil = Pencil(BOX_WIDE, BOX_HIGH)
    left, top = -BOX_WIDE / 2, -BOX_HIGH / 2
    pencil.rect(left, top, BOX_WIDE, BOX_HIGH, fill)
    edge = [(left, top), (-left, top), (-left, -top), (left, -top)]
    pencil.lines([edge], "ink.counter", _PEN, closed=True, dash=_BROKEN if broken else None)
    draw_strokes(pencil, kind, left, top, 1.0, _PEN)
    return tuple(pencil.items)


@lru_cache(maxsize=64)
def _over(mark: str, *, hatched: bool) -> tuple[Item, ...]:
    """Draw the mark of a unit's size over its box, and the hatching of one that is not sure."""
    pencil = Pencil(BOX_WIDE, BOX_HIGH)
    if hatched:
        strokes = [((a, b), (c, d)) for a, b, c, d in HATCHING]
        moved = [[(x - BOX_WIDE / 2, y - BOX_HIGH / 2) for x, y in stroke] for stroke in strokes]
        pencil.lines(moved, "ink.counter", _HATCH_PEN)
    if mark:
        pencil.text(0.0, -BOX_HIGH / 2 - 2.0, mark, _MARK, face=_FACE, anchor=0.5)
    return tuple(pencil.items)


def _name(chit: Chit, drawing: Drawing) -> Words:
    """Write the name under a counter, nothing of it over the edge of the map."""
    scale, radius = drawing.mm_per_m, drawing.hexmap.layout.radius_m
    half = width_mm(chit.label, LABEL_MM, _FACE) / 2
    x = _within(chit.u * scale, half, drawing.box[0] * scale, drawing.box[2] * scale)
    y = chit.v * scale + chit.wide_mm * BOX_HIGH / BOX_WIDE / 2 + _UNDER * LABEL_MM
    return _words("counters", "ink.counter", chit.label, x / scale / radius, y / scale / radius)


def _within(at: float, half: float, low: float, high: float) -> float:
    """Move what is so wide into an edge's limits."""
    return min(max(at, low + half), high - half)


def _words(layer: str, ink: str, told: str, u: float, v: float) -> Words:
    return Words(layer, ink, told, u, v, Width(0.0, LABEL_MM, LABEL_MM), _FACE, halo=_HALO)


def _lines(sector: Sector, drawing: Drawing) -> Iterator[Item]:
    """Draw the line between the sides, and marches."""
    if parts := front(sector, drawing):
        yield _line("front", "ink.contact", _FRONT, parts)
    for colour, way in trails(sector, drawing, sector.own):
        yield _marching(colour, way)


def _marching(colour: str, way: Floats) -> Lines:
    return _line("marches", colour, _MARCH, [way])._replace(dash=_MARCH_DASH, round_ends=False)


def hatched_parts(parts: Sequence[Still], drawing: Drawing, ink: str) -> Iterator[Item]:
    """Hatch parts of the map, as fronts that stand still, with a heavy rim and their words above it."""
    radius, scale = drawing.hexmap.layout.radius_m, drawing.mm_per_m
    left, top, right, _ = (edge * scale for edge in drawing.box)
    for one in fronts_drawn(parts, drawing):
        yield _line("still", ink, _STILL_MM, one.strokes / radius)._replace(alpha=_STILL_ALPHA)
        yield _line("still", ink, _RIM_MM, one.rim / radius)
        x = _within(one.at[0] * scale, width_mm(one.words, LABEL_MM, _FACE) / 2, left, right)
        y = max(one.at[1] * scale - 0.8, top + LABEL_MM)
        yield _words("still", ink, one.words, x / scale / radius, y / scale / radius)


def _line(layer: str, colour: str, wide_mm: float, parts: Iterable[Floats]) -> Lines:
    """Draw lines of a width, in hex radii."""
    return Lines(layer, colour, Width(0.0, wide_mm, wide_mm), *lines_of(list(parts)))


def sector_keys(sector: Sector, drawing: Drawing) -> list[tuple[str, Scene]]:
    """List what the marks on such a map mean, as far as it has them: words, and a swatch in millimetres."""
    laid, middle = chits(sector, drawing), HIGH_MM / 2
    across = np.array([(0.5, middle), (WIDE_MM - 0.5, middle)])
    found: list[tuple[str, list[Item]]] = []
    if front(sector, drawing):
        found.append(("front, as far as known", [_line("front", "ink.contact", _FRONT, [across])]))
    if ways := trails(sector, drawing, sector.own):
        found.append(("march that goes on", [_marching(ways[0][0], across)]))
    for told, *looks in _KINDS:
        one = next((chit for chit in laid if [chit.foe, chit.ghost, chit.hatched] == looks), None)
        if one is not None:
            bare = _stamp(one._replace(echelon="", wide_mm=6.0))
            found.append((told, [bare._replace(u=WIDE_MM / 2, v=middle)]))
    if any(chit.stands_at is not None for chit in laid):
        found.append(("where a counter stands", list(_leader("ink.counter", np.array([(7.0, middle), (1.5, middle)])))))
    return [(told, Scene((0.0, 0.0, WIDE_MM, HIGH_MM), tuple(items))) for told, items in found]


def _hatching(step: float = 5.5, wide: float = 5.0) -> Iterator[tuple[float, float, float, float]]:
    """Give slanting strokes that fill a frame along the edge of a counter's box."""
    for k in range(1, int((BOX_WIDE + BOX_HIGH) / step) + 1):
        low, high = _crossed(k * step, 0.0)
        inner = _crossed(k * step, wide)
        parts = [(low, high)] if inner[0] >= inner[1] else [(low, inner[0]), (inner[1], high)]
        yield from ((a, k * step - a, b, k * step - b) for a, b in parts if a < b)


def _crossed(total: float, inset: float) -> tuple[float, float]:
    """Give where the line x + y = total crosses the box without so much of its edge."""
    return max(inset, total - (BOX_HIGH - inset)), min(BOX_WIDE - inset, total - inset)


HATCHING = tuple(_hatching())
"""The hatched edge of a counter's box: strokes as x, y, x, y in the units of the box."""
