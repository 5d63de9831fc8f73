"""
Join several rasters to one, the most trusted first.

The result lies on the lattice of the finest; ties go to the most trusted. Rasters of the same lattice,
such as the tiles of one product, are put together cell by cell, without resampling. From others, cells that are
still unknown take their value at the cell's centre: heights between the four nearest
cells (bilinear), classes from the nearest.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pyproj import Transformer
from rasterio.transform import Affine

from maps.grid.holes import count_unknown, fill_from
from maps.sources.raster.cells import Raster
from maps.sources.raster.meridian import bounds_near, turn_of, turned_to
from maps.sources.raster.sheet import Cut, Sheet, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.raster.meridian import Bounds

    Cells = NDArray[np.float32]
    Floats = NDArray[np.float64]
    Clean = Callable[[Cells], Cells]

__all__ = ["ENOUGH_CELLS", "lay_sheets", "thinning"]

ENOUGH_CELLS = 400.0
"""Sources with more than four times as many cells to a hex are thinned out to about as many."""
_MARGIN_HEXES = 2.0
_MARGIN_M = 2000.0
_MOST_CELLS = 2**29
_SAME = 1e-6
_CHUNK = 2**20


class _Range(NamedTuple):
    """Half-open ranges of lines and columns on a thinned lattice."""

    line0: int
    line1: int
    column0: int
    column1: int

    def cut(self, other: _Range) -> _Range:
        low = max(self.line0, other.line0), max(self.column0, other.column0)
        high = min(self.line1, other.line1), min(self.column1, other.column1)
        return _Range(low[0], high[0], low[1], high[1])

    def joined(self, other: _Range) -> _Range:
        low = min(self.line0, other.line0), min(self.column0, other.column0)
        high = max(self.line1, other.line1), max(self.column1, other.column1)
        return _Range(low[0], high[0], low[1], high[1])

    @property
    def shape(self) -> tuple[int, int]:
        return max(self.line1 - self.line0, 0), max(self.column1 - self.column0, 0)


def thinning(cell_m: float, layout: Layout, enough: float = ENOUGH_CELLS) -> int:
    """
    Say which cells of a source are read: 1 for each, 3 for every third in either direction.

    >>> from maps.grid.hexgrid import Grid
    >>> from maps.grid.layout import Layout
    >>> wide = Layout(Grid(2, 2), "EPSG:32631", 0.0, 0.0, 2000.0)
    >>> thinning(30.0, wide), thinning(90.0, wide)  # 3,849 and 428 cells a hex
    (3, 1)
    """
    return max(int(math.sqrt(layout.hex_area_m2() / cell_m**2 / enough)), 1)


def lay_sheets(
    sheets: Sequence[Sheet], layout: Layout, clean: Clean, *, smooth: bool, enough: float = ENOUGH_CELLS
) -> Raster | None:
    """
    Read what lies under a layout, with a margin of two hexes, and join it.

    Parameters
    ----------
    sheets
        The most trusted first; holes of one are filled by the next.
    clean
        Given the cells of a sheet as read, gives those to be used; NaN is a hole.
    smooth
        Whether values are heights, to be interpolated where lattices differ.

    Returns
    -------
    Raster or None
        Cells as float32; None if no sheet lies under the layout.

    Raises
    ------
    ProblemsFound
        If a sheet cannot be read, or there would be too many cells.
    """
    base = min(sheets, key=lambda sheet: round(sheet.cell_m(), 3))
    step = thinning(base.cell_m(), layout, enough)
    sheets = [turned for sheet in sheets for turned in _turns(sheet, base, layout)]
    target = _target(sheets, base, layout, step)
    if target is None:
        return None
    first = _all_of(sheets[0], _offset(sheets[0], base), target, step, clean)
    found = _raster(base, target, step, first)
    for sheet in sheets if first is None else sheets[1:]:
        offset = _offset(sheet, base)
        if offset is not None:
            _paste(sheet, offset, found, target, step, clean)
        elif count_unknown(found.values) > 0:
            _sample(sheet, found, layout, clean, smooth=smooth, enough=enough)
    some = len(sheets) == 1 or count_unknown(found.values) < found.values.size
    return found if some or any(min(_clipped(sheet, layout, 1).shape) > 0 for sheet in sheets) else None


def _target(sheets: Sequence[Sheet], base: Sheet, layout: Layout, step: int) -> _Range | None:
    under = _under(base, layout, step)
    if under is None:
        return None
    offsets = [_offset(sheet, base) for sheet in sheets]
    if all(offset is not None for offset in offsets):
        ranges = [_held(sheet, offset, step) for sheet, offset in zip(sheets, offsets, strict=True) if offset]
        whole = ranges[0]
        for other in ranges[1:]:
            whole = whole.joined(other)
        under = under.cut(whole)
    lines, columns = under.shape
    if min(lines, columns) == 0:
        return None
    if lines * columns > _MOST_CELLS:
        what = f"has {lines * columns:,} cells under the map, too many to read at once"
        raise refuse(base.name, what, "take wider hexes, a smaller box or a coarser source")
    return under


def _under(sheet: Sheet, layout: Layout, step: int) -> _Range | None:
    """Find which cells of a sheet's endless lattice lie under a layout and its margin."""
    bounds = _bounds(sheet, layout)
    if bounds is None:
        return None
    west, south, east, north = bounds
    corners = np.array([[west, south], [west, north], [east, south], [east, north]])
    column, line = _cell_of(sheet.transform, corners[:, 0], corners[:, 1])
    return _Range(
        math.floor(line.min() / step),
        math.ceil(line.max() / step),
        math.floor(column.min() / step),
        math.ceil(column.max() / step),
    )


