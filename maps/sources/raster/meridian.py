"""Follow a raster once round the world, so that maps may lie across the 180th meridian."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pyproj import CRS, Transformer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Bounds", "bounds_near", "turn_of", "turned_to"]

_WGS84 = "EPSG:4326"
_WEB_MERCATOR = 3857
_EQUATOR_M = 2 * math.pi * 6_378_137.0


class Bounds(NamedTuple):
    """Bounds in a CRS; where they lie across the 180th meridian, east goes on beyond it."""

    west: float
    south: float
    east: float
    north: float

    @property
    def middle(self) -> float:
        """The x in their middle."""
        return (self.west + self.east) / 2


@lru_cache(maxsize=32)
def turn_of(crs: str) -> float | None:
    """
    Say how far once round the world is in the x of a CRS; None where x does not go round.

    >>> turn_of("EPSG:4326")
    360.0
    >>> turn_of("EPSG:32631") is None
    True
    """
    known = CRS.from_user_input(crs)
    if known.is_geographic:
        return 360.0 if known.axis_info[0].unit_name == "degree" else None
    return _EQUATOR_M if known.to_epsg() == _WEB_MERCATOR else None


def bounds_near(source: str, box: tuple[float, float, float, float], crs: str, x: float) -> Bounds | None:
    """
    Give the bounds of a box of one CRS in another, at that turn round the world which is nearest to ``x``.

    None where the other CRS does not reach.
    """
    turn = turn_of(crs)
    found = Bounds(*Transformer.from_crs(source, crs, always_xy=True).transform_bounds(*box))
    if turn is not None:
        west, south, east, north = Transformer.from_crs(source, _WGS84, always_xy=True).transform_bounds(*box)
        if west > east:
            below, above = Transformer.from_crs(_WGS84, crs, always_xy=True).transform([0, 0], [south, north])[1]
            found = Bounds(west * turn / 360, below, (east + 360) * turn / 360, above)
    if not all(map(math.isfinite, found)):
        return None
    if turn is not None:
        shift = turn * round((x - found.middle) / turn)
        found = found._replace(west=found.west + shift, east=found.east + shift)
    return found


def turned_to(x: Floats, crs: str, middle: float) -> Floats:
    """Move coordinates round the world, to within half a turn of ``middle``."""
    turn = turn_of(crs)
    return x if turn is None else x + turn * np.round((middle - x) / turn)
