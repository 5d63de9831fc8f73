"""Find and fill the unknown cells of a raster; they are NaN."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["count_unknown", "drop_beyond", "fill_from", "fill_holes"]


@njit(cache=True, nogil=True)
def drop_beyond(values: NDArray[Any], low: float, high: float) -> int:
    """Make cells below low or above high NaN, in place; give their number."""
    flat = values.reshape(-1)
    dropped = 0
    for k in range(len(flat)):
        if flat[k] < low or flat[k] > high:
            flat[k] = np.nan
            dropped += 1
    return dropped


@njit(cache=True, nogil=True)
def count_unknown(values: NDArray[Any]) -> int:
    """Count the cells that are NaN."""
    flat = values.reshape(-1)
    unknown = 0
    for k in range(len(flat)):
        unknown += math.isnan(flat[k])
    return unknown


@njit(cache=True, nogil=True)
def fill_from(values: NDArray[Any], others: NDArray[Any]) -> None:
    """Fill cells that are NaN from another raster of the same shape, in place."""
    for line in range(values.shape[0]):
        for k in range(values.shape[1]):
            if math.isnan(values[line, k]):
                values[line, k] = others[line, k]


@njit(cache=True, nogil=True)
def _fill(values: NDArray[Any], wanted: NDArray[np.bool_], across_m: float, down_m: float, reach_m: float) -> None:
    """Fill the wanted cells in place; see ``fill_holes``."""
    cells = np.argwhere(wanted)
    found = np.full(len(cells), np.nan)
    for c in range(len(cells)):
        line, column = cells[c]
        weights, total = 0.0, 0.0
        for i, j in ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)):
            stride = math.hypot(i * down_m, j * across_m)
            k, l, away = line + i, column + j, stride  # noqa: E741 - line and column beside
            while 0 <= k < values.shape[0] and 0 <= l < values.shape[1] and away <= reach_m:
                if not math.isnan(values[k, l]):
                    weights += 1.0 / away**2
                    total += values[k, l] / away**2
                    break
                k, l, away = k + i, l + j, away + stride  # noqa: E741
        if weights > 0:
            found[c] = total / weights
    for c in range(len(cells)):
        values[cells[c, 0], cells[c, 1]] = found[c]


def fill_holes(
    values: NDArray[Any], wanted: NDArray[np.bool_], across_m: float, down_m: float, reach_m: float
) -> NDArray[Any]:
    """
    Fill unknown cells from the rim of their hole.

    From each, the nearest known cell is sought in the eight directions of the compass; it gets the mean of those
    found, weighted by the inverse square of their distance. Cells filled do not serve others.

    Parameters
    ----------
    wanted
        Which cells to fill (lines, columns).
    across_m, down_m
        Size of a cell.
    reach_m
        How far to look.
    """
    filled = values.copy()
    _fill(filled, wanted, float(across_m), float(down_m), float(reach_m))
    return filled
