"""
Read the ground as the D3 rules do (3.5): what a hex is, and what lies between two.

Walls and hedges are hexsides: steep ones, and all those of a hex of bocage.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from campaign.kit import crossings
from campaign.systems.d3.units import d3
from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, SLOPES

if TYPE_CHECKING:
    from campaign.kit.crossings import Crossing
    from campaign.model.situation import Situation
    from campaign.systems.d3.tables import D3Tables
    from maps.grid.hexmap import HexMap

__all__ = ["Ground", "Step", "ground_of"]

_READINGS = ("streams", "steep_sides", "bocage_sides", "cliffs", "road_gaps", "leaving_capped", *crossings.READINGS)


class Step(NamedTuple):
    """A step to a neighbour; ``barred`` says by what, ``capped`` whether it makes the move one of 6 inches."""

    there: int
    capped: bool
    barred: str


@dataclass(frozen=True)
class _Key:
    """A map under a set of readings, looked up by content."""

    map_key: str
    changes: tuple[tuple[str, str], ...]
    readings: tuple[str | int | float | bool, ...]
    classes: tuple[tuple[str, str], ...]
    hexmap: HexMap = field(compare=False, hash=False)
    tables: D3Tables = field(compare=False, hash=False)


class Ground:
    """The ground of a map; what is asked of a hex is kept."""

    def __init__(self, key: _Key) -> None:
        """Begin with nothing asked."""
        self._map, self._tables = key.hexmap, key.tables
        self._changes = dict(key.changes)
        self._read = dict(zip(_READINGS, key.readings, strict=True))
        self._classes = [key.tables.terrain_classes.get(name, "open") for name in key.hexmap.terrain_names]
        self._steps: dict[int, tuple[Step, ...]] = {}

    def kind(self, index: int) -> str:
        """Give the class of a hex: woods, buildings, hill, marsh, lake or open."""
        return self._classes[int(self._map.terrain[index])]

    def covers(self, index: int) -> bool:
        """Whether a hex hides and covers soft units in it."""
        return self.kind(index) in self._tables.terrain.covering

    def blocks(self, index: int) -> bool:
        """Whether a hex blocks the line of sight."""
        return self.kind(index) in self._tables.terrain.blocking

    def is_passable(self, index: int) -> bool:
        """Whether anybody can be in a hex."""
        return bool(self._map.inside[index]) and self.kind(index) not in self._tables.terrain.impassable

    def steps(self, index: int) -> tuple[Step, ...]:
        """List the steps to the neighbours of a hex that are on the map, barred ones too."""
        known = self._steps.get(index)
        if known is None:
            near = self._map.neighbour[index].tolist()
            known = tuple(self._step(index, side, there) for side, there in enumerate(near) if there >= 0)
            self._steps[index] = known
        return known

    def is_linear(self, index: int, side: int) -> bool:
        """Whether a wall, hedge or bank lies on a hexside."""
        slope = SLOPES[self._map.slope[index, side]]
        there = int(self._map.neighbour[index, side])
        both = (index, there) if there >= 0 else (index,)
        hedged = any(self._map.terrain_of(hex_) in self._tables.terrain.hedged for hex_ in both)
        return (
            (slope == "steep" and self._read["steep_sides"] == "linear")
            or (slope == "cliff" and self._read["cliffs"] == "linear")
            or (hedged and self._read["bocage_sides"] == "linear")
        )

    def _step(self, index: int, side: int, there: int) -> Step:
        capped = self.kind(there) in self._tables.terrain.capped
        capped |= bool(self._read["leaving_capped"]) and self.kind(index) in self._tables.terrain.capped
        gap = bool(self._read["road_gaps"]) and bool(self._map.road[index, side])
        gap = gap and self._crossing(index, side).road
        return Step(there, capped or (self.is_linear(index, side) and not gap), self._barred(index, side, there))

    def _barred(self, index: int, side: int, there: int) -> str:
        if not self.is_passable(there):
            return f"{self.kind(there)} is impassable"
        if self._read["cliffs"] == "impassable" and SLOPES[self._map.slope[index, side]] == "cliff":
            return "a cliff lies between"
        water = HEXSIDES[self._map.hexside[index, side]]
        wet = water in self._tables.movement.water_sides or (water == "stream" and self._read["streams"] == "river")
        if wet and self._crossing(index, side).name not in self._tables.movement.passable_crossings:
            return "a river is crossed only at bridges and fords"
        return ""

    def _crossing(self, index: int, side: int) -> Crossing:
        across = int(self._map.neighbour[index, side])
        place = f"{across}/{(side + 3) % SIDES}" if 0 <= across < index else f"{index}/{side}"
        on_map = CROSSINGS[self._map.crossing[index, side]]
        return crossings.crossing_now(on_map, self._changes.get(place, ""), self._tables)


def ground_of(situation: Situation) -> Ground:
    """Give the ground of a situation; the same map, bridges and readings give the same one."""
    tables, hexmap, ground = d3(situation), situation.map, situation.state.ground
    changes = tuple(sorted((place, what) for place, what in ground.items() if "/" in place)) if ground else ()
    readings = tuple(tables.readings[key] for key in _READINGS)
    return _ground(_Key(hexmap.key, changes, readings, tables.terrain_key, hexmap, tables))


@lru_cache(maxsize=64)
def _ground(key: _Key) -> Ground:
    return Ground(key)