def _bounds(sheet: Sheet, layout: Layout) -> Bounds | None:
    """Give the bounds of a layout and its margin in the CRS of a sheet, at the turn round the world nearest to it."""
    margin = max(_MARGIN_HEXES * layout.width_m, _MARGIN_M)
    u0, v0, u1, v1 = layout.extent()
    xy = layout.to_map([(u, v) for u in (u0 - margin, u1 + margin) for v in (v0 - margin, v1 + margin)])
    (left, bottom), (right, top) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
    return bounds_near(layout.crs, (left, bottom, right, top), sheet.crs, _middle(sheet))


def _middle(sheet: Sheet) -> float:
    t = sheet.transform
    return float(t.c + (t.a * sheet.width + t.b * sheet.height) / 2)


def _turns(sheet: Sheet, base: Sheet, layout: Layout) -> list[Sheet]:
    """
    Give a sheet once for each turn round the world that brings it under a layout, as the base's lattice counts.

    A map across the 180th meridian lies partly on sheets whose longitudes begin again at -180.
    """
    turn, t = turn_of(sheet.crs), sheet.transform
    bounds = _bounds(base if sheet.crs == base.crs else sheet, layout)
    if turn is None or bounds is None:
        return [sheet]
    left, right = sorted((t.c, t.c + t.a * sheet.width))
    shifts = [k * turn for k in (0, 1, -1) if left + k * turn < bounds.east and right + k * turn > bounds.west]
    return [replace(sheet, transform=Affine(t.a, t.b, t.c + shift, t.d, t.e, t.f)) for shift in shifts] or [sheet]


def _cell_of(transform: Affine, x: NDArray[Any], y: NDArray[Any]) -> tuple[Floats, Floats]:
    t = ~transform
    return t.a * x + t.b * y + t.c, t.d * x + t.e * y + t.f


def _offset(sheet: Sheet, base: Sheet) -> tuple[int, int] | None:
    """Give line and column of a sheet's first cell on the base's lattice; None if it has another lattice."""
    a, b = sheet.transform, base.transform
    size = max(abs(b.a), abs(b.b), abs(b.d), abs(b.e))
    cells = max(sheet.width, sheet.height)
    differ = max(abs(p - q) for p, q in zip((a.a, a.b, a.d, a.e), (b.a, b.b, b.d, b.e), strict=True))
    if sheet.crs != base.crs or differ * cells > 0.01 * size:
        return None
    column, line = _cell_of(b, np.array(a.c), np.array(a.f))
    off = max(abs(float(column) - round(float(column))), abs(float(line) - round(float(line))))
    return (round(float(line)), round(float(column))) if off < 0.01 else None


