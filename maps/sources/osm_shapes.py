"""Say which closed ways of OpenStreetMap are areas, and which areas are lines after all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import shapely
from pyproj import CRS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.sources.layers import SourceLayer

__all__ = ["AREA_KEYS", "AREA_VALUES", "WGS84", "is_area", "outlines_as_lines"]

WGS84 = CRS.from_epsg(4326)

AREA_KEYS = ("landuse", "natural", "leisure", "aeroway", "military", "place", "landcover", "wetland", "building")
"""Keys whose closed ways are areas."""

AREA_VALUES = (
    ("waterway", "riverbank"), ("waterway", "dock"), ("waterway", "dam"), ("man_made", "bridge"), ("man_made", "pier"),
)  # fmt: skip
"""Key and value of further closed ways that are areas."""

_STILL_LINES = frozenset({"coastline", "cliff", "ridge", "arete", "tree_row", "earth_bank"})
"""Values of ``natural`` that are lines even where they close."""


def is_area(tags: Mapping[str, str]) -> bool:
    """
    Say whether a closed way with these tags is an area, and not a line that ends where it begins.

    >>> is_area({"landuse": "forest"}), is_area({"highway": "primary"}), is_area({"natural": "coastline"})
    (True, False, False)
    """
    if tags.get("area") in ("yes", "no"):
        return tags["area"] == "yes"
    if tags.get("natural") in _STILL_LINES:
        return False
    return any(key in tags for key in AREA_KEYS) or any(tags.get(key) == value for key, value in AREA_VALUES)


def outlines_as_lines(layer: SourceLayer) -> SourceLayer:
    """Turn areas into lines where the tags say so: the coast of an island is a coast."""
    lines = np.array([tags.get("natural") in _STILL_LINES for tags in layer.tags], bool)
    rows = np.flatnonzero(lines & (shapely.get_dimensions(layer.shapes) == 2))
    if not len(rows):
        return layer
    shapes = layer.shapes.copy()
    shapes[rows] = shapely.boundary(shapes[rows])
    return replace(layer, shapes=shapes)
