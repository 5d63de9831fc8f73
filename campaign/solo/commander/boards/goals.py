"""Say what each formation wants: the goals of its mission, else the objectives of its side, else the enemy."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as change
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.model.missions import Goal
from campaign.solo.commander.missions import ATTACKS, given, mission_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.model.missions import Mission
    from campaign.model.planning import Sighting
    from campaign.model.situation import Situation
    from campaign.model.state import State

__all__ = ["POINT", "Goals", "goals_of"]

POINT = 100
_OURS, _THEIRS = 80, 160
"""How many hundredths of a hex further a point is gone for, if it is ours already and if it is not."""
_DEFENDS = frozenset({"defend", "delay"})


@dataclass(frozen=True)
class Goals:
    """The places that a formation wants, and how it goes about them."""

    worth: Mapping[int, int]
    """By hex: how many hundredths of a hex further one goes for it than for a place worth nothing."""
    names: Mapping[int, str]
    kind: str = "take"
    """The kind of its mission, or "enemy" if it has no place to go to and looks for the enemy."""
    holds: bool = False
    """Whether it keeps what it has rather than going for more."""
    mission: Mission | None = None
    """The mission that they come from, if one was given: its lines and the share that it keeps back."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places that are wanted for themselves."""
        return () if self.kind == "enemy" else tuple(sorted(self.worth))


def goals_of(view: Situation, side: str, sightings: Mapping[str, Sighting]) -> Mapping[str, Goals]:
    """Give the goals of each formation of a side, and those of a stand in no formation."""
    state, missions = view.state, given(view.state, side)
    common = _common(view, side, sightings)
    found: dict[str, Goals] = {"": common}
    for key, formation in state.formations.items():
        if formation.side == side:
            mission = mission_of(state, missions, key)
            found[key] = common if mission is None else _of_mission(view, _with_line(mission), common)
    return found


def _with_line(mission: Mission) -> Mission:
    """Give a mission that holds a line and names no place the hexes of its line to hold."""
    if mission.goals or not mission.line or mission.not_before or mission.kind in ATTACKS:
        return mission
    return replace(mission, goals=tuple(Goal(index, "the line") for index in sorted(set(mission.line))))


def _of_mission(view: Situation, mission: Mission, common: Goals) -> Goals:
    """Give the goals of a mission: of one that goes somewhere the first that is not ours, of another all."""
    if not mission.goals:
        return change(common, mission=mission)
    state, side = view.state, mission.side
    points = {spot.hex: spot.points for spot in state.setting.objectives if spot.side == side}
    goals = mission.goals
    if mission.kind in ATTACKS:
        left = [goal for goal in goals if not _is_ours(state, side, goal.hex)]
        goals = (*left[:2], *(goal for goal in goals if goal not in left))
    worth = {goal.hex: _worth(state, side, goal.hex, points.get(goal.hex, 1)) for goal in goals}
    names = {goal.hex: goal.name or view.map.number(goal.hex) for goal in goals}
    holds = mission.kind not in ATTACKS or mission.posture in _DEFENDS
    return Goals(worth, names, mission.kind, holds, mission)


def _common(view: Situation, side: str, sightings: Mapping[str, Sighting]) -> Goals:
    """Give the objectives of the side; without any, the enemies that it knows, or else where he comes from."""
    state = view.state
    spots = [spot for spot in state.setting.objectives if spot.side == side]
    if spots:
        worth = {spot.hex: _worth(state, side, spot.hex, spot.points) for spot in spots}
        return Goals(worth, {spot.hex: spot.name for spot in spots})
    sources = (source.hex for source in state.setting.sources if source.side != side)
    return _enemies([sighting.hex for sighting in sightings.values()] or sources)


def _enemies(hexes: Iterable[int]) -> Goals:
    places = sorted(set(hexes))
    return Goals(dict.fromkeys(places, POINT), dict.fromkeys(places, "the enemy"), "enemy")


def _worth(state: State, side: str, index: int, points: int) -> int:
    return max(1, points) * (_OURS if _is_ours(state, side, index) else _THEIRS)


def _is_ours(state: State, side: str, index: int) -> bool:
    return bool(state.control) and state.control[index] == state.side_code(side)
