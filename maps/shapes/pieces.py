"""
Sample a large map piece by piece, so that it costs what is looked at.

The samples are worked out about the box that is drawn, and the leanings of hexes towards woods block by block. Each
round of theirs reaches one hex further: a block is settled together with the hexes that its rounds reach, and comes out
as it does on the whole map. Nothing of it is kept but the leanings, and the windows that were looked at last.
"""

from __future__ import annotations

import itertools
import math
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.problems import Problem, ProblemsFound
from maps.shapes.field import sampled
from maps.shapes.heights import filled, height_field
from maps.shapes.plane import PER_HEX, grown_by, part_of
from maps.shapes.woods import ROUNDS, cleared, clearings, leanings, wanted_shares, wood_field

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.palette import Palette
    from maps.shapes.field import Samples
    from maps.shapes.plane import Net
    from maps.shapes.woods import Clearing

    Floats = NDArray[np.float64]

__all__ = ["MOST_SAMPLES", "Pieces", "Window", "check_size"]

MOST_SAMPLES = 20_000_000
"""How many samples are worked out at once at most, and kept: with all that goes with them a gigabyte."""

_BLOCK = 64
"""Hexes along the side of a block whose leanings are settled together; more of them where samples are farther apart."""
_AROUND = ROUNDS + 3
"""How far beyond a block its hexes bear on it, in hexes: the rounds, and what smoothing reaches over a hexside."""
_SMOOTHED = 16
"""How far smoothing reaches, in samples."""
_REACH = math.ceil((math.sqrt(3.0) * _AROUND + 1.0) / 1.5) + 3
"""How far from a hex its share bears on a block, in rows or columns, which lie 1.5 apart where they are nearest."""
_MOST_KEPT = 6
_THREADS = min(4, os.cpu_count() or 1)


class Window(NamedTuple):
    """What the samples of a part of a map show: whose ground each is past wandering borders, woods, and heights."""

    net: Net
    warped: NDArray[np.int32]
    woods: NDArray[np.float32]
    heights: NDArray[np.float32]

    def cut(self, part: Net) -> Window:
        """Give a smaller part of it."""
        lines = slice(part.y0 - self.net.y0, part.y0 - self.net.y0 + part.high)
        columns = slice(part.x0 - self.net.x0, part.x0 - self.net.x0 + part.wide)
        warped, woods, heights = self.warped[lines, columns], self.woods[lines, columns], self.heights[lines, columns]
        return Window(part, warped, woods, heights)

    def holds(self, part: Net) -> bool:
        """Say whether a part lies within it."""
        net = self.net
        across = net.x0 <= part.x0 and part.x0 + part.wide <= net.x0 + net.wide
        return across and net.y0 <= part.y0 and part.y0 + part.high <= net.y0 + net.high


