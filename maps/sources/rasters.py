"""
Read rasters, and lay them on the grid.

Any raster that GDAL opens as GeoTIFF, SRTM tile or ASCII grid, in any CRS; only
the part under the map is read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import rasterio
from pyproj import Transformer
from rasterio.enums import Resampling
from rasterio.errors import RasterioIOError
from rasterio.transform import Affine
from rasterio.warp import reproject
from rasterio.windows import Window

from maps.grid.kernels import Rings
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]

__all__ = ["GridRaster", "Raster", "cell_centres", "cell_quads", "cells_per_hex", "onto_grid", "read_raster"]

NO_CLASS = 255
# By the name, not by GDAL's guess: a VRT in disguise would make it read other files.
_DRIVERS = {".tif": "GTiff", ".tiff": "GTiff", ".hgt": "SRTMHGT", ".asc": "AAIGrid"}
_MARGIN_HEXES = 2.0


@dataclass(frozen=True, slots=True)
class Raster:
    """A raster in its own CRS; holes are NaN in heights, 255 in classes."""

    values: NDArray[Any]
    transform: Affine
    crs: str


@dataclass(frozen=True, slots=True)
class GridRaster:
    """A raster in grid coordinates; the first cell's upper left corner is at u0, v0."""

    values: NDArray[Any]
    u0_m: float
    v0_m: float
    cell_m: float


def read_raster(path: Path, layout: Layout, *, classes: bool = False) -> Raster:
    """
    Read the part of a raster that lies under the map.

    Parameters
    ----------
    classes
        Whether the values are class numbers, to be kept as they are.

    Raises
    ------
    ProblemsFound
        If the file is no raster, has no CRS, or lies elsewhere.
    """
    driver = _DRIVERS.get(path.suffix.lower())
    if driver is None:
        known = ", ".join(_DRIVERS)
        raise ProblemsFound([Problem(path.name, f"is no kind of raster known here ({known})", "convert it to GeoTIFF")])
    try:
        with rasterio.open(path, driver=driver) as source:
            if source.crs is None:
                raise ProblemsFound([Problem(path.name, "does not say its CRS", "write it in, for example EPSG:4326")])
            window = _window(source, layout)
            if window is None:
                west, south, east, north = source.bounds
                where = f"it covers {west:g} to {east:g} and {south:g} to {north:g} in {source.crs}"
                raise ProblemsFound([Problem(path.name, "does not cover the map", where)])
            band = source.read(1, window=window, masked=True)
            values = band.astype(np.uint8).filled(NO_CLASS) if classes else band.astype(np.float64).filled(np.nan)
            return Raster(values, _moved(source.transform, window), source.crs.to_string())
    except RasterioIOError as error:
        raise ProblemsFound([Problem(path.name, "is no raster that can be read", "give a GeoTIFF")]) from error


def _window(source: Any, layout: Layout) -> Window | None:
    margin = _MARGIN_HEXES * layout.width_m
    u0, v0, u1, v1 = layout.extent()
    xy = layout.to_map([(u, v) for u in (u0 - margin, u1 + margin) for v in (v0 - margin, v1 + margin)])
    (left, bottom), (right, top) = xy.min(axis=0), xy.max(axis=0)
    to_source = Transformer.from_crs(layout.crs, source.crs.to_string(), always_xy=True)
    west, south, east, north = to_source.transform_bounds(left, bottom, right, top)
    x, y = np.array([west, west, east, east]), np.array([south, north, south, north])
    columns, lines = _apply(~source.transform, x, y)
    first_column, first_line = max(0, math.floor(columns.min())), max(0, math.floor(lines.min()))
    last_column = min(source.width, math.ceil(columns.max()))
    last_line = min(source.height, math.ceil(lines.max()))
    if last_column <= first_column or last_line <= first_line:
        return None
    return Window(first_column, first_line, last_column - first_column, last_line - first_line)


def _apply(transform: Affine, first: NDArray[Any], second: NDArray[Any]) -> tuple[Floats, Floats]:
    # Spelt out: how an Affine is applied to arrays differs between releases of affine.
    t = transform
    return t.a * first + t.b * second + t.c, t.d * first + t.e * second + t.f


def _moved(transform: Affine, window: Window) -> Affine:
    t = transform
    x, y = _apply(t, np.array(window.col_off), np.array(window.row_off))
    return Affine(t.a, t.b, float(x), t.d, t.e, float(y))


def cells_per_hex(raster: Raster, layout: Layout) -> float:
    """Say how many cells of the raster a hex in the middle of it holds."""
    lines, columns = raster.values.shape
    middle = np.array([columns // 2, lines // 2])
    ring = _to_grid(raster, layout, middle + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]))
    (ax, ay), (bx, by) = ring[1] - ring[0], ring[3] - ring[0]
    return float(layout.hex_area_m2() / abs(ax * by - ay * bx))


def _to_grid(raster: Raster, layout: Layout, pixels: NDArray[Any]) -> Floats:
    columns, lines = pixels[..., 0], pixels[..., 1]
    x, y = _apply(raster.transform, columns, lines)
    to_map = Transformer.from_crs(raster.crs, layout.crs, always_xy=True)
    return layout.to_grid(np.stack(to_map.transform(x, y), axis=-1))


def cell_centres(raster: Raster, layout: Layout) -> Floats:
    """Give the centres of the cells in grid coordinates (lines, columns, 2)."""
    lines, columns = np.indices(raster.values.shape)
    return _to_grid(raster, layout, np.stack([columns + 0.5, lines + 0.5], axis=-1))


def cell_quads(raster: Raster, layout: Layout) -> Rings:
    """Give every cell as a quadrilateral in grid coordinates, line by line."""
    lines, columns = raster.values.shape
    row, column = np.indices((lines + 1, columns + 1))
    knots = _to_grid(raster, layout, np.stack([column, row], axis=-1))
    quads = np.stack([knots[:-1, :-1], knots[:-1, 1:], knots[1:, 1:], knots[1:, :-1]], axis=2)
    cells = lines * columns
    return Rings(quads.reshape(-1, 2), 4 * np.arange(cells + 1), np.arange(cells + 1))


def onto_grid(raster: Raster, layout: Layout, cell_m: float, *, smooth: bool) -> GridRaster:
    """
    Resample a raster to upright square cells in grid coordinates.

    ``smooth`` takes cubic splines, for pictures; otherwise each cell takes
    the value of the nearest one.
    """
    u0, v0, u1, v1 = layout.extent()
    lines, columns = math.ceil((v1 - v0) / cell_m), math.ceil((u1 - u0) / cell_m)
    floats = raster.values.dtype.kind == "f"
    values = np.full((lines, columns), np.nan if floats else NO_CLASS, raster.values.dtype)
    (x0, y0), (x_right, y_right), (x_down, y_down) = layout.to_map(
        [(u0, v0), (u0 + cell_m, v0), (u0, v0 + cell_m)]
    ).tolist()
    reproject(
        raster.values,
        values,
        src_transform=raster.transform,
        src_crs=raster.crs,
        src_nodata=np.nan if floats else NO_CLASS,
        dst_transform=Affine(x_right - x0, x_down - x0, x0, y_right - y0, y_down - y0, y0),
        dst_crs=layout.crs,
        dst_nodata=np.nan if floats else NO_CLASS,
        resampling=Resampling.cubic_spline if smooth else Resampling.nearest,
    )
    return GridRaster(values, u0, v0, cell_m)
