"""Find the polygons that truly overlap, quickly where most only touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["overlapping_pairs"]

_INTERIORS_MEET = "T********"


def overlapping_pairs(shapes: Shapes) -> tuple[Ints, Ints]:
    """
    List the pairs of polygons whose insides have ground in common; a shared border is none.

    Returns
    -------
    tuple
        The rows of the one and of the other (q,), the lower first.
    """
    first, second = shapely.STRtree(shapes).query(shapes)
    once = first < second
    first, second = first[once], second[once]
    shapely.prepare(shapes[np.unique(first)])
    meet = shapely.relate_pattern(shapes[first], shapes[second], _INTERIORS_MEET)
    return first[meet], second[meet]
