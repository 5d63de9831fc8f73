"""Terrain of a map's own: read, decided, kept, drawn, corrected; to rules of play it is what it resembles."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from maps.derive.hand.handwork import apply_corrections
from maps.derive.legend import TERRAIN, legend_text, parse_legend, shipped_legend
from maps.explain import explain
from maps.gpkg.reader import read
from maps.gpkg.style import style_of
from maps.gpkg.writer import write
from maps.grid.kinds import kinds_of
from maps.hand.compare import diff
from maps.hand.edits import corrections_from
from maps.hand.retune import changes, retune
from maps.ownterrain import own_palette
from maps.palette import shipped_palette
from maps.problems import ProblemsFound
from maps.record import Correction
from maps.shapes.shapes import Shapes
from scenarios.drawing.legend import legend_keys, swatch
from scenarios.drawing.levels import LEVELS
from scenarios.formats.msdl import msdl
from tests.scenarios.formats.golden import golden
from webui.desk.drawn.packets import drawing_data
from webui.desk.payload import ground_payload

KINDS = """
[kind.hop_gardens]
resembles = "orchard"
tint = "#e8a0c0"
mark = "#802050"
mark_kind = "hedge"

[kind.burnt_forest]
resembles = "woods_dense"

[[rule]]
name = "hop gardens: crops three tenths"
terrain = "hop_gardens"
share_of = ["crops"]
share_at_least = 0.3

"""


def own_text(kinds=KINDS):
    """Give the shipped legend with kinds and a rule of one's own before all others."""
    at = legend_text().index("\n[[rule]]") + 1
    return legend_text()[:at] + kinds + legend_text()[at:]


@pytest.fixture(scope="module")
def hops(ardennes):
    """The Ardennes with hop gardens where the crops are."""
    return retune(ardennes, parse_legend(own_text(), "my.toml"))


def some(hexmap, name="hop_gardens"):
    return np.flatnonzero((hexmap.terrain == hexmap.shown_names.index(name)) & hexmap.inside)


def test_ground_is_decided_by_rules_that_name_a_kind_of_ones_own(hops):
    assert hops.shown_names == (*TERRAIN, "hop_gardens", "burnt_forest")
    assert hops.terrain_names == (*TERRAIN, "orchard", "woods_dense")
    here = some(hops)
    assert len(here) > 20
    crops = hops.cover[:, hops.cover_names.index("crops")]
    painted = [hops.rule_names[code].startswith("corrected") for code in hops.rule]
    assert set(here.tolist()) == set(np.flatnonzero((crops >= 0.3 - 1e-6) & ~np.array(painted)).tolist())


def test_to_rules_of_play_it_is_what_it_resembles_and_to_a_reader_itself(hops):
    index = int(some(hops)[0])
    assert (hops.terrain_of(index), hops.shown_of(index)) == ("orchard", "hop_gardens")
    told = explain(hops, index)
    assert (told.terrain, told.played_as, told.rule) == ("hop_gardens", "orchard", "hop gardens: crops three tenths")
    assert told.reasons
    assert "to the rules of play it is orchard" in told.to_text()
    plain = own_text(KINDS.replace('terrain = "hop_gardens"', 'terrain = "orchard"'))
    as_orchard = retune(hops, parse_legend(plain, "my.toml"))
    assert not len(some(as_orchard))
    assert {*kinds_of(hops).kinds} == {*kinds_of(as_orchard).kinds}
    named = kinds_of(hops, known=("hop_gardens", "heath_of_mine"))
    assert "hop_gardens" in {kind.there for kind in named.kinds}
    assert {kind._replace(here="", there="") for kind in named.kinds} == {
        kind._replace(here="", there="") for kind in kinds_of(hops).kinds
    }
    assert changes(hops, as_orchard) == [("hop_gardens", "orchard", len(some(hops)))]


def test_it_is_part_of_the_key_by_all_that_it_is(ardennes, hops):
    assert retune(ardennes, shipped_legend()).key != hops.key
    other = replace(hops, own=(replace(hops.own[0], tint="#102030"), hops.own[1]))
    named = replace(hops, own=(replace(hops.own[0], key="vines"), hops.own[1]))
    assert len({hops.key, other.key, named.key}) == 3
    assert replace(hops).key == hops.key


def test_a_geopackage_keeps_it_and_says_how_it_looks(hops, tmp_path):
    write(hops, tmp_path / "map.gpkg")
    back = read(tmp_path / "map.gpkg")
    assert (back.key, back.own, back.shown_names) == (hops.key, hops.own, hops.shown_names)
    with closing(sqlite3.connect(tmp_path / "map.gpkg")) as file:
        rows = file.execute("SELECT count(*) FROM hexes WHERE terrain = 'hop_gardens'").fetchone()
        (styled,) = file.execute("SELECT styleQML FROM layer_styles WHERE styleName = 'hexes'").fetchone()
    assert rows == (len(some(hops)) + int(np.sum(~hops.inside & (hops.terrain == len(TERRAIN)))),)
    assert 'value="hop_gardens"' in styled
    assert "232,160,192" in styled
    assert "hop_gardens" not in style_of("hexes")


