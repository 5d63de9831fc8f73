"""
Say how many turns it is from every hex to a goal, as a side believes the ground to be.

A field is the cost of the ways to some hexes over the rules' own steps, with prices added for what makes a way worse:
a zone of control, an enemy in the way, a front where nobody is seen, a crowd. It is counted in hundredths of a
turn and kept for the length of a plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.graph import NO_LIMIT, HexGraph, distances
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable

    from numpy.typing import NDArray

    from campaign.solo.commander.levels import Prices
    from campaign.solo.commander.picture import Picture

__all__ = ["FAR", "Fields"]

FAR = 100_000
"""Hundredths of a turn to a goal that cannot be reached."""
_TURN = 100
_BRIDGED = ("stream", "river")
_WAIT = {"stream": 150, "river": 350}
"""Hundredths of a turn that a bridge is waited for, and crossed."""
_MOST = 2**28


class Fields:
    """The ways of a plan: each is worked out once."""

    def __init__(self, picture: Picture, prices: Prices) -> None:
        """Begin with a picture; nothing is worked out yet."""
        self._picture, self._prices = picture, prices
        self._steps: dict[Hashable, NDArray[np.int64]] = {}
        self._turns: dict[str, tuple[Hashable, int]] = {}
        self._found: dict[Hashable, NDArray[np.int64]] = {}
        self._back: dict[Hashable, HexGraph] = {}
        """The steps of each kind of walker turned round, to search from the goals."""

    def to(
        self, goals: Collection[int], stand: str, *, afraid: bool = True, bridged: bool = False
    ) -> NDArray[np.int64]:
        """
        Give the hundredths of a turn from every hex to the nearest of some goals for a stand (n,).

        Parameters
        ----------
        afraid
            Whether the way is dearer where the enemy is believed.
        bridged
            Whether streams and rivers count as if engineers bridged them.
        """
        key, turn = self._way_of(stand)
        inside = self._picture.view.map.inside
        places = tuple(sorted({goal for goal in goals if inside[goal]}))
        wanted = (places, key, turn, afraid, bridged)
        if wanted not in self._found:
            self._found[wanted] = self._distances(stand, places, afraid=afraid, bridged=bridged)
        return self._found[wanted]

    def cost(self, stand: str, *, afraid: bool = True, bridged: bool = False) -> NDArray[np.int64]:
        """Give what each step costs a stand with the prices of what it goes through (n, 6); 0 bars it."""
        key, turn = self._way_of(stand)
        wanted = (key, turn, afraid, bridged)
        if wanted not in self._steps:
            self._steps[wanted] = self._priced(self._plain(stand), turn, afraid=afraid, bridged=bridged)
        return self._steps[wanted]

    def bars(self, stand: str) -> NDArray[np.bool_]:
        """Say which steps only a bridge would open to a stand (n, 6)."""
        near = self._picture.near
        found: NDArray[np.bool_] = (self._plain(stand) <= 0) & self._wet() & (near != NO_HEX)
        return found

    def _way_of(self, stand: str) -> tuple[Hashable, int]:
        if stand not in self._turns:
            steps = self._picture.ruleset.play.steps(self._picture.view, stand)
            self._turns[stand] = (steps.key, max(1, steps.turn))
            if ("plain", steps.key) not in self._steps:
                self._steps["plain", steps.key] = np.asarray(steps.cost(), np.int64)
        return self._turns[stand]

    def _plain(self, stand: str) -> NDArray[np.int64]:
        return self._steps["plain", self._way_of(stand)[0]]

    def _wet(self) -> NDArray[np.bool_]:
        codes = [HEXSIDES.index(name) for name in _BRIDGED]
        return np.isin(self._picture.view.map.played_hexside, codes)

    def _priced(self, plain: NDArray[np.int64], turn: int, *, afraid: bool, bridged: bool) -> NDArray[np.int64]:
        picture, cost = self._picture, plain
        if bridged:
            stream = picture.view.map.played_hexside == HEXSIDES.index("stream")
            wait = np.where(stream, _WAIT["stream"], _WAIT["river"]) * turn // _TURN
            cost = np.where((plain <= 0) & self._wet() & (picture.near != NO_HEX), wait, plain)
        if afraid:
            price = self._prices_of_hexes() * turn // _TURN
            cost = np.where(cost > 0, cost + price[picture.near], 0)
        return np.minimum(cost, _MOST)

    def _prices_of_hexes(self) -> NDArray[np.int64]:
        picture, prices = self._picture, self._prices
        unknown = picture.front & ~picture.held
        price: NDArray[np.int64] = (
            picture.jam * prices.jam // _TURN
            + picture.zone * prices.zone
            + picture.held * prices.held
            + unknown * prices.front
        )
        return price

    def _distances(self, stand: str, goals: tuple[int, ...], *, afraid: bool, bridged: bool) -> NDArray[np.int64]:
        if not goals:
            return np.full(self._picture.size, FAR, np.int64)
        key, turn = self._way_of(stand)
        wanted = (key, turn, afraid, bridged)
        if wanted not in self._back:
            cost = self.cost(stand, afraid=afraid, bridged=bridged)
            self._back[wanted] = HexGraph.over(self._picture.view.map, cost.astype(np.int32)).reversed()
        found = distances(self._back[wanted], goals, NO_LIMIT).cost.astype(np.int64)
        return np.where(found >= NO_LIMIT, FAR, np.minimum(found * _TURN // turn, FAR))
