"""Name the places that are fought for on a map: before all others, whatever the scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.shapes.towns import Town

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maps.grid.hexmap import HexMap
    from maps.shapes.shapes import Shapes

__all__ = ["Goal", "goal_labels", "goal_towns"]

_RANK = 3
"""What bears no town's name is written as large as a large village."""
_SAME = 4.0
"""How far from the hex that is fought for the place that it is called after may lie, in hex radii."""


class Goal(NamedTuple):
    """A place that is fought for: what it is called, its hex, and what it brings."""

    name: str
    hex: int
    points: int = 0


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


def goal_towns(shapes: Shapes, goals: Iterable[Goal]) -> list[tuple[Town, int]]:
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
    return Town(label, _RANK, 0, u, v, np.zeros((0, 4, 2), np.float32), 0.0)
