"""Stores: each formation takes as much as it gets, and keeps its kinds of stores even."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.planning import Reason
from campaign.model.verbs.supply import Resupply
from campaign.solo.commander.bids import Bid

if TYPE_CHECKING:
    from campaign.solo.commander.desk import Desk

__all__ = ["stores"]

_EACH, _EVEN = 10, 1


def stores(desk: Desk) -> None:
    """Choose the night's stores of every formation that may."""
    best: dict[str, tuple[int, Resupply]] = {}
    for stand in desk.picture.own:
        for order in desk.picture.ruleset.play.orders(desk.picture.view, stand.id):
            if isinstance(order, Resupply) and not order.by_air:
                worth = _worth(desk, order)
                if worth > best.get(order.formation, (0, order))[0]:
                    best[order.formation] = worth, order
    for key, (worth, order) in sorted(best.items()):
        amount = sum(order.stores.values())
        why = f"{desk.short(key)} takes {amount} points of stores, and keeps its kinds even"
        if amount and desk.accepts(order):
            desk.give(Bid("stores", key, key, order, why, (Reason("stores", worth, f"{amount} points"),)))


def _worth(desk: Desk, order: Resupply) -> int:
    held = desk.formations[order.formation].stores
    have = [held.get(store, 0) + amount for store, amount in order.stores.items()]
    return _EACH * sum(order.stores.values()) + _EVEN * min(have, default=0)
