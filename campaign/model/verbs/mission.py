"""Give a formation a mission by hand, or take it back: then it goes by the plan again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from campaign.model.folding import change
from campaign.model.missions import Mission
from campaign.model.roles import FormationId, Role
from campaign.model.verbs.missiontext import mission_words, read_mission, write_mission
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.masks import Mask
    from campaign.model.state import State

__all__ = ["ROWS", "DropMission", "MissionDropped", "MissionSet", "SetMission"]


def _shown(mission: Mission, mask: Mask) -> Mission:
    """Show a mission without what it names of others."""
    goals = tuple(msgspec.structs.replace(goal, name=mask.silenced(goal.name)) for goal in mission.goals)
    partner = mission.partner if not mission.partner or mask.own(mission.partner) else ""
    then = None if mission.then is None else _shown(mission.then, mask)
    return msgspec.structs.replace(mission, goals=goals, partner=partner, then=then)


WholeMission = Annotated[Mission, Role("mission", _shown, read_mission, write_mission)]
"""What a formation is to do."""


class SetMission(Order, frozen=True):
    """
    Give a formation a mission, until it is given another; no rule asks for it.

    Of the mission, formation, side, origin and the names of places are left open: carrying the order out fills them in.
    """

    formation: FormationId
    mission: WholeMission


class DropMission(Order, frozen=True):
    """Take back a mission that was given by hand: the formation goes by the scenario's plan again."""

    formation: FormationId


class MissionSet(Event, frozen=True, kw_only=True):
    """A formation was given a mission by hand."""

    formation: FormationId
    mission: WholeMission


class MissionDropped(Event, frozen=True, kw_only=True):
    """A formation goes by the scenario's plan again."""

    formation: FormationId


def _fold_set(event: MissionSet, state: State) -> State:
    return change(state, missions={**state.missions, event.formation: event.mission})


def _fold_dropped(event: MissionDropped, state: State) -> State:
    left = {key: mission for key, mission in state.missions.items() if key != event.formation}
    return change(state, missions=left)


ROWS = (
    Verb(
        SetMission,
        keys={"mission": Key("give a formation a mission")},
        says=lambda order, names: f"{names.formation(order.formation)} is to {mission_words(order.mission, names)}",
    ),
    Verb(
        DropMission,
        keys={"drop": Key("take back a mission that was given by hand")},
        says=lambda order, names: f"{names.formation(order.formation)} is to go by the plan again",
    ),
    Tale(
        MissionSet,
        says=lambda event, names: (
            f"{names.formation(event.formation)} has a new mission: {mission_words(event.mission, names)}"
        ),
        told=owner_of("formation"),
        apply=_fold_set,
    ),
    Tale(
        MissionDropped,
        says=lambda event, names: f"{names.formation(event.formation)} goes by the plan again",
        told=owner_of("formation"),
        apply=_fold_dropped,
    ),
)
