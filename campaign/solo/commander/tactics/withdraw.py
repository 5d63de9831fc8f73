"""
Withdraw: who is to delay, not to hold to the last, gives a place up before he is cut off in it.

A place is about to be cut off if no way leads from it to where supply comes in that keeps clear of the hexes that
believed enemies reach into.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.planning import Promise
from campaign.solo.commander.sightings import turn_number
from maps.grid.graph import NO_LIMIT, distances

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim

__all__ = ["about_to_be_cut", "withdraw"]

_KEPT = 8
"""Turns that a withdrawal goes on once it has begun."""
_GIVES_UP = ("hold", "screen", "withdraw")
_ROUND = 2
"""Hexes round a place that count as part of it."""


def withdraw(desk: Desk) -> None:
    """Give up places that are about to be cut off, and go on with what was begun."""
    for group, aim in sorted(desk.aims.items()):
        if aim is None or aim.mission.kind not in _GIVES_UP or aim.mission.posture != "delay":
            continue
        back = _back(desk, aim)
        if back is None or not (_began(desk, group) or about_to_be_cut(desk, aim.goals[0])):
            continue
        desk.aims[group] = aim._replace(goals=(back,), name=_name(desk, aim, back), falls_back=True)
        desk.promises.append(Promise(group, "withdraw", back, until=_until(desk, group)))


def about_to_be_cut(desk: Desk, place: int) -> bool:
    """Whether the enemy can close the last way out of a place."""
    picture = desk.picture
    sources = [one.hex for one in picture.view.state.setting.sources if one.side == picture.side]
    graph = desk.planned.graph.without(_in_reach(desk, place))
    starts = [index for index in sources if not graph.blocked[index]]
    if not starts or graph.blocked[place]:
        return bool(starts)
    return bool(distances(graph, starts, NO_LIMIT).cost[place] >= NO_LIMIT)


def _in_reach(desk: Desk, place: int) -> NDArray[np.bool_]:
    """Say which hexes the enemy holds or reaches into, save those of the place itself and of friends (n,)."""
    picture = desk.picture
    close = picture.held | picture.zone
    near = picture.near
    found: NDArray[np.bool_] = close | ((near >= 0) & picture.held[near]).any(axis=1)
    found[list(desk.planned.at.values())] = False
    found[list(picture.grid.within(place, _ROUND))] = False
    return found | picture.held


def _back(desk: Desk, aim: Aim) -> int | None:
    """Say where a group falls back to: what its mission says comes then, else the nearest source of supply."""
    then = aim.mission.then
    if then is not None and then.goals:
        return then.goals[0].hex
    if aim.mission.kind == "withdraw":
        return None
    sources = [one.hex for one in desk.picture.view.state.setting.sources if one.side == desk.picture.side]
    grid = desk.picture.grid
    return min(sources, key=lambda index: (grid.distance(index, aim.goals[0]), index), default=None)


def _name(desk: Desk, aim: Aim, back: int) -> str:
    then = aim.mission.then
    return then.goals[0].name if then is not None and then.goals else desk.picture.number(back)


def _began(desk: Desk, group: str) -> bool:
    return any(one.stand == group and one.what == "withdraw" for one in _live(desk))


def _until(desk: Desk, group: str) -> int:
    old = [one.until for one in _live(desk) if one.stand == group and one.what == "withdraw"]
    return old[0] if old else turn_number(desk.picture.view) + _KEPT


def _live(desk: Desk) -> list[Promise]:
    now = turn_number(desk.picture.view)
    return [one for one in desk.dossier.promises if one.until >= now]
