"""
Lay hexsides of a map's own (walls, hedges, embankments) from the lines of vector sources.

A long line follows hexsides without gaps, and its metres are shared out among those that it follows; a short one is
the nearest hexside's. A hexside is so where the metres of all lines of a kind are as many as the legend asks for, as a
share or in metres: so many short hedges count as one long one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from maps.derive.headings import layers_of
from maps.derive.tracing import Ground, sides_along
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.headings import Question
    from maps.grid.layout import Layout
    from maps.ownhexsides import LineRule, OwnHexside
    from maps.sources.featureset import Features

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["border_notes", "lay_borders", "lined_by", "still_asked"]

_NO = frozenset({"no", "f", "false", "0", ""})
_LAYER = "layer"


def lay_borders(
    lines: Features, rules: Sequence[LineRule], names: Sequence[str], layout: Layout, inside: Bools
) -> NDArray[np.uint8]:
    """
    Put hexsides of the map's own where lines draw them: codes into ``names`` (n, 6), equal from both sides.

    Where two kinds would lie on one hexside, that is kept which the legend names first.
    """
    code = np.zeros((len(inside), SIDES), np.uint8)
    ground = _ground(layout, inside)
    for rule in rules:
        shapes = lines.shapes[lined_by(lines, rule)]
        if len(shapes):
            lined = _metres(shapes, ground) >= rule.least_m(layout.radius_m)
            index, side = np.nonzero(lined & (code == 0))
            code[index, side] = names.index(rule.key)
            code[ground.neighbour[index, side], (side + 3) % SIDES] = names.index(rule.key)
    return code


def border_notes(border: NDArray[np.uint8], kinds: Sequence[OwnHexside], rules: Sequence[LineRule]) -> Iterator[str]:
    """Name the kinds that the legend draws from lines, and that no hexside came out as."""
    drawn = {rule.key for rule in rules}
    for code, kind in enumerate(kinds, start=1):
        if kind.key in drawn and not (border == code).any():
            name = kind.key.replace("_", " ")
            yield f"Hexsides: no line of the sources makes a hexside {name}; see its from, and how much it asks for."


def lined_by(lines: Features, rule: LineRule) -> Ints:
    """Pick the lines that a rule is about."""
    picked = np.zeros(len(lines), bool)
    for row in rule.has:
        met: dict[int, bool] = {}
        for tags in lines.tags:
            if id(tags) not in met:
                met[id(tags)] = all(_fits(tags, key, words) for key, words in row.items() if key != _LAYER)
        fits = np.array([met[id(tags)] for tags in lines.tags], bool)
        picked |= fits & _of_layers(lines, row[_LAYER]) if _LAYER in row else fits
    return np.flatnonzero(picked)


def _of_layers(lines: Features, words: frozenset[str]) -> Bools:
    """Mark the lines of layers that are called so, with the file before them or without."""
    here = np.zeros(len(lines), bool)
    for name, rows in layers_of(lines).items():
        known = name.casefold()
        here[rows] = bool(words & {known, known.rpartition(":")[2], known.partition(":")[0]})
    return here


def still_asked(questions: Iterable[Question], lines: Features, rules: Sequence[LineRule]) -> tuple[Question, ...]:
    """Leave out the layers that nobody else understands, but that draw hexsides of the map's own."""
    drawn = {row for rule in rules for row in lined_by(lines, rule).tolist()}
    known = {name for name, rows in layers_of(lines).items() if not drawn.isdisjoint(rows.tolist())} if drawn else set()
    return tuple(one for one in questions if one.shape != "lines" or one.layer not in known)


def _fits(tags: Mapping[str, str], key: str, words: frozenset[str]) -> bool:
    value = tags.get(key)
    if value is None:
        return False
    value = value.strip().casefold()
    return value in words if words else value not in _NO


def _ground(layout: Layout, inside: Bools) -> Ground:
    table = layout.grid.neighbour_table()
    off = (table == NO_HEX) | ~inside[table] | ~inside[:, None]
    return Ground(layout, inside, np.where(off, NO_HEX, table).astype(np.int32), layout.centres())


def _metres(shapes: NDArray[np.object_], ground: Ground) -> Floats:
    """Measure how much of each hexside is lined, told at the lower of its two hexes (n, 6)."""
    merged = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(shapes)))
    metres, long_m = np.zeros(len(ground.inside) * SIDES), shapely.length(merged)
    short = long_m <= ground.layout.radius_m
    sides = _nearest(shapely.line_interpolate_point(merged[short], 0.5, normalized=True), ground)
    np.add.at(metres, sides[sides >= 0], long_m[short][sides >= 0])
    for line, length in zip(merged[~short], long_m[~short].tolist(), strict=True):
        pairs = sides_along(ground, ground.layout.to_grid(shapely.get_coordinates(line)))
        if len(pairs):
            metres[pairs[:, 0] * SIDES + pairs[:, 1]] += min(length / len(pairs), ground.layout.radius_m)
    return metres.reshape(-1, SIDES)


def _nearest(spots: NDArray[np.object_], ground: Ground) -> Ints:
    """Give the hexside nearest to each point, as the lower hex by six and the side; -1 off the map."""
    if not len(spots):
        return np.zeros(0, np.int64)
    xy = shapely.get_coordinates(spots)
    index = ground.layout.indices_at(xy).astype(np.int64)
    near = ground.neighbour[index].astype(np.int64)
    offsets = ground.layout.corner_offsets()
    middles = ground.centres[index][:, None] + (offsets + np.roll(offsets, -1, axis=0)) / 2
    off = np.hypot(*np.moveaxis(middles - ground.layout.to_grid(xy)[:, None], -1, 0))
    off[(near == NO_HEX) | (index == NO_HEX)[:, None]] = np.inf
    side = off.argmin(axis=1)
    rows = np.arange(len(index))
    there = near[rows, side]
    key = np.where(there < index, there * SIDES + (side + 3) % SIDES, index * SIDES + side)
    return np.where(np.isfinite(off[rows, side]), key, -1)
