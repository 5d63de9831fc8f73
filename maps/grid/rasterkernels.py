"""
Take statistics, slopes and classes of rasters hex by hex.

A cell counts for the hex that holds its centre. Where the centres lie is said by a
``Net``, so rasters may be turned, sheared or in another projection. Along a line of
cells the centres are followed from hex to hex: whole runs are counted at once.

The kernels know rows of pointy-top hexes; flat-top is the same thing with the two
coordinates exchanged, and steps from hex to hex instead of an order of hexes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = [
    "ClassCounts",
    "HexStatistics",
    "Net",
    "raster_classes",
    "raster_slopes",
    "raster_statistics",
    "upright_net",
]

SQRT3 = math.sqrt(3.0)
# Centres just on a hexside go the same way however the grid's origin was rounded: all
# are moved by less than a ten-millionth of a hex, along none of the six sides.
_NUDGE_X, _NUDGE_Y = 1e-7, 0.377e-7


class Net(NamedTuple):
    """
    Where the cells of a raster lie, in grid coordinates.

    ``u_m[a, b]`` and ``v_m[a, b]`` are the centre of the cell in line
    ``line0 + a * step`` and column ``column0 + b * step``, counted from the first cell; both
    begin at or before 0, and the net reaches beyond the last cell. Between its knots
    centres lie evenly (bilinear).
    """

    u_m: Floats
    v_m: Floats
    step: int
    line0: int
    column0: int


class HexStatistics(NamedTuple):
    """
    Per hex: how many known cells have their centre in it; their sum, least and greatest value.

    ``known`` is the share of the hex that is known; ``slope_cells`` and ``slope_total`` are the number of
    cells whose slope is known and the sum of their slopes in degrees.
    """

    cells: Ints
    total: Floats
    low: Floats
    high: Floats
    known: Floats
    slope_cells: Ints
    slope_total: Floats


class ClassCounts(NamedTuple):
    """Per hex: how many cells are of each class (n, k), and what share of the hex they are together."""

    cells: Ints
    known: Floats


def upright_net(u0_m: float, v0_m: float, cell_m: float, shape: tuple[int, ...]) -> Net:
    """Lay a net for a raster of square cells in grid coordinates; u0, v0 is the first cell's upper left corner."""
    step = max(*shape[:2], 2)
    u, v = u0_m + cell_m * np.array([0.5, step + 0.5]), v0_m + cell_m * np.array([0.5, step + 0.5])
    return Net(np.stack([u, u]), np.stack([v, v]).T.copy(), step, 0, 0)


@njit(cache=True, nogil=True)
def _per_step(speed: float) -> float:
    """Give how many steps a metre takes; very many where one goes along."""
    return 1.0 / speed if abs(speed) > 1e-30 else 1e30


@njit(cache=True, nogil=True)
def _run(x: float, y: float, inverse: float, width: float, a: float, b: float, c: float) -> tuple[int, int, int]:  # noqa: PLR0917
    """
    Give row and place of the hex at x, y, and after how many steps one has left it.

    ``inverse`` is 1 / width; a, b and c are the steps to a metre towards the sides in the east, south-east and
    south-west, negative towards those opposite.
    """
    down = y * (SQRT3 / 1.5) * inverse
    along = x * inverse - 0.5 * down
    ra, rb, rc = np.rint(along), np.rint(down), np.rint(-along - down)
    da, db, dc = abs(ra - along), abs(rb - down), abs(rc + along + down)
    if da > db and da > dc:
        ra = -rb - rc
    elif db > dc:
        rb = -ra - rc
    row = int(rb)
    east, south = x - width * (ra + 0.5 * rb), 0.5 * SQRT3 * (y - 1.5 / SQRT3 * width * rb)
    half = 0.5 * width
    steps = min(half * abs(a) - east * a, half * abs(b) - (south + 0.5 * east) * b)
    steps = min(steps, half * abs(c) - (south - 0.5 * east) * c)
    return row, int(ra) + (row - (row & 1)) // 2, int(min(max(steps, 0.0), 1e9)) + 1


