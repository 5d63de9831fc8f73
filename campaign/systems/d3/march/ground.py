"""Read the ground as the D3 rules do (3.5): what a hex is, what lies between two, and what a step costs.

Walls and hedges are hexsides: steep ones, and all those of a hex of bocage.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from campaign.kit import ground as kit_ground
from campaign.kit.crossings import crossing_now
from campaign.kit.ground import Same, Step, changed_steps, ground
from campaign.model.situation import Situation
from campaign.systems.d3.tables import D3Tables
from campaign.systems.d3.units import d3
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HexMap
from maps.grid.kinds import Kind, kinds_of
from maps.grid.walking import CAPS

GROUND = "D3 3.5"
_READINGS = ("steep_sides", "bocage_sides", "cliffs")


@dataclass(frozen=True)
class _Key:
    """A map and tables, looked up by content."""

    map_key: str
    readings: tuple[str | int | float | bool, ...]
    classes: tuple[tuple[str, str], ...]
    hexmap: HexMap = field(compare=False, hash=False)
    tables: D3Tables = field(compare=False, hash=False)


class Ground:
    """What the hexes of a map are to these rules."""

    def __init__(self, key: _Key) -> None:
        """Name the class of each terrain."""
        self._map, self._tables = key.hexmap, key.tables
        self._classes = [key.tables.terrain_classes.get(name, "open") for name in key.hexmap.terrain_names]

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

    def is_linear(self, index: int, side: int) -> bool:
        """Whether a wall, hedge or bank lies on a hexside."""
        return _is_linear(self._tables, kinds_of(self._map).at(index, side))


def _is_linear(tables: D3Tables, kind: Kind) -> bool:
    read, hedged = tables.readings, tables.terrain.hedged
    return (
        (kind.slope == "steep" and read["steep_sides"] == "linear")
        or (kind.slope == "cliff" and read["cliffs"] == "linear")
        or ((kind.here in hedged or kind.there in hedged) and read["bocage_sides"] == "linear")
    )


def steps_over(situation: Situation, capped: int = 1) -> kit_ground.Ground:
    """Price the steps of the map: each costs one, and those over woods, walls and hedges cap the move (3.5).

    ``capped``: what one of these costs where a way of many turns is reckoned.
    """
    tables = d3(situation)

    def price(kind: Kind) -> Step:
        why = _why_barred(tables, kind)
        if why:
            return Step(0, 0, GROUND, why)
        return Step(capped, CAPS) if _is_capped(tables, kind) else Step(1)

    return ground(kinds_of(situation.map), price, ("d3", Same(tables), capped))


def _why_barred(tables: D3Tables, kind: Kind) -> str:
    entered, read = tables.terrain_classes.get(kind.there, "open"), tables.readings
    if entered in tables.terrain.impassable:
        return f"{entered} is impassable"
    if read["cliffs"] == "impassable" and kind.slope == "cliff":
        return "a cliff lies between"
    wet = kind.water in tables.movement.water_sides or (kind.water == "stream" and read["streams"] == "river")
    if wet and crossing_now(kind.crossing, kind.played, tables).name not in tables.movement.passable_crossings:
        return "a river is crossed only at bridges and fords"
    return ""


def _is_capped(tables: D3Tables, kind: Kind) -> bool:
    left, entered = (tables.terrain_classes.get(name, "open") for name in (kind.here, kind.there))
    if entered in tables.terrain.capped or (bool(tables.readings["leaving_capped"]) and left in tables.terrain.capped):
        return True
    gap = bool(tables.readings["road_gaps"]) and kind.road != "none"
    gap = gap and crossing_now(kind.crossing, kind.played, tables).road
    return _is_linear(tables, kind) and not gap


def open_steps(situation: Situation, index: int) -> list[int]:
    """List the neighbours that the ground leaves open."""
    over, near = steps_over(situation), situation.map.neighbour[index].tolist()
    changed = changed_steps(over, situation)
    return [
        there
        for side, there in enumerate(near)
        if there != NO_HEX and (changed.get((index, side)) or over.at(index, side)).cost
    ]


def ground_of(situation: Situation) -> Ground:
    """Give the ground of a situation; the same map and readings give the same one."""
    tables, hexmap = d3(situation), situation.map
    readings = tuple(tables.readings[key] for key in _READINGS)
    return _ground(_Key(hexmap.key, readings, tables.terrain_key, hexmap, tables))


@lru_cache(maxsize=64)
def _ground(key: _Key) -> Ground:
    return Ground(key)
