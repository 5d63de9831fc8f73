"""
Know the ground: what a step costs, what bars it, what gives cover (GR 5.4, 5.8).

A step's price is a power of two: every halving of distance doubles it. The
unit is a step along a road in the open, half a plain one.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.kit.crossings import crossing_now
from campaign.model.situation import ground_at
from campaign.systems.parkin.space import parkin
from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from campaign.model.situation import Situation
    from campaign.systems.parkin.tables import GroundRow, ParkinTables
    from maps.grid.hexmap import HexMap

__all__ = [
    "Ground", "LineShape", "Step", "cover_at", "graph", "ground_of", "ground_row", "height", "is_passable",
    "neighbours", "step",
]  # fmt: skip

_FORT = "fort"
_PLAIN = 1
_KEPT = 4
_KEPT_GRAPHS = 12


class Step(NamedTuple):
    """A step into the next hex: its price in half plain hexes, and whether it crosses an obstacle."""

    to: int
    price: int
    obstacle: bool
    why_barred: str = ""


class LineShape(NamedTuple):
    """The course of a line of sight, from the hex where it begins: what index each hex between is further."""

    between: tuple[int, ...]
    near: tuple[int, ...]
    """Which of them, by place, are so near to an end that a unit there stops the line (5.5)."""


class _Levels(dict[int, float | None]):
    """The heights of hexes over which one sees for all that stands there; None of others."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __missing__(self, index: int) -> float | None:
        row = self.ground.row(index)
        plain = self.ground.map.inside[index] and not (row.blocks or row.hill)
        self[index] = self.ground.height(index) if plain else None
        return self[index]


class Ground:
    """
    What of the ground is the same for a whole campaign, for one map under one set of tables.

    Attributes
    ----------
    levels
        Mean heights of hexes by index, NaN where unknown, None of what is no open ground on the map.
    lines, shapes
        What ``parkin_sight`` keeps: lines of sight looked along, by both ends; their courses, by whether the line of
        hexes begun in is an odd one and by the axial steps.
    """

    def __init__(self, hexmap: HexMap, tables: ParkinTables) -> None:
        self.map, self.tables = hexmap, tables
        self.classes: list[GroundRow] = [tables.ground[name] for name in hexmap.terrain_names]
        # Filled as hexes are asked for: a map may have a million of them.
        self.near: dict[int, list[int]] = {}
        self.steps: dict[tuple[str, int, int], Step] = {}
        self.levels = _Levels(self)
        self.lines: dict[tuple[int, int], tuple[tuple[int, ...], str]] = {}
        self.shapes: dict[tuple[int, int, int], LineShape] = {}
        self.graphs: dict[Hashable, HexGraph] = {}

    @cached_property
    def hexsides(self) -> tuple[NDArray[np.int64], list[tuple[int, int]]]:
        """
        Sort the steps of the map by what they meet.

        Returns
        -------
        kinds
            A number for each step (n, 6); those with the same number have the same price, whoever takes them.
        samples
            Of each kind one: hex and side.
        """
        hexmap, near = self.map, self.map.neighbour
        height = hexmap.elevation_m.astype(np.float64)
        rise = height[near] - height[:, None]
        rises = (rise > 0) + 1 * (rise > self.tables.number("uphill_m"))
        met = near != NO_HEX, hexmap.terrain[near], hexmap.hexside, hexmap.slope, hexmap.crossing, hexmap.road, rises
        parts = [part.astype(np.int64) for part in met]
        numbers = np.ravel_multi_index(parts, [int(part.max()) + 1 for part in parts])
        _, first, kinds = np.unique(numbers, return_index=True, return_inverse=True)
        return kinds.reshape(near.shape), [divmod(index, SIDES) for index in first.tolist()]

    def around(self, index: int) -> list[int]:
        """List the six hexes about a hex."""
        found = self.near.get(index)
        if found is None:
            found = self.near[index] = self.map.neighbour[index].tolist()
        return found

    def row(self, index: int) -> GroundRow:
        """Give what the terrain in a hex is."""
        return self.classes[int(self.map.terrain[index])]

    def height(self, index: int) -> float:
        """Give the mean height of a hex in metres."""
        return float(self.map.elevation_m[index])

    def uphill(self, here: int, side: int, there: int) -> bool:
        """Whether a step goes uphill (5.4 ``uphill_m``); heights that are unknown rise nowhere."""
        rise = self.height(there) - self.height(here)
        if math.isnan(rise):
            return False
        steep = SLOPES[self.map.slope[here, side]] == "steep"
        return rise > self.tables.number("uphill_m") or (steep and rise > 0)


_grounds: OrderedDict[tuple[str, int], Ground] = OrderedDict()


def ground_of(situation: Situation) -> Ground:
    """Give the ground of a situation; the last few are kept."""
    tables = parkin(situation)
    key = (situation.map.key, id(tables))
    found = _grounds.get(key)
    if found is None or found.tables is not tables:
        found = _grounds[key] = Ground(situation.map, tables)
        if len(_grounds) > _KEPT:
            _grounds.popitem(last=False)
    return found


