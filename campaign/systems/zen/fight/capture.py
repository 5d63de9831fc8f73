"""
Take the enemy's stores with his headquarters (ZN 4.13).

"Units which capture LOG/POL supplies from the enemy can add these to their
totals": how they do is not said. Stocks lie with a division's headquarters;
who takes it in contact gets a share of them (``captured_share``), as much as
his own division can hold, and the rest of that share is lost.
"""

from __future__ import annotations

from collections.abc import Collection

from campaign.engine.ledger import Ledger
from campaign.model.things import Formation
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.zen.facts import LIMITS
from campaign.systems.zen.space import strength, zen
from campaign.systems.zen.supply.stores import holder_of

RULE = "ZN 4.13"


def capture_stocks(ledger: Ledger, formation: str, captors: Collection[str]) -> None:
    """Give a share of a formation's stocks to the strongest of the enemy stands that took its headquarters."""
    stands = [ledger.state.stands[key] for key in captors if ledger.state.stands[key].on_map]
    captor = max(stands, key=lambda stand: (strength(stand), stand.id), default=None)
    share = float(zen(ledger.situation).reading("captured_share"))
    stores = ledger.state.formations[formation].stores
    taken = {store: lost for store, stock in stores.items() if (lost := int(stock * share)) > 0}
    if captor is None or not taken:
        return
    why = f"taken by {captor.id} with the headquarters"
    losses = {store: -amount for store, amount in taken.items()}
    ledger.record(StoresChanged(formation=formation, changes=losses, rule=RULE, why=why))
    holder = holder_of(ledger.state.formations, captor.formation)
    gains = {store: gain for store, amount in taken.items() if (gain := min(amount, _room(holder, store))) > 0}
    if gains:
        ledger.record(StoresChanged(formation=holder.id, changes=gains, rule=RULE, why=why))


def _room(formation: Formation, store: str) -> int:
    return max(0, LIMITS(formation).get(store, 0) - formation.stores.get(store, 0))
