"""Go between degrees and hexes of a layout."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from pyproj import Transformer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from maps.grid.layout import Layout

__all__ = ["hexes_at", "lonlat_of", "lonlat_of_map", "to_map"]

_WGS84 = "EPSG:4326"


def to_map(layout: Layout, lonlat: ArrayLike) -> NDArray[np.float64]:
    """Turn degrees (n, 2), longitude first, into map coordinates."""
    points = np.asarray(lonlat, float).reshape(-1, 2)
    x, y = _transformer(_WGS84, layout.crs).transform(points[:, 0], points[:, 1])
    return np.stack([x, y], axis=1)


def hexes_at(layout: Layout, lonlat: ArrayLike) -> NDArray[np.int64]:
    """Find the hexes at degrees (n, 2), longitude first; ``NO_HEX`` off the grid."""
    return layout.indices_at(to_map(layout, lonlat))


def lonlat_of(layout: Layout, uv: ArrayLike) -> NDArray[np.float64]:
    """Turn grid coordinates (n, 2) into degrees, longitude first."""
    points = layout.to_map(np.asarray(uv, float).reshape(-1, 2))
    lon, lat = _transformer(layout.crs, _WGS84).transform(points[:, 0], points[:, 1])
    return np.stack([lon, lat], axis=1)


def lonlat_of_map(crs: str, xy: ArrayLike) -> NDArray[np.float64]:
    """Turn map coordinates (n, 2) into degrees, longitude first."""
    points = np.asarray(xy, float).reshape(-1, 2)
    return np.stack(_transformer(crs, _WGS84).transform(points[:, 0], points[:, 1]), axis=1)


@lru_cache(maxsize=16)
def _transformer(source: str, target: str) -> Transformer:
    return Transformer.from_crs(source, target, always_xy=True)
