"""Vector files that are broken, wrong or hostile: each a clear message, all of them together."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
import struct
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maps.problems import ProblemsFound
from maps.sources.files import safe_files
from maps.sources.files.gdal import SKIPPED_DRIVERS
from maps.sources.vector import read_vectors, vector_extent
from tests.maps.osmfiles import OsmWorld, blob, block, number
from tests.maps.toyvectors import LAYOUT, degrees, rows_in, square, write, write_geojson

WOOD = [(shapely.Polygon(square(0, 0, 1000)), {"fclass": "forest"})]


def faults(*paths: Path, layout=LAYOUT) -> list[str]:
    with pytest.raises(ProblemsFound) as caught:
        read_vectors(paths, layout)
    return [str(problem) for problem in caught.value.problems]


def an_extract(path: Path) -> Path:
    toy = OsmWorld()
    toy.way(degrees((0, 0), (900, 0)), highway="track")
    return toy.write(path)


def with_bytes(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


VRT = b'<OGRVRTDataSource><OGRVRTLayer name="x"><SrcDataSource>/etc/passwd</SrcDataSource></OGRVRTLayer>'
STREAM = b'{"type": "gdal_streamed_alg", "command_line": "gdal vector pipeline ! read /etc/passwd ! write x"}'
XML = b"<?xml version='1.0'?><osm version='0.6'/>"
SQLITE = b"SQLite format 3\x00" + bytes(84)
BRACKETS = "is a text in angle brackets, perhaps a web page; fetch the file again, or convert it to GeoPackage"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.gpkg", b"", "is empty; fetch or export it again"),
        ("x.gpkg", VRT, BRACKETS),
        ("x.geojson", VRT, BRACKETS),
        ("x.shp", VRT, BRACKETS),
        ("x.osm.pbf", b"<html>502</html>", BRACKETS),
        ("x.vrt", VRT, BRACKETS),
        ("x.kml", XML, "is XML, as .kml, .gml and .vrt files are; convert it to GeoPackage"),
        ("x.gpkg", XML, "is an extract of OpenStreetMap as XML, not a GeoPackage; let its name end in .osm"),
        ("x.gpkg", SQLITE, "is a database, but no GeoPackage; export it as GeoPackage"),
        ("x.fgb", b"PAR1....", "is Parquet; convert it to GeoPackage"),
        ("x.fgb", b"hello, world", "is not a FlatGeobuf, whatever its name says; fetch or export it again"),
        ("x.gpkg", b'{"type": "FeatureCollection"}', "is GeoJSON, not a GeoPackage; let its name end in .geojson"),
        ("x.geojson", b"PK\x03\x04" + bytes(40), "is a zip file, not GeoJSON; let its name end in .zip"),
        (
            "x.geojson",
            gzip.compress(b"{}", mtime=0),
            "is a file packed with gzip, not GeoJSON; let its name end in .geojson.gz",
        ),
        (
            "x.kmz",
            b"PK\x03\x04" + bytes(40),
            "ends in '.kmz', no kind of vector file known here; known are",
        ),
        (
            "x.geojson",
            STREAM,
            "is neither a GeoJSON feature collection nor an answer of Overpass;",
        ),
        ("x.geojson", b'{"type": "FeatureCollection", "features": [', "is no sound JSON (line 1); it is cut short"),
        ("x.geojson", b'{"a":' * 100_000, "is no sound JSON; it is cut short or was edited; export it again"),
        ("x.geojson", b'{"type": "FeatureCollection", "features": []}', "holds no features; export it again, and look"),
        ("x.shp", b"\x00\x00\x27\x0a" + bytes(200), "cannot be read ("),
        ("x.fgb", b"fgb\x03fgb\x01" + b"\xff" * 200, "cannot be read ("),
        (
            "x.gpkg",
            b"SQLite format 3\x00" + bytes(52) + b"GPKG" + bytes(200),
            "cannot be read (file is not a database)",
        ),
        ("x.zip", b"PK\x03\x04" + bytes(200), "cannot be unpacked (File is not a zip file); it is damaged;"),
        ("x.geojson.gz", gzip.compress(b'{"a": 1}', mtime=0)[:-9], "cannot be read ("),
    ],
)
def test_what_is_no_sound_vector_file(tmp_path, name, content, message):
    (found,) = faults(with_bytes(tmp_path / name, content))
    assert found.startswith(f"{name}: {message}")
    assert str(tmp_path) not in found


def test_what_cannot_be_opened(tmp_path):
    (missing,) = faults(tmp_path / "no.gpkg")
    assert missing.endswith("no.gpkg: cannot be opened (No such file or directory); check the name and the rights")
    for virtual in ("/vsicurl/http://localhost/x.gpkg", "/vsizip/x.zip/x.shp"):
        assert "cannot be opened" in faults(Path(virtual))[0]
    os.mkfifo(tmp_path / "pipe.gpkg")
    assert faults(tmp_path / "pipe.gpkg") == ["pipe.gpkg: is no plain file; give a file"]
    (tmp_path / "folder.shp").mkdir()
    assert faults(tmp_path / "folder.shp") == ["folder.shp: is no plain file; give a file"]


def test_all_faults_of_all_files_come_together(tmp_path):
    first = with_bytes(tmp_path / "a.gpkg", b"")
    second = an_extract(tmp_path / "b.osm.pbf")
    third = with_bytes(tmp_path / "c.shp", b"junk")
    assert [line.split(":")[0] for line in faults(first, second, third)] == ["a.gpkg", "c.shp"]


def test_a_pbf_cut_short_anywhere_is_found_out(tmp_path):
    whole = an_extract(tmp_path / "whole.osm.pbf").read_bytes()
    # The head is the first blob: 4 bytes, its header, its content. At its very end the file is
    # whole again, an extract of nothing.
    head_ends = 4 + int.from_bytes(whole[:4], "big") + whole[whole.index(b"OSMHeader") + 10]
    for size in range(1, len(whole)):
        cut = with_bytes(tmp_path / "cut.osm.pbf", whole[:size])
        (found,) = faults(cut)
        if size == head_ends:
            assert "holds nothing within the area" in found
        elif size > 20:
            assert found.startswith("cut.osm.pbf: is cut short or damaged near byte")
            assert found.endswith(f"of {size:,}; fetch it again")


@pytest.mark.parametrize("name", ["w.shp", "w.fgb", "w.gpkg", "w.geojson"])
def test_other_files_cut_short_are_found_out(tmp_path, name):
    rows = [(shapely.Polygon(square(10 * k, 0, 1000)), {"fclass": "forest"}) for k in range(200)]
    path = write(tmp_path / name, rows_in(rows, "EPSG:4326"))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    (found,) = faults(path)
    assert found.startswith((f"{name}: cannot be read (", f"{name}: is no sound JSON"))


def test_a_pbf_with_a_block_of_a_size_that_cannot_be(tmp_path):
    head = block(1, b"OSMHeader") + number(3, 1 << 40)
    path = with_bytes(tmp_path / "big.osm.pbf", len(head).to_bytes(4, "big") + head)
    assert "cut short or damaged" in faults(path)[0]
    junk = with_bytes(
        tmp_path / "junk.osm.pbf", an_extract(tmp_path / "a.pbf").read_bytes() + blob("OSMData", b"\xff" * 9)
    )
    assert faults(junk)[0].startswith("junk.osm.pbf: cannot be read (")


def test_a_file_that_lies_elsewhere_says_where(tmp_path):
    away = [(shapely.box(5, 50, 6, 51), {"fclass": "forest"})]
    paths = [write(tmp_path / name, away) for name in ("a.gpkg", "a.geojson", "a.fgb")]
    assert faults(*paths) == [
        f"{path.name}: holds nothing within the area; it covers 5 to 6 east and 50 to 51 north; "
        "check the box of the area, or leave the file out"
        for path in paths
    ]
    assert len(read_vectors(paths, LAYOUT, elsewhere=True)) == 0
    pbf = OsmWorld(bounds=(5, 50, 6, 51)).write(tmp_path / "a.osm.pbf")
    assert "it covers 5 to 6 east and 50 to 51 north" in faults(pbf)[0]


def test_a_shapefile_without_its_crs(tmp_path):
    path = write(tmp_path / "wood.shp", rows_in(WOOD, "EPSG:4326"))
    path.with_suffix(".prj").unlink()
    remedy = "save it again with its CRS, for example from QGIS; a shapefile needs its .prj beside it"
    assert faults(path) == [f"wood.shp: does not say its CRS; {remedy}"]


def test_degrees_passed_for_metres_and_metres_for_degrees(tmp_path):
    degrees_as_metres = write(tmp_path / "a.gpkg", rows_in(WOOD, "EPSG:4326"), "EPSG:32632")
    metres_as_degrees = write(tmp_path / "b.fgb", rows_in(WOOD, "EPSG:32632"), "EPSG:4326")
    geojson = write_geojson(tmp_path / "c.geojson", rows_in(WOOD, "EPSG:32632"))
    span = "its coordinates run from 500000, 5.2e+06 to 501000, 5.201e+06"
    remedy = "give it the projected CRS that it was drawn in"
    low, high = degrees((0, 0))[0], degrees((1000, 1000))[0]
    found = faults(degrees_as_metres, metres_as_degrees, geojson)
    assert found[0].startswith(f"a.gpkg: says it is in metres (EPSG:32632), and its coordinates run from {low[0]:g}")
    assert found[0].endswith("as degrees do; give it the CRS EPSG:4326, if that is what they are")
    assert f"to {high[0]:.3f}" in found[0].replace("9.01316", "9.013")
    assert found[1:] == [
        f"b.fgb: says it is in degrees (EPSG:4326), and {span}; {remedy}",
        f"c.geojson: says it is in degrees (EPSG:4326), and {span}; {remedy}",
    ]


def test_an_empty_layer(tmp_path):
    path = write(tmp_path / "none.gpkg", rows_in(WOOD, "EPSG:4326"))
    with sqlite3.connect(path) as file:
        file.create_function("ST_IsEmpty", 1, lambda _: 0)
        file.execute("DROP TRIGGER IF EXISTS rtree_none_geom_delete")
        file.execute("DELETE FROM none")
    file.close()
    assert faults(path) == ["none.gpkg: holds no features; export it again, and look whether a filter was on"]


def test_unknown_crs_of_geojson(tmp_path):
    crs = {"type": "name", "properties": {"name": "EPSG:0"}}
    path = write_geojson(tmp_path / "a.geojson", rows_in(WOOD, "EPSG:4326"), crs=crs)
    assert faults(path) == ["a.geojson: names a CRS that is not known; export it in EPSG:4326"]


def test_features_of_geojson_without_a_sound_shape(tmp_path):
    shapes = [{"type": "Point", "coordinates": ["a", "b"]}, {"type": "Blob", "coordinates": []}, 7, {"type": "Polygon"}]
    features = [{"type": "Feature", "properties": {}, "geometry": shape} for shape in shapes]
    path = tmp_path / "a.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [*features, 3]}))
    found = faults(path)
    assert [line.split(":")[0] for line in found] == [f"a.geojson, feature {k}" for k in (1, 2, 3, 4, 5)]
    assert all("has no sound geometry (" in line for line in found)


def packed(*members: tuple[str, bytes], link: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            file.writestr(name, content)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = 0o120777 << 16
            file.writestr(info, "/etc/passwd")
    return out.getvalue()


def test_zip_files_that_are_traps(tmp_path, monkeypatch):
    link = with_bytes(tmp_path / "link.zip", packed(link="x.shp"))
    none = with_bytes(tmp_path / "none.zip", packed(("readme.txt", b"hello")))
    many = with_bytes(tmp_path / "many.zip", packed(*((f"{k}.shp", b"") for k in range(2001))))
    wrong = with_bytes(tmp_path / "wrong.zip", packed(("../../x.shp", VRT)))
    assert faults(link, none, many, wrong) == [
        "link.zip: holds links to other files; pack the files themselves",
        "none.zip: holds no shapefile; pack .shp, .shx, .dbf and .prj together",
        "many.zip: holds 2,001 files; pack only those that are needed",
        f".._x.shp: {BRACKETS}" if (tmp_path.parent / "x.shp").exists() else f"x.shp: {BRACKETS}",
    ]
    monkeypatch.setattr(safe_files, "_MOST_UNPACKED", 1000)
    bomb = with_bytes(tmp_path / "bomb.zip", packed(("x.shp", bytes(600)), ("y.shp", bytes(600))))
    assert faults(bomb) == ["bomb.zip: would unpack to more than 2,000 MB; cut it to the area first"]
    monkeypatch.setattr(safe_files, "_MOST_UNPACKED", 1200)
    assert "would unpack" not in faults(bomb)[0], "as much as may be is not too much"


def test_a_member_larger_than_it_says_is_not_unpacked(tmp_path):
    whole = packed(("x.shp", b"\x00\x00\x27\x0a" + bytes(5000)))
    # Both records of the size, in the local head and in the directory, are made small.
    lying = whole.replace((5004).to_bytes(4, "little"), (40).to_bytes(4, "little"))
    assert lying != whole
    found = faults(with_bytes(tmp_path / "lying.zip", lying))
    assert found[0].startswith("lying.zip: cannot be unpacked (")


def test_a_locked_zip(tmp_path):
    whole = bytearray(packed(("x.shp", b"\x00\x00\x27\x0a")))
    directory = whole.index(b"PK\x01\x02")
    whole[directory + 8] |= 1
    assert faults(with_bytes(tmp_path / "locked.zip", bytes(whole))) == [
        "locked.zip: is locked with a password; pack it without"
    ]


def test_files_too_large_for_their_kind(tmp_path):
    path = tmp_path / "large.geojson"
    with path.open("wb") as file:
        file.write(b"{")
        file.truncate(600_000_000)
    assert faults(path) == [
        "large.geojson: has 600 MB, more than the 500 that are read of such a file; "
        "cut it to the area first, or convert it to GeoPackage"
    ]


def test_a_geopackage_whose_layer_is_no_plain_table(tmp_path):
    path = write(tmp_path / "v.gpkg", rows_in(WOOD, "EPSG:4326"))
    with sqlite3.connect(path) as file:
        file.execute("ALTER TABLE v RENAME TO w")
        file.execute("CREATE VIEW v AS SELECT * FROM w")
    file.close()
    assert faults(path) == ["v.gpkg: holds no features; export it again, and look whether a filter was on"]


def test_a_geopackage_whose_shapes_are_worked_out_by_its_own_sql(tmp_path):
    path = write(tmp_path / "v.gpkg", rows_in(WOOD, "EPSG:4326"))
    with sqlite3.connect(path) as file:
        file.execute("ALTER TABLE v RENAME TO w")
        (blob_,) = file.execute("SELECT geom FROM w").fetchone()
        file.execute(f"CREATE TABLE v (fid INTEGER PRIMARY KEY, geom AS (x'{blob_.hex()}'))")
        file.execute("INSERT INTO v DEFAULT VALUES")
    file.close()
    assert faults(path) == ["v.gpkg: holds no features; export it again, and look whether a filter was on"]


def test_geometries_of_a_geopackage_that_are_none(tmp_path):
    path = write(tmp_path / "v.gpkg", rows_in(WOOD * 4, "EPSG:4326"), layer_options={"SPATIAL_INDEX": "NO"})
    with sqlite3.connect(path) as file:
        for fid, blob_ in enumerate((None, b"", b"GP\x00\xff\x00\x00\x00\x00junk"), start=1):
            file.execute("UPDATE v SET geom = ? WHERE fid = ?", (blob_, fid))
    file.close()
    assert read_vectors([path], LAYOUT).areas.ids == ("v.gpkg:v/4",)


def test_coordinates_that_are_no_numbers_are_left_out(tmp_path):
    line = rows_in([(shapely.LineString([(0, 0), (900, 0)]), {"a": "1"})], "EPSG:4326")[0]
    bad = {"type": "LineString", "coordinates": [[9.0, 47.0], [float("nan"), 47.0]]}
    path = write_geojson(tmp_path / "nan.geojson", [line])
    content = json.loads(path.read_text())
    content["features"].append({"type": "Feature", "properties": {}, "geometry": bad})
    path.write_text(json.dumps(content))
    found = read_vectors([path], LAYOUT)
    assert found.lines.ids == ("nan.geojson:1",)
    assert found.notes == ("nan.geojson: 1 features have coordinates that are no numbers and were left out",)
    # The same in well-known binary: the second number of the line's first point made NaN.
    path = write(tmp_path / "nan.gpkg", [line, line], layer_options={"SPATIAL_INDEX": "NO"})
    with sqlite3.connect(path) as file:
        (blob_,) = file.execute("SELECT geom FROM nan WHERE fid = 2").fetchone()
        at = len(blob_) - 8 * 3
        file.execute(
            "UPDATE nan SET geom = ? WHERE fid = 2", (blob_[:at] + struct.pack("<d", np.nan) + blob_[at + 8 :],)
        )
    file.close()
    found = read_vectors([path], LAYOUT)
    assert found.lines.ids == ("nan.gpkg:nan/1",)
    assert found.notes == ("nan.gpkg: 1 features have coordinates that are no numbers and were left out",)


def test_drivers_that_reach_further_are_not_loaded():
    code = (
        "import maps.sources.files.gdal as g, os, json; from maps.sources.files.gdal import pyogrio;"
        "print(json.dumps([sorted(pyogrio.list_drivers()), os.environ.get('GDAL_SKIP')]))"
    )
    drivers, left = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert not set(SKIPPED_DRIVERS) & set(drivers)
    assert {"OSM", "ESRI Shapefile", "FlatGeobuf"} <= set(drivers)
    assert left == os.environ.get("GDAL_SKIP")


OSM_HEAD = b"\x00\x00\x00\x0d\x0a\x09OSMHeader\x18"
HEADS = [b"", b"{", SQLITE[:16], b"PK\x03\x04", b"\x00\x00\x27\x0a", b"fgb\x03fgb\x01", b"\x1f\x8b\x08", OSM_HEAD]


@given(st.sampled_from(HEADS), st.binary(max_size=400), st.sampled_from(safe_files.VECTOR_SUFFIXES))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_do_more_than_be_refused(tmp_path, head, rest, suffix):
    path = with_bytes(tmp_path / f"x{suffix}", head + rest)
    with pytest.raises(ProblemsFound):
        read_vectors([path], LAYOUT)
    with pytest.raises(ProblemsFound):
        vector_extent(with_bytes(tmp_path / f"y{suffix}", b"\xff" + head + rest))


@given(data=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_files_are_read_or_refused(tmp_path, data):
    """Sound files with a few bytes changed: a reader may notice or not, but nothing else may happen."""
    name = data.draw(st.sampled_from(["w.gpkg", "w.fgb", "w.geojson", "w.osm.pbf", "w.shp"]))
    whole = tmp_path / name
    if not whole.exists():
        an_extract(whole) if name.endswith("pbf") else write(whole, rows_in(WOOD, "EPSG:4326"))
    sound = whole.read_bytes()
    damaged = bytearray(sound)
    for at, value in data.draw(st.lists(st.tuples(st.integers(0, len(sound) - 1), st.integers(0, 255)), max_size=4)):
        damaged[at] = value
    whole.write_bytes(bytes(damaged))
    with suppress(ProblemsFound):
        read_vectors([whole], LAYOUT, elsewhere=True)
    whole.write_bytes(sound)
