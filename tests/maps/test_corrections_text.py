"""Corrections as lines of text and as GeoJSON: each kind, every fault with its line, written and read back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.derive.hand.handwork import apply_corrections
from maps.derive.terrain.terrain import TERRAIN
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from maps.hand.corrections_file import read_corrections, write_corrections
from maps.hand.corrections_text import read_text, write_text
from maps.problems import ProblemsFound
from maps.record import CORRECTED, Correction
from tests.toyground import toy_map

MAP = toy_map("....  ....  ....  ....")
LAYOUT = MAP.layout
SHIPPED = Path(__file__).parents[2] / "maps/data/ardennes_1944/corrections.geojson"
MANUAL = Path(__file__).parents[2] / "webui/help/maps.md"
END = " -- why; who"


def one(line, layout=LAYOUT):
    (found,) = read_text(line, "c.txt", TERRAIN, layout)
    return found


def faults(text, layout=LAYOUT):
    with pytest.raises(ProblemsFound) as caught:
        read_text(text, "c.txt", TERRAIN, layout)
    return [str(problem) for problem in caught.value.problems]


def test_a_line_says_what_where_why_and_by_whom():
    found = one('terrain marsh area 6.05 50.51, 6.10 50.52, 6.08 50.55 "Hohes Venn" -- fens; GSGS 4042; by J.S.')
    assert (found.what, found.value, found.shape, found.name) == ("terrain", "marsh", "area", "Hohes Venn")
    assert found.points == ((6.05, 50.51), (6.10, 50.52), (6.08, 50.55))
    assert (found.why, found.source, found.by) == ("fens", "GSGS 4042", "J.S.")
    assert found.id.startswith("terrain-")


def test_ids_are_as_given_or_follow_from_the_line_and_are_never_the_same():
    line = "terrain marsh at 6 50" + END
    assert one(f"[fen-1] {line}").id == "fen-1"
    assert one(line).id == one(line).id
    a, b = read_text(f"{line}\n{line}", "c.txt", TERRAIN)
    assert b.id == a.id + ".2"


def test_source_and_author_may_hold_for_all_lines_below():
    text = "source: GSGS 4042\nby: J.S.\nterrain marsh at 6 50 -- fens\nterrain marsh at 6 51 -- fens; a book; by K."
    a, b = read_text(text, "c.txt", TERRAIN)
    assert (a.source, a.by, b.source, b.by) == ("GSGS 4042", "J.S.", "a book", "K.")


def test_numbers_of_hexes_become_ground():
    index = MAP.index_of("0202")
    spot = one("terrain marsh hex 0202" + END)
    assert spot.shape == "point"
    assert apply_corrections(MAP, [spot]).touched[spot.id] == (index,)
    area = one("terrain marsh hexes 0202 0203 0302" + END)
    # Three hexes, the first touching both others: 18 sides less two shared, each counted twice.
    assert len(area.points) == 14
    assert set(apply_corrections(MAP, [area]).touched[area.id]) == {MAP.index_of(n) for n in ("0202", "0203", "0302")}
    road = one("road main hexes 0101 0201 0301" + END)
    assert (road.shape, len(road.points)) == ("line", 3)
    assert len(apply_corrections(MAP, [road]).touched[road.id]) == 2
    side = LAYOUT.grid.side_towards(MAP.index_of("0202"), MAP.index_of("0302"))
    river = one("hexside river sides 0302/0202" + END)
    assert apply_corrections(MAP, [river]).touched[river.id] == ((index, side),)
    bridge = one("crossing bridge side 0202/0302" + END)
    assert apply_corrections(MAP, [river, bridge]).touched[bridge.id] == ((index, side),)


def test_a_ring_of_hexes_is_cut_for_an_area_has_no_hole():
    ring = [MAP.number(i) for i in MAP.layout.grid.neighbours(MAP.index_of("0202"))]
    found = read_text(f"terrain marsh hexes {' '.join(ring)}" + END, "c.txt", TERRAIN, LAYOUT)
    assert len(found) >= 2
    applied = apply_corrections(MAP, found).hexmap
    assert {applied.number(i) for i in range(len(applied)) if applied.terrain_of(i) == "marsh"} == set(ring)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("terrain mash hex 0101" + END, "terrain is 'mash'; did you mean 'marsh'?"),
        ("terain marsh hex 0101" + END, "corrects 'terain'; did you mean 'terrain'?"),
        ("terrain", "ends where a value should stand; the manual has an example of each kind"),
        ("terrain marsh xx" + END, "has 'xx' where a position should begin; known are area, at, hex, hexes, line, "
         "side, sides"),
        ("hexside river line 1 2" + END, "has 1 points; give 2 or more, as longitude latitude"),
        ("hexside river at 1 2" + END, "is drawn as 'point'; draw hexside as line"),
        ("road main line a 2, 3 4" + END, "has 'a' where a longitude should stand; give degrees, longitude first"),
        ("place zap \"x\" at 1 2" + END, "does 'zap' to a place; known are add, move, remove, rename"),
        ("place add x at 1 2" + END, "has 'x' where the name of the place should stand; put names in quotes: \"Our\""),
        ("place add \"x\" rank 9 at 1 2" + END, "rank is '9'; ranks are 1 (city) to 4 (village)"),
        ("terrain marsh at 1 2 \"x" + END, "has a quote that does not end; put names between two \""),
        ("terrain marsh at 1 2 \"x\" y" + END, "goes on with 'y'; why, source and by whom come after --"),
        ("terrain marsh at 1 2 -- a; b; c", "has too many parts after --; give why; source; by whom, and put a text "
         "with ; in it in \"quotes\""),
        ("terrain marsh at 1 2 -- \"a\" b; c",
         "has \"a\" b for a text; begin a text with a quote only if it ends with one"),
        ("terrain marsh at 1 2 -- a", "has no source; say what is there, why it differs, and who says so"),
        ("terrain marsh at 1 2 -- ; b", "has no why; say what is there, why it differs, and who says so"),
        ("terrain marsh at 1 2 -- a; \"\\q\"", "has \"\\q\" for a text; begin a text with a quote only if it ends with "
         "one"),
        ("terrain marsh at 191 2" + END, "lies off the earth; give degrees, longitude first, west and south negative"),
        ("terrain marsh at nan 2" + END, "lies off the earth; give degrees, longitude first, west and south negative"),
        ("terrain marsh area 0 0, 1 1, 1 0, 0 1" + END, "is no sound polygon; draw it again, without crossing itself"),
        ("height high hex 0101" + END, "height is 'high'; give metres from -500 to 9000"),
        ("crossing bridge side 0101/0404" + END, "0101 and 0404 are not neighbours; name two hexes that touch"),
        ("terrain marsh hex 0909" + END, "there is no hex '0909' here; hexes run from 0101 to 0404; take a number that "
         "is printed on the map"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(line, fault):
    assert faults(f"# a remark\n\n{line}") == [f"c.txt, line 3: {fault}"]


def test_faults_come_together_and_numbers_need_a_map():
    assert faults("terrain marsh hex 0101 -- a; b\nfoo", None) == [
        "c.txt, line 1: names hexes by number, without a map; give the map that has the numbers, or degrees",
        "c.txt, line 2: corrects 'foo'; known are " + ", ".join(sorted(CORRECTED)),
    ]


def test_the_manual_shows_every_kind_and_every_example_is_read():
    (block,) = re.findall(r"```corrections\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)
    big = toy_map("\n".join(["." * 20] * 20)).layout
    found = read_text(block, "maps.md", TERRAIN, big)
    assert {one.what for one in found} == set(CORRECTED)
    assert len(found) == len(block.splitlines())
    assert read_text(write_text(found), "again", TERRAIN) == found


# --- written and read back -------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)
LON, LAT = st.floats(-180, 180), st.floats(-90, 90)
POINT = st.tuples(LON, LAT)
LINES = {"hexside": HEXSIDES, "slope": SLOPES, "road": ROADS, "rail": RAILS}
TRIANGLE = st.tuples(st.floats(-170, 170), st.floats(-80, 80), st.floats(0.1, 1)).map(
    lambda t: ((t[0], t[1]), (t[0] + t[2], t[1]), (t[0], t[1] + t[2]))
)
SAID = {"id": TEXT, "why": TEXT, "source": TEXT, "by": st.one_of(st.just(""), TEXT)}
NAME = st.one_of(st.just(""), TEXT)


def made(what, value, shape, points, **more):
    told = SAID | {"name": NAME} | more
    return st.builds(Correction, what=st.just(what), value=value, shape=st.just(shape), points=points, **told)


HEIGHT = st.floats(-400, 8000).map(repr)
ANY = st.one_of(
    made("terrain", st.sampled_from(TERRAIN), "area", TRIANGLE),
    made("terrain", st.sampled_from(TERRAIN), "point", st.tuples(POINT)),
    made("height", HEIGHT, "area", TRIANGLE),
    *(made(what, st.sampled_from(words), "line", st.lists(POINT, min_size=2, max_size=4).map(tuple))
      for what, words in LINES.items()),
    made("crossing", st.sampled_from(CROSSINGS), "point", st.tuples(POINT)),
    made("place", TEXT, "point", st.tuples(POINT), rank=st.integers(0, 4)),
    made("place", st.just(""), "point", st.tuples(POINT), name=TEXT),
)  # fmt: skip
LISTS = st.lists(ANY, max_size=4, unique_by=lambda one: one.id)


@given(LISTS)
@settings(max_examples=150)
def test_what_is_written_is_read_again_as_text(corrections):
    assert read_text(write_text(corrections), "c.txt", TERRAIN) == corrections


@given(LISTS)
@settings(max_examples=40)
def test_what_is_written_is_read_again_as_geojson(tmp_path_factory, corrections):
    path = tmp_path_factory.getbasetemp() / "c.geojson"
    write_corrections(path, corrections)
    assert read_corrections(path) == corrections


def test_text_files_are_read_whatever_their_line_ends(tmp_path):
    found = [one('place rename "Malmedy" "Malmédy" at 6 50' + END)]
    path = tmp_path / "c.txt"
    write_corrections(path, found)
    assert read_corrections(path) == found
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_corrections(path) == found
    path.write_bytes(b"\xff")
    with pytest.raises(ProblemsFound, match=r"c.txt: is no text in UTF-8"):
        read_corrections(path)
    with pytest.raises(ProblemsFound, match="cannot be opened"):
        read_corrections(tmp_path / "none.txt")


def test_a_correction_without_its_reason_is_not_written(tmp_path):
    bare = Correction("x", "terrain", "marsh", "point", ((6.0, 50.0),))
    with pytest.raises(ProblemsFound, match="correction x: has no why"):
        write_corrections(tmp_path / "c.txt", [bare])
    assert list(tmp_path.iterdir()) == []


# --- geojson ---------------------------------------------------------------------------------------------------


def collection(tmp_path, *features):
    path = tmp_path / "c.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": list(features)}))
    return path


def feature(geometry, **told):
    said = {"what": "terrain", "value": "marsh", "why": "wet", "source": "a map"} | told
    return {"type": "Feature", "properties": said, "geometry": geometry}


SQUARE = [[6, 50], [7, 50], [7, 51], [6, 51], [6, 50]]
HOLE = [[6.4, 50.4], [6.6, 50.4], [6.6, 50.6], [6.4, 50.6], [6.4, 50.4]]


def test_the_shipped_corrections_are_read():
    found = read_corrections(SHIPPED)
    assert [(one.name, one.value, len(one.points)) for one in found][:2] == [
        ("High Fens", "marsh", 7),
        ("Brackvenn", "marsh", 5),
    ]
    assert len({one.id for one in found}) == len(found) == 5


def test_polygons_with_holes_and_of_several_parts_become_several_corrections(tmp_path):
    holed = feature({"type": "Polygon", "coordinates": [SQUARE, HOLE]}, id="fen")
    found = read_corrections(collection(tmp_path, holed))
    # The cut runs through the hole: two halves of 1 square degree less 0.04.
    assert [one.id for one in found] == ["fen", "fen.2"]
    areas = [abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(r, (*r[1:], r[0]), strict=True))) / 2
             for r in (one.points for one in found)]  # fmt: skip
    assert sum(areas) == pytest.approx(0.96)


def test_faulty_features_come_together(tmp_path):
    point = {"type": "Point", "coordinates": [6, 50]}
    path = collection(
        tmp_path,
        3,
        feature(None),
        feature(point, value="mash"),
        feature({"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]}),
        feature(point, why=""),
        feature(point, what="road", value="main"),
        feature(point, id="same"),
        feature(point, id="same"),
    )
    with pytest.raises(ProblemsFound) as caught:
        read_corrections(path)
    unread = "is no feature that can be read; give properties and a polygon, line or point, and export the "
    assert [str(problem) for problem in caught.value.problems] == [
        f"c.geojson, feature 1: {unread}corrections as GeoJSON",
        f"c.geojson, feature 2: {unread}corrections as GeoJSON",
        "c.geojson, feature 3: terrain is 'mash'; did you mean 'marsh'?",
        "c.geojson, feature 4: is no sound polygon; draw it again, without crossing itself",
        "c.geojson, feature 5: has no why; say what is there, why it differs, and who says so",
        "c.geojson, feature 6: is drawn as 'point'; draw road as line",
        "c.geojson: has two corrections with the id 'same'; give each an id of its own",
    ]
