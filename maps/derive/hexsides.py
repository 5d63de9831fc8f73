"""
Lay rivers along the hexsides they follow.

Each stem takes the cheapest way over the corners of the hexes, where a hexside costs
the more the further it lies from the river's line. A tributary's way ends where it
first meets the river system that it flows into, so the rivers form a tree: no
gaps, no stubs, no rings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from maps.derive.corners import CornerGraph, corner_graph
from maps.derive.routing import cheapest_way
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from maps.derive.rivers import Stem
    from maps.derive.terrain import Legend
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Waters", "lay_rivers"]

STREAM = HEXSIDES.index("stream")
_DRY = -1
_STEPS_PER_HEX = 8


@dataclass(frozen=True, slots=True)
class Waters:
    """What flows along hexsides: codes (n, 6), and river names by (lower index, side)."""

    hexside: NDArray[np.uint8]
    names: dict[tuple[int, int], str]


def lay_rivers(stems: Sequence[Stem], layout: Layout, inside: NDArray[np.bool_], legend: Legend) -> Waters:
    """
    Put the stems onto hexsides, classed by the area they drain.

    Parameters
    ----------
    stems
        As ``maps.derive.rivers.stems`` gives them, receivers first.
    """
    laying = _Laying(corner_graph(layout, inside), layout, inside)
    for stem in stems:
        laying.lay(stem)
    return laying.waters(legend)


class _Laying:
    """The rivers laid so far; a system is what hangs together inside the map."""

    def __init__(self, graph: CornerGraph, layout: Layout, inside: NDArray[np.bool_]) -> None:
        self.graph, self.layout, self.inside = graph, layout, inside
        self.middles = graph.middles()
        self.system = np.full(len(graph.points), _DRY, np.int64)
        self.systems_of: list[set[int]] = []
        self.systems = 0
        self.drained = np.zeros(len(graph.ends))
        self.names: dict[int, str] = {}
        joins = np.sort(graph.ends, axis=1)
        self.edge_of = {(int(a), int(b)): e for e, (a, b) in enumerate(joins)}

    def lay(self, stem: Stem) -> None:
        """Lay each part of a stem that lies inside the map."""
        self.systems_of.append(set())
        fine = _densify(stem, self.layout.to_grid(stem.points), self.layout.width_m / _STEPS_PER_HEX)
        for first, last in self._parts(fine.uv):
            cut = slice(first, last)
            ends = first > 0, last < len(fine.uv)
            part = _Line(fine.uv[cut], fine.point[cut], fine.drained_km2[cut], *ends)
            receivers = self.systems_of[stem.into] if stem.into is not None and not part.to_edge else set()
            self._lay_part(stem, part, receivers)

    def _parts(self, uv: Floats) -> Iterator[tuple[int, int]]:
        index = self.layout.indices_at(self.layout.to_map(uv))
        here = (index != NO_HEX) & self.inside[index]
        changes = np.flatnonzero(np.diff(np.concatenate([[False], here, [False]]).astype(np.int8)))
        for first, last in changes.reshape(-1, 2).tolist():
            if last - first >= _STEPS_PER_HEX / 2:
                yield first, last

    def _lay_part(self, stem: Stem, part: _Line, receivers: set[int]) -> None:
        receiving = np.isin(self.system, list(receivers))
        taken = (self.system != _DRY) & ~receiving
        source = self._corner_at(part.uv[0], taken, at_edge=part.from_edge)
        goal = receiving
        if not receiving.any():
            goal = np.zeros(len(taken), bool)
            goal[self._corner_at(part.uv[-1], taken, at_edge=part.to_edge)] = True
        way = cheapest_way(self.graph.ways, self._costs(part, taken), source, goal)
        if len(way) < 2:
            return
        system = int(self.system[way[-1]])
        if system == _DRY:
            system, self.systems = self.systems, self.systems + 1
        self.systems_of[-1].add(system)
        self.system[way] = system
        self._mark(way, stem, part)

    def _corner_at(self, uv: Floats, taken: NDArray[np.bool_], *, at_edge: bool) -> int:
        off = np.hypot(*(self.graph.points - uv).T)
        off[taken] = np.inf
        at_rim = np.where(self.graph.at_edge, off, np.inf)
        return int(np.argmin(at_rim if at_edge and at_rim.min() < 1.2 * self.layout.width_m else off))

    def _costs(self, part: _Line, taken: NDArray[np.bool_]) -> Floats:
        wide = self.layout.width_m
        low, high = part.uv.min(axis=0) - 1.5 * wide, part.uv.max(axis=0) + 1.5 * wide
        near = np.flatnonzero(((self.middles > low) & (self.middles < high)).all(axis=1))
        line = cKDTree(part.uv)
        ends = self.graph.points[self.graph.ends[near]]
        off = [line.query(p)[0] for p in (self.middles[near], ends[:, 0], ends[:, 1])]
        cost = np.full(len(self.graph.ends), np.inf)
        cost[near] = 0.15 + sum(np.square(d / (0.3 * wide)) for d in off) / 3
        # Two systems that touch would look like a confluence that is not there.
        cost[taken[self.graph.ends].any(axis=1)] = np.inf
        return cost

    def _mark(self, way: Ints, stem: Stem, part: _Line) -> None:
        edges = [self.edge_of[min(a, b), max(a, b)] for a, b in zip(way[:-1].tolist(), way[1:].tolist(), strict=True)]
        nearest = cKDTree(part.uv).query(self.middles[edges])[1]
        self.drained[edges] = np.maximum.accumulate(part.drained_km2[nearest])
        points = part.point[nearest].tolist()
        self.names.update((e, stem.names[k]) for e, k in zip(edges, points, strict=True) if stem.names[k])

    def waters(self, legend: Legend) -> Waters:
        """Turn drained areas into classes, on both sides of each hexside."""
        graph = self.graph
        code = np.searchsorted(np.array(legend.river_from_km2), self.drained, side="right")
        code = np.where(self.drained > 0, np.maximum(code, STREAM), 0).astype(np.uint8)
        hexside = np.zeros((len(self.inside), SIDES), np.uint8)
        hexside[graph.index, graph.side] = code
        across = self.layout.grid.neighbour_table()[graph.index, graph.side]
        hexside[across, (graph.side + 3) % SIDES] = code
        names = {(int(graph.index[e]), int(graph.side[e])): name for e, name in self.names.items()}
        return Waters(hexside, dict(sorted(names.items())))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in grid coordinates: the stem's point above each of its own, the area drained, whether the edge cut it."""

    uv: Floats
    point: Ints
    drained_km2: Floats
    from_edge: bool = False
    to_edge: bool = False


def _densify(stem: Stem, uv: Floats, step_m: float) -> _Line:
    lengths = np.hypot(*np.diff(uv, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    spots = np.linspace(0.0, along[-1], max(2, int(along[-1] / step_m) + 1))
    fine = np.stack([np.interp(spots, along, uv[:, 0]), np.interp(spots, along, uv[:, 1])], axis=1)
    point = np.clip(np.searchsorted(along, spots, side="right") - 1, 0, len(stem.points) - 1)
    return _Line(fine, point.astype(np.int64), np.interp(spots, along, stem.drained_km2))
