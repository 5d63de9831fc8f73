"""
Write the ground of ``countrypbf`` in the other formats that a map maker drops, each of about so many megabytes.

The columns are those of an export of OpenStreetMap or of Geofabrik's shapefiles; a third of the packed shapefiles are
houses, which no map shows. A region is as wide as the map that is asked for and a little more, so that most of it is
read; of a country most is passed over.
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyogrio.raw
import rasterio
import shapely
from rasterio.transform import from_bounds

from benchmarks.ground.countrypbf import COUNTRY, KINDS, line_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.ground.countrypbf import Box

    Floats = NDArray[np.float64]

__all__ = ["FORMATS", "REGION", "write_ground"]

REGION: Box = (7.7, 49.3, 8.9, 50.2)
"""About twice as wide and high as the map that is asked for."""
_WRITTEN = {"gpkg": "GPKG", "fgb": "FlatGeobuf", "geojson": "GeoJSON", "shp": "ESRI Shapefile"}
_BYTES_EACH = {"gpkg": 266, "fgb": 268, "geojson": 407, "zip": 94, "osm": 595, "csv": 72}
"""What a feature takes about in each format."""
_CORNERS, _LAPS = 6, 0.52
_FIRST_HOUSES, _HOUSE = 3, 1e-4
"""One of so many features of the packed shapefiles is a house."""


class _Ways(NamedTuple):
    kind: NDArray[np.int64]
    points: Floats

    def shapes(self) -> NDArray[np.object_]:
        """Draw lines, and fields as areas."""
        drawn = shapely.linestrings(self.points)
        round_ = np.flatnonzero(self.kind == len(KINDS) - 1)
        drawn[round_] = shapely.polygons(self.points[round_])
        return np.asarray(drawn)


def write_ground(folder: Path, kind: str, megabytes: int, over: Box = COUNTRY) -> Path:
    """Write a file of a format, of about so many megabytes, over a piece of the earth."""
    path = folder / f"ground.{kind}"
    _WRITERS[kind](path, megabytes, over)
    return path


def _sown(count: int, over: Box) -> _Ways:
    sown = np.random.default_rng(1871)
    west, south, east, north = over
    kind = sown.choice(len(KINDS), count, p=[share for *_, share in KINDS])
    start = np.stack([sown.uniform(west, east, count), sown.uniform(south, north, count)], axis=1)
    points = line_of(start, sown.normal(0, 0.02, (count, 2)), kind) * 1e-7
    fields = np.flatnonzero(kind == len(KINDS) - 1)
    points[fields] = _fields_beside(len(fields), over)
    return _Ways(kind, np.asarray(points, np.float64))


def _fields_beside(count: int, over: Box) -> Floats:
    """Lay fields side by side, so that each laps over its neighbours a little, as land use is drawn (f, points, 2)."""
    west, south, east, north = over
    across = max(1, int((count * (east - west) / (north - south)) ** 0.5))
    pitch = np.array([(east - west) / across, (north - south) / -(-count // across)])
    row, col = np.divmod(np.arange(count), across)
    turn = 2 * np.pi * np.arange(_CORNERS) / _CORNERS
    ring = _LAPS * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return np.asarray(np.array([west, south]) + pitch * (np.stack([col, row], axis=1)[:, None] + 0.5 + ring))


def _count(kind: str, megabytes: int) -> int:
    return megabytes * 1_000_000 // _BYTES_EACH[kind]


def _table(path: Path, megabytes: int, over: Box) -> None:
    kind = path.suffix[1:]
    ways = _sown(_count(kind, megabytes), over)
    columns = {"osm_id": np.arange(len(ways.kind)).astype(str).astype(object)}
    columns |= {key: np.full(len(ways.kind), None, object) for key, *_ in KINDS}
    for code, (key, value, _) in enumerate(KINDS):
        columns[key][ways.kind == code] = value
    columns["name"] = np.array([f"Way {k}" if k % 4 == 0 else None for k in range(len(ways.kind))], object)
    columns["other_tags"] = np.array(
        [f'"surface"=>"asphalt","maxspeed"=>"{k % 90}"' if k % 3 else None for k in range(len(ways.kind))], object
    )
    _write(path, _WRITTEN[kind], ways.shapes(), columns, "Unknown")


def _write(path: Path, driver: str, shapes: NDArray[np.object_], columns: dict[str, Any], geometry: str) -> None:
    pyogrio.raw.write(path, shapely.to_wkb(shapes), list(columns.values()), list(columns), driver=driver,
                      crs="EPSG:4326", geometry_type=geometry, layer=path.stem)  # fmt: skip


def _geofabrik(path: Path, megabytes: int, over: Box) -> None:
    """Pack shapefiles as Geofabrik does: roads, waterways, land use and houses, with their columns."""
    ways = _sown(_count("zip", megabytes), over)
    shapes, code = ways.shapes(), np.arange(len(ways.kind))
    house = code % _FIRST_HOUSES == 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, key in (("roads", "highway"), ("waterways", "waterway"), ("landuse_a", "landuse")):
            kinds = [k for k, (of, *_) in enumerate(KINDS) if of == key]
            rows = np.flatnonzero(np.isin(ways.kind, kinds) & ~house)
            words = np.array([value for _, value, _ in KINDS], object)[ways.kind[rows]]
            _packed(packed, path, f"gis_osm_{name}_free_1", shapes[rows], _fields(rows, words))
        rows = np.flatnonzero(house)
        lon, lat = ways.points[rows, 0].T
        homes = shapely.box(lon, lat, lon + _HOUSE, lat + _HOUSE)
        columns = _fields(rows, np.full(len(rows), "building", object))
        _packed(packed, path, "gis_osm_buildings_a_free_1", homes, columns)


def _fields(rows: NDArray[np.int64], words: NDArray[np.object_]) -> dict[str, Any]:
    name = np.array([f"Name {k}" if k % 4 == 0 else None for k in rows.tolist()], object)
    return {"osm_id": rows.astype(str).astype(object), "code": rows % 5000, "fclass": words, "name": name,
            "ref": np.full(len(rows), None, object), "oneway": np.full(len(rows), "B", object),
            "layer": np.zeros(len(rows), np.int64)}  # fmt: skip


def _packed(
    packed: zipfile.ZipFile, path: Path, name: str, shapes: NDArray[np.object_], columns: dict[str, Any]
) -> None:
    one = path.with_name(f"{name}.shp")
    geometry = "LineString" if shapely.get_type_id(shapes[:1]).tolist() == [1] else "Polygon"
    _write(one, _WRITTEN["shp"], shapes, columns, geometry)
    for part in sorted(path.parent.glob(f"{name}.*")):
        packed.write(part, part.name)
        part.unlink()


def _osm(path: Path, megabytes: int, over: Box) -> None:
    ways = _sown(_count("osm", megabytes), over)
    west, south, east, north = over
    with path.open("w") as file:
        file.write('<?xml version="1.0"?>\n<osm version="0.6" generator="bench">\n')
        file.write(f' <bounds minlat="{south}" minlon="{west}" maxlat="{north}" maxlon="{east}"/>\n')
        for k, (lon, lat) in enumerate(ways.points.reshape(-1, 2).tolist(), start=1):
            file.write(f' <node id="{k}" version="1" lat="{lat:.7f}" lon="{lon:.7f}"/>\n')
        each = ways.points.shape[1]
        for k, code in enumerate(ways.kind.tolist()):
            key, value, _ = KINDS[code]
            nodes = [*range(k * each + 1, (k + 1) * each + 1), *([k * each + 1] if code == len(KINDS) - 1 else [])]
            file.write(f' <way id="{k + 1}" version="1">\n' + "".join(f'  <nd ref="{node}"/>\n' for node in nodes))
            file.write(f'  <tag k="{key}" v="{value}"/>\n </way>\n')
        file.write("</osm>\n")


def _heights(path: Path, megabytes: int, over: Box) -> None:
    """Draw hills, with the noise that keeps a real model from being packed small."""
    side = int((megabytes * 1e6 / 0.775) ** 0.5)
    rows, cols = np.mgrid[0:side, 0:side].astype(np.float32) / 90
    noise = np.random.default_rng(7).normal(0, 1.5, (side, side)).astype(np.float32)
    cells = (400 + 150 * np.sin(rows) * np.cos(cols) + noise).astype(np.int16)
    with rasterio.open(path, "w", driver="GTiff", width=side, height=side, count=1, dtype="int16", crs="EPSG:4326",
                       transform=from_bounds(*over, side, side), compress="deflate", tiled=True) as file:  # fmt: skip
        file.write(cells, 1)


def _places(path: Path, megabytes: int, over: Box) -> None:
    sown, count = np.random.default_rng(3), _count("csv", megabytes)
    west, south, east, north = over
    lon, lat = sown.uniform(west, east, count), sown.uniform(south, north, count)
    people = (10 ** sown.uniform(1, 5, count)).astype(int)
    with path.open("w") as file:
        file.write("name,lon,lat,population,country,district,remarks\n")
        for k, row in enumerate(zip(lon.tolist(), lat.tolist(), people.tolist(), strict=True)):
            file.write("Place {},{:.5f},{:.5f},{},DE,District {},of the census of 1939\n".format(k, *row, k % 400))


_WRITERS: dict[str, Callable[[Path, int, Box], None]] = {
    "gpkg": _table, "fgb": _table, "geojson": _table, "zip": _geofabrik, "osm": _osm, "tif": _heights, "csv": _places,
}  # fmt: skip
FORMATS = tuple(_WRITERS)
