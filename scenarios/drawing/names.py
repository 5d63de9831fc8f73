"""
Place the names of a map, once for a scale, so that none lies on another.

What is fought for goes first, at every scale, then places by importance; waters are written along their course.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import SIDES
from maps.shapes.towns import Town
from scenarios.drawing.faces import width_mm
from scenarios.drawing.labels import Box as Room
from scenarios.drawing.labels import Taken, Wanted, place_labels
from scenarios.drawing.levels import level_at
from scenarios.drawing.scene import Lines, Width, Words, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.shapes.rings import Way
    from maps.shapes.shapes import Shapes
    from scenarios.drawing.labels import Label
    from scenarios.drawing.scene import Box

__all__ = ["LEAD", "LEAD_AIR_MM", "LEAD_HALO_MM", "Goal", "goal_labels", "goal_size", "lead_items", "name_items"]

_SIZE_MM = {1: 3.6, 2: 2.7, 3: 2.15, 4: 1.85}
_HALO = 0.12
_GROWS, _AT_MM = 0.42, 5.0
_LEAST, _MOST = 0.85, 2.4
_WATER = Width(0.30, 1.9, 3.6)
_RANK = 10_000_000
_FEWEST_SIDES = 6
_APART = 14
"""Hexsides of a water's course from one of its names to the next."""
_BOLD_RANK, _GOAL_RANK, _GOAL_REACH = 2, 3, 8.0
_SAME = 4.0
"""How far from the hex that is fought for the place that it is called after may lie, in hex radii."""
_CAPITAL = 0.62
LEAD, LEAD_HALO_MM, LEAD_AIR_MM = Width(0.0, 0.18, 0.18), 0.3, 0.25
"""The hair line from a name to its place, how much wider the pale line beneath it is, its distance from the name."""


class Goal(NamedTuple):
    """A place that is fought for: what it is called, its hex, and what it brings."""

    name: str
    hex: int
    points: int = 0


def name_items(
    shapes: Shapes, radius_mm: float, taken: Iterable[Room] = (), *, larger: float = 1.0, within: Box | None = None,
    wider: float = 1.0, goals: Iterable[Goal] = (),
) -> list[Words]:  # fmt: skip
    """
    Place the names of a map where a hex has a radius in millimetres.

    Parameters
    ----------
    taken
        Boxes in millimetres that are kept clear.
    larger
        How much larger letters are than on paper.
    within
        The part of the plane that is drawn: no name runs over its edge. None: the whole map.
    wider
        How much wider letters may be than ours, where it is not known what face will be there.
    goals
        What is fought for: it is named at every scale, and before all else.
    """
    most, box = level_at(radius_mm).town_rank, within or shapes.box
    shown = [town for town in shapes.towns if town.rank <= most and _in(town, box)]
    fought = [(town, points) for town, points in _goal_towns(shapes, goals) if _in(town, box)]
    first = {(town.name, town.u) for town, _ in fought}
    wanted = [_wanted(town, radius_mm, larger) for town in shown if (town.name, town.u) not in first]
    wanted += [_wanted_first(town, points, radius_mm, larger) for town, points in fought]
    blocks = [_room(town, radius_mm) for town in shown if town.rank < 4]
    ranks = {(town.name, town.u * radius_mm): town.rank for town in shown}
    ranks |= {(town.name, town.u * radius_mm): min(town.rank, _BOLD_RANK) for town, _ in fought}
    u0, v0, u1, v1 = (edge * radius_mm for edge in box)
    frame = Room(u0, -v1, u1, -v0)
    held = [*blocks, *taken]
    found, rooms = [], Taken(held)

    def wide_of(text: str, size: float) -> float:
        return wider * width_mm(text, size, "names_bold")

    for label in place_labels(wanted, wide_of, held, within=frame):
        name = _placed(label, ranks[label.wanted.text, label.wanted.x], radius_mm)
        found.append(name)
        wide = wider * width_mm(name.text, label.wanted.size, name.face)
        rooms.add(Room(label.x, label.y, label.x + wide, label.y + label.wanted.size))
    return [*found, *(word for word in _waters(shapes, radius_mm, rooms, larger) if _holds(frame, word, radius_mm))]


def _placed(label: Label, rank: int, radius_mm: float) -> Words:
    """Write a name where it was placed."""
    face, wanted = "names_bold" if rank <= _BOLD_RANK else "names", label.wanted
    place = wanted.x / radius_mm, -wanted.y / radius_mm
    return Words("names", "ink.name", wanted.text, label.x / radius_mm, -label.y / radius_mm, _fixed(wanted.size), face,
                 0.0, _HALO, rank=rank, place=place, is_led=label.is_led)  # fmt: skip


