"""Follow: guns keep the lead in range and stay out of the enemy's way; trains keep close to their headquarters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.planning import Reason
from campaign.model.verbs.march import Move
from campaign.solo.commander.bids import Bid, turns, worthwhile
from campaign.solo.commander.forces import is_fighter, is_gun

if TYPE_CHECKING:
    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["follow"]

_SHARE = 60
"""A gun keeps the lead hex within so much of its range, in per cent."""
_GUN_SAFE, _TRAIN_SAFE = 2, 3
_CLOSE = 3
_TRIES = 12
_SAFETY = 200


def follow(desk: Desk, group: str) -> None:
    """Bring up the guns, then the trains of a group."""
    hq = desk.formations[group].hq if group in desk.formations else None
    rest = [stand for stand in desk.free(group) if not is_fighter(stand) and stand.id != hq]
    for stand in sorted(rest, key=lambda one: (not is_gun(one), one.id)):
        if is_gun(stand):
            _gun(desk, group, stand)
        else:
            _train(desk, group, stand)


def _gun(desk: Desk, group: str, gun: Stand) -> None:
    lead, here = _lead_hex(desk, group, gun), gun.hex or 0
    if lead is None:
        return
    reach = desk.picture.power(gun.id).range * _SHARE // 100
    if desk.picture.grid.distance(here, lead) <= reach and desk.picture.away[here] >= _GUN_SAFE:
        return
    _go(desk, group, gun, lead, _GUN_SAFE, f"keeps {desk.picture.number(lead)} in range")


def _train(desk: Desk, group: str, train: Stand) -> None:
    leaders, here = desk.leaders(train), train.hex or 0
    if not leaders:
        return
    anchor = desk.planned.at[leaders[0]]
    if desk.picture.away[here] < _GUN_SAFE:
        _go(desk, group, train, anchor, _GUN_SAFE, "gets out of the enemy's way", flees=True)
    elif desk.picture.grid.distance(here, anchor) > _CLOSE:
        _go(desk, group, train, anchor, _TRAIN_SAFE, "follows its headquarters")


def _lead_hex(desk: Desk, group: str, gun: Stand) -> int | None:
    """Give the planned place of the group that is nearest to the enemy; without fighters that of its headquarters."""
    members = desk.members(group)
    places = [desk.planned.at[one.id] for one in members] or [desk.planned.at[key] for key in desk.leaders(gun)[:1]]
    return min(places, key=lambda index: (int(desk.picture.away[index]), index), default=None)


def _go(desk: Desk, group: str, stand: Stand, goal: int, safe: int, words: str, *, flees: bool = False) -> None:
    """Go nearer to a hex, in transport mode where that is quicker, and not next to the enemy; fleeing may go round."""
    left, away, here = desk.fields.to((goal,), stand.id), desk.picture.away, stand.hex or 0
    found = [
        (int(left[index]), riding, index)
        for riding in (False, True)
        for index in desk.reach(stand, transport=riding).cost
        if (flees or left[index] < left[here]) and index != here and away[index] >= safe + riding
    ]
    for after, riding, index in sorted(found)[:_TRIES]:
        order = Move(stand.id, desk.reach(stand, transport=riding).path_to(index), transport=riding)
        if desk.planned.has_room(stand.id, index) and not desk.is_barred(order):
            gain = int(left[here]) - after
            reasons = worthwhile(
                Reason("progress", gain, f"{turns(abs(gain))} turns {'nearer' if gain > 0 else 'further'}"),
                Reason("safety", _SAFETY if flees else 0, "out of reach of the enemy"),
            )
            why = f"{words}: {turns(after)} turns away after"
            desk.give(Bid("follow", group, stand.id, order, why, reasons, end=index))
            return
