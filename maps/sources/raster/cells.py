"""
Say where the cells of a raster lie, and lay rasters on the grid.

A raster keeps the projection and the cells of its file; ``sheet`` and ``mosaic`` read it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from pyproj import CRS, Geod, Transformer
from rasterio.enums import Resampling
from rasterio.transform import Affine
from rasterio.warp import reproject

from maps.grid.kernels import Rings
from maps.grid.rasterkernels import Net

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]

__all__ = [
    "DEGREE_M",
    "GridRaster",
    "Raster",
    "cell_centres",
    "cell_quads",
    "cell_side_m",
    "cell_size_m",
    "cells_per_hex",
    "metric_of",
    "net_of",
    "onto_grid",
]

NO_CLASS = 255
DEGREE_M = 111_320.0
# Between knots so far apart the centres of cells lie evenly to a few centimetres; in the map's own projection they
# do everywhere, and only the scale on the ground changes slowly.
_KNOTS_APART_M, _KNOTS_APART_SAME_M = 1000.0, 30_000.0
_MOST_CELLS_BETWEEN, _MOST_CELLS_BETWEEN_SAME = 64, 1024
_EARTH = Geod(ellps="WGS84")


@dataclass(frozen=True, slots=True)
class Raster:
    """A raster in its own CRS; holes are NaN in heights, 255 in classes."""

    values: NDArray[Any]
    transform: Affine
    crs: str
    line: int = 0
    column: int = 0
    """Where the first cell lies on the lattice of the file, which is the same for every part that is read."""

    def cell_m(self) -> float:
        """Give the greater side of a cell in metres; degrees are reckoned at the equator."""
        return cell_side_m(self.transform, self.crs)


def cell_side_m(transform: Affine, crs: str) -> float:
    """
    Give the greater side of a cell in metres.

    Degrees are reckoned at the equator, so that the answer is the same for all parts of a lattice.
    """
    t = transform
    side = max(math.hypot(t.a, t.d), math.hypot(t.b, t.e))
    known = CRS.from_user_input(crs)
    return side * (DEGREE_M if known.is_geographic else float(known.axis_info[0].unit_conversion_factor))


@dataclass(frozen=True, slots=True)
class GridRaster:
    """A raster in grid coordinates; the first cell's upper left corner is at u0, v0."""

    values: NDArray[Any]
    u0_m: float
    v0_m: float
    cell_m: float


def _apply(transform: Affine, first: NDArray[Any], second: NDArray[Any]) -> tuple[Floats, Floats]:
    # Spelt out: how an Affine is applied to arrays differs between releases of affine.
    t = transform
    return t.a * first + t.b * second + t.c, t.d * first + t.e * second + t.f


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


def net_of(raster: Raster, layout: Layout) -> Net:
    """
    Say where the centres of the cells lie in grid coordinates.

    Knots are transformed exactly, the centres between them interpolated. Knots are counted from the lattice's first
    cell, so that a cell lies at the same place whichever part of the raster was read.
    """
    step, lines, columns = _knots(raster, layout.crs)
    column, line = np.meshgrid(columns, lines)
    uv = _to_grid(raster, layout, np.stack([column + 0.5, line + 0.5], axis=-1))
    return Net(uv[..., 0].copy(), uv[..., 1].copy(), step, int(lines[0]), int(columns[0]))


def _knots(raster: Raster, crs: str) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    same = raster.crs == crs
    apart_m = _KNOTS_APART_SAME_M if same else _KNOTS_APART_M
    most = _MOST_CELLS_BETWEEN_SAME if same else _MOST_CELLS_BETWEEN
    step = int(min(max(apart_m // raster.cell_m(), 1), most))
    knots = []
    for first, cells in zip((raster.line, raster.column), raster.values.shape, strict=True):
        start = -(first % step)
        knots.append(start + step * np.arange(max(-(-(cells - 1 - start) // step), 1) + 1))
    return step, knots[0], knots[1]


def metric_of(raster: Raster, layout: Layout) -> Floats:
    """
    Say what rises from cell to cell mean for the slope, for each mesh of ``net_of``.

    Cells are measured on the ground, along the ellipsoid: a degree of longitude gets shorter northwards, and
    metres of Web Mercator are too long.
    """
    return _metric(raster, layout.crs)


def _metric(raster: Raster, crs: str) -> Floats:
    _, lines, columns = _knots(raster, crs)
    column, line = np.meshgrid(columns, lines)
    x, y = _apply(raster.transform, column + 0.5, line + 0.5)
    lon, lat = Transformer.from_crs(raster.crs, "EPSG:4326", always_xy=True).transform(x, y)
    across = _steps((lon[:-1, :-1], lat[:-1, :-1]), (lon[:-1, 1:], lat[:-1, 1:])) / (columns[1] - columns[0])
    down = _steps((lon[:-1, :-1], lat[:-1, :-1]), (lon[1:, :-1], lat[1:, :-1])) / (lines[1] - lines[0])
    # With J = (across, down) the gradient on the ground is J^-T g, and its square g^T (J^T J)^-1 g.
    aa, ab, bb = ((p * q).sum(axis=0) for p, q in ((across, across), (across, down), (down, down)))
    scale = aa * bb - ab * ab
    return np.stack([bb / scale, -ab / scale, aa / scale], axis=-1)


def cell_size_m(raster: Raster) -> tuple[float, float]:
    """Give breadth and height of a cell on the ground, in the middle of a raster."""
    metric = _metric(raster, raster.crs)
    across, _, down = metric[metric.shape[0] // 2, metric.shape[1] // 2].tolist()
    return 1 / math.sqrt(across), 1 / math.sqrt(down)


def _steps(start: tuple[Floats, Floats], end: tuple[Floats, Floats]) -> Floats:
    """Give metres east and north from points to points."""
    azimuth, _, length = _EARTH.inv(*start, *end)
    turn = np.radians(np.asarray(azimuth))
    return np.asarray(np.stack([np.sin(turn), np.cos(turn)]) * length)


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
