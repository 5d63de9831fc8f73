"""Cut the ground of a table out of a map whose hexes are as wide as the table's: nothing of it is invented then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.hexmap import CROSSINGS, HexMap
from maps.making.relit import relit
from scenarios.battles.ground.marks import Marks, TableGround
from scenarios.battles.ground.waters import GONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.making.nested import Table

    Ints = NDArray[np.int64]

__all__ = ["cut_from", "is_as_wide", "reaches"]

_NARROW, _WIDE = 0.8, 1.25
"""How wide a map's hexes may be, in widths of the table's."""
_COVERS = 0.9
_COLUMNS = ("hexside", "crossing", "slope", "border", "road", "rail")


def is_as_wide(finer: Layout, table: Table) -> bool:
    """Whether the hexes of a map are about as wide as those of a table."""
    return _NARROW <= finer.width_m / (table.hex_inches * table.inch_m) <= _WIDE


def reaches(finer: HexMap, campaign: Layout, hexes: Sequence[int], table: Table) -> bool:
    """Whether a map knows the ground of a table: as good as all of it lies on the map."""
    if finer.layout.crs != campaign.crs:
        return False
    cols, rows = _window(finer.layout, campaign, hexes, table)
    wanted = max(1, (cols[1] - cols[0]) * (rows[1] - rows[0]))
    kept = _kept(finer.layout.grid, cols, rows)
    return bool(finer.inside[kept].sum() >= _COVERS * wanted)


def cut_from(
    finer: HexMap, campaign: HexMap, hexes: Sequence[int], table: Table, changed: Mapping[str, str], name: str
) -> TableGround:
    """
    Cut the ground about some hexes of a campaign out of a finer map of the same ground, its hexes as they are.

    Parameters
    ----------
    changed
        What play has changed on the campaign's map (``state.ground``): a blown bridge is none on the table.
    """
    cols, rows = _window(finer.layout, campaign.layout, hexes, table)
    grid = finer.layout.grid
    cols, rows = _clipped(cols, grid.cols, even=grid.flat_top), _clipped(rows, grid.rows, even=not grid.flat_top)
    kept = _kept(grid, cols, rows)
    x, y = finer.layout.to_map(finer.layout.centres()[kept[0]]).tolist()
    cells = Grid(cols[1] - cols[0], rows[1] - rows[0], flat_top=grid.flat_top)
    layout = replace(finer.layout, grid=cells, origin_x_m=x, origin_y_m=y)
    inside = finer.inside[kept]
    parent = campaign.layout.indices_under(campaign.layout.to_grid(layout.to_map(layout.centres())))
    parent = np.where((parent != NO_HEX) & campaign.inside[parent] & inside, parent, NO_HEX)
    columns = _columns(finer, kept, layout, inside)
    names = _names(finer, kept, columns["hexside"])
    gone = _without(columns["crossing"], layout, parent, campaign, changed)
    notes = (
        f"Cut from {finer.name}, whose hexes are {finer.layout.width_m:g} m wide; nothing of it is invented here.",
        f"An inch is {table.inch_m:g} m, a hex {finer.layout.width_m / table.inch_m:.3g} inches.",
        *(f"Not there any longer: {one}." for one in gone),
    )
    board = replace(
        finer, name=name, layout=layout, inside=inside, **columns,
        **{one: getattr(finer, one)[kept] for one in (
            "terrain", "elevation_m", "low_m", "high_m", "relief_m", "cover", "rule", "slope_deg", "invented",
        )},
        places=tuple(replace(one, index=at) for one in finer.places if (at := _at(kept, one.index)) != NO_HEX),
        side_names={at: _named(names[at], there=bool(columns["crossing"][at])) for at in names},
        notes=notes, shade=relit(layout, finer.elevation_m[kept]), corrections=(), audit=(), evidence=None,
    )  # fmt: skip
    return TableGround(board, Marks("", parent, {}, notes))


def _window(
    finer: Layout, campaign: Layout, hexes: Sequence[int], table: Table
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the columns and rows of a map that a table shows, perhaps beyond the map's edge."""
    middle = campaign.to_map(campaign.centres()[list(hexes)].mean(axis=0))
    u, v = finer.to_grid(middle).tolist()
    across, down = table.wide_inches * table.inch_m / 2, table.high_inches * table.inch_m / 2
    wide, long = finer.width_m, 1.5 * finer.radius_m
    col, row = (long, wide) if finer.grid.flat_top else (wide, long)
    cols = round((u - across) / col), round((u + across) / col) + 1
    rows = round((v - down) / row), round((v + down) / row) + 1
    return cols, rows


def _clipped(span: tuple[int, int], most: int, *, even: bool) -> tuple[int, int]:
    """Hold a span on the map; lines that are shifted against each other begin with one that is not."""
    low, high = max(0, span[0]), min(most, span[1])
    return (low - low % 2 if even else low), high


def _kept(grid: Grid, cols: tuple[int, int], rows: tuple[int, int]) -> Ints:
    cols, rows = _clipped(cols, grid.cols, even=grid.flat_top), _clipped(rows, grid.rows, even=not grid.flat_top)
    if cols[0] >= cols[1] or rows[0] >= rows[1]:
        return np.zeros(0, np.int64)
    return (np.arange(*rows)[:, None] * grid.cols + np.arange(*cols)[None, :]).ravel()


def _at(kept: Ints, index: int) -> int:
    """Give the place of a hex among those that are kept, which are in order."""
    at = int(np.searchsorted(kept, index))
    return at if at < len(kept) and kept[at] == index else NO_HEX


def _columns(finer: HexMap, kept: Ints, layout: Layout, inside: NDArray[np.bool_]) -> dict[str, Any]:
    """Cut the columns of hexsides, without what leads off the table."""
    there = layout.grid.neighbour_table()
    on = (there != NO_HEX) & inside[there] & inside[:, None]
    return {name: np.where(on, getattr(finer, name)[kept], 0).astype(np.uint8) for name in _COLUMNS}


def _names(finer: HexMap, kept: Ints, hexside: NDArray[np.uint8]) -> dict[tuple[int, int], tuple[str, str]]:
    """Give the names of water and crossing on the hexsides that are kept."""
    found = {}
    for index, side in finer.side_names:
        at = _at(kept, index)
        if at != NO_HEX and hexside[at, side]:
            found[at, side] = (finer.river_of(index, side) or "", finer.crossing_of(index, side) or "")
    return found


def _named(told: tuple[str, str], *, there: bool) -> str:
    return ", ".join(filter(None, told if there else told[:1]))


def _without(
    crossing: NDArray[np.uint8], layout: Layout, parent: Ints, campaign: HexMap, changed: Mapping[str, str]
) -> tuple[str, ...]:
    """Take the crossings off that play has blown between two hexes of the campaign; say which."""
    there, gone = layout.grid.neighbour_table(), []
    for place, what in changed.items():
        index, slash, side = place.partition("/")
        if what not in GONE or not slash:
            continue
        other = int(campaign.neighbour[int(index), int(side)])
        across = np.where(there == NO_HEX, NO_HEX, parent[there])
        pair = {int(index), other}
        hit = np.isin(parent, list(pair))[:, None] & np.isin(across, list(pair)) & (across != parent[:, None])
        hit &= crossing > 0
        if hit.any():
            gone.append(f"the {CROSSINGS[int(crossing[hit].max())].replace('_', ' ')} between "
                        f"{campaign.number(int(index))} and {campaign.number(other)}")  # fmt: skip
            crossing[hit] = 0
    return tuple(gone)
