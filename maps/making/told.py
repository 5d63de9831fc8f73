"""Say where the features of the sources bear on hexes; the evidence of a map is gathered from that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from maps.derive.areas import cover_codes
from maps.derive.borders import lined_by
from maps.derive.covers import COVERS
from maps.derive.evidence import Bearings, area_bearings, line_bearings, point_bearings
from maps.grid.hexmap import CROSSINGS
from maps.grid.walk import walk_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexgrid import Grid
    from maps.grid.layout import Layout
    from maps.making.blocks import Block
    from maps.making.gather import Gathered
    from maps.making.materials import Materials

__all__ = ["areas_told", "crossings_told", "lines_told", "points_told"]


def areas_told(stuff: Materials, measured: Iterable[tuple[Block, Gathered]], grid: Grid) -> Iterator[Bearings]:
    """Tell of the areas, as they were measured by blocks."""
    areas = stuff.features.areas
    words = _words(cover_codes(areas, stuff.kinds), COVERS)
    for block, found in measured:
        told = area_bearings(found.areas, areas, words)
        yield told._replace(hex=block.indices(grid)[told.hex].astype(np.int32))


def lines_told(stuff: Materials, layout: Layout) -> Iterator[Bearings]:
    """Tell of waters, ways and cliffs, and of what lines hexsides of the map's own kinds."""
    lines = stuff.features.lines
    groups = [
        (np.flatnonzero(codes >= 0), _words(codes, stuff.kinds.names(group)))
        for group in ("waterway", "road", "rail", "cliff")
        for codes in (stuff.codes("lines", group),)
    ]
    groups += [(lined_by(lines, rule), [rule.key] * len(lines)) for rule in stuff.legend.lines]
    for rows, words in groups:
        if len(rows):
            yield line_bearings(walk_lines(*_ragged(lines.shapes[rows], layout), layout), lines, words, rows)


def points_told(stuff: Materials, layout: Layout) -> Iterator[Bearings]:
    """Tell of places and crossings."""
    points = stuff.features.points
    for group in ("place", "crossing"):
        codes = stuff.codes("points", group)
        rows = np.flatnonzero(codes >= 0)
        some = points.take(rows.tolist())
        if len(some):
            index = layout.indices_at(shapely.get_coordinates(some.shapes))
            yield point_bearings(index, some, _words(codes[rows], stuff.kinds.names(group)))


def crossings_told(crossings: Any, layout: Layout) -> Iterator[Bearings]:
    """Say in both hexes why a crossing is there."""
    reasons = crossings.reasons
    if reasons:
        here, side = np.array(list(reasons)).T
        kinds = [CROSSINGS[code].replace("_", " ") for code in crossings.crossing[here, side].tolist()]
        names = tuple(f"{kind}: {why}" for kind, why in zip(kinds, reasons.values(), strict=True))
        there = layout.grid.neighbour_table()[here, side]
        rows = np.arange(len(names), dtype=np.int32)
        both = np.concatenate([here, there]).astype(np.int32)
        yield Bearings(both, np.concatenate([rows, rows]), np.ones(2 * len(rows), np.float32), names)


def _words(codes: NDArray[np.integer], names: Sequence[str]) -> list[str]:
    return [names[code] if code >= 0 else "" for code in codes.tolist()]


def _ragged(shapes: NDArray[np.object_], layout: Layout) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    xy, line = shapely.get_coordinates(shapes, return_index=True)
    starts = np.searchsorted(line, np.arange(len(shapes) + 1)).astype(np.int64)
    return layout.to_grid(xy), starts
