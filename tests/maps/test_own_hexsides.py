"""Hexsides of a map's own: read, laid from lines, kept, drawn, corrected; to rules of play what they resemble."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import campaign
from maps.area.reader import read_area
from maps.derive.hand.handwork import apply_corrections
from maps.derive.legend import legend_text, parse_legend
from maps.explain import explain
from maps.geojson import to_geojson
from maps.gpkg.reader import read
from maps.gpkg.style import style_of
from maps.gpkg.writer import write
from maps.grid.hexmap import CROSSINGS, HEXSIDES, SLOPES, problems
from maps.grid.kinds import kinds_of
from maps.hand.compare import diff
from maps.hand.corrections_text import read_text
from maps.hand.edits import corrections_from
from maps.hand.retune import retune
from maps.lonlat import hexes_at
from maps.making.build import build
from maps.ownhexsides import OwnHexside
from maps.palette import shipped_palette
from maps.problems import ProblemsFound
from maps.shapes.shapes import Shapes
from scenarios.drawing.legend import legend_keys, swatch
from scenarios.drawing.levels import LEVELS
from scenarios.drawing.mapscene import ground_scene
from tests.maps.osmfiles import OsmWorld
from tests.toyground import toy_map
from webui.desk.drawn.packets import drawing_data

KINDS = """
[hexside.wall]
resembles = "steep"
colour = "#802020"
pattern = "double"
from = [{ barrier = ["wall", "city_wall"] }]

[hexside.hedge]
resembles = "none"
colour = "#2f6b2f"
symbol = "bushes"
from = [{ barrier = ["hedge"] }, { layer = ["bounds"], klasse = ["Hecke"] }]
share_at_least = 0.4

[hexside.sunken_road]
resembles = "stream"
symbol = "ticks"

"""
OWN = (OwnHexside("wall", "cliff", "#802020"), OwnHexside("ditch", "stream", "#104060"), OwnHexside("fence", "none"))
TOY = toy_map(".....\n.....\n.....\n.....", rivers=("0202/0203",), roads=("0101-0102", "0201-0202"))


def own_text(kinds=KINDS):
    """Give the shipped legend with hexsides of one's own."""
    at = legend_text().index("\n[[rule]]") + 1
    return legend_text()[:at] + kinds + legend_text()[at:]


def laid(hexmap, where, own=OWN):
    """Lay hexsides of one's own, as ``{"0101/0102": "wall"}``."""
    border, names = hexmap.border.copy(), [one.key for one in own]
    for pair, name in where.items():
        one, other = (hexmap.index_of(number) for number in pair.split("/"))
        side = hexmap.layout.grid.side_towards(one, other)
        border[one, side] = border[other, (side + 3) % 6] = names.index(name) + 1
    return replace(hexmap, border=border, borders=own)


HEDGED = laid(TOY, {"0101/0102": "ditch", "0102/0103": "ditch", "0202/0203": "ditch", "0301/0302": "wall",
                    "0303/0304": "fence"})  # fmt: skip


def between(hexmap, pair):
    one, other = (hexmap.index_of(number) for number in pair.split("/"))
    return one, hexmap.layout.grid.side_towards(one, other)


def kind(hexmap, pair, *known):
    return kinds_of(hexmap, known=known).at(*between(hexmap, pair))


def test_to_rules_of_play_a_hexside_is_what_it_resembles_and_what_lies_there_stays():
    assert (kind(HEDGED, "0102/0103").water, kind(HEDGED, "0102/0103").border) == ("stream", "")
    # A river is more than a ditch; a cliff is no water; a fence is nothing.
    assert kind(HEDGED, "0202/0203").water == "river"
    assert (kind(HEDGED, "0301/0302").water, kind(HEDGED, "0301/0302").slope) == ("none", "cliff")
    assert kind(HEDGED, "0303/0304") == kind(TOY, "0303/0304")
    # What is drawn and exported is the ground, not what it is played as.
    assert not HEDGED.slope.any()
    assert np.array_equal(HEDGED.hexside, TOY.hexside)
    assert kind(HEDGED, "0303/0304") == kind(HEDGED, "0304/0303")


