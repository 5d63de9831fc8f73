"""
Make ground to measure on: 200 x 200 km of heights, land cover, rivers and roads.

Everything is sown from fixed seeds and written as files once for a run:
heights as GeoTIFF at 100 m and 33 m, the rest as FlatGeobuf in EPSG:32633.
The fine heights are stored unpacked, as .hgt tiles are: to inflate 36 million
cells takes 0.4 s, whoever asks for it, and is no part of what is compared.
Land cover is 20,000 cells about clustered points, their edges drawn fine and
bent smoothly; dissolved by class it gives few and large polygons, as real
woods are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import geopandas as gpd
import numpy as np
import rasterio
import shapely
from rasterio.transform import from_origin
from scipy.spatial import Voronoi

from benchmarks.ground.groundways import CRS, EAST_M, SIZE_M, SOUTH_M

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["GroundFiles", "make"]

_CELLS, _RIVERS, _ROADS, _POINTS = 20_000, 5_000, 30_000, 20
_NATURAL = np.array([None, "wood", "wetland", None], object)
_LAND_USE = np.array(["meadow", None, None, "residential"], object)
_WATERWAY = np.array(["stream", "stream", "river"], object)
_HIGHWAY = np.array(["track", "tertiary", "primary"], object)
"""Kinds as OpenStreetMap has them, for the building of a whole map."""
_DRAWN = 1000
"""Cells a side of the fields from which places are drawn."""
_STEP_M = SIZE_M / _DRAWN


@dataclass(frozen=True)
class GroundFiles:
    """Where the inputs are."""

    heights: Path
    heights_fine: Path
    cover: Path
    cover_dissolved: Path
    rivers: Path
    roads: Path


def make(folder: Path) -> GroundFiles:
    """Write all inputs into a folder."""
    files = GroundFiles(
        folder / "heights.tif",
        folder / "heights_fine.tif",
        folder / "cover.fgb",
        folder / "cover_dissolved.fgb",
        folder / "rivers.fgb",
        folder / "roads.fgb",
    )
    fine = (300 + 180 * _field(6000, 1.9, 7)).astype(np.float32)
    _write_heights(files.heights_fine, fine)
    _write_heights(files.heights, fine.reshape(2000, 3, 2000, 3).mean(axis=(1, 3)), compress="deflate", predictor=3)
    crowd = np.exp(0.8 * _field(_DRAWN, 1.6, 5))
    crowd /= crowd.sum()
    cover = _cover(crowd)
    cover.to_file(files.cover, driver="FlatGeobuf")
    dissolved = cover.dissolve(by="kind").explode(index_parts=False).reset_index()
    dissolved.to_file(files.cover_dissolved, driver="FlatGeobuf")
    rivers, roads = _lines(_RIVERS, 400.0, 0.5, 21, crowd), _lines(_ROADS, 250.0, 0.3, 22, crowd)
    rivers.assign(waterway=_WATERWAY[rivers["kind"]]).to_file(files.rivers, driver="FlatGeobuf")
    roads.assign(highway=_HIGHWAY[roads["kind"]]).to_file(files.roads, driver="FlatGeobuf")
    return files


def _field(size: int, smoothness: float, seed: int) -> NDArray[np.float32]:
    """Noise whose power falls with frequency, as heights have it; mean 0, deviation 1."""
    sown = np.random.default_rng(seed)
    down, right = np.fft.fftfreq(size)[:, None], np.fft.rfftfreq(size)[None]
    frequency = np.hypot(down, right).astype(np.float32)
    frequency[0, 0] = 1.0
    waves = np.fft.rfft2(sown.standard_normal((size, size), dtype=np.float32)) / frequency**smoothness
    waves[0, 0] = 0.0
    field = np.fft.irfft2(waves, s=(size, size)).astype(np.float32)
    return (field - field.mean()) / field.std()


def _write_heights(path: Path, values: NDArray[np.float32], **packing: object) -> None:
    cell = SIZE_M / len(values)
    facts = {
        "height": len(values),
        "width": len(values),
        "count": 1,
        "dtype": "float32",
        "crs": CRS,
        "nodata": -9999,
        "transform": from_origin(EAST_M, SOUTH_M + SIZE_M, cell, cell),
        "tiled": True,
        **packing,
    }
    with rasterio.open(path, "w", driver="GTiff", **facts) as file:
        file.write(values, 1)


def _drawn(count: int, crowd: NDArray[np.float32], sown: np.random.Generator) -> Floats:
    """Draw points, metres east and north of the corner, more of them where it is crowded."""
    spot = sown.choice(crowd.size, count, p=crowd.ravel().astype(np.float64) / crowd.sum(dtype=np.float64))
    line, column = np.divmod(spot, _DRAWN)
    return np.stack([column + sown.random(count), line + sown.random(count)], axis=1) * _STEP_M


def _cover(crowd: NDArray[np.float32]) -> gpd.GeoDataFrame:
    places = _drawn(_CELLS, crowd, np.random.default_rng(1944))
    # Mirrored over the four borders, so that the cells end at them.
    east, north = [2 * SIZE_M, 0] + places * [-1, 1], [0, 2 * SIZE_M] + places * [1, -1]
    diagram = Voronoi(np.vstack([places, places * [-1, 1], places * [1, -1], east, north]))
    rings = [diagram.vertices[diagram.regions[diagram.point_region[k]]] for k in range(_CELLS)]
    cells = shapely.segmentize(shapely.polygons([shapely.linearrings(ring) for ring in rings]), 120.0)
    cells = shapely.set_coordinates(cells, np.round(_bent(shapely.get_coordinates(cells)), 3))
    broken = ~shapely.is_valid(cells)
    cells[broken] = shapely.buffer(cells[broken], 0)
    spots = np.clip((shapely.get_coordinates(shapely.centroid(cells)) / _STEP_M).astype(int), 0, _DRAWN - 1)
    woods, wet = _field(_DRAWN, 1.5, 3)[spots[:, 1], spots[:, 0]], _field(_DRAWN, 1.7, 4)[spots[:, 1], spots[:, 0]]
    lived = crowd[spots[:, 1], spots[:, 0]]
    kind = np.select([lived > np.quantile(lived, 0.95), woods > 0.5, wet > 1.2], [3, 1, 2], 0)
    tags = {"kind": kind.astype(np.int32), "natural": _NATURAL[kind], "landuse": _LAND_USE[kind]}
    return gpd.GeoDataFrame(tags, geometry=_placed(cells), crs=CRS)


def _bent(points: Floats) -> Floats:
    """Bend smoothly by two dozen waves, the less the nearer the border."""
    x, y = points.T
    shift = np.zeros_like(points)
    for k, (stretch, heading, phase, turn) in enumerate(np.random.default_rng(11).random((24, 4))):
        long = (8000.0, 3000.0, 1200.0)[k % 3] * (0.7 + 0.6 * stretch)
        along = x * np.cos(2 * np.pi * heading) + y * np.sin(2 * np.pi * heading)
        wave = 0.022 * long * np.sin(2 * np.pi * (along / long + phase))
        shift += wave[:, None] * [np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)]
    border = np.minimum.reduce([x, y, SIZE_M - x, SIZE_M - y]).clip(0, 3000) / 3000
    bent: Floats = points + shift * border[:, None]
    return bent


def _lines(count: int, step_m: float, turn: float, seed: int, crowd: NDArray[np.float32]) -> gpd.GeoDataFrame:
    """Wander from drawn points, twenty points a line."""
    sown = np.random.default_rng(seed)
    bends = sown.normal(0, turn, (2, count, _POINTS - 1))
    heading = sown.random((count, 1)) * 2 * np.pi + 0.6 * bends[0].cumsum(axis=1) + bends[1]
    step = step_m * sown.lognormal(0, 0.4, (count, _POINTS - 1))
    steps = np.stack([step * np.cos(heading), step * np.sin(heading)], axis=-1)
    path = np.concatenate([np.zeros((count, 1, 2)), steps.cumsum(axis=1)], axis=1)
    path = np.clip(path + _drawn(count, crowd, sown)[:, None], 1.0, SIZE_M - 1.0)
    kind = sown.integers(0, 3, count).astype(np.int32)
    return gpd.GeoDataFrame({"kind": kind}, geometry=_placed(shapely.linestrings(path)), crs=CRS)


def _placed(shapes: NDArray[np.object_]) -> NDArray[np.object_]:
    placed: NDArray[np.object_] = shapely.transform(shapes, lambda xy: xy + np.array([EAST_M, SOUTH_M]))
    return placed
