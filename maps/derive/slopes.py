"""
Lay cliffs and steep ground along hexsides.

A line of cliffs follows hexsides as a river does: it takes the cheapest way over the corners, so that
what stands on the map is one unbroken line, not a tooth wherever the line crosses a side.
A hexside is steep if the ground falls across it from one mean height to the other at more than an
angle that depends on the width of the hexes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely.ops import substring

from maps.derive.corners import both_sides, lattice_of, sides_of, to_lattice
from maps.derive.cornerways import DRY, Laid, nearest_corner, way_along, work_for
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import SLOPES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.derive.waterlegend import WaterLegend
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Codes = NDArray[np.uint8]
    Shapes = NDArray[np.object_]

__all__ = ["lay_cliffs", "lay_slopes", "steep_sides"]

STEEP, CLIFF = SLOPES.index("steep"), SLOPES.index("cliff")
_STEPS_PER_HEX = 8
_BAND = 2.5


def lay_slopes(
    cliffs: Shapes, elevation_m: NDArray[np.floating], layout: Layout, inside: Bools, legend: WaterLegend
) -> Codes:
    """
    Put cliffs and steep ground on hexsides: codes of ``SLOPES`` (n, 6), equal from both sides.

    Parameters
    ----------
    cliffs
        LineStrings of cliffs and embankments in map coordinates.
    elevation_m
        Mean height of each hex (n,), NaN where unknown.
    """
    steep = steep_sides(elevation_m, layout, inside, legend.steep_deg(layout.width_m))
    return np.maximum(steep * np.uint8(STEEP), lay_cliffs(cliffs, layout, inside, legend))


def steep_sides(elevation_m: NDArray[np.floating], layout: Layout, inside: Bools, steep_deg: float) -> Bools:
    """Mark the hexsides where the mean heights fall at an angle or more (n, 6)."""
    table = layout.grid.neighbour_table()
    steep, least = np.zeros(table.shape, bool), math.tan(math.radians(steep_deg)) * layout.width_m
    # One side after the other: of all at once a large map has a quarter of a gigabyte.
    for side, across in enumerate(table.T):
        there = (across != NO_HEX) & inside[across] & inside
        # A drop that is unknown (NaN) is no drop.
        steep[:, side] = there & (np.abs(elevation_m - elevation_m[across]) >= least)
    return steep


def lay_cliffs(cliffs: Shapes, layout: Layout, inside: Bools, legend: WaterLegend) -> Codes:
    """Put lines of cliffs on the hexsides they follow; lines that meet end to end count as one (n, 6)."""
    lattice = lattice_of(layout, inside)
    least_m = legend.cliff_from_hexes * layout.width_m
    merged = shapely.get_parts(shapely.line_merge(shapely.union_all(cliffs))) if len(cliffs) else cliffs
    long = [part for line in merged if line.length >= least_m for part in _opened(line)]
    if not long:
        return np.zeros((len(inside), 6), np.uint8)
    work, edges = work_for(lattice), [np.zeros(0, np.int64)]
    free = Laid(np.full(2 * len(lattice.inside), DRY, np.int32), np.zeros(1, np.bool_))
    for line in long:
        fine = shapely.get_coordinates(shapely.segmentize(line, layout.width_m / _STEPS_PER_HEX))
        index = layout.indices_at(fine)
        for part in _runs((index != NO_HEX) & inside[index]):
            along = to_lattice(layout, layout.to_grid(fine[part]))
            first, last = (
                int(nearest_corner(lattice, spot[0], spot[1], free, 3, np.inf)) for spot in (along[0], along[-1])
            )
            if first >= 0 and first != last:
                edges.append(way_along(lattice, along, (first, last), _BAND * layout.width_m, free, work)[1])
    index, side = sides_of(layout, lattice, np.unique(np.concatenate(edges)))
    return both_sides(layout, index, side, np.full(len(index), CLIFF, np.uint8))


def _opened(line: Any) -> list[Any]:
    # A way needs two ends, so cliffs all round a hill are laid in two halves.
    if not line.is_closed:
        return [line]
    return [substring(line, 0, 0.5, normalized=True), substring(line, 0.5, 1, normalized=True)]


def _runs(here: Bools) -> list[slice]:
    changes = np.flatnonzero(np.diff(np.concatenate([[False], here, [False]]).astype(np.int8))).reshape(-1, 2)
    return [slice(first, last) for first, last in changes.tolist() if last - first >= _STEPS_PER_HEX / 2]