def neighbours(situation: Situation, index: int) -> list[int]:
    """List the six hexes about a hex, by side; ``NO_HEX`` off the map."""
    return ground_of(situation).around(index)


def ground_row(situation: Situation, index: int) -> GroundRow:
    """Give what the terrain in a hex is to these rules."""
    return ground_of(situation).row(index)


def height(situation: Situation, index: int) -> float:
    """Give the mean height of a hex in metres; NaN where unknown."""
    return ground_of(situation).height(index)


def cover_at(situation: Situation, index: int) -> str:
    """Name the cover in a hex: "", "soft" or "hard"; works give hard cover (5.8)."""
    return "hard" if ground_at(situation, index) == _FORT else ground_row(situation, index).cover


def is_passable(situation: Situation, move_type: str, index: int) -> bool:
    """Whether a unit of a movement type can stand in a hex, road or no road (5.4)."""
    return _why_barred(ground_of(situation).row(index), move_type, parkin(situation)) == ""


def step(situation: Situation, move_type: str, here: int, side: int) -> Step:
    """Price a step across a hexside; ``why_barred`` says why it cannot be taken (5.4)."""
    ground = ground_of(situation)
    changed = ground_at(situation, here, side) if situation.state.ground else ""
    if changed:
        return _priced(ground, move_type, here, side, changed)
    key = (move_type, here, side)
    if key not in ground.steps:
        ground.steps[key] = _priced(ground, move_type, here, side, "")
    return ground.steps[key]


def graph(situation: Situation, move_type: str, price: Callable[[Step], int], key: Hashable) -> HexGraph:
    """
    Lay what every step costs a unit of a movement type over the map (5.4).

    Parameters
    ----------
    price
        Gives the cost of a step that is not barred, above nothing.
    key
        What ``price`` goes by: the graph is kept for the same movement type and key.
    """
    ground = ground_of(situation)
    changes = frozenset((place, what) for place, what in situation.state.ground.items() if "/" in place)
    wanted = move_type, key, changes
    found = ground.graphs.get(wanted)
    if found is None:
        if len(ground.graphs) >= _KEPT_GRAPHS:
            ground.graphs.clear()
        found = ground.graphs[wanted] = _graph(situation, ground, move_type, price)
    return found


def _graph(situation: Situation, ground: Ground, move_type: str, price: Callable[[Step], int]) -> HexGraph:
    def cost_of(taken: Step) -> int:
        return 0 if taken.why_barred else price(taken)

    kinds, samples = ground.hexsides
    known = [cost_of(_priced(ground, move_type, here, side, "")) for here, side in samples]
    cost = np.array(known, np.int32)[kinds]
    for place in situation.state.ground:
        if "/" in place:
            here, side = map(int, place.split("/"))
            across = ground.around(here)[side]
            for index, over in ((here, side), (across, (side + SIDES // 2) % SIDES)):
                if index != NO_HEX:
                    cost[index, over] = cost_of(step(situation, move_type, index, over))
    return HexGraph.over(ground.map, cost)


def _priced(ground: Ground, move_type: str, here: int, side: int, changed: str) -> Step:
    there = ground.around(here)[side % SIDES]
    if there == NO_HEX:
        return Step(there, 0, obstacle=False, why_barred="there the map ends")
    if move_type == "air":
        return Step(there, 2**_PLAIN, obstacle=False)
    tables, row = ground.tables, ground.row(there)
    crossing = crossing_now(CROSSINGS[ground.map.crossing[here, side]], changed, tables)
    what = "none" if move_type == "sea" else _hexside(ground, move_type, here, side, crossing.name, changed)
    road = ROADS[ground.map.road[here, side]] in tables.sides.roads or (
        bool(tables.reading("tracks_double")) and bool(ground.map.road[here, side])
    )
    road = road and crossing.road and move_type != "sea"
    why = _why_barred(row, move_type, tables)
    if road and tables.reading("road_opens") and row.kind != "water":
        why = ""
    if what == "bar":
        why = "the hexside between cannot be crossed"
    return Step(there, 2 ** (_PLAIN + _halvings(ground, here, side, there, road=road)), what == "obstacle", why)


def _halvings(ground: Ground, here: int, side: int, there: int, *, road: bool) -> int:
    """Count how many times the distance is halved, less the times it is doubled (5.4)."""
    factors, row = ground.tables.factors, ground.row(there)
    count = factors["uphill"] if ground.uphill(here, side, there) else 0
    if not (road and ground.tables.reading("road_in_rough") == "road"):
        count += factors.get(row.kind, 0)
    return count + (factors["road"] if road else 0)


def _hexside(ground: Ground, move_type: str, here: int, side: int, crossing: str, changed: str) -> str:
    """Say what lies between two hexes for a mover on the ground: "none", "obstacle" or "bar"."""
    sides, hexmap = ground.tables.sides, ground.map
    water, slope = HEXSIDES[hexmap.hexside[here, side]], SLOPES[hexmap.slope[here, side]]
    lies = {sides.of(water), sides.of(slope), sides.wall if changed == "wall" else "none"}
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
