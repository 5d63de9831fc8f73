"""
Fire plan: guns fire first where an assault was promised them, then where the next shell takes most.

What a hex has left shrinks with every gun that fires at it, so that no shell falls on what others have shot already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.planning import Expected, Reason
from campaign.model.verbs.bombard import Bombard
from campaign.solo.commander.bids import Bid
from campaign.solo.commander.tactics.assault import exchange

if TYPE_CHECKING:
    from campaign.model.things import Stand
    from campaign.solo.commander.desk import Desk

__all__ = ["fireplan"]

_HUNDRED = 100
_LEAST = 15
"""Hundredths of a point that a shell must take off on the mean."""
_FOUGHT = 2


def fireplan(desk: Desk) -> None:
    """Give each gun its target."""
    offers = {gun.id: _targets(desk, gun) for gun in desk.picture.own if desk.picture.power(gun.id).fire > 0}
    offers = {key: found for key, found in offers.items() if found}
    left = {target: desk.picture.strength_at(target) * _HUNDRED for found in offers.values() for target in found}
    fought = _fought(desk)
    for key in sorted(offers, key=lambda key: (len(offers[key]), key)):
        worth = {target: _worth(desk, key, target, left[target], fought) for target in offers[key]}
        target = max(sorted(worth), key=lambda index: worth[index])
        if left[target] > 0 and worth[target] > _LEAST:
            desk.give(_bid(desk, key, target, worth[target], target in fought))
            left[target] -= _takes(desk, key, target)


def _targets(desk: Desk, gun: Stand) -> list[int]:
    orders = desk.picture.ruleset.play.orders(desk.picture.view, gun.id)
    return sorted({order.target for order in orders if isinstance(order, Bombard)})


def _fought(desk: Desk) -> frozenset[int]:
    """List the hexes that the side assaults this turn."""
    state = desk.picture.view.state
    own = {stand.id for stand in desk.picture.own}
    under = [state.stands[defender] for attacker, defender in state.assaults if attacker in own]
    return frozenset(stand.hex for stand in under if stand.hex is not None)


def _takes(desk: Desk, gun: str, target: int) -> int:
    """Count what one gun takes off a hex on the mean, in hundredths of a point."""
    return round(exchange(desk, target, (), (gun,)).inflicted * _HUNDRED)


def _worth(desk: Desk, gun: str, target: int, left: int, fought: frozenset[int]) -> int:
    room = min(_HUNDRED, max(0, left))
    return _takes(desk, gun, target) * room // _HUNDRED * (_FOUGHT if target in fought else 1) + left // _HUNDRED


def _bid(desk: Desk, gun: str, target: int, worth: int, fought: bool) -> Bid:
    takes = _takes(desk, gun, target)
    why = f"fires at {desk.picture.number(target)}: expects {takes / _HUNDRED:.2f} SP"
    why += ", which is assaulted" if fought else ""
    expected = Expected(takes, 0, 0, "mean")
    stand = desk.picture.view.state.stands[gun]
    reasons = (Reason("exchange", worth, f"{takes / _HUNDRED:.2f} points on the mean"),)
    return Bid("guns", desk.group_of(stand), gun, Bombard(gun, target), why, reasons, expected)
