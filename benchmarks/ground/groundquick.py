"""Ask of the ground what ``groundways`` asks, by the quicker of the usual tools: shapely's tree, rasterio and scipy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import rasterio
import shapely
from rasterio.features import rasterize
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import cKDTree

from benchmarks.ground.groundways import ALLOWANCE, CLASSES
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.ground.groundways import Ground, Layer
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Shapes = NDArray[np.object_]

_BATCH = 50
"""Units asked for at a time: a search by scipy gives a cost for each hex of the map."""


def hex_shapes(layout: Layout) -> Shapes:
    """Make the polygons of all hexes at once."""
    row, col = np.divmod(np.arange(len(layout.grid)), layout.grid.cols)
    x = layout.origin_x_m + layout.width_m * (col + 0.5 * (row % 2))
    y = layout.origin_y_m - 1.5 * layout.radius_m * row
    turns = np.radians(60.0 * np.arange(6) + 30.0)
    corners = np.stack([x[:, None] + layout.radius_m * np.cos(turns), y[:, None] + layout.radius_m * np.sin(turns)], 2)
    found: Shapes = shapely.polygons(corners)
    return found


def hexes_and_pairs(layout: Layout) -> tuple[Floats, NDArray[np.int64]]:
    """Give the centres of all hexes, made at once, and who is next to whom, by scipy's tree."""
    centres = shapely.get_coordinates(shapely.centroid(hex_shapes(layout)))
    return centres, as_pairs(cKDTree(centres).query_pairs(1.1 * layout.width_m, output_type="ndarray"), len(centres))


def as_pairs(pairs: NDArray[Any], hexes: int) -> NDArray[np.int64]:
    """Write pairs of neighbours as one number each, in order."""
    low, high = pairs.min(axis=1).astype(np.int64), pairs.max(axis=1)
    return np.unique(low * hexes + high)


class _Met(NamedTuple):
    """Pairs of a shape and a hex that meet."""

    shape: NDArray[np.int64]
    hex: NDArray[np.int64]


def _met(layer: Layer, hexes: Shapes) -> _Met:
    return _Met(*shapely.STRtree(hexes).query(layer.shapes, predicate="intersects"))


def cover_by_tree(cover: Layer, hexes: Shapes) -> Floats:
    """Intersect land cover with the hexes it meets, those quite within it left whole; m² of each class in each hex."""
    shapely.prepare(cover.shapes)
    met = _met(cover, hexes)
    shapes, cells = cover.shapes[met.shape], hexes[met.hex]
    area, whole = np.empty(len(cells)), shapely.contains_properly(shapes, cells)
    area[whole] = shapely.area(cells[whole])
    area[~whole] = shapely.area(shapely.intersection(shapes[~whole], cells[~whole]))
    table = np.zeros((len(hexes), CLASSES))
    np.add.at(table, (met.hex, cover.kinds[met.shape]), area)
    return table


def lines_by_tree(lines: Layer, hexes: Shapes) -> tuple[_Met, Floats]:
    """Intersect lines with the hexes they meet; metres of each line in each."""
    met = _met(lines, hexes)
    return met, shapely.length(shapely.intersection(lines.shapes[met.shape], hexes[met.hex]))


def heights_binned(path: Path, hexes: Shapes) -> Floats:
    """Burn the number of each hex into a raster, and take the mean of the cells of each."""
    with rasterio.open(path) as file:
        band, transform, nodata = file.read(1), file.transform, file.nodata
    burnt = rasterize(
        zip(hexes, range(1, len(hexes) + 1), strict=True), out_shape=band.shape, transform=transform, dtype="int32"
    )
    known = burnt.ravel()[(flat := band.ravel()) != nodata]
    count = np.bincount(known, minlength=len(hexes) + 1)[1:]
    total = np.bincount(known, flat[flat != nodata], minlength=len(hexes) + 1)[1:]
    mean: Floats = np.divide(total, count, out=np.full(len(hexes), math.nan), where=count > 0)
    return mean


def sparse_graph(ground: Ground, shut: NDArray[np.bool_] | None = None) -> Any:
    """Make a sparse matrix of costs, without the hexes that are shut."""
    here, side = np.nonzero(ground.neighbour != NO_HEX)
    there = ground.neighbour[here, side]
    if shut is not None:
        open_ = ~shut[here] & ~shut[there]
        here, there, side = here[open_], there[open_], side[open_]
    cost = ground.cost[here, side].astype(np.float64)
    return csr_array((cost, (here, there)), shape=(len(ground.neighbour),) * 2)


def sparse_reach_sums(sparse: Any, ground: Ground) -> tuple[int, int]:
    """Search with a limit from some units at a time; hexes reached by all, and the sum of their costs."""
    count, total = 0, 0
    for first in range(0, len(ground.units), _BATCH):
        cost = dijkstra(sparse, indices=ground.units[first : first + _BATCH], limit=ALLOWANCE)
        reached = np.isfinite(cost)
        count, total = count + int(reached.sum()), total + int(cost[reached].sum())
    return count, total


def sparse_supply_sums(ground: Ground) -> tuple[int, int]:
    """Lay out a matrix without the zones, and search from the nearest source; hexes in supply, and the sum of costs."""
    cost = dijkstra(sparse_graph(ground, ground.zone), indices=ground.sources, min_only=True)
    reached = np.isfinite(cost)
    return int(reached.sum()), int(cost[reached].sum())


def sparse_parts(ground: Ground) -> int:
    """Count the components of a matrix without the zones; each hex of a zone is one by itself."""
    count, _ = connected_components(sparse_graph(ground, ground.zone), directed=False)
    return int(count) - int(ground.zone.sum())
