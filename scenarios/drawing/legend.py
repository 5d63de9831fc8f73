"""
Say what a map shows, and how: the rows of its legend, each with a swatch, for paper and for the screen.

A swatch is a scene in millimetres, drawn with the widths, marks and colours of the map itself.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, sin, tau
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexmap import CROSSINGS, HEXSIDES, SLOPES
from scenarios.drawing.contours import band_ink
from scenarios.drawing.ground import MARKS, TREES
from scenarios.drawing.hexsides import FINE, look_of
from scenarios.drawing.pencil import Pencil
from scenarios.drawing.ways import casing_width, line_width

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from numpy.typing import NDArray

    from maps.ownhexsides import OwnHexside
    from maps.palette import Palette, Tint
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Scene

__all__ = ["GROUPS", "HIGH_MM", "WIDE_MM", "Key", "legend_keys", "swatch"]

WIDE_MM, HIGH_MM = 9.0, 4.4
"""How large a swatch is."""

GROUPS = {
    "ground": "Ground", "bands": "Heights", "contours": "Heights", "relief": "Heights",
    "water": "Water", "hexsides": "Hexsides", "roads": "Roads and railways", "rail": "Roads and railways",
}  # fmt: skip
"""What a row of the legend is about, by the layer that shows it."""

_WORDS = {
    "woods_dense": "dense woods", "woods_open": "open woods", "major_river": "large river", "main": "main road",
    "secondary": "secondary road", "lake": "shore of a lake",
}  # fmt: skip
_AT_MM = 5.5
"""The radius of a hex whose lines the legend shows."""
_MARK_MM, _TREE_MM = 1.0, 2.6
_TREES_AT = ((1.7, 2.9), (3.3, 1.6), (4.9, 2.8), (7.4, 1.6))
_MARKS_AT = ((1.8, 3.1), (4.3, 1.7), (6.9, 3.1))
_HOUSES = ((2.2, 1.0, 1.5, 0.9), (4.2, 1.1, 1.1, 1.3), (2.6, 2.5, 1.1, 1.0), (4.4, 2.9, 1.6, 0.7), (6.2, 1.5, 0.9, 1.1))
_BUILT = frozenset({"city", "town", "village"})
_SHORES = frozenset({"lake", "coast"})
_WOODED = 0.05


class Key(NamedTuple):
    """A row of the legend: what is meant, how it is drawn, by what of the palette, and the layer that shows it."""

    words: str
    look: str
    """area, wood, line, rail, bridge, slope, border, contour or band."""
    name: str
    layer: str
    own: Tint | None = None
    """How terrain of the map's own looks."""
    border: OwnHexside | None = None
    """A kind of hexside of the map's own."""


def legend_keys(shapes: Shapes, level: Level, box: Box, hidden: Collection[str] = ()) -> list[Key]:
    """List what a box of a map shows at a level of detail, and nothing else; layers that are hidden have no row."""
    hexmap = shapes.hexmap
    shown = hexmap.inside & _within(shapes, box)
    here = {hexmap.shown_names[code] for code in np.unique(hexmap.terrain[shown]).tolist()}
    found = [_ground(shapes, name) for name in shapes.order if name in here]
    if shapes.wanted[shown].max(initial=0.0) > _WOODED:
        found.append(Key("wood in other ground", "wood", shapes.lowest, "ground"))
    found += [*_ways(shapes, level, shown), *_heights(shapes, shown)]
    return [key for key in found if key.layer not in hidden]


