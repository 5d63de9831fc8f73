"""Edits made to a map's GeoPackage come back as corrections, and give the edited map again."""

from __future__ import annotations

import dataclasses
import sqlite3
from contextlib import closing

import numpy as np
import pyogrio
import pytest
import shapely
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.derive.hand.handwork import apply_corrections
from maps.gpkg.shapes import blob
from maps.gpkg.writer import read, write
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES, Place, problems
from maps.hand.corrections_file import read_corrections
from maps.hand.edits import EDITED, corrections_from
from maps.problems import ProblemsFound
from tests.toyground import toy_map
from webui.cli import main

COLUMNS = ("terrain", "hexside", "slope", "crossing", "road", "rail", "elevation_m")


def toy(flat_top=True):
    plain = toy_map(
        "..w...  .Tw...  ~..m..  ......  ......",
        flat_top=flat_top,
        roads=("0101-0201-0301-0401",),
        rivers=("0101/0201", "0202/0203"),
        bridges=("0101/0201",),
    )
    key = (0, plain.layout.grid.side_towards(0, 1))
    xy = plain.layout.to_map(plain.layout.centres())
    places = tuple(Place(name, k, *xy[k].tolist(), 700, 4) for name, k in (("Foo", 9), ("Bar", 10), ("Baz", 20)))
    return dataclasses.replace(plain, side_names={key: "Our, Dasburg bridge"}, places=places)


TOY = toy()


def change(path, *statements):
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(*statement) if isinstance(statement, tuple) else file.execute(statement)
        file.commit()
    return path


@pytest.fixture
def gpkg(tmp_path):
    path = tmp_path / "toy.gpkg"
    write(TOY, path)
    return path


def assert_gives(before, corrections, after):
    given_ = apply_corrections(before, corrections).hexmap
    assert problems(given_) == []
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(given_, name), getattr(after, name), err_msg=name)
    found, wanted = (sorted((p.name, p.index, p.rank) for p in m.places) for m in (given_, after))
    assert found == wanted
    return given_


def test_nothing_edited_is_nothing_to_correct(gpkg):
    assert corrections_from(TOY, gpkg) == []


def test_neighbours_changed_alike_are_one_area_and_the_reason_is_taken_over(gpkg):
    numbers = "('0404', '0405', '0504')"
    change(
        gpkg,
        f"UPDATE hexes SET terrain = 'marsh', why = 'fens', source = 'GSGS 4042' WHERE number IN {numbers}",
        "UPDATE hexes SET terrain = 'open' WHERE number IN ('0202', '0401')",
        "UPDATE hexes SET terrain = 'rough' WHERE number IN ('0101', '0601')",
        "UPDATE hexes SET elevation_m = 312.7 WHERE number = '0101'",
    )
    found = corrections_from(TOY, gpkg)
    told = [(one.what, one.value, one.shape, one.why, one.source) for one in found]
    assert sorted(told) == [
        ("height", "312.7", "area", EDITED, EDITED),
        ("terrain", "marsh", "area", "fens", "GSGS 4042"),
        ("terrain", "open", "point", EDITED, EDITED),
        ("terrain", "rough", "area", EDITED, EDITED),
        ("terrain", "rough", "area", EDITED, EDITED),
    ]
    assert len({one.id for one in found}) == len(found)
    assert_gives(TOY, found, read(gpkg))


def test_hexsides_links_and_crossings_come_back_as_lines_and_points(gpkg):
    change(
        gpkg,
        "UPDATE hexsides SET kind = 'major_river', name = 'Sauer' WHERE kind = 'river' AND crossing = 'none'",
        "INSERT INTO hexsides (number, side, slope, why) VALUES ('0404', 1, 'cliff', 'x')",
        "INSERT INTO links (number, side, road, rail) VALUES ('0202', 3, 'track', 'none')",
        "DELETE FROM links WHERE number = '0301' OR number = '0201'",
        "UPDATE hexsides SET crossing = 'ford', name = 'Our, Furt' WHERE crossing = 'bridge'",
    )
    found = corrections_from(TOY, gpkg)
    # A new track over a river would have a bridge, and in the edited map it has none.
    assert [(one.what, one.value) for one in found] == [
        ("hexside", "major_river"), ("slope", "cliff"), ("road", "none"), ("road", "track"),
        ("crossing", "ford"), ("crossing", "none"),
    ]  # fmt: skip
    assert next(one for one in found if one.what == "slope").why == "x"
    after = assert_gives(TOY, found, read(gpkg))
    assert after.side_names == read(gpkg).side_names


