"""
Draw the ground's classes as areas that flow into one another.

A sample belongs to the class of the hex at a spot moved by noise. Classes are painted one
over the other, in the order that the palette gives; the area of each holds all
that are painted after it, so that no gap opens where three meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.ndimage import gaussian_filter

from maps.shapes.rings import BEND, areas_above

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.shapes.plane import Net
    from maps.shapes.rings import Rings

__all__ = ["class_areas"]

_SOFT = 0.9
"""Standard deviation of the smoothing, in samples."""


def class_areas(
    net: Net, warped: NDArray[np.int32], layer: NDArray[np.int64], names: Sequence[str], bend: float = BEND
) -> tuple[tuple[str, Rings], ...]:
    """
    Outline every class but the lowest of all hexes, which covers the whole map: name and area, as they are painted.

    ``layer`` gives each hex's place in ``names`` (n,), which are in that order.
    """
    places = layer[warped].astype(np.float32)
    found = []
    lowest = int(layer.min())
    for place in (place for place in np.unique(places).astype(int).tolist() if place > lowest):
        above = gaussian_filter((places >= place).astype(np.float32), _SOFT)
        found.append((names[place], areas_above(net.x, net.y, above, 0.5, bend)))
    return tuple(found)
