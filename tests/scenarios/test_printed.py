"""A small map with every kind of line looks on paper as it did, and so do charts and reports: ``printed.txt``."""

from __future__ import annotations

from tests.scenarios.printed import known, lines


def test_maps_and_charts_are_drawn_as_they_were():
    """Where this fails, look at what is drawn now; then: python -m tests.scenarios.printed --write."""
    assert list(lines()) == known()


def test_the_pages_that_are_compared_show_something():
    drawn = {line.split()[0]: line for line in known()}
    assert {"wall-map", "wall-shade", "small-map", "tiny-map", "pale-map", "part-map", "losses", "plain"} <= set(drawn)
    maps = [line.split()[1] for name, line in drawn.items() if name.endswith("-map")]
    assert len(set(maps)) == len(maps) == 5
    assert "pale-shade" not in drawn
