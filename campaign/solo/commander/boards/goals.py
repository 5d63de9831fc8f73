"""Say what each formation wants: the goals of its mission, else the objectives of its side, else the enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.situation import stands_of
from campaign.solo.commander.boards.scene import Goals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.missions import Mission
    from campaign.model.situation import Situation
    from campaign.model.state import State

__all__ = ["goals_of", "mission_of"]

POINT = 100
_KEEPS = frozenset({"hold", "screen", "reserve"})


def goals_of(view: Situation, side: str) -> Mapping[str, Goals]:
    """Give the goals of each formation of a side."""
    missions = {**{one.formation: one for one in _planned(view.state) if one.side == side}, **_given(view.state)}
    common = _common(view, side)
    found: dict[str, Goals] = {}
    for key, formation in view.state.formations.items():
        if formation.side == side:
            mission = mission_of(view.state, key, missions)
            found[key] = common if mission is None or not mission.goals else _of_mission(view, mission)
    return {**found, "": common}


def mission_of(state: State, key: str, missions: Mapping[str, Mission]) -> Mission | None:
    """Find the mission of a formation: its own, or that of the nearest above that has one."""
    passed: set[str] = set()
    while key and key not in passed:
        if key in missions:
            return missions[key]
        passed.add(key)
        formation = state.formations.get(key)
        key = "" if formation is None else formation.parent or ""
    return None


def _planned(state: State) -> tuple[Mission, ...]:
    return getattr(state.setting, "missions", ())


def _given(state: State) -> Mapping[str, Mission]:
    return getattr(state, "missions", {})


def _of_mission(view: Situation, mission: Mission) -> Goals:
    """Give the goals of a mission; those that come later count less."""
    points = {goal.hex: spot.points for goal in mission.goals for spot in _spots(view, mission.side, goal.hex)}
    worth = {
        goal.hex: max(POINT, POINT * points.get(goal.hex, 1)) // (1 + k if mission.kind == "take" else 1)
        for k, goal in enumerate(mission.goals)
    }
    names = {goal.hex: goal.name or view.map.number(goal.hex) for goal in mission.goals}
    return Goals(worth, names, holds=mission.kind in _KEEPS or mission.posture in {"defend", "delay"})


def _common(view: Situation, side: str) -> Goals:
    """Give the objectives of the side; without any, the enemies that it knows, or else where he comes from."""
    spots = [spot for spot in view.state.setting.objectives if spot.side == side]
    if spots:
        return Goals({s.hex: POINT * max(1, s.points) for s in spots}, {s.hex: s.name for s in spots})
    foes = {s.hex: "the enemy" for s in stands_of(view) if s.side != side and s.hex is not None}
    foes = foes or {source.hex: source.name for source in view.state.setting.sources if source.side != side}
    return Goals(dict.fromkeys(foes, POINT), foes, hidden=True)


def _spots(view: Situation, side: str, index: int) -> list:  # type: ignore[type-arg]
    return [spot for spot in view.state.setting.objectives if spot.side == side and spot.hex == index]
