"""Lay the steps of a graph side by side for the search, when first one asks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from maps.grid import search

if TYPE_CHECKING:
    from maps.grid.search import IntArray

__all__ = ["PackedSteps"]


class PackedSteps:
    """Where steps lead and what they cost, side by side; and how wide and how many the buckets of a search are."""

    def __init__(self, neighbour: IntArray, cost: IntArray) -> None:
        self._neighbour, self._cost = neighbour, cost

    @property
    def steps(self) -> IntArray:
        """The steps as ``search.pack`` lays them out (n, sides, 2)."""
        return self._laid[0]

    @property
    def gauge(self) -> tuple[int, int]:
        """Width (as a power of two) and number of the buckets."""
        return self._laid[1]

    @cached_property
    def _laid(self) -> tuple[IntArray, tuple[int, int]]:
        # Half the memory where the numbers are small, and so they are on maps; not in every plain graph.
        for kind in (np.int16, np.int32):
            steps = np.empty((*self._cost.shape, 2), kind)
            fits, cheapest, dearest = search.pack(self._neighbour, self._cost, steps, np.iinfo(kind).max)
            if fits:
                break
        return steps, _gauge(cheapest, dearest)


def _gauge(cheapest: int, dearest: int) -> tuple[int, int]:
    if not dearest:
        return 0, 2
    shift = max(cheapest.bit_length() - 1, dearest.bit_length() - search.MOST_BUCKETS.bit_length() + 1)
    # One bucket more than the dearest step spans, and one for where in its bucket it starts; rounded up to 2, 4, 8...
    return shift, 1 << ((dearest >> shift) + 1).bit_length()
