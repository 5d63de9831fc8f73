"""
Cut a part of a map again in finer hexes: a campaign hex becomes a battle board.

The board is made from the same sources, not from the hexes of the map; it lies the same
way round, and the middle of each hex that was named is the middle of a hex of the board.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from maps.area.area import MOST_HEXES, Box, layout_of
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.layout import SQRT3, Layout
from maps.lonlat import lonlat_of, to_map
from maps.problems import Problem, ProblemsFound, raise_any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.area.area import Area

    Floats = NDArray[np.float64]

__all__ = ["Table", "nested_area", "nested_layout", "table_area", "table_layout"]


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
    return _area_on(area, name, layout)


def _area_on(area: Area, name: str, layout: Layout) -> Area:
    return replace(
        area, name=name, box=_box(layout), width_m=layout.width_m, outline=(), text=_text(area, name, layout),
        board=True, origin=(layout.origin_x_m, layout.origin_y_m), cells=(layout.grid.cols, layout.grid.rows),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """A table to play on: its size in inches, how much ground an inch is, how wide a hex is on it."""

    wide_inches: float
    high_inches: float
    inch_m: float
    hex_inches: float

    def problems(self) -> list[Problem]:
        """List what cannot be; a sound table has none."""
        limits = {
            "wide_inches": (6, 400), "high_inches": (6, 400), "inch_m": (1, 5000), "hex_inches": (0.5, 24),
        }  # fmt: skip
        return [
            Problem(f"table, {name}", f"is {getattr(self, name):g}", f"give {low:g} to {high:g}")
            for name, (low, high) in limits.items()
            if not low <= getattr(self, name) <= high
        ]


def table_area(area: Area, lon: float, lat: float, table: Table) -> Area:
    """
    Make the area of a board as large as a table, from the ground about a position.

    The hexes lie as those of the area's map; the middle of the table is the middle of a hex,
    and the board covers the whole table.

    Raises
    ------
    ProblemsFound
        If the table cannot be, or its middle lies off the area.
    """
    raise_any(table.problems())
    whole = layout_of(area)
    middle = to_map(whole, [(lon, lat)])
    if whole.indices_at(middle)[0] == NO_HEX:
        what = f"{lon:g} {lat:g} lies off {area.name}"
        raise ProblemsFound([Problem("middle of the table", what, "give a position on the map, or a hex of it")])
    u, v = whole.to_grid(middle)[0].tolist()
    name = f"{area.name}: table at {lon:.4f} {lat:.4f}"
    return _area_on(area, name, table_layout(whole, (u, v), table))


def table_layout(whole: Layout, middle: tuple[float, float], table: Table, *, around: float = 0.0) -> Layout:
    """
    Lay the hexes of a table about a spot in grid coordinates of another layout, with so much of the table around it.

    Layouts of one table with more or less around it have the same hexes: their even columns, or rows, lie the same.
    """
    half_u, half_v = (
        inches * table.inch_m * (0.5 + around) for inches in (table.wide_inches, table.high_inches)
    )  # fmt: skip
    u, v = middle
    box = (u - half_u, v - half_v, u + half_u, v + half_v)
    # A width of whole metres as a whole number would be read back from a file as another map.
    return _laid_about(whole, middle, box, float(table.hex_inches * table.inch_m))


def nested_layout(whole: Layout, indices: Sequence[int], width_m: float) -> Layout:
    """
    Lay finer hexes over some hexes of a layout, the middle of the first on the middle of one of them.

    They cover the upright rectangle about those hexes, as the grid lies.
    """
    corners = whole.corners()[np.array(indices)].reshape(-1, 2)
    (u0, v0), (u1, v1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    middle_u, middle_v = whole.centres()[indices[0]].tolist()
    return _laid_about(whole, (middle_u, middle_v), (u0, v0, u1, v1), width_m)


def _laid_about(
    whole: Layout, middle: tuple[float, float], box: tuple[float, float, float, float], width_m: float
) -> Layout:
    """Lay hexes over a box in grid coordinates, the middle of one of them on a given point."""
    (middle_u, middle_v), (u0, v0, u1, v1) = middle, box
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
