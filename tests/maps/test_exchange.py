"""Maps as GeoPackage and GeoJSON, explained and compared; files that are broken are refused."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from contextlib import closing
from xml.etree import ElementTree as ET

import numpy as np
import pyogrio
import pytest
import shapely
from pyproj import Transformer

from maps.explain import explain
from maps.geojson import to_geojson
from maps.gpkg.writer import read, write
from maps.grid.hexmap import Shade, problems
from maps.hand.compare import diff
from maps.problems import ProblemsFound
from tests.toyground import toy_map

TEXT = "..w.  .Tw.  ~..m"
BOTH = pytest.mark.parametrize("flat_top", [True, False])


def toy(flat_top=True):
    plain = toy_map(
        TEXT,
        flat_top=flat_top,
        roads=("0101-0201-0301",),
        rivers=("0101/0201",),
        streams=("0302/0303",),
        bridges=("0101/0201",),
    )
    n = len(plain)
    low = plain.low_m.copy()
    low[3] = np.nan
    inside = plain.inside.copy()
    inside[11] = False
    return dataclasses.replace(
        plain,
        low_m=low,
        inside=inside,
        cover=np.linspace(0, 0.5, 2 * n, dtype=np.float32).reshape(n, 2),
        cover_names=("forest", "open forest"),
        side_names={(0, plain.layout.grid.side_towards(0, 1)): "Our, Dasburg bridge"},
        sources=("a; b; c",),
        notes=("it's a toy; “quoted”",),
        invented=(np.arange(n) % 32).astype(np.uint8),
        shade=Shade(np.arange(12, dtype=np.uint8).reshape(3, 4), -1000.5, 2.25, 250.0),
    )


def faults(path):
    with pytest.raises(ProblemsFound) as caught:
        read(path)
    return [str(problem) for problem in caught.value.problems]


@pytest.fixture
def gpkg(tmp_path):
    path = tmp_path / "toy.gpkg"
    write(toy(), path)
    return path


def change(path, *statements):
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()
    return path


def assert_equal(a, b):
    assert a.key == b.key
    for item in dataclasses.fields(a):
        one, other = getattr(a, item.name), getattr(b, item.name)
        if item.name == "shade":
            assert one.light.tolist() == other.light.tolist()
            assert dataclasses.replace(one, light=None) == dataclasses.replace(other, light=None)
        elif isinstance(one, np.ndarray):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
        else:
            assert one == other, item.name


@BOTH
def test_a_map_comes_back_equal(tmp_path, flat_top):
    write(toy(flat_top), tmp_path / "a.gpkg")
    assert_equal(toy(flat_top), read(tmp_path / "a.gpkg"))


def test_a_bare_map_comes_back_equal(tmp_path):
    bare = dataclasses.replace(toy_map(".. .."), shade=None)
    write(bare, tmp_path / "a.gpkg")
    assert read(tmp_path / "a.gpkg").key == bare.key
    assert read(tmp_path / "a.gpkg").shade is None


def test_the_ardennes_come_back_equal(tmp_path, ardennes):
    write(ardennes, tmp_path / "a.gpkg")
    again = read(tmp_path / "a.gpkg")
    assert_equal(ardennes, again)
    assert problems(again) == []


def test_other_programs_read_layers_shapes_crs_and_styles(gpkg):
    layers = dict(pyogrio.list_layers(gpkg))
    assert layers["hexes"] == "Polygon"
    assert layers["hexsides"] == layers["links"] == "LineString"
    assert layers["places"] == "Point"
    hexes = pyogrio.read_dataframe(gpkg, layer="hexes")
    assert hexes.crs.to_epsg() == 32631
    assert hexes.geometry.area.to_numpy() == pytest.approx(toy().layout.hex_area_m2())
    assert hexes.geometry.centroid.x[5] == pytest.approx(toy().layout.to_map(toy().layout.centres())[5, 0])
    assert hexes.terrain[5] == "town"
    assert hexes.share_open_forest[11] == pytest.approx(0.5)
    sides = pyogrio.read_dataframe(gpkg, layer="hexsides")
    assert sides.geometry.length.to_numpy() == pytest.approx(toy().layout.radius_m)
    assert sorted(sides.kind) == ["river", "stream"]
    links = pyogrio.read_dataframe(gpkg, layer="links")
    assert links.geometry.length.to_numpy() == pytest.approx(2000)
    middles = {(round(x), round(y)) for x, y in toy().layout.to_map(toy().layout.centres())}
    ends = [{(round(x), round(y)) for x, y in line.coords} for line in links.geometry]
    assert all(len(two) == 2 and two <= middles for two in ends), "each leads from the middle of a hex to another"
    made = toy()
    joined = {(a, side) for a, side in zip(*np.nonzero((made.road > 0) | (made.rail > 0)), strict=True)}
    centres = made.layout.to_map(made.layout.centres())
    between = {frozenset((round(x), round(y)) for x, y in centres[[a, made.neighbour[a, side]]]) for a, side in joined}
    assert {frozenset(two) for two in ends} == between
    with closing(sqlite3.connect(gpkg)) as file:
        # QGIS looks for '' as the catalog and the schema, and finds no style where they are NULL
        wanted = "WHERE f_table_catalog = '' AND f_table_schema = '' AND f_geometry_column = 'geom' AND useAsDefault"
        styles = dict(file.execute(f"SELECT f_table_name, styleQML FROM layer_styles {wanted}"))
    corrections = {"corrections_areas", "corrections_lines", "corrections_points"}
    assert set(styles) == {"hexes", "hexsides", "links", "places", "audit"} | corrections
    for style in styles.values():
        rules = ET.fromstring(style)
        symbols = {symbol.get("name") for symbol in rules.iterfind(".//symbols/symbol")}
        assert {drawn.get("symbol") for drawn in rules.iterfind(".//*[@symbol]")} == symbols
    assert 'attr="terrain"' in styles["hexes"]
    assert 'value="woods_dense"' in styles["hexes"]


def test_terrain_edited_in_another_program_is_read(gpkg):
    change(gpkg, "UPDATE hexes SET terrain = 'marsh' WHERE number = '0101'")
    edited = read(gpkg)
    assert edited.terrain_of(0) == "marsh"
    assert [str(d) for d in diff(toy(), edited)] == ["0101 terrain: open -> marsh"]


def test_what_is_no_geopackage(tmp_path):
    message = "x.gpkg: is no GeoPackage; give a map built by 'sandtable map build'"
    path = tmp_path / "x.gpkg"
    for content in (b"", b"<OGRVRTDataSource/>", b"SQLite format 3\x00" + bytes(200)):
        path.write_bytes(content)
        assert faults(path) == [message]
    plain = tmp_path / "plain.gpkg"
    change(plain, "CREATE TABLE hexes (x)")
    assert faults(plain) == [message.replace("x.gpkg", "plain.gpkg")]
    assert "cannot be opened (No such file or directory)" in faults(tmp_path / "none.gpkg")[0]


def test_a_geopackage_without_a_map_or_with_views_for_tables(gpkg):
    change(gpkg, "DROP TABLE links", "CREATE VIEW links AS SELECT * FROM hexsides")
    assert faults(gpkg) == ["toy.gpkg: holds no map: it lacks links; give a map built by 'sandtable map build'"]


def test_another_version_and_a_damaged_head(gpkg):
    change(gpkg, "UPDATE meta SET value = '3' WHERE key = 'format'")
    assert faults(gpkg) == [
        "toy.gpkg: is a map of format 3, and this program reads formats 1 to 2; build the map again"
    ]
    change(gpkg, "UPDATE meta SET value = '{' WHERE key = 'format'")
    assert "format None" in faults(gpkg)[0]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cols", "1e9"),
        ("cols", "-4"),
        ("width_m", "0"),
        ("crs", '"EPSG:4326"'),
        ("crs", '"nonsense"'),
        ("name", "3"),
        ("notes", '"x"'),
        ("flat_top", "1"),
        ("rows", "true"),
    ],
)
def test_a_head_that_cannot_be(gpkg, key, value):
    change(gpkg, f"UPDATE meta SET value = '{value}' WHERE key = '{key}'")
    assert key in faults(gpkg)[0]
    assert "table meta has no use for" in faults(gpkg)[0]


def test_all_faulty_rows_come_together(gpkg):
    change(
        gpkg,
        "UPDATE hexes SET terrain = 'wods' WHERE fid = 1",
        "UPDATE hexes SET elevation_m = 'high' WHERE fid = 2",
        "UPDATE hexes SET number = '9999' WHERE fid = 3",
        "UPDATE hexsides SET side = 6 WHERE fid = 1",
        "UPDATE links SET road = 'motorway' WHERE fid = 1",
    )
    found = faults(gpkg)
    assert "toy.gpkg, hexes, fid 1: terrain is 'wods'; known are" in found[0]
    assert found[1:3] == [
        "toy.gpkg, hexes, fid 2: elevation_m is 'high', no number; give a number or leave it empty",
        "toy.gpkg, hexes, fid 3: there is no hex '9999' here; hexes run from 0101 to 0403; "
        "give the hex its number back",
    ]
    assert found[3] == "toy.gpkg: lacks 1 hexes, 0301 first; put back the rows that were deleted"
    assert "toy.gpkg, hexsides, fid 1: side is 6; sides are numbered 0 to 5, clockwise from north" in found
    assert any("links, fid 1: road is 'motorway'" in fault for fault in found)


def test_a_lost_column_and_a_spoilt_hillshade(gpkg):
    change(gpkg, "UPDATE shade SET light = x'0102'")
    assert faults(gpkg) == ["toy.gpkg: the hillshade cannot be unpacked; empty the table shade"]
    change(gpkg, "ALTER TABLE hexes DROP COLUMN rule")
    assert faults(gpkg) == ["toy.gpkg: table hexes lacks the column rule; build the map again"]


def test_a_torn_file(gpkg):
    content = gpkg.read_bytes()
    gpkg.write_bytes(content[: len(content) // 2])
    assert any("cannot be read" in fault or "lacks" in fault for fault in faults(gpkg))


def test_shares_above_one_are_refused(gpkg):
    change(gpkg, "UPDATE hexes SET share_forest = 0.9, share_open_forest = 0.9 WHERE fid = 4")
    assert faults(gpkg) == ["hex 0401: cover shares add up to more than 1; rebuild the map"]


def test_a_name_that_fits_in_no_page_is_kept(tmp_path):
    hexmap = toy()
    long = dataclasses.replace(hexmap, side_names=dict.fromkeys(hexmap.side_names, "Ü" * 3000))
    write(long, tmp_path / "a.gpkg")
    assert_equal(read(tmp_path / "a.gpkg"), long)


def test_a_failed_write_leaves_the_old_file_and_no_part(tmp_path, monkeypatch):
    path = tmp_path / "a.gpkg"
    write(toy(), path)
    before = path.read_bytes()

    def full(*_args):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("maps.gpkg.writer._write_rest", full)
    with pytest.raises(ProblemsFound, match=r"cannot be written \(database or disk is full\); choose another folder"):
        write(toy(), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(ProblemsFound, match="cannot be written"):
        write(toy(), tmp_path / "none" / "a.gpkg")


def test_an_unsound_map_is_not_written(tmp_path):
    road = toy().road.copy()
    road[5, 0] = 3
    with pytest.raises(ProblemsFound, match="road differs seen from its two sides"):
        write(dataclasses.replace(toy(), road=road), tmp_path / "a.gpkg")
    assert list(tmp_path.iterdir()) == []


@BOTH
def test_geojson_is_in_degrees_anticlockwise_and_plain_json(flat_top):
    hexmap = toy(flat_top)
    collection = json.loads(json.dumps(to_geojson(hexmap), allow_nan=False))
    layers = {}
    for feature in collection["features"]:
        layers.setdefault(feature["properties"]["layer"], []).append(feature)
    assert {layer: len(features) for layer, features in layers.items()} == {
        "hexes": 11,
        "hexsides": 2,
        "links": 2,
        "places": 1,
    }
    for feature in layers["hexes"]:
        ring = shapely.LinearRing(feature["geometry"]["coordinates"][0])
        assert ring.is_ccw
        assert ring.is_closed
    to_degrees = Transformer.from_crs("EPSG:32631", "EPSG:4326", always_xy=True)
    x, y = hexmap.layout.to_map(hexmap.layout.corners())[0, 0]
    corners = layers["hexes"][0]["geometry"]["coordinates"][0]
    assert min(np.hypot(a - b, c - d) for a, c in corners for b, d in [to_degrees.transform(x, y)]) < 1e-7
    text = json.dumps(corners)
    assert max(len(number.split(".")[1]) for number in text.replace("[", "").replace("]", "").split(", ")) <= 7
    bridge = next(f["properties"] for f in layers["hexsides"] if f["properties"]["crossing"] == "bridge")
    assert bridge["name"] == "Our, Dasburg bridge"
    assert bridge["hexes"] == "0101/0201"


def test_an_explanation_says_what_is_there_and_what_decided():
    hexmap = toy()
    found = explain(hexmap, hexmap.index_of("0101"))
    assert (found.number, found.terrain, found.rule) == ("0101", "open", "drawn by hand")
    side = next(side for side in found.sides if side.neighbour == "0201")
    assert (side.direction, side.water, side.river) == ("SE", "river", "Our")
    assert (side.crossing, side.crossing_name, side.road) == ("bridge", "Dasburg bridge", "main")
    assert json.loads(json.dumps(found.to_dict()))["sides"][0]["river"] == "Our"
    text = found.to_text()
    assert text.splitlines()[:2] == ["0101: open", "  decided by: drawn by hand"]
    assert "SE towards 0201: river Our, Dasburg bridge, main road" in text
    assert "note: it's a toy" in text
    assert "mean 300 m, from 300 to 300 m" in text
    assert "ground: height unknown" in explain(hexmap, 3).to_text()
    assert "place: Town 0202, 1,000 people today" in explain(hexmap, hexmap.index_of("0202")).to_text()


def test_bastogne_is_explained(ardennes, hex_at):
    text = explain(ardennes, hex_at(5.715, 50.003)).to_text()
    assert "town" in text
    assert "land cover: grass" in text
    assert "Bastogne, 14,395 people today" in text
    assert "MERIT Hydro" in text
    fen = explain(ardennes, hex_at(6.06, 50.52))
    assert fen.rule.startswith("corrected by hand, High Fens: raised bog")


def test_differences_of_every_kind():
    before = toy()
    road = before.road.copy()
    road[:] = 0
    raised = before.elevation_m.copy()
    raised[4] += 12
    inside = before.inside.copy()
    inside[11] = True
    after = dataclasses.replace(before, road=road, elevation_m=raised, inside=inside, places=())
    assert [str(d) for d in diff(before, after)] == [
        "0403 extent: off the map -> on the map",
        "0102 elevation_m: 300 -> 312",
        "0101/0201 road: main -> none",
        "0201/0301 road: main -> none",
        "0202 place: Town 0202 -> none",
    ]
    assert [str(d) for d in diff(after, before)][-1] == "0202 place: none -> Town 0202"
    assert diff(before, before) == []
    assert diff(before, dataclasses.replace(before, elevation_m=before.elevation_m + np.float32(0.5))) == []


def test_maps_of_different_grids_are_not_compared():
    with pytest.raises(ProblemsFound, match="do not lie on the same grid; compare maps of one area"):
        diff(toy(), toy(flat_top=False))