@pytest.mark.parametrize(
    "spoil",
    [
        {"resembles": "jungle"}, {"key": "open"}, {"key": "x' OR 1"}, {"tint": "red"}, {"tint": "#12345g"},
        {"mark_kind": "stars"}, {"resembles": "heath"}, {"more": "words"}, {"mark": 7},
    ],
)  # fmt: skip
def test_a_strangers_kind_that_means_nothing_is_refused(hops, tmp_path, spoil):
    path = tmp_path / "map.gpkg"
    write(hops, path)
    with closing(sqlite3.connect(path)) as file, file:
        (text,) = file.execute("SELECT value FROM meta WHERE key = 'own'").fetchone()
        rows = json.loads(text)
        rows[0] |= spoil
        file.execute("UPDATE meta SET value = ? WHERE key = 'own'", (json.dumps(rows),))
    with pytest.raises(ProblemsFound, match="table meta has no use for own"):
        read(path)


def test_edits_in_qgis_and_corrections_by_hand_know_it(hops, tmp_path):
    write(hops, tmp_path / "map.gpkg")
    index = int(np.flatnonzero((hops.terrain == TERRAIN.index("open")) & hops.inside)[0])
    with closing(sqlite3.connect(tmp_path / "map.gpkg")) as file, file:
        file.execute("UPDATE hexes SET terrain = 'burnt_forest' WHERE number = ?", (hops.number(index),))
    found = corrections_from(hops, tmp_path / "map.gpkg")
    assert [(one.what, one.value) for one in found] == [("terrain", "burnt_forest")]
    done = apply_corrections(hops, found)
    assert not done.conflicts
    assert done.hexmap.shown_of(index) == "burnt_forest"
    assert [(d.what, d.before, d.after) for d in diff(hops, done.hexmap) if d.what == "terrain"] == [
        ("terrain", "open", "burnt_forest")
    ]
    kept = retune(done.hexmap, parse_legend(own_text(), "my.toml"))
    assert kept.shown_of(index) == "burnt_forest"


def test_a_correction_to_a_kind_that_the_map_has_not_is_told(ardennes, hops):
    point = Correction("a", "terrain", "hop_gardens", "point", ((5.7175, 50.0005),), why="seen", source="map")
    (conflict,) = apply_corrections(ardennes, [point]).conflicts
    assert "hop_gardens" in str(conflict)
    assert not apply_corrections(hops, [replace(point, value="burnt_forest")]).conflicts


def test_what_a_legend_without_the_kind_leaves_painted_is_what_it_resembled(hops):
    index = int(np.flatnonzero((hops.terrain == TERRAIN.index("open")) & hops.inside)[0])
    painted = replace(
        hops, terrain=np.where(np.arange(len(hops)) == index, len(TERRAIN) + 1, hops.terrain).astype(np.uint8),
        rule=np.where(np.arange(len(hops)) == index, len(hops.rule_names), hops.rule).astype(np.uint8),
        rule_names=(*hops.rule_names, "corrected by hand"),
    )  # fmt: skip
    assert retune(painted, shipped_legend()).shown_of(index) == "woods_dense"


def test_the_drawing_has_its_colours_in_every_scheme(hops):
    shapes = Shapes(hops)
    assert shapes.colour("hop_gardens", "floor") == "own.#e8a0c0"
    assert shapes.colour("open", "floor") == "terrain.open.floor"
    assert shapes.colour("burnt_forest", "floor") == f"own.{shipped_palette().terrain['woods_dense'].floor}"
    keys = {key.words: key for key in legend_keys(shapes, LEVELS[-1], shapes.box)}
    assert "hop gardens" in keys
    for name in shipped_palette().scheme:
        palette = shipped_palette().in_scheme(name)
        drawn = swatch(keys["hop gardens"], palette)
        assert {palette.colour(item.colour) for item in drawn.items if hasattr(item, "colour")}
    low = shipped_palette().in_scheme("low_ink")
    assert low.colour("own.#000000") != "#000000"
    assert shipped_palette().colour("own.#e8a0c0") == "#e8a0c0"


def test_the_page_gets_its_names_and_colours(hops):
    ground = ground_payload(hops)
    assert ground["terrain_names"][-2:] == ["hop_gardens", "burnt_forest"]
    assert ground["palette"]["terrain"]["hop_gardens"]["tint"] == "#e8a0c0"
    schemes = drawing_data(hops, "there")["schemes"]
    assert schemes["full"]["colours"]["own.#e8a0c0"] == "#e8a0c0"
    assert schemes["low_ink"]["colours"]["own.#e8a0c0"] != "#e8a0c0"


