"""
Draw contours through the heights of hexes.

A hex knows its mean height alone, so the ground between the middles of three hexes is laid flat between
their heights and rounded: the lines say how the land lies, not where a certain spot stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.ndimage import gaussian_filter

from maps.shapes.rings import areas_above, contours_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.shapes.field import Samples
    from maps.shapes.plane import Net
    from maps.shapes.rings import Rings

    Floats = NDArray[np.float64]

__all__ = ["MOST_BANDS", "band_areas", "band_floors", "contour_lines", "contour_step", "filled", "height_field"]

MOST_BANDS = 8
"""Into how many bands of height a map is parted at most: more tints cannot be told apart."""

_STEPS_M = (1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 500.0)
_MOST_LINES = 14
_SOFT = 3.0
_UNSEEN = 0.02, 0.98
"""Between which parts of all hexes the heights lie that the lines are parted by: one peak shall not spread them."""


def contour_step(heights_m: NDArray[np.floating[Any]]) -> float:
    """Say how far apart the contours of a map are, in metres, so that at most 14 cover it; 0: it is flat or unknown."""
    low, high = _span(heights_m)
    if high - low < 1.0:
        return 0.0
    return next((step for step in _STEPS_M if (high - low) / step <= _MOST_LINES), _STEPS_M[-1])


def band_floors(heights_m: NDArray[np.floating[Any]]) -> tuple[float, ...]:
    """
    Say where one band of height ends and the next begins, in metres: at each contour or at every second.

    >>> band_floors(np.array([100.0, 149.0, 180.0, 240.0]))
    (120.0, 140.0, 160.0, 180.0, 200.0, 220.0)
    """
    step = contour_step(heights_m)
    if not step:
        return ()
    low, high = _span(heights_m)
    step *= 1 if (high - low) / step < MOST_BANDS - 1 else 2
    first = np.floor(low / step) + 1
    floors: list[float] = (step * np.arange(first, np.ceil(high / step))).tolist()
    return tuple(floors[: MOST_BANDS - 1])


def _span(heights_m: NDArray[np.floating[Any]]) -> tuple[float, float]:
    """Give the least and the greatest height of a map, but for a peak or a gorge."""
    known = heights_m[np.isfinite(heights_m)]
    if not len(known):
        return 0.0, 0.0
    low, high = np.quantile(known, _UNSEEN).tolist()
    return low, high


def filled(heights_m: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """Give hexes of unknown height the mean of the others; 0 where none is known."""
    known = np.isfinite(heights_m)
    return np.where(known, heights_m, float(np.mean(heights_m[known])) if known.any() else 0.0)


def height_field(samples: Samples, heights_m: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Give the height of every sample in metres; hexes of unknown height lie as high as the map does on the whole."""
    field = np.einsum("yxn,yxn->yx", samples.part, filled(heights_m)[samples.near].astype(np.float32))
    return np.asarray(gaussian_filter(field, _SOFT), np.float32)


def contour_lines(net: Net, field: NDArray[np.float32], step_m: float, bend: float) -> list[tuple[float, Floats]]:
    """Draw the contours of a part of a map: the height of each in metres, and its points (k, 2)."""
    if not step_m or min(field.shape) < 2:
        return []
    first, last = np.ceil(field.min() / step_m), np.floor(field.max() / step_m)
    levels = (step_m * np.arange(first, last + 1)).tolist()
    return [(level, line) for level in levels for line in contours_at(net.x, net.y, field, level, bend)]


def band_areas(
    net: Net, field: NDArray[np.float32], floors: tuple[float, ...], bend: float
) -> tuple[tuple[float, Rings], ...]:
    """Outline what lies above each floor of the bands of height, the lowest first: each is painted over the last."""
    return tuple((floor, areas_above(net.x, net.y, field, floor, bend)) for floor in floors)
