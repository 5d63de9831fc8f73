"""
Corridor: where the enemy's zones bar the way between a spearhead and its headquarters, a stand of the tail goes in.

A friend in a hex lifts the zone there for lines of communication, so one stand can open the line of many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.planning import Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid
from maps.grid.graph import HexGraph, least_path

if TYPE_CHECKING:
    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["corridor"]

_HELD, _SHUT = 1_000, 100
"""What a hex of the enemy, and one that he bars, count against an open one in the search for the best way."""
_MOST = 3
"""So many barred hexes can be opened in a turn."""
_EACH = 40
"""Hundredths of a turn for each stand whose line is opened."""


def corridor(desk: Desk, group: str) -> None:
    """Open the line of those of a group who are cut off from its headquarters."""
    cut = [stand for stand in desk.members(group) if stand.attached_to is None and _is_cut(desk, stand)]
    if not cut:
        return
    head = min(cut, key=lambda stand: (int(desk.picture.away[stand.hex or 0]), stand.id))
    way = _way(desk, desk.planned.at[head.id], desk.planned.at[desk.leaders(head)[0]])
    shut = [index for index in way if desk.planned.barred()[index]]
    if not shut or len(shut) > _MOST or any(desk.picture.held[index] for index in shut):
        return
    for index in shut:
        _open(desk, group, index, len(cut))


def _is_cut(desk: Desk, stand: Stand) -> bool:
    leaders = desk.leaders(stand)
    return bool(leaders) and not desk.planned.linked(desk.planned.at[leaders[0]])[desk.planned.at[stand.id]]


def _way(desk: Desk, start: int, goal: int) -> tuple[int, ...]:
    """Find the way with the fewest barred hexes."""
    plain = desk.planned.graph
    weight = np.where(desk.picture.held, _HELD, np.where(desk.planned.barred(), _SHUT, 1))[plain.neighbour]
    cost = np.where(plain.cost > 0, weight, 0).astype(np.int32)
    graph = HexGraph(plain.neighbour, cost, plain.blocked)
    return least_path(graph, start, goal) if start in graph and goal in graph else ()


def _open(desk: Desk, group: str, index: int, opened: int) -> None:
    """Send the free stand of the group into a hex that loses least by it."""
    aim = desk.aims[group]
    if aim is None or index in desk.planned.at.values():
        return
    able = [stand for stand in desk.members(group) if stand.id not in desk.planned.used]
    able = [stand for stand in able if index in desk.reach(stand).cost and desk.planned.has_room(stand.id, index)]
    # Who is furthest from the goal is missed least.
    far = {stand.id: int(desk.fields.to(aim.goals, stand.id)[stand.hex or 0]) for stand in able}
    for stand in sorted(able, key=lambda one: (-far[one.id], one.id)):
        order = Move(stand.id, desk.reach(stand).path_to(index))
        if index != stand.hex and not desk.is_barred(order):
            whom = "1 stand that is" if opened == 1 else f"{opened} stands that are"
            why = f"opens the line through {desk.picture.number(index)} for {whom} cut off"
            reasons = (Reason("line", _EACH * opened, f"lines open again: {opened}"),)
            desk.give(Bid("corridor", group, stand.id, order, why, reasons, end=index))
            return