def test_to_rules_that_name_it_a_hexside_is_itself_and_no_longer_what_it_resembles():
    assert kind(HEDGED, "0102/0103", "ditch")[2:] == kind(TOY, "0102/0103")._replace(border="ditch")[2:]
    both = kind(HEDGED, "0202/0203", "ditch", "moat")
    assert (both.water, both.border) == ("river", "ditch")
    # Of the others nothing changes, and no bridge is thought up over what is named.
    assert kind(HEDGED, "0301/0302", "ditch").slope == "cliff"
    assert (kind(HEDGED, "0101/0102", "ditch").crossing, kind(HEDGED, "0101/0102", "ditch").road) == ("none", "main")


def test_a_road_goes_through_what_only_resembles_water():
    assert (kind(HEDGED, "0101/0102").crossing, kind(HEDGED, "0101/0102").road) == ("bridge", "main")
    assert kind(HEDGED, "0102/0103").crossing == "none"
    assert not HEDGED.crossing.any()
    assert CROSSINGS[HEDGED.played_crossing[between(HEDGED, "0101/0102")]] == "bridge"
    # Over the river the map itself says whether there is a bridge.
    assert kind(laid(TOY, {"0202/0203": "ditch"}), "0202/0203").crossing == "none"


def test_a_map_without_them_is_as_it_was():
    assert TOY.played_hexside is TOY.hexside
    assert TOY.played().slope is TOY.slope
    assert TOY.played_crossing is TOY.crossing
    assert laid(TOY, {}, ()).key == TOY.key


def test_they_are_part_of_the_key_by_all_that_they_are():
    other = replace(HEDGED, borders=(replace(OWN[0], colour="#112233"), *OWN[1:]))
    less = laid(TOY, {"0101/0102": "ditch"})
    assert len({TOY.key, HEDGED.key, other.key, less.key}) == 4
    assert replace(HEDGED).key == HEDGED.key


def test_a_map_that_says_otherwise_from_the_other_side_is_not_sound():
    border = HEDGED.border.copy()
    border[between(HEDGED, "0303/0304")] = 1
    (one, other) = (str(one) for one in problems(replace(HEDGED, border=border)))
    assert one == "hexside 0303/0304: border differs seen from its two sides; give both sides one value"
    assert other.startswith("hexside 0304/0303: border differs")
    strange = replace(HEDGED, border=np.full_like(border, 9))
    assert any("code 9 has no name" in str(one) for one in problems(strange))


def test_a_geopackage_keeps_them_and_says_how_they_look(tmp_path):
    write(HEDGED, tmp_path / "map.gpkg")
    back = read(tmp_path / "map.gpkg")
    assert (back.key, back.borders) == (HEDGED.key, OWN)
    assert np.array_equal(back.border, HEDGED.border)
    with closing(sqlite3.connect(tmp_path / "map.gpkg")) as file:
        (count,) = file.execute("SELECT count(*) FROM hexsides WHERE border = 'ditch'").fetchone()
        (styled,) = file.execute("SELECT styleQML FROM layer_styles WHERE styleName = 'hexsides'").fetchone()
    assert count == 3
    assert "border = 'ditch'" in styled
    assert "16,64,96" in styled
    assert "border" not in style_of("hexsides")
    write(TOY, tmp_path / "plain.gpkg")
    with closing(sqlite3.connect(tmp_path / "plain.gpkg")) as file:
        assert "border" not in [row[1] for row in file.execute("PRAGMA table_info(hexsides)")]


