"""Lay shores along hexsides: of lakes, of the sea, of lakes narrower than a hex; find the sea behind a coast line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES
from maps.grid.joining import joined_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    Codes = NDArray[np.uint8]
    Shapes = NDArray[np.object_]

__all__ = ["lay_shores", "midline", "sea_from_coast"]

LAKE, COAST = HEXSIDES.index("lake"), HEXSIDES.index("coast")
_STEPS_PER_HEX = 8


def lay_shores(hexside: Codes, water: Bools, sea: Bools, neighbour: NDArray[np.int32]) -> Codes:
    """
    Put shores between water and land.

    A hexside between sea and land is coast, one between inland water and land is lake, whatever
    river lies there: the shore is what stops a march. Between two hexes of water
    nothing is left of a river. Elsewhere rivers stay.

    Parameters
    ----------
    hexside
        Codes of rivers (n, 6).
    water, sea
        Which hexes are inland water and which are sea (n,).
    neighbour
        Neighbours by side (n, 6), ``NO_HEX`` off the map.
    """
    there = neighbour != NO_HEX
    wet = water | sea
    other_wet, other_sea = wet[neighbour] & there, sea[neighbour] & there
    shore = there & (wet[:, None] != other_wet)
    found = np.where(wet[:, None] & other_wet, 0, hexside)
    found = np.where(shore, np.where(sea[:, None] | other_sea, COAST, LAKE), found)
    return found.astype(np.uint8)


def sea_from_coast(lines: Shapes, layout: Layout, inside: Bools) -> Bools:
    """
    Say which hexes are sea, from coast lines alone.

    Coast lines have land on their left and the sea on their right (as OpenStreetMap draws
    them). A hex that a line passes is sea if its centre is; from there sea and land spread
    over all hexes that no line passes. Where there is no coast at all, all is land.

    Parameters
    ----------
    lines
        LineStrings in map coordinates.

    Returns
    -------
    numpy.ndarray
        Which hexes of the map are sea (n,).
    """
    spots, ahead = _sample(lines, layout.width_m / _STEPS_PER_HEX)
    if not len(spots):
        return np.zeros(len(inside), bool)
    passed = np.zeros(len(inside), bool)
    index = layout.indices_at(spots)
    passed[index[index != NO_HEX]] = True
    neighbour = layout.grid.neighbour_table()
    by_coast = passed | (passed[neighbour] & (neighbour != NO_HEX)).any(axis=1)
    on_sea = np.zeros(len(inside), bool)
    on_sea[by_coast] = _right_of(layout.to_map(layout.centres()[by_coast]), spots, ahead)
    votes = np.where(by_coast, np.where(on_sea, 1.0, -1.0), 0.0)
    body = _bodies(passed, neighbour)
    by_body = np.bincount(body, weights=votes)
    if not by_coast.any():
        on_sea[:] = _right_of(layout.to_map(layout.centres()), spots, ahead)
        return on_sea & inside
    return np.asarray(np.where(passed, on_sea, by_body[body] > 0) & inside)


def _sample(lines: Shapes, step_m: float) -> tuple[Floats, Floats]:
    """Give points along lines, and the direction of the line there."""
    lines = lines[shapely.length(lines) > 0] if len(lines) else lines
    if not len(lines):
        return np.zeros((0, 2)), np.zeros((0, 2))
    fine = shapely.segmentize(lines, step_m)
    spots, line = shapely.get_coordinates(fine), np.repeat(np.arange(len(fine)), shapely.get_num_coordinates(fine))
    steps = np.diff(spots, axis=0)
    length = np.hypot(steps[:, 0], steps[:, 1])
    steps[(np.diff(line) != 0) | (length == 0)] = 0.0
    units = steps / np.maximum(length, 1e-12)[:, None]
    # At a bend the direction lies between those before and behind it.
    ahead = np.zeros_like(spots)
    ahead[:-1] += units
    ahead[1:] += units
    closed = shapely.is_closed(lines)
    last = np.cumsum(np.bincount(line, minlength=len(lines))) - 1
    first = np.concatenate([[0], last[:-1] + 1])
    both = ahead[first] + ahead[last]
    ahead[first[closed]] = ahead[last[closed]] = both[closed]
    return spots, ahead


def _right_of(points: Floats, spots: Floats, ahead: Floats) -> Bools:
    from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    nearest = cKDTree(spots).query(points)[1]
    off, way = points - spots[nearest], ahead[nearest]
    return np.asarray(way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0] < 0)


def _bodies(passed: Bools, neighbour: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give numbers to what hangs together without crossing hexes that a coast passes."""
    here, side = np.nonzero((neighbour != NO_HEX) & ~passed[:, None] & ~passed[neighbour])
    return joined_parts(here, neighbour[here, side], len(passed))


def midline(polygon: Any) -> Floats:
    """
    Give a line along the middle of a long polygon, from end to end.

    The two points of its outline that lie furthest apart part it into two banks; the line runs
    halfway between them.
    """
    ring = shapely.get_coordinates(shapely.get_exterior_ring(polygon))[:-1]
    hull = shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(ring)))
    apart = np.hypot(*(hull[:, None, :] - hull[None, :, :]).transpose(2, 0, 1))
    ends = [int(np.argmin(np.hypot(*(ring - hull[k]).T))) for k in np.unravel_index(np.argmax(apart), apart.shape)]
    first, last = sorted(ends)
    one, other = ring[first : last + 1], np.concatenate([ring[last:], ring[: first + 1]])[::-1]
    spots = np.linspace(0, 1, 33)
    banks = [shapely.line_interpolate_point(shapely.linestrings(bank), spots, normalized=True) for bank in (one, other)]
    return np.asarray((shapely.get_coordinates(banks[0]) + shapely.get_coordinates(banks[1])) / 2)
