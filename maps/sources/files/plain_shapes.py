"""
Make the plain shapes of GeoJSON many at a time: lines, and areas without holes.

What is not plain, or not sound, is left to be read by itself, which tells what is wrong with it.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["plain_shapes"]

_FEWEST = {"LineString": 2, "Polygon": 4}


def plain_shapes(features: Sequence[Any]) -> dict[int, shapely.Geometry]:
    """Give the shapes that are plain, by the number of their feature from 1 on."""
    rows: dict[str, list[tuple[int, list[Any]]]] = {kind: [] for kind in _FEWEST}
    for number, feature in enumerate(features, start=1):
        geometry = feature.get("geometry") if isinstance(feature, dict) else None
        if not isinstance(geometry, dict):
            continue
        kind = geometry.get("type")
        if isinstance(kind, str) and kind in rows and (points := _points(kind, geometry.get("coordinates"))):
            rows[kind].append((number, points))
    return _made(rows["LineString"], shapely.linestrings) | _made(rows["Polygon"], _areas)


def _points(kind: str, told: Any) -> list[Any] | None:
    if kind == "Polygon":
        told = told[0] if isinstance(told, list) and len(told) == 1 else None
    if not isinstance(told, list) or len(told) < _FEWEST[kind]:
        return None
    return told if kind == "LineString" or told[0] == told[-1] else None


def _made(rows: list[tuple[int, list[Any]]], make: Callable[..., NDArray[np.object_]]) -> dict[int, shapely.Geometry]:
    """Make shapes of rows of points; none if the points of one are no pairs of numbers."""
    if not rows:
        return {}
    with suppress(ValueError, TypeError, OverflowError, shapely.errors.ShapelyError):
        if set(map(len, chain.from_iterable(points for _, points in rows))) == {2}:
            flat = list(chain.from_iterable(chain.from_iterable(points for _, points in rows)))
            if all(map((float, int).__contains__, set(map(type, flat)))):
                which = np.repeat(np.arange(len(rows)), [len(points) for _, points in rows])
                shapes = make(np.array(flat, np.float64).reshape(-1, 2), indices=which)
                return dict(zip((number for number, _ in rows), shapes.tolist(), strict=True))
    return {}


def _areas(points: NDArray[np.float64], indices: NDArray[np.int64]) -> NDArray[np.object_]:
    return np.asarray(shapely.polygons(shapely.linearrings(points, indices=indices)))
