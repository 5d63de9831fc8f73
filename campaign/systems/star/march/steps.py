"""Say what ground does, and where a stand can get to over it (3S 1.6, 1.7, 1.9, 1.10).

Each hex counts one. What halts a stand on entering lets it go no further.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from campaign.kit.crossings import crossing_at, crossing_now
from campaign.kit.ground import Ground, Same, Step, changed_steps
from campaign.kit.ground import ground as priced
from campaign.kit.sight import clear, courses
from campaign.kit.walk import NOWHERE, Fault, Now, Walk, fault, step_fault, step_now, walk
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import Board, board, para, star
from campaign.systems.star.tables import GroundRow, StarTables
from campaign.systems.star.units import mover_of, pace_of
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES, HexMap
from maps.grid.kinds import Kind, kinds_of
from maps.grid.sight import line_of_sight
from maps.grid.walking import FIRST, HALTS

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

    Gives water: "", "stream", "large" or "none" (nobody crosses). Gives over: "", "bridge" or "ford"; bridges built and
    blown in play count.
    """
    water = HEXSIDES[int(situation.map.played_hexside[here, side])]
    return water_met(star(situation), water, crossing_at(situation, here, side).name)


def water_met(tables: StarTables, water: str, crossing: str) -> tuple[str, str]:
    """Say what a map's water is to the rules, and what leads over it."""
    kind, over = tables.water.get(water, ""), tables.crossing.get(crossing, "none")
    return kind, over if kind and over != "none" else ""


