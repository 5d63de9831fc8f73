"""Light the ground from the north-west."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexmap import Shade
from maps.sources.raster.cells import onto_grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.raster.cells import Raster

    Floats = NDArray[np.float64]

__all__ = ["hillshade", "light", "rounded_off"]

_FROM_DEG, _ABOVE_DEG = 315.0, 45.0
_AT_ONCE = 32
_REACH = 4
"""How many cells away one is felt when heights are rounded off."""


def hillshade(raster: Raster, layout: Layout, *, exaggerate: float = 6.0, cells: float = 64.0) -> Shade:
    """
    Make a hillshade in grid coordinates, about so many cells to a hex.

    Heights are resampled by cubic splines and rounded off a little, so that the cells
    of a coarse source do not show. Where nothing is known the light is that of flat ground.
    """
    cell_m = layout.width_m / math.sqrt(cells)
    lying = onto_grid(raster, layout, cell_m, smooth=True)
    known = np.isfinite(lying.values)
    floor = float(lying.values[known].mean()) if known.any() else 0.0
    smoothed = rounded_off(np.where(known, lying.values, floor))
    shade = np.where(known, light(smoothed, cell_m, exaggerate), light(np.zeros((2, 2)), cell_m, exaggerate)[0, 0])
    return Shade(shade.astype(np.uint8), lying.u0_m, lying.v0_m, cell_m)


def rounded_off(values: Floats) -> Floats:
    """
    Round off heights (r, c) by a Gaussian of one cell, as at a mirror along the edges.

    It adds in the order of ``scipy.ndimage.gaussian_filter`` and comes to the same bits; to load that takes as long as
    the whole light of a small map.
    """
    weights = np.exp(-0.5 * np.arange(-_REACH, _REACH + 1) ** 2.0)
    weights /= weights.sum()
    down, across = np.empty_like(values), np.empty_like(values)
    above = np.pad(values, ((_REACH, _REACH), (0, 0)), mode="symmetric")
    for first in range(0, len(values), _AT_ONCE):
        last = min(first + _AT_ONCE, len(values))
        down[first:last] = _blended(above[first : last + 2 * _REACH].astype(np.float64), weights)
        beside = np.pad(down[first:last].astype(np.float64), ((0, 0), (_REACH, _REACH)), mode="symmetric")
        across[first:last] = _blended(beside.T, weights).T
    return across


def _blended(lines: Floats, weights: Floats) -> Floats:
    """Add up each line (n + 2 reaches, k) and those beside it, the furthest first, each pair by its weight."""
    count = len(lines) - 2 * _REACH
    total = lines[_REACH : _REACH + count] * weights[_REACH]
    for off in range(_REACH, 0, -1):
        pair = lines[_REACH - off : _REACH - off + count] + lines[_REACH + off : _REACH + off + count]
        pair *= weights[_REACH - off]
        total += pair
    return np.asarray(total)


def light(heights_m: Floats, cell_m: float, exaggerate: float = 1.0) -> Floats:
    """
    Compute how much light falls on each cell, 0 to 255 (Lambert), from the north-west at 45 degrees.

    >>> light(np.zeros((3, 3)), 100.0).round()[1, 1]
    np.float64(180.0)
    """
    down, right = np.gradient(heights_m * exaggerate, cell_m)
    turn, above = math.radians(_FROM_DEG), math.radians(_ABOVE_DEG)
    east, north, up = math.sin(turn) * math.cos(above), math.cos(turn) * math.cos(above), math.sin(above)
    # The surface's normal is (-dz/d_east, -dz/d_north, 1); down the picture is south.
    lit = (-right * east + down * north + up) / np.sqrt(1.0 + right**2 + down**2)
    return np.asarray(255.0 * np.clip(lit, 0.0, 1.0))
