"""
Keep a group within what its mission sets it: boundaries, a phase line, and the share that is kept back.

A boundary is crossed at a price; a phase line is not crossed before its day, unless nothing else is left. Who is kept
back stays out of the enemy's reach, and attacks nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.solo.commander.forces import is_fighter
from maps.grid.graph import NO_LIMIT, HexGraph, distances

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim

__all__ = ["beyond", "inside", "kept_back", "place_prices"]

_PAST_LINE = 1_000
"""Hundredths of a turn for ending past a phase line before its day."""
_ACROSS = 150
"""For ending across a boundary."""
_FORWARD = 300
"""For who is kept back and ends within the enemy's reach."""
_REACH = 4
_WHOLE = 100


def place_prices(desk: Desk, group: str, stand: str) -> NDArray[np.int64]:
    """Price the hexes where a stand of a group should not end by its mission, in hundredths of a turn (n,)."""
    aim = desk.aims.get(group)
    if aim is None:
        return np.zeros(desk.picture.size, np.int64)
    found = desk.bounded(aim)
    if stand not in kept_back(desk, aim):
        return found
    near: NDArray[np.int64] = np.where(desk.picture.away < _REACH, _FORWARD, 0)
    return found + near


def beyond(desk: Desk, aim: Aim) -> NDArray[np.int64]:
    """Price the hexes past a group's phase line, and those across its boundaries (n,)."""
    mission, day = aim.mission, desk.picture.view.state.clock.day
    found = np.zeros(desk.picture.size, np.int64)
    if mission.line and day < mission.not_before:
        found += np.where(_inside(desk, aim.group, mission.line), 0, _PAST_LINE)
    for side in (mission.left, mission.right):
        if side:
            found += np.where(_inside(desk, aim.group, side), 0, _ACROSS)
    return found


def _inside(desk: Desk, group: str, wall: Collection[int]) -> NDArray[np.bool_]:
    """Say which hexes lie on the side of a line where most of a group stands; the line itself does (n,)."""
    return inside(desk.picture.near, [stand.hex for stand in desk.members(group) if stand.hex is not None], wall)


def inside(near: NDArray[np.int32], hexes: Sequence[int], wall: Collection[int]) -> NDArray[np.bool_]:
    """
    Say which hexes lie on the side of a line where most of some hexes are; the line itself does (n,).

    Parameters
    ----------
    near
        The hex across each side (n, 6).
    """
    size = len(near)
    walls = np.zeros(size, bool)
    walls[list(wall)] = True
    left, most = list(hexes), np.zeros(size, bool)
    best = 0
    graph = HexGraph(near, np.ones(near.shape, np.int32), walls)
    while left:
        part = distances(graph, [left[0]], NO_LIMIT).cost < NO_LIMIT if not walls[left[0]] else walls
        here = [place for place in left if part[place]]
        if len(here) > best:
            best, most = len(here), part
        left = [place for place in left if not part[place]]
    return most | walls if best else np.ones(size, bool)


def kept_back(desk: Desk, aim: Aim) -> frozenset[str]:
    """Name the fighters of a group that are kept back: the share that its mission says, the furthest from its goal."""
    if not aim.mission.reserve or not aim.goals:
        return frozenset()
    fighters = [stand for stand in desk.groups.get(aim.group, ()) if is_fighter(stand)]
    count = len(fighters) * aim.mission.reserve // _WHOLE
    far = sorted(fighters, key=lambda one: (-int(desk.fields.to(aim.goals, one.id)[one.hex or 0]), one.id))
    return frozenset(stand.id for stand in far[:count])