@njit(cache=True, nogil=True)
def _runs(line: int, columns: int, net: tuple[Any, ...], frame: tuple[Any, ...], runs: tuple[Any, ...]) -> int:
    """Split a line of cells into runs, each within one hex (-1: off the grid); give their number."""
    x, y, step, line0, column0 = net
    rows, places, by_row, by_place, width = frame
    hexes, starts, areas = runs
    knot = (line - line0) // step
    part = (line - line0 - knot * step) / step
    count = 0
    for j in range(x.shape[1] - 1):
        first = column0 + j * step
        k, end = max(first, 0), min(first + step, columns)
        if k >= end:
            continue
        xa, ya = (1 - part) * x[knot, j] + part * x[knot + 1, j], (1 - part) * y[knot, j] + part * y[knot + 1, j]
        xb = (1 - part) * x[knot, j + 1] + part * x[knot + 1, j + 1]
        yb = (1 - part) * y[knot, j + 1] + part * y[knot + 1, j + 1]
        dx, dy = (xb - xa) / step, (yb - ya) / step
        down_x, down_y = (x[knot + 1, j] - x[knot, j]) / step, (y[knot + 1, j] - y[knot, j]) / step
        if not math.isfinite(dx + dy):  # the projection does not reach here
            hexes[count], starts[count], areas[count] = -1, k, 0.0
            count += 1
            continue
        area = abs(dx * down_y - dy * down_x)
        a = _per_step(dx)
        b, c = _per_step(0.5 * SQRT3 * dy + 0.5 * dx), _per_step(0.5 * SQRT3 * dy - 0.5 * dx)
        while k < end:
            here_x, here_y = xa + (k - first) * dx + _NUDGE_X * width, ya + (k - first) * dy + _NUDGE_Y * width
            row, place, length = _run(here_x, here_y, 1.0 / width, width, a, b, c)
            inside = 0 <= row < rows and 0 <= place < places
            hexes[count] = row * by_row + place * by_place if inside else -1
            starts[count], areas[count] = k, area
            count += 1
            k += length
    starts[count] = columns
    return count


@njit(cache=True, nogil=True)
def _share_known(known: Ints, whole: Ints, area: Floats, edge: NDArray[np.bool_], hex_area: float) -> Floats:
    """Divide known by all cells; a hex at the edge of the raster is only in part under it."""
    share = np.zeros(len(known))
    for hex_ in range(len(known)):
        if whole[hex_] > 0:
            share[hex_] = known[hex_] / whole[hex_] * (min(area[hex_] / hex_area, 1.0) if edge[hex_] else 1.0)
    return np.round(share, 9)  # beyond that, areas depend on where the grid begins


@njit(cache=True, nogil=True)
def _statistics(
    values: NDArray[Any], net: tuple[Any, ...], frame: tuple[Any, ...], metric: Floats, hexes_in_all: int
) -> tuple[Ints, Floats, Floats, Floats, Floats, Ints, Floats]:
    n, (lines, columns) = hexes_in_all, values.shape
    count, whole, slopes = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    total, area, steep, edge = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, np.bool_)
    low, high = np.full(n, np.inf), np.full(n, -np.inf)
    runs = (np.empty(columns + 1, np.int64), np.empty(columns + 2, np.int64), np.empty(columns + 1))
    slope = np.full(columns, np.nan, np.float32)
    for line in range(lines):
        if metric.size:
            _slope_line(values, line, metric, net, slope)
        for r in range(_runs(line, columns, net, frame, runs)):
            hex_, start, stop = runs[0][r], runs[1][r], runs[1][r + 1]
            if hex_ < 0:
                continue
            whole[hex_] += stop - start
            area[hex_] += (stop - start) * runs[2][r]
            edge[hex_] |= line == 0 or line == lines - 1 or start == 0 or stop == columns
            known, run_total, run_low, run_high = _of_run(values[line], start, stop)
            count[hex_] += known
            total[hex_] += run_total
            low[hex_], high[hex_] = min(low[hex_], run_low), max(high[hex_], run_high)
            if metric.size:
                known, run_total, _, _ = _of_run(slope, start, stop)
                slopes[hex_] += known
                steep[hex_] += run_total
    width = frame[4]
    return count, total, low, high, _share_known(count, whole, area, edge, 0.5 * SQRT3 * width**2), slopes, steep


