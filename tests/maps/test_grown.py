"""Countries drawn by lot become the maps that they became (``grown.txt``)."""

from __future__ import annotations

from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES
from tests.maps.grown import FILE, lines


def test_countries_become_the_maps_that_they_became():
    """Where this fails, look at what is otherwise; then: python -m tests.maps.grown --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_what_is_recorded_has_nearly_everything_that_a_map_can_have():
    told = FILE.read_text(encoding="utf-8")
    for words in (HEXSIDES, ROADS, RAILS, SLOPES):
        assert sum(f"{word}:" in told for word in words) >= len(words) / 2, words
    assert sum(f"{word}:" in told for word in CROSSINGS) > len(CROSSINGS) / 3
    assert all(word in told for word in ("removed:", "hedge:", "Toy:"))
