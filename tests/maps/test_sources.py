"""Tables, rasters, rivers, links and corrections as they are read, and every fault told."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from maps.grid.hexgrid import Grid
from maps.grid.hexmap import ROADS
from maps.grid.layout import Layout
from maps.problems import ProblemsFound
from maps.sources.files.tables import read_table
from maps.sources.links import read_links
from maps.sources.places import RoadNode, read_road_nodes, read_settlements
from maps.sources.raster.cells import cells_per_hex, onto_grid
from maps.sources.raster.elevation import read_elevation
from maps.sources.rivers import read_reaches, read_river_names

CRS = "EPSG:32631"


def faults(function, *args):
    with pytest.raises(ProblemsFound) as caught:
        function(*args)
    return [str(problem) for problem in caught.value.problems]


def write(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_tables_skip_remarks_and_count_lines(tmp_path):
    table = read_table(write(tmp_path, "t.csv", "# x\na,b\n\n1,2\n# y\n3,4\n"), ("a", "b"))
    assert [(row.line, row.cells) for row in table.rows] == [(4, {"a": "1", "b": "2"}), (6, {"a": "3", "b": "4"})]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.csv: is empty; begin with the heading a,b"),
        ("a,c\n", "t.csv, line 1: lacks the column 'b'; the heading is a,b"),
    ],
)
def test_tables_without_their_heading(tmp_path, text, message):
    assert faults(read_table, write(tmp_path, "t.csv", text), ("a", "b")) == [message]


def test_packed_tables_and_what_only_looks_packed(tmp_path):
    packed = tmp_path / "t.csv.gz"
    packed.write_bytes(gzip.compress(b"a\n1\n"))
    assert read_table(packed, ("a",)).rows[0].cells == {"a": "1"}
    packed.write_bytes(b"a\n1\n")
    assert faults(read_table, packed, ("a",)) == ["t.csv.gz: is no gzip file; pack it again, or drop .gz from its name"]
    packed.write_bytes(gzip.compress(b"a\n1\n" * 99)[:-20])
    assert "t.csv.gz: cannot be read" in faults(read_table, packed, ("a",))[0]
    assert "t.csv: cannot be read (No such file or directory)" in faults(read_table, tmp_path / "t.csv", ("a",))[0]


def test_tables_in_another_encoding(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes("a\nPrüm\n".encode("latin-1"))
    assert faults(read_table, path, ("a",)) == ["t.csv: is no UTF-8 text (byte 4); save it as UTF-8"]


def test_settlements_with_every_faulty_line(tmp_path):
    head = "name,latitude,longitude,population\n"
    path = write(tmp_path, "p.csv", head + ",50,5,1\nA,99,5,1\nB,50,x,1\nC,50,5,-1\nD,50\n")
    assert faults(read_settlements, path, CRS) == [
        "p.csv, line 6: has 2 cells, the heading has 4; add or take away commas; quote texts with commas",
        "p.csv, line 2: name is empty; fill it in",
        "p.csv, line 5: population is '-1'; give a number from 0 to 1e+08",
        "p.csv, line 4: longitude is 'x'; give a number from -180 to 180",
        "p.csv, line 3: latitude is '99'; give a number from -90 to 90",
    ]
    (town,) = read_settlements(write(tmp_path, "p.csv", head + "Bastogne,50.0035,5.7150,14395\n"), CRS)
    assert (town.name, town.population) == ("Bastogne", 14395)
    assert town.x_m == pytest.approx(694_600, abs=300)


def test_road_nodes_have_one_name_each(tmp_path):
    path = write(tmp_path, "n.csv", "name,lon,lat,rank,also\nA,5,50,2,\nA,6,50,2,\n")
    assert faults(read_road_nodes, path, CRS) == ["n.csv, line 3: name 'A' comes twice; rename one of them"]


def test_links_name_nodes_and_classes(tmp_path):
    nodes = [RoadNode("Bastogne", 0, 0, 2, ""), RoadNode("Wiltz", 1, 1, 2, "")]
    path = write(tmp_path, "l.csv", "from,to,class\nBastogne,Wilz,main\nWiltz,Wiltz,man\n")
    assert faults(read_links, path, nodes, ROADS[1:]) == [
        "l.csv, line 2: 'Wilz' is no node; did you mean 'Wiltz'?",
        "l.csv, line 3: class is 'man'; did you mean 'main'?",
        "l.csv, line 3: the link goes from 'Wiltz' to itself; name two towns",
    ]
    (link,) = read_links(write(tmp_path, "l.csv", "from,to,class\nWiltz,Bastogne,track\n"), nodes, ROADS[1:])
    assert (link.start.name, link.end.name, link.kind) == ("Wiltz", "Bastogne", "track")


def collection(*features):
    return json.dumps({"type": "FeatureCollection", "features": list(features)})


def river(coordinates, **properties):
    return {"type": "Feature", "properties": properties, "geometry": {"type": "LineString", "coordinates": coordinates}}


def test_reaches_keep_their_direction_and_areas(tmp_path):
    text = collection(river([[6, 50], [6.01, 50], [6.02, 50]], upa=61, upa_end=70), river([[6, 50], [6, 51]], upa=5))
    first, second = read_reaches(write(tmp_path, "r.geojson", text), CRS)
    assert (first.head_km2, first.mouth_km2, len(first.points)) == (61, 70, 3)
    assert (second.head_km2, second.mouth_km2) == (5, 5)
    assert first.points[0, 0] < first.points[-1, 0]
    assert read_reaches(write(tmp_path, "r.geojson", collection()), CRS) == []


def test_faulty_reaches_come_together(tmp_path):
    text = collection(
        river([[6, 50]], upa=1),
        river([[6, 50], [6, 51]], upa=9, upa_end=3),
        river([[6, 50], [6, 51]]),
        {"type": "Feature", "properties": {"upa": 1}, "geometry": {"type": "Point", "coordinates": [6, 50]}},
    )
    remedy = "; give a LineString of two points or more, and the number upa"
    assert faults(read_reaches, write(tmp_path, "r.geojson", text), CRS) == [
        "r.geojson, feature 1: is no river reach (too few points, or areas that shrink downstream)" + remedy,
        "r.geojson, feature 2: is no river reach (too few points, or areas that shrink downstream)" + remedy,
        "r.geojson, feature 3: is no river reach ('upa')" + remedy,
        "r.geojson, feature 4: is no river reach (its geometry is Point)" + remedy,
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000])
def test_what_is_no_geojson(tmp_path, text):
    message = "r.geojson: is no GeoJSON feature collection; export it as GeoJSON"
    assert faults(read_reaches, write(tmp_path, "r.geojson", text), CRS) == [message]


def test_features_that_are_no_list(tmp_path):
    path = write(tmp_path, "r.geojson", '{"features": 3}')
    assert faults(read_reaches, path, CRS) == ["r.geojson: has no list of features; export it as GeoJSON"]


def test_river_names_have_two_points(tmp_path):
    head = "name,from_lon,from_lat,to_lon,to_lat\n"
    assert faults(read_river_names, write(tmp_path, "n.csv", head + "Our,6,50,,49\n"), CRS) == [
        "n.csv, line 2: to_lon is ''; give a number from -180 to 180"
    ]


@pytest.fixture
def layout():
    return Layout(Grid(4, 3), CRS, 700_000.0, 5_550_000.0, 2000.0)


def write_raster(path, values, *, crs=CRS, origin=(690_000, 5_560_000), cell=500, nodata=None):
    profile = {"driver": "GTiff", "count": 1, "dtype": values.dtype, "nodata": nodata, "crs": crs}
    transform = Affine(cell, 0, origin[0], 0, -cell, origin[1])
    with rasterio.open(path, "w", height=values.shape[0], width=values.shape[1], transform=transform, **profile) as out:
        out.write(values, 1)
    return path


def test_only_the_part_under_the_map_is_read(tmp_path, layout):
    values = np.arange(200 * 200, dtype=np.float32).reshape(200, 200) / 10
    raster = read_elevation([write_raster(tmp_path / "e.tif", values)], layout).raster
    assert raster.values.shape[0] < 60
    assert raster.values.shape[1] < 60
    assert cells_per_hex(raster, layout) == pytest.approx(layout.hex_area_m2() / 250_000)
    column, line = (700_000 - raster.transform.c) / 500, (raster.transform.f - 5_550_000) / 500
    assert raster.values[int(line), int(column)] == values[20, 20]


def test_a_raster_laid_on_a_turned_grid_finds_its_values(tmp_path):
    turned = Layout(Grid(4, 3), CRS, 700_000.0, 5_550_000.0, 2000.0, 90.0)
    # One bright cell 1,250 m west and 2,250 m south of the origin: turned clockwise by
    # 90 degrees, u runs south and v west.
    values = np.zeros((80, 80), np.float32)
    values[24, 17] = 9.0
    raster = read_elevation([write_raster(tmp_path / "e.tif", values)], turned).raster
    lying = onto_grid(raster, turned, 250.0, smooth=False)
    line, column = np.argwhere(lying.values == 9.0).mean(axis=0) + 0.5
    u, v = lying.u0_m + column * 250.0, lying.v0_m + line * 250.0
    assert (u, v) == pytest.approx((2250.0, 1250.0), abs=250)
