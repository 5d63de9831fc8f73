"""Slopes, corrections, audit and evidence in a GeoPackage; files of format 1; shapes from strangers."""

from __future__ import annotations

import dataclasses
import sqlite3
import struct
import zlib
from contextlib import closing

import numpy as np
import pyogrio
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.gpkg.shapes import blob, blobs, read_blob
from maps.gpkg.writer import read, write
from maps.problems import ProblemsFound
from maps.record import Audited, Correction, Evidence
from tests.toyground import toy_map

CORRECTIONS = (
    Correction("b", "road", "main", "line", ((5.1, 50.2), (5.3, 50.25)), why="w", source="s", by="J.S."),
    Correction("a", "terrain", "marsh", "area", ((6.0, 50.1), (6.1, 50.0), (6.2, 50.3)), name="Fen", why="w;",
               source="ö"),
    Correction("c", "place", "Foo", "point", ((0.1, 0.2),), name="Bar", rank=3, why="w", source="s"),
)  # fmt: skip
AUDIT = (Audited("osm:way/1", "A 60", "motorway", "removed", "highway=motorway", 6.25, 50.125),)


def full():
    plain = toy_map(".. .T")
    slope = np.zeros((4, 6), np.uint8)
    slope[0, 3] = slope[2, 0] = 2
    evidence = Evidence(
        np.array([0, 2, 2, 3, 3]), np.array([1, 0, 1], np.int32), np.array([0.5, 0.1, 120], np.float32), ("a", "b")
    )
    return dataclasses.replace(
        plain, slope=slope, slope_deg=np.array([1.5, np.nan, 30, 0.1], np.float32), date="1944-12-16",
        corrections=CORRECTIONS, audit=AUDIT, evidence=evidence, area_text='name = "x"\n', legend_text="# rules",
    )  # fmt: skip


@pytest.fixture
def gpkg(tmp_path):
    write(full(), tmp_path / "a.gpkg")
    return tmp_path / "a.gpkg"


def change(path, *statements):
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(*statement) if isinstance(statement, tuple) else file.execute(statement)
        file.commit()
    return path


def faults(path):
    with pytest.raises(ProblemsFound) as caught:
        read(path)
    return [str(problem) for problem in caught.value.problems]


def test_all_that_a_map_remembers_comes_back(gpkg):
    a, b = full(), read(gpkg)
    assert a.key == b.key
    for name in ("corrections", "audit", "date", "area_text", "legend_text"):
        assert getattr(a, name) == getattr(b, name)
    np.testing.assert_array_equal(a.slope, b.slope)
    np.testing.assert_array_equal(a.slope_deg, b.slope_deg)
    for name in ("starts", "feature", "amount"):
        one, other = getattr(a.evidence, name), getattr(b.evidence, name)
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    assert b.evidence.names == ("a", "b")
    assert b.evidence.of(0) == [("b", 0.5), ("a", pytest.approx(0.1))]


def test_other_programs_see_corrections_and_audit_where_they_are(gpkg):
    areas = pyogrio.read_dataframe(gpkg, layer="corrections_areas")
    assert areas.crs.to_epsg() == 4326
    assert areas.geometry[0].equals(shapely.Polygon(CORRECTIONS[1].points))
    assert (areas.what[0], areas.value[0], areas.why[0]) == ("terrain", "marsh", "w;")
    assert pyogrio.read_dataframe(gpkg, layer="corrections_lines").geometry[0].length == pytest.approx(0.2062, abs=1e-4)
    assert pyogrio.read_dataframe(gpkg, layer="audit").geometry[0].equals(shapely.Point(6.25, 50.125))
    assert list(pyogrio.read_dataframe(gpkg, layer="hexsides").slope) == ["cliff"]
    assert set(pyogrio.read_dataframe(gpkg, layer="hexes").why) == {""}


def test_files_of_format_1_are_still_read(gpkg):
    new = ("corrections_areas", "corrections_lines", "corrections_points", "audit", "evidence")
    change(
        gpkg,
        "UPDATE meta SET value = '1' WHERE key = 'format'",
        "DELETE FROM meta WHERE key IN ('date', 'area_text')",
        *(f"DROP TABLE {table}" for table in new),
        *(f"ALTER TABLE {table} DROP COLUMN {column}" for table in ("hexes", "hexsides", "links", "places")
          for column in ("why", "source")),
        "ALTER TABLE hexsides DROP COLUMN slope",
        "ALTER TABLE hexes DROP COLUMN slope_deg",
    )  # fmt: skip
    old = read(gpkg)
    assert not old.slope.any()
    assert np.isnan(old.slope_deg).all()
    assert (old.corrections, old.audit, old.evidence, old.date) == ((), (), None, "")
    assert old.terrain.tolist() == full().terrain.tolist()


def test_a_new_file_without_its_tables_or_with_views_for_them_is_refused(gpkg):
    change(gpkg, "DROP TABLE audit", "CREATE VIEW audit AS SELECT * FROM meta")
    assert faults(gpkg) == ["a.gpkg: holds no map: it lacks audit; give a map built by 'sandtable map build'"]


