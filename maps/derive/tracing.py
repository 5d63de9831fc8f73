"""
Lay one line on the hexes near it: along their sides, or from one to the next.

Which way a line is laid depends on the line and the grid alone, never on what lies
there already: so a line laid twice lies where it lay, and the order of lines is free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.derive.routing import cheapest_way, ways_of
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Ground", "along_line", "ground_of", "links_along", "rings", "sides_along", "sides_near"]

_SAMPLES_PER_HEX = 8
_RINGS = 2
_BASE = 0.05
_SIDE_SPREAD = 0.3
_LINK_SPREAD = 0.5
_ALONG = 0.25


class Ground(NamedTuple):
    """Where the hexes of a map lie: its layout, which are on the map, their neighbours and centres."""

    layout: Layout
    inside: NDArray[np.bool_]
    neighbour: NDArray[np.int32]
    centres: Floats


class _Edges(NamedTuple):
    """Hexsides near a line: hex (the lower of the two) and side, the hex across, corners (e, 2, 2)."""

    lower: Ints
    side: Ints
    across: Ints
    corners: Floats


def ground_of(hexmap: HexMap) -> Ground:
    """Give the ground of a map, to lay lines on."""
    return Ground(hexmap.layout, hexmap.inside, hexmap.neighbour, hexmap.layout.centres())


def sides_along(ground: Ground, uv: Floats) -> Ints:
    """
    Lay a line along the hexsides nearest to it, without gaps.

    Parameters
    ----------
    uv
        Points of the line in grid coordinates (m, 2), two or more.

    Returns
    -------
    numpy.ndarray
        Lower hex and side of each hexside taken (k, 2), in order along the line; at
        least the nearest one for each part of the line that lies on the map.
    """
    found = [np.empty((0, 2), np.int64)]
    for part in _parts(ground, uv):
        edges = _edges_near(ground, part)
        if len(edges.lower):
            taken = _along_corners(ground.layout, edges, part)
            found.append(np.stack([edges.lower[taken], edges.side[taken]], axis=1))
    return _without_repeats(np.concatenate(found))


def links_along(ground: Ground, uv: Floats) -> Ints:
    """
    Lay a line from hex to hex.

    Returns
    -------
    numpy.ndarray
        Lower hex and side of each step between neighbours (k, 2), in order along the
        line; none where the line stays within one hex.
    """
    found = [np.empty((0, 2), np.int64)]
    for part in _parts(ground, uv):
        first, last = ground.layout.indices_at(ground.layout.to_map(part[[0, -1]])).tolist()
        if first != last:
            edges = _edges_near(ground, part)
            taken = _along_hexes(ground, edges, part, first, last)
            found.append(np.stack([edges.lower[taken], edges.side[taken]], axis=1))
    return _without_repeats(np.concatenate(found))


def sides_near(ground: Ground, uv: Floats, *, links: bool) -> Ints:
    """
    List the hexsides, or the links between hexes, that lie along a line as a whole.

    That is: both ends and the middle are within a quarter of a hex of it.
    """
    found = [np.empty((0, 2), np.int64)]
    for part in _parts(ground, uv):
        edges = _edges_near(ground, part)
        ends = ground.centres[np.stack([edges.lower, edges.across], axis=1)] if links else edges.corners
        near = (_distances(ends, part) <= _ALONG * ground.layout.width_m).all(axis=1)
        found.append(np.stack([edges.lower[near], edges.side[near]], axis=1))
    return _without_repeats(np.concatenate(found))


def along_line(uv: Floats, step_m: float) -> Floats:
    """Put points on a line at even steps, its ends included."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(uv, axis=0).T))])
    spots = np.union1d(np.linspace(0.0, along[-1], max(2, int(along[-1] / step_m) + 1)), along)
    return np.stack([np.interp(spots, along, uv[:, 0]), np.interp(spots, along, uv[:, 1])], axis=1)


def rings(ground: Ground, hexes: Ints) -> Ints:
    """Add the hexes of the map within two hexes of these."""
    for _ in range(_RINGS):
        around = np.unique(ground.neighbour[hexes])
        hexes = np.union1d(hexes, around[around != NO_HEX])
    return hexes


def _parts(ground: Ground, uv: Floats) -> Iterator[Floats]:
    """Cut a line into the parts that lie on the map, two points or more each."""
    for piece in _clipped(ground, uv):
        yield from _parts_inside(ground, along_line(piece, ground.layout.width_m / _SAMPLES_PER_HEX))


