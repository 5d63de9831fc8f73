"""
Stores: each formation takes as much as it gets, and keeps its kinds of stores even.

Without an order it gets as much. So it asks only where it has a choice: who may take one kind alone, and asks, learns
no more than that a way is cut by an enemy whom he does not see.
"""

from __future__ import annotations

from collections import defaultdict
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
    mixes: dict[str, list[Resupply]] = defaultdict(list)
    for stand in desk.picture.own:
        for order in desk.picture.ruleset.play.orders(desk.picture.view, stand.id):
            if isinstance(order, Resupply) and not order.by_air:
                mixes[order.formation].append(order)
    for key, orders in sorted(mixes.items()):
        best = max(orders, key=lambda order: _worth(desk, order))
        amount, worth = sum(best.stores.values()), _worth(desk, best)
        chooses = sum(sum(order.stores.values()) == amount for order in orders) > 1
        if amount and chooses and desk.accepts(best):
            why = f"{desk.short(key)} takes {amount} points of stores, and keeps its kinds even"
            desk.give(Bid("stores", key, key, best, why, (Reason("stores", worth, f"{amount} points"),)))


def _worth(desk: Desk, order: Resupply) -> int:
    held = desk.formations[order.formation].stores
    have = [held.get(store, 0) + amount for store, amount in order.stores.items()]
    return _EACH * sum(order.stores.values()) + _EVEN * min(have, default=0)
