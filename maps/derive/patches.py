"""Join hexes that hang together into patches: built-up ground, seas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.derive.covers import COVERS
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES
from maps.grid.joining import joined_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexgrid import Grid

    Bools = NDArray[np.bool_]

__all__ = ["built_up_km2", "least_beside", "near_sea", "patches", "sea_hexes"]

_BUILT = ("built-up", "industry")
_PART_OF_TOWN = 0.2
_WET = 0.5
_SEA_LEVEL_M = 1.0
_SHORE_M = 150.0
"""A sea has some shore lower than this; water amid higher ground, whose height is void or 0, is a lake."""
_COAST = HEXSIDES.index("coast")


def patches(chosen: Bools, grid: Grid) -> NDArray[np.int32]:
    """
    Join chosen hexes with a common side into patches.

    Returns
    -------
    numpy.ndarray
        Number of each hex's patch, from 0; -1 for hexes that are not chosen (n,).
    """
    here = np.flatnonzero(chosen)
    place = np.full(len(chosen), -1, np.int32)
    place[here] = np.arange(len(here), dtype=np.int32)
    # Three sides of each hex name every pair once.
    across = grid.neighbour_table()[here, :3]
    rows, sides = np.nonzero((across != NO_HEX) & chosen[across])
    found = np.full(len(chosen), -1, np.int32)
    found[here] = joined_parts(rows, place[across[rows, sides]], len(here))
    return found


def built_up_km2(shares: NDArray[np.floating], grid: Grid, hex_km2: float) -> NDArray[np.float64]:
    """
    Measure the built-up ground that each hex is part of, in square km (n,); 0 where it is part of none.

    Hexes belong together that have a common side and are a fifth or more built-up or industry.
    """
    built = shares[:, [COVERS.index(name) for name in _BUILT]].sum(axis=1, dtype=np.float64)
    patch = patches(built >= _PART_OF_TOWN, grid)
    part = patch >= 0
    sizes = np.bincount(patch[part], built[part]) * hex_km2
    found = np.zeros(len(shares))
    found[part] = sizes[patch[part]]
    return found


def sea_hexes(
    shares: NDArray[np.floating], height_m: NDArray[np.floating], inside: Bools, grid: Grid, known: Bools | None = None
) -> Bools:
    """
    Say which hexes hang together with the sea (n,).

    These are hexes half or more under water, at a height of at most 1 m or of unknown height,
    in a patch that holds a hex known to be sea, or reaches the edge of the map and has some low ground
    beside it: heights of a lake in the hills may be void too. On a map without any heights only
    patches with a hex known to be sea count: a lake may reach the edge.

    Parameters
    ----------
    known
        Hexes that hold what a source calls sea (n,).
    """
    wet = shares[:, COVERS.index("water")] >= np.float32(_WET)
    # Sources of elevation leave the sea void.
    low = ~(height_m > _SEA_LEVEL_M)
    known = np.zeros(len(wet), bool) if known is None else known & wet
    likely = (wet & low & inside) | known
    if not likely.any():
        return likely
    patch = patches(likely, grid)
    edge = inside & _beside(~inside, grid, off_grid=True) & ~np.isnan(height_m).all()
    part = patch >= 0
    shore = np.full(len(wet), np.nan)
    shore[part] = least_beside(patch, height_m, inside, grid)[patch[part]]
    starts = patch[((edge & ~(shore > _SHORE_M)) | known) & part]
    return np.asarray(part & np.isin(patch, starts))


def least_beside(
    patch: NDArray[np.int32], height_m: NDArray[np.floating], inside: Bools, grid: Grid
) -> NDArray[np.float64]:
    """Give the least height of the hexes beside each patch; NaN where none is known."""
    across = grid.neighbour_table()
    here, side = np.nonzero((patch >= 0)[:, None] & (across != NO_HEX))
    there = across[here, side]
    beside = (patch[there] < 0) & inside[there] & np.isfinite(height_m[there])
    least = np.full(int(patch.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, patch[here[beside]], height_m[there[beside]])
    return np.where(np.isinf(least), np.nan, least)


def near_sea(sea: Bools, hexside: NDArray[np.uint8], grid: Grid) -> Bools:
    """Say which hexes touch the sea (n,): a neighbour is sea, or a side is coast."""
    on_coast = (hexside == _COAST).any(axis=1)
    return np.asarray(_beside(sea, grid, off_grid=False) | on_coast if sea.any() else on_coast)


def _beside(chosen: Bools, grid: Grid, *, off_grid: bool) -> Bools:
    across = grid.neighbour_table()
    return np.asarray(np.where(across == NO_HEX, off_grid, chosen[across]).any(axis=1))
