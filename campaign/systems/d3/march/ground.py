"""Read the ground as the D3 rules do (3.5): what a hex is, what lies between two, and what a step costs.

Walls and hedges are hexsides: steep ones, and all those of a hex of bocage.
"""

from typing import NamedTuple

from campaign.kit import ground as kit_ground
from campaign.kit.crossings import crossing_now
from campaign.kit.ground import Same, Step, changed_steps, ground
from campaign.model.situation import Situation
from campaign.systems.d3.space import d3
from campaign.systems.d3.tables import D3Tables
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HexMap
from maps.grid.kinds import Kind, kinds_of
from maps.grid.walking import CAPS

GROUND = "D3 3.5"


class Ground(NamedTuple):
    """What the hexes of a map are to these rules."""

    map: HexMap
    tables: D3Tables

    def kind(self, index: int) -> str:
        """Give the class of a hex: woods, buildings, hill, marsh, lake or open."""
        return self.tables.terrain_classes.get(self.map.terrain_of(index), "open")

    def covers(self, index: int) -> bool:
        """Whether a hex hides and covers soft units in it."""
        return self.kind(index) in self.tables.terrain.covering

    def blocks(self, index: int) -> bool:
        """Whether a hex blocks the line of sight."""
        return self.kind(index) in self.tables.terrain.blocking

    def is_passable(self, index: int) -> bool:
        """Whether anybody can be in a hex."""
        return bool(self.map.inside[index]) and self.kind(index) not in self.tables.terrain.impassable

    def is_linear(self, index: int, side: int) -> bool:
        """Whether a wall, hedge or bank lies on a hexside."""
        return _is_linear(self.tables, kinds_of(self.map).at(index, side))


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
    """Give the ground of a situation."""
    return Ground(situation.map, d3(situation))
