"""Get on a transport unit, and off."""

from __future__ import annotations

from campaign.model.roles import StandId
from campaign.model.verbs.verb import Key, Order, Verb

__all__ = ["ROWS", "Debark", "Embark"]


class Embark(Order, frozen=True):
    """Get on a transport unit in the same hex."""

    stand: StandId
    carrier: StandId


class Debark(Order, frozen=True):
    """Get off the carrier."""

    stand: StandId


ROWS = (
    Verb(
        Embark,
        keys={"E": Key("get on a transport unit")},
        wants={"carrier": "the transport unit that is to carry it"},
        says=lambda order, names: f"Get on {names.stand(order.carrier)}",
    ),
    Verb(Debark, keys={"U": Key("get off")}, says=lambda _, __: "Get off"),
)