def test_a_bridge_put_where_the_river_has_a_name_keeps_the_river(tmp_path):
    key = next(key for key in TOY.side_names)
    river = dataclasses.replace(TOY, crossing=np.zeros_like(TOY.crossing), side_names={key: "Our"})
    path = tmp_path / "a.gpkg"
    write(river, path)
    change(path, "UPDATE hexsides SET crossing = 'ferry' WHERE name = 'Our'")
    after = assert_gives(river, corrections_from(river, path), read(path))
    assert after.river_of(*key) == "Our"


def test_places_renamed_moved_ranked_added_and_taken_away(gpkg):
    layout = TOY.layout
    to = layout.to_map(layout.centres()[[TOY.index_of("0505"), TOY.index_of("0104")]])
    srs = 32631
    add = "INSERT INTO places (fid, geom, name, rank, why) VALUES (9, ?, 'New', 3, 'it stood')"
    change(
        gpkg,
        "UPDATE places SET name = 'Füü' WHERE name = 'Foo'",
        ("UPDATE places SET geom = ?, rank = 2 WHERE name = 'Bar'", (blob("POINT", to[:1], srs),)),
        "DELETE FROM places WHERE name = 'Baz'",
        (add, (blob("POINT", to[1:], srs),)),
    )
    found = corrections_from(TOY, gpkg)
    assert [(one.name, one.value, one.rank, one.why) for one in found] == [
        ("Baz", "", 0, EDITED),
        ("Foo", "Füü", 0, EDITED),
        ("Bar", "Bar", 2, EDITED),
        ("", "New", 3, "it stood"),
    ]
    after = assert_gives(TOY, found, read(gpkg))
    assert [after.number(p.index) for p in after.places if p.name in ("Bar", "New")] == ["0505", "0104"]


def test_corrections_drawn_in_the_program_itself_come_back_too(gpkg):
    ring = np.array([[6.0, 50.0], [6.1, 50.0], [6.0, 50.1]])
    statement = (
        "INSERT INTO corrections_areas (geom, what, value, why, source) VALUES (?, 'terrain', 'marsh', 'a', 'b')"
    )
    change(gpkg, (statement, (blob("POLYGON", ring, 4326),)))
    (found,) = corrections_from(TOY, gpkg)
    assert (found.what, found.value, found.why, len(found.points)) == ("terrain", "marsh", "a", 3)
    assert found.id.startswith("terrain-")


def test_what_is_drawn_without_a_reason_says_where_it_comes_from(gpkg):
    statement = "INSERT INTO corrections_points (geom, what, value) VALUES (?, 'terrain', 'marsh')"
    change(gpkg, (statement, (blob("POINT", np.array([[6.0, 50.0]]), 4326),)))
    (found,) = corrections_from(TOY, gpkg)
    assert (found.what, found.why, found.source) == ("terrain", "edited in QGIS", "edited in QGIS")


def test_edits_made_with_another_program_come_back(gpkg):
    frame = pyogrio.read_dataframe(gpkg, layer="places")
    frame.loc[0, "geometry"] = shapely.Point(*TOY.layout.to_map(TOY.layout.centres()[TOY.index_of("0604")]))
    pyogrio.write_dataframe(frame, gpkg, layer="places")
    (found,) = corrections_from(TOY, gpkg)
    assert (found.name, found.value) == ("Foo", "Foo")
    assert_gives(TOY, [found], read(gpkg))


def test_another_grid_and_another_extent_are_refused(tmp_path):
    path = tmp_path / "a.gpkg"
    write(toy_map(".. .."), path)
    with pytest.raises(ProblemsFound, match="does not lie on the grid of 'toy'; give the map that was edited"):
        corrections_from(TOY, path)
    write(TOY, path)
    change(path, "UPDATE hexes SET inside = 0 WHERE number = '0605'")
    with pytest.raises(ProblemsFound, match="1 hexes were put on the map or taken off it, 0605 first"):
        corrections_from(TOY, path)