@pytest.mark.parametrize(
    "spoil",
    [
        {"resembles": "jungle"}, {"key": "river"}, {"key": "x' OR 1"}, {"colour": "red"}, {"width": -1.0},
        {"width": True}, {"width": 7}, {"pattern": "waves"}, {"symbol": "stars"}, {"more": "words"}, {"symbol": 7},
    ],
)  # fmt: skip
def test_a_strangers_kind_that_means_nothing_is_refused(tmp_path, spoil):
    path = tmp_path / "map.gpkg"
    write(HEDGED, path)
    with closing(sqlite3.connect(path)) as file, file:
        (text,) = file.execute("SELECT value FROM meta WHERE key = 'borders'").fetchone()
        rows = json.loads(text)
        rows[0] |= spoil
        file.execute("UPDATE meta SET value = ? WHERE key = 'borders'", (json.dumps(rows),))
    with pytest.raises(ProblemsFound, match="table meta has no use for borders"):
        read(path)


def test_they_are_put_down_and_taken_away_by_hand_and_in_qgis(tmp_path):
    lines = "border wall sides 0401/0402 -- seen; a sheet\nborder none sides 0301/0302 -- gone; a sheet\n"
    found = read_text(lines, "c.txt", TOY.shown_names, TOY.layout)
    done = apply_corrections(HEDGED, found)
    assert not done.conflicts
    assert done.hexmap.border_names[done.hexmap.border[between(HEDGED, "0401/0402")]] == "wall"
    assert [(d.place, d.what, d.before, d.after) for d in diff(HEDGED, done.hexmap) if d.what == "border"] == [
        ("0301/0302", "border", "wall", "none"), ("0401/0402", "border", "none", "wall"),
    ]  # fmt: skip
    write(HEDGED, tmp_path / "map.gpkg")
    with closing(sqlite3.connect(tmp_path / "map.gpkg")) as file, file:
        file.execute("UPDATE hexsides SET border = 'fence' WHERE border = 'wall'")
    (edit,) = corrections_from(HEDGED, tmp_path / "map.gpkg")
    assert (edit.what, edit.value) == ("border", "fence")
    edited = apply_corrections(HEDGED, [edit]).hexmap
    assert edited.border_names[edited.border[between(HEDGED, "0301/0302")]] == "fence"


def test_a_correction_to_a_kind_that_the_map_has_not_is_told():
    (one,) = read_text("border moat sides 0401/0402 -- seen; a sheet", "c.txt", TOY.shown_names, TOY.layout)
    (conflict,) = apply_corrections(HEDGED, [one]).conflicts
    assert "border is 'moat'" in str(conflict)
    assert "fence" in str(conflict)


def test_another_legend_keeps_what_it_knows():
    tuned = retune(HEDGED, parse_legend(own_text(), "my.toml"))
    assert [tuned.border_names[tuned.border[between(HEDGED, pair)]] for pair in ("0301/0302", "0102/0103")] == [
        "wall", "none",
    ]  # fmt: skip
    assert tuned.borders[0].resembles == "steep"


def test_the_card_of_a_hex_and_exports_name_them():
    told = explain(HEDGED, HEDGED.index_of("0102"))
    assert "S towards 0103: ditch (played as stream)" in told.to_text()
    assert {(side.border, side.border_played_as) for side in told.sides} == {("ditch", "stream")}
    told_of = [one["properties"] for one in to_geojson(HEDGED)["features"]]
    sides = [row for row in told_of if row["layer"] == "hexsides"]
    assert {row["hexes"]: row["border"] for row in sides}["0303/0304"] == "fence"


