"""Ground that no source knows anything of makes no map; and files that cost too much are not read to their end."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from maps.area.reader import read_area
from maps.making.build import build
from maps.problems import ProblemsFound
from maps.sources.files import geopackage_layers
from tests.maps.heightfiles import write_tif
from tests.maps.toyvectors import write

AREA = """
name = "Nowhere"
[box]
west = 6.0
south = 50.0
east = 6.1
north = 50.06
[hexes]
width_km = 1
[sources]
elevation = "elev.tif"
"""


@pytest.mark.parametrize(
    ("west", "said"), [(5.9, "holds no height anywhere on the map"), (7.5, "does not cover the map")]
)
def test_heights_that_know_nothing_here_are_told_apart_from_heights_of_elsewhere(tmp_path, west, said):
    values = np.full((40, 60), -9999 if west < 6 else 300, np.int16)
    write_tif(tmp_path / "elev.tif", values, crs="EPSG:4326", origin=(west, 50.1), cell=0.005, nodata=-9999)
    (tmp_path / "area.toml").write_text(AREA)
    with pytest.raises(ProblemsFound) as refused:
        build(read_area(tmp_path / "area.toml"))
    assert said in str(refused.value.problems[0])


@pytest.mark.parametrize(("steps", "is_read"), [(10**6, True), (40, False)])
def test_a_geopackage_is_read_as_long_as_it_does_not_cost_too_many_steps(tmp_path, monkeypatch, steps, is_read):
    rows = [(shapely.Point(6 + k / 1000, 50), {"name": f"P{k}"}) for k in range(60)]
    path = write(tmp_path / "p.gpkg", rows)
    monkeypatch.setattr(geopackage_layers, "_STEP", 20)
    monkeypatch.setattr(geopackage_layers, "_MOST_STEPS", steps)
    if is_read:
        assert [one.count for one in geopackage_layers.survey_geopackage(path)] == [60]
    else:
        with pytest.raises(ProblemsFound, match=r"cannot be read \(interrupted\)"):
            geopackage_layers.survey_geopackage(path)
