"""What is read many rows at a time says the same as what is read row by row, and tells the same faults."""

from __future__ import annotations

import json
import zipfile

import numpy as np
import pytest
import shapely
from shapely.geometry import shape

from maps.problems import ProblemsFound
from maps.sources.files.gdal import raw
from maps.sources.files.plain_shapes import plain_shapes
from maps.sources.files.safe_files import unpacked
from maps.sources.place_tables import read_place_table
from maps.sources.vector import read_vectors
from tests.maps.toyvectors import LAYOUT

LINE = {"type": "LineString", "coordinates": [[7.0, 50.0], [7.1, 50.1], [7.2, 50.0]]}
AREA = {"type": "Polygon", "coordinates": [[[7.0, 50.0], [7.1, 50.0], [7.1, 50.1], [7.0, 50.0]]]}
HOLED = {"type": "Polygon", "coordinates": [AREA["coordinates"][0], AREA["coordinates"][0]]}
OPEN = {"type": "Polygon", "coordinates": [[[7.0, 50.0], [7.1, 50.0], [7.1, 50.1], [7.0, 50.2]]]}
POINT = {"type": "Point", "coordinates": [7.0, 50.0]}


def features(*geometries):
    return [{"type": "Feature", "properties": {}, "geometry": one} for one in geometries]


def test_plain_lines_and_areas_are_those_that_are_made_one_by_one():
    found = plain_shapes(features(LINE, AREA, HOLED, OPEN, POINT, None, LINE))
    assert sorted(found) == [1, 2, 7]
    assert all(shapely.equals_exact(found[number], shape(one)) for number, one in ((1, LINE), (2, AREA), (7, LINE)))


@pytest.mark.parametrize("bad", [[[7.0, 50.0], ["x", 1]], [[7.0, 50.0], [7.0]], [[7.0, 50.0], [7.0, None]], [7.0, 50.0],
                                 [[7.0, 50.0], [7.0, 50.0, 3.0]], [[7.0, 50.0], [True, 50.0]]])  # fmt: skip
def test_where_a_point_is_no_pair_of_numbers_every_line_is_read_by_itself(bad):
    found = plain_shapes(features(LINE, AREA, {"type": "LineString", "coordinates": bad}))
    assert list(found) == [2]


def test_features_that_are_none_are_no_shapes():
    assert plain_shapes([None, 3, {}, {"geometry": 4}, {"geometry": {"type": ["LineString"]}}]) == {}


TABLE = "name,lat,lon,population\nA,50.1,6.1,120\nB,50.2,179.5,\nC,50.3,-179.5,1.200\n"


def test_only_the_places_of_a_box_are_given_and_it_may_lie_across_the_180th_meridian(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text(TABLE)
    rows = [(one.name, one.population, one.id) for one in read_place_table(path, [])]
    assert rows == [("A", 120, "p.csv:2"), ("B", 0, "p.csv:3"), ("C", 1200, "p.csv:4")]
    assert [one.name for one in read_place_table(path, [], (179.0, 50.0, -179.0, 51.0))] == ["B", "C"]
    assert [one.name for one in read_place_table(path, [], (6.0, 50.1, 7.0, 51.0))] == ["A"]


def test_a_faulty_row_is_told_also_when_it_is_not_within_the_box(tmp_path):
    path, faults = tmp_path / "p.csv", []
    path.write_text(TABLE + "D,95,6.1,1\n,50,6.2,2\nE,50,x,1_0\n")
    read_place_table(path, faults, (6.0, 50.0, 7.0, 51.0))
    assert [str(one) for one in faults] == [
        "p.csv, line 6: name is empty; fill it in",
        "p.csv, line 7: longitude is 'x'; give a number from -180 to 180",
        "p.csv, line 5: latitude is '95'; give a number from -90 to 90",
    ]


def shapefile(folder, name, word):
    u0, v0, u1, v1 = LAYOUT.extent()
    x, y = LAYOUT.to_map([((u0 + u1) / 2, (v0 + v1) / 2)])[0]
    area = shapely.to_wkb(np.array([shapely.box(x - 90, y - 90, x + 90, y + 90)]))
    raw.write(folder / f"{name}.shp", area, [np.array([word], object)], ["fclass"], driver="ESRI Shapefile",
              crs=LAYOUT.crs, geometry_type="Polygon")  # fmt: skip


def packed(folder, *names):
    with zipfile.ZipFile(folder / "f.zip", "w") as file:
        for name in names:
            shapefile(folder, name, name)
            for part in folder.glob(f"{name}.*"):
                file.write(part, f"a/{part.name}")
    return folder / "f.zip"


def test_single_houses_are_passed_over_and_that_is_noted(tmp_path):
    found = read_vectors([packed(tmp_path, "gis_osm_buildings_a_free_1", "gis_osm_landuse_a_free_1")], LAYOUT)
    assert [tags["fclass"] for tags in found.areas.tags] == ["gis_osm_landuse_a_free_1"]
    assert found.notes == (
        "f.zip: gis_osm_buildings_a_free_1.shp was passed over, as maps show no single houses; "
        "give it by itself to have it read.",
    )


def test_houses_that_come_alone_are_read(tmp_path):
    found = read_vectors([packed(tmp_path, "gis_osm_buildings_a_free_1")], LAYOUT)
    assert (len(found.areas), found.notes) == (1, ())


def test_geojson_that_was_changed_is_read_anew(tmp_path):
    path = tmp_path / "a.geojson"
    u0, v0, u1, v1 = LAYOUT.extent()
    ends = LAYOUT.to_map([(u0, v0), (u1, v1)]).tolist()

    def written(name):
        geometry = {"type": "LineString", "coordinates": ends}
        line = {"type": "Feature", "properties": {"name": name}, "geometry": geometry}
        crs = {"type": "name", "properties": {"name": LAYOUT.crs}}
        path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [line]}))
        return read_vectors([path], LAYOUT).lines.tags[0]["name"]

    assert [written("one"), written("two or three")] == ["one", "two or three"]


def test_geojson_that_is_no_json_tells_the_line(tmp_path):
    path = tmp_path / "a.geojson"
    path.write_text('{"features":\n [1,}')
    with pytest.raises(ProblemsFound, match="is no sound JSON"):
        read_vectors([path], LAYOUT)


def test_of_two_members_that_would_be_one_file_the_last_counts_and_each_file_is_given_once(tmp_path):
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in (("a/x.shp", "first"), ("b.dbf", "beside"), ("a\\x.shp", "last")):
            packed.writestr(name, text * 100_000)
    with unpacked(path, (".shp", ".dbf")) as files:
        assert {file.name: file.read_text()[:6] for file in files} == {"a_x.shp": "lastla", "b.dbf": "beside"}
        assert len(files) == 2
