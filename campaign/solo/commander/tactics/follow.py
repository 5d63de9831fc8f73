"""Follow: guns keep the lead in range and stay out of the enemy's way; trains keep close to their headquarters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    rest = [one for one in desk.free(group) if (not is_fighter(one) or desk.is_column(one)) and one.id != hq]
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
    is_led, safe = not desk.astray(gun)[here], desk.picture.away[here] >= _GUN_SAFE
    if desk.picture.grid.distance(here, lead) > reach or not safe:
        _go(desk, group, gun, lead, _GUN_SAFE, f"keeps {desk.picture.number(lead)} in range")
    elif not is_led:
        anchor = desk.planned.at[desk.leaders(gun)[0]]
        _go(desk, group, gun, anchor, _GUN_SAFE, "comes back to where it is led")


def _train(desk: Desk, group: str, train: Stand) -> None:
    leaders, here = desk.leaders(train), train.hex or 0
    if not leaders:
        return
    anchor = desk.planned.at[leaders[0]]
    if desk.picture.away[here] < _GUN_SAFE and not desk.is_column(train):
        _go(desk, group, train, anchor, _GUN_SAFE, "gets out of the enemy's way", flees=True)
    elif desk.picture.grid.distance(here, anchor) > _CLOSE:
        _go(desk, group, train, anchor, _TRAIN_SAFE, "follows its headquarters")


def _lead_hex(desk: Desk, group: str, gun: Stand) -> int | None:
    """Give the planned place of the group that is nearest to the enemy; without fighters that of its headquarters."""
    members = desk.members(group)
    places = [desk.planned.at[one.id] for one in members] or [desk.planned.at[key] for key in desk.leaders(gun)[:1]]
    return min(places, key=lambda index: (int(desk.picture.away[index]), index), default=None)


def _go(desk: Desk, group: str, stand: Stand, goal: int, safe: int, words: str, *, flees: bool = False) -> None:
    """
    Go nearer to a hex, in transport mode where that is quicker, and not next to the enemy; fleeing may go round.

    Where it would be out of command it goes only if nothing else is nearer.
    """
    left, away, here = desk.fields.to((goal,), stand.id), desk.picture.away, stand.hex or 0
    astray = np.minimum(desk.astray(stand), 1) * desk.prices_for(stand).leash
    found = [
        (int(left[index] + astray[index]), riding, index)
        for riding in (False, True)
        for index in desk.reach(stand, transport=riding).cost
        if (flees or left[index] < left[here]) and index != here and away[index] >= safe + riding
    ]
    for _, riding, index in sorted(found)[:_TRIES]:
        order = Move(stand.id, desk.reach(stand, transport=riding).path_to(index), transport=riding)
        if desk.planned.has_room(stand.id, index) and not desk.is_barred(order):
            after = int(left[index])
            gain = int(left[here]) - after
            reasons = worthwhile(
                Reason("progress", gain, f"{turns(abs(gain))} turns {'nearer' if gain > 0 else 'further'}"),
                Reason("safety", _SAFETY if flees else 0, "out of reach of the enemy"),
            )
            why = f"{words}: {turns(after)} turns away after"
            desk.give(Bid("follow", group, stand.id, order, why, reasons, end=index))
            return
