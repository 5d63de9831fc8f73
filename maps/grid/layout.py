"""
Say where a grid lies on the ground.

A layout joins a ``Grid`` to a projected coordinate reference system. Two
frames are used: *map coordinates*, metres east and north in the CRS; and
*grid coordinates*, metres ``u`` to the right and ``v`` downwards from the
centre of the first hex, turned by ``rotation_deg``. Kernels and drawing work
in grid coordinates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES, Grid, Hex

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["Layout"]

SQRT3 = math.sqrt(3.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """
    A grid with a place on the ground.

    Attributes
    ----------
    crs
        Projected CRS as PROJ reads it, for example ``"EPSG:32631"``.
    origin_x_m, origin_y_m
        Where the centre of the first hex (``0101``) lies, in map coordinates.
    width_m
        Hex width from flat to flat, which is also centre to centre.
    rotation_deg
        Turn of the grid about the origin, clockwise.
    """

    grid: Grid
    crs: str
    origin_x_m: float
    origin_y_m: float
    width_m: float
    rotation_deg: float = 0.0

    @property
    def radius_m(self) -> float:
        """Centre to corner."""
        return self.width_m / SQRT3

    def centres(self) -> Floats:
        """Give the centres of all hexes in grid coordinates (n, 2)."""
        return self.centres_of(np.arange(len(self.grid)))

    def centres_of(self, indices: NDArray[np.int64]) -> Floats:
        """Give the centres of some hexes in grid coordinates (k, 2)."""
        row, col = np.divmod(indices, self.grid.cols)
        wide, long = self.width_m, 1.5 * self.radius_m
        if self.grid.flat_top:
            return np.stack([col * long, (row + 0.5 * (col & 1)) * wide], axis=1)
        return np.stack([(col + 0.5 * (row & 1)) * wide, row * long], axis=1)

    def corner_offsets(self) -> Floats:
        """
        Give the six corners about a centre, grid coordinates (6, 2).

        Side ``k`` runs from corner ``k`` to corner ``(k + 1) % 6``.
        """
        first = -120.0 if self.grid.flat_top else -90.0
        turn = np.radians(first + 60.0 * np.arange(SIDES))
        return self.radius_m * np.stack([np.cos(turn), np.sin(turn)], axis=1)

    def corners(self) -> Floats:
        """Give the corners of all hexes in grid coordinates (n, 6, 2)."""
        return self.centres()[:, None, :] + self.corner_offsets()[None, :, :]

    def corners_of(self, indices: NDArray[np.int64]) -> Floats:
        """Give the corners of some hexes in grid coordinates (k, 6, 2)."""
        return self.centres_of(indices)[:, None, :] + self.corner_offsets()[None, :, :]

    def to_map(self, uv: ArrayLike) -> Floats:
        """Turn grid coordinates (..., 2) into map coordinates."""
        uv = np.asarray(uv, float)
        turn = math.radians(self.rotation_deg)
        u, v = uv[..., 0], uv[..., 1]
        east = u * math.cos(turn) - v * math.sin(turn)
        south = u * math.sin(turn) + v * math.cos(turn)
        return np.stack([self.origin_x_m + east, self.origin_y_m - south], axis=-1)

    def to_grid(self, xy: ArrayLike) -> Floats:
        """Turn map coordinates (..., 2) into grid coordinates."""
        xy = np.asarray(xy, float)
        uv = np.empty_like(xy)
        east = np.subtract(xy[..., 0], self.origin_x_m, out=uv[..., 0])
        south = np.subtract(self.origin_y_m, xy[..., 1], out=uv[..., 1])
        if self.rotation_deg:
            # Each product by itself, not by a matrix: the same point must come out the same in a block of any size.
            turn = math.radians(self.rotation_deg)
            u = east * math.cos(turn) + south * math.sin(turn)
            south[...] = south * math.cos(turn) - east * math.sin(turn)
            east[...] = u
        return uv

    def index_at(self, x_m: float, y_m: float) -> int:
        """Find the hex at map coordinates, ``NO_HEX`` off the grid."""
        return int(self.indices_at(np.array([[x_m, y_m]]))[0])

    def indices_at(self, xy: ArrayLike) -> NDArray[np.int64]:
        """Find the hexes at map coordinates (n, 2); ``NO_HEX`` off the grid."""
        return self.indices_under(self.to_grid(xy))

    def indices_under(self, uv: Floats) -> NDArray[np.int64]:
        """Find the hexes at grid coordinates (n, 2); ``NO_HEX`` off the grid."""
        along, across = (uv[..., 0], uv[..., 1]) if self.grid.flat_top else (uv[..., 1], uv[..., 0])
        # In either layout: `along` counts the staggered lines, `across` the hexes of one.
        a = along / (1.5 * self.radius_m)
        b = across / self.width_m - a / 2
        line, place = _round_axial(a, b)
        stagger = (line - (line & 1)) // 2
        col, row = (line, place + stagger) if self.grid.flat_top else (place + stagger, line)
        inside = (col >= 0) & (col < self.grid.cols) & (row >= 0) & (row < self.grid.rows)
        return np.where(inside, row * self.grid.cols + col, NO_HEX)

    def extent(self) -> tuple[float, float, float, float]:
        """Give the grid's box in grid coordinates: least u, v, greatest u, v."""
        # The outermost corners are those of the first and last two hexes of the first and last two rows.
        rows, cols = (_outermost(n) for n in (self.grid.rows, self.grid.cols))
        few = np.array([row * self.grid.cols + col for row in sorted(rows) for col in sorted(cols)])
        corners = (self.centres_of(few)[:, None, :] + self.corner_offsets()[None, :, :]).reshape(-1, 2)
        (u0, v0), (u1, v1) = corners.min(axis=0), corners.max(axis=0)
        return float(u0), float(v0), float(u1), float(v1)

    def rim_corners(self) -> Floats:
        """Give the corners of the outermost two rings of hexes in grid coordinates (r, 2): none lies further out."""
        rim = np.zeros((self.grid.rows, self.grid.cols), bool)
        rim[sorted(_outermost(self.grid.rows))] = True
        rim[:, sorted(_outermost(self.grid.cols))] = True
        centres = self.centres_of(np.flatnonzero(rim))
        return (centres[:, None, :] + self.corner_offsets()[None, :, :]).reshape(-1, 2)

    def hex_area_m2(self) -> float:
        """Give the area of one hex."""
        return SQRT3 / 2 * self.width_m**2

    def hex_of(self, index: int) -> Hex:
        """Give the axial coordinates of a hex."""
        return self.grid.hex_of(index)


def _outermost(count: int) -> set[int]:
    """Name the first and last two of so many lines."""
    return {0, min(1, count - 1), max(count - 2, 0), count - 1}


def _round_axial(a: Floats, b: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    c = -a - b
    ra, rb, rc = np.rint(a), np.rint(b), np.rint(c)
    da, db, dc = np.abs(ra - a), np.abs(rb - b), np.abs(rc - c)
    fix_a = (da > db) & (da > dc)
    fix_b = ~fix_a & (db > dc)
    return (
        np.where(fix_a, -rb - rc, ra).astype(np.int64),
        np.where(fix_b, -ra - rc, rb).astype(np.int64),
    )
