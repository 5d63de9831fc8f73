"""Legends are read whole, and their faults told all together."""

from __future__ import annotations

import pytest

from maps.derive.covers import COVERS
from maps.derive.legend import TERRAIN, Limit, Share, legend_text, read_legend, shipped_legend
from maps.problems import ProblemsFound

REST = (
    f"[overlaps]\nprecedence = {list(COVERS)!r}\n"
    "[places]\ncity_from = 3\ntown_from = 2\nlarge_village_from = 1\n"
    "[rivers]\nstream_from_km2 = 1\nriver_from_km2 = 2\nmajor_river_from_km2 = 3\n"
)
LAST = '[[rule]]\nname = "rest"\nterrain = "open"\n'


def faults(tmp_path, text):
    path = tmp_path / "my.toml"
    path.write_text(text)
    with pytest.raises(ProblemsFound) as caught:
        read_legend(path)
    return [str(problem) for problem in caught.value.problems]


def rule(name, terrain, *lines):
    return f'[[rule]]\nname = "{name}"\nterrain = "{terrain}"\n' + "\n".join(lines) + "\n"


def test_the_shipped_legend_written_out_is_read_the_same(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(legend_text(), "utf-8")
    assert read_legend(path) == shipped_legend()


def test_all_kinds_of_conditions_are_read(tmp_path):
    path = tmp_path / "my.toml"
    more = 'shares = [{of = ["sand", "beach"], at_least = 0.2}, {of = ["water"], at_most = 0.5}]'
    lines = ('share_of = ["bare"]', "share_at_least = 0.1", more, "near_sea = true", "slope_at_least_deg = 3")
    path.write_text(rule("r", "beach", *lines) + LAST + REST)
    first, last = read_legend(path).rules
    assert first.shares == (Share(("bare",), 0.1), Share(("sand", "beach"), 0.2), Share(("water",), 0.0, 0.5))
    assert first.limits == (Limit("slope_at_least_deg", 3),)
    assert first.waters == ("near_sea",)
    assert last.is_free
    assert read_legend(path).precedence == COVERS


def test_a_legend_with_faults_tells_them_all(tmp_path):
    found = faults(
        tmp_path,
        '[[cover]]\nname = "trees"\n'
        + rule("r", "wood", 'share_of = ["forrest"]', "share_atleast = 1", "sea = 1")
        + LAST
        + REST.replace("river_from_km2 = 2", "river_from_km2 = -1"),
    )
    assert found == [
        "my.toml, line 1: cover is not known here; did you mean 'overlaps'?",
        "my.toml, line 3: rule.0.share_at_least is missing; give a number from 0 to 1",
        "my.toml, line 5: rule.0.terrain is 'wood'; known are " + ", ".join(sorted(TERRAIN)),
        "my.toml, line 6: rule.0.share_of names the cover 'forrest'; did you mean 'forest'?",
        "my.toml, line 7: rule.0.share_atleast is not known here; did you mean 'share_at_least'?",
        "my.toml, line 8: rule.0.sea is 1; write true, or leave it out",
        "my.toml, line 20: rivers.river_from_km2 is -1, out of range; give a number from 0 to 1e+09",
    ]


def test_an_empty_legend_says_what_it_needs(tmp_path):
    assert "my.toml: rule is missing; write at least one [[rule]] with name and terrain" in faults(tmp_path, "")


def test_the_last_rule_must_take_what_is_left(tmp_path):
    (fault,) = faults(tmp_path, rule("wet", "marsh", "people_at_least = 1") + REST)
    assert fault == (
        "my.toml, line 1: rule.0 has conditions, so a hex may fulfil no rule (wet); "
        "end with a rule that has only name and terrain"
    )


@pytest.mark.parametrize(
    ("early", "late"),
    [
        ((), ("people_at_least = 5",)),
        (("people_at_least = 5",), ("people_at_least = 5",)),
        (("people_at_least = 5",), ("people_at_least = 6", "near_sea = true")),
        (("place_rank_at_most = 3",), ("place_rank_at_most = 2",)),
        (('share_of = ["forest", "scrub"]', "share_at_least = 0.3"), ('share_of = ["scrub"]', "share_at_least = 0.3")),
        (('shares = [{of = ["forest"], at_most = 0.3}]',), ('shares = [{of = ["forest", "scrub"], at_most = 0.2}]',)),
    ],
)
def test_a_rule_behind_one_that_takes_all_its_hexes_is_told(tmp_path, early, late):
    found = faults(tmp_path, rule("first", "town", *early) + rule("second", "city", *late) + LAST + REST)
    assert "rule.1 is never reached: 'first' before it takes every such hex (second)" in found[0]


@pytest.mark.parametrize(
    ("early", "late"),
    [
        (("people_at_least = 5",), ("people_at_least = 4",)),
        (("near_sea = true",), ("people_at_least = 4",)),
        (("hex_width_less_than_km = 2",), ("hex_width_less_than_km = 3",)),
        (('share_of = ["scrub"]', "share_at_least = 0.3"), ('share_of = ["forest", "scrub"]', "share_at_least = 0.3")),
        (('shares = [{of = ["forest", "scrub"], at_most = 0.3}]',), ('shares = [{of = ["forest"], at_most = 0.3}]',)),
    ],
)
def test_a_rule_that_takes_other_hexes_too_is_no_fault(tmp_path, early, late):
    path = tmp_path / "my.toml"
    path.write_text(rule("first", "town", *early) + rule("second", "city", *late) + LAST + REST)
    assert len(read_legend(path).rules) == 3


def test_rules_that_contradict_themselves_are_told(tmp_path):
    found = faults(
        tmp_path,
        rule("thin", "open", 'shares = [{of = ["forest"], at_least = 0.5, at_most = 0.4}]')
        + rule("none", "city", "hex_width_at_least_km = 6", "hex_width_less_than_km = 2")
        + LAST
        + REST,
    )
    assert [text.split(": ", 1)[1] for text in found] == [
        "rule.0 can never hold: forest at least 0.5 and at most 0.4 (thin); mend its limits",
        "rule.1 can never hold: hexes at least 6 km and less than 2 km wide (none); mend its limits",
    ]


def test_precedence_names_every_cover_once(tmp_path):
    covers = [*COVERS[1:-1], "forest", "mud"]
    found = faults(tmp_path, LAST + REST.replace(repr(list(COVERS)), repr(covers)))
    assert [text.split(": ", 1)[1] for text in found] == [
        f"overlaps.precedence names the cover 'mud'; known are {', '.join(sorted(COVERS))}",
        f"overlaps.precedence leaves out {COVERS[0]}, {COVERS[-1]}; name every cover once",
        "overlaps.precedence names forest twice; name every cover once",
    ]