# --- whatever is edited ----------------------------------------------------------------------------------------

MAPS = {flat_top: toy(flat_top) for flat_top in (True, False)}
WORDS = {"hexside": HEXSIDES, "slope": SLOPES, "road": ROADS, "rail": RAILS, "crossing": CROSSINGS}
PAIRS = st.tuples(st.integers(0, len(TOY) - 1), st.integers(0, SIDES - 1))


def side_edits(name):
    return st.dictionaries(PAIRS, st.integers(0, len(WORDS[name]) - 1), max_size=14)


@given(
    st.booleans(),
    st.dictionaries(st.integers(0, len(TOY) - 1), st.integers(0, len(TOY.terrain_names) - 1)),
    st.dictionaries(st.integers(0, len(TOY) - 1), st.sampled_from([-3.5, 0.1, 412.0])),
    st.fixed_dictionaries({name: side_edits(name) for name in WORDS}),
)
@settings(max_examples=60)
def test_corrections_of_any_edits_give_the_edited_map(tmp_path_factory, flat_top, terrain, heights, sides):
    before = MAPS[flat_top]
    columns = {name: getattr(before, name).copy() for name in COLUMNS}
    columns["terrain"][list(terrain)] = list(terrain.values())
    columns["elevation_m"][list(heights)] = list(heights.values())
    for name, edits in sides.items():
        for (index, side), code in edits.items():
            across = before.neighbour[index, side]
            if across != NO_HEX:
                columns[name][index, side] = columns[name][across, (side + 3) % SIDES] = code
    after = dataclasses.replace(before, **columns)
    path = tmp_path_factory.getbasetemp() / "edited.gpkg"
    write(after, path)
    assert_gives(before, corrections_from(before, path), after)


# --- commands --------------------------------------------------------------------------------------------------


def run(*words):
    return CliRunner().invoke(main, ["map", *map(str, words)])


def test_commands_take_edits_back_and_put_them_on(tmp_path, gpkg):
    before = tmp_path / "before.gpkg"
    before.write_bytes(gpkg.read_bytes())
    change(gpkg, "UPDATE hexes SET terrain = 'marsh' WHERE number = '0404'")
    told = run("edits", before, gpkg, "--out", tmp_path / "c.txt")
    assert told.exit_code == 0, told.output
    assert "terrain: marsh over an area" in told.output
    assert len(read_corrections(tmp_path / "c.txt")) == 1
    with (tmp_path / "c.txt").open("a") as file:
        file.write("terrain marsh hex 0404 -- again; a map\n")
    put = run("correct", before, tmp_path / "c.txt", "--out", tmp_path / "new.gpkg")
    assert put.exit_code == 0, put.output
    assert "changes nothing: the map says so already" in put.output
    assert "2 corrections, 1 to look at" in put.output
    assert read(tmp_path / "new.gpkg").terrain_of(TOY.index_of("0404")) == "marsh"
    assert len(read(tmp_path / "new.gpkg").corrections) == 2
    difference = run("diff", before, tmp_path / "new.gpkg")
    assert "0404 terrain: open -> marsh" in difference.output
    assert "none -> terrain: marsh over an area" in difference.output
    as_json = run("correct", before, tmp_path / "c.txt", "--out", tmp_path / "new.gpkg", "--json")
    assert '"kind": "idle"' in as_json.output
    assert '"shape": "area"' in run("edits", before, gpkg, "--out", tmp_path / "c.geojson", "--json").output


def test_commands_tell_faults_plainly(tmp_path, gpkg):
    (tmp_path / "c.txt").write_text("terrain mash hex 0404 -- a; b\n")
    told = run("correct", gpkg, tmp_path / "c.txt", "--out", tmp_path / "new.gpkg")
    assert told.exit_code == 1
    assert "c.txt, line 1: terrain is 'mash'; did you mean 'marsh'?" in told.output
    assert not (tmp_path / "new.gpkg").exists()
