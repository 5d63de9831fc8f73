"""Lines of water drawn by lot make the rivers that they made (``joined.txt``)."""

from __future__ import annotations

from tests.maps.joined import COUNTRIES, FILE, lines


def test_water_in_pieces_makes_the_rivers_that_it_made():
    """Where this fails, look at what is otherwise; then: python -m tests.maps.joined --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_what_is_recorded_has_rivers_that_are_left_out_and_others():
    told = FILE.read_text(encoding="utf-8").splitlines()
    assert len(told) == COUNTRIES
    assert any(not line.endswith(" 0 left out") for line in told)