@njit(cache=True, nogil=True)
def _of_run(values: NDArray[Any], start: int, stop: int) -> tuple[int, float, float, float]:
    """Count the known cells of a run; add them up; find the least and the greatest."""
    known, total, low, high = 0, 0.0, np.inf, -np.inf
    for k in range(start, stop):
        value = values[k]
        if not math.isnan(value):
            known += 1
            total += value
            low, high = min(low, value), max(high, value)
    return known, total, low, high


@njit(cache=True, nogil=True, fastmath={"contract", "reassoc", "arcp"})
def _horn(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    above: NDArray[Any], here: NDArray[Any], below: NDArray[Any], p: float, q: float, r: float, slope: NDArray[Any]
) -> None:
    """
    Work out slopes in degrees of a run of cells; the three lines have one cell more at either end.

    The arctangent is Abramowitz and Stegun 4.4.49, good to 1e-6 degrees: written out, a processor does several cells
    at once.
    """
    two, eighth, one = np.float32(2), np.float32(0.125), np.float32(1)
    # Under names of their own: a variable has one type in compiled code, and half the width is twice the speed.
    across, both, down = np.float32(p), np.float32(2 * q), np.float32(r)
    for k in range(len(slope)):
        gx = (above[k + 2] + two * here[k + 2] + below[k + 2] - above[k] - two * here[k] - below[k]) * eighth
        gy = (below[k] + two * below[k + 1] + below[k + 2] - above[k] - two * above[k + 1] - above[k + 2]) * eighth
        rise = np.sqrt(abs(across * gx * gx + both * gx * gy + down * gy * gy))
        x = rise if rise <= one else one / rise
        s = x * x
        t = np.float32(-0.0161657367) + s * np.float32(0.0028662257)
        t = np.float32(-0.0752896400) + s * (np.float32(0.0429096138) + s * t)
        t = np.float32(-0.1420889944) + s * (np.float32(0.1065626393) + s * t)
        t = np.float32(-0.3333314528) + s * (np.float32(0.1999355085) + s * t)
        t = x * (one + s * t)
        turn = t if rise <= one else np.float32(1.5707963267948966) - t
        # Horn's formula leaves out the middle cell; added as nothing, it makes the slope unknown where it is.
        slope[k] = np.float32(57.29577951308232) * turn + np.float32(0) * here[k + 1]


