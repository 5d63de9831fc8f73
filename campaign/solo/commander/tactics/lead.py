"""Lead: a headquarters goes to the hex in reach that commands most of where its stands will be, and is safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.planning import Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid, worthwhile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["hq_of", "lead", "spots_of"]

_SAFE, _SAFE_RIDING = 2, 3
_EACH, _EACH_BEHIND = 100, 40
"""Hundredths of a turn for each fighter in command, and for each gun or train."""
_PULL, _FARTHEST = 5, 20
"""Every hex nearer to a fighter who is not in command is worth so much, up to so many hexes."""
_CUT = 200
_HIGH = ("corps", "army")
_EXPOSED = (900, 300, 100, 50, 20)
_HIGH_EXPOSED = (900, 600, 300, 150, 80, 40)
"""What it costs the headquarters of a division, and of a corps, to stand so many hexes from the enemy."""
_ALONE, _UNGUARDED = 200, 25
"""What it costs to stand where none of ours stands by: on the enemy's ground, and on our own."""
_FAR = 3
_DEEP, _DEEP_AHEAD = 3, 4
"""
A headquarters goes through no more hexes of the enemy's ground in a turn, that of a spearhead further.

Enemies whom nobody saw may be there.
"""
_STAY = 20
_TRIES = 30


def hq_of(desk: Desk, group: str) -> Stand | None:
    """Give the headquarters of a group, if it is on the map and free."""
    key = desk.formations[group].hq if group in desk.formations else None
    return next((stand for stand in desk.free(group) if stand.id == key), None)


def spots_of(desk: Desk, hq: Stand) -> Mapping[int, bool]:
    """List where a headquarters could safely go, its own hex included, and whether it would ride there."""
    away, found = desk.picture.away, {hq.hex or 0: False}
    aim = desk.aims.get(desk.group_of(hq))
    deep = _DEEP_AHEAD if aim is not None and aim.mission.bypass else _DEEP
    for riding in (False, True):
        least, reach = _SAFE_RIDING if riding else _SAFE, desk.reach(hq, transport=riding)
        for index in reach.cost:
            if away[index] >= least and index not in found and _in_theirs(desk, reach.path_to(index)) <= deep:
                found[index] = riding
    return found


def _in_theirs(desk: Desk, path: Sequence[int]) -> int:
    """Count the hexes of the enemy's ground that a way leads through."""
    return int(desk.picture.theirs[list(path)].sum())


def lead(desk: Desk, group: str, hq: Stand, spots: Mapping[int, bool]) -> None:
    """Move a headquarters where it commands most."""
    members, here = desk.led(group), hq.hex or 0
    if not members:
        return
    covered = desk.covered
    alone = np.where(covered, 0, np.where(desk.picture.theirs, _ALONE, _UNGUARDED))
    worth = {index: _worth(desk, group, members, index) - int(alone[index]) for index in spots}
    best = sorted(spots, key=lambda index: (-worth[index], index))[:_TRIES]
    goal = next((index for index in best if index == here or desk.planned.has_room(hq.id, index)), here)
    if goal == here or worth[goal] <= worth[here] + _STAY:
        desk.planned.keep(hq.id)
        return
    path = desk.reach(hq, transport=spots[goal]).path_to(goal)
    order = Move(hq.id, path, transport=spots[goal])
    if not desk.is_barred(order):
        desk.give(_bid(desk, group, order, members, worth[goal] - worth[here]))


def _bid(desk: Desk, group: str, order: Move, members: list[Stand], worth: int) -> Bid:
    goal = order.path[-1]
    covered = _covered(desk, members, goal)
    where = desk.picture.number(goal)
    why = f"{desk.short(group)} headquarters follows: {covered} of {len(members)} in command from {where}"
    reasons = worthwhile(Reason("cover", worth, f"{covered} of {len(members)} in command"))
    return Bid("lead", group, order.stand, order, why, reasons, end=goal)


def _worth(desk: Desk, group: str, members: list[Stand], index: int) -> int:
    grid, away = desk.picture.grid, int(desk.picture.away[index])
    far = sum(grid.distance(index, desk.planned.at[one.id]) for one in members) // len(members)
    prices = _HIGH_EXPOSED if desk.formations[group].size in _HIGH else _EXPOSED
    exposed = prices[away] if away < len(prices) else 0
    cut = 0 if desk.is_last_day or desk.planned.supplied()[index] else _CUT
    behind = _EACH_BEHIND * _covered(desk, desk.behind(group), index)
    return _EACH * _covered(desk, members, index) + behind - _FAR * far - _pull(desk, members, index) - exposed - cut


def _pull(desk: Desk, members: list[Stand], index: int) -> int:
    """Say what it costs to be far from those who are not in command."""
    away = [desk.picture.grid.distance(index, desk.planned.at[one.id]) for one in _left_out(desk, members, index)]
    return _PULL * sum(min(hexes, _FARTHEST) for hexes in away)


def _covered(desk: Desk, members: list[Stand], index: int) -> int:
    return len(members) - len(_left_out(desk, members, index))


def _left_out(desk: Desk, members: list[Stand], index: int) -> list[Stand]:
    """List the stands that a headquarters in one hex would not command where they will be."""
    leash = desk.leash(members[0]) or desk.any_leash if members else None
    if leash is None:
        return []
    commanded = desk.within(leash, index)
    return [one for one in members if not commanded[desk.planned.at[one.id]]]
