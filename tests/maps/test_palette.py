from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from maps.derive.legend import TERRAIN
from maps.gpkg.style import style_of
from maps.palette import luminance, read_palette, shipped_palette
from maps.problems import ProblemsFound

TEXT = (files("maps") / "palette.toml").read_text("utf-8")


def said(text: str) -> str:
    with pytest.raises(ProblemsFound) as found:
        read_palette(text, "palette.toml")
    return str(found.value)


def test_every_terrain_class_has_a_tint():
    assert set(TERRAIN) == set(shipped_palette().terrain)


def test_neighbouring_tints_of_woods_and_open_differ_in_grey_too():
    terrain = shipped_palette().terrain
    steps = [luminance(terrain[name].tint) for name in ("open", "woods_open", "woods_dense")]
    assert steps[0] - steps[1] > 0.1
    assert steps[1] - steps[2] > 0.1


def test_no_two_sides_of_a_campaign_look_alike():
    styles = shipped_palette().side_styles(["#7d8a7a", "#8f8a4a", "#7d8a7a"])
    assert len({style.pattern for style in styles}) == 3
    assert len({style.fill for style in styles}) == 3
    assert abs(luminance(styles[0].fill) - luminance(styles[1].fill)) > 0.09


def test_a_colour_that_is_none_is_refused_with_its_place():
    assert "palette.toml, terrain.open.tint: 'beige' is no colour" in said(TEXT.replace('"#efe6c8"', '"beige"'))


def test_an_unknown_mark_suggests_a_known_one():
    assert "did you mean 'tree'?" in said(TEXT.replace('mark_kind = "tree"', 'mark_kind = "tres"', 1))


def test_an_unknown_pattern_suggests_a_known_one():
    assert "did you mean 'bars'?" in said(TEXT.replace('pattern = "bars"', 'pattern = "bar"', 1))


def test_an_unknown_key_of_a_group_is_named():
    text = said(TEXT.replace('mark_kind = "marsh"', 'mark_sort = "marsh"', 1))
    assert "palette.toml, terrain.marsh" in text
    assert "mark_sort" in text


def test_missing_and_unknown_top_keys_come_together():
    text = said(TEXT.replace('paper = "#f6efdc"', 'papr = "#f6efdc"'))
    assert "'paper' is missing" in text
    assert "palette.toml, papr: is no key of a palette; did you mean 'paper'?" in text


def test_text_that_is_no_toml_says_where():
    assert "palette.toml: is no TOML" in said("paper = ")


def test_terrain_is_what_has_a_row_in_the_order_of_the_rows():
    assert tuple(shipped_palette().terrain) == TERRAIN
    assert TERRAIN[:5] == ("open", "pasture", "heath", "woods_open", "woods_dense")
    assert TERRAIN[-1] == "ice"


def test_woods_and_water_are_told_by_their_rows():
    terrain = shipped_palette().terrain
    assert {name for name, row in terrain.items() if row.is_wood} == {"woods_open", "woods_dense"}
    assert {name for name, row in terrain.items() if row.water} == {"water", "sea"}


@pytest.mark.parametrize(
    ("known", "wrong", "words"),
    [
        ('letter = "p"', 'letter = "w"', "the letter 'w' is no single one, or another terrain's"),
        ('letter = "p"', 'letter = "pp"', "the letter 'pp' is no single one"),
        ("woods = [0.9, 1.0]", "woods = [0.9, 0.1]", "woods is no pair of shares"),
        ("stands_m = 18", "stands_m = -1", "a height is less than 0"),
    ],
)
def test_a_row_of_terrain_that_makes_no_sense_is_refused(known, wrong, words):
    assert words in said(TEXT.replace(known, wrong, 1))


def test_qgis_fills_each_terrain_with_the_tint_of_its_row():
    style = style_of("hexes")
    for name, row in shipped_palette().terrain.items():
        red, green, blue = (int(row.tint[k : k + 2], 16) for k in (1, 3, 5))
        assert f'value="{name}"' in style
        assert f"{red},{green},{blue}" in style


def test_no_script_of_the_map_keeps_a_list_of_terrain():
    """What a script needs to know of a terrain is in its row; colours of single ones it may look up."""
    folder = Path(__file__).parents[2] / "webui" / "static" / "map"
    # These words mean other things in scripts besides.
    plain = {"open", "water", "marsh", "town", "city", "village", "rough", "hills", "sea", "sand", "ice"}
    scripts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.js")}
    assert len(scripts) > 5
    named = {
        name: {terrain for terrain in set(TERRAIN) - plain if re.search(rf"\b{terrain}\b", text)}
        for name, text in scripts.items()
    }
    assert {name: found for name, found in named.items() if len(found) > 2} == {}
