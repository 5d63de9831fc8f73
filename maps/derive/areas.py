"""Measure exactly what share of each hex the areas of vector sources cover, counting overlaps once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.derive.covers import COVERS
from maps.derive.legend import shipped_legend
from maps.derive.overlaps import overlapping_pairs
from maps.grid.cutting import cut_polygons
from maps.grid.kernels import Rings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.derive.kinds import Kinds
    from maps.grid.layout import Layout
    from maps.sources.featureset import Features

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["AreaShares", "Parts", "area_shares", "cover_codes", "cover_parts", "join_shares", "part_areas"]

_POLYGON, _MULTIPOLYGON = 3, 6
_NAMES = {"hedged fields": "fields and hedges"}
"""Kinds of cover that are called otherwise among ``COVERS``."""


class Parts(NamedTuple):
    """Polygons without overlaps (p,): shape, the row of its feature, and its code into ``COVERS``."""

    shape: Shapes
    feature: NDArray[np.int32]
    cover: NDArray[np.int16]


class AreaShares(NamedTuple):
    """
    What areas cover.

    Attributes
    ----------
    shares
        Share of each hex under each of ``COVERS`` (n, k), rows adding up to at most 1.
    hex, feature, share
        Each hex with a row of the features that covers it, and how much of it (r,); each pair once.
    """

    shares: Floats
    hex: NDArray[np.int32]
    feature: NDArray[np.int32]
    share: Floats


def cover_codes(features: Features, kinds: Kinds) -> NDArray[np.int16]:
    """Give the cover of each feature: its position in ``COVERS`` (m,), -1 for none."""
    names = (_NAMES.get(name, name) for name in kinds.names("cover"))
    table = np.array([*map(COVERS.index, names), -1], np.int16)
    return np.asarray(table[kinds.codes(features, "cover")])


def area_shares(
    features: Features, covers: NDArray[np.int16], layout: Layout, precedence: Sequence[str] = ()
) -> AreaShares:
    """
    Measure what share of each hex lies under each cover.

    Where polygons overlap, the ground counts once: for the source that comes first,
    within one source for the cover that ``precedence`` names first, and among areas
    of one cover for the one that comes first. Which source a feature is from is told
    by its id up to the colon.

    Parameters
    ----------
    features
        Valid polygons in map coordinates, those of the most trusted source first.
    covers
        Code into ``COVERS`` of each (m,), -1 for what is no cover.
    precedence
        Every cover, the first to count first; that of the shipped legend if not given.
    """
    return cover_parts(part_areas(features, covers, layout, precedence), layout)


def part_areas(features: Features, covers: NDArray[np.int16], layout: Layout, precedence: Sequence[str] = ()) -> Parts:
    """Take out of each polygon what another counts for; see ``area_shares``."""
    rows = _rows_on(features.shapes, covers, layout)
    shapes, kinds = features.shapes[rows], covers[rows]
    if len(rows) == 0:
        return Parts(shapes, rows.astype(np.int32), kinds)
    order = [(precedence or shipped_legend().precedence).index(name) for name in COVERS]
    rank = np.empty(len(rows), np.int64)
    rank[np.lexsort((rows, np.array(order)[kinds], _sources(features, rows)))] = np.arange(len(rows))
    parts, part_of = _polygons(_without_overlaps(shapes, rank))
    return Parts(parts, rows[part_of].astype(np.int32), kinds[part_of])


def _rows_on(shapes: Shapes, covers: NDArray[np.int16], layout: Layout) -> Ints:
    """List the rows that are a cover and come near the grid."""
    x, y = layout.to_map(layout.rim_corners()).T
    west, south, east, north = shapely.bounds(shapes).reshape(-1, 4).T
    near = (east >= x.min()) & (west <= x.max()) & (north >= y.min()) & (south <= y.max())
    return np.flatnonzero((covers >= 0) & near)


def _sources(features: Features, rows: Ints) -> Ints:
    """Give each row the number of its source, counted in the order that they come."""
    seen: dict[str, int] = {}
    for name in features.ids:
        seen.setdefault(name.partition(":")[0], len(seen))
    return np.array([seen[features.ids[k].partition(":")[0]] for k in rows.tolist()], np.int64)


def _without_overlaps(shapes: Shapes, rank: Ints) -> Shapes:
    first, second = overlapping_pairs(shapes)
    if not len(first):
        return shapes
    # Areas that meet no other need not be sound: they are only measured.
    met = np.unique(np.concatenate([first, second]))
    shapes = shapes.copy()
    shapes[met] = shapely.make_valid(shapes[met], method="structure", keep_collapsed=False)
    behind = np.where(rank[first] > rank[second], first, second)
    before = first + second - behind
    sort = np.argsort(behind, kind="stable")
    cut, starts = np.unique(behind[sort], return_index=True)
    groups = np.split(shapes[before[sort]], starts[1:])
    over = np.array([group[0] if len(group) == 1 else shapely.union_all(group) for group in groups], np.object_)
    left = shapes.copy()
    left[cut] = shapely.difference(shapes[cut], over)
    return left


def _polygons(shapes: Shapes) -> tuple[Shapes, Ints]:
    """Part shapes into polygons, each with the number of its shape; lines and points are left out."""
    parts, whole = shapely.get_parts(shapes, return_index=True)
    nested = shapely.get_type_id(parts) == _MULTIPOLYGON
    if nested.any():
        more, of = shapely.get_parts(parts[nested], return_index=True)
        parts, whole = np.concatenate([parts[~nested], more]), np.concatenate([whole[~nested], whole[nested][of]])
    kept = (shapely.get_type_id(parts) == _POLYGON) & ~shapely.is_empty(parts)
    return parts[kept], whole[kept]


def cover_parts(parts: Parts, layout: Layout) -> AreaShares:
    """Measure parts that do not overlap; see ``area_shares``. A block of the grid takes the same parts."""
    count = len(layout.grid)
    cuts = cut_polygons(_rings(parts.shape, layout), layout)
    share = cuts.area_m2 / layout.hex_area_m2()
    cell = cuts.hex.astype(np.int64) * len(COVERS) + parts.cover[cuts.polygon]
    shares = _at_most_one(_sums(cell, share, count * len(COVERS)).reshape(count, len(COVERS)))
    return AreaShares(shares, *_by_feature(cuts.hex, parts.feature[cuts.polygon], share))


def _by_feature(
    hexes: NDArray[np.int32], feature: NDArray[np.int32], share: Floats
) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
    """Add up the parts of one feature in one hex, sorted by hex."""
    many = int(feature.max(initial=0)) + 1
    pairs, row = np.unique(hexes.astype(np.int64) * many + feature, return_inverse=True)
    return (pairs // many).astype(np.int32), (pairs % many).astype(np.int32), _sums(row, share, len(pairs))


def _sums(row: Ints, share: Floats, count: int) -> Floats:
    found: Floats = np.bincount(row, share, count).astype(np.float64)
    return found


def _at_most_one(shares: Floats) -> Floats:
    # Rounding may leave a full hex a hair above one.
    scaled: Floats = shares / np.maximum(shares.sum(axis=1, keepdims=True), 1.0)
    return scaled


def _rings(shapes: Shapes, layout: Layout) -> Rings:
    if not len(shapes):
        return Rings(np.empty((0, 2)), np.zeros(1, np.int64), np.zeros(1, np.int64))
    _, points, (ring_starts, polygon_starts) = shapely.to_ragged_array(shapes, include_z=False)
    return Rings(layout.to_grid(points), ring_starts.astype(np.int64), polygon_starts.astype(np.int64))


def join_shares(vector: Floats, raster: Floats) -> Floats:
    """
    Join the shares of areas with those of a raster (n, k), both under ``COVERS``.

    Areas count first. The rest of a hex is filled with what the raster shows
    beyond them, in proportion: 0.4 forest, and a raster of 0.4 forest and 0.6 crops,
    give 0.4 forest and 0.6 crops. What neither knows stays unknown.
    """
    beyond = np.maximum(raster - vector, 0.0)
    left = np.maximum(1.0 - vector.sum(axis=1, keepdims=True), 0.0)
    more = beyond.sum(axis=1, keepdims=True)
    return _at_most_one(vector + beyond * np.minimum(left / np.where(more > 0, more, 1.0), 1.0))
