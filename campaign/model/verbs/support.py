"""Hand a support over to another stand; let stands change places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.model.names import Names
from campaign.model.roles import StandId, StandIds
from campaign.model.tokens import quoted
from campaign.model.verbs.verb import Key, Order, Verb
from campaign.model.words import Words

__all__ = ["ROWS", "Exchange", "PassSupport"]


class PassSupport(Order, frozen=True):
    """Hand a support, a transport or the like over to another stand of its formation."""

    stand: StandId
    to: StandId


class Exchange(Order, frozen=True):
    """Exchange stands: the first goes to the second's place, the second to the third's, the last to the first's."""

    stand: StandId
    other: StandId
    others: StandIds = ()
    """Those after the second, if there are more than two."""


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    other = words.stand("the unit it changes places with")
    return {"other": other, "others": tuple(map(words.known_stand, words.rest()))}


def _says(order: Exchange, names: Names) -> str:
    if not order.others:
        return f"Change places with {names.stand(order.other)}"
    ring = ", ".join(map(names.stand, (*order.others, order.stand)))
    return f"Go where {names.stand(order.other)} is, and that where the next is: {ring}"


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
        says=_says,
        read=_read,
        write=lambda order, _: [*map(quoted, (order.other, *order.others))],
    ),
)
