"""ZN 4.1: scale."""

import pytest

from campaign.systems.zen.clock import daylight_turns
from campaign.systems.zen.space import hex_inches, hexes_within, inches, room_in_hex
from tests.campaign.zen.marching import INCH_M, THREE_INCHES, column
from tests.toyplay import toy_situation


def test_interpretation_inch_km_three_inches_are_a_mile():
    """1 inch is a third of a mile; a hex of 2 km is 3.73 inches wide."""
    assert hex_inches(toy_situation("..")) == pytest.approx(2.0 / (1.609344 / 3), abs=0.001)


def test_interpretation_inch_km_the_other_reading_is_five_centimetres_a_kilometre():
    """5 cm = 1 km, so an inch is 0.508 km."""
    situation = toy_situation("..", overrides={"inch_km": 0.508})
    assert hex_inches(situation) == pytest.approx(2.0 / 0.508)


def test_interpretation_distance_is_centre_to_centre():
    situation = toy_situation(column(5), width_m=THREE_INCHES)
    index = situation.map.index_of
    assert inches(situation, index("0101"), index("0105")) == pytest.approx(12.0)


def test_within_includes_the_figure():
    """At 3 inches a hex, 6 inches are two hexes and 5.9 one."""
    situation = toy_situation(column(5), width_m=THREE_INCHES)
    assert sorted(hexes_within(situation, 0, 6.0)) == [0, 1, 2]
    assert sorted(hexes_within(situation, 0, 5.9)) == [0, 1]


@pytest.mark.parametrize(("start", "turns"), [("1944-12-16", 2), ("1944-09-17", 3), ("1944-06-06", 4)])
def test_a_day_has_two_to_four_daylight_turns_by_season(start, turns):
    """A daylight turn is 4 hours: 2 in December, 3 in September, 4 in May and June."""
    situation = toy_situation("..", start=start)
    assert daylight_turns(situation) == turns
    assert situation.tables.calendar.turn_hours == 4


def test_room_in_a_hex_of_two_km_is_twelve_square_inches():
    """4.22: sqrt(3)/2 times 3.73 squared."""
    assert room_in_hex(toy_situation("..")) == pytest.approx(12.04, abs=0.01)


def test_a_hex_of_one_inch_measures_one_inch():
    assert hex_inches(toy_situation("..", width_m=INCH_M)) == pytest.approx(1.0)
