"""Hold a map at a scale, and say where on the paper things lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap, Place
    from scenarios.drawing.names import Goal

    Floats = NDArray[np.float64]

__all__ = ["MM", "Drawing", "block_pt", "is_shown"]

MM = 72.0 / 25.4
"""Points in a millimetre."""

BLOCK = (0.30, 0.22, 0.15, 0.10)
"""Size of a place by rank, as a share of the hex's radius."""

_LEAST_BLOCK_MM = (1.2, 0.9, 0.7, 0.5)
_VILLAGES_MM_KM, _LARGE_VILLAGES_MM_KM = 17.0, 7.0


@dataclass(frozen=True)
class Drawing:
    """
    A map, or the part of it between two hexes, at a scale.

    ``mm_per_hex`` is the printed hex from flat to flat; ``part`` names two
    hexes at opposite corners of what is wanted.
    """

    hexmap: HexMap
    mm_per_hex: float
    style: str = "full"
    part: tuple[int, int] | None = None
    goals: tuple[Goal, ...] = ()
    """What is fought for on it: that is named before all other places."""

    @property
    def mm_per_m(self) -> float:
        """Millimetres of paper for a metre of ground."""
        return self.mm_per_hex / self.hexmap.layout.width_m

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """What is drawn, in grid coordinates: least u, v, greatest u, v."""
        layout = self.hexmap.layout
        if self.part is None:
            return layout.extent()
        corners = layout.corners()[list(self.part)].reshape(-1, 2)
        return (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Which hexes reach into the box (n,)."""
        u0, v0, u1, v1 = self.box
        u, v = self.hexmap.layout.centres().T
        edge = self.hexmap.layout.radius_m
        near: NDArray[np.bool_] = (u > u0 - edge) & (u < u1 + edge) & (v > v0 - edge) & (v < v1 + edge)
        return near & self.hexmap.inside

    def crosses(self, points: Floats) -> bool:
        """Whether a line in grid coordinates comes near the box."""
        u0, v0, u1, v1 = self.box
        (a, b), (c, d) = points.min(axis=0), points.max(axis=0)
        edge = self.hexmap.layout.radius_m
        return bool(a < u1 + edge and c > u0 - edge and b < v1 + edge and d > v0 - edge)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of what is drawn."""
        u0, v0, u1, v1 = self.box
        return (u1 - u0) * self.mm_per_m, (v1 - v0) * self.mm_per_m

    def to_paper(self, uv: Floats) -> Floats:
        """Turn grid coordinates (..., 2) into points from the drawing's lower left corner."""
        u0, _, _, v1 = self.box
        scale = self.mm_per_m * MM
        return np.stack([(uv[..., 0] - u0) * scale, (v1 - uv[..., 1]) * scale], axis=-1)

    @property
    def radius_pt(self) -> float:
        """Centre to corner on paper, in points."""
        return self.mm_per_hex / math.sqrt(3) * MM


def block_pt(drawing: Drawing, rank: int) -> float:
    """Give the size of a place on paper in points; on small hexes it stays as large as can be seen."""
    at = min(rank, len(BLOCK)) - 1
    return max(drawing.radius_pt * BLOCK[at], _LEAST_BLOCK_MM[at] * MM)


def is_shown(drawing: Drawing, place: Place) -> bool:
    """
    Whether a place is drawn at this scale.

    What counts is the paper to a kilometre of ground: villages from 17 mm, large
    villages from 7 mm, so that small hexes do not lose their names.
    """
    mm_per_km = drawing.mm_per_m * 1000
    least = 4 if mm_per_km >= _VILLAGES_MM_KM else 3 if mm_per_km >= _LARGE_VILLAGES_MM_KM else 2
    return place.rank <= least and bool(drawing.shown[place.index])
