"""Conclude heights, relief, slope and land cover of each hex from rasters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.bocage import hedged_hexes
from maps.grid.hexgrid import NO_HEX
from maps.grid.kernels import polygon_amounts
from maps.grid.rasterkernels import raster_classes, raster_slopes, raster_statistics
from maps.problems import Problem, ProblemsFound
from maps.sources.raster.cells import cell_centres, cell_quads, cells_per_hex, metric_of, net_of
from maps.sources.raster.elevation import open_elevation
from maps.sources.raster.land_cover import read_land_cover

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.hexgrid import Grid
    from maps.grid.layout import Layout
    from maps.sources.raster.cells import Raster
    from maps.sources.raster.land_cover import ClassTable

    Floats = NDArray[np.float64]

__all__ = [
    "FINE_CELLS",
    "Heights",
    "check_known",
    "cover_shares",
    "cover_shares_of",
    "heights",
    "settled_cover",
    "unknown_notes",
]

FINE_CELLS = 30.0
"""
From this many cells a hex on, cells are counted by their centres; below, cut exactly.

On a plane of 10 degrees with cells of 30 m, where a hex of 30 cells rises by some 33 m, the mean counted is
off by 0.4 m (root mean square), at 60 cells by 0.2 m.
"""
_NAMED = 12
_WHOLE = 0.995


class Heights(NamedTuple):
    """
    Per hex, in metres: mean, least, greatest height and local relief; the share of it known; mean slope in degrees.

    The slope is that of the source's cells (Horn 1981): the coarser they are, the gentler it is.
    """

    mean_m: Floats
    low_m: Floats
    high_m: Floats
    relief_m: Floats
    known: Floats
    slope_deg: Floats


def heights(
    raster: Raster, layout: Layout, *, bias_m: float = 0.0, relief_factor: float = 1.0, slopes: bool = True
) -> Heights:
    """
    Take heights, relief and slope of every hex, NaN where the raster knows nothing.

    ``bias_m`` is added to the heights; relief, the difference of the highest
    and the lowest cell, is multiplied by ``relief_factor``. For elevation of
    outlet pixels at 30 arc seconds, 21 m and 1.4 were measured against a 50 m model.
    Without ``slopes``, which take half of the time, they are NaN.
    """
    metric = metric_of(raster, layout) if slopes else None
    take = _counted if cells_per_hex(raster, layout) >= FINE_CELLS else _cut
    mean, low, high, known, slope = take(raster, layout, metric)
    return Heights(mean + bias_m, low + bias_m, high + bias_m, (high - low) * relief_factor, known, slope)


def _counted(raster: Raster, layout: Layout, metric: Floats | None) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    found = raster_statistics(raster.values, net_of(raster, layout), layout, metric)
    some = found.cells > 0
    low, high = (np.where(some, column, np.nan) for column in (found.low, found.high))
    return _mean(found.total, found.cells), low, high, found.known, _mean(found.slope_total, found.slope_cells)


def _mean(total: Floats, weight: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    some = weight > 0
    return np.where(some, total / np.where(some, weight, 1), np.nan)


def _cut(raster: Raster, layout: Layout, metric: Floats | None) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    values = raster.values.ravel()
    slopes = np.full(values.size, np.nan)
    if metric is not None:
        slopes = raster_slopes(raster.values, net_of(raster, layout), metric).ravel()
    columns = [np.isfinite(values), np.nan_to_num(values), np.isfinite(slopes), np.nan_to_num(slopes)]
    amounts = np.stack(columns, axis=1).astype(np.float64)
    area, volume, sloping, slope = polygon_amounts(cell_quads(raster, layout), amounts, layout).T
    mean = _mean(volume, area)
    low, high = _extremes(raster, layout)
    # A hex smaller than a cell may hold no centre at all, and the mean knows cells whose centre lies outside.
    known = np.isfinite(mean)
    low, high = (np.where(known, value, np.nan) for value in (np.fmin(low, mean), np.fmax(high, mean)))
    return mean, low, high, area / layout.hex_area_m2(), _mean(slope, sloping)


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
    if cells_per_hex(raster, layout) >= FINE_CELLS:
        found = raster_classes(raster.values, kinds, net_of(raster, layout), layout)
        shares = found.cells * _mean(found.known, found.cells.sum(axis=1))[:, None]
        return np.nan_to_num(shares)
    amounts = (raster.values.reshape(-1, 1) == np.arange(kinds)).astype(np.float64)
    shares = polygon_amounts(cell_quads(raster, layout), amounts, layout) / layout.hex_area_m2()
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1.0))


def cover_shares_of(paths: Sequence[Path], table: ClassTable, layout: Layout) -> Floats:
    """
    Measure the share of each hex under each kind of cover (n, k), in the order of the table's covers.

    Parameters
    ----------
    paths
        Land cover rasters, the most trusted first.

    Raises
    ------
    ProblemsFound
        If a raster cannot be used, or none lies under the layout.
    """
    shares = cover_shares(read_land_cover(paths, table, layout).raster, table.positions, layout)
    return settled_cover(shares, table, layout)


def settled_cover(shares: Floats, table: ClassTable, layout: Layout) -> Floats:
    """Count mosaics of fields and trees as what they are where each hex lies."""
    return table.settled(shares, hedged_hexes(layout)) if table.mosaics else shares


def check_known(paths: Sequence[Path], known: Floats, *, reached: bool) -> None:
    """
    Refuse sources that know nothing of a map.

    Parameters
    ----------
    paths
        Sources of elevation.
    known
        Share of each hex that they know (n,).
    reached
        Whether any of their cells lies under the map.

    Raises
    ------
    ProblemsFound
        If no hex has a height; where the sources lie elsewhere, it says where.
    """
    if paths and not reached:
        raise ProblemsFound([sheet.elsewhere() for sheet in open_elevation(paths)])
    if paths and not (known > 0).any():
        names = ", ".join(path.name for path in paths)
        remedy = "all its cells under the map are voids: give another source of elevation"
        raise ProblemsFound([Problem(names, "holds no height anywhere on the map", remedy)])


def unknown_notes(what: str, known: Floats, grid: Grid) -> tuple[str, ...]:
    """
    Say how much of a map a source says nothing about, and name the hexes.

    Parameters
    ----------
    what
        How the note begins, for example ``"Elevation"``.
    known
        Share of each hex that is known (n,).
    """
    gaps = np.flatnonzero(known < _WHOLE)
    if len(gaps) == 0:
        return ()
    numbers = ", ".join(grid.number(int(index)) for index in gaps[:_NAMED])
    more = f" and {len(gaps) - _NAMED:,} more" if len(gaps) > _NAMED else ""
    share = float(1.0 - np.minimum(known, 1.0).mean())
    size = f"{share:.1%}" if share >= 0.001 else "less than 0.1%"
    return (f"{what} is unknown for {size} of the map: in {numbers}{more}.",)
