"""Trace lines of communication: what reaches whom, how far, and what cuts it.

The ground is a graph whose costs are a carrier's; hexes barred to a side are taken out of it (``HexGraph.without``),
and networkx does the rest, answered from the arrays. A line runs from a goal back to the nearest source.

Five hexes in a row, 10 fragments a step, a source at the left end, and 30 fragments as the most that a line may take:

>>> import numpy as np
>>> from maps.grid.graph import HexGraph
>>> from maps.grid.hexgrid import Grid
>>> neighbour = Grid(cols=5, rows=1, flat_top=False).neighbour_table()
>>> graph = HexGraph(neighbour, np.where(neighbour < 0, 0, 10))
>>> free = Lines(graph, np.zeros(5, bool), limit=30)
>>> served(free, [0])
{0: 0, 1: 10, 2: 20, 3: 30}
>>> trace(free, [0], 3)
Line(path=(3, 2, 1, 0), cost=30, cut_at=None, fault='')
>>> trace(free, [0], 4)
Line(path=(4, 3, 2, 1, 0), cost=40, cut_at=None, fault='too far')

An enemy in the middle cuts it, and the line tells where:

>>> cut = Lines(graph, np.arange(5) == 2, limit=30)
>>> trace(cut, [0], 3)
Line(path=(3, 2, 1, 0), cost=30, cut_at=2, fault='cut')
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

import networkx as nx

from campaign.kit.groups import grouped
from maps.grid.graph import NO_LIMIT, HexGraph
from maps.grid.search import BoolArray
from maps.grid.ways import UNREACHED, ways_to

_Group = tuple[Sequence[int], Sequence[int]]

CUT = "cut"
TOO_FAR = "too far"
NO_WAY = "no way"
NO_SOURCE = "no source"


@dataclass(frozen=True)
class Lines:
    """The ground as a side's carriers find it.

    ``graph``: all the ground, with a carrier's costs in fragments. ``barred``: hexes that no line may enter (n,).
    ``limit``: the most fragments that a line may take. ``clear``: the ground without the barred hexes.
    """

    graph: HexGraph
    barred: BoolArray
    limit: int
    clear: HexGraph = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Take the barred hexes out, once for all searches."""
        object.__setattr__(self, "clear", self.graph.without(self.barred))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of communication, or the one that would serve if nothing barred it.

    ``path``: hexes from the goal to the source, both included; empty if there is no way at all. ``cost``: fragments
    along ``path``; ``None`` where there is none. ``cut_at``: the first barred hex on the way from the goal. ``fault``:
    "" if the line serves, else ``CUT``, ``TOO_FAR``, ``NO_WAY`` or ``NO_SOURCE``.
    """

    path: tuple[int, ...]
    cost: int | None
    cut_at: int | None = None
    fault: str = ""


def served(lines: Lines, sources: Collection[int]) -> dict[int, int]:
    """Map each hex that a line reaches from any of the sources to the fragments it takes; barred sources serve none."""
    usable = [source for source in sources if source in lines.clear]
    if not usable:
        return {}
    found: dict[int, int] = nx.multi_source_dijkstra_path_length(
        lines.clear, usable, cutoff=lines.limit, weight="weight"
    )
    return found


def trace(lines: Lines, sources: Collection[int], goal: int) -> Line:
    """Trace the line from a goal to the nearest source, or find out why there is none."""
    if not sources:
        return Line((), None, fault=NO_SOURCE)
    path, cost = _way(lines.clear, sources, goal, cutoff=lines.limit)
    return Line(path, cost) if path else _faulty(lines, *_way(lines.graph, sources, goal))


def traces(lines: Lines, wanted: Iterable[tuple[tuple[int, ...], int]]) -> dict[tuple[tuple[int, ...], int], Line]:
    """Trace the lines from many goals, each to the nearest of its own sources: as ``trace`` does, many at once.

    Goals with the same sources share one search, which ends when it has come to all of them.
    """
    goals = grouped(dict.fromkeys(wanted))
    each = _traced(lines, list(goals.items()))
    return {(sources, goal): line for sources, found in zip(goals, each, strict=True) for goal, line in found.items()}


def traces_from(lines: Lines, sources: Sequence[int], goals: Iterable[int]) -> dict[int, Line]:
    """Trace the lines from many goals to the nearest of the same sources, many at once."""
    return _traced(lines, [(sources, list(dict.fromkeys(goals)))])[0]


def _traced(lines: Lines, groups: Sequence[_Group]) -> list[dict[int, Line]]:
    """Trace the lines of groups of goals, each with its sources."""
    clear = _ways(lines.clear, groups, lines.limit)
    left = [
        (sources, [goal for goal in goals if goal not in ways])
        for (sources, goals), ways in zip(groups, clear, strict=True)
    ]
    freely = _ways(lines.graph, left, NO_LIMIT)
    found = []
    for (sources, goals), served_by, otherwise in zip(left, clear, freely, strict=True):
        faults = {goal: _faulty(lines, *otherwise.get(goal, ((), None))) for goal in goals}
        nowhere = dict.fromkeys(goals, Line((), None, fault=NO_SOURCE))
        found.append({goal: Line(*way) for goal, way in served_by.items()} | (faults if sources else nowhere))
    return found


def _faulty(lines: Lines, path: tuple[int, ...], cost: int | None) -> Line:
    """Say why there is no line, from the way that would serve if nothing barred it."""
    if not path:
        return Line((), None, fault=NO_WAY)
    cut_at = next((hex_ for hex_ in path if lines.barred[hex_]), None)
    return Line(path, cost, cut_at, TOO_FAR if cut_at is None else CUT)


def _ways(graph: HexGraph, groups: Sequence[_Group], limit: int) -> list[dict[int, tuple[tuple[int, ...], int]]]:
    """Find the way from each goal of a group to the nearest of its sources, and what it costs, where there is one."""
    shut = graph.blocked
    wanted = [
        ([source for source in sources if not shut[source]], [goal for goal in goals if not shut[goal]])
        for sources, goals in groups
    ]
    ways = ways_to(graph, wanted, limit)
    costs = enumerate(ways.cost.tolist())
    return [
        {
            goal: (ways.of(number), cost)
            for goal, (number, cost) in zip(goals, islice(costs, len(goals)), strict=True)
            if cost != UNREACHED
        }
        for _, goals in wanted
    ]


def _way(
    graph: HexGraph, sources: Collection[int], goal: int, *, cutoff: int | None = None
) -> tuple[tuple[int, ...], int | None]:
    usable = [source for source in sources if source in graph]
    if not usable or goal not in graph:
        return (), None
    try:
        cost, path = nx.multi_source_dijkstra(graph, usable, target=goal, cutoff=cutoff, weight="weight")
    except nx.NetworkXNoPath:
        return (), None
    return tuple(reversed(path)), int(cost)
