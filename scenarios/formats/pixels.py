"""Lay a map out in whole pixels, for programs that put pieces on a picture of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from scenarios.formats.picturing import ground_picture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from maps.grid.hexmap import HexMap

__all__ = ["PixelBoard"]

_SIZES = ((56, 97), (30, 52), (26, 45), (18, 31), (12, 21), (8, 14), (6, 10), (4, 7))
"""Radius of a hex and its width from flat to flat, in pixels: pairs of whole numbers near the true ratio."""
_MOST_PX = 4096


@dataclass(frozen=True)
class PixelBoard:
    """A map on a picture: every hex so many pixels wide, the first at the upper left corner."""

    hexmap: HexMap

    @cached_property
    def radius(self) -> int:
        """From the middle of a hex to its corner; as large as a picture that most programs take allows."""
        return self._hex[0]

    @cached_property
    def flat(self) -> int:
        """From flat to flat of a hex."""
        return self._hex[1]

    @cached_property
    def _hex(self) -> tuple[int, int]:
        return next((pair for pair in _SIZES if max(self._size(*pair)) <= _MOST_PX), _SIZES[-1])

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self._size(*self._hex)

    def _size(self, radius: int, flat: int) -> tuple[int, int]:
        grid = self.hexmap.layout.grid
        along, across = (grid.cols, grid.rows) if grid.flat_top else (grid.rows, grid.cols)
        long, short = math.ceil(radius * (1.5 * along + 0.5)), math.ceil(flat * (across + 0.5))
        return (long, short) if grid.flat_top else (short, long)

    def at(self, uv: ArrayLike) -> NDArray[np.float64]:
        """Turn grid coordinates (n, 2) into pixels from the upper left corner."""
        corner, scale = self._scale
        return (np.asarray(uv, float).reshape(-1, 2) - corner) * scale

    def uv_of(self, pixels: ArrayLike) -> NDArray[np.float64]:
        """Turn pixels (n, 2) into grid coordinates."""
        corner, scale = self._scale
        return np.asarray(pixels, float).reshape(-1, 2) / scale + corner

    @cached_property
    def _scale(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give the upper left corner in grid coordinates, and pixels to the metre across and down."""
        layout = self.hexmap.layout
        along, across = self.radius / layout.radius_m, self.flat / layout.width_m
        scale = (along, across) if layout.grid.flat_top else (across, along)
        return np.array(layout.extent()[:2]), np.array(scale)

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """The middles of all hexes, in pixels."""
        return self.at(self.hexmap.layout.centres())

    def ground(self) -> bytes:
        """Draw the ground as JPEG."""
        return ground_picture(self.hexmap, self.size)

    def stacked(self, indices: Iterable[int | None], apart: float) -> list[tuple[float, float] | None]:
        """Give a spot in pixels for each unit, by its hex: those in one hex lie a little apart."""
        counts: dict[int, int] = {}
        found: list[tuple[float, float] | None] = []
        for index in indices:
            if index is None:
                found.append(None)
                continue
            at = counts[index] = counts.get(index, -1) + 1
            x, y = self.centres[index].tolist()
            step = apart * (at % 8)
            found.append((x + step, y - step))
        return found
