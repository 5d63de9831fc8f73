"""What is said of maps that were spoiled in one place is what was said (``spoilt.txt``)."""

from __future__ import annotations

from tests.maps.spoilt import FILE, lines


def test_of_spoiled_maps_is_said_what_was_said():
    """Where this fails, look at what is otherwise; then: python -m tests.maps.spoilt --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_what_is_recorded_are_faults_and_maps_that_are_read_still():
    rows = FILE.read_text(encoding="utf-8").splitlines()
    assert sum(": read " in row for row in rows) > 50
    assert sum("map.gpkg" in row for row in rows) > 50
