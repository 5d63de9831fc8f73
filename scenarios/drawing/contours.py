"""Draw heights: contours, every fifth heavier and with its height where there is room, and bands of colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from maps.shapes.heights import MOST_BANDS
from scenarios.drawing.faces import width_mm
from scenarios.drawing.labels import Box as Room
from scenarios.drawing.labels import Taken
from scenarios.drawing.levels import level_at
from scenarios.drawing.scene import Area, Lines, Width, Words, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Item

__all__ = ["band_ink", "band_items", "contour_items", "height_words"]

_FINE, _HEAVY = Width(0.010, 0.1, 0.2), Width(0.020, 0.18, 0.4)
_HEAVY_EVERY = 5
_FIGURE = Width(0.16, 1.5, 2.6)
_HALO = 0.14
_AROUND = 1.0
_LONG = 4.0
"""A contour that is shorter bears no figure, in hex radii."""
_RANK = 8


def contour_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the contours about a box, the fine ones first."""
    wide = (box[0] - _AROUND, box[1] - _AROUND, box[2] + _AROUND, box[3] + _AROUND)
    found = shapes.contours(wide, level.bend, level.per_hex)
    for heavy, width in ((False, _FINE), (True, _HEAVY)):
        lines = [line for height, line in found if _is_heavy(shapes, height) == heavy]
        if lines:
            yield Lines("contours", "ink.contour", width, *lines_of(lines), curved=True)


def band_items(shapes: Shapes, level: Level, box: Box) -> Iterator[Item]:
    """Give the bands of height about a box, from the lowest up; none on a flat map."""
    floors = len(shapes.band_floors)
    if not floors:
        return
    wide = (box[0] - _AROUND, box[1] - _AROUND, box[2] + _AROUND, box[3] + _AROUND)
    corners = np.array([[wide[0], wide[1]], [wide[2], wide[1]], [wide[2], wide[3]], [wide[0], wide[3]]])
    yield Area("bands", band_ink(0, floors + 1), *lines_of([corners]), curved=False)
    for n, (_, rings) in enumerate(shapes.bands(wide, level.bend, level.per_hex), start=1):
        if len(rings):
            yield Area("bands", band_ink(n, floors + 1), rings.points, rings.starts)


def band_ink(nth: int, count: int) -> str:
    """
    Name the ink of the nth of so many bands: however few they are, they run from the lightest to the darkest.

    >>> band_ink(0, 3), band_ink(1, 3), band_ink(2, 3)
    ('ink.height_1', 'ink.height_5', 'ink.height_8')
    """
    return f"ink.height_{1 + math.floor(0.5 + nth * (MOST_BANDS - 1) / max(1, count - 1))}"


def height_words(
    shapes: Shapes, radius_mm: float, written: Iterable[Words] = (), *, larger: float = 1.0, within: Box | None = None
) -> Iterator[Words]:
    """
    Write the height beside the middle of each long and heavy contour, clear of what is written already.

    Parameters
    ----------
    within
        Where contours are looked for on a map that is too large to be drawn whole; without it such a map has none.
    """
    if shapes.is_large and within is None:
        return
    taken = Taken(_room(words, radius_mm) for words in written)
    size = Width(_FIGURE.share, larger * _FIGURE.least_mm, larger * _FIGURE.most_mm)
    for height, line in shapes.contours(within if shapes.is_large else None, level_at(radius_mm).bend):
        if _is_heavy(shapes, height) and _length(line) >= _LONG:
            words = _figure(height, line, size)
            if taken.is_free(_room(words, radius_mm)):
                taken.add(_room(words, radius_mm))
                yield words


def _figure(height: float, line: NDArray[np.float64], size: Width) -> Words:
    middle = min(max(2, len(line) // 2), len(line) - 1)
    du, dv = (line[min(middle + 1, len(line) - 1)] - line[middle - 2]).tolist()
    turn = (math.degrees(math.atan2(dv, du)) + 90) % 180 - 90
    u, v = line[middle].tolist()
    return Words("contours", "ink.contour", f"{height:g}", u, v, size, "text", 0.5, _HALO, turn, _RANK)


def _is_heavy(shapes: Shapes, height: float) -> bool:
    return round(height / shapes.contour_step_m) % _HEAVY_EVERY == 0


def _length(line: NDArray[np.float64]) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def _room(words: Words, radius_mm: float) -> Room:
    """Give the box that words take up whichever way they are turned, in millimetres, y upwards."""
    size, x, y = words.size.at(radius_mm), words.u * radius_mm, -words.v * radius_mm
    long = width_mm(words.text, size, words.face)
    if words.turn_deg:
        return Room(x - long / 2, y - long / 2, x + long / 2, y + long / 2)
    left = x - words.anchor * long
    return Room(left, y - 0.2 * size, left + long, y + 0.8 * size)
