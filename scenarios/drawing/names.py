"""
Place the names of a map, once for a scale, so that none lies on another.

Places go first by importance; waters are written along their course, well apart.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import SIDES
from scenarios.drawing.faces import width_mm
from scenarios.drawing.labels import Box as Room
from scenarios.drawing.labels import Taken, Wanted, place_labels
from scenarios.drawing.levels import level_at
from scenarios.drawing.scene import Width, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.shapes.rings import Way
    from maps.shapes.shapes import Shapes
    from maps.shapes.towns import Town

__all__ = ["name_items"]

_SIZE_MM = {1: 3.6, 2: 2.7, 3: 2.15, 4: 1.85}
_HALO = 0.12
_GROWS, _AT_MM = 0.42, 5.0
_LEAST, _MOST = 0.85, 2.4
_WATER = Width(0.30, 1.9, 3.6)
_RANK = 10_000_000
_FEWEST_SIDES = 6
_APART = 14
"""Hexsides of a water's course from one of its names to the next."""
_BOLD_RANK = 2


def name_items(shapes: Shapes, radius_mm: float, taken: Iterable[Room] = (), *, larger: float = 1.0) -> list[Words]:
    """
    Place the names of a whole map where a hex has a radius in millimetres.

    Parameters
    ----------
    taken
        Boxes in millimetres that are kept clear.
    larger
        How much larger letters are than on paper.
    """
    most = level_at(radius_mm).town_rank
    shown = [town for town in shapes.towns if town.rank <= most]
    wanted = [_wanted(town, radius_mm, larger) for town in shown]
    blocks = [_room(town, radius_mm) for town in shown if town.rank < 4]
    ranks = {(town.name, town.u * radius_mm): town.rank for town in shown}
    u0, v0, u1, v1 = (edge * radius_mm for edge in shapes.box)
    within = Room(u0, -v1, u1, -v0)
    held = [*blocks, *taken]
    found, rooms = [], Taken(held)
    for label in place_labels(wanted, lambda text, size: width_mm(text, size, "names_bold"), held, within=within):
        rank = ranks[label.wanted.text, label.wanted.x]
        face, size = "names_bold" if rank <= _BOLD_RANK else "names", label.wanted.size
        spot = label.x / radius_mm, -label.y / radius_mm
        found.append(Words("names", "ink.name", label.wanted.text, *spot, _fixed(size), face, 0.0, _HALO, rank=rank))
        rooms.add(Room(label.x, label.y, label.x + width_mm(label.wanted.text, size, face), label.y + size))
    return [*found, *_waters(shapes, radius_mm, rooms, larger)]


def _fixed(size_mm: float) -> Width:
    return Width(0.0, size_mm, size_mm)


def _wanted(town: Town, radius_mm: float, larger: float) -> Wanted:
    size = larger * _SIZE_MM[town.rank] * min(_MOST, max(_LEAST, (radius_mm / _AT_MM) ** _GROWS))
    clear = 0.8 * town.reach * radius_mm + 0.35
    return Wanted(town.name, town.u * radius_mm, -town.v * radius_mm, size, town.rank * _RANK - town.population, clear)


def _room(town: Town, radius_mm: float) -> Room:
    x, y, half = town.u * radius_mm, -town.v * radius_mm, 0.55 * town.reach * radius_mm
    return Room(x - half, y - half, x + half, y + half)


def _waters(shapes: Shapes, radius_mm: float, taken: Taken, larger: float) -> Iterator[Words]:
    """Write each water's name along its course, clear of what is taken."""
    if not level_at(radius_mm).streams:
        return
    for way, stretches in _named(shapes):
        for name, first, last in stretches:
            for at in range(first + min(_APART, last - first) // 2, last, _APART):
                words = _along(way, at, name, radius_mm, larger) if last - first >= _FEWEST_SIDES else None
                room = words and _turned_room(words, radius_mm)
                if words and room and taken.is_free(room):
                    taken.add(room)
                    yield words


def _along(way: Way, at: int, name: str, radius_mm: float, larger: float) -> Words:
    """Write a name beside a hexside of its river, the way that it runs there."""
    spot, turn = _on(way, at)
    u, v = spot + np.array([math.sin(turn), -math.cos(turn)]) * (0.14 + 0.4 / radius_mm)
    size = Width(_WATER.share, larger * _WATER.least_mm, larger * _WATER.most_mm)
    return Words(
        "names", "ink.water_name", name, float(u), float(v), size, "names_italic", 0.5, _HALO, math.degrees(turn), 5
    )


def _turned_room(words: Words, radius_mm: float) -> Room:
    """Give the upright box about words that are turned, in millimetres, y upwards."""
    size, turn = words.size.at(radius_mm), math.radians(words.turn_deg)
    half = 0.5 * width_mm(words.text, size, words.face)
    far, high = abs(half * math.cos(turn)) + 0.3 * size, abs(half * math.sin(turn)) + 0.6 * size
    x, y = words.u * radius_mm, -words.v * radius_mm
    return Room(x - far, y - high, x + far, y + high)


def _named(shapes: Shapes) -> Iterator[tuple[Way, list[tuple[str, int, int]]]]:
    """Give every river with the stretches of it that bear one name: name, first hexside and the one after the last."""
    for way in shapes.rivers:
        names = [shapes.hexmap.river_of(*divmod(link, SIDES)) or "" for link in way.links.tolist()]
        cuts = [0, *(k for k in range(1, len(names)) if names[k] != names[k - 1]), len(names)]
        yield way, [(names[a], a, b) for a, b in pairwise(cuts) if names[a]]


def _on(way: Way, at: int) -> tuple[NDArray[np.float32], float]:
    """Give the spot of a hexside on its river, and how the river runs there, never upside down (radians)."""
    here = min(3 * at + 1, len(way.points) - 1)
    a, b = way.points[max(0, here - 4)], way.points[min(len(way.points) - 1, here + 4)]
    turn = math.atan2(float(b[1] - a[1]), float(b[0] - a[0]))
    return way.points[here], (turn + math.pi / 2) % math.pi - math.pi / 2
