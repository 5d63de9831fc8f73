"""Hand a support over to another stand; let two stands change places."""

from __future__ import annotations

from campaign.model.roles import StandId
from campaign.model.verbs.verb import Key, Order, Verb

__all__ = ["ROWS", "Exchange", "PassSupport"]


class PassSupport(Order, frozen=True):
    """Hand a support, a transport or the like over to another stand of its formation."""

    stand: StandId
    to: StandId


class Exchange(Order, frozen=True):
    """Let two stands change places."""

    stand: StandId
    other: StandId


ROWS = (
    Verb(
        PassSupport,
        keys={"P": Key("hand a support over")},
        wants={"to": "the unit it is handed to"},
        says=lambda order, names: f"Hand over to {names.stand(order.to)}",
    ),
    Verb(
        Exchange,
        keys={"Y": Key("change places")},
        wants={"other": "the unit it changes places with"},
        says=lambda order, names: f"Change places with {names.stand(order.other)}",
    ),
)
