"""
Shift: a reserve goes to the place where the enemy believed near it outweighs ours most.

It keeps to its choice for some turns; while no place of its mission is in danger it stays where it is to assemble.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.planning import Promise
from campaign.solo.commander.sightings import turn_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.missions import Goal
    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim

__all__ = ["shift", "threat"]

_WIDE = 8
"""Enemies so many hexes from a place threaten it, the less the further off."""
_FAR = 3
"""A place weighs so much less with every hex that a reserve is away, in hundredths of a point a turn."""
_CLOSE = 3
"""Ours so many hexes from a place count as its defenders."""
_KEPT = 5
"""Turns that a reserve keeps to its choice."""
_HUNDRED = 100


def shift(desk: Desk) -> None:
    """Send each reserve where it is needed most, the strongest need first."""
    for group, aim in sorted(desk.aims.items()):
        if aim is not None and aim.mission.kind == "reserve":
            goal = _kept(desk, aim) or _needed(desk, aim)
            if goal is None:
                desk.aims[group] = aim._replace(goals=aim.goals[:1])
            else:
                desk.aims[group] = aim._replace(goals=(goal.hex,), name=goal.name)
                until = _until(desk, group, goal)
                desk.promises.append(Promise(group, "reserve", goal.hex, until=until))
                desk.lent[goal.hex] = desk.lent.get(goal.hex, 0) + _power(desk, group)


def threat(desk: Desk, place: int) -> int:
    """Say by how much the enemy believed near a place outweighs ours there, in hundredths of a point a turn."""
    grid, picture = desk.picture.grid, desk.picture
    theirs = 0
    for foe in picture.foes:
        away = grid.distance(foe.hex, place)
        if away <= _WIDE:
            theirs += round(picture.power(foe.id).close * foe.weight) * (_WIDE + 1 - away) // (_WIDE + 1)
    near = [one.id for one in picture.fighters if grid.distance(one.hex or 0, place) <= _CLOSE]
    return theirs - sum(round(picture.power(key).close * _HUNDRED) for key in near) - desk.lent.get(place, 0)


def _places(desk: Desk, aim: Aim) -> Sequence[Goal]:
    """List the places that a reserve is kept for: its mission's, or all that the side holds if it has but one."""
    if len(aim.mission.goals) > 1:
        return aim.mission.goals
    found = {goal.hex: goal for goal in aim.mission.goals}
    for other in desk.aims.values():
        if other is not None and other.mission.kind == "hold":
            found |= {goal.hex: goal for goal in other.mission.goals}
    return [found[key] for key in sorted(found)]


def _kept(desk: Desk, aim: Aim) -> Goal | None:
    """Give the place that a reserve was promised to, if it is not the enemy's since."""
    now = turn_number(desk.picture.view)
    for promise in desk.dossier.promises:
        if promise.stand == aim.group and promise.what == "reserve" and promise.until >= now:
            places = {goal.hex: goal for goal in _places(desk, aim)}
            if promise.hex in places and not desk.picture.held[promise.hex]:
                return places[promise.hex]
    return None


def _needed(desk: Desk, aim: Aim) -> Goal | None:
    """Find the place that is in most danger; None if none is."""
    rated = [(threat(desk, goal.hex) - _FAR * _away(desk, aim, goal.hex), goal) for goal in _places(desk, aim)]
    worst, goal = max(rated, key=lambda one: (one[0], -one[1].hex))
    return goal if worst > 0 else None


def _away(desk: Desk, aim: Aim, place: int) -> int:
    """Count the hexes from the nearest fighter of a group to a place."""
    grid = desk.picture.grid
    return min((grid.distance(one.hex or 0, place) for one in desk.members(aim.group)), default=0)


def _until(desk: Desk, group: str, goal: Goal) -> int:
    now = turn_number(desk.picture.view)
    old = [one.until for one in desk.dossier.promises if (one.stand, one.hex) == (group, goal.hex) and one.until >= now]
    return old[0] if old else now + _KEPT


def _power(desk: Desk, group: str) -> int:
    return sum(round(desk.picture.power(one.id).close * _HUNDRED) for one in desk.members(group))
