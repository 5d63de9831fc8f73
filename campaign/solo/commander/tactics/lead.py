"""Lead: a headquarters goes to the hex in reach that commands most of where its stands will be, and is safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.planning import Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid, worthwhile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["hq_of", "lead", "spots_of"]

_SAFE, _SAFE_RIDING = 2, 3
_EACH = 100
"""Hundredths of a turn for each stand in command."""
_CUT = 200
_HIGH = ("corps", "army")
_EXPOSED = (900, 300, 100, 50, 20)
_HIGH_EXPOSED = (900, 600, 300, 150, 80, 40)
"""What it costs the headquarters of a division, and of a corps, to stand so many hexes from the enemy."""
_ALONE, _UNGUARDED = 200, 25
"""What it costs to stand where none of ours stands by: on the enemy's ground, and on our own."""
_FAR = 3
_STAY = 20
_TRIES = 30


def hq_of(desk: Desk, group: str) -> Stand | None:
    """Give the headquarters of a group, if it is on the map and free."""
    key = desk.formations[group].hq if group in desk.formations else None
    return next((stand for stand in desk.free(group) if stand.id == key), None)


def spots_of(desk: Desk, hq: Stand) -> Mapping[int, bool]:
    """List where a headquarters could safely go, its own hex included, and whether it would ride there."""
    away, found = desk.picture.away, {hq.hex or 0: False}
    for riding in (False, True):
        least = _SAFE_RIDING if riding else _SAFE
        for index in desk.reach(hq, transport=riding).cost:
            if away[index] >= least:
                found.setdefault(index, riding)
    return found


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
    return _EACH * _covered(desk, members, index) - _FAR * far - exposed - cut


def _covered(desk: Desk, members: list[Stand], index: int) -> int:
    leash = desk.leash(members[0]) or desk.any_leash
    if leash is None:
        return len(members)
    commanded = desk.within(leash, index)
    return sum(bool(commanded[desk.planned.at[one.id]]) for one in members)