def test_faulty_corrections_audits_and_places_are_told(gpkg):
    change(
        gpkg,
        "UPDATE corrections_areas SET geom = x'00'",
        "UPDATE corrections_lines SET what = 'rode'",
        ("UPDATE corrections_points SET geom = ?", (blob("LINESTRING", np.zeros((2, 2)), 4326),)),
        "UPDATE audit SET verdict = 'gone'",
        "UPDATE places SET geom = NULL, x_m = NULL",
    )
    assert faults(gpkg) == [
        "a.gpkg, places, fid 1: has no position: it is no GeoPackage geometry; draw the point again, or fill "
        "x_m and y_m",
        "a.gpkg, corrections_areas, fid 1: has no shape that can be read: it is no GeoPackage geometry; draw a "
        "polygon, or delete the row",
        "a.gpkg, corrections_lines, fid 1: what is 'rode'; did you mean 'road'?",
        "a.gpkg, corrections_points, fid 1: has no shape that can be read: it is a linestring; draw a point, or delete "
        "the row",
        "a.gpkg, audit, fid 1: verdict is 'gone'; known are changed, doubtful, kept, removed, restored",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE evidence SET entries = 4",
        "UPDATE evidence SET entries = -1",
        "UPDATE evidence SET entries = 999999999999",
        "UPDATE evidence SET starts = x'00'",
        "UPDATE evidence SET names = '[1, 2]'",
        "UPDATE evidence SET names = '[\"a\"]'",
        ("UPDATE evidence SET feature = ?", (zlib.compress(b"\0" * 50_000_000),)),
        ("UPDATE evidence SET starts = ?", (zlib.compress(np.array([0, 3, 2, 3, 3]).tobytes()),)),
    ],
)
def test_evidence_that_does_not_hang_together_is_refused(gpkg, statement):
    change(gpkg, statement)
    assert faults(gpkg) == ["a.gpkg: the evidence cannot be unpacked; empty the table evidence"]


def test_a_place_moved_off_the_map_is_told(gpkg):
    change(gpkg, ("UPDATE places SET geom = ?", (blob("POINT", np.array([[1e300, 2.0]]), 32631),)))
    assert faults(gpkg) == ["a.gpkg, places, fid 1: lies off the map; move it back, or delete it"]


def test_numbers_that_are_out_of_this_world_are_told(gpkg):
    change(gpkg, "UPDATE hexes SET elevation_m = 9e999 WHERE fid = 1")
    assert faults(gpkg) == ["a.gpkg, hexes, fid 1: elevation_m is inf, no number; give a number or leave it empty"]


# --- shapes ----------------------------------------------------------------------------------------------------

POINTS = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=3, max_size=9, unique=True)


@given(POINTS)
@settings(max_examples=60)
def test_shapes_are_those_of_shapely(points):
    array = np.array(points)
    for kind, one, made in (
        ("POINT", array[:1], shapely.Point(points[0])),
        ("LINESTRING", array, shapely.LineString(points)),
        ("POLYGON", array, shapely.Polygon(points)),
    ):
        written = blob(kind, one, 4326)
        assert written[40:] == shapely.to_wkb(made, byte_order=1)
        x0, x1, y0, y1 = struct.unpack("<4d", written[8:40])
        assert (x0, y0, x1, y1) == made.bounds
        read_kind, read_points = read_blob(written)
        assert read_kind == kind
        np.testing.assert_array_equal(read_points, one)
        big = b"GP\x00\x00" + struct.pack("<i", 4326) + shapely.to_wkb(made, byte_order=0)
        np.testing.assert_array_equal(read_blob(big)[1], one)


def test_many_shapes_are_written_at_once():
    corners = np.random.default_rng(1).normal(size=(5, 6, 2))
    assert [bytes(one) for one in blobs("POLYGON", corners, 1)] == [blob("POLYGON", one, 1) for one in corners]


WHOLE = blob("POLYGON", np.array([[0.0, 0], [1, 0], [0, 1]]), 4326)


@given(st.integers(0, len(WHOLE) - 1), st.integers(0, 255), st.integers(0, len(WHOLE)))
@settings(max_examples=300)
def test_a_spoilt_shape_is_read_or_refused_and_nothing_else(at, value, length):
    spoilt = (WHOLE[:at] + bytes([value]) + WHOLE[at + 1 :])[:length]
    try:
        kind, points = read_blob(spoilt)
    except ValueError:
        return
    assert kind in ("POINT", "LINESTRING", "POLYGON")
    assert points.shape[1] == 2


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "no GeoPackage geometry"),
        ("text", "no GeoPackage geometry"),
        (b"GP\x00\x0f" + bytes(80), "no whole point, line or polygon"),
        (WHOLE[:45] + struct.pack("<I", 2) + WHOLE[49:], "2 rings, and one is wanted"),
        (WHOLE[:49] + struct.pack("<I", 4_000_000_000) + WHOLE[53:], "4000000000 points, and that cannot be"),
        (blob("POINT", np.array([[np.nan, 1.0]]), 1), "points that are no numbers"),
    ],
)
def test_why_a_shape_is_refused(content, why):
    with pytest.raises(ValueError, match=why):
        read_blob(content)


def test_a_map_of_40_000_hexes_is_written_and_read(tmp_path):
    large = toy_map("\n".join(["." * 200] * 200))
    write(large, tmp_path / "a.gpkg")
    assert read(tmp_path / "a.gpkg").key == large.key
