"""
Bridge: engineers go where a bridge would save a group most turns, and build it.

A way with bridges that could be built is set against the way there is; where it is shorter by two turns, its first
missing bridge is wanted, and the engineers who are soonest there build it, those of the group's own corps first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.planning import Promise, Reason
from campaign.model.verbs.work import SetToWork
from campaign.solo.commander.bids import Bid, turns
from campaign.solo.commander.fields import FAR
from campaign.solo.commander.forces import is_engineer, top_of
from campaign.solo.commander.sightings import turn_number
from campaign.solo.commander.tactics.sending import send

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk
    from campaign.solo.commander.missions import Aim

__all__ = ["bridge"]

_SAVES = 200
_FARTHEST = 6_000
_LONGEST = 40
_STRANGER = 200
_ROLLS = ("wheeled", "tracked", "recce")
_KEPT = 4


class _Wanted(NamedTuple):
    """A bridge that is wanted: how much it saves, the group that wants it, and the hexes on its two sides."""

    saves: int
    group: str
    near: int
    far: int


def bridge(desk: Desk) -> None:
    """Set engineers to the bridges that are wanted, those that save most first."""
    engineers = [stand for stand in desk.picture.own if is_engineer(stand)]
    for stand in engineers:
        if stand.facts.get("work"):
            desk.planned.keep(stand.id)
    for wanted in sorted(_wanted(desk), key=lambda one: (-one.saves, one.near, one.far)):
        free = [stand for stand in engineers if stand.id not in desk.planned.used]
        if free:
            _send(desk, wanted, free)


def _wanted(desk: Desk) -> list[_Wanted]:
    """List the bridges that groups want, each once, by those whom it saves most."""
    found: dict[tuple[int, int], _Wanted] = {}
    for aim in desk.aims.values():
        if aim is not None and aim.attacks:
            for one in _of_group(desk, aim):
                place = min(one.near, one.far), max(one.near, one.far)
                if place not in found or one.saves > found[place].saves:
                    found[place] = one
    return [found[place] for place in sorted(found)]


def _of_group(desk: Desk, aim: Aim) -> Iterator[_Wanted]:
    """Find the first bridge that the foremost wheels or tracks of a group miss."""
    riders = [one for one in desk.members(aim.group) if one.profile.mover in _ROLLS]
    if not riders:
        return
    plain_of = {one.id: int(desk.fields.to(aim.goals, one.id)[one.hex or 0]) for one in riders}
    head = min(riders, key=lambda one: (plain_of[one.id], one.id))
    hope = desk.fields.to(aim.goals, head.id, bridged=True)
    here = head.hex or 0
    saves = min(plain_of[head.id], _FARTHEST) - int(hope[here])
    if hope[here] >= FAR or saves < _SAVES:
        return
    bars, cost = desk.fields.bars(head.id), desk.fields.cost(head.id, bridged=True)
    for _ in range(_LONGEST):
        steps = [(int(hope[there]), side, there) for side, there in _sides(desk, here) if cost[here, side] > 0]
        if not steps or here in aim.goals:
            return
        _, side, there = min(steps)
        if bars[here, side]:
            yield _Wanted(saves, aim.group, here, there)
            return
        here = there


def _sides(desk: Desk, index: int) -> list[tuple[int, int]]:
    return [(side, there) for side, there in enumerate(desk.picture.near[index].tolist()) if there >= 0]


def _send(desk: Desk, wanted: _Wanted, free: list[Stand]) -> None:
    """Order the engineers who are soonest there to build, or to go there."""
    places = wanted.near, wanted.far
    corps = top_of(desk.formations, wanted.group)
    far = {stand.id: desk.fields.to(places, stand.id) for stand in free}

    def bid_of(stand: Stand) -> tuple[int, str]:
        stranger = 0 if top_of(desk.formations, stand.formation) == corps else _STRANGER
        return int(far[stand.id][stand.hex or 0]) + stranger, stand.id

    best = min(free, key=bid_of)
    where = "/".join(map(desk.picture.number, places))
    why = f"bridge at {where}: saves {desk.short(wanted.group)} {turns(wanted.saves)} turns"
    reasons = (Reason("bridge", wanted.saves, f"{turns(wanted.saves)} turns saved"),)
    if best.hex in places:
        _build(desk, best, wanted, why, reasons)
    else:
        send(desk, best, places, ("bridge", wanted.group, f"goes to build a {why}"), reasons)


def _build(desk: Desk, engineer: Stand, wanted: _Wanted, why: str, reasons: tuple[Reason, ...]) -> None:
    there = wanted.far if engineer.hex == wanted.near else wanted.near
    side = next(side for side, other in _sides(desk, engineer.hex or 0) if other == there)
    order = SetToWork(engineer.id, "bridge", engineer.hex or 0, side)
    if desk.accepts(order):
        until = turn_number(desk.picture.view) + _KEPT
        desk.promises.append(Promise(engineer.id, "bridge", engineer.hex or 0, side, until))
        desk.give(Bid("bridge", wanted.group, engineer.id, order, f"builds a {why}", reasons))
