"""Say of missions that make no sense on this ground why they do not: places where no way leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.missions import in_force
from campaign.model.situation import stands_of
from campaign.model.things import chain_of
from campaign.solo.commander.forces import is_fighter
from campaign.solo.commander.missions import ATTACKS, mission_of
from maps.grid.graph import NO_LIMIT, HexGraph, distances

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.missions import Goal, Mission
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Astray"]

_GOES = (*ATTACKS, "withdraw")


class Astray:
    """What is wrong with the missions of a side, as it sees the ground; each way is worked out once."""

    def __init__(self, ruleset: Ruleset, view: Situation, side: str) -> None:
        """Take what a side sees."""
        self._ruleset, self._view = ruleset, view
        self._missions = {key: one for key, one in in_force(view.state).items() if one.side == side}
        stands = sorted(stands_of(view, side), key=lambda stand: stand.id)
        self._fighters = [stand for stand in stands if is_fighter(stand) and stand.hex is not None]
        self._graphs: dict[Hashable, HexGraph] = {}
        self._left: dict[tuple[Hashable, int], NDArray[np.int64]] = {}

    def faults(self) -> Mapping[str, str]:
        """Give what is wrong by formation; those are left out that can do what they are to do, or are not there yet."""
        told = {key: self._fault(key, mission) for key, mission in self._missions.items()}
        return {key: words for key, words in told.items() if words}

    def _fault(self, formation: str, mission: Mission) -> str:
        now = mission_of(self._view.state, {formation: mission}, formation)
        below = [stand for stand in self._fighters if self._is_below(stand, formation)]
        if now is None or now.kind not in _GOES or not below:
            return ""
        shut = [goal for goal in now.goals if all(self._is_shut(stand, goal) for stand in below)]
        if not shut:
            return ""
        names = " and ".join(goal.name or self._view.map.number(goal.hex) for goal in shut)
        return f"none of its units finds a way to {names} on this ground: it needs a bridge, or another place"

    def _is_below(self, stand: Stand, formation: str) -> bool:
        return any(one.id == formation for one in chain_of(self._view.state.formations, stand.formation))

    def _is_shut(self, stand: Stand, goal: Goal) -> bool:
        steps = self._ruleset.play.steps(self._view, stand.id)
        if steps.key not in self._graphs:
            cost = np.asarray(steps.cost(), np.int32)
            self._graphs[steps.key] = HexGraph.over(self._view.map, cost).reversed()
        if (steps.key, goal.hex) not in self._left:
            found = distances(self._graphs[steps.key], (goal.hex,), NO_LIMIT).cost.astype(np.int64)
            self._left[steps.key, goal.hex] = found
        return bool(self._left[steps.key, goal.hex][stand.hex or 0] >= NO_LIMIT)
