"""See a moment as a side that plans does: its stands, the enemies that it knows, the places it wants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.model.situation import stands_of
from campaign.solo.commander.odds import Odds

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from maps.grid.hexgrid import Grid

    Ints = NDArray[np.int64]

__all__ = ["Goals", "Scene", "Temper", "hexes_apart", "is_gun", "is_hq"]

FAR = 99
"""Hexes, where there is nothing to measure to."""
_GUNS = frozenset({"artillery", "mortar", "rocket"})


class Temper(NamedTuple):
    """How a side goes about it, in hundredths."""

    aggression: int = 100
    """What it gives for losses of the enemy."""
    caution: int = 60
    """What it gives for its own."""


@dataclass(frozen=True)
class Goals:
    """The places that a formation wants, each with its worth in points, and how it goes about them."""

    worth: Mapping[int, int]
    """By hex, hundredths of a point."""
    names: Mapping[int, str]
    holds: bool = False
    """Whether it is to keep them rather than to go and take them."""
    hidden: bool = False
    """Whether there are no goals, and the enemy is looked for instead."""


@dataclass(frozen=True)
class Scene:
    """A moment as a side sees it, with what it is asked again and again."""

    ruleset: Ruleset
    view: Situation
    """As the side knows it, filled in so that it can be played ahead."""
    side: str
    temper: Temper
    goals_of: Mapping[str, Goals]
    """By formation."""
    odds: Odds

    @cached_property
    def own(self) -> tuple[Stand, ...]:
        """The side's stands on the map, by id."""
        return tuple(sorted(stands_of(self.view, self.side), key=lambda stand: stand.id))

    @cached_property
    def foes(self) -> tuple[Stand, ...]:
        """The enemies that it knows, by id."""
        found = (stand for stand in stands_of(self.view) if stand.side != self.side)
        return tuple(sorted(found, key=lambda stand: stand.id))

    @cached_property
    def foe_hexes(self) -> tuple[int, ...]:
        """The hexes of the enemies that it knows."""
        return tuple(stand.hex for stand in self.foes if stand.hex is not None)

    @cached_property
    def own_ids(self) -> frozenset[str]:
        """The ids of all its stands."""
        return frozenset(key for key, stand in self.view.state.stands.items() if stand.side == self.side)

    @cached_property
    def closes(self) -> bool:
        """Whether the rules know close combat that a stand may begin from the next hex."""
        return self.ruleset.tables.key != "d3_one_hour"

    def goals(self, stand: Stand) -> Goals:
        """Give the goals of a stand's formation."""
        return self.goals_of[stand.formation]

    def apart(self, hexes: Sequence[int], others: Collection[int]) -> Ints:
        """Count the hexes from each of some to each of others: (hexes, others)."""
        return hexes_apart(self.view.map.layout.grid, hexes, others)

    def nearest_foe(self, index: int | None) -> int:
        """Count the hexes to the nearest enemy."""
        if index is None or not self.foe_hexes:
            return FAR
        return int(self.apart([index], self.foe_hexes).min())

    def number(self, index: int) -> str:
        """Give the printed number of a hex."""
        return self.view.map.number(index)

    def is_ours(self, index: int) -> bool:
        """Whether the side holds a hex, as far as it knows."""
        state = self.view.state
        return bool(state.control) and state.control[index] == state.side_code(self.side)


def is_hq(stand: Stand) -> bool:
    """Whether a stand leads others."""
    return stand.profile.kind == "hq"


def is_gun(stand: Stand) -> bool:
    """Whether a stand fires from afar and keeps out of contact."""
    return stand.profile.kind in _GUNS


def hexes_apart(grid: Grid, hexes: Sequence[int], others: Collection[int]) -> Ints:
    """Count the hexes from each of some to each of others."""
    q, r = _axial(grid)
    here, there = np.asarray(hexes, np.int64), np.fromiter(others, np.int64, len(others))
    dq = q[here][:, None] - q[there][None, :]
    dr = r[here][:, None] - r[there][None, :]
    found: Ints = (np.abs(dq) + np.abs(dr) + np.abs(dq + dr)) // 2
    return found


@lru_cache(maxsize=8)
def _axial(grid: Grid) -> tuple[Ints, Ints]:
    places = [grid.hex_of(index) for index in range(len(grid))]
    return np.array([place.q for place in places], np.int64), np.array([place.r for place in places], np.int64)
