"""Give a side the next go, and choose the formation that has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import fact_of, with_facts
from campaign.model.folding import change
from campaign.model.roles import FormationId, SideKey
from campaign.model.verbs.told import public
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "Activate", "GoGiven"]


class Activate(Order, frozen=True):
    """Choose the formation whose go it is now."""

    formation: FormationId


class GoGiven(Event, frozen=True, kw_only=True):
    """A side has the next go, by its dice or because it was its turn."""

    side: SideKey


def _fold(event: GoGiven, state: State) -> State:
    state = with_facts(state, goes=(*fact_of(state, "goes", ()), event.side))
    return change(state, clock=change(state.clock, side=event.side))


ROWS = (
    Verb(
        Activate,
        keys={"go": Key("choose whose go it is")},
        says=lambda order, names: f"It is the go of {names.formation(order.formation)}",
    ),
    Tale(
        GoGiven,
        says=lambda event, names: f"{names.side(event.side)} has the go",
        told=public,
        apply=_fold,
        open_dice=True,
    ),
)
