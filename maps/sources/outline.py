"""Read the outline of an area, look whether it is one, and find the hexes inside."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from pyproj import Transformer

from maps.area.area import Box, wrapped
from maps.problems import Problem, ProblemsFound
from maps.sources.files.tables import read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.area.area import Area
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ring = Sequence[tuple[float, float]]

__all__ = ["inside_outline", "outline_box", "outline_m2", "read_outline", "ring_fault"]

_WGS84 = "EPSG:4326"
_METRES_FROM = 400.0
_STEPS_ACROSS = 200


def read_outline(path: Path) -> tuple[tuple[float, float], ...]:
    """
    Read a ring from GeoJSON: one polygon without holes, in longitude and latitude.

    Raises
    ------
    ProblemsFound
        If it holds anything else.
    """
    try:
        (rings,) = _polygons(json.loads(read_bytes(path)))
        (ring,) = rings
        return tuple((float(point[0]), float(point[1])) for point in ring)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        problem = Problem(path.name, "is no GeoJSON of one polygon without holes", "draw one outline and export it")
        raise ProblemsFound([problem]) from error


def _polygons(content: Any) -> list[Any]:
    if content["type"] == "FeatureCollection":
        return [rings for feature in content["features"] for rings in _polygons(feature)]
    if content["type"] == "Feature":
        return _polygons(content["geometry"])
    if content["type"] == "MultiPolygon":
        return list(content["coordinates"])
    if content["type"] == "Polygon":
        return [content["coordinates"]]
    msg = f"is a {content['type']}"
    raise ValueError(msg)


def ring_fault(ring: Ring) -> tuple[str, str]:
    """Say why a ring is no outline of an area, and what to do; two empty texts if it is one."""
    points = np.asarray(ring, float).reshape(-1, 2)
    numbers = _numbers_fault(points)
    return numbers if numbers[0] else _shape_fault(_unrolled(points))


def _numbers_fault(points: Floats) -> tuple[str, str]:
    degrees = "give [longitude, latitude] in degrees"
    if not np.isfinite(points).all():
        return "has a point that is no number", degrees
    if len(points) and np.abs(points).max() > _METRES_FROM:
        return f"has the point [{points[0, 0]:.0f}, {points[0, 1]:.0f}], which looks like metres", degrees
    if len(points) and np.abs(points[:, 1]).max() > 90:
        return "has latitudes beyond 90", "write longitude first, then latitude"
    if len(np.unique(points, axis=0)) < 3:
        return "has fewer than three points", "draw it about the area"
    return "", ""


def _shape_fault(flat: Floats) -> tuple[str, str]:
    if flat[-1, 0] != flat[0, 0]:
        return "goes round a pole", "take a [box], or [grid] with a polar projection"
    polygon = shapely.Polygon(flat)
    if not polygon.is_valid or polygon.area <= 0:
        reason = shapely.is_valid_reason(polygon)
        place = reason[reason.find("[") + 1 : -1].split() if "[" in reason else []
        where = f" near {wrapped(float(place[0])):.4f}, {float(place[1]):.4f}" if len(place) >= 2 else ""
        return f"crosses or touches itself{where}", "draw it as one simple line about the area"
    if np.ptp(flat[:, 0]) > 180:
        return f"is {np.ptp(flat[:, 0]):.0f} degrees wide", "at most 180 can be one map"
    return "", ""


def outline_box(ring: Ring) -> Box:
    """Give the box about a sound ring."""
    flat = _unrolled(np.asarray(ring, float))
    (west, south), (east, north) = flat.min(axis=0).tolist(), flat.max(axis=0).tolist()
    return Box(wrapped(west), south, wrapped(east), north)


def _unrolled(points: Floats) -> Floats:
    # Each point within half a turn of the one before, so that a ring over the 180th meridian stays in one piece.
    closed = points if (points[0] == points[-1]).all() else np.vstack([points, points[:1]])
    steps = np.diff(closed[:, 0])
    lon = closed[0, 0] + np.concatenate([[0.0], np.cumsum((steps + 180) % 360 - 180)])
    # Sums round; a ring ends where it began, or whole turns away if it goes round a pole.
    lon[-1] = lon[0] + 360 * np.rint((lon[-1] - lon[0]) / 360)
    return np.column_stack([lon, closed[:, 1]])


def inside_outline(area: Area, layout: Layout) -> NDArray[np.bool_]:
    """
    Say which hexes have their centre inside the area's outline (n,), all of them where it has none.

    ``layout`` may be a window of the area's grid. Sides of the outline are
    straight in longitude and latitude, as GeoJSON has them.
    """
    if not area.outline:
        return np.ones(len(layout.grid), np.bool_)
    polygon = _on_map(area)
    shapely.prepare(polygon)
    centres = layout.to_map(layout.centres())
    return np.asarray(shapely.contains_xy(polygon, centres[:, 0], centres[:, 1]))


def outline_m2(area: Area) -> float:
    """Give the ground within an area's outline, measured on the map."""
    return float(_on_map(area).area)


def _on_map(area: Area) -> shapely.Polygon:
    ring = _bent(_unrolled(np.asarray(area.outline, float)), max(area.box.width, 1e-6) / _STEPS_ACROSS)
    x, y = Transformer.from_crs(_WGS84, area.crs, always_xy=True).transform(ring[:, 0], ring[:, 1])
    return shapely.Polygon(np.column_stack([x, y]))


def _bent(ring: Floats, step: float) -> Floats:
    # A long side bends in the projection, so it gets points between.
    pieces = [
        start + (end - start) * (np.arange(count) / count)[:, None]
        for start, end in pairwise(ring)
        for count in [max(1, math.ceil(float(np.abs(end - start).max()) / step))]
    ]
    return np.concatenate([*pieces, ring[-1:]])
