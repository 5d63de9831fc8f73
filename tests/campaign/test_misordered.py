"""Spoiled lines of orders and claims are read, or refused, as they were (``misordered.txt``)."""

from tests.campaign.misordered import BEFORE, FILE, lines, world


def test_spoiled_lines_are_read_as_they_were():
    """Where this fails, look with --show; then: python -m tests.campaign.misordered --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_the_world_that_they_are_about_has_what_they_name():
    state = world().state
    assert state.letters
    assert state.fronts
    assert len(BEFORE) == 5
