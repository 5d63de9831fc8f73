"""Say how steep the ground of a hex is, whatever grows on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

__all__ = ["STEEPNESS", "steepness", "steepness_of"]

STEEPNESS = ("unknown", "level", "rolling", "steep", "very steep")
"""How steep a hex is; the code is the position here."""

_BY_SLOPE_DEG = (5.0, 17.0, 24.0)
"""In hexes below 1.5 km, by the mean slope: rolling, steep, very steep from here on."""
_BY_RELIEF_M = ((6.0, (60.0, 165.0, 400.0)), (20.0, (100.0, 300.0, 900.0)), (np.inf, (150.0, 450.0, 1350.0)))
"""In wider ones by relief, which grows with the width: hexes up to so many km, and from how much relief."""
_SMALL_KM = 1.5


def steepness(relief_m: NDArray[np.floating], slope_deg: NDArray[np.floating], width_km: float) -> NDArray[np.uint8]:
    """Class hexes of one width by their slope, or their relief (n,)."""
    if width_km < _SMALL_KM:
        figures, limits = slope_deg, _BY_SLOPE_DEG
    else:
        figures, limits = relief_m, next(limits for up_to, limits in _BY_RELIEF_M if width_km < up_to)
    codes = 1 + np.searchsorted(np.array(limits, np.float32), figures, side="right")
    return np.where(np.isnan(figures), 0, codes).astype(np.uint8)


def steepness_of(hexmap: HexMap, index: int) -> str:
    """Name how steep a hex of a map is."""
    one = slice(index, index + 1)
    code = steepness(hexmap.relief_m[one], hexmap.slope_deg[one], hexmap.layout.width_m / 1000)
    return STEEPNESS[int(code[0])]
