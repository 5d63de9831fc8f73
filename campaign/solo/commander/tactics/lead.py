"""Lead: a headquarters goes to the hex in reach that commands most of where its stands will be, and is safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.planning import Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid, worthwhile
from campaign.solo.commander.boards.scene import hexes_apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

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
    worth = _worths(desk, group, members, list(spots))
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
    covered = int(_commanded(desk, members, [goal]).sum())
    where = desk.picture.number(goal)
    why = f"{desk.short(group)} headquarters follows: {covered} of {len(members)} in command from {where}"
    reasons = worthwhile(Reason("cover", worth, f"{covered} of {len(members)} in command"))
    return Bid("lead", group, order.stand, order, why, reasons, end=goal)


def _worths(desk: Desk, group: str, members: list[Stand], spots: list[int]) -> dict[int, int]:
    """Say what each of some hexes is worth to the headquarters of a group."""
    ground, places = _ground(desk, group), [desk.planned.at[one.id] for one in members]
    apart, commanded = hexes_apart(desk.picture.grid, spots, places), _commanded(desk, members, spots)
    # Who is not in command pulls.
    pull = _PULL * np.where(commanded, 0, np.minimum(apart, _FARTHEST)).sum(axis=1)
    covered = _EACH * commanded.sum(axis=1) + _EACH_BEHIND * _commanded(desk, desk.behind(group), spots).sum(axis=1)
    worth = covered - _FAR * (apart.sum(axis=1) // len(members)) - pull + ground[spots]
    return dict(zip(spots, worth.tolist(), strict=True))


def _ground(desk: Desk, group: str) -> NDArray[np.int64]:
    """Say what the hexes are worth to a headquarters wherever its stands are (n,): how safe it is there."""
    picture, covered = desk.picture, desk.covered
    prices = np.array([*(_HIGH_EXPOSED if desk.formations[group].size in _HIGH else _EXPOSED), 0], np.int64)
    exposed = prices[np.minimum(picture.away, len(prices) - 1)]
    alone = np.where(covered, 0, np.where(picture.theirs, _ALONE, _UNGUARDED))
    cut = 0 if desk.is_last_day else np.where(desk.planned.supplied(), 0, _CUT)
    found: NDArray[np.int64] = -exposed - alone - cut
    return found


def _commanded(desk: Desk, members: list[Stand], spots: list[int]) -> NDArray[np.bool_]:
    """Say whether a headquarters in each of some hexes commands each stand where it will be: (spots, members)."""
    leash = desk.leash(members[0]) or desk.any_leash if members else None
    if leash is None:
        return np.ones((len(spots), len(members)), bool)
    # It is as far from a stand to its headquarters as from there to the stand: stands are fewer than hexes.
    near = [desk.within(leash, desk.planned.at[one.id])[spots] for one in members]
    return np.stack(near, axis=1)
