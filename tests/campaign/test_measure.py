"""Distances in the rules' own unit, on the map and on a table."""

from __future__ import annotations

import math

import pytest

from campaign.engine.given import situation_of
from campaign.engine.measure import measured, table_mm_per_hex
from campaign.systems.catalogue import keys, ruleset


def on(key, more=""):
    rules = ruleset(key)
    return rules, situation_of(f"map 9x7\nwidth 2\nred infantry 1 0101\nblue infantry 7 0907\n{more}", rules)


def between(key, a, b):
    rules, situation = on(key)
    return measured(rules, situation, situation.map.index_of(a), situation.map.index_of(b))


@pytest.mark.parametrize("key", ["three_star_general", "two_star_general"])
def test_the_star_general_sets_count_hexes(key):
    assert between(key, "0101", "0104")[:2] == (3.0, "hex")
    assert table_mm_per_hex(*on(key)) is None


def test_d3_a_hex_is_six_inches_and_fractions_are_kept():
    """Three hexes in a column are 18 inches; two columns on, one row down: 1.5 columns of 6 / 2 * sqrt(3) ..."""
    assert between("d3_one_hour", "0101", "0104").value == 18
    # Columns stand 6 * sqrt(3) / 2 = 5.196 inches apart; 0101 to 0301 is two of them.
    assert between("d3_one_hour", "0101", "0301").value == pytest.approx(6 * math.sqrt(3), abs=1e-5)
    assert between("d3_one_hour", "0101", "0301").value == 10.392305, "as many places as anybody measures, not more"
    assert between("d3_one_hour", "0101", "0301").table_mm == 263.965
    assert between("d3_one_hour", "0101", "0104").table_mm == pytest.approx(18 * 25.4)
    assert table_mm_per_hex(*on("d3_one_hour")) == pytest.approx(152.4)


def test_zen_an_inch_is_a_third_of_a_mile():
    """A hex of 2 km is 2 / 0.536448 = 3.728 inches."""
    assert between("zen_operational", "0101", "0102").value == pytest.approx(2 / (1.609344 / 3), abs=2e-3)


def test_parkin_measures_in_movement_points():
    rules, situation = on("parkin_generic")
    found = measured(rules, situation, 0, situation.map.index_of("0102"))
    assert found.unit == "MP"
    assert found.value == pytest.approx(float(rules.play.scale(situation).per_hex))


@pytest.mark.parametrize("key", keys())
def test_every_system_says_its_scale_in_words(key):
    rules, situation = on(key)
    assert rules.play.scale(situation).says
    assert str(measured(rules, situation, 0, 1))


@pytest.mark.parametrize(("word", "flat_top"), [("", True), ("pointy\n", False)])
def test_a_drawn_map_lies_in_columns_unless_it_says_that_it_lies_in_rows(word, flat_top):
    situation = situation_of(f"{word}map 4x3\nred infantry 1 0101", ruleset("zen_operational"))
    assert situation.map.layout.grid.flat_top is flat_top