def lead_items(names: Iterable[Words], radius_mm: float) -> Iterator[Lines]:
    """Give the hair lines that lead from names that stand away from their places to them."""
    lines = []
    for name in names:
        if name.is_led and name.place is not None:
            size = name.size.at(radius_mm)
            wide, high = width_mm(name.text, size, name.face) / radius_mm, _CAPITAL * size / radius_mm
            (u, v), air = name.place, LEAD_AIR_MM / radius_mm
            end = min(max(u, name.u - air), name.u + wide + air), min(max(v, name.v - high - air), name.v + air)
            lines.append(np.array([(u, v), end]))
    if lines:
        yield Lines("names", "halo", LEAD._replace(more_mm=LEAD_HALO_MM), *lines_of(lines))
        yield Lines("names", "ink.name", LEAD, *lines_of(lines))


def _in(town: Town, box: Box) -> bool:
    return box[0] <= town.u < box[2] and box[1] <= town.v < box[3]


def _holds(frame: Room, words: Words, radius_mm: float) -> bool:
    return frame.holds(_turned_room(words, radius_mm))


def _fixed(size_mm: float) -> Width:
    return Width(0.0, size_mm, size_mm)


def _wanted(town: Town, radius_mm: float, larger: float) -> Wanted:
    size = larger * _letters_mm(town.rank, radius_mm)
    clear = 0.8 * town.reach * radius_mm + 0.35
    return Wanted(town.name, town.u * radius_mm, -town.v * radius_mm, size, town.rank * _RANK - town.population, clear,
                  keeps=town.rank <= _BOLD_RANK)  # fmt: skip


def _wanted_first(town: Town, points: int, radius_mm: float, larger: float) -> Wanted:
    """Want the name of a place that is fought for, before all that are not."""
    usual = _wanted(town._replace(rank=min(town.rank, _GOAL_RANK)), radius_mm, larger)
    return replace(usual, rank=-_RANK * (1 + points), keeps=True, reach=_GOAL_REACH)


def goal_size(radius_mm: float, larger: float) -> tuple[float, str, float]:
    """Say how a place that is fought for and bears no town's name is written: size in millimetres, face, and halo."""
    return larger * _letters_mm(_GOAL_RANK, radius_mm), "names_bold", _HALO


def _letters_mm(rank: int, radius_mm: float) -> float:
    grown: float = (radius_mm / _AT_MM) ** _GROWS
    return _SIZE_MM[rank] * min(_MOST, max(_LEAST, grown))


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


def goal_labels(hexmap: HexMap, goals: Iterable[tuple[str, int]]) -> list[str]:
    """
    Give what is written on a map for places that are fought for, by their names and hexes.

    That is the place in its hex that a name speaks of ("Huy" of "Huy, bridge over the Meuse"), or else the name up to
    the first comma.
    """
    wanted = list(goals)
    there: dict[int, list[str]] = {hexagon: [] for _, hexagon in wanted}
    for place in hexmap.places:
        if place.index in there:
            there[place.index].append(place.name)
    return [
        max((place for place in there[hexagon] if place in name), key=len, default=name.partition(",")[0].strip())
        for name, hexagon in wanted
    ]


def _goal_towns(shapes: Shapes, goals: Iterable[Goal]) -> list[tuple[Town, int]]:
    """List what is fought for as places of a map, with what each brings; what lies in a hex under one name is one."""
    hexmap, wanted = shapes.hexmap, list(goals)
    worth: dict[tuple[int, str], int] = {}
    for goal, label in zip(wanted, goal_labels(hexmap, ((one.name, one.hex) for one in wanted)), strict=True):
        worth[goal.hex, label] = worth.get((goal.hex, label), 0) + goal.points
    if not worth:
        return []
    spots = hexmap.layout.centres()[[at for at, _ in worth]] / hexmap.layout.radius_m
    return [
        (_town(shapes, label, u, v), points)
        for ((_, label), points), (u, v) in zip(worth.items(), spots.tolist(), strict=True)
    ]


def _town(shapes: Shapes, label: str, u: float, v: float) -> Town:
    """Find the town of a name about a spot, or make one of no houses there."""
    for town in shapes.towns:
        if town.name == label and math.hypot(town.u - u, town.v - v) <= _SAME:
            return town
    return Town(label, _GOAL_RANK, 0, u, v, np.zeros((0, 4, 2), np.float32), 0.0)
