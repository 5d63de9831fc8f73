"""A toy layout, and vector files about it in every format; positions are metres from its first hex."""

from __future__ import annotations

import gzip
import json
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from pyproj import Transformer

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.sources.files.gdal import pyogrio

if TYPE_CHECKING:
    from pathlib import Path

# Hexes of 1000 m, flat side up, 4 columns of 3. From the centre of the first the grid runs
# 577 m west, 3 * 866 + 577 = 3175 m east, 500 m north and 3000 m south; two hexes more
# are read all round: 2577 m west, 5175 m east, 2500 m north, 5000 m south.
X0, Y0 = 500_000.0, 5_200_000.0
LAYOUT = Layout(Grid(4, 3), "EPSG:32632", X0, Y0, 1000.0)
WEST, EAST, NORTH, SOUTH = 2577.0, 5175.0, 2500.0, 5000.0


def metres(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """Turn metres east and north of the first hex into map coordinates."""
    return [(X0 + east, Y0 + north) for east, north in points]


def degrees(*points: tuple[float, float], crs: str = "EPSG:4326") -> list[tuple[float, float]]:
    """Turn metres east and north of the first hex into degrees, or another CRS."""
    to_degrees = Transformer.from_crs(LAYOUT.crs, crs, always_xy=True)
    return [to_degrees.transform(*point) for point in metres(*points)]


def square(east: float, north: float, side: float) -> list[tuple[float, float]]:
    """Give the ring of a square by its south-west corner."""
    far_east, far_north = east + side, north + side
    return [(east, north), (far_east, north), (far_east, far_north), (east, far_north), (east, north)]


Rows = list[tuple[shapely.Geometry, dict[str, Any]]]


def rows_in(rows: Rows, crs: str) -> Rows:
    """Carry shapes in metres from the first hex into a CRS."""

    def moved(points):
        return np.array(degrees(*points.tolist(), crs=crs))

    return [(shapely.transform(shape, moved), tags) for shape, tags in rows]


def write(path: Path, rows: Rows, crs: str | None = "EPSG:4326", **options: Any) -> Path:
    """Write shapes that are in ``crs`` already, in the format that the name says."""
    if path.name.endswith((".geojson", ".geojson.gz")):
        return write_geojson(path, rows)
    columns = sorted({key for _, tags in rows for key in tags})
    data = [np.array([tags.get(key) for _, tags in rows], object) for key in columns]
    target = path.with_suffix(".shp") if path.suffix == ".zip" else path
    kinds = {shape.geom_type.removeprefix("Multi") for shape, _ in rows}
    many = any(shape.geom_type.startswith("Multi") for shape, _ in rows)
    kind = ("Multi" if many else "") + kinds.pop() if len(kinds) == 1 else "Unknown"
    wkb = shapely.to_wkb(np.array([shape for shape, _ in rows], object))
    pyogrio.raw.write(
        str(target), geometry=wkb, field_data=data, fields=columns, geometry_type=kind, crs=crs, **options
    )
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as packed:
            for part in path.parent.glob(f"{path.stem}.*"):
                if part != path:
                    packed.write(part, f"inside/{part.name}")
                    part.unlink()
    return path


def write_geojson(path: Path, rows: Rows, **more: Any) -> Path:
    features = [
        {"type": "Feature", "properties": tags, "geometry": json.loads(shapely.to_geojson(shape))}
        for shape, tags in rows
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features, **more}).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path