class Pieces:
    """
    A map that is sampled where it is looked at.

    Parameters
    ----------
    net
        Of the whole map.
    u, v
        Centres of the hexes (n,), in plane units.
    """

    def __init__(self, hexmap: HexMap, palette: Palette, net: Net, u: Floats, v: Floats) -> None:
        self.net, self._name, self._cols = net, hexmap.name, hexmap.layout.grid.cols
        self._u, self._v, self._heights = u, v, filled(hexmap.elevation_m)
        self._wanted, self._places = wanted_shares(hexmap, palette), clearings(hexmap)
        self._spots = np.array([(place.u, place.v) for place in self._places]).reshape(-1, 2)
        self._leaning = np.full(len(u), np.nan)
        self._kept: OrderedDict[tuple[int, ...], Window] = OrderedDict()
        self._lock = RLock()
        self._block = round(_BLOCK * PER_HEX * net.step / math.sqrt(3.0))

    def succeed(self, other: Pieces) -> None:
        """Take over the blocks that another map of the grid has settled, but where something bears on them anew."""
        if self._places != other._places or self._cols != other._cols or self.net != other.net:
            return
        with other._lock:
            leaning = other._leaning.copy()
        # What has another share now bears on every block that reaches it, as far as rounds and samples go.
        row, col = np.divmod(np.flatnonzero(self._wanted != other._wanted), self._cols)
        ends = [np.maximum(0, at + by) // self._block for at in (row, col) for by in (-_REACH, _REACH)]
        for top, foot, left, right in sorted(set(zip(*(end.tolist() for end in ends), strict=True))):
            for block in itertools.product(range(top, foot + 1), range(left, right + 1)):
                leaning[self._hexes_of(*block)] = np.nan
        self._leaning = leaning

    def window(self, part: Net) -> Window:
        """
        Work out a part of the map.

        Raises
        ------
        ProblemsFound
            If it is so large that its samples would fill the memory.
        """
        with self._lock:
            key = part.x0, part.y0, part.wide, part.high
            found = next((kept for kept in reversed(self._kept.values()) if kept.holds(part)), None)
            if found is None:
                found = self._kept[key] = self._made(part)
                while len(self._kept) > _MOST_KEPT or (len(self._kept) > 1 and self._held() > MOST_SAMPLES):
                    self._kept.popitem(last=False)
            return found.cut(part)

    def _held(self) -> int:
        return sum(kept.warped.size for kept in self._kept.values())

    def _made(self, part: Net) -> Window:
        wide = grown_by(self.net, part, _SMOOTHED)
        check_size(self._name, wide)
        samples = sampled(wide, self._u, self._v)
        self._settle(samples.near)
        woods = wood_field(samples, self._cleared(wide, samples), self._leaning)
        heights = height_field(samples, self._heights)
        return Window(wide, samples.warped, woods, heights).cut(part)

    def _cleared(self, net: Net, samples: Samples) -> NDArray[np.float32]:
        return cleared(net, samples.rough, self._near(net))

    def _near(self, net: Net) -> list[Clearing]:
        """List the places about a net."""
        u, v = net.x[[0, -1]], net.y[[0, -1]]
        far = np.abs(self._spots - [u.mean(), v.mean()]) < [np.ptp(u) / 2 + 2, np.ptp(v) / 2 + 2]
        return [self._places[k] for k in np.flatnonzero(far.all(axis=1)).tolist()]

    def _settle(self, hexes: NDArray[np.int32]) -> None:
        """Settle the blocks that some hexes lie in, but for those that are settled."""
        asked = np.zeros(len(self._leaning), bool)
        asked[hexes] = True
        row, col = np.divmod(np.flatnonzero(asked & np.isnan(self._leaning)), self._cols)
        blocks = sorted(set(zip((row // self._block).tolist(), (col // self._block).tolist(), strict=True)))
        if len(blocks) == 1:
            self._settle_block(blocks[0])
        elif blocks:
            # Blocks know nothing of each other; the kernels leave the interpreter to other threads.
            with ThreadPoolExecutor(min(len(blocks), _THREADS)) as pool:
                list(pool.map(self._settle_block, blocks))

    def _hexes_of(self, row: int, col: int) -> NDArray[np.int64]:
        """List the hexes of a block."""
        rows = np.arange(row * self._block, min((row + 1) * self._block, len(self._u) // self._cols))
        cols = np.arange(col * self._block, min((col + 1) * self._block, self._cols))
        return np.asarray(rows[:, None] * self._cols + cols[None]).ravel()

    def _settle_block(self, at: tuple[int, int]) -> None:
        block = self._hexes_of(*at)
        far, u, v = math.sqrt(3.0) * _AROUND + 1.0, self._u[block], self._v[block]
        net = part_of(self.net, (u.min() - far, v.min() - far, u.max() + far, v.max() + far))
        samples = sampled(net, self._u, self._v)
        seen = np.zeros(len(self._u), bool)
        seen[samples.near] = True
        hexes, place = np.flatnonzero(seen), np.zeros(len(self._u), np.int32)
        place[hexes] = np.arange(len(hexes))
        near, here = place[samples.near], np.where(samples.here < 0, np.int32(-1), place[samples.here])
        known = samples._replace(near=near, here=here)
        self._leaning[block] = leanings(known, self._cleared(net, samples), self._wanted[hexes])[place[block]]


def check_size(name: str, net: Net) -> None:
    """
    Refuse to sample so much at once that it would fill the memory.

    Raises
    ------
    ProblemsFound
        If it is more than ``MOST_SAMPLES``.
    """
    count = net.wide * net.high
    if count > MOST_SAMPLES:
        each = 1.5 * math.sqrt(3.0) / net.step**2
        what = f"about {count / each:,.0f} hexes would be drawn at once, and {MOST_SAMPLES / each:,.0f} are the most"
        raise ProblemsFound([Problem(name, what, "draw a part of the map, or build it with larger hexes")])
