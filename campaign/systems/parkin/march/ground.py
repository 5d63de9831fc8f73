"""Know the ground: what a step costs, what bars it, what gives cover (GR 5.4, 5.8).

A step's price is a power of two: every halving of distance doubles it. The unit is a step along a road in the open,
half a plain one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from campaign.few import Few
from campaign.kit import ground as kit_ground
from campaign.kit.crossings import crossing_now
from campaign.kit.ground import MAP_END, Same, Step, ground
from campaign.model.situation import Situation, ground_at
from campaign.systems.parkin.space import parkin
from campaign.systems.parkin.tables import GroundRow, ParkinTables
from maps.grid.hexmap import HexMap
from maps.grid.kinds import Kind, Kinds, kinds_of

RULE = "GR 5.4"
_FORT = "fort"
_PLAIN = 1


class Met(NamedTuple):
    """What a step into the next hex meets: its price in half plain hexes, an obstacle, and what bars it."""

    price: int
    obstacle: bool
    why_barred: str = ""


class LineShape(NamedTuple):
    """The course of a line of sight, from the hex where it begins: what index each hex between is further."""

    between: tuple[int, ...]
    near: tuple[int, ...]
    """Which of them, by place, are so near to an end that a unit there stops the line (5.5)."""


class _Levels(dict[int, float | None]):
    """The heights of hexes that one sees over whatever stands there; None of others."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __missing__(self, index: int) -> float | None:
        row = self.ground.row(index)
        plain = self.ground.map.inside[index] and not (row.blocks or row.hill)
        self[index] = self.ground.height(index) if plain else None
        return self[index]


class Ground:
    """What of the ground is the same for a whole campaign, for one map under one set of tables.

    ``levels``: mean heights of hexes by index: NaN if unknown, None if the hex is no open ground on the map. ``lines``
    and ``shapes``: what ``parkin_sight`` keeps: lines of sight looked along, by both ends; their courses, by whether
    the line of hexes begun in is an odd one and by the axial steps.
    """

    def __init__(self, hexmap: HexMap, tables: ParkinTables) -> None:
        self.map, self.tables = hexmap, tables
        self.classes: list[GroundRow] = [tables.ground[name] for name in hexmap.terrain_names]
        self.levels = _Levels(self)
        self.lines: Few[tuple[int, int], tuple[tuple[int, ...], str]] = Few(50_000)
        self.shapes: Few[tuple[int, int, int], LineShape] = Few(50_000)

    def row(self, index: int) -> GroundRow:
        """Give what the terrain in a hex is."""
        return self.classes[int(self.map.terrain[index])]

    def height(self, index: int) -> float:
        """Give the mean height of a hex in metres; NaN where unknown."""
        return float(self.map.elevation_m[index])


def ground_of(situation: Situation) -> Ground:
    """Give the ground of a situation; the last few are kept."""
    return _ground_of(Same(situation.map), Same(parkin(situation)))


@lru_cache(maxsize=4)
def _ground_of(hexmap: Same[HexMap], tables: Same[ParkinTables]) -> Ground:
    return Ground(hexmap.value, tables.value)


def neighbours(situation: Situation, index: int) -> list[int]:
    """List the six hexes about a hex, by side; ``NO_HEX`` off the map."""
    near: list[int] = situation.map.neighbour[index].tolist()
    return near


def cover_at(situation: Situation, index: int) -> str:
    """Name the cover in a hex: "", "soft" or "hard"; works give hard cover (5.8)."""
    return "hard" if ground_at(situation, index) == _FORT else ground_of(situation).row(index).cover


def is_passable(situation: Situation, move_type: str, index: int) -> bool:
    """Whether a unit of a movement type can stand in a hex, road or no road (5.4)."""
    return _why_barred(ground_of(situation).row(index), move_type, parkin(situation)) == ""


def step(situation: Situation, move_type: str, here: int, side: int) -> Met:
    """Say what a step across a hexside meets now (5.4)."""
    kind, tables = _kinds(situation).at(here, side), parkin(situation)
    if not kind.there:
        return Met(0, obstacle=False, why_barred=MAP_END.why)
    return _met(tables, kind._replace(played=ground_at(situation, here, side)), move_type)


def ground_for(situation: Situation, move_type: str, unit: int, half: int) -> kit_ground.Ground:
    """Price the steps of the map for a unit of a movement type (5.4).

    ``unit`` and ``half``: the fragments of half a plain hex, and of half a turn: what an obstacle takes.
    """
    tables = parkin(situation)
    added = tables.reading("obstacle_step") == "added"

    def price(kind: Kind) -> Step:
        met = _met(tables, kind, move_type)
        plain = met.price * unit
        over = plain + half if added else max(plain, half)
        return Step(0, 0, RULE, met.why_barred) if met.why_barred else Step(over if met.obstacle else plain)

    return ground(_kinds(situation), price, ("parkin", Same(tables), move_type, unit, half))


def sky(situation: Situation) -> kit_ground.Ground:
    """Price the map for those that fly: nothing on the ground costs or bars."""
    return ground(_kinds(situation), lambda _: Step(1), "parkin in the air")


def _kinds(situation: Situation) -> Kinds:
    """Cut the map into kinds of step; they rise not at all, a little, or more than ``uphill_m``."""
    return kinds_of(situation.map, (0.0, max(0.0, parkin(situation).number("uphill_m"))))


def _met(tables: ParkinTables, kind: Kind, move_type: str) -> Met:
    if move_type == "air":
        return Met(2**_PLAIN, obstacle=False)
    row, crossing = tables.ground[kind.there], crossing_now(kind.crossing, kind.played, tables)
    what = "none" if move_type == "sea" else _between(tables, kind, move_type, crossing.name)
    road = kind.road in tables.sides.roads or (bool(tables.reading("tracks_double")) and kind.road != "none")
    road = road and crossing.road and move_type != "sea"
    why = _why_barred(row, move_type, tables)
    if road and tables.reading("road_opens") and row.kind != "water":
        why = ""
    if what == "bar":
        why = "the hexside between cannot be crossed"
    return Met(2 ** (_PLAIN + _halvings(tables, kind, road=road)), what == "obstacle", why)


def _halvings(tables: ParkinTables, kind: Kind, *, road: bool) -> int:
    """Count how many times the distance is halved, less the times it is doubled (5.4)."""
    factors, row = tables.factors, tables.ground[kind.there]
    uphill = kind.rise > 1 or (kind.slope == "steep" and kind.rise > 0)
    count = factors["uphill"] if uphill else 0
    if not (road and tables.reading("road_in_rough") == "road"):
        count += factors.get(row.kind, 0)
    return count + (factors["road"] if road else 0)


def _between(tables: ParkinTables, kind: Kind, move_type: str, crossing: str) -> str:
    """Say what lies between two hexes for a mover on the ground: "none", "obstacle" or "bar"."""
    sides = tables.sides
    lies = {sides.of(kind.water), sides.of(kind.slope), sides.wall if kind.played == "wall" else "none"}
    if crossing in sides.free_crossings or (crossing in sides.foot_crossings and move_type == "foot"):
        return "none"
    if "bar" in lies:
        return "obstacle" if crossing in sides.obstacle_crossings else "bar"
    return "obstacle" if "obstacle" in lies else "none"


def _why_barred(row: GroundRow, move_type: str, tables: ParkinTables) -> str:
    if move_type == "air":
        return ""
    if (row.kind == "water") != (move_type == "sea"):
        return "water is for ships alone" if row.kind == "water" else "a ship keeps to the water"
    return f"{row.kind} cannot be entered by {move_type} units" if row.kind in tables.move[move_type].barred else ""
