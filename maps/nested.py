"""
Cut a part of a map again in finer hexes: a campaign hex becomes a battle board.

The board is made from the same sources, not from the hexes of the map; it lies the same
way round, and the middle of each hex that was named is the middle of a hex of the board.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.area import MOST_HEXES, Box, layout_of
from maps.grid.hexgrid import Grid
from maps.grid.layout import SQRT3, Layout
from maps.lonlat import lonlat_of
from maps.problems import Problem, ProblemsFound, raise_any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.area import Area

    Floats = NDArray[np.float64]

__all__ = ["nested_area", "nested_layout"]


def nested_area(area: Area, numbers: Sequence[str], width_m: float) -> Area:
    """
    Make the area of a board from an area and some of its hexes.

    Parameters
    ----------
    numbers
        Printed numbers of hexes of the area's map; the board covers all of them.
    width_m
        Width of the board's hexes, less than that of the map's.

    Raises
    ------
    ProblemsFound
        If a number is no hex of the area, or the width does not fit.
    """
    whole = layout_of(area)
    problems, indices = [], []
    for number in numbers:
        try:
            indices.append(whole.grid.index_of(number))
        except ValueError as error:
            problems.append(Problem(f"hex {number}", str(error), "take numbers that are printed on the map"))
    if not numbers:
        problems.append(Problem("hexes", "none is named", "name the hex, or the hexes, that the board is to cover"))
    if not 0 < width_m < area.width_m:
        what = f"{width_m / 1000:g} km is not less than the {area.width_m / 1000:g} km of the map's hexes"
        problems.append(Problem("width", what, "take narrower hexes"))
    raise_any(problems)
    layout = nested_layout(whole, indices, width_m)
    if len(layout.grid) > MOST_HEXES:
        what = f"{width_m / 1000:g} km makes {len(layout.grid):,} hexes, more than {MOST_HEXES:,}"
        raise ProblemsFound([Problem("width", what, "take wider hexes or fewer of the map's")])
    name = f"{area.name}: {numbers[0]}" + (f" to {numbers[-1]}" if len(numbers) > 1 else "")
    return replace(
        area, name=name, box=_box(layout), width_m=width_m, outline=(), text=_text(area, name, layout),
        origin=(layout.origin_x_m, layout.origin_y_m), cells=(layout.grid.cols, layout.grid.rows),
    )  # fmt: skip


def nested_layout(whole: Layout, indices: Sequence[int], width_m: float) -> Layout:
    """
    Lay finer hexes over some hexes of a layout, the middle of the first on the middle of one of them.

    They cover the upright rectangle about those hexes, as the grid lies.
    """
    corners = whole.corners()[np.array(indices)].reshape(-1, 2)
    (u0, v0), (u1, v1) = corners.min(axis=0), corners.max(axis=0)
    middle_u, middle_v = whole.centres()[indices[0]]
    lines_m, places_m = SQRT3 / 2 * width_m, width_m
    if not whole.grid.flat_top:
        (u0, u1, v0, v1), (middle_u, middle_v) = (v0, v1, u0, u1), (middle_v, middle_u)
    # An even number of lines back, so that the first line is not shifted against the middle's.
    before = 2 * math.ceil((middle_u - u0) / lines_m / 2)
    above = math.ceil((middle_v - v0) / places_m)
    lines = before + 1 + math.ceil((u1 - middle_u) / lines_m)
    places = above + 1 + math.ceil((v1 - middle_v) / places_m)
    first = middle_u - before * lines_m, middle_v - above * places_m
    flat = whole.grid.flat_top
    x, y = whole.to_map(first if flat else first[::-1]).tolist()
    grid = Grid(lines, places, flat_top=True) if flat else Grid(places, lines, flat_top=False)
    return Layout(grid, whole.crs, x, y, width_m, whole.rotation_deg)


def _box(layout: Layout) -> Box:
    u0, v0, u1, v1 = layout.extent()
    steps = np.linspace(0, 1, 9)
    edge = [(u0 + s * (u1 - u0), v) for s in steps for v in (v0, v1)]
    edge += [(u, v0 + s * (v1 - v0)) for s in steps for u in (u0, u1)]
    lonlat = lonlat_of(layout, edge)
    west, south = lonlat.min(axis=0).tolist()
    east, north = lonlat.max(axis=0).tolist()
    return Box(west, south, east, north) if east - west < 180 else Box(east, south, west, north)


def _text(area: Area, name: str, layout: Layout) -> str:
    """Write what the board was cut from; its sources are those of the area."""
    grid = layout.grid
    cut = f"# {name}: {grid.cols} x {grid.rows} hexes of {layout.width_m:g} m, first hex at " + (
        f"{layout.origin_x_m:.3f}, {layout.origin_y_m:.3f} in {layout.crs}, cut from this area:\n"
    )
    return cut + area.text
