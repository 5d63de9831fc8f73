"""Say what ground does: halts, rivers and bridges, cover, sight (3S 1.9)."""

from dataclasses import dataclass, field
from functools import lru_cache

from campaign.kit.crossings import crossing_at
from campaign.kit.sight import clear, courses
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import star
from campaign.systems.star.tables import GroundRow, StarTables
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES, HexMap
from maps.grid.sight import line_of_sight

_HIGH = "hill"
_UPHILL_M = 20.0
_RIVER = "river"


def class_of(situation: Situation, index: int) -> str:
    """Give the class of a hex's ground: open, woods, rough, town, hill, river, none."""
    return star(situation).terrain[situation.map.terrain_of(index)]


def ground(situation: Situation, index: int) -> GroundRow:
    """Give what a hex's ground does."""
    return star(situation).ground[class_of(situation, index)]


def water_between(situation: Situation, here: int, side: int) -> tuple[str, str]:
    """Say what water lies on a hexside and what leads over it.

    Gives water: "", "stream", "large" or "none" (nobody crosses). Gives over: "", "bridge" or "ford"; bridges built
    and blown in play count.
    """
    water = HEXSIDES[int(situation.map.hexside[here, side])]
    return water_met(star(situation), water, crossing_at(situation, here, side).name)


def water_met(tables: StarTables, water: str, crossing: str) -> tuple[str, str]:
    """Say what a map's water is to the rules, and what leads over it."""
    kind, over = tables.water.get(water, ""), tables.crossing.get(crossing, "none")
    return kind, over if kind and over != "none" else ""


def has_bridge(situation: Situation, index: int) -> bool:
    """Whether a bridge or ford lies on a side of a hex, or the hex is a river with a road through it."""
    if class_of(situation, index) == _RIVER:
        return bool(situation.map.road[index].any())
    return any(water_between(situation, index, side)[1] for side in range(6))


def fights_in_water(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is in a ford or bridge hex (1.9 ``bridge_hex``)."""
    if stand.hex is None:
        return False
    if class_of(situation, stand.hex) == _RIVER:
        return True
    where = star(situation).word("bridge_hex")
    if where == "any":
        return has_bridge(situation, stand.hex)
    return where == "crossed" and "crossing" in stand.marks


def is_higher(situation: Situation, index: int, than: int) -> bool:
    """Whether a hex lies uphill from another (1.9 ``uphill``)."""
    if star(situation).word("uphill") == "heights":
        heights = situation.map.elevation_m
        return bool(heights[index] - heights[than] >= _UPHILL_M)
    return class_of(situation, index) == _HIGH != class_of(situation, than)


def cover(situation: Situation, index: int, seen_from: int, *, close: bool) -> int:
    """Count the dice that a hex's cover takes off those who attack it from another (S-8)."""
    found = ground(situation, index)
    if not close:
        return found.cover
    return found.cover_close + int(is_higher(situation, index, seen_from))


def in_sight(situation: Situation, a: int, b: int) -> bool:
    """Whether two hexes see each other (1.9)."""
    return _in_sight(_Ground(situation.map.key, star(situation).key, star(situation).word("sight"), situation.map,
                             star(situation)), a, b)  # fmt: skip


@dataclass(frozen=True)
class _Ground:
    """A map and tables, looked up by their contents."""

    map_key: str
    rules: str
    how: str
    hexmap: HexMap = field(compare=False, hash=False)
    tables: StarTables = field(compare=False, hash=False)


@lru_cache(maxsize=100_000)
def _in_sight(where: _Ground, a: int, b: int) -> bool:
    if where.how == "heights":
        return line_of_sight(where.hexmap, a, b)
    high = _HIGH in (_class(where, a), _class(where, b))
    line = courses(where.hexmap.layout.grid, a, b)[:1]
    return bool(clear(line, lambda _, index: index != NO_HEX and _blocks(where, index, high=high)))


def _class(where: _Ground, index: int) -> str:
    return where.tables.terrain[where.hexmap.terrain_of(index)]


def _blocks(where: _Ground, index: int, *, high: bool) -> bool:
    blocks = where.tables.ground[_class(where, index)].blocks
    return blocks == "yes" or (blocks == "unless_high" and not high)
