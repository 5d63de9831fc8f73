"""
Ask sources how much of an area they know, without reading all of them.

An area is probed at the centres of its hexes; where it has very many, at those
of a coarser grid over the same ground. Rasters are thinned out in reading, to about one
cell for each probe.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from pyproj import Transformer
from rasterio.transform import Affine

from maps.area.area import Box
from maps.grid.hexgrid import Grid
from maps.grid.layout import SQRT3, Layout
from maps.lonlat import lonlat_of
from maps.sources.outline import inside_outline
from maps.sources.raster.cells import Raster, cell_size_m
from maps.sources.raster.meridian import turned_to
from maps.sources.raster.mosaic import lay_sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from maps.area.area import Area
    from maps.sources.raster.sheet import Sheet

    Bools = NDArray[np.bool_]
    Cells = NDArray[np.float32]
    Floats = NDArray[np.float64]

__all__ = [
    "MOST_PROBES",
    "Probes",
    "ground_cell_m",
    "honest_width_m",
    "known_by_boxes",
    "known_by_sheet",
    "probes_of",
    "sheet_box",
]

MOST_PROBES = 20_000
_ONE_CELL = 1.0


@dataclass(frozen=True, eq=False)
class Probes:
    """Points all over an area; ``layout`` is the grid whose centres they are, the area's own or a coarser one."""

    layout: Layout
    xy: Floats
    """In map coordinates (p, 2)."""
    lonlat: Floats


def probes_of(area: Area, layout: Layout, most: int = MOST_PROBES) -> Probes:
    """Choose the probes of an area: the centres of hexes inside its outline, at most about so many."""
    coarse = _coarser(layout, most)
    inside = inside_outline(area, coarse)
    centres = coarse.centres()[inside]
    return Probes(coarse, coarse.to_map(centres), lonlat_of(coarse, centres))


def _coarser(layout: Layout, most: int) -> Layout:
    grid = layout.grid
    if len(grid) <= most:
        return layout
    times = math.ceil(math.sqrt(len(grid) / most))
    coarse = Grid(math.ceil(grid.cols / times), math.ceil(grid.rows / times), grid.flat_top)
    return Layout(coarse, layout.crs, layout.origin_x_m, layout.origin_y_m, times * layout.width_m, layout.rotation_deg)


def known_by_sheet(sheet: Sheet, probes: Probes, clean: Callable[[Cells], Cells]) -> Bools:
    """
    Mark the probes where a raster holds a value (p,).

    Parameters
    ----------
    clean
        Takes cells as read, and gives them with NaN for those without a value.

    Raises
    ------
    ProblemsFound
        If the raster cannot be read.
    """
    found = lay_sheets([sheet], probes.layout, clean, smooth=False, enough=_ONE_CELL)
    if found is None:
        return np.zeros(len(probes.xy), np.bool_)
    x, y = Transformer.from_crs(probes.layout.crs, found.crs, always_xy=True).transform(*probes.xy.T)
    t, (lines, columns) = ~found.transform, found.values.shape
    x = turned_to(x, found.crs, found.transform.c + found.transform.a * columns / 2)
    column, line = t.a * x + t.b * y + t.c, t.d * x + t.e * y + t.f
    within = (column >= 0) & (column < columns) & (line >= 0) & (line < lines)
    at = np.where(within, line, 0).astype(np.int64), np.where(within, column, 0).astype(np.int64)
    return np.asarray(within & ~np.isnan(found.values[at]))


def known_by_boxes(boxes: Iterable[Box], probes: Probes) -> Bools:
    """Say which probes lie in one of some boxes of degrees (p,)."""
    known = np.zeros(len(probes.lonlat), np.bool_)
    for box in boxes:
        known |= box.holds(probes.lonlat)
    return known


def ground_cell_m(sheet: Sheet, lon: float, lat: float) -> tuple[float, float]:
    """Give breadth and height on the ground of the cell at a point; where the raster does not reach, as if it did."""
    x, y = Transformer.from_crs("EPSG:4326", sheet.crs, always_xy=True).transform(lon, lat)
    t = sheet.transform
    here = Affine(t.a, t.b, x, t.d, t.e, y)
    return cell_size_m(Raster(np.zeros((2, 2), np.float32), here, sheet.crs))


def sheet_box(sheet: Sheet) -> Box | None:
    """Give the box of degrees about a raster; None where it has none."""
    t = sheet.transform
    x = (t.c, t.c + t.a * sheet.width, t.c + t.b * sheet.height, t.c + t.a * sheet.width + t.b * sheet.height)
    y = (t.f, t.f + t.d * sheet.width, t.f + t.e * sheet.height, t.f + t.d * sheet.width + t.e * sheet.height)
    to_degrees = Transformer.from_crs(sheet.crs, "EPSG:4326", always_xy=True)
    bounds = np.array(to_degrees.transform_bounds(min(x), min(y), max(x), max(y)))
    return Box(*bounds.tolist()) if np.isfinite(bounds).all() else None


def honest_width_m(cell_area_m2: float, cells: float) -> float:
    """
    Give the width of the hex that holds so many cells of a raster.

    >>> round(honest_width_m(30.0 * 30.0, 10))
    102
    """
    return math.sqrt(cells * cell_area_m2 / (SQRT3 / 2))
