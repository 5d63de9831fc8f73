"""Air: dice of strikes go on those who stand next to ours, then on guns, then on columns; one look a turn ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.facts import AIR_DICE
from campaign.model.planning import Reason
from campaign.model.verbs.air import AirRecon, AirStrike
from campaign.solo.commander.bids import Bid

if TYPE_CHECKING:
    from campaign.solo.commander.desk import Desk

__all__ = ["air"]

_MASSED = 4
"""Dice on one hex."""
_NEXT_TO_OURS, _GUNS, _ON_THE_ROAD = 300, 200, 100
_EACH_POINT = 10
_LOOKS = 12


def air(desk: Desk) -> None:
    """Spend the dice of the turn, and look once."""
    free = AIR_DICE(desk.picture.view.state).get(desk.picture.side, 0)
    rated = sorted((-_worth(desk, index), index) for index in desk.picture.at if _is_seen(desk, index))
    for minus, index in rated:
        dice = min(_MASSED, free)
        if dice <= 0:
            break
        order = AirStrike(desk.picture.side, index, dice)
        if desk.accepts(order):
            where = desk.picture.number(index)
            why = f"{dice} dice from the air on {where}: {desk.picture.strength_at(index)} SP are believed there"
            desk.give(Bid("air", "", desk.picture.side, order, why, (Reason("target", -minus, "who stands there"),)))
            free -= dice
    _look(desk)


def _is_seen(desk: Desk, index: int) -> bool:
    return any(foe.age == 0 for foe in desk.picture.at[index])


def _worth(desk: Desk, index: int) -> int:
    picture = desk.picture
    ours = {desk.planned.at[stand.id] for stand in picture.fighters}
    worth = _NEXT_TO_OURS if ours & set(picture.ring(index)) else _ON_THE_ROAD
    if any(foe.kind == "artillery" for foe in picture.at[index]):
        worth += _GUNS
    return worth + _EACH_POINT * picture.strength_at(index)


def _look(desk: Desk) -> None:
    """Look where enemies were lost from sight that weigh most; else at the front before the first goal."""
    old: dict[int, int] = {}
    for foe in desk.picture.foes:
        if foe.age:
            old[foe.hex] = old.get(foe.hex, 0) + round(desk.picture.power(foe.id).close * foe.weight)
    for index in sorted(old, key=lambda index: (-old[index], index))[:_LOOKS]:
        order = AirRecon(desk.picture.side, index)
        if desk.accepts(order):
            why = f"looks at {desk.picture.number(index)} from the air: enemies were lost from sight there"
            desk.give(
                Bid("look", "", desk.picture.side, order, why, (Reason("unknown", old[index], "lost from sight"),))
            )
            return
