"""
Lay roads and railways from hex to hex along their lines.

Each line takes the cheapest way over neighbouring hexes: a step costs the more the
further it lies from the line, less where a road runs already, and more where it crosses
a river, so that a road in a valley keeps to its bank.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.nearby import nearest_of
from maps.derive.routing import cheapest_way, ways_of
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Codes = NDArray[np.uint8]

__all__ = ["drop_short_cuts", "lay_links"]

_ON_ROAD = 0.6
_CROSSING = {"none": 0.0, "stream": 0.4, "river": 1.0, "major_river": 3.0, "lake": 20.0, "coast": 20.0}


def lay_links(lines: Iterable[tuple[Floats, int]], layout: Layout, inside: NDArray[np.bool_], hexside: Codes) -> Codes:
    """
    Put lines onto links between neighbouring hexes.

    Parameters
    ----------
    lines
        Points in map coordinates (m, 2) and the code of the line; better ones, which
        have the higher code, first.
    hexside
        Rivers (n, 6); to cross one is dear.

    Returns
    -------
    numpy.ndarray
        The best code on each link (n, 6), the same seen from both of its hexes.
    """
    laid = [(layout.to_grid(points), code) for points, code in lines]
    if not laid:
        return np.zeros((len(inside), SIDES), np.uint8)
    laying = _Laying(layout, inside, hexside)
    for uv, code in laid:
        laying.lay(uv, code)
    table = laying.table()
    drop_short_cuts(table, layout.grid.neighbour_table())
    return table


class _Laying:
    def __init__(self, layout: Layout, inside: NDArray[np.bool_], hexside: Codes) -> None:
        self.layout, self.inside = layout, inside
        self.centres = layout.centres()
        neighbour = layout.grid.neighbour_table()
        here = (neighbour > np.arange(len(inside))[:, None]) & inside[:, None] & inside[neighbour]
        self.index, self.side = np.nonzero(here)
        self.ends = np.stack([self.index, neighbour[self.index, self.side]], axis=1).astype(np.int64)
        self.middles = self.centres[self.ends].mean(axis=1)
        self.ways = ways_of(self.ends, len(inside))
        self.extra = np.array([_CROSSING[name] for name in HEXSIDES])[hexside[self.index, self.side]]
        self.code = np.zeros(len(self.ends), np.uint8)

    def lay(self, uv: Floats, code: int) -> None:
        """Lay each part of a line that lies inside the map."""
        wide = self.layout.width_m
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(uv, axis=0).T))])
        spots = np.linspace(0.0, along[-1], max(2, int(along[-1] / wide * 8) + 1))
        fine = np.stack([np.interp(spots, along, uv[:, 0]), np.interp(spots, along, uv[:, 1])], axis=1)
        for part, first, last in self._parts(fine):
            goal = np.zeros(len(self.inside), bool)
            goal[last] = True
            way = cheapest_way(self.ways, self._costs(part, code), first, goal).tolist()
            for a, b in pairwise(way):
                leaving = slice(self.ways.starts[a], self.ways.starts[a + 1])
                edge = self.ways.edges[leaving][self.ways.nodes[leaving] == b]
                self.code[edge] = np.maximum(self.code[edge], code)

    def _parts(self, uv: Floats) -> Iterator[tuple[Floats, int, int]]:
        index = self.layout.indices_at(self.layout.to_map(uv))
        here = (index != NO_HEX) & self.inside[index]
        changes = np.flatnonzero(np.diff(np.concatenate([[False], here, [False]]).astype(np.int8)))
        for first, last in changes.reshape(-1, 2).tolist():
            yield uv[first:last], int(index[first]), int(index[last - 1])

    def _costs(self, line: Floats, code: int) -> Floats:
        wide = self.layout.width_m
        low, high = line.min(axis=0) - 2.5 * wide, line.max(axis=0) + 2.5 * wide
        near = np.flatnonzero(((self.middles > low) & (self.middles < high)).all(axis=1))
        off = nearest_of(line, self.middles[near])[0] / wide
        cost = np.full(len(self.ends), np.inf)
        cost[near] = 1.0 + (off / 0.7) ** 2 + self.extra[near]
        cost[near] *= np.where(self.code[near] >= code, _ON_ROAD, np.where(self.code[near] > 0, 0.8, 1.0))
        return cost

    def table(self) -> Codes:
        """Give the codes on both sides of each link."""
        table = np.zeros((len(self.inside), SIDES), np.uint8)
        table[self.index, self.side] = self.code
        table[self.ends[:, 1], (self.side + 3) % SIDES] = self.code
        return table


def drop_short_cuts(code: Codes, neighbour: NDArray[np.int32], metres: Floats | None = None) -> None:
    """
    Where three neighbouring hexes are all joined, drop the least link: it joins nothing new.

    The least is that of the lowest class; then of the fewest metres, if given; then the first.

    Parameters
    ----------
    code
        Classes of the links (n, 6); changed in place.
    metres
        Of road that a link stands for (n, 6).
    """
    index, side = np.nonzero(code)
    once = neighbour[index, side] > index
    index, side = index[once], side[once]
    across, back = neighbour[index, side], (side + 3) % SIDES
    weight = np.zeros(len(index)) if metres is None else metres[index, side]
    order = np.lexsort((np.arange(len(index)), weight, code[index, side]))
    rank = np.zeros(code.shape, np.int32)
    rank[index[order], side[order]] = rank[across[order], back[order]] = np.arange(1, len(index) + 1)
    least = np.zeros(len(index), bool)
    for turn in (1, -1):
        # The hex that both ends touch lies beside this side; from the far end it is two sides further round.
        near, far = rank[index, (side + turn) % SIDES], rank[across, (side + 2 * turn) % SIDES]
        least |= (rank[index, side] < near) & (rank[index, side] < far)
    gone = np.flatnonzero(least)
    code[index[gone], side[gone]] = code[across[gone], back[gone]] = 0
