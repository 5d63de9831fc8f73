from __future__ import annotations

from importlib.resources import files

import pytest

from maps.derive.legend import TERRAIN
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
