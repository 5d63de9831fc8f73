"""
Measure a block of hexes: heights, slope and land cover.

A task holds all that is needed, so that it can be done here, in a thread, or on
another machine that sees the same files. Nothing in it depends on other blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from maps.derive.areas import AreaShares, Parts, cover_parts, join_shares
from maps.derive.terrain.ground import Heights, cover_shares, heights, settled_cover
from maps.sources.raster.cells import Raster
from maps.sources.raster.elevation import Reading, read_elevation
from maps.sources.raster.land_cover import ClassTable, LandCover, read_land_cover

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.making.blocks import Block

    Floats = NDArray[np.float64]
    Run = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

__all__ = ["Climbed", "Gathered", "HeightTask", "Task", "climb", "gather", "parts_near", "share_under"]


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be measured: a block's layout, and what the sources are."""

    layout: Layout
    land_cover: tuple[Path, ...]
    table: ClassTable
    parts: Parts
    """Areas of cover that come near the block, none overlapping another."""


class HeightTask(NamedTuple):
    """The part that asks no other source than elevation: it can begin while the others are read."""

    layout: Layout
    elevation: tuple[Path, ...]
    bias_m: float
    relief_factor: float


class Gathered(NamedTuple):
    """
    What was measured of the hexes of a block.

    Attributes
    ----------
    shares
        Under each of ``COVERS`` (k, c), areas and raster joined.
    areas
        How much of each hex every area covers; not the shares, which stand in ``shares``.
    land_cover
        What was met with in reading; None without such a source. Only the tally is kept.
    """

    shares: NDArray[np.float32]
    areas: AreaShares
    land_cover: LandCover | None


class Climbed(NamedTuple):
    """
    The heights of the hexes of a block.

    Attributes
    ----------
    heights
        NaN throughout where there is no source of elevation.
    reading
        What was met with in reading; None without such a source.
    """

    heights: Heights
    reading: Reading | None


def gather(task: Task) -> Gathered:
    """
    Measure what covers a block.

    Raises
    ------
    ProblemsFound
        If a source cannot be read.
    """
    areas = cover_parts(task.parts, task.layout)
    raster, tally = _raster_shares(task)
    shares = areas.shares if raster is None else join_shares(areas.shares, raster)
    return Gathered(shares.astype(np.float32), areas._replace(shares=areas.shares[:0].copy()), tally)


def climb(task: HeightTask) -> Climbed:
    """
    Measure the heights of a block.

    Raises
    ------
    ProblemsFound
        If a source cannot be read.
    """
    if not task.elevation:
        nothing = np.full(len(task.layout.grid), np.nan)
        return Climbed(Heights(nothing, nothing, nothing, nothing, np.zeros(len(nothing)), nothing), None)
    found = read_elevation(task.elevation, task.layout, part=True)
    ground = heights(found.raster, task.layout, bias_m=task.bias_m, relief_factor=task.relief_factor)
    return Climbed(ground, found.reading)


def _raster_shares(task: Task) -> tuple[Floats | None, LandCover | None]:
    if not task.land_cover:
        return None, None
    found = read_land_cover(task.land_cover, task.table, task.layout, part=True)
    shares = settled_cover(cover_shares(found.raster, task.table.positions, task.layout), task.table, task.layout)
    # Its cells are not needed any more, and would have to travel.
    nothing = Raster(np.zeros((0, 0), np.uint8), found.raster.transform, found.raster.crs)
    return shares, found._replace(raster=nothing)


def share_under(found: Gathered, block: Block, chosen: NDArray[np.bool_]) -> Floats:
    """Add up what share of each hex of a block lies under chosen areas."""
    rows = chosen[found.areas.feature] if len(chosen) else np.zeros(0, bool)
    count = len(block.layout.grid)
    return np.bincount(found.areas.hex[rows], found.areas.share[rows], count)[:count].astype(np.float64)


def parts_near(parts: Parts, layout: Layout) -> Parts:
    """Pick the areas that come near a block."""
    if not len(parts.shape):
        return parts
    x, y = layout.to_map(layout.rim_corners()).T
    west, south, east, north = shapely.bounds(parts.shape).T
    near = (east >= x.min()) & (west <= x.max()) & (north >= y.min()) & (south <= y.max())
    return Parts(parts.shape[near], parts.feature[near], parts.cover[near])
