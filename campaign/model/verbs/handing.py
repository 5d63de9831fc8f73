"""Hand a formation over to another command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.roles import CommandId, FormationId
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "CommandGiven", "GiveCommand"]


class GiveCommand(Order, frozen=True):
    """Hand a formation, with all below it that has no command of its own, to another command of its side."""

    formation: FormationId
    to: CommandId


class CommandGiven(Event, frozen=True, kw_only=True):
    """A formation, and all below it that has no command of its own, is held by another command from now on."""

    formation: FormationId
    to: CommandId


def _fold(event: CommandGiven, state: State) -> State:
    return change(state, handed={**state.handed, event.formation: event.to})


ROWS = (
    Verb(
        GiveCommand,
        keys={"give": Key("hand a formation over to another command")},
        wants={"to": "the command that gets it"},
        says=lambda order, names: f"{names.formation(order.formation)} goes over to the command {order.to}",
    ),
    Tale(
        CommandGiven,
        says=lambda event, names: f"{names.formation(event.formation)} is held by the command {event.to} now",
        told=owner_of("formation"),
        apply=_fold,
    ),
)