def test_the_drawing_has_them_in_every_scheme_and_the_legend_a_row():
    shapes = Shapes(HEDGED)
    drawn = [item for item in ground_scene(shapes, LEVELS[-1], shapes.box).items if item.layer == "hexsides"]
    assert {item.colour for item in drawn} == {"own.#802020", "own.#104060", "own.#5b4a3a"}
    keys = {key.words: key for key in legend_keys(shapes, LEVELS[-1], shapes.box) if key.look == "border"}
    assert set(keys) == {"wall", "ditch", "fence"}
    walled = Shapes(laid(TOY, {"0101/0102": "wall"}))
    assert "fence" not in {key.words for key in legend_keys(walled, LEVELS[-1], shapes.box)}
    assert swatch(keys["wall"], shipped_palette()).items
    schemes = drawing_data(HEDGED, "there")["schemes"]
    assert schemes["full"]["colours"]["own.#104060"] == "#104060"
    assert schemes["low_ink"]["colours"]["own.#104060"] != "#104060"
    greys = [schemes["black"]["colours"][f"own.{one.colour}"] for one in OWN]
    assert all(len({one[1:3], one[3:5], one[5:]}) == 1 for one in greys)
    assert len(set(greys)) == len(OWN)


def test_faults_of_kinds_are_told_by_line():
    faulty = KINDS.replace('"steep"', '"steeb"').replace("#802020", "#80202").replace('"bushes"', '"bushs"')
    faulty = faulty.replace('{ barrier = ["hedge"] }', '"hedges"').replace("0.4", "4")
    with pytest.raises(ProblemsFound) as caught:
        parse_legend(own_text(faulty), "my.toml")
    told = "\n".join(str(problem) for problem in caught.value.problems)
    for part in ("'steeb'; did you mean 'steep'?", "'#80202', no colour", "'bushs'; did you mean 'bushes'?",
                 "has 'hedges'; write the tags", "share_at_least is 4, out of range"):  # fmt: skip
        assert part in told
    for name, what in (("river", "is a kind of the program already"), ("Wall", "is no name for a kind")):
        with pytest.raises(ProblemsFound, match=what):
            parse_legend(own_text(KINDS.replace("hexside.wall", f"hexside.{name}")), "my.toml")
    with pytest.raises(ProblemsFound, match="hexside is no table of kinds"):
        parse_legend('hexside = ["wall"]\n' + legend_text(), "my.toml")


AREA = """
name = "Toytown"
legend = "my.toml"
[box]
west = 6.0
south = 50.0
east = 6.1
north = 50.06
[hexes]
width_km = 0.5
[sources]
features = {features}
"""


def made(folder, features='"toy.osm.pbf"', kinds=KINDS):
    (folder / "my.toml").write_text(own_text(kinds), "utf-8")
    (folder / "area.toml").write_text(AREA.format(features=features), "utf-8")
    return build(read_area(folder / "area.toml"))


def near(hexmap, name, north):
    """Say whether a kind lies on a hexside of each hex along a parallel."""
    code = hexmap.border_names.index(name)
    hexes = {int(hexes_at(hexmap.layout, [(6.03 + k * 0.005, north)])[0]) for k in range(8)}
    return {bool((hexmap.border[index] == code).any()) for index in hexes}


def test_lines_of_the_sources_draw_them_and_short_ones_by_their_share(tmp_path):
    toy = OsmWorld()
    toy.way([(6.02, 50.01), (6.08, 50.01)], barrier="wall")
    toy.way([(6.02, 50.05), (6.08, 50.05)], barrier="fence")
    # A hexside is 289 m long: one hedge of 72 m is a quarter of it, two make up 0.4.
    for lon, many in ((6.02, 1), (6.06, 2)):
        for k in range(many):
            toy.way([(lon, 50.03 + 0.0001 * k), (lon + 0.001, 50.03 + 0.0001 * k)], barrier="hedge")
    toy.write(tmp_path / "toy.osm.pbf")
    hexmap = made(tmp_path)
    assert problems(hexmap) == []
    assert near(hexmap, "wall", 50.01) == {True}
    assert not near(hexmap, "wall", 50.05) - {False}
    hedges = np.argwhere(hexmap.border == hexmap.border_names.index("hedge"))
    here = int(hexes_at(hexmap.layout, [(6.0605, 50.03)])[0])
    assert len(hedges) == 2
    assert here in hedges[:, 0]
    assert any("sunken road" in note for note in hexmap.notes) is False
    assert "wall" in explain(hexmap, int(hexes_at(hexmap.layout, [(6.05, 50.01)])[0])).to_text()