def fights_in_water(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is in a ford or bridge hex (1.9 ``bridge_hex``)."""
    if stand.hex is None:
        return False
    if class_of(situation, stand.hex) == _RIVER:
        return True
    where = star(situation).word("bridge_hex")
    if where == "any":
        return any(water_between(situation, stand.hex, side)[1] for side in range(6))
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
    return _in_sight(Same(situation.map), Same(star(situation)), a, b)


@lru_cache(maxsize=100_000)
def _in_sight(on: Same[HexMap], by: Same[StarTables], a: int, b: int) -> bool:
    hexmap, tables = on.value, by.value
    if tables.word("sight") == "heights":
        return line_of_sight(hexmap, a, b)
    high = _HIGH in {tables.terrain[hexmap.terrain_of(index)] for index in (a, b)}
    shut = {"yes"} if high else {"yes", "unless_high"}

    def blocks(_: object, index: int) -> bool:
        return index != NO_HEX and tables.ground[tables.terrain[hexmap.terrain_of(index)]].blocks in shut

    return bool(clear(courses(hexmap.layout.grid, a, b)[:1], blocks))


_FOOT = "foot"
_CROSSES = 8
"""A flag of a step beside those of the walk: it goes over a stream, ford or bridge."""


@dataclass(frozen=True)
class Way:
    """How a stand moves: how far, and what stops it."""

    side: str
    mover: str
    limit: int
    rule: str
    shuns: frozenset[int]
    """Hexes that it may not enter, nor start in: too near to the enemy for a strategic move."""
    rough_shut: bool
    """Whether it halts before woods, rough ground and streams (a strategic move)."""
    towns_halt: bool
    zones_halt: bool


class Taken(NamedTuple):
    """What comes of a step: why it cannot be taken (paragraph, words), whether it halts, whether it goes by water."""

    bar: tuple[str, str] | None
    halts: bool = False
    crosses: bool = False


def normal_way(situation: Situation, stand: Stand) -> Way:
    """Give the way of a normal move."""
    pace, rule = pace_of(situation, stand, strategic=False), para(situation, "1.6")
    return Way(stand.side, mover_of(situation, stand), pace, rule, frozenset(), rough_shut=False,
               towns_halt=True, zones_halt=True)  # fmt: skip


def strategic_way(situation: Situation, stand: Stand) -> Way:
    """Give the way of a strategic move (1.6; at night S-19)."""
    tables = star(situation)
    night = situation.state.clock.night
    clear = tables.whole("night_strategic_distance") if night else tables.strategic_distance
    return Way(stand.side, mover_of(situation, stand), pace_of(situation, stand, strategic=True),
               para(situation, "1.6"), board(situation).near_enemy(stand.side, clear), rough_shut=True,
               towns_halt=False, zones_halt=True)  # fmt: skip


def retreat_way(situation: Situation, stand: Stand) -> Way:
    """Give the way of a retreat: strategic distance, zones of control do not halt it (1.10)."""
    return Way(stand.side, mover_of(situation, stand), pace_of(situation, stand, strategic=True),
               para(situation, "1.10"), frozenset(), rough_shut=star(situation).word("retreat_ground") == "strategic",
               towns_halt=False, zones_halt=False)  # fmt: skip


def ground_for(situation: Situation, way: Way) -> Ground:
    """Price the ground of the map for a way (1.9)."""
    tables, how = star(situation), (way.mover, way.rough_shut, way.towns_halt)

    def price(kind: Kind) -> Step:
        by_water = _over_water(tables, kind, way)
        by_ground = _onto_ground(tables, kind, way) if by_water.cost else by_water
        why = by_water if by_water.flags & FIRST and by_ground.cost else by_ground
        return by_ground._replace(flags=by_water.flags | by_ground.flags, rule=why.rule, why=why.why)

    return priced(kinds_of(situation.map), price, ("star", Same(tables), how))


def _over_water(tables: StarTables, kind: Kind, way: Way) -> Step:
    """Price what lies between two hexes; each hex counts one (1.9)."""
    water, over = water_met(tables, kind.water, crossing_now(kind.crossing, kind.played, tables).name)
    rule, between = tables.paragraph("1.9"), "between {here} and {there}"
    if not water:
        return Step(1)
    if over == "bridge":
        if way.rough_shut and not _by_road(tables, kind):
            return Step(0, 0, rule, f"a strategic move crosses the bridge {between} by road only; move normally")
        return Step(1, _CROSSES)
    if water == "none":
        return Step(0, 0, rule, f"nobody crosses the water {between} without a bridge")
    if way.rough_shut:
        return Step(0, 0, rule, f"a strategic move halts before the water {between}; move normally")
    if water == "large" and not over:
        return _into_river(tables, way, f"the large river {between}")
    return Step(1, HALTS | _CROSSES)


def _into_river(tables: StarTables, way: Way, what: str) -> Step:
    rule = tables.paragraph("1.9")
    if not tables.flag("river_on_foot" if way.mover == _FOOT else "river_by_vehicle"):
        return Step(0, 0, rule, f"{what} is crossed on foot only; vehicles need a bridge or ford")
    if way.rough_shut:
        return Step(0, 0, rule, f"a strategic move halts before {what}; move normally")
    why = f"stands halt before {what}; cross it at the start of the next move"
    return Step(1, FIRST | HALTS | _CROSSES, rule, why)


def _onto_ground(tables: StarTables, kind: Kind, way: Way) -> Step:
    """Price the hex entered (1.9)."""
    name, rule = tables.terrain[kind.there], tables.paragraph("1.9")
    row = tables.ground[name]
    if row.enter == "none" or (row.enter == "river" and tables.word("water_hexes") == "impassable"):
        return Step(0, 0, rule, f"nobody enters {kind.there}, as in {{there}}")
    if _by_road(tables, kind):
        return Step(1, _CROSSES if row.enter == "river" else 0)
    if row.enter == "river":
        return _into_river(tables, way, "the large river in {there}")
    if way.rough_shut and row.strategic == "stop":
        return Step(0, 0, rule, f"a strategic move halts before the {name} in {{there}}; move normally")
    return Step(1, HALTS if row.halts and (way.towns_halt or name != "town") else 0)


def _by_road(tables: StarTables, kind: Kind) -> bool:
    if kind.road == "none" or not tables.flag("road_ignores_halts"):
        return False
    return crossing_now(kind.crossing, kind.played, tables).road


def now_for(situation: Situation, way: Way) -> Now:
    """Say what holds for a way besides the ground: enemies, their zones of control, bridges built and blown."""
    return _now_on(ground_for(situation, way), situation, way)


def _now_on(over: Ground, situation: Situation, way: Way) -> Now:
    return _now(Same(board(situation)), Same(changed_steps(over, situation)), way.side, way.shuns, way.zones_halt)


@lru_cache(maxsize=64)
def _now(
    there: Same[Board], steps: Same[Mapping[tuple[int, int], Step]], side: str, shuns: frozenset[int], zones_halt: bool
) -> Now:
    halts = there.value.zone[side] if zones_halt else frozenset[int]()
    return Now(there.value.enemy[side] | shuns, halts, steps.value)


def take(situation: Situation, way: Way, here: int, there: int, *, first: bool) -> Taken:
    """Say what comes of a step; the two are neighbours."""
    over = ground_for(situation, way)
    now = _now_on(over, situation, way)
    why = step_fault(over, here, there, now, first=first)
    if why is not None:
        return Taken(_told(situation, way, why))
    taken = step_now(over, here, there, now, first=first)
    return Taken(None, bool(taken.flags & HALTS), bool(taken.flags & _CROSSES))


def path_fault(situation: Situation, way: Way, path: tuple[int, ...]) -> tuple[str, str] | None:
    """Say why a path cannot be gone, with the paragraph; None if it can. Where it ends is not looked at."""
    if len(path) < 2 or path[-1] == path[0]:
        return way.rule, "a path leads from the hex where the stand is to another"
    if path[0] in way.shuns:
        return way.rule, f"{situation.map.number(path[0])} is too near to the enemy for a strategic move; move normally"
    if len(path) - 1 > way.limit:
        return way.rule, f"that is {len(path) - 1} hexes and the stand makes {way.limit}; stop earlier"
    why = fault(ground_for(situation, way), path, way.limit, now_for(situation, way))
    return None if why is None else _told(situation, way, why)


def _told(situation: Situation, way: Way, why: Fault) -> tuple[str, str]:
    """Put a fault into words, with its paragraph."""
    number, there = situation.map.number, board(situation)
    if why.kind == "apart":
        if 0 <= why.there < len(situation.map) and not situation.map.inside[why.there]:
            return way.rule, f"{number(why.there)} is beyond the edge of the map"
        return way.rule, "these hexes are not neighbours on the map; name every hex of the path"
    if why.kind == "halted":
        by_zone = way.zones_halt and why.here in there.zone[way.side]
        return para(situation, "1.7" if by_zone else "1.9"), f"the move ends on entering {number(why.here)}"
    if why.kind == "shut" and why.there in there.enemy[way.side]:
        return para(situation, "S-1"), f"the enemy holds {number(why.there)}; stop next to it, and attack from there"
    if why.kind == "shut":
        return way.rule, f"{number(why.there)} is too near to the enemy for a strategic move; move normally"
    return why.step.rule, why.why(situation.map)


def reachable(situation: Situation, way: Way, start: int) -> Walk:
    """Find each hex that a way can lead to, whoever stands there."""
    if start in way.shuns:
        return NOWHERE
    return walk(ground_for(situation, way), start, way.limit, now_for(situation, way))
