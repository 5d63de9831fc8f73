"""When something is, is said by the wall clock of the reader, and how long that is yet: to the minute, and no more."""

from __future__ import annotations

import datetime as dt

import pytest

from webui.post.words import moment_words

AT = dt.datetime(2026, 3, 5, 19, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(("left", "words"), [
    ({"days": 1}, " (in 1 d 0 h)"), ({"hours": 23, "minutes": 59}, " (in 23 h)"), ({"hours": 1}, " (in 1 h)"),
    ({"minutes": 59}, " (in 59 min)"), ({"minutes": 1}, " (in 1 min)"), ({"seconds": 59}, ""), ({}, ""),
    ({"minutes": -5}, ""),
])  # fmt: skip
def test_how_long_it_is_yet(left, words):
    assert moment_words(AT, "Europe/Berlin", AT - dt.timedelta(**left)) == f"Thu 5 March, 20:00 CET{words}"