def _ways(shapes: Shapes, level: Level, shown: NDArray[np.bool_]) -> Iterator[Key]:
    """List waters, roads, railways and bridges."""
    hexmap = shapes.hexmap
    water = {HEXSIDES[code] for code in np.unique(hexmap.hexside[shown]).tolist()} - {"none"}
    for kind in HEXSIDES:
        if kind in water and (level.streams or kind != "stream"):
            yield Key(_named(kind), "line", kind, "water")
    laid = np.bincount(hexmap.border[shown].ravel(), minlength=len(hexmap.borders) + 1)
    for code, own in enumerate(hexmap.borders, start=1):
        if level.fine and laid[code]:
            yield Key(_named(own.key), "border", own.key, "hexsides", border=own)
    kinds = shapes.roads.ways.kinds
    for kind in reversed(level.roads):
        if kind in kinds:
            yield Key(_named(kind), "line", kind, "roads")
    if level.ties and hexmap.rail[shown].any():
        yield Key("railway", "rail", "rail", "rail")
    crossed = {CROSSINGS[code] for code in np.unique(hexmap.crossing[shown]).tolist()} - {"none", "tunnel"}
    if crossed:
        yield Key(", ".join(sorted(kind.replace("_", " ") for kind in crossed)), "bridge", "bridge", "roads")


def _heights(shapes: Shapes, shown: NDArray[np.bool_]) -> Iterator[Key]:
    """List steep slopes, contours and bands of height."""
    steep = {SLOPES[code] for code in np.unique(shapes.hexmap.slope[shown]).tolist()} - {"none"}
    if steep:
        yield Key(" and ".join(sorted(steep)) + " slopes", "slope", "slope", "relief")
    if shapes.contour_step_m:
        words = f"contours, each {shapes.contour_step_m:g} m; every fifth heavier"
        yield Key(words, "contour", "contour", "contours")
    floors = shapes.band_floors
    if floors:
        words_of = [f"under {floors[0]:g} m", *(f"{a:g} to {b:g} m" for a, b in pairwise(floors))]
        called = shapes.hexmap.band_names
        for n, words in enumerate([*words_of, f"over {floors[-1]:g} m"]):
            words = f"{called[n]}, {words}" if len(called) == len(floors) + 1 else words  # noqa: PLW2901
            yield Key(words, "band", band_ink(n, len(floors) + 1), "bands")


def _ground(shapes: Shapes, name: str) -> Key:
    row = shapes.palette.terrain[name]
    own = row if shapes.is_own(name) else None
    return Key(_named(name), "wood" if row.is_wood else "area", name, "ground", own)


def _named(kind: str) -> str:
    return _WORDS.get(kind, kind.replace("_", " "))


def _within(shapes: Shapes, box: Box) -> NDArray[np.bool_]:
    return (shapes.u > box[0] - 1) & (shapes.u < box[2] + 1) & (shapes.v > box[1] - 1) & (shapes.v < box[3] + 1)


def swatch(key: Key, palette: Palette) -> Scene:
    """Draw how a row of the legend looks on the map; the palette gives widths and marks, the writer colours."""
    pencil = Pencil(WIDE_MM, HIGH_MM)
    looks: dict[str, Callable[[Pencil, Key, Palette], None]] = {
        "area": _area, "wood": _wood, "line": _line, "rail": _rail, "bridge": _bridge, "slope": _slope,
        "border": _border, "contour": _contour, "band": _band,
    }  # fmt: skip
    looks[key.look](pencil, key, palette)
    return pencil.scene()


def _row(key: Key, palette: Palette) -> Tint:
    return key.own or palette.terrain[key.name]


def _colour(key: Key, part: str) -> str:
    """Name a colour of a terrain; that of a map's own, which no other palette has, by its figures."""
    return f"own.{getattr(key.own, part) or key.own.tint}" if key.own else f"terrain.{key.name}.{part}"


def _filled(pencil: Pencil, colour: str) -> None:
    pencil.rect(0, 0, WIDE_MM, HIGH_MM, colour)


def _framed(pencil: Pencil) -> None:
    pencil.frame(0.08, 0.08, WIDE_MM - 0.16, HIGH_MM - 0.16, "number", 0.14)


def _area(pencil: Pencil, key: Key, palette: Palette) -> None:
    tint = _row(key, palette)
    _filled(pencil, _colour(key, "floor"))
    if key.name in _BUILT:
        for house in _HOUSES[: 5 if key.name == "city" else 4 if key.name == "town" else 2]:
            pencil.rect(*house, "ink.town")
            pencil.frame(*house, "ink.town_edge", 0.12)
    strokes = MARKS[tint.mark_kind][1] if tint.mark_kind in MARKS else ()
    for x, y in _MARKS_AT if strokes else ():
        lines = [[(x + _MARK_MM * du, y + _MARK_MM * dv) for du, dv in stroke] for stroke in strokes]
        pencil.lines(lines, _colour(key, "mark"), 0.16)
    _framed(pencil)