def _held(sheet: Sheet, offset: tuple[int, int], step: int) -> _Range:
    """Say which cells of the base's thinned lattice a sheet holds."""
    half = step // 2
    line, column = offset
    return _Range(
        -((half - line) // step),
        (line + sheet.height - 1 - half) // step + 1,
        -((half - column) // step),
        (column + sheet.width - 1 - half) // step + 1,
    )


def _raster(base: Sheet, target: _Range, step: int, cells: Cells | None = None) -> Raster:
    """Lay a raster over the target, its cells as given, or all unknown."""
    t, line, column = base.transform, target.line0 * step, target.column0 * step
    x, y = t.a * column + t.b * line + t.c, t.d * column + t.e * line + t.f
    transform = Affine(t.a * step, t.b * step, x, t.d * step, t.e * step, y)
    values = np.full(target.shape, np.nan, np.float32) if cells is None else cells
    return Raster(values, transform, base.crs, target.line0, target.column0)


def _all_of(sheet: Sheet, offset: tuple[int, int] | None, target: _Range, step: int, clean: Clean) -> Cells | None:
    """Read the whole target from one sheet, which most often holds it; None if this one does not."""
    if offset is None or target.cut(_held(sheet, offset, step)) != target:
        return None
    cut = Cut(target.line0 * step - offset[0], target.column0 * step - offset[1], *target.shape, step)
    return np.ascontiguousarray(clean(sheet.read(cut)), np.float32)


def _paste(sheet: Sheet, offset: tuple[int, int], found: Raster, target: _Range, step: int, clean: Clean) -> None:
    here = target.cut(_held(sheet, offset, step))
    lines, columns = here.shape
    if min(lines, columns) == 0:
        return
    cut = Cut(here.line0 * step - offset[0], here.column0 * step - offset[1], lines, columns, step)
    rows = slice(here.line0 - target.line0, here.line1 - target.line0)
    part = found.values[rows, here.column0 - target.column0 : here.column1 - target.column0]
    fill_from(part, clean(sheet.read(cut)))


def _clipped(sheet: Sheet, layout: Layout, step: int) -> _Range:
    under = _under(sheet, layout, step)
    return under.cut(_held(sheet, (0, 0), step)) if under is not None else _Range(0, 0, 0, 0)


def _sample(sheet: Sheet, found: Raster, layout: Layout, clean: Clean, *, smooth: bool, enough: float) -> None:
    """Fill what is still unknown from a sheet with another lattice."""
    step = thinning(sheet.cell_m(), layout, enough)
    here = _clipped(sheet, layout, step)
    if min(here.shape) == 0:
        return
    own = _raster(sheet, here, step)
    _paste(sheet, (0, 0), own, here, step, clean)
    take = _between if smooth else _nearest
    to_sheet = Transformer.from_crs(found.crs, sheet.crs, always_xy=True)
    middle = own.transform.c + own.transform.a * own.values.shape[1] / 2
    flat, t = found.values.reshape(-1), found.transform
    holes = np.flatnonzero(np.isnan(flat))
    for first in range(0, len(holes), _CHUNK):
        line, column = np.divmod(holes[first : first + _CHUNK], found.values.shape[1])
        x = t.a * (column + 0.5) + t.b * (line + 0.5) + t.c
        y = t.d * (column + 0.5) + t.e * (line + 0.5) + t.f
        x, y = to_sheet.transform(x, y)
        cells = _cell_of(own.transform, turned_to(x, sheet.crs, middle), y)
        flat[holes[first : first + _CHUNK]] = take(own.values, *cells)


def _nearest(cells: Cells, column: Floats, line: Floats) -> Cells:
    """Take the cell that holds each point, NaN outside."""
    with np.errstate(invalid="ignore"):
        inside = (line >= 0) & (line < cells.shape[0]) & (column >= 0) & (column < cells.shape[1])
    at = np.where(inside, line, 0).astype(np.int64), np.where(inside, column, 0).astype(np.int64)
    return np.where(inside, cells[at], np.float32(np.nan))


def _between(cells: Cells, column: Floats, line: Floats) -> Cells:
    """Interpolate between the four nearest centres; unknown ones weigh nothing, but the nearest must be known."""
    known = np.isfinite(_nearest(cells, column, line))
    row, place = np.where(known, line - 0.5, 0.0), np.where(known, column - 0.5, 0.0)
    total, weights = np.zeros(len(row)), np.zeros(len(row))
    for down in (0, 1):
        for right in (0, 1):
            i, j = np.floor(row).astype(np.int64) + down, np.floor(place).astype(np.int64) + right
            weight = (1 - np.abs(row - i)) * (1 - np.abs(place - j))
            i, j = np.clip(i, 0, cells.shape[0] - 1), np.clip(j, 0, cells.shape[1] - 1)
            value = cells[i, j]
            weight = np.where(np.isnan(value), 0.0, weight)
            total += weight * np.where(np.isnan(value), 0.0, value)
            weights += weight
    mean = total / np.where(weights > 0, weights, 1.0)
    return np.where(known & (weights > 0), mean, np.nan).astype(np.float32)
