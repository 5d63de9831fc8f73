"""Say how far it is from every hex to a goal, by the rules' own steps: counted in hexes of common ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.graph import NO_LIMIT, HexGraph, distances

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

    Ints = NDArray[np.int64]

__all__ = ["HEX", "Ways"]

HEX = 100
"""A hex of the ground that is commonest, as a stand goes over it."""
_LOST = 90 * HEX
"""How far a goal is that no way leads to: it counts, but nothing else is given up for it."""


class Ways:
    """The ways of one moment; each is worked out once."""

    def __init__(self, ruleset: Ruleset, view: Situation) -> None:
        """Begin; nothing is worked out yet."""
        self._ruleset, self._view = ruleset, view
        self._movers: dict[str, tuple[Hashable, int]] = {}
        self._graphs: dict[Hashable, tuple[HexGraph, int]] = {}
        self._found: dict[tuple[Hashable, tuple[int, ...]], Ints] = {}

    def to(self, goals: tuple[int, ...], stand: Stand) -> Ints:
        """Give the hundredths of a hex from every hex to the nearest of some goals (n,)."""
        key, _ = self._mover(stand)
        if (key, goals) not in self._found:
            graph, plain = self._graphs[key]
            cost = distances(graph, goals).cost.astype(np.int64)
            self._found[key, goals] = np.where(cost >= NO_LIMIT, _LOST, np.minimum(HEX * cost // plain, _LOST))
        return self._found[key, goals]

    def turns(self, far: int, stand: Stand) -> float:
        """Say how many turns so far a way is for a stand; 0 for one that cannot move."""
        key, turn = self._mover(stand)
        return far * self._graphs[key][1] / (HEX * turn) if turn else 0.0

    def _mover(self, stand: Stand) -> tuple[Hashable, int]:
        if stand.id not in self._movers:
            steps = self._ruleset.play.steps(self._view, stand.id)
            self._movers[stand.id] = (steps.key, steps.turn)
            if steps.key not in self._graphs:
                cost = steps.cost()
                plain = max(1, int(np.median(cost[cost > 0]))) if (cost > 0).any() else 1
                self._graphs[steps.key] = (HexGraph.over(self._view.map, cost).reversed(), plain)
        return self._movers[stand.id]
