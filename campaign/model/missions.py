"""
Say what formations are to do: missions, as values.

A mission belongs to a formation and to all below it that have none of their own. Where it came from (the scenario's
plan, the objectives, the umpire's or a player's hand) stands in ``origin``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.model.state import State

__all__ = [
    "MISSION_KINDS", "MISSION_POSTURES", "MISSION_STYLES", "Goal", "Mission", "in_force", "parts_of", "usual_posture",
]  # fmt: skip

MISSION_KINDS = ("take", "hold", "screen", "follow", "reserve", "withdraw", "relieve")
"""What a formation can be told to do."""

MISSION_POSTURES = ("attack", "probe", "defend", "delay")
"""How hard it goes about it."""

MISSION_STYLES = ("cautious", "steady", "bold")
"""The tempers that it can go about it with; what each means is told where sides plan by themselves."""

_USUAL = {"hold": "defend", "reserve": "defend", "screen": "delay", "withdraw": "delay"}


def usual_posture(kind: str) -> str:
    """Give the posture of a kind of mission that says nothing of it."""
    return _USUAL.get(kind, "attack")


class Goal(msgspec.Struct, frozen=True):
    """A place that a mission names."""

    hex: int
    name: str = ""
    via: bool = False
    """Whether it is only to be passed, not to be taken."""
    by_day: int = 0
    """The last day that it may take; 0: no day is named."""


class Mission(msgspec.Struct, frozen=True):
    """What a formation is to do, and by when."""

    formation: str
    side: str
    kind: str = "take"
    """One of ``MISSION_KINDS``."""
    goals: tuple[Goal, ...] = ()
    """In this order; a hold or a reserve keeps all of them."""
    posture: str = "attack"
    """One of ``MISSION_POSTURES``."""
    bypass: bool = False
    """Whether it goes round what holds out; others will take it."""
    reserve: int = 0
    """Per cent of its stands that are kept back."""
    line: tuple[int, ...] = ()
    """Hexes of a line: to hold, or not to cross before ``not_before``."""
    not_before: int = 0
    """The first day when the line may be crossed; 0: it is no phase line."""
    left: tuple[int, ...] = ()
    """Hexes of the boundary on the left of its way, from the start on."""
    right: tuple[int, ...] = ()
    until: int = 0
    """The last day of it; then comes ``then``. 0: it has no end."""
    then: Mission | None = None
    """What follows when it is done or its last day is over."""
    partner: str = ""
    """The formation that it follows or relieves."""
    style: str = ""
    """A temper of its own, by the name of a style; "" takes that of the side."""
    origin: str = "scenario"
    """Where it came from: "scenario", "derived", or who gave it by hand."""


def parts_of(mission: Mission | None) -> Iterator[Mission]:
    """Give a mission and those that follow it, the first first."""
    while mission is not None:
        yield mission
        mission = mission.then


def in_force(state: State) -> Mapping[str, Mission]:
    """Give the missions that hold, by formation: those given by hand go before those of the scenario's plan."""
    return {mission.formation: mission for mission in state.setting.missions} | dict(state.missions)
