"""Conclude heights, relief and land cover of each hex from rasters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX
from maps.grid.kernels import polygon_amounts, raster_classes, raster_statistics
from maps.sources.rasters import cell_centres, cell_quads, cells_per_hex, onto_grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.rasters import Raster

    Floats = NDArray[np.float64]

__all__ = ["FINE_CELLS", "Heights", "cover_shares", "heights"]

FINE_CELLS = 40.0
"""From this many cells a hex on, cells are counted by their centres; below, cut exactly."""


class Heights(NamedTuple):
    """Per hex, in metres: mean, least, greatest height and local relief; and the share of it known."""

    mean_m: Floats
    low_m: Floats
    high_m: Floats
    relief_m: Floats
    known: Floats


def heights(raster: Raster, layout: Layout, *, bias_m: float = 0.0, relief_factor: float = 1.0) -> Heights:
    """
    Take heights and relief of every hex, NaN where the raster knows nothing.

    ``bias_m`` is added to the heights; relief, the difference of the highest
    and the lowest cell, is multiplied by ``relief_factor``. For elevation of
    outlet pixels at 30 arc seconds, 21 m and 1.4 were measured against a 50 m model.
    """
    if cells_per_hex(raster, layout) >= FINE_CELLS:
        mean, low, high, known = _counted(raster, layout)
    else:
        mean, low, high, known = _cut(raster, layout)
    return Heights(mean + bias_m, low + bias_m, high + bias_m, (high - low) * relief_factor, known)


def _counted(raster: Raster, layout: Layout) -> tuple[Floats, Floats, Floats, Floats]:
    cell_m = math.sqrt(layout.hex_area_m2() / cells_per_hex(raster, layout))
    lying = onto_grid(raster, layout, cell_m, smooth=False)
    found = raster_statistics(lying.values, lying.u0_m, lying.v0_m, lying.cell_m, layout)
    some = found.cells > 0
    mean = np.where(some, found.total / np.maximum(found.cells, 1), np.nan)
    low, high = (np.where(some, column, np.nan) for column in (found.low, found.high))
    return mean, low, high, np.minimum(found.cells * cell_m**2 / layout.hex_area_m2(), 1.0)


def _cut(raster: Raster, layout: Layout) -> tuple[Floats, Floats, Floats, Floats]:
    values = raster.values.ravel()
    known = ~np.isnan(values)
    amounts = np.stack([known, np.where(known, values, 0.0)], axis=1).astype(np.float64)
    area, volume = polygon_amounts(cell_quads(raster, layout), amounts, layout).T
    some = area > 0
    mean = np.where(some, volume / np.where(some, area, 1.0), np.nan)
    low, high = _extremes(raster, layout)
    # A hex smaller than a cell may hold no centre at all, and the mean knows cells whose centre lies outside.
    low, high = np.fmin(low, mean), np.fmax(high, mean)
    return mean, low, high, area / layout.hex_area_m2()


def _extremes(raster: Raster, layout: Layout) -> tuple[Floats, Floats]:
    index = layout.indices_at(layout.to_map(cell_centres(raster, layout)))
    here = (index != NO_HEX) & ~np.isnan(raster.values)
    low, high = np.full(len(layout.grid), np.inf), np.full(len(layout.grid), -np.inf)
    np.minimum.at(low, index[here], raster.values[here])
    np.maximum.at(high, index[here], raster.values[here])
    return low, high


def cover_shares(raster: Raster, kinds: int, layout: Layout) -> Floats:
    """
    Measure what share of each hex each class 0 to ``kinds - 1`` covers (n, kinds).

    Rows add up to 1, and to less where the raster has holes or other classes.
    """
    cells = cells_per_hex(raster, layout)
    if cells >= FINE_CELLS:
        cell_m = math.sqrt(layout.hex_area_m2() / cells)
        lying = onto_grid(raster, layout, cell_m, smooth=False)
        counts = raster_classes(lying.values, kinds, lying.u0_m, lying.v0_m, cell_m, layout).astype(float)
        shares = counts * cell_m**2 / layout.hex_area_m2()
    else:
        amounts = (raster.values.reshape(-1, 1) == np.arange(kinds)).astype(np.float64)
        shares = polygon_amounts(cell_quads(raster, layout), amounts, layout) / layout.hex_area_m2()
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1.0))
