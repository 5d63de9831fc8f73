"""
Lay out what a side believes: the enemy, his zones, the danger, the front, and who holds what.

A picture is made once a plan, from the side's view and what it remembers, and from nothing else. Its layers are arrays
over the hexes of the map; prices and distances are whole numbers, so that it is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from campaign.engine.imagine import imagined
from campaign.model.situation import stands_of
from campaign.model.things import NO_SIDE
from campaign.solo.commander.forces import is_fighter
from campaign.solo.commander.sightings import FULL, foes, recalled, turn_number, with_recalled
from maps.grid.graph import HexGraph, distances
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Power, Ruleset
    from campaign.model.planning import Dossier, Sighting
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.solo.commander.sightings import Foe
    from maps.grid.hexgrid import Grid

__all__ = ["FAR_AWAY", "HUNDRED", "Picture", "picture_of"]

HUNDRED = 100
FAR_AWAY = 99
"""Hexes to the nearest enemy where none is known."""
_ROOM = 34
_SMALL_ROOM = 12
"""Per cent of a hex that a unit and a company fill, as a rule of thumb for marches."""


@dataclass(frozen=True, eq=False)
class Picture:
    """What a side believes at the moment of a plan."""

    ruleset: Ruleset
    side: str
    view: Situation
    """What it sees, filled in so that the rules can be asked."""
    believed: Situation
    """The same with the enemies whom it remembers."""
    sightings: Mapping[str, Sighting]
    foes: tuple[Foe, ...]
    own: tuple[Stand, ...]
    """Its stands on the map, by id."""

    @property
    def grid(self) -> Grid:
        """The grid of the map."""
        return self.view.map.layout.grid

    @property
    def near(self) -> NDArray[np.int32]:
        """The hex across each side (n, 6)."""
        return self.view.map.neighbour

    @property
    def size(self) -> int:
        """How many hexes the map has."""
        return len(self.view.map)

    def number(self, index: int) -> str:
        """Name a hex by its number."""
        return self.view.map.number(index)

    def ring(self, index: int) -> list[int]:
        """List the neighbours of a hex."""
        return [other for other in self.near[index].tolist() if other != NO_HEX]

    def power(self, stand: str) -> Power:
        """Reckon what a stand can do in a turn, own or believed."""
        if stand not in self._powers:
            self._powers[stand] = self.ruleset.play.power(self.believed, stand)
        return self._powers[stand]

    @cached_property
    def _powers(self) -> dict[str, Power]:
        return {}

    @cached_property
    def at(self) -> Mapping[int, tuple[Foe, ...]]:
        """The believed enemies by hex."""
        found: dict[int, tuple[Foe, ...]] = {}
        for foe in self.foes:
            found[foe.hex] = (*found.get(foe.hex, ()), foe)
        return found

    @cached_property
    def held(self) -> NDArray[np.bool_]:
        """Say where an enemy is believed to stand (n,)."""
        found = np.zeros(self.size, bool)
        found[list(self.at)] = True
        return found

    @cached_property
    def zone(self) -> NDArray[np.bool_]:
        """Say which hexes lie in a zone of control of believed enemies (n,)."""
        found = np.zeros(self.size, bool)
        for side in self.view.state.setting.sides:
            if side.key != self.side:
                found[list(self.ruleset.play.zones(self.believed, side.key))] = True
        return found

    @cached_property
    def danger(self) -> NDArray[np.int64]:
        """Count what believed enemies can take off whoever stands in a hex, in hundredths of a point a turn (n,)."""
        found = np.zeros(self.size, np.int64)
        for foe in self.foes:
            power = self.power(foe.id)
            worth = round(power.close * foe.weight)
            reach = 1 + min(foe.spread, 1)
            for index in self.grid.within(foe.hex, reach):
                if index != foe.hex:
                    found[index] += worth // (1 if self.grid.distance(index, foe.hex) == 1 else 2)
        return found

    @cached_property
    def mine(self) -> NDArray[np.bool_]:
        """Say which hexes the side holds (n,)."""
        found: NDArray[np.bool_] = self._control == self.view.state.side_code(self.side)
        return found

    @cached_property
    def theirs(self) -> NDArray[np.bool_]:
        """Say which hexes are known to be in the enemy's hands (n,)."""
        found: NDArray[np.bool_] = ~self.mine & (self._control != NO_SIDE)
        return found

    @cached_property
    def _control(self) -> NDArray[np.uint8]:
        control = np.frombuffer(self.view.state.control, np.uint8)
        return control if len(control) == self.size else np.full(self.size, NO_SIDE, np.uint8)

    @cached_property
    def front(self) -> NDArray[np.bool_]:
        """Say which hexes of the enemy lie next to one of ours (n,)."""
        found = np.zeros(self.size, bool)
        for side in range(SIDES):
            there = self.near[:, side]
            found |= self.theirs & (there != NO_HEX) & self.mine[there]
        return found

    @cached_property
    def away(self) -> NDArray[np.int64]:
        """Count the hexes to the nearest believed enemy or enemy front (n,)."""
        goals = np.flatnonzero((self.held | self.front) & self.view.map.inside)
        if not len(goals):
            return np.full(self.size, FAR_AWAY, np.int64)
        return self.hexes_to(goals.tolist(), FAR_AWAY)

    def hexes_to(self, goals: Sequence[int], most: int) -> NDArray[np.int64]:
        """Count the hexes from every hex to the nearest of some, up to so many (n,)."""
        return np.minimum(distances(self._plain, goals, most).cost.astype(np.int64), most)

    @cached_property
    def _plain(self) -> HexGraph:
        """The map as if every step cost one."""
        return HexGraph(self.near, np.where(self.near == NO_HEX, 0, 1).astype(np.int32))

    @cached_property
    def jam(self) -> NDArray[np.int64]:
        """Say by how much more than one unit each hex is filled with friends, in per cent (n,)."""
        found = np.zeros(self.size, np.int64)
        for stand in self.own:
            if stand.attached_to is None and stand.hex is not None:
                found[stand.hex] += _SMALL_ROOM if stand.is_detachment else _ROOM
        return np.maximum(found - _ROOM, 0)

    @cached_property
    def fighters(self) -> tuple[Stand, ...]:
        """The own stands that close with the enemy."""
        return tuple(stand for stand in self.own if is_fighter(stand))

    def seen_power(self, hexes: frozenset[int]) -> int:
        """Count what the enemies believed in some hexes can do in a turn, in hundredths of a point."""
        return sum(round(self.power(foe.id).close * foe.weight) for foe in self.foes if foe.hex in hexes)

    def strength_at(self, index: int) -> int:
        """Count the strength of the enemies believed in a hex, as far as the rules have it."""
        play = self.ruleset.play
        return sum(play.strength(self.believed, foe.id) for foe in self.at.get(index, ()))


def picture_of(ruleset: Ruleset, view: Situation, side: str, dossier: Dossier, *, memory: int) -> Picture:
    """Make the picture of a side from its view and what it remembers."""
    sightings = recalled(view, side, dossier, memory)
    known = foes(sightings, turn_number(view))
    own = tuple(sorted(stands_of(view, side), key=lambda stand: stand.id))
    believed = imagined(ruleset, with_recalled(view, side, known))
    return Picture(ruleset, side, imagined(ruleset, view), believed, sightings, known, own)


assert FULL == HUNDRED, "weights and prices are both per cent"
