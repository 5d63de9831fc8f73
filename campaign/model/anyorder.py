"""Close the union of all orders, and ask of any order what its verb says."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from campaign.model.verbs.table import VERBS
from campaign.model.verbs.verb import Order

if TYPE_CHECKING:
    from campaign.model.state import State

    AnyOrder: TypeAlias = Order
else:
    AnyOrder = Union[tuple(VERBS)]  # noqa: UP007 - it is made at run time

__all__ = ["AnyOrder", "order_side", "subject_of"]


def order_side(order: AnyOrder, state: State) -> str | None:
    """Say which side's order it is; None for the umpire's, and for those of a unit that is unknown."""
    return VERBS[type(order)].owner(order, state)


def subject_of(order: AnyOrder) -> tuple[str, str]:
    """Name the field that says whom an order is for, and who that is; both "" if it is for nobody."""
    subject = VERBS[type(order)].subject
    return ("", "") if subject is None else (subject, getattr(order, subject))
