"""
Say what each group is to do now: whose mission it follows, how far along its goals it has come, and what comes next.

A formation without a mission has that of the one above it. A goal is done when it is ours and a fighter of the group
stands within a hex of it; one that is only to be passed, when a fighter has come that near.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.missions import in_force
from campaign.model.things import chain_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.missions import Goal, Mission
    from campaign.model.state import State
    from campaign.model.things import Stand
    from campaign.solo.commander.picture import Picture

__all__ = ["ATTACKS", "Aim", "aim_of", "given", "mission_of", "present", "with_partner"]

ATTACKS = ("take", "relieve", "follow")
"""The missions that go somewhere."""
_KEEPS = ("hold", "screen", "reserve")
_CLOSE = 1


class Aim(NamedTuple):
    """What a group goes for now."""

    group: str
    mission: Mission
    step: int
    """Which of its goals is the present one; of a mission that keeps all of them the first."""
    goals: tuple[int, ...]
    name: str
    falls_back: bool = False
    """Whether it gives ground up now, rather than hold what it has."""
    counters: str = ""
    """Why a reserve counter-attacks; "": it does not."""

    @property
    def attacks(self) -> bool:
        """Whether the group goes somewhere, rather than keeping what it has."""
        return self.mission.kind in ATTACKS

    @property
    def by_day(self) -> int:
        """It is wanted by the end of this day; 0: no day is named."""
        return self.mission.goals[self.step].by_day if self.mission.goals else 0

    def words(self, state: State) -> str:
        """Say it in words."""
        short = state.formations[self.group].short
        by = f" by day {self.by_day}" if self.attacks and self.by_day else ""
        via = self.attacks and bool(self.mission.goals) and self.mission.goals[self.step].via
        verb = "go by" if via else self.mission.kind.replace("withdraw", "withdraw to")
        if self.counters:
            return f"{short}: counter-attack at {self.name} {self.counters}"
        return f"{short}: {verb} {self.name}{by}"


def given(state: State, side: str) -> dict[str, Mission]:
    """List the missions of a side by formation: the scenario's, and over them those given by hand."""
    return {key: mission for key, mission in in_force(state).items() if mission.side == side}


def present(mission: Mission, day: int) -> Mission:
    """Give a mission, or what follows it when its last day is over."""
    while mission.until and day > mission.until and mission.then is not None:
        mission = mission.then
    return mission


def mission_of(state: State, missions: Mapping[str, Mission], group: str) -> Mission | None:
    """Find the mission that a group follows: its own, or that of the next formation above it that has one."""
    above = (one.id for one in chain_of(state.formations, group))
    found = next((missions[key] for key in above if key in missions), None)
    return None if found is None else present(found, state.clock.day)


def aim_of(
    picture: Picture, missions: Mapping[str, Mission], group: str, stands: Sequence[Stand], step: int
) -> Aim | None:
    """
    Say what a group goes for now.

    Parameters
    ----------
    step
        How far along the goals of its mission it had come.
    """
    state = picture.view.state
    mission = mission_of(state, missions, group)
    if mission is None or not (mission.goals or mission.partner):
        return None
    if mission.kind in ATTACKS and mission.goals:
        return _on_the_way(picture, mission, group, stands, step)
    kept = tuple(goal for goal in mission.goals if not goal.via) or mission.goals
    name = kept[0].name if kept else mission.partner
    return Aim(group, mission, 0, tuple(goal.hex for goal in kept), name, falls_back=mission.kind == "withdraw")


def _on_the_way(picture: Picture, mission: Mission, group: str, stands: Sequence[Stand], step: int) -> Aim | None:
    """Find the first goal that is not done; when all are, what follows."""
    last = len(mission.goals) - 1
    step = min(step, last)
    while step < last and _done(picture, mission.goals[step], stands):
        step += 1
    if step == last and mission.then is not None and _done(picture, mission.goals[last], stands):
        return aim_of(picture, {group: mission.then}, group, stands, 0)
    goal = mission.goals[step]
    return Aim(group, mission, step, (goal.hex,), goal.name)


def with_partner(aim: Aim, aims: Mapping[str, Aim | None]) -> Aim | None:
    """Give who follows another the goal of that one; None, if it has none."""
    if aim.goals:
        return aim
    partner = aims.get(aim.mission.partner)
    if partner is None or not partner.goals:
        return None
    return aim._replace(goals=partner.goals, name=f"{partner.name}, behind {aim.mission.partner}")


def _done(picture: Picture, goal: Goal, stands: Sequence[Stand]) -> bool:
    fighters = [stand.hex for stand in stands if stand.hex is not None and stand in picture.fighters]
    close = any(picture.grid.distance(place, goal.hex) <= _CLOSE for place in fighters)
    ours = bool(picture.mine[goal.hex])
    return close if goal.via else ours and (close or not picture.held[goal.hex])
