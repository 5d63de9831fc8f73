"""QGIS itself opens what is written for it, where it is installed: in its place, in its projection, with its style."""

import functools
import io
import json
import os
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest

from maps.gpkg import writer as geopackage
from maps.lonlat import lonlat_of
from scenarios.formats.gis import units_geojson, units_gpkg
from scenarios.formats.kmz import campaign_kmz
from scenarios.formats.picture import map_picture
from tests.scenarios.formats.golden import golden

PYTHON = "/usr/bin/python3"
"""Debian's, which its QGIS is made for."""


@functools.cache
def there():
    call = [PYTHON, "-c", "import qgis.core"]
    return Path(PYTHON).is_file() and subprocess.run(call, capture_output=True, check=False).returncode == 0


def opened(folder, *files):
    """Give what QGIS sees in files; skipped where it is not installed."""
    if not there():
        pytest.skip("QGIS is not installed: apt-get install python3-qgis")
    script = Path(__file__).with_name("open_qgis.py")
    quiet = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    quiet.pop("PYTHONPATH", None)
    call = [PYTHON, str(script), *map(str, files)]
    done = subprocess.run(call, capture_output=True, text=True, check=True, env=quiet)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("flat_top", [True, False])
def test_qgis_opens_units_and_turns_where_they_stand(tmp_path, flat_top):
    shown = golden(flat_top=flat_top)
    for name, write in (("u.gpkg", units_gpkg), ("u.geojson", units_geojson), ("t.kmz", campaign_kmz)):
        (tmp_path / name).write_bytes(write(shown))
    gpkg, geojson, kmz = opened(tmp_path, tmp_path / "u.gpkg|layername=units", tmp_path / "u.geojson",
                                tmp_path / "t.kmz|layername=A Division")  # fmt: skip
    layout, index = shown.hexmap.layout, shown.hexmap.index_of("0304")
    spot = layout.centres()[[index]]
    assert [gpkg["crs"], geojson["crs"], kmz["crs"]] == ["EPSG:32631", "EPSG:4326", "EPSG:4326"]
    for seen, where in ((gpkg, layout.to_map(spot)), (geojson, lonlat_of(layout, spot))):
        by_unit = {told["unit"]: (x, y, told) for x, y, _, told in seen["rows"]}
        assert by_unit.keys() == {"1/A", "Pz", "HQ"}
        np.testing.assert_allclose(by_unit["1/A"][:2], where[0], atol=1e-6)
        assert [by_unit["1/A"][2][key] for key in ("strength", "hex", "side")] == ["3", "0304", "blue"]
    assert sorted(told["hex"] for *_, told in kmz["rows"]) == ["0101", "0302", "0303", "0304"]


def test_qgis_opens_the_map_with_its_styles_and_the_picture_lies_on_it(tmp_path):
    shown = golden()
    geopackage.write(shown.hexmap, tmp_path / "m.gpkg")
    with zipfile.ZipFile(io.BytesIO(map_picture(shown.hexmap, "map", mm_per_hex=10.0))) as packed:
        packed.extractall(tmp_path)
    hexes, sides, links, picture = opened(
        tmp_path, *(tmp_path / f"m.gpkg|layername={name}" for name in ("hexes", "hexsides", "links")),
        tmp_path / "map.png")  # fmt: skip
    assert (len(hexes["rows"]), len(links["rows"])) == (80, 2)
    assert len(sides["rows"]) >= 1
    assert all(valid for _, _, valid, _ in hexes["rows"])
    assert hexes["styled"]
    assert hexes["crs"] == picture["crs"] == "EPSG:32631"
    xs, ys = np.array([row[:2] for row in hexes["rows"]]).T
    west, south, east, north = picture["corners"]
    assert west < xs.min() < xs.max() < east
    assert south < ys.min() < ys.max() < north