def _clipped(ground: Ground, uv: Floats) -> list[Floats]:
    """Leave out what lies far from the map: a line may run round the earth."""
    rim = 2 * ground.layout.width_m
    low, high = ground.centres.min(axis=0) - rim, ground.centres.max(axis=0) + rim
    if len(uv) < 2 or ((uv >= low) & (uv <= high)).all():
        return [uv]
    near = shapely.clip_by_rect(shapely.linestrings(uv), *low, *high)
    lines = [one for one in getattr(near, "geoms", [near]) if one.geom_type == "LineString" and not one.is_empty]
    return [shapely.get_coordinates(line) for line in lines]


def _parts_inside(ground: Ground, fine: Floats) -> Iterator[Floats]:
    index = ground.layout.indices_at(ground.layout.to_map(fine))
    here = (index != NO_HEX) & ground.inside[index]
    changes = np.flatnonzero(np.diff(np.concatenate([[False], here, [False]]).astype(np.int8)))
    for first, last in changes.reshape(-1, 2).tolist():
        part = fine[first:last]
        yield part if len(part) > 1 else np.concatenate([part, part])


def _edges_near(ground: Ground, part: Floats) -> _Edges:
    hexes = rings(ground, np.unique(ground.layout.indices_at(ground.layout.to_map(part))))
    across = ground.neighbour[hexes].astype(np.int64)
    row, side = np.nonzero(across != NO_HEX)
    one, other = hexes[row], across[row, side]
    swap = other < one
    keys = np.unique(np.where(swap, other, one) * SIDES + np.where(swap, (side + 3) % SIDES, side))
    index, side = np.divmod(keys, SIDES)
    offsets = ground.layout.corner_offsets()
    corners = ground.centres[index][:, None] + np.stack([offsets[side], offsets[(side + 1) % SIDES]], axis=1)
    return _Edges(index, side, ground.neighbour[index, side].astype(np.int64), corners)


def _distances(ends: Floats, part: Floats) -> Floats:
    """Measure from both ends and the middle of each edge (e, 2, 2) to a line: (e, 3)."""
    spots = np.concatenate([ends, ends.mean(axis=1, keepdims=True)], axis=1)
    line = shapely.linestrings(part)
    shapely.prepare(line)
    return np.asarray(shapely.distance(shapely.points(spots), line))


def _along_corners(layout: Layout, edges: _Edges, part: Floats) -> Ints:
    # Corners lie on a lattice of half a radius by half a width: whole numbers tell which are one.
    half = np.array([layout.radius_m, layout.width_m]) / 2
    cells = np.rint(edges.corners.reshape(-1, 2) / (half if layout.grid.flat_top else half[::-1])).astype(np.int64)
    _, first, ids = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    points, ends = edges.corners.reshape(-1, 2)[first], ids.reshape(-1, 2).astype(np.int64)
    cost = _BASE + np.square(_distances(edges.corners, part) / (_SIDE_SPREAD * layout.width_m)).mean(axis=1)
    source, goal = (int(np.argmin(np.hypot(*(points - end).T))) for end in (part[0], part[-1]))
    taken = _way(ends, cost, source, goal, len(points))
    if len(taken):
        return taken
    off = shapely.distance(shapely.linestrings(edges.corners)[:, None], shapely.points(part)[None, :])
    return np.array([int(np.argmin(off.mean(axis=1)))])


def _along_hexes(ground: Ground, edges: _Edges, part: Floats, first: int, last: int) -> Ints:
    pairs = np.stack([edges.lower, edges.across], axis=1)
    hexes, ids = np.unique(pairs, return_inverse=True)
    spread = _LINK_SPREAD * ground.layout.width_m
    cost = _BASE + np.square(_distances(ground.centres[pairs], part) / spread).mean(axis=1)
    source, goal = np.searchsorted(hexes, [first, last]).tolist()
    return _way(ids.reshape(-1, 2).astype(np.int64), cost, source, goal, len(hexes))


def _way(ends: Ints, cost: Floats, source: int, goal: int, nodes: int) -> Ints:
    """Give the edges of the cheapest way from one node to another, in order; none if they are one."""
    at_goal = np.zeros(nodes, bool)
    at_goal[goal] = True
    way = cheapest_way(ways_of(ends, nodes), cost, source, at_goal)
    order = np.argsort(ends.min(axis=1) * nodes + ends.max(axis=1))
    keys = (ends.min(axis=1) * nodes + ends.max(axis=1))[order]
    steps = np.minimum(way[:-1], way[1:]) * nodes + np.maximum(way[:-1], way[1:])
    return np.asarray(order[np.searchsorted(keys, steps)])


def _without_repeats(pairs: Ints) -> Ints:
    _, first = np.unique(pairs[:, 0] * SIDES + pairs[:, 1], return_index=True)
    return np.asarray(pairs[np.sort(first)])
