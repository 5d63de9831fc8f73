"""
Declare orders and withdraw them; refuse one, rule.

These events hold an order of any kind, so they stand after the union of all orders is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from campaign.model.anyorder import AnyOrder, order_side, subject_of
from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.notation import format_order
from campaign.model.roles import FormationId, Role, SideKey, StandId
from campaign.model.verbs.told import Teller
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.masks import Mask
    from campaign.model.state import State

__all__ = ["ROWS", "OrderDeclared", "OrderRefused", "OrderWithdrawn", "Ruled"]


def _order_shown(order: AnyOrder, mask: Mask) -> AnyOrder:
    """Show an order to its own side; whoever tells it to another has made a mistake, and had better hear of it."""
    if order_side(order, mask.state) != mask.side:
        msg = f"an order of another side is not told: {type(order).__name__}; let told() of its event say so"
        raise ValueError(msg)
    return order


AnOrder = Annotated[AnyOrder, Role("", _order_shown)]
"""An order of any kind."""


class OrderDeclared(Event, frozen=True, kw_only=True):
    """An order was written down, to be carried out when the phase ends."""

    order: AnOrder
    by: SideKey


class OrderWithdrawn(Event, frozen=True, kw_only=True):
    """Declared orders were struck off: those of one stand or one formation, or all where both are None."""

    stand: StandId | None = None
    formation: FormationId | None = None


class OrderRefused(Event, frozen=True, kw_only=True):
    """A declared order could no longer be carried out when its time came."""

    order: AnOrder


class Ruled(Event, frozen=True, kw_only=True):
    """The umpire overruled; what he set follows as events of their own."""

    order: AnOrder


def _tell_declared(event: OrderDeclared, names: Names) -> str:
    return f"{names.side(event.by)} declared {format_order(event.order, names.hexmap)}"


def _tell_withdrawn(event: OrderWithdrawn, names: Names) -> str:
    if event.formation is not None:
        return f"{names.formation(event.formation)}: order withdrawn"
    if event.stand is None:
        return "all declared orders are done with"
    return f"{names.stand(event.stand)}: order withdrawn"


def _tell_ruled(event: Ruled, names: Names) -> str:
    order = format_order(event.order, names.hexmap)
    return f"the umpire ruled ({event.why}): {order}" if event.why else order


def _told_order(event: OrderDeclared | OrderRefused, teller: Teller) -> bool:
    """Tell the side whose order it is."""
    return order_side(event.order, teller.state) == teller.mask.side


def _told_withdrawn(event: OrderWithdrawn, teller: Teller) -> bool:
    subject = event.stand or event.formation
    if subject is not None:
        return teller.mask.own(subject)
    return any(order_side(order, teller.state) == teller.mask.side for order in teller.state.declared)


def _declare(event: OrderDeclared, state: State) -> State:
    return change(state, declared=(*state.declared, event.order))


def _withdraw(event: OrderWithdrawn, state: State) -> State:
    if event.stand is None and event.formation is None:
        return change(state, declared=())
    struck = {("stand", event.stand), ("formation", event.formation)}
    return change(state, declared=tuple(order for order in state.declared if subject_of(order) not in struck))


def _refuse(event: OrderRefused, state: State) -> State:
    return change(state, declared=tuple(order for order in state.declared if order != event.order))


ROWS = (
    Tale(OrderDeclared, says=_tell_declared, told=_told_order, apply=_declare, changes="declared"),
    Tale(OrderWithdrawn, says=_tell_withdrawn, told=_told_withdrawn, apply=_withdraw, quiet=True),
    Tale(
        OrderRefused,
        says=lambda event, names: f"{format_order(event.order, names.hexmap)} could not be carried out",
        told=_told_order,
        apply=_refuse,
    ),
    Tale(Ruled, says=_tell_ruled, says_why=True),
)
