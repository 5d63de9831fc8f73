"""
Find how a scanned map lies on the ground from points whose places are known.

Two ways: affine (three points or more, least squares), for a sheet that lies flat;
projective (four or more), for one that was photographed at a slant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maps.lonlat import to_map
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]

__all__ = ["LEAST_POINTS", "WAYS", "ControlPoint", "Fit", "fit_points"]

LEAST_POINTS = {"affine": 3, "projective": 4}
"""How many control points each way needs; with no more than these every residual is 0."""

WAYS = tuple(LEAST_POINTS)
_LEAST_SPREAD = 1e-3
_POINTS = "control points"


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """One spot: where it is in the picture, in pixels from the upper left corner, and on the ground, in degrees."""

    column: float
    line: float
    lon: float
    lat: float


@dataclass(frozen=True, eq=False)
class Fit:
    """A way from pixels to map coordinates."""

    matrix: Floats
    """(3, 3): map coordinates in metres, times w, from (column, line, 1)."""
    residuals_m: tuple[float, ...]
    """How far from its place each point comes to lie."""


def fit_points(points: Sequence[ControlPoint], layout: Layout, way: str) -> Fit:
    """
    Fit a picture to the ground by control points.

    Parameters
    ----------
    way
        One of ``WAYS``.

    Raises
    ------
    ProblemsFound
        If there are too few points, or they lie in one line.
    """
    if len(points) < LEAST_POINTS[way]:
        remedy = "set more points" if way == "affine" else "set more points, or fit the picture as affine"
        raise _refused(_POINTS, f"are {len(points)}, and {way} needs {LEAST_POINTS[way]} or more", remedy)
    pixels = np.array([(point.column, point.line) for point in points])
    ground = to_map(layout, [(point.lon, point.lat) for point in points])
    if not np.isfinite(ground).all():
        raise _refused(_POINTS, "lie where this map's projection does not reach", "set them on the map")
    if min(_spread(pixels), _spread(ground)) < _LEAST_SPREAD:
        raise _refused(_POINTS, "lie in one line or on one spot", "set one well to the side of the others")
    from_pixels, to_ground = _evened(pixels), _evened(ground)
    one, other = _moved(from_pixels, pixels), _moved(to_ground, ground)
    evened = _affine(one, other) if way == "affine" else _projective(one, other)
    matrix = np.linalg.inv(to_ground) @ evened @ from_pixels
    if abs(np.linalg.det(evened)) < _LEAST_SPREAD**2 or not _is_sound(matrix, pixels):
        raise _refused(_POINTS, "fold the picture over", "check that each point is the same spot in both")
    off = np.hypot(*(_moved(matrix, pixels) - ground).T)
    return Fit(matrix, tuple(round(float(metres), 2) for metres in off))


def _refused(place: str, what: str, remedy: str) -> ProblemsFound:
    return ProblemsFound([Problem(place, what, remedy)])


def _spread(points: Floats) -> float:
    """Give the least width of the points as a share of their greatest."""
    widths = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return float(widths[-1] / widths[0]) if widths[0] > 0 else 0.0


def _evened(points: Floats) -> Floats:
    """Give the matrix that moves points about the origin, to a mean distance near 1."""
    middle = points.mean(axis=0)
    scale = 1.0 / np.hypot(*(points - middle).T).mean()
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])


def _moved(matrix: Floats, points: Floats) -> Floats:
    x, y, w = matrix @ np.column_stack([points, np.ones(len(points))]).T
    return np.stack([x / w, y / w], axis=1)


def _affine(one: Floats, other: Floats) -> Floats:
    solved, *_ = np.linalg.lstsq(np.column_stack([one, np.ones(len(one))]), other, rcond=None)
    return np.vstack([solved.T, [0.0, 0.0, 1.0]])


def _projective(one: Floats, other: Floats) -> Floats:
    """Solve by the direct linear transformation (Hartley and Zisserman, Multiple View Geometry, 4.1)."""
    rows = []
    for (x, y), (u, v) in zip(one.tolist(), other.tolist(), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, -u], [0, 0, 0, x, y, 1, -v * x, -v * y, -v]]
    *_, last = np.linalg.svd(np.array(rows))
    found: Floats = last[-1].reshape(3, 3)
    return found


def _is_sound(matrix: Floats, pixels: Floats) -> bool:
    """See that no point lies behind the horizon of the picture."""
    w = matrix[2] @ np.column_stack([pixels, np.ones(len(pixels))]).T
    return bool(np.isfinite(matrix).all() and ((w > 0).all() or (w < 0).all()))
