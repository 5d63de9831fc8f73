"""Deploy a stand by hand before the first turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change, changed_stand
from campaign.model.roles import HexIndex, StandId
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "Deploy", "StandDeployed"]


class Deploy(Order, frozen=True):
    """Set a stand up in another hex of its own side before the first turn begins; what goes with it comes along."""

    stand: StandId
    target: HexIndex


class StandDeployed(Event, frozen=True, kw_only=True):
    """A stand begins the game in another hex than the scenario's."""

    stand: StandId
    hex: HexIndex


def _fold(event: StandDeployed, state: State) -> State:
    state = changed_stand(state, event.stand, hex=event.hex)
    along = [one for one in state.stands.values() if one.attached_to == event.stand and one.hex is not None]
    moved = {one.id: change(one, hex=event.hex) for one in along}
    return change(state, stands={**state.stands, **moved}) if moved else state


ROWS = (
    Verb(
        Deploy,
        keys={"B": Key("begin the game in another hex")},
        wants={"target": "a hex of its own side"},
        says=lambda order, names: f"Begin in {names.hex(order.target)}",
    ),
    Tale(
        StandDeployed,
        says=lambda event, names: f"{names.stand(event.stand)} begins in {names.hex(event.hex)}",
        told=owner_of("stand"),
        apply=_fold,
    ),
)