@njit(cache=True, nogil=True)
def _slope_line(values: NDArray[Any], line: int, metric: Floats, net: tuple[Any, ...], slope: NDArray[Any]) -> None:
    """Work out the slopes of a line of cells, NaN where one of the nine heights is missing (Horn 1981)."""
    lines, columns = values.shape
    slope[:] = np.nan
    if line in (0, lines - 1):
        return
    step, line0, column0 = net[2], net[3], net[4]
    for j in range(metric.shape[1]):
        p, q, r = metric[(line - line0) // step, j]
        first = column0 + j * step
        start, stop = max(first, 1), min(first + step, columns - 1)
        if start < stop:
            # Taken line by line the slices are known to be without gaps, which makes the loop ten times as fast.
            above, here = values[line - 1][start - 1 : stop + 1], values[line][start - 1 : stop + 1]
            _horn(above, here, values[line + 1][start - 1 : stop + 1], p, q, r, slope[start:stop])


@njit(cache=True, nogil=True)
def _slopes(values: NDArray[Any], metric: Floats, net: tuple[Any, ...]) -> NDArray[Any]:
    slopes = np.empty(values.shape, np.float32)
    for line in range(len(values)):
        _slope_line(values, line, metric, net, slopes[line])
    return slopes


@njit(cache=True, nogil=True)
def _classes(
    values: NDArray[np.uint8], kinds: int, net: tuple[Any, ...], frame: tuple[Any, ...], hexes_in_all: int
) -> tuple[Ints, Floats]:
    lines, columns = values.shape
    count, known = np.zeros((hexes_in_all, kinds), np.int64), np.zeros(hexes_in_all, np.int64)
    whole, area = np.zeros(hexes_in_all, np.int64), np.zeros(hexes_in_all)
    edge = np.zeros(hexes_in_all, np.bool_)
    runs = (np.empty(columns + 1, np.int64), np.empty(columns + 2, np.int64), np.empty(columns + 1))
    for line in range(lines):
        for r in range(_runs(line, columns, net, frame, runs)):
            hex_, start, stop = runs[0][r], runs[1][r], runs[1][r + 1]
            if hex_ < 0:
                continue
            whole[hex_] += stop - start
            area[hex_] += (stop - start) * runs[2][r]
            edge[hex_] |= line == 0 or line == lines - 1 or start == 0 or stop == columns
            for k in range(start, stop):
                if values[line, k] < kinds:
                    count[hex_, values[line, k]] += 1
                    known[hex_] += 1
    return count, _share_known(known, whole, area, edge, 0.5 * SQRT3 * frame[4] ** 2)


def _frame(layout: Layout) -> tuple[int, int, int, int, float]:
    """Rows and places of the kernels' hexes, the steps of the hex's index along either, and the width."""
    grid = layout.grid
    if grid.flat_top:
        return grid.cols, grid.rows, 1, grid.cols, layout.width_m
    return grid.rows, grid.cols, grid.cols, 1, layout.width_m


def _lying(net: Net, layout: Layout) -> tuple[Any, ...]:
    x, y = (net.v_m, net.u_m) if layout.grid.flat_top else (net.u_m, net.v_m)
    return np.ascontiguousarray(x), np.ascontiguousarray(y), net.step, net.line0, net.column0


def raster_statistics(values: NDArray[Any], net: Net, layout: Layout, metric: Floats | None = None) -> HexStatistics:
    """
    Take statistics per hex of a raster of heights.

    A cell counts for the hex that holds its centre; NaN cells count nowhere.
    Below about ten cells a hex that is too coarse: use ``kernels.polygon_amounts``.

    Parameters
    ----------
    values
        Cells (lines, columns), floating point.
    net
        Where they lie.
    metric
        If slopes are wanted: for each mesh of the net (a, b, 3) the numbers p, q, r that
        make ``p gx**2 + 2 q gx gy + r gy**2`` the square of rise over run, where gx and gy
        are the rise from cell to cell along the line and down the columns. Slopes are
        those of Horn (1981, *Proceedings of the IEEE* 69), cell by cell from the eight
        neighbours; a cell with an unknown neighbour, or at the edge, has none.
    """
    none = np.zeros((0, 0, 3))
    found = _statistics(
        np.ascontiguousarray(values),
        _lying(net, layout),
        _frame(layout),
        none if metric is None else np.ascontiguousarray(metric),
        len(layout.grid),
    )
    return HexStatistics(*found)


def raster_slopes(values: NDArray[Any], net: Net, metric: Floats) -> NDArray[np.float32]:
    """Give the slope of every cell in degrees, NaN where it is unknown; see ``raster_statistics``."""
    heights = np.ascontiguousarray(values, np.float32)
    mesh = np.zeros((0, 0)), np.zeros((0, 0)), net.step, net.line0, net.column0
    return np.asarray(_slopes(heights, np.ascontiguousarray(metric), mesh))


def raster_classes(values: NDArray[np.uint8], kinds: int, net: Net, layout: Layout) -> ClassCounts:
    """
    Count the cells of each class 0 to ``kinds - 1`` per hex; see ``raster_statistics``.

    Cells of other classes count nowhere.
    """
    lying = np.ascontiguousarray(values, np.uint8)
    return ClassCounts(*_classes(lying, kinds, _lying(net, layout), _frame(layout), len(layout.grid)))
