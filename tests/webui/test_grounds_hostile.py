"""Files of strangers sent to a new ground: each ends in a message, and nothing outside is touched."""

from __future__ import annotations

import io
import sqlite3
import struct
import zipfile

import pytest

from tests.webui.groundmaking import BOX, Making
from webui.desk.grounds.limits import GroundLimits, read_limits


@pytest.fixture(scope="module")
def making(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    made = Making(folder / "store")
    (folder / "store" / "sandtable.toml").write_text("[grounds]\nmost_file_mb = 2\nmost_files = 60\nseconds = 60\n")
    (folder / "secret.csv").write_text("name,lat,lon\nsecret,47.1,9.5\n")
    made.begin(key="toy")
    yield made
    made.close()


def packed(**members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, body in members.items():
            file.writestr(name.replace("__", "/").replace("_dot_", "."), body)
    return out.getvalue()


def bomb():
    """A zip whose one tile says that it is 40 GB, and holds a megabyte of nothing."""
    body = bytearray(packed(a_dot_hgt=bytes(1 << 20)))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        k = body.index(mark) + at
        body[k : k + 4] = struct.pack("<I", 0xFFFFFFF0)
    return bytes(body)


def many():
    return packed(**{f"t{k}_dot_hgt": b"x" for k in range(2100)})


def climbing():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in ("../../../escaped.hgt", "/escaped.hgt", "..\\..\\escaped.hgt"):
            file.writestr(name, b"no tile")
    return out.getvalue()


def database(path, *commands):
    with sqlite3.connect(path) as base:
        for command in ("PRAGMA application_id = 1196444487", "PRAGMA user_version = 10300", *commands):
            base.execute(command)
    base.close()
    return path.read_bytes()


TABLES = (
    "CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, identifier TEXT, description TEXT, last_change TEXT,"
    " min_x REAL, min_y REAL, max_x REAL, max_y REAL, srs_id INT)",
    "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INT, organization TEXT,"
    " organization_coordsys_id INT, definition TEXT)",
    "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT,"
    " srs_id INT, z INT, m INT)",
    "INSERT INTO gpkg_contents VALUES ('roads','features','roads','','',9,47,10,48,4326)",
    "INSERT INTO gpkg_geometry_columns VALUES ('roads','geom','LINESTRING',4326,0,0)",
)
VIEW = (
    "CREATE VIEW roads AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c)"
    " SELECT x AS fid, x AS geom FROM c"
)
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(97 + k)} "{f"&{chr(96 + k)};" * 10}">' for k in range(1, 12))
    + "]><osm><node id='1' lon='9.5' lat='47.1'><tag k='name' v='&l;'/></node></osm>"
).encode()
VRT = b'<VRTDataset rasterXSize="1" rasterYSize="1"><SourceFilename>../secret.csv</SourceFilename></VRTDataset>'
# A TIFF whose one directory claims ten thousand million cells.
WIDE = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", 3) + b"".join(
    struct.pack("<HHII", tag, 4, 1, value) for tag, value in ((256, 100_000), (257, 100_000), (258, 16))
) + bytes(4)  # fmt: skip
HEADER = struct.pack(">I", 0x7FFFFFFF) + b"\x0a\x09OSMHeader" + bytes(64)
FILES = {
    "bomb.zip": (bomb, "2,000 MB"),
    "many.zip": (many, "2,100 files"),
    "laughs.osm": (lambda: LAUGHS, "declares a kind of document"),
    "disguised.tif": (lambda: VRT, "no raster that can be read"),
    "wide.tif": (lambda: WIDE, "wide.tif"),
    "header.osm.pbf": (lambda: HEADER, "header.osm.pbf"),
    "deep.geojson": (lambda: b'{"a":' * 100_000, "no sound JSON"),
    "page.gpkg": (lambda: b"<html>404</html>", "angle brackets"),
    "half.hgt": (lambda: bytes(1000), "half.hgt"),
}


def everything(folder):
    """List all below a folder but what the ground itself holds."""
    return {one.relative_to(folder) for one in folder.rglob("*") if "toy" not in one.relative_to(folder).parts}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_would_do_harm_ends_in_a_message(making, name):
    make, told = FILES[name]
    folder = making.store.folder.parent
    before = everything(folder)
    sent = making.send(name, make())
    assert sent.status_code in {200, 400}, sent.text
    if sent.status_code == 200:
        (found,) = [one for one in sent.json["files"] if one["name"] == name]
        words = " ".join(found["faults"])
        assert making.post("drop", file=name).status_code == 200
    else:
        words = sent.json["error"]["why"]
    assert told in words
    assert str(folder) not in words
    assert everything(folder) == before


@pytest.mark.parametrize(
    "commands",
    [
        (*TABLES, VIEW),
        (*TABLES, "CREATE TABLE roads (fid INTEGER PRIMARY KEY, geom BLOB)",
         "CREATE TRIGGER t AFTER INSERT ON roads BEGIN SELECT load_extension('/tmp/evil'); END"),
    ],
)  # fmt: skip
def test_a_geopackage_with_views_and_triggers_makes_nothing_happen(making, tmp_path, commands):
    sent = making.send("tricky.gpkg", database(tmp_path / "tricky.gpkg", *commands))
    assert sent.status_code == 200
    making.say(box=BOX)
    shown = making.preview()
    assert shown["state"] == "failed", "there is nothing in it to make a map from"
    assert "tricky.gpkg" in " ".join(shown["faults"])
    assert making.post("drop", file="tricky.gpkg").status_code == 200


def test_names_that_climb_out_of_a_zip_stay_in(making):
    before = everything(making.store.folder.parent)
    sent = making.send("climbing.zip", climbing())
    assert sent.status_code == 200
    assert everything(making.store.folder.parent) == before
    for one in sent.json["files"]:
        assert "/" not in one["name"]
        assert one["faults"]
        making.post("drop", file=one["name"])


@pytest.mark.parametrize("name", ["../../../up.csv", "/etc/cron.d/up.csv", "..\\up.csv", "up.csv\x00.tif", "con.csv"])
def test_names_of_files_lead_nowhere_else(making, name):
    before = everything(making.store.folder.parent)
    sent = making.send(name, b"name,lat,lon\nA,47.1,9.5\n")
    assert sent.status_code in {200, 400}
    assert everything(making.store.folder.parent) == before
    for one in making.state()["files"]:
        making.post("drop", file=one["name"])


def test_what_is_no_source_of_a_map_is_not_kept(making):
    for name, body in (("virus.exe", b"MZ"), ("..", b"x"), ("empty.tif", b"")):
        assert making.send(name, body).status_code == 400, name
    assert making.state()["files"] == []
    assert not list((making.folder / "files").iterdir())


def test_limits_are_settings(making, tmp_path):
    large = making.send("large.csv", b"x" * 2_000_001)
    assert large.status_code == 413
    assert "2 MB" in large.json["error"]["why"]
    assert read_limits(tmp_path) == GroundLimits()
    assert GroundLimits(most_file_mb=10_000).file_bytes == 400_000_000


@pytest.mark.parametrize("address", ["draft.json", "..%2f..%2fcampaigns.db", "files/a", "preview/1/..%2f0.jpg", "job"])
def test_no_address_gives_another_file(making, address):
    assert making.get(address).status_code == 404
