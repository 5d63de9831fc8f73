"""
Outline the ground once more, with few points: for pictures that must be light.

The samples are put together in cells, the borders made smoother, and each class is outlined only where it is seen and a
little beneath its neighbours: nested as they are, the same border would be told once for each class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.ndimage import binary_dilation, gaussian_filter

from maps.shapes.rings import areas_above, larger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.shapes.plane import Net
    from maps.shapes.rings import Rings

    Floats = NDArray[np.float64]

__all__ = ["Sketch", "sketched"]

_SOFT = 0.8
"""Standard deviation of the smoothing, in cells."""
_SEEN = 0.3
"""What share of a cell a class has at least, to be outlined there."""
_BEND, _LONG = 0.3, 2.0
"""How far a point must bend an outline to stay, and the most from point to point, in sides of a cell."""
_LEAST = 2.5
"""The least that is outlined, in squares of a cell's side."""
_ABOUT = 2


class Sketch(NamedTuple):
    """Cells over a map: their middles, in plane units, and what is outlined above a half and above 0."""

    u: Floats
    v: Floats
    side: float
    classes: tuple[tuple[str, NDArray[np.float32]], ...]
    """By class how much of a cell is it or painted over it; 0 where it is not seen."""
    woods: NDArray[np.float32]

    def outlined(self, box: Sequence[float]) -> tuple[tuple[tuple[str, Rings], ...], Rings]:
        """Outline the classes about a box in the order that they are painted in, and the woods."""
        columns, lines = _span(self.u, box[0], box[2]), _span(self.v, box[1], box[3])
        classes = tuple((name, self._above(field, columns, lines, 0.5)) for name, field in self.classes)
        return classes, self._above(self.woods, columns, lines, 0.0)

    def _above(self, field: NDArray[np.float32], columns: slice, lines: slice, level: float) -> Rings:
        x, y = self.u[columns], self.v[lines]
        found = areas_above(x, y, field[lines, columns], level, _BEND * self.side, _LONG * self.side)
        return larger(found, _LEAST * self.side**2)


def sketched(
    net: Net, places: NDArray[np.int64], names: Sequence[str], woods: NDArray[np.float32], times: int
) -> Sketch:
    """
    Put so many samples together along each side of a cell.

    Parameters
    ----------
    places
        By sample the place of its class in ``names``; what is painted first has the least.
    """
    lowest = int(places.min())
    found = []
    for place in (place for place in np.unique(places).tolist() if place > lowest):
        near = binary_dilation(_cells(places == place, times) > _SEEN, np.ones((3, 3)))
        above = gaussian_filter(_cells(places >= place, times), _SOFT)
        found.append((names[place], np.where(near, above, np.float32(0.0))))
    u, v = (_middles(axis, times) for axis in (net.x, net.y))
    return Sketch(u, v, net.step * times, tuple(found), gaussian_filter(_cells(woods, times), _SOFT))


def _cells(samples: NDArray[np.generic], times: int) -> NDArray[np.float32]:
    """Give the mean of the samples of each cell."""
    high, wide = (size // times for size in samples.shape)
    parted = samples[: high * times, : wide * times].astype(np.float32).reshape(high, times, wide, times)
    mean: NDArray[np.float32] = parted.mean(axis=(1, 3))
    return mean


def _middles(axis: Floats, times: int) -> Floats:
    middles: Floats = axis[: len(axis) // times * times].reshape(-1, times).mean(axis=1)
    return middles


def _span(middles: Floats, near: float, far: float) -> slice:
    """Say which cells lie between two edges, and some beyond them."""
    first, last = np.searchsorted(middles, (near, far)).tolist()
    return slice(max(0, first - _ABOUT), last + _ABOUT)
