"""
Price every step of a map for one way of going, and find the least ways.

A ruleset says in a ``Going`` what half a hex of each terrain, a step along a
road and the water on a hexside cost, in fragments; the ground then is a graph
of steps, and networkx finds the ways over it, answered from the arrays. The
graph of a map is built once for each way of going and each state of the
bridges, and kept.

Three hexes in a row on open ground, 10 fragments for half a hex, and an enemy
zone of control in the middle one:

>>> import numpy as np
>>> from tests.toyground import toy_map
>>> ground = toy_map("...", flat_top=False)
>>> going = Going(half=(10.0,) * 7, road=0.0, wade=(0,) + (SHUT,) * 5, bridged=frozenset())
>>> steps = step_costs(ground, going)
>>> ways_from(steps, 0, 50).cost
{0: 0, 1: 20, 2: 40}
>>> ways_from(steps, 0, 50, halts=np.array([False, True, False])).cost
{0: 0, 1: 20}
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.kit.crossings import Crossing
    from maps.grid.hexmap import HexMap
    from maps.grid.search import BoolArray, IntArray

    _Changes = tuple[tuple[tuple[int, int], Crossing], ...]

__all__ = ["SHUT", "Going", "Steps", "Ways", "step_costs", "ways_from"]

SHUT = -1
"""Cost of what cannot be passed."""

_KEPT = 128


@dataclass(frozen=True)
class Going:
    """
    What steps cost to one kind of mover.

    Attributes
    ----------
    half
        Fragments for half a hex, by terrain code; 0 where only a road leads
        in, ``SHUT`` where nothing does.
    road
        Fragments for a whole step along a road; 0 where roads do not help.
    wade
        Fragments more, by code in ``HEXSIDES``, to get through water without
        bridge or ford; ``SHUT`` where there is no getting through.
    bridged
        Pairs (name in ``HEXSIDES``, name in ``CROSSINGS``) over which the
        mover goes dry-shod.
    """

    half: tuple[float, ...]
    road: float
    wade: tuple[int, ...]
    bridged: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Steps:
    """
    A map as one kind of mover finds it.

    Attributes
    ----------
    graph
        What each step costs, in fragments.
    assault
        Fragments to come to grips across each hexside (n, 6): half the dry
        step, and all that the water asks; 0 where nobody gets across.
    """

    graph: HexGraph
    assault: IntArray

    def cost(self, here: int, side: int) -> int:
        """Give the fragments of a step across a side; 0 is no passage."""
        return int(self.graph.cost[here, side])


@dataclass(frozen=True, slots=True)
class Ways:
    """The least ways from a hex: their cost in fragments by hex, nearest first, and their hexes, both ends included."""

    cost: Mapping[int, int]
    paths: Mapping[int, Sequence[int]]

    @property
    def previous(self) -> Mapping[int, int]:
        """The hex before each on the way to it."""
        return {goal: path[-2] for goal, path in self.paths.items() if len(path) > 1}


@dataclass(frozen=True)
class _Ground:
    """A map that is looked up by its content."""

    key: str
    hexmap: HexMap = field(compare=False, hash=False)


def step_costs(hexmap: HexMap, going: Going, changes: Mapping[tuple[int, int], Crossing] | None = None) -> Steps:
    """
    Price the steps of a map; the answer is kept for the same map, going and changes.

    A step costs half of the hex left and half of the hex entered, or the
    road's where a road joins the two and water between them is bridged.
    """
    return _step_costs(_Ground(hexmap.key, hexmap), going, tuple(sorted((changes or {}).items())))


def ways_from(
    steps: Steps,
    start: int,
    limit_fragments: int,
    *,
    shut: BoolArray | None = None,
    halts: BoolArray | None = None,
    first: Mapping[int, int] | None = None,
) -> Ways:
    """
    Find the least ways from a hex that cost no more than a limit.

    Parameters
    ----------
    shut
        Hexes that cannot be entered (n,).
    halts
        Hexes that can be entered and then not left (n,); the start is exempt.
    first
        What the first step costs across these sides, where it is not as usual.
    """
    cost = steps.graph.cost
    if halts is not None or first:
        cost = cost.copy()
        if halts is not None:
            leave = cost[start].copy()
            cost[halts] = 0
            cost[start] = leave
        for side, fragments in (first or {}).items():
            cost[start, side] = fragments
    closed = steps.graph.blocked if shut is None else steps.graph.blocked | shut
    if closed[start]:
        closed = closed.copy()
        closed[start] = False
    graph = HexGraph(steps.graph.neighbour, cost, closed)
    found, paths = nx.single_source_dijkstra(graph, start, cutoff=limit_fragments, weight="weight")
    return Ways(found, paths)


@lru_cache(maxsize=_KEPT)
def _step_costs(ground: _Ground, going: Going, changes: _Changes) -> Steps:
    hexmap = ground.hexmap
    neighbour = hexmap.neighbour
    crossing, road = _crossings(hexmap, changes)
    half = np.array(going.half, float)[hexmap.terrain]
    wet = hexmap.hexside != HEXSIDES.index("none")
    dry = ~wet | _bridged(going)[hexmap.hexside, crossing]
    wade = np.where(dry, 0, np.array(going.wade, np.int64)[hexmap.hexside])
    across, open_ground = half[neighbour], (half > 0)[:, None] & (half > 0)[neighbour]
    by_road = (road != ROADS.index("none")) & dry & (going.road > 0)
    plain = np.where(by_road, going.road, half[:, None] + across)
    enterable = (half[:, None] >= 0) & (across >= 0) & (neighbour != NO_HEX)
    passage = enterable & (by_road | (open_ground & (wade >= 0)))
    step = np.maximum(1, np.rint(plain).astype(np.int64) + wade)
    assault = np.maximum(1, np.rint(plain / 2).astype(np.int64) + wade)
    return Steps(HexGraph.over(hexmap, np.where(passage, step, 0)), np.where(passage, assault, 0).astype(np.int32))


def _bridged(going: Going) -> BoolArray:
    table = np.zeros((len(HEXSIDES), len(CROSSINGS)), bool)
    for water, crossing in going.bridged:
        table[HEXSIDES.index(water), CROSSINGS.index(crossing)] = True
    return table


def _crossings(hexmap: HexMap, changes: _Changes) -> tuple[IntArray, IntArray]:
    crossing, road = hexmap.crossing.astype(np.int32), hexmap.road.astype(np.int32)
    for (index, side), now in changes:
        crossing[index, side] = CROSSINGS.index(now.name)
        if not now.road:
            road[index, side] = ROADS.index("none")
    return crossing, road
