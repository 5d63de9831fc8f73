"""Name directions by the true compass."""

from __future__ import annotations

from math import atan2, cos, degrees, radians
from typing import TYPE_CHECKING

import numpy as np

from maps.lonlat import lonlat_of, to_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout

__all__ = ["WINDS", "bearing_words", "edge_words", "heading", "rim", "wind_of"]

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_STEP = 0.001
"""Degrees: small beside any map, so that no curve of the earth shows."""


def wind_of(from_: Sequence[float], to: Sequence[float]) -> str:
    """Name the one of eight directions of one point, in degrees east and north, from another."""
    (lon0, lat0), (lon1, lat1) = from_, to
    east, north = (lon1 - lon0) * cos(radians(lat0)), lat1 - lat0
    return WINDS[round(degrees(atan2(east, north)) / 45) % len(WINDS)]


def bearing_words(layout: Layout, here: int, there: int) -> str:
    """Name the one of eight directions where a hex lies from another."""
    from_, to = lonlat_of(layout, layout.centres()[[here, there]]).tolist()
    return wind_of(from_, to)


def heading(layout: Layout, wind: str) -> NDArray[np.float64]:
    """Give a direction as a step of map coordinates of length 1, as it is in the middle of a map."""
    middle = lonlat_of(layout, [layout.centres().mean(axis=0)])[0]
    angle = radians(45 * WINDS.index(wind))
    aside = [_STEP * np.sin(angle) / cos(radians(middle[1])), _STEP * np.cos(angle)]
    here, there = to_map(layout, [middle, middle + aside])
    step: NDArray[np.float64] = (there - here) / np.linalg.norm(there - here)
    return step


def rim(hexmap: HexMap) -> NDArray[np.int64]:
    """List the hexes at a map's edge."""
    off = (hexmap.neighbour < 0) | ~hexmap.inside[hexmap.neighbour]
    return np.flatnonzero(hexmap.inside & off.any(axis=1))


def edge_words(hexmap: HexMap, index: int) -> str:
    """Name the edge of a map that a hex lies at, as seen from the map's middle; "" if it lies at none."""
    if index not in rim(hexmap):
        return ""
    layout = hexmap.layout
    middle = layout.centres()[hexmap.inside].mean(axis=0)
    from_, to = lonlat_of(layout, [middle, layout.centres()[index]]).tolist()
    return wind_of(from_, to)
