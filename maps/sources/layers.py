"""
Carry what one file holds to the ground of a map.

Readers give a ``SourceLayer``: shapes in the file's own CRS, about the area. It
is cut where it reaches far, turned into map coordinates, split into simple
lines, polygons and points, and mended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError

from maps.sources.featureset import Features, FeatureSet, ground_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.survey import Box

__all__ = ["SourceLayer", "boxes_in", "from_wkb", "on_the_map", "touching"]

_POINT, _LINE, _POLYGON, _RING = 0, 1, 3, 2


@dataclass(frozen=True)
class SourceLayer:
    """Shapes with ids and tags, in the CRS of their file."""

    name: str
    crs: CRS
    shapes: NDArray[np.object_]
    ids: Sequence[str]
    tags: Sequence[Mapping[str, str]]
    notes: tuple[str, ...] = ()
    """What of the file was passed over."""


def from_wkb(wkb: NDArray[np.object_]) -> NDArray[np.object_]:
    """Read geometries; what is none, or cannot be read, becomes None."""
    with np.errstate(invalid="ignore"):
        shapes: NDArray[np.object_] = shapely.from_wkb(wkb, on_invalid="ignore")
        if (shapely.get_coordinate_dimension(shapes) > 2).any():
            shapes = shapely.force_2d(shapes)
    return shapes


def boxes_in(layout: Layout, crs: CRS, around_m: float = 0.0) -> list[Box]:
    """
    Give the ground of a layout, with its margin and so much more around it, as boxes in another CRS.

    Two boxes where the ground lies across the 180th meridian: files count
    longitudes beyond it as -179 or as 181. None where the CRS does not reach there.
    """
    x0, y0, x1, y1 = (shapely.bounds(ground_of(layout)) + around_m * np.array([-1, -1, 1, 1])).tolist()
    to_file = Transformer.from_crs(layout.crs, crs, always_xy=True)
    try:
        west, south, east, north = to_file.transform_bounds(x0, y0, x1, y1, densify_pts=41)
    except (ProjError, CRSError):
        return []
    if not np.isfinite([west, south, east, north]).all():
        return []
    if crs.is_geographic and west > east:
        return [(west, south, east + 360.0, north), (west - 360.0, south, east, north)]
    return [(west, south, east, north)]


def touching(shapes: NDArray[np.object_], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Say which shapes have bounds that touch one of the boxes (m,); empty ones do not."""
    with np.errstate(invalid="ignore"):
        x0, y0, x1, y1 = shapely.bounds(shapes).T.reshape(4, -1)
    near = np.zeros(len(shapes), bool)
    for west, south, east, north in boxes:
        near |= (x0 <= east) & (x1 >= west) & (y0 <= north) & (y1 >= south)
    return near


def on_the_map(layer: SourceLayer, layout: Layout) -> FeatureSet:
    """Bring a layer to map coordinates, as simple shapes that touch the ground and its margin."""
    boxes = boxes_in(layout, layer.crs)
    notes = list(layer.notes)
    rows = np.flatnonzero(_finite(layer, notes) & touching(layer.shapes, boxes))
    shapes, origin = _parts(layer.shapes[rows])
    shapes, origin = _parts_of_sound(shapes, origin, layer.name, notes)
    shapes = _cut(shapes, boxes)
    shapes, more = _parts(shapes)
    rows = rows[origin[more]]
    shapes = _moved(shapes, layer.crs, layout.crs)
    ground = ground_of(layout)
    shapely.prepare(ground)
    kept = np.flatnonzero(_sizeable(shapes) & shapely.intersects(ground, shapes))
    return _sorted_out(layer, shapes[kept], rows[kept], tuple(notes))


def _finite(layer: SourceLayer, notes: list[str]) -> NDArray[np.bool_]:
    sound = np.ones(len(layer.shapes), bool)
    with np.errstate(invalid="ignore", over="ignore"):
        # One that is no number makes the sum none: of nearly all files no more is asked.
        if np.isfinite(shapely.get_coordinates(layer.shapes).sum()):
            return sound
        points, rows = shapely.get_coordinates(layer.shapes, return_index=True)
    sound[rows[~np.isfinite(points).all(axis=1)]] = False
    if not sound.all():
        notes.append(f"{layer.name}: {(~sound).sum()} features have coordinates that are no numbers and were left out")
    return sound


