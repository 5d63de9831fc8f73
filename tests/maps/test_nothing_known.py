"""Ground that nobody knows makes no map, what costs too much or cannot be is not read, and maps are not changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
import shapely

from maps.area.reader import read_area
from maps.gpkg.shapes import MOST_POINTS, blob, read_blob
from maps.gpkg.writer import write as write_map
from maps.making.build import build
from maps.problems import ProblemsFound
from maps.sources.files import geopackage_layers
from tests.maps.heightfiles import write_tif
from tests.maps.toyvectors import write
from tests.toyground import toy_map

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


def test_a_map_is_never_changed_in_place():
    made = toy_map("..\n.w")
    for name in ("terrain", "road", "elevation_m", "inside", "neighbour"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(made, name)[0] = 0


def test_a_maps_facts_stand_in_its_file_as_people_write_them(tmp_path):
    file = tmp_path / "m.gpkg"
    write_map(replace(toy_map(".."), name="Höhe <1>"), file)
    with closing(sqlite3.connect(file)) as opened:
        values = dict(opened.execute("SELECT key, value FROM meta"))
    assert values["name"] == '"Höhe <1>"'


LINE = blob("LINESTRING", np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), 4326)
COUNT_AT = len(LINE) - 3 * 16 - 4


@pytest.mark.parametrize(("count", "body"), [(2, LINE), (4, LINE), (0, LINE), (MOST_POINTS + 1, LINE), (3, LINE[:-1]),
                                             (3, LINE + b"x"), (0, LINE[: -3 * 16])])  # fmt: skip
def test_a_shape_that_says_another_number_of_points_than_it_has_is_refused(count, body):
    kind, points = read_blob(LINE)
    assert (kind, points.tolist()) == ("LINESTRING", [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    said = body[:COUNT_AT] + count.to_bytes(4, "little") + body[COUNT_AT + 4 :]
    with pytest.raises(ValueError, match=f"it says it has {count} points, and that cannot be"):
        read_blob(said)
