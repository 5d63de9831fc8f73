"""Bring stands on the map: by air, or as reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import fact_of, with_facts
from campaign.model.folding import change, changed_stand, with_stand
from campaign.model.names import Names, count, listed
from campaign.model.roles import Count, DayPoints, Flag, HexIndex, StandId
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "Land", "StandArrived", "StandScattered"]


class Land(Order, frozen=True):
    """Bring a stand in by air."""

    stand: StandId
    target: HexIndex
    glider: Flag = False


class StandArrived(Event, frozen=True, kw_only=True):
    """A reinforcement came on the map."""

    stand: StandId
    hex: HexIndex


class StandScattered(Event, frozen=True, kw_only=True):
    """An air-landing dispersed strength that comes back later, and lost some for good."""

    stand: StandId
    returning: DayPoints
    points: Count
    """Points off the stand for now, those lost for good included."""
    lost: Count = 0
    """Points lost for good."""


def _tell_scattered(event: StandScattered, names: Names) -> str:
    back = listed([f"{points} on the night of day {day}" for day, points in event.returning]) or "none"
    return f"{names.stand(event.stand)} was scattered by {count(event.points, 'point')}; to come back: {back}"


def _arrive(event: StandArrived, state: State) -> State:
    return changed_stand(state, event.stand, hex=event.hex, arrives=None)


def _scatter(event: StandScattered, state: State) -> State:
    stand = state.stands[event.stand]
    lost = fact_of(stand, "lost", 0) + event.lost
    stand = with_facts(stand, returning=event.returning or None, lost=lost or None)
    return with_stand(state, change(stand, losses=stand.losses + event.points))


ROWS = (
    Verb(
        Land,
        keys={"land": Key("land a unit from the air")},
        says=lambda order, names: f"Land in {names.hex(order.target)} by {'glider' if order.glider else 'parachute'}",
    ),
    Tale(
        StandArrived,
        says=lambda event, names: f"{names.stand(event.stand)} arrived in {names.hex(event.hex)}",
        told=owner_of("stand"),
        apply=_arrive,
    ),
    Tale(StandScattered, says=_tell_scattered, told=owner_of("stand"), apply=_scatter),
)
