"""See a moment as a side that plans does: its stands, the enemies that it knows, the places it wants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from campaign.engine.imagine import imagined
from campaign.engine.ruleset import HasNerve
from campaign.model.situation import stands_of
from campaign.solo.commander.boards.goals import goals_of
from campaign.solo.commander.boards.lessons import battered
from campaign.solo.commander.boards.limits import Limits
from campaign.solo.commander.boards.ways import Ways
from campaign.solo.commander.forces import leads
from campaign.solo.commander.odds import Odds
from campaign.solo.commander.sightings import recalled

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Play, Power, Ruleset
    from campaign.model.planning import Dossier, Sighting
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.goals import Goals
    from campaign.solo.commander.levels import Level, Style
    from maps.grid.hexgrid import Grid

    Ints = NDArray[np.int64]

__all__ = ["FAR", "Scene", "hexes_apart", "scene_of"]

FAR = 99
"""Hexes to the nearest enemy where none is known."""
_GUNS = frozenset({"artillery", "mortar", "rocket", "missile"})
_HUNDRED = 100
_LEAST_RATIO, _MOST_RATIO = 40, 130
_STEADY = 25
"""Stands that have borne a quarter of their breaking point are still sent in as ever."""
_LOOKED_FOR = 12
"""An enemy who is so many hexes off or less makes a stand think of more than its way."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A moment as a side sees it, with what is asked of it again and again."""

    ruleset: Ruleset
    view: Situation
    """As the side knows it, filled in so that it can be played ahead."""
    side: str
    level: Level
    style: Style
    goals_by: Mapping[str, Goals]
    """By formation; "" for those that are in none."""
    sightings: Mapping[str, Sighting]
    odds: Odds
    ways: Ways
    dice: Dice
    """The side's own: a level that errs picks by them."""

    @cached_property
    def own(self) -> tuple[Stand, ...]:
        """The side's stands on the map, by id."""
        return tuple(sorted(stands_of(self.view, self.side), key=lambda stand: stand.id))

    @cached_property
    def own_ids(self) -> frozenset[str]:
        """The ids of all its stands."""
        return frozenset(key for key, stand in self.view.state.stands.items() if stand.side == self.side)

    @cached_property
    def foe_hexes(self) -> tuple[int, ...]:
        """The hexes of the enemies whom it sees or remembers."""
        return tuple(sorted({sighting.hex for sighting in self.sightings.values()}))

    @cached_property
    def limits(self) -> Limits:
        """What the missions of its formations forbid."""
        return Limits(self)

    @cached_property
    def _powers(self) -> dict[str, Power]:
        return {}

    @cached_property
    def ratio(self) -> int:
        """Give the enemies' strength, as far as they are known, in per cent of the side's own; 40 to 130."""
        state, play = self.view.state, self.ruleset.play
        ours = sum(_HUNDRED * play.strength(self.view, one.id) // _full(play, self.view, one) for one in self.own)
        known = [state.stands[key] for key in self.sightings if key in state.stands]
        theirs = sum(_HUNDRED * play.strength(self.view, one.id) // _full(play, self.view, one) for one in known)
        return min(_MOST_RATIO, max(_LEAST_RATIO, _HUNDRED * theirs // max(1, ours)))

    def power(self, stand: Stand) -> Power:
        """Say what a stand can do in a turn, by the rules' own dice."""
        if stand.id not in self._powers:
            self._powers[stand.id] = self.ruleset.play.power(self.view, stand.id)
        return self._powers[stand.id]

    @cached_property
    def _nerves(self) -> dict[str, int]:
        return {}

    def worn(self, stand: Stand) -> int:
        """Say how far a stand should be kept out of the fight, in per cent: 0 unless it is near giving way."""
        if stand.id not in self._nerves:
            play = self.ruleset.play
            nerve = play.nerve(self.view, stand.id) if isinstance(play, HasNerve) else 0
            self._nerves[stand.id] = min(_HUNDRED, max(0, nerve - _STEADY) * _HUNDRED // (_HUNDRED - _STEADY))
        return self._nerves[stand.id]

    def goals(self, stand: Stand) -> Goals:
        """Give the goals of a stand's formation."""
        return self.goals_by[stand.formation if stand.formation in self.goals_by else ""]

    def is_hq(self, stand: Stand) -> bool:
        """Whether a stand leads others."""
        return leads(self.view.state, stand)

    def is_gun(self, stand: Stand) -> bool:
        """Whether a stand fires from afar and keeps out of contact."""
        return stand.profile.kind in _GUNS

    def apart(self, hexes: Sequence[int], others: Collection[int]) -> Ints:
        """Count the hexes from each of some to each of others: (hexes, others)."""
        return hexes_apart(self.view.map.layout.grid, hexes, others)

    def nearest_foe(self, index: int | None) -> int:
        """Count the hexes to the nearest enemy."""
        if index is None or not self.foe_hexes:
            return FAR
        return int(self.apart([index], self.foe_hexes).min())

    def is_near(self, stand: Stand) -> bool:
        """Whether the enemy is so near that a stand thinks of more than its way."""
        return self.nearest_foe(stand.hex) <= _LOOKED_FOR

    def number(self, index: int) -> str:
        """Give the printed number of a hex."""
        return self.view.map.number(index)


def scene_of(
    ruleset: Ruleset, view: Situation, side: str, temper: tuple[Level, Style], dossier: Dossier, dice: Dice
) -> Scene:
    """See the present moment from what a side sees and remembers."""
    level, style = temper
    ahead = battered(view, imagined(ruleset, view), dossier.promises)
    sightings = recalled(ahead, side, dossier, level.memory)
    goals = goals_of(ahead, side, sightings)
    return Scene(ruleset, ahead, side, level, style, goals, sightings, Odds(ruleset, side), Ways(ruleset, ahead), dice)


def _full(play: Play, view: Situation, stand: Stand) -> int:
    return max(1, play.full_strength(view, stand.id))


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
