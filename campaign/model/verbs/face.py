"""Turn a stand to a hexside."""

from __future__ import annotations

from campaign.model.roles import HexsideNumber, StandId
from campaign.model.verbs.verb import Key, Order, Verb

__all__ = ["ROWS", "Face"]


class Face(Order, frozen=True):
    """Turn a stand to look over a hexside, 0 to 5."""

    stand: StandId
    facing: HexsideNumber


ROWS = (
    Verb(
        Face,
        keys={"Z": Key("turn to a hexside")},
        says=lambda order, names: f"Face {names.direction(order.facing)}",
    ),
)
