"""
Read dates as people write them on features: EDTF and what OpenStreetMap has besides.

Extended Date/Time Format, Library of Congress 2019, levels 0 and 1, and the forms of the
wiki's page on ``start_date``: ``~1850``, ``C19``, ``1850s``, ``before 1920``, ``late 1930s``.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from typing import NamedTuple

__all__ = ["ALWAYS", "NEVER", "Span", "read_span"]

NEVER = dt.date.min
"""Earlier than anything that is known."""
ALWAYS = dt.date.max
"""Later than anything that is known."""


class Span(NamedTuple):
    """The earliest and the latest day that a date can mean."""

    first: dt.date
    last: dt.date


_AROUND_YEARS = 5
_THIRDS = {"early": (0.0, 0.4), "mid": (0.3, 0.7), "late": (0.6, 1.0)}
_DAY = re.compile(r"(\d{4})(?:-(\d\d|XX))?(?:-(\d\d|XX))?", re.IGNORECASE)
_DECADE = re.compile(r"(\d{2,3})(X{1,2}|0s|00s)", re.IGNORECASE)
_CENTURY = re.compile(r"c\.?\s*(\d{1,2})|(\d{1,2})(?:st|nd|rd|th)\s+century", re.IGNORECASE)


def read_span(text: str) -> Span | None:
    """
    Read a date; None if it cannot be made out.

    >>> read_span("1944-12")
    Span(first=datetime.date(1944, 12, 1), last=datetime.date(1944, 12, 31))
    >>> read_span("1939/1945").last.year, read_span("193X").first.year, read_span("late 1930s").first.year
    (1945, 1930, 1936)
    """
    words = text.strip().strip('"').casefold()
    if not words:
        return None
    if words.startswith(("[", "{")):
        words = words.strip("[]{}").replace(",", "/").replace("..", "/")
    for mark in ("/", ".."):
        if mark in words:
            return _interval(*words.partition(mark)[::2])
    if words.startswith("before "):
        span = read_span(words.removeprefix("before "))
        return span and Span(NEVER, span.first)
    if words.startswith("after "):
        span = read_span(words.removeprefix("after "))
        return span and Span(span.last, ALWAYS)
    return _part(words)


def _interval(start: str, end: str) -> Span | None:
    first = NEVER if start.strip(" .") == "" else _first(start)
    last = ALWAYS if end.strip(" .") == "" else _last(end)
    return Span(first, last) if first and last and first <= last else None


def _first(text: str) -> dt.date | None:
    span = _part(text.strip(" ."))
    return span and span.first


def _last(text: str) -> dt.date | None:
    span = _part(text.strip(" ."))
    return span and span.last


def _part(words: str) -> Span | None:
    for name, (low, high) in _THIRDS.items():
        if words.startswith((f"{name} ", f"{name}-")):
            span = _plain(words[len(name) + 1 :].strip())
            return span and _share(span, low, high)
    around = words.startswith(("~", "ca ", "ca. ", "circa ", "c. ", "about ")) or words.endswith(("?", "~", "%"))
    bare = re.sub(r"^(~|ca\.? |circa |c\. |about )", "", words).rstrip("?~%").strip()
    span = _plain(bare)
    return _around(span) if span and around else span


def _plain(words: str) -> Span | None:
    if found := _DAY.fullmatch(words):
        return _day(int(found[1]), found[2], found[3])
    if found := _DECADE.fullmatch(words):
        digits = found[1]
        wide = 10 ** (4 - len(digits))
        start = int(digits) * wide
        return _years(start, start + (10 if found[2].lower() == "0s" else wide) - 1)
    if found := _CENTURY.fullmatch(words):
        century = int(found[1] or found[2])
        return _years(100 * (century - 1) + 1, 100 * century)
    return None


def _day(year: int, month: str | None, day: str | None) -> Span | None:
    if year < 1:
        return None
    if month is None or month.casefold() == "xx":
        return _years(year, year)
    if not 1 <= int(month) <= 12:
        return None
    length = calendar.monthrange(year, int(month))[1]
    if day is None or day.casefold() == "xx":
        return Span(dt.date(year, int(month), 1), dt.date(year, int(month), length))
    if not 1 <= int(day) <= length:
        return None
    one = dt.date(year, int(month), int(day))
    return Span(one, one)


def _years(first: int, last: int) -> Span | None:
    if not 1 <= first <= last <= dt.MAXYEAR:
        return None
    return Span(dt.date(first, 1, 1), dt.date(last, 12, 31))


def _share(span: Span, low: float, high: float) -> Span:
    days = (span.last - span.first).days
    return Span(span.first + dt.timedelta(days=round(low * days)), span.first + dt.timedelta(days=round(high * days)))


def _around(span: Span) -> Span:
    out = dt.timedelta(days=round(365.25 * _AROUND_YEARS))
    first = span.first - out if (span.first - NEVER) > out else NEVER
    last = span.last + out if (ALWAYS - span.last) > out else ALWAYS
    return Span(first, last)
