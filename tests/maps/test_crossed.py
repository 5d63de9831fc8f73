"""Roads along and across rivers take the links that they took (``crossed.txt``)."""

from __future__ import annotations

from tests.maps.crossed import FILE, GROUNDS, lines


def test_rivers_and_roads_drawn_by_lot_take_the_hexsides_and_links_that_they_took():
    """Where this fails, look at what is otherwise; then: python -m tests.maps.crossed --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()
    assert len(FILE.read_text(encoding="utf-8").splitlines()) == GROUNDS
