"""
Tell when the sun rises and sets at a place, and what the moon is like.

Reckoned by astral from date, latitude and longitude. In high latitudes there
are days when the sun does not rise, or not set: those times are ``None``
then, and ``light`` says which of the two it is.
"""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from astral import Observer, moon, sun

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SunTimes", "sun_times"]

_PHASES = (
    "new moon", "waxing crescent", "first quarter", "waxing gibbous",
    "full moon", "waning gibbous", "last quarter", "waning crescent",
)  # fmt: skip
_MONTH = 28.0
"""The moon's age runs from 0 to 28 in astral."""
_HALF_DAY = dt.timedelta(hours=12)
_RISEN = -0.833
"""Height in degrees of the sun's centre when its edge is at the horizon, the air bending its light."""


@dataclass(frozen=True, slots=True)
class SunTimes:
    """
    Times of one day in local time; dawn and dusk are civil (sun 6 degrees down).

    Attributes
    ----------
    light
        "day and night"; "sun does not set" or "sun does not rise" in polar summer and winter.
    moon_phase
        From "new moon" to "waning crescent".
    moon_lit
        Share of the moon's disc that is lit, 0 to 1.
    """

    dawn: dt.datetime | None
    sunrise: dt.datetime | None
    sunset: dt.datetime | None
    dusk: dt.datetime | None
    light: str
    moon_phase: str
    moon_lit: float


def sun_times(date: dt.date, latitude: float, longitude: float, utc_offset_h: float) -> SunTimes:
    """
    Give the day's times at a place.

    Parameters
    ----------
    latitude, longitude
        Decimal degrees, WGS 84; north and east are positive.
    utc_offset_h
        Hours that local clocks are ahead of UTC.

    Raises
    ------
    ValueError
        If there is no such place or offset on earth.

    Examples
    --------
    Bastogne on 16 December 1944, by Berlin time:

    >>> day = sun_times(dt.date(1944, 12, 16), 50.0, 5.72, 1.0)
    >>> f"{day.sunrise:%H:%M} to {day.sunset:%H:%M}, {day.moon_phase}"
    '08:30 to 16:35, new moon'
    """
    _check(latitude, longitude, utc_offset_h)
    place, zone = Observer(latitude, longitude), dt.timezone(dt.timedelta(hours=utc_offset_h))
    noon = sun.noon(place, date, zone)
    rise, fall = (_near(when, place, noon, after) for when, after in ((sun.sunrise, False), (sun.sunset, True)))
    age = moon.phase(date) % _MONTH
    return SunTimes(
        dawn=_near(sun.dawn, place, noon, after=False),
        sunrise=rise,
        sunset=fall,
        dusk=_near(sun.dusk, place, noon, after=True),
        light="day and night" if rise or fall else _polar(place, noon),
        moon_phase=_PHASES[round(age / _MONTH * len(_PHASES)) % len(_PHASES)],
        moon_lit=round((1 - math.cos(2 * math.pi * age / _MONTH)) / 2, 2),
    )


def _check(latitude: float, longitude: float, utc_offset_h: float) -> None:
    ranges = (("latitude", latitude, 90), ("longitude", longitude, 180), ("UTC offset", utc_offset_h, 14))
    for name, value, most in ranges:
        if not -most <= value <= most:
            msg = f"{name} {value} is not on earth; it runs from -{most} to {most}"
            raise ValueError(msg)


def _near(when: Callable[..., dt.datetime], place: Observer, noon: dt.datetime, after: bool) -> dt.datetime | None:
    # Asked for one date astral may answer with an event of the evening before, so its neighbours are asked too.
    first, last = (noon, noon + _HALF_DAY) if after else (noon - _HALF_DAY, noon)
    events = (_at(when, place, noon.date() + dt.timedelta(days=shift), noon.tzinfo) for shift in (0, 1, -1))
    return next((event for event in events if event is not None and first <= event <= last), None)


def _at(when: Callable[..., dt.datetime], place: Observer, date: dt.date, zone: dt.tzinfo | None) -> dt.datetime | None:
    try:
        return when(place, date, tzinfo=zone)
    except ValueError:
        # astral's word for: the sun does not get there on that day.
        return None


def _polar(place: Observer, noon: dt.datetime) -> str:
    return "sun does not set" if sun.elevation(place, noon) > _RISEN else "sun does not rise"