def test_a_wood_of_its_own_colour_is_not_hidden_under_trees():
    own = parse_legend(own_text(KINDS.replace('"woods_dense"', '"woods_dense"\ntint = "#8c8278"')), "").own
    row = own_palette(shipped_palette(), own).terrain["burnt_forest"]
    assert (row.tint, row.is_wood, row.stands_m) == ("#8c8278", False, 18)


def test_bands_of_height_part_where_the_legend_says(ardennes, tmp_path):
    own = retune(ardennes, parse_legend(own_text("[heights]\nbands_m = [200, 350, 500]\n"), "my.toml"))
    assert Shapes(own).band_floors == (200.0, 350.0, 500.0)
    assert len(Shapes(ardennes).band_floors) > 3
    assert own.key != retune(ardennes, shipped_legend()).key
    write(own, tmp_path / "map.gpkg")
    assert read(tmp_path / "map.gpkg").bands_m == (200.0, 350.0, 500.0)
    words = [key.words for key in legend_keys(Shapes(own), LEVELS[-1], Shapes(own).box) if key.look == "band"]
    assert words == ["under 200 m", "200 to 350 m", "350 to 500 m", "over 500 m"]
    text = '[heights]\nbands_m = [200, 350]\nnames = ["Flats", "Slopes", "Hohes Venn"]\n'
    named = retune(ardennes, parse_legend(own_text(text), "my.toml"))
    words = [key.words for key in legend_keys(Shapes(named), LEVELS[-1], Shapes(named).box) if key.look == "band"]
    assert words == ["Flats, under 200 m", "Slopes, 200 to 350 m", "Hohes Venn, over 350 m"]
    assert named.key != retune(ardennes, parse_legend(own_text("[heights]\nbands_m = [200, 350]\n"), "my.toml")).key
    write(named, tmp_path / "named.gpkg")
    back = read(tmp_path / "named.gpkg")
    assert (back.key, back.band_names) == (named.key, ("Flats", "Slopes", "Hohes Venn"))
    with closing(sqlite3.connect(tmp_path / "named.gpkg")) as file, file:
        file.execute("UPDATE meta SET value = '[\"one\"]' WHERE key = 'band_names'")
    with pytest.raises(ProblemsFound, match="no use for band_names"):
        read(tmp_path / "named.gpkg")
    for wrong in ('["Flats"]', '["a", "b", 7]', '["a", "b", "\\u202e"]'):
        with pytest.raises(ProblemsFound, match=r"heights\.names"):
            parse_legend(own_text(f"[heights]\nbands_m = [200, 350]\nnames = {wrong}\n"), "my.toml")
    for wrong in ("[300, 200]", "[1, 2, 3, 4, 5, 6, 7, 8]", '["high"]', "[]", "7", "[20000]"):
        with pytest.raises(ProblemsFound, match=r"heights\.bands_m is"):
            parse_legend(own_text(f"[heights]\nbands_m = {wrong}\n"), "my.toml")


def test_faults_of_kinds_are_told_by_line():
    faulty = KINDS.replace('"orchard"', '"orchad"').replace("#802050", "#80205").replace('"hedge"', '"hedges"')
    with pytest.raises(ProblemsFound) as caught:
        parse_legend(own_text(faulty), "my.toml")
    told = [str(problem) for problem in caught.value.problems]
    assert any("'orchad'; did you mean 'orchard'?" in line for line in told)
    assert any("'#80205', no colour" in line for line in told)
    assert any("'hedges'; did you mean 'hedge'?" in line for line in told)
    for name, what in (("open", "is a kind of the program already"), ("Hops", "is no name for a kind")):
        with pytest.raises(ProblemsFound, match=what):
            parse_legend(own_text(KINDS.replace("kind.burnt_forest", f"kind.{name}")), "my.toml")
    with pytest.raises(ProblemsFound, match="did you mean 'hop_gardens'"):
        parse_legend(own_text(KINDS.replace('terrain = "hop_gardens"', 'terrain = "hop_garden"')), "my.toml")
    with pytest.raises(ProblemsFound, match="kind is no table of kinds"):
        parse_legend('kind = ["hops"]\n' + legend_text(), "my.toml")


def test_files_for_other_programs_say_what_ground_of_ones_own_is_shown_as(hops):
    said = "show hop gardens as orchard, burnt forest as woods dense"
    shown = replace(golden(), hexmap=hops, units=(), spells=())
    assert shown.facts["terrain"].endswith(said)
    assert said in msdl(shown).decode()
    assert "terrain" not in golden().facts
