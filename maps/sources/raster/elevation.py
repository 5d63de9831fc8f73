"""
Read heights: GeoTIFF, SRTM tiles, ASCII grids and Terrarium tiles, one or several.

Heights below -500 m or above 9,000 m are no heights but voids, whatever the file says of
them. Small voids are filled from their rim (``maps.grid.holes``), larger ones stay unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rasterio.transform import Affine

from maps.grid.holes import count_unknown, drop_beyond, fill_holes
from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.raster.cells import Raster, cell_size_m
from maps.sources.raster.hgt import is_hgt, open_hgt
from maps.sources.raster.mosaic import ENOUGH_CELLS, lay_sheets
from maps.sources.raster.sheet import is_grid, open_grid, refuse
from maps.sources.raster.terrarium import tile_sheets, tiles_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.raster.sheet import Sheet

    Cells = NDArray[np.float32]

__all__ = ["FILL_UP_TO_M", "Elevation", "Reading", "elevation_notes", "open_elevation", "read_elevation"]

FILL_UP_TO_M = 300.0
"""Voids of no more than this, in either direction, are filled from their rim."""
_LOWEST_M, _HIGHEST_M = -500.0, 9_000.0
_FORMATS = ".tif, .tiff, .asc, .hgt, .hgt.gz, .hgt.zip, or Terrarium tiles as .png or in a folder"
_NO_CELLS = 2


class Reading(NamedTuple):
    """
    What was met with in reading.

    Cells in all, absurd ones, those filled and those left unknown; every how manieth of the source was
    read, and how large a cell then is.
    """

    cells: int
    absurd: int
    filled: int
    unknown: int
    every: int
    cell_m: float


class Elevation(NamedTuple):
    """Heights under a layout, NaN where unknown, and what was met with in reading them."""

    raster: Raster
    reading: Reading


def open_elevation(paths: Iterable[Path]) -> list[Sheet]:
    """
    Open sources of heights; Terrarium tiles become one sheet for each zoom.

    Raises
    ------
    ProblemsFound
        With the fault of every file that cannot be used.
    """
    sheets: list[Sheet] = []
    problems: list[Problem] = []
    tiles = []
    for path in paths:
        if path.suffix.lower() == ".png":
            tiles.append(path)
            continue
        try:
            sheets += _opened(path)
        except ProblemsFound as error:
            problems += error.problems
    try:
        sheets += tile_sheets(tiles)
    except ProblemsFound as error:
        problems += error.problems
    raise_any(problems)
    return sheets


def _opened(path: Path) -> list[Sheet]:
    if path.is_dir():
        tiles = tiles_in(path)
        if not tiles:
            raise refuse(path.name, "is a folder without Terrarium tiles", "they lie in it as zoom/x/y.png")
        return tile_sheets(tiles)
    if is_hgt(path):
        return [open_hgt(path)]
    if is_grid(path):
        return [open_grid(path)]
    raise refuse(path.name, f"is no kind of elevation known here ({_FORMATS})", "convert it to GeoTIFF")


def read_elevation(
    paths: Sequence[Path],
    layout: Layout,
    *,
    part: bool = False,
    fill_up_to_m: float = FILL_UP_TO_M,
    enough: float = ENOUGH_CELLS,
) -> Elevation:
    """
    Read heights under a layout and two hexes around it.

    Parameters
    ----------
    paths
        Files, or folders of tiles, the most trusted first; holes of one are filled by the next.
    part
        Whether the layout is a block of a greater map: then it is no fault that nothing lies under it.
    fill_up_to_m
        Greatest extent of the voids that are filled.
    enough
        Cells a hex that are enough; sources with more than four times as many are thinned out.

    Raises
    ------
    ProblemsFound
        If a file cannot be used, or, unless ``part``, none lies under the layout.
    """
    sheets = open_elevation(paths)
    absurd = 0

    def clean(cells: Cells) -> Cells:
        nonlocal absurd
        absurd += drop_beyond(cells, _LOWEST_M, _HIGHEST_M)
        return cells

    raster = lay_sheets(sheets, layout, clean, smooth=True, enough=enough)
    if raster is None:
        if not part:
            raise ProblemsFound([sheet.elsewhere() for sheet in sheets])
        return Elevation(_nothing(layout), Reading(0, 0, 0, 0, 1, layout.width_m))
    filled = _fill(raster, fill_up_to_m)
    every = max(round(raster.cell_m() / min(sheet.cell_m() for sheet in sheets)), 1)
    unknown = count_unknown(raster.values)
    return Elevation(raster, Reading(raster.values.size, absurd, filled, unknown, every, raster.cell_m()))


def _nothing(layout: Layout) -> Raster:
    w = layout.width_m
    transform = Affine(w, 0.0, layout.origin_x_m, 0.0, -w, layout.origin_y_m)
    return Raster(np.full((_NO_CELLS, _NO_CELLS), np.nan, np.float32), transform, layout.crs)


def _fill(raster: Raster, up_to_m: float) -> int:
    """Fill small voids in place; give how many cells were filled."""
    if count_unknown(raster.values) == 0:
        return 0
    across_m, down_m = cell_size_m(raster)
    if min(across_m, down_m) > up_to_m:
        return 0
    from scipy.ndimage import find_objects, label  # noqa: PLC0415 - 0.2 s to load, and few sources have voids

    holes = np.isnan(raster.values)
    marks, _ = label(holes, np.ones((3, 3)))
    lines, columns = holes.shape
    small = [False]
    for rows, places in find_objects(marks):
        fits = (rows.stop - rows.start) * down_m <= up_to_m and (places.stop - places.start) * across_m <= up_to_m
        within = rows.start > 0 and places.start > 0 and rows.stop < lines and places.stop < columns
        small.append(fits and within)
    wanted = np.array(small)[marks]
    raster.values[:] = fill_holes(raster.values, wanted, across_m, down_m, 2 * up_to_m)
    return int(wanted.sum())


def elevation_notes(readings: Sequence[Reading], fill_up_to_m: float = FILL_UP_TO_M) -> tuple[str, ...]:
    """Say what a map's maker should know of the heights that were read, in one or several parts."""
    cells = sum(reading.cells for reading in readings)
    notes = []
    every = max((reading.every for reading in readings), default=1)
    if every > 1:
        size = max(reading.cell_m for reading in readings if reading.every == every)
        notes.append(
            f"Elevation is finer than these hexes need: of {every} x {every} cells one was read, every {size:.0f} m; "
            f"the very highest and lowest points may be missed."
        )
    if absurd := sum(reading.absurd for reading in readings):
        notes.append(
            f"Elevation: {_share(absurd, cells)} of the cells hold absurd heights (below {_LOWEST_M:g} or above "
            f"{_HIGHEST_M:g} m) and were taken for voids."
        )
    if filled := sum(reading.filled for reading in readings):
        notes.append(
            f"Elevation: {_share(filled, cells)} of the cells were voids of up to {fill_up_to_m:g} m and were filled "
            f"from their rim; larger voids stay unknown."
        )
    return tuple(notes)


def _share(part: int, whole: int) -> str:
    share = part / max(whole, 1)
    return f"{share:.1%}" if share >= 0.001 else "less than 0.1%"
