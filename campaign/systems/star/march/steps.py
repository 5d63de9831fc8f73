"""
Take steps from hex to hex, and find where a stand can get to (3S 1.6, 1.7, 1.9, 1.10).

Each hex counts one. What halts a stand on entering lets it go no further.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from campaign.kit.crossings import crossing_at
from campaign.kit.hexes import around
from campaign.systems.star.board import board, para, star
from campaign.systems.star.march.ground import class_of, water_between
from campaign.systems.star.units import mover_of, pace_of
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Step", "Way", "normal_way", "path_fault", "reachable", "retreat_way", "step", "strategic_way"]

_FOOT = "foot"


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


class Step(NamedTuple):
    """What comes of a step: why it cannot be taken (paragraph, words), whether it halts, whether it goes by water."""

    bar: tuple[str, str] | None
    halts: bool = False
    crosses: bool = False


def normal_way(situation: Situation, stand: Stand, *, limit: int | None = None) -> Way:
    """Give the way of a normal move."""
    pace = pace_of(situation, stand, strategic=False) if limit is None else limit
    return Way(stand.side, mover_of(situation, stand), pace, para(situation, "1.6"), frozenset(), rough_shut=False,
               towns_halt=True, zones_halt=True)  # fmt: skip


def strategic_way(situation: Situation, stand: Stand) -> Way:
    """Give the way of a strategic move (1.6; at night S-19)."""
    tables = star(situation)
    night = situation.state.clock.night
    clear = tables.number("night_strategic_distance") if night else tables.strategic_distance
    return Way(stand.side, mover_of(situation, stand), pace_of(situation, stand, strategic=True),
               para(situation, "1.6"), board(situation).near_enemy(stand.side, clear), rough_shut=True,
               towns_halt=False, zones_halt=True)  # fmt: skip


def retreat_way(situation: Situation, stand: Stand) -> Way:
    """Give the way of a retreat: strategic distance, zones of control do not halt it (1.10)."""
    return Way(stand.side, mover_of(situation, stand), pace_of(situation, stand, strategic=True),
               para(situation, "1.10"), frozenset(), rough_shut=star(situation).word("retreat_ground") == "strategic",
               towns_halt=False, zones_halt=False)  # fmt: skip


def step(situation: Situation, way: Way, here: int, there: int, *, first: bool) -> Step:
    """Say what comes of a step; the two are neighbours."""
    bar = _shut(situation, way, there)
    if bar is not None:
        return Step(bar)
    hexmap = situation.map
    side = around(hexmap.layout.grid, here).index(there)
    road = bool(hexmap.road[here, side]) and star(situation).flag("road_ignores_halts")
    road = road and crossing_at(situation, here, side).road
    zone = way.zones_halt and there in board(situation).zone[way.side]
    by_water = _over_water(situation, way, (here, side, there), first=first, road=road)
    if by_water.bar is not None:
        return by_water
    by_ground = _onto_ground(situation, way, there, first=first, road=road)
    if by_ground.bar is not None:
        return by_ground
    return Step(None, zone or by_water.halts or by_ground.halts, by_water.crosses or by_ground.crosses)


def _shut(situation: Situation, way: Way, there: int) -> tuple[str, str] | None:
    number = situation.map.number
    if not situation.map.inside[there]:
        return way.rule, f"{number(there)} is beyond the edge of the map"
    if there in board(situation).enemy[way.side]:
        return para(situation, "S-1"), f"the enemy holds {number(there)}; stop next to it, and attack from there"
    if there in way.shuns:
        return way.rule, f"{number(there)} is too near to the enemy for a strategic move; move normally"
    return None


def _over_water(situation: Situation, way: Way, at: tuple[int, int, int], *, first: bool, road: bool) -> Step:
    here, side, there = at
    water, over = water_between(situation, here, side)
    if not water:
        return Step(None)
    rule, number = para(situation, "1.9"), situation.map.number
    between = f"{number(here)} and {number(there)}"
    if over == "bridge":
        if way.rough_shut and not road:
            return Step((rule, f"a strategic move crosses the bridge between {between} by road only; move normally"))
        return Step(None, crosses=True)
    if water == "none":
        return Step((rule, f"nobody crosses the water between {between} without a bridge"))
    if way.rough_shut:
        return Step((rule, f"a strategic move halts before the water between {between}; move normally"))
    if water == "large" and not over:
        return _into_river(situation, way, f"the large river between {between}", first=first)
    return Step(None, halts=True, crosses=True)


def _into_river(situation: Situation, way: Way, what: str, *, first: bool) -> Step:
    rule = para(situation, "1.9")
    if way.mover != _FOOT or not star(situation).flag("river_on_foot"):
        return Step((rule, f"{what} is crossed on foot only; vehicles need a bridge or ford"))
    if way.rough_shut:
        return Step((rule, f"a strategic move halts before {what}; move normally"))
    if not first:
        return Step((rule, f"stands halt before {what}; cross it at the start of the next move"))
    return Step(None, halts=True, crosses=True)


def _onto_ground(situation: Situation, way: Way, there: int, *, first: bool, road: bool) -> Step:
    kind = class_of(situation, there)
    row, rule, number = star(situation).ground[kind], para(situation, "1.9"), situation.map.number(there)
    if row.enter == "none" or (row.enter == "river" and star(situation).word("water_hexes") == "impassable"):
        return Step((rule, f"nobody enters {situation.map.terrain_of(there)}, as in {number}"))
    if road:
        return Step(None, crosses=row.enter == "river")
    if row.enter == "river":
        return _into_river(situation, way, f"the large river in {number}", first=first)
    if way.rough_shut and row.strategic == "stop":
        return Step((rule, f"a strategic move halts before the {kind} in {number}; move normally"))
    return Step(None, halts=row.halts and (way.towns_halt or kind != "town"))


def path_fault(situation: Situation, way: Way, path: tuple[int, ...]) -> tuple[str, str] | None:
    """Say why a path cannot be gone, with the paragraph; None if it can. Where it ends is not looked at."""
    number = situation.map.number
    if len(path) < 2 or path[-1] == path[0]:
        return way.rule, "a path leads from the hex where the stand is to another"
    if path[0] in way.shuns:
        return way.rule, f"{number(path[0])} is too near to the enemy for a strategic move; move normally"
    if len(path) - 1 > way.limit:
        return way.rule, f"that is {len(path) - 1} hexes and the stand makes {way.limit}; stop earlier"
    halted = ""
    for k, (here, there) in enumerate(pairwise(path)):
        if not 0 <= there < len(situation.map) or there not in around(situation.map.layout.grid, here):
            return way.rule, "these hexes are not neighbours on the map; name every hex of the path"
        if halted:
            rule = para(situation, "1.7" if here in board(situation).zone[way.side] and way.zones_halt else "1.9")
            return rule, f"the move ends on entering {halted}"
        taken = step(situation, way, here, there, first=k == 0)
        if taken.bar is not None:
            return taken.bar
        halted = number(there) if taken.halts else ""
    return None


def reachable(situation: Situation, way: Way, start: int) -> dict[int, tuple[int, ...]]:
    """Map each hex that a way can lead to, whoever stands there, to a shortest path to it."""
    if start in way.shuns:
        return {}
    found: dict[int, tuple[int, ...]] = {}
    gone_on = {start}
    queue: deque[tuple[int, ...]] = deque([(start,)])
    grid = situation.map.layout.grid
    while queue:
        path = queue.popleft()
        for there in around(grid, path[-1]):
            if there == NO_HEX or there in gone_on:
                continue
            taken = step(situation, way, path[-1], there, first=len(path) == 1)
            if taken.bar is not None:
                continue
            longer = (*path, there)
            found.setdefault(there, longer)
            if not taken.halts:
                gone_on.add(there)
                if len(longer) <= way.limit:
                    queue.append(longer)
    return found