def _parts(shapes: NDArray[np.object_]) -> tuple[NDArray[np.object_], NDArray[np.int64]]:
    if ((kinds := shapely.get_type_id(shapes)) <= _POLYGON).all() and (kinds >= 0).all():
        return shapes, np.arange(len(shapes))
    # Twice: collections may hold multi-part shapes.
    parts, first = shapely.get_parts(shapes, return_index=True)
    parts, second = shapely.get_parts(parts, return_index=True)
    return parts, first[second]


def _parts_of_sound(
    shapes: NDArray[np.object_], origin: NDArray[np.int64], name: str, notes: list[str]
) -> tuple[NDArray[np.object_], NDArray[np.int64]]:
    bad = np.flatnonzero((shapely.get_type_id(shapes) == _POLYGON) & ~shapely.is_valid(shapes))
    if not len(bad):
        return shapes, origin
    shapes = shapes.copy()
    shapes[bad] = shapely.make_valid(shapes[bad])
    notes.append(f"{name}: {len(bad)} areas crossed themselves and were mended")
    mended = np.isin(np.arange(len(shapes)), bad)
    parts, rows = _parts(shapes)
    # Mending leaves stray lines behind where an area had no width.
    kept = ~mended[rows] | (shapely.get_type_id(parts) == _POLYGON)
    return parts[kept], origin[rows[kept]]


def _cut(shapes: NDArray[np.object_], boxes: Sequence[Box]) -> NDArray[np.object_]:
    """Cut what reaches far beyond the area; a projection would tear world-sized shapes apart."""
    grown = [_grown(box) for box in boxes]
    rooms = shapely.box(*np.array(grown).T)
    x0, y0, x1, y1 = shapely.bounds(shapes).T
    near = np.zeros(len(shapes), bool)
    for west, south, east, north in grown:
        near |= (x0 >= west) & (x1 <= east) & (y0 >= south) & (y1 <= north)
    far = np.flatnonzero(~near)
    if len(far):
        shapes = shapes.copy()
        shapes[far] = shapely.intersection(shapes[far], shapely.union_all(rooms))
    return shapes


def _grown(box: Box) -> Box:
    west, south, east, north = box
    wide, long = (east - west) / 2, (north - south) / 2
    return west - wide, south - long, east + wide, north + long


def _moved(shapes: NDArray[np.object_], crs: CRS, target: str) -> NDArray[np.object_]:
    to_map = Transformer.from_crs(crs, target, always_xy=True)
    points = shapely.get_coordinates(shapes)
    moved = np.column_stack(to_map.transform(points[:, 0], points[:, 1])) if len(points) else points
    # Set in place: every shape was made here, by taking apart or cutting.
    if np.isfinite(moved).all():
        found: NDArray[np.object_] = shapely.set_coordinates(shapes.copy(), moved)
        return found
    torn = shapely.get_coordinates(shapes, return_index=True)[1][~np.isfinite(moved).all(axis=1)]
    shapes = shapely.set_coordinates(shapes.copy(), np.nan_to_num(moved, posinf=0.0, neginf=0.0))
    shapes[torn] = None
    return shapes


def _sizeable(shapes: NDArray[np.object_]) -> NDArray[np.bool_]:
    kinds = shapely.get_type_id(shapes)
    lines, areas = np.isin(kinds, (_LINE, _RING)), kinds == _POLYGON
    sized: NDArray[np.bool_] = (
        ((kinds == _POINT) & ~shapely.is_empty(shapes))
        | (lines & (shapely.length(shapes) > 0))
        | (areas & (shapely.area(shapes) > 0))
    )
    return sized


def _sorted_out(
    layer: SourceLayer, shapes: NDArray[np.object_], rows: NDArray[np.int64], notes: tuple[str, ...]
) -> FeatureSet:
    kinds = shapely.get_type_id(shapes)

    def some(*wanted: int) -> Features:
        picked = np.flatnonzero(np.isin(kinds, wanted))
        origin = rows[picked].tolist()
        return Features(shapes[picked], tuple(layer.ids[k] for k in origin), tuple(layer.tags[k] for k in origin))

    return FeatureSet(some(_LINE, _RING), some(_POLYGON), some(_POINT), notes)
