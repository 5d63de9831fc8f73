"""Choose a projection for a box, and say whether one that was named serves it."""

from __future__ import annotations

import math
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from pyproj import CRS, Geod, Transformer
from pyproj.exceptions import CRSError, ProjError

from maps.area.area import Box, utm_crs, wrapped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]

__all__ = ["box_in_degrees", "box_of_grid", "crs_fault", "default_crs", "known_crs", "stretch", "stretch_words"]

_WGS84 = "EPSG:4326"
_ENOUGH = 0.02
_POLAR = ("EPSG:5041", "EPSG:5042")
_TOO_MUCH = 0.10
_MARGIN_DEG = 3.0
_MESH = 24
_GLOBE = Geod(ellps="WGS84")


@lru_cache(maxsize=64)
def known_crs(name: str) -> CRS | None:
    """Read a CRS as PROJ does: EPSG number, PROJ string or WKT; None if it does not know it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return CRS.from_user_input(name)
    except CRSError:
        return None


def default_crs(box: Box) -> str:
    """
    Choose a projection for a box.

    The UTM zone of its middle; polar stereographic (UPS, EPSG:5041 and 5042) if
    the box reaches beyond 84 N or 80 S; and where these would be wrong by more than 2 % of
    a distance, as in boxes of some 20 degrees and more, the equal-area projection of
    Lambert about its middle.

    >>> default_crs(Box(177, -19, -179, -16))
    'EPSG:32760'
    >>> default_crs(Box(-10, 35, 40, 60))
    '+proj=laea +lat_0=48 +lon_0=15 +datum=WGS84 +units=m +no_defs'
    """
    lon, lat = box.centre
    polar = utm_crs(lon, box.north if lat >= 0 else box.south)
    name = polar if polar in _POLAR else utm_crs(lon, lat)
    if _off(stretch(name, box)) <= _ENOUGH:
        return name
    return f"+proj=laea +lat_0={round(lat)} +lon_0={round(lon)} +datum=WGS84 +units=m +no_defs"


def stretch(name: str, box: Box) -> tuple[float, float] | None:
    """
    Measure how a projection draws the distances of a box.

    Map distance over distance on the ellipsoid, between points all over the
    box, least and greatest; None if some of the box has no place on the map.
    """
    mesh = box.mesh(_MESH)
    try:
        x, y = Transformer.from_crs(_WGS84, name, always_xy=True).transform(mesh[..., 0], mesh[..., 1])
    except ProjError:
        return None
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return None
    shares = np.concatenate([_shares(mesh, x, y), _shares(mesh.transpose(1, 0, 2), x.T, y.T)])
    return float(shares.min()), float(shares.max())


def _shares(mesh: Floats, x: Floats, y: Floats) -> Floats:
    lon, lat = mesh[..., 0], mesh[..., 1]
    _, _, true = _GLOBE.inv(lon[:-1], lat[:-1], lon[1:], lat[1:])
    drawn = np.hypot(np.diff(x, axis=0), np.diff(y, axis=0))
    # At a pole the points of a parallel are one.
    apart = np.asarray(true) > 0.01
    return np.asarray(drawn[apart] / true[apart])


def _off(measured: tuple[float, float] | None) -> float:
    return math.inf if measured is None else max(1 - measured[0], measured[1] - 1)


def stretch_words(name: str, box: Box) -> str:
    """Say by how much distances are wrong at worst, empty below 1 %."""
    off = _off(stretch(name, box))
    return f"distances on the map are wrong by up to {off:.0%}" if off >= 0.01 else ""


def crs_fault(name: str, box: Box | None, *, aligned: bool = False) -> tuple[str, str]:
    """
    Say why a projection cannot carry a box, and what to do; two empty texts if it can.

    Parameters
    ----------
    box
        None where it is not known; then only the projection itself is looked at.
    aligned
        Whether the grid is that of another map, which may reach beyond
        the land that the projection was made for.
    """
    crs = known_crs(name)
    remedy = f"try {default_crs(box)!r}, or leave it out" if box else "leave it out, or write for example 'EPSG:32631'"
    if crs is None:
        return f"is {name!r}, which PROJ does not know", remedy
    if not crs.is_projected or any(axis.unit_name != "metre" for axis in crs.axis_info[:2]):
        return f"is {name!r}, which does not measure in metres", remedy
    if box is None:
        return "", ""
    if not aligned and (elsewhere := _elsewhere(crs, box)):
        return f"is {name!r} ({crs.name}), {elsewhere}", remedy
    return _bent(name, crs, box), remedy


def _elsewhere(crs: CRS, box: Box) -> str:
    use = crs.area_of_use
    if use is None:
        return ""
    # Half a zone beyond is common and does no harm.
    made_for = Box(use.west, use.south, use.east, use.north).grown(_MARGIN_DEG)
    if any(_meet(a, b) for a in made_for.parts() for b in box.parts()):
        return ""
    bounds = f"{use.west:g} to {use.east:g} east, {use.south:g} to {use.north:g} north"
    return f"made for {use.name.split(' - ')[0].rstrip('.')} ({bounds}), and the map lies elsewhere"


def _meet(a: Box, b: Box) -> bool:
    return a.west <= b.east and b.west <= a.east and a.south <= b.north and b.south <= a.north


def _bent(name: str, crs: CRS, box: Box) -> str:
    measured = stretch(name, box)
    if measured is None:
        return f"is {name!r} ({crs.name}), in which part of the map has no place"
    if _off(measured) > _TOO_MUCH:
        least, greatest = measured
        what = f"draws distances here at {least:.2f} to {greatest:.2f} of their length"
        return f"is {name!r} ({crs.name}), which {what}: hexes would not have the width they claim"
    return ""


def box_in_degrees(name: str, west: float, south: float, east: float, north: float) -> Box | None:
    """Turn a box in metres of a projection into degrees, rounded outwards to 4 places; None if it cannot be."""
    crs = known_crs(name)
    if crs is None or not crs.is_projected:
        return None
    to_degrees = Transformer.from_crs(crs, _WGS84, always_xy=True)
    try:
        bounds = np.array(to_degrees.transform_bounds(west, south, east, north))
    except ProjError:
        return None
    if not np.isfinite(bounds).all() or np.abs(bounds[[1, 3]]).max() > 90:
        return None
    return Box(*(round(float(value), 4) for value in bounds))


def box_of_grid(layout: Layout) -> Box | None:
    """
    Give the box in degrees about a grid; None if some of the grid is no place on earth.

    A grid that holds a pole has a box all round it.
    """
    edge, (u1, v1) = _grid_edge(layout)
    there, back = (Transformer.from_crs(*pair, always_xy=True) for pair in ((_WGS84, layout.crs), (layout.crs, _WGS84)))
    xy = layout.to_map(edge)
    lon, lat = back.transform(xy[:, 0], xy[:, 1])
    if not (np.isfinite(lon).all() and np.isfinite(lat).all()):
        return None
    south, north = float(lat.min()), float(lat.max())
    for pole in (-90.0, 90.0):
        u, v = layout.to_grid(there.transform(0.0, pole))
        if 0 <= u <= u1 and 0 <= v <= v1:
            return Box(-180.0, min(south, pole), 180.0, max(north, pole))
    lon = np.rad2deg(np.unwrap(np.deg2rad(lon)))
    return Box(wrapped(float(lon.min())), south, wrapped(float(lon.max())), north)


def _grid_edge(layout: Layout) -> tuple[Floats, tuple[float, float]]:
    # Between the outermost centres, by arithmetic: the grid may have millions of hexes.
    grid, wide, long = layout.grid, layout.width_m, 1.5 * layout.radius_m
    steps = (long, wide) if grid.flat_top else (wide, long)
    u1, v1 = (grid.cols - 1) * steps[0], (grid.rows - 1) * steps[1]
    share = np.arange(_MESH + 1) / _MESH
    across, along = np.stack([share * u1, 0 * share], axis=-1), np.stack([0 * share, share * v1], axis=-1)
    far_along, far_across = along + np.array([u1, 0]), across + np.array([0, v1])
    return np.concatenate([across, far_along, far_across[::-1], along[::-1]]), (u1, v1)
