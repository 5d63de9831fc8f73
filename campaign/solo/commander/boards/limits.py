"""
Keep formations within what their missions set them: a phase line before its day, boundaries, and the share kept back.

Prices are in hundredths of a hex of progress. Who is kept back stays out of the enemy's reach and closes with nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.solo.commander.bounds import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from campaign.model.anyorder import AnyOrder
    from campaign.model.missions import Mission
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene

    Ints = NDArray[np.int64]

__all__ = ["Limits"]

_PAST_LINE, _ACROSS, _FORWARD = 2_000, 150, 400
_REACH = 4
"""Hexes from the enemy that who is kept back keeps off."""
_WHOLE = 100


class Limits:
    """What the missions of one moment forbid; each is worked out once."""

    def __init__(self, scene: Scene) -> None:
        """Begin with a scene; nothing is worked out yet."""
        self._scene = scene
        self._prices: dict[str, Ints] = {}
        self._back: dict[str, frozenset[str]] = {}

    def prices(self, stand: Stand, hexes: Sequence[int]) -> Ints:
        """Price hexes where a stand should not go by its mission, in hundredths of a hex (hexes,)."""
        mission = self._scene.goals(stand).mission
        if mission is None:
            return np.zeros(len(hexes), np.int64)
        found = self._of(stand.formation, mission)[np.asarray(hexes, np.int64)]
        if stand.id not in self.kept_back(stand.formation):
            return found
        near = np.array([self._scene.nearest_foe(index) for index in hexes])
        priced: Ints = found + np.where(near <= _REACH, _FORWARD, 0)
        return priced

    def free(self, orders: Iterable[AnyOrder]) -> list[AnyOrder]:
        """List the orders but assaults of those who are kept back."""
        stands = self._scene.view.state.stands
        found = []
        for order in orders:
            stand = stands.get(str(getattr(order, "stand", "")))
            if stand is None or not closes(order) or stand.id not in self.kept_back(stand.formation):
                found.append(order)
        return found

    def kept_back(self, formation: str) -> frozenset[str]:
        """Name the fighters of a formation that are kept back: the share of its mission, the furthest from its goal."""
        if formation not in self._back:
            self._back[formation] = self._furthest(formation)
        return self._back[formation]

    def _furthest(self, formation: str) -> frozenset[str]:
        scene = self._scene
        members = [one for one in scene.own if one.formation == formation]
        mission = scene.goals(members[0]).mission if members else None
        if mission is None or not mission.reserve:
            return frozenset()
        fighters = [one for one in members if not scene.is_gun(one) and not scene.is_hq(one)]
        goals = scene.goals(members[0]).places
        far = {one.id: int(scene.ways.to(goals, one)[one.hex or 0]) if goals else 0 for one in fighters}
        ranked = sorted(far, key=lambda key: (-far[key], key))
        return frozenset(ranked[: len(fighters) * mission.reserve // _WHOLE])

    def _of(self, formation: str, mission: Mission) -> Ints:
        if formation not in self._prices:
            self._prices[formation] = self._priced(formation, mission)
        return self._prices[formation]

    def _priced(self, formation: str, mission: Mission) -> Ints:
        scene = self._scene
        near = scene.view.map.neighbour
        hexes = [one.hex for one in scene.own if one.formation == formation and one.hex is not None]
        found = np.zeros(len(near), np.int64)
        if mission.line and scene.view.state.clock.day < mission.not_before:
            found += np.where(inside(near, hexes, mission.line), 0, _PAST_LINE)
        for side in (mission.left, mission.right):
            if side:
                found += np.where(inside(near, hexes, side), 0, _ACROSS)
        return found


def closes(order: AnyOrder) -> bool:
    """Whether an order closes with the enemy: an assault, or a way that ends in one."""
    return type(order).__name__ == "Assault" or bool(getattr(order, "attack", False))
