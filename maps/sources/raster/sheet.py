"""
Open one raster, whatever its format, without reading it yet.

A ``Sheet`` knows its lattice and reads any window of it. What a file is, is told by its
first bytes and its name, never guessed by GDAL: a file in disguise could make it read
others. Sizes are checked in the header, before room is made for the cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import rasterio
from pyproj import CRS
from pyproj.exceptions import CRSError
from rasterio.enums import MaskFlags
from rasterio.errors import RasterioError
from rasterio.windows import Window

from maps.problems import Problem, ProblemsFound
from maps.sources.raster.cells import cell_side_m

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray
    from rasterio.transform import Affine

    Cells = NDArray[np.float32]

__all__ = ["Cut", "Sheet", "is_grid", "open_grid", "refuse", "strided"]

_DRIVERS = {".tif": "GTiff", ".tiff": "GTiff", ".asc": "AAIGrid"}
_BEGINNINGS = {"GTiff": (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"), "AAIGrid": (b"ncols", b"nrows", b"xll", b"yll")}
_MOST_CELLS_OF_BLOCK = 2**26
_MOST_SIDE = 2**24
_BAND_LINES = 512


class Cut(NamedTuple):
    """
    A window of a lattice, thinned out.

    It begins at the cell ``line``, ``column`` and takes every ``step``-th cell, ``lines`` by ``columns`` of them; of
    each ``step`` by ``step`` cells the one in the middle. Only these must lie in the raster.
    """

    line: int
    column: int
    lines: int
    columns: int
    step: int = 1

    def samples(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the lines and the columns that are taken."""
        half = self.step // 2
        line, column = self.line + half, self.column + half
        return line + self.step * np.arange(self.lines), column + self.step * np.arange(self.columns)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A raster on its lattice; ``read`` gives the cells of a cut, NaN where they hold nothing."""

    name: str
    crs: str
    transform: Affine
    width: int
    height: int
    read: Callable[[Cut], Cells]

    def cell_m(self) -> float:
        """Give the greater side of a cell in metres; degrees are reckoned at the equator."""
        return cell_side_m(self.transform, self.crs)

    def elsewhere(self) -> Problem:
        """Say that it does not lie under the map, and where it does."""
        t = self.transform
        x = sorted((t.c, t.c + t.a * self.width + t.b * self.height))
        y = sorted((t.f, t.f + t.d * self.width + t.e * self.height))
        where = f"it covers {x[0]:g} to {x[1]:g} and {y[0]:g} to {y[1]:g} in {self.crs}"
        return Problem(self.name, "does not cover the map", where)


def is_grid(path: Path) -> bool:
    """Tell by the name whether a file is a GeoTIFF or an ASCII grid."""
    return path.suffix.lower() in _DRIVERS


def refuse(name: str, what: str, remedy: str) -> ProblemsFound:
    """Make the error that refuses a file."""
    return ProblemsFound([Problem(name, what, remedy)])


def strided(cells: NDArray[Any], cut: Cut) -> NDArray[Any]:
    """Take a cut out of an array of all cells."""
    line, column = cut.samples()
    return cells[line[0] : line[-1] + 1 : cut.step, column[0] : column[-1] + 1 : cut.step]


def open_grid(path: Path) -> Sheet:
    """
    Open a GeoTIFF (also a Cloud Optimized one) or an ASCII grid.

    Raises
    ------
    ProblemsFound
        If it is something else, is cut short, has no CRS or a CRS that does not fit its
        numbers, several bands, or cells of absurd number.
    """
    driver = _DRIVERS[path.suffix.lower()]
    _check_beginning(path, driver)
    try:
        with rasterio.open(path, driver=driver) as source:
            _check_header(path.name, source)
            crs = source.crs.to_string()
            _check_crs(path.name, crs, source.bounds)
            _check_length(path, source)
            transform, width, height = source.transform, source.width, source.height
    except (RasterioError, OSError) as error:
        raise refuse(path.name, "is no raster that can be read", "give a GeoTIFF") from error
    return Sheet(path.name, crs, transform, width, height, lambda cut: _read(path, driver, cut))


def _check_beginning(path: Path, driver: str) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(64)
    except OSError as error:
        what = f"cannot be opened ({error.strerror})"
        raise refuse(path.name, what, "check the name and the rights") from error
    if not start.lstrip().lower().startswith(tuple(b.lower() for b in _BEGINNINGS[driver])):
        raise refuse(path.name, "is no raster that can be read", "give a GeoTIFF")


def _check_header(name: str, source: Any) -> None:
    if source.crs is None:
        beside = "; or put a .prj file beside it" if source.driver == "AAIGrid" else ""
        raise refuse(name, "does not say its CRS", "write it in, for example EPSG:4326" + beside)
    if source.count > 1:
        raise refuse(name, f"has {source.count} bands, like a picture", "give a raster of one band, with the values")
    if source.dtypes[0].startswith("complex"):
        raise refuse(name, "holds complex numbers", "give a raster of plain numbers")
    lines, columns = source.block_shapes[0]
    if max(source.width, source.height) > _MOST_SIDE or lines * columns > _MOST_CELLS_OF_BLOCK:
        what = f"claims {source.width:,} x {source.height:,} cells, stored in blocks of {columns:,} x {lines:,}"
        raise refuse(name, what, "store it anew in tiles of 256 or 512 cells")


def _check_crs(name: str, crs: str, bounds: Any) -> None:
    west, south, east, north = bounds
    try:
        known = CRS.from_user_input(crs)
    except CRSError as error:
        raise refuse(name, f"has a CRS that PROJ does not know ({crs[:60]})", "assign another one") from error
    edges = f"its edges are {west:g} to {east:g} and {south:g} to {north:g}"
    if known.is_geographic and (max(abs(west), abs(east)) > 540.5 or max(abs(south), abs(north)) > 90.5):
        what = f"says that it is in degrees ({crs}), but {edges}"
        raise refuse(name, what, "these look like metres: assign the projection they belong to")
    if not known.is_geographic and not known.is_projected:
        raise refuse(name, f"has a CRS that lies nowhere on the earth ({crs[:60]})", "assign another one")
    if known.is_projected and max(map(abs, bounds)) <= 360 and max(east - west, north - south) < 90:
        what = f"says that it is in metres ({crs}), but {edges}"
        raise refuse(name, what, "these look like degrees: assign EPSG:4326")


def _check_length(path: Path, source: Any) -> None:
    # Even the shortest text of a cell takes two bytes.
    if source.driver == "AAIGrid" and 2 * source.width * source.height > path.stat().st_size + 1:
        what = f"claims {source.width:,} x {source.height:,} cells, but is too short for them"
        raise refuse(path.name, what, "it was cut short: fetch it again")


def _read(path: Path, driver: str, cut: Cut) -> Cells:
    try:
        with rasterio.open(path, driver=driver) as source:
            cells = _cells(source, cut)
            scale, offset = source.scales[0], source.offsets[0]
            return cells if (scale, offset) == (1.0, 0.0) else cells * np.float32(scale) + np.float32(offset)
    except (RasterioError, OSError) as error:
        raise refuse(path.name, "is cut short or damaged", "fetch it again") from error


def _cells(source: Any, cut: Cut) -> Cells:
    tall, wide = cut.lines * cut.step, cut.columns * cut.step
    inside = cut.line + tall <= source.height and cut.column + wide <= source.width
    if min(cut.line, cut.column) >= 0 and inside:
        # GDAL takes the middle cells too, or those of the next finer overview if the file has some.
        return _window(source, Window(cut.column, cut.line, wide, tall), (cut.lines, cut.columns))
    cells = np.empty((cut.lines, cut.columns), np.float32)
    line, column = cut.samples()
    wide = int(column[-1] - column[0]) + 1
    each = max(_BAND_LINES // cut.step, 1)
    for first in range(0, cut.lines, each):
        taken = line[first : first + each]
        tall = int(taken[-1] - taken[0]) + 1
        band = _window(source, Window(int(column[0]), int(taken[0]), wide, tall), (tall, wide))
        cells[first : first + each] = band[:: cut.step, :: cut.step]
    return cells


def _window(source: Any, window: Window, shape: tuple[int, int]) -> Cells:
    cells: Cells = source.read(1, window=window, out_shape=shape, out_dtype=np.float32)
    flags = source.mask_flag_enums[0]
    if MaskFlags.nodata in flags:
        nothing = cells == np.float32(source.nodata)
        if nothing.any():
            cells[nothing] = np.nan
    elif MaskFlags.all_valid not in flags:
        cells[source.read_masks(1, window=window, out_shape=shape) == 0] = np.nan
    return cells
