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

from maps.derive.laying import TrueCrossings
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES

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
        self.tree = shapely.STRtree(self.rivers)
        self.banks = hexside >= _RIVER

    def on_own_bank(self, hexes: Ints, uv: Floats) -> Ints:
        """
        Move things to their bank.

        A thing stays in its hex if no true river lies between it and the hex's
        centre. Else it is put in the nearest hex across a river's hexside from
        whose centre none parts it; if there is none, it stays.

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
        lines = shapely.linestrings(points, indices=np.repeat(np.arange(len(starts) - 1), np.diff(starts)))
        line, river = self.tree.query(lines, predicate="crosses")
        spots, pair = shapely.get_coordinates(shapely.intersection(lines[line], self.rivers[river]), return_index=True)
        line = line[pair]
        at_m = shapely.line_locate_point(lines[line], shapely.points(spots))
        none = np.setdiff1d(np.arange(len(lines)), line)
        line, at_m = np.concatenate([line, none]), np.concatenate([at_m, np.full(len(none), np.nan)])
        order = np.lexsort((at_m, line))
        return TrueCrossings(np.searchsorted(line[order], np.arange(len(starts))), at_m[order])

    def _is_parted(self, uv: Floats, hexes: Ints) -> Bools:
        """Say whether rivers lie an odd number of times between points and the centres of hexes (m,)."""
        lines = shapely.linestrings(np.stack([uv, self.centres[hexes]], axis=1))
        line, river = self.tree.query(lines, predicate="crosses")
        times = shapely.get_num_coordinates(shapely.intersection(lines[line], self.rivers[river]))
        return np.asarray(np.bincount(line, times, len(lines)).astype(np.int64) % 2 == 1)
