"""Sunrise, sunset and the moon."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.sun import sun_times


def clock(moment):
    return None if moment is None else f"{moment:%H:%M}"


def test_bastogne_on_the_16th_of_december_1944():
    """Sunset a little after half past four, as the accounts of the day have it; the moon was new on the 15th."""
    day = sun_times(dt.date(1944, 12, 16), 50.0, 5.72, 1.0)
    assert [clock(at) for at in (day.dawn, day.sunrise, day.sunset, day.dusk)] == ["07:51", "08:30", "16:35", "17:14"]
    assert (day.light, day.moon_phase) == ("day and night", "new moon")
    assert day.moon_lit < 0.1


def test_normandy_had_a_full_moon():
    day = sun_times(dt.date(1944, 6, 6), 49.3, -0.9, 2.0)
    assert (clock(day.sunrise), day.moon_phase) == ("06:00", "full moon")
    assert day.moon_lit > 0.95


def test_dusk_after_midnight_comes_after_sunset():
    """Oslo at midsummer: civil dusk is past midnight, and still that evening's."""
    day = sun_times(dt.date(1944, 6, 21), 59.0, 10.0, 2.0)
    assert day.dusk > day.sunset
    assert clock(day.dusk) == "00:05"


def test_the_sun_of_guadalcanal_rises_on_the_day_asked_for():
    day = sun_times(dt.date(1942, 8, 7), -9.4, 160.0, 11.0)
    assert (day.sunrise.date(), clock(day.sunrise), clock(day.sunset)) == (dt.date(1942, 8, 7), "06:33", "18:17")


@pytest.mark.parametrize(
    ("date", "latitude", "light"),
    [
        (dt.date(1944, 6, 21), 70.0, "sun does not set"), (dt.date(1944, 12, 21), 70.0, "sun does not rise"),
        (dt.date(1944, 6, 21), 90.0, "sun does not set"), (dt.date(1944, 12, 21), -90.0, "sun does not set"),
        (dt.date(1944, 12, 21), 90.0, "sun does not rise"),
    ],
)  # fmt: skip
def test_polar_summer_and_winter_have_no_sunrise(date, latitude, light):
    day = sun_times(date, latitude, 25.0, 2.0)
    assert (day.sunrise, day.sunset, day.light) == (None, None, light)


def test_polar_winter_still_has_twilight():
    day = sun_times(dt.date(1944, 12, 21), 70.0, 25.0, 1.0)
    assert (clock(day.dawn), clock(day.dusk)) == ("09:13", "13:23")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((91.0, 0.0, 0.0), "latitude 91.0 is not on earth; it runs from -90 to 90"),
        ((0.0, 181.0, 0.0), "longitude 181.0 is not on earth"),
        ((0.0, 0.0, 15.0), "UTC offset 15.0 is not on earth"),
        ((float("nan"), 0.0, 0.0), "latitude nan"),
    ],
)
def test_a_place_that_is_none_is_refused(place, words):
    with pytest.raises(ValueError, match=words):
        sun_times(dt.date(1944, 12, 16), *place)


@given(st.dates(dt.date(1935, 1, 1), dt.date(1955, 12, 31)), st.floats(-90, 90), st.floats(-180, 180))
def test_everywhere_and_always_the_day_is_in_order(date, latitude, longitude):
    day = sun_times(date, latitude, longitude, round(longitude / 15))
    there = [at for at in (day.dawn, day.sunrise, day.sunset, day.dusk) if at is not None]
    assert there == sorted(there)
    assert 0 <= day.moon_lit <= 1
    assert day.light in {"day and night", "sun does not set", "sun does not rise"}
