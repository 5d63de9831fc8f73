"""Withdraw what was declared."""

from __future__ import annotations

from campaign.model.roles import StandId
from campaign.model.verbs.verb import Key, Order, Verb

__all__ = ["ROWS", "Cancel"]


class Cancel(Order, frozen=True):
    """Withdraw what was declared for a stand."""

    stand: StandId


ROWS = (
    Verb(
        Cancel,
        keys={"X": Key("withdraw what is declared")},
        says=lambda order, names: f"Withdraw what is declared for {names.stand(order.stand)}",
    ),
)