@pytest.mark.parametrize(("asked", "count"), [("metres_at_least = 100", 1), ("metres_at_least = 150", 0),
                                              ("metres_at_least = 60", 2), ("share_at_least = 0.2", 2)])  # fmt: skip
def test_a_hexside_may_ask_for_metres_in_place_of_a_share(tmp_path, asked, count):
    """Of two hexsides of 289 m one has one hedge of 72 m beside it, the other two: 72 and 144 m."""
    toy = OsmWorld()
    for lon, many in ((6.02, 1), (6.06, 2)):
        for k in range(many):
            toy.way([(lon, 50.03 + 0.0001 * k), (lon + 0.001, 50.03 + 0.0001 * k)], barrier="hedge")
    toy.write(tmp_path / "toy.osm.pbf")
    hexmap = made(tmp_path, kinds=KINDS.replace("share_at_least = 0.4", asked))
    assert (hexmap.border == hexmap.border_names.index("hedge")).sum() == 2 * count


def test_an_attribute_of_a_layer_draws_them_and_the_layer_is_not_asked_about(tmp_path):
    def line(north, klasse):
        shape = {"type": "LineString", "coordinates": [[6.02, north], [6.08, north]]}
        return {"type": "Feature", "properties": {"klasse": klasse}, "geometry": shape}

    features = [line(50.02, "Hecke"), line(50.04, "Zaun")]
    (tmp_path / "bounds.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    asked = KINDS.replace('"bounds"', '"bounds.geojson"')
    hexmap = made(tmp_path, '"bounds.geojson"', asked)
    assert near(hexmap, "hedge", 50.02) == {True}
    assert not near(hexmap, "hedge", 50.04) - {False}
    assert not [one for one in hexmap.doubts if "bounds" in one.place]
    assert any("makes a hexside wall" in note for note in hexmap.notes)
    other = made(tmp_path, '"bounds.geojson"', asked.replace('"bounds.geojson"', '"walls.shp"'))
    assert [one for one in other.doubts if "bounds" in one.place]


def test_what_is_played_follows_every_code():
    """Against the rule itself: of water and slope that counts which is more, over random maps."""
    dice = np.random.default_rng(7)
    for _ in range(20):
        border = np.zeros_like(TOY.border)
        once = np.argwhere(TOY.neighbour > np.arange(len(TOY))[:, None])
        for index, side in once.tolist():
            border[index, side] = border[TOY.neighbour[index, side], (side + 3) % 6] = dice.integers(0, 4)
        hexmap = replace(TOY, border=border, borders=OWN)
        for index, side in once.tolist():
            code = int(border[index, side])
            like = OWN[code - 1].resembles if code else "none"
            wet = HEXSIDES.index(like) if like in HEXSIDES else 0
            steep = SLOPES.index(like) if like in SLOPES else 0
            met = kinds_of(hexmap).at(index, side)
            assert met.water == HEXSIDES[max(wet, int(TOY.hexside[index, side]))]
            assert met.slope == SLOPES[max(steep, int(TOY.slope[index, side]))]


def test_rules_of_play_ask_for_what_is_played():
    """What lies bare on a hexside would leave out hexsides of the map's own, on that map alone."""
    bare = re.compile(r"\bmap\.(hexside|slope|crossing)\[|\bhexmap\.(hexside|slope)\[")
    folder = Path(campaign.__file__).parent
    # Whoever writes "across the river" means what is drawn.
    files = [path for path in folder.rglob("*.py") if path.parent.name != "spoken"]
    found = [path.name for path in files if bare.search(path.read_text("utf-8"))]
    assert found == []
