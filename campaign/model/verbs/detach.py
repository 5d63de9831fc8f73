"""Split detachments off a stand, and take them back; raise a stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change, with_stand
from campaign.model.names import Names, count
from campaign.model.roles import Count, StandId, WholeStand
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "Detach", "Rejoin", "StandRaised", "StandRejoined"]


class Detach(Order, frozen=True):
    """Split company-sized detachments off a stand."""

    stand: StandId
    count: Count


class Rejoin(Order, frozen=True):
    """Take a detachment back into its parent in the same hex."""

    stand: StandId


class StandRaised(Event, frozen=True, kw_only=True):
    """A new stand came to be: a detachment, a company of gunners, a new HQ."""

    stand: WholeStand
    parent: StandId | None = None
    """The stand that it was taken from, if it was."""


class StandRejoined(Event, frozen=True, kw_only=True):
    """A detachment went back into its parent, bringing ``points``."""

    stand: StandId
    parent: StandId
    points: Count


def _say_rejoin(order: Rejoin, names: Names) -> str:
    stand = names.state.stands.get(order.stand)
    parent = stand.attached_to if stand else None
    return f"Rejoin {names.stand(parent)}" if parent else "Rejoin its parent"


def _tell_raised(event: StandRaised, names: Names) -> str:
    where = "" if event.stand.hex is None else f" in {names.hex(event.stand.hex)}"
    source = "" if event.parent is None else f" from {names.stand(event.parent)}"
    return f"{event.stand.profile.short} was formed{source}{where}"


def _tell_rejoined(event: StandRejoined, names: Names) -> str:
    return f"{names.stand(event.stand)} rejoined {names.stand(event.parent)} with {count(event.points, 'point')}"


def _raise(event: StandRaised, state: State) -> State:
    state = with_stand(state, event.stand)
    if event.parent is None:
        return state
    parent = state.stands[event.parent]
    return with_stand(state, change(parent, detached=parent.detached + event.stand.profile.strength))


def _rejoin(event: StandRejoined, state: State) -> State:
    gone, parent = state.stands[event.stand], state.stands[event.parent]
    lost = gone.profile.strength - event.points
    parent = change(parent, detached=parent.detached - gone.profile.strength, losses=parent.losses + lost)
    return with_stand(with_stand(state, change(gone, gone="rejoined", hex=None)), parent)


ROWS = (
    Verb(
        Detach,
        keys={"D": Key("split detachments off")},
        wants={"count": "how many detachments"},
        says=lambda order, _: f"Detach {order.count} compan{'y' if order.count == 1 else 'ies'}",
    ),
    Verb(Rejoin, keys={"R": Key("a detachment rejoins its parent")}, says=_say_rejoin),
    Tale(
        StandRaised,
        says=_tell_raised,
        told=lambda event, teller: event.stand.side == teller.mask.side,
        apply=_raise,
    ),
    Tale(StandRejoined, says=_tell_rejoined, told=owner_of("stand"), apply=_rejoin),
)
