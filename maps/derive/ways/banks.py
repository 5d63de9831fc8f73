"""
Keep roads on their own bank of a river.

On the map a river runs on hexsides, up to half a hex from its true line, so a
road beside it may lie in a hex of the other bank. Such a stretch is moved to
the hex across the hexside of the river.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from maps.derive.ways.laying import TrueCrossings
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES
from maps.grid.meetings import cells_of, meetings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["Banks"]

_RIVER = HEXSIDES.index("river")


class Banks:
    """
    The true rivers of a map, and the hexsides that they lie on.

    Parameters
    ----------
    rivers
        Lines in map coordinates; those that lie on the map as rivers, not streams.
    hexside
        Codes into ``HEXSIDES`` (n, 6).
    """

    def __init__(self, rivers: Shapes, hexside: NDArray[np.uint8], inside: Bools, layout: Layout) -> None:
        self.layout, self.inside = layout, inside
        self.centres = layout.centres()
        self.table = layout.grid.neighbour_table()
        self.rivers = shapely.transform(rivers, layout.to_grid)
        points, line = shapely.get_coordinates(self.rivers, return_index=True)
        self.cells = cells_of(points, np.searchsorted(line, np.arange(len(rivers) + 1)))
        self.banks = hexside >= _RIVER

    def on_own_bank(self, hexes: Ints, uv: Floats) -> Ints:
        """
        Move things to their bank.

        A thing stays in its hex if no true river lies between it and the hex's
        centre. Else it is put in the nearest hex across a river's hexside if no
        river parts it from the centre there; if there is none, it stays.

        Parameters
        ----------
        hexes, uv
            Hexes (m,), ``NO_HEX`` off the map, and grid coordinates (m, 2) of the things.
        """
        own = hexes.astype(np.int64)
        beside = np.flatnonzero((hexes != NO_HEX) & self.banks[hexes].any(axis=1))
        apart = beside[self._is_parted(uv[beside], own[beside])]
        if not len(apart):
            return own
        there = self.table[own[apart]].astype(np.int64)
        off = np.hypot(*(self.centres[there] - uv[apart][:, None, :]).transpose(2, 0, 1))
        able = self.banks[own[apart]] & (there != NO_HEX) & self.inside[there]
        row, side = np.nonzero(able)
        able[row, side] = ~self._is_parted(uv[apart[row]], there[row, side])
        off[~able] = np.inf
        best = off.argmin(axis=1)
        found = np.isfinite(off[np.arange(len(apart)), best])
        own[apart[found]] = there[found, best[found]]
        return own

    def crossed_by(self, points: Floats, starts: Ints) -> TrueCrossings:
        """Find where lines (see ``walk_lines``) cross the true rivers; a line that crosses none gets a NaN."""
        line, at_m = self._spots(points, starts)
        none = np.flatnonzero(np.bincount(line, minlength=len(starts) - 1) == 0)
        line, at_m = np.concatenate([line, none]), np.concatenate([at_m, np.full(len(none), np.nan)])
        order = np.lexsort((at_m, line))
        return TrueCrossings(np.searchsorted(line[order], np.arange(len(starts))), at_m[order])

    def _is_parted(self, uv: Floats, hexes: Ints) -> Bools:
        """Say whether rivers lie an odd number of times between points and the centres of hexes (m,)."""
        ends = np.stack([uv, self.centres[hexes]], axis=1).reshape(-1, 2)
        line, _ = self._spots(ends, 2 * np.arange(len(hexes) + 1))
        return np.asarray(np.bincount(line, minlength=len(hexes)) % 2 == 1)

    def _spots(self, points: Floats, starts: Ints) -> tuple[Ints, Floats]:
        """List the lines that cross rivers, and how far along each: one row for each spot."""
        met = meetings(points, starts, self.cells)
        if not len(met.doubtful):
            return met.line, met.at_m
        lines = _lines(points, starts, met.doubtful[:, 0])
        rivers = self.rivers[met.doubtful[:, 1]]
        crossing = np.flatnonzero(shapely.crosses(lines, rivers))
        shared = shapely.intersection(lines[crossing], rivers[crossing])
        spots, pair = shapely.get_coordinates(shared, return_index=True)
        row = crossing[pair]
        at_m = shapely.line_locate_point(lines[row], shapely.points(spots))
        return np.concatenate([met.line, met.doubtful[row, 0]]), np.concatenate([met.at_m, at_m])


def _lines(points: Floats, starts: Ints, rows: Ints) -> Shapes:
    """Draw some of the lines."""
    count = np.diff(starts)[rows]
    first = np.cumsum(count) - count
    own = np.arange(count.sum()) - np.repeat(first - starts[rows], count)
    return np.asarray(shapely.linestrings(points[own], indices=np.repeat(np.arange(len(rows)), count)))