def _wood(pencil: Pencil, key: Key, palette: Palette) -> None:
    """Draw trees on their ground: over all of it where it is dense, else a grove."""
    dense = _row(key, palette).woods[0] > 0.5
    _filled(pencil, "ink.wood" if dense else _colour(key, "floor"))
    if not dense:
        grove = [(3.3 + 2.7 * cos(tau * k / 24), 2.3 + 1.6 * sin(tau * k / 24)) for k in range(24)]
        pencil.shape([grove], "ink.wood")
        pencil.lines([grove], "ink.wood_edge", 0.14, closed=True)
    trees = _TREES_AT[: 4 if dense else 3]
    for colour, aside, share in TREES:
        off = aside * _TREE_MM
        pencil.dots([(x + off, y + 1.2 * off) for x, y in trees], share * _TREE_MM, colour)
    _framed(pencil)


def _line(pencil: Pencil, key: Key, palette: Palette) -> None:
    along = [[(0.0, HIGH_MM / 2), (WIDE_MM, HIGH_MM / 2)]]
    wide = line_width(palette, key.name)
    if key.name in _SHORES:
        pencil.lines(along, f"line.{key.name}.casing", wide.at(_AT_MM))
        return
    pencil.lines(along, f"line.{key.name}.casing", casing_width(palette, key.name).at(_AT_MM))
    if key.name != "stream":
        pencil.lines(along, f"line.{key.name}.colour", wide.at(_AT_MM))


def _rail(pencil: Pencil, key: Key, palette: Palette) -> None:
    middle = HIGH_MM / 2
    pencil.lines([[(0.0, middle), (WIDE_MM, middle)]], "line.rail.colour", line_width(palette, key.name).at(_AT_MM))
    ties = [[(x, middle - 0.6), (x, middle + 0.6)] for x in (0.8 + 1.5 * k for k in range(6))]
    pencil.lines(ties, "line.rail.colour", 0.22)


def _bridge(pencil: Pencil, key: Key, _: Palette) -> None:
    for side in (-1, 1):
        y = HIGH_MM / 2 + 0.6 * side
        out = y + 0.5 * side
        pencil.lines([[(2.0, out), (2.5, y), (6.5, y), (7.0, out)]], f"ink.{key.name}", 0.25)


def _slope(pencil: Pencil, key: Key, _: Palette) -> None:
    strokes = [[(x, 1.3), (x, 3.1 if k % 2 else 2.5)] for k, x in enumerate(0.6 + 1.1 * k for k in range(8))]
    pencil.lines(strokes, f"ink.{key.name}", 0.25)


def _border(pencil: Pencil, key: Key, _: Palette) -> None:
    """Draw one hexside across the swatch, symbols upwards."""
    if key.border is None:
        return
    look, colour, middle = look_of(key.border), f"own.{key.border.colour}", 0.62 * HIGH_MM
    for strokes, wide in ((look.lines, look.wide), (look.strokes, FINE * look.wide)):
        lines = [[(WIDE_MM * along, middle - _AT_MM * out) for along, out in stroke] for stroke in strokes]
        if lines:
            pencil.lines(lines, colour, max(wide * _AT_MM, 0.16))
    if look.spots:
        spots = [(WIDE_MM * along, middle - _AT_MM * out) for along, out in look.spots]
        pencil.dots(spots, look.spot * _AT_MM, colour)


def _contour(pencil: Pencil, key: Key, _: Palette) -> None:
    for y, wide in ((1.4, 0.14), (3.0, 0.32)):
        wave = [(WIDE_MM * k / 18, y + 0.5 * sin(tau * k / 18)) for k in range(19)]
        pencil.lines([wave], f"ink.{key.name}", wide)


def _band(pencil: Pencil, key: Key, _: Palette) -> None:
    _filled(pencil, key.name)
    _framed(pencil)
