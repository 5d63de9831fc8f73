"""What is found in situations that are given as text and spoiled is what was found (``misgiven.txt``)."""

from __future__ import annotations

from tests.campaign.misgiven import FILE, lines


def test_spoiled_situations_are_told_of_as_they_were():
    """Where this fails, look at what is said now; then: python -m tests.campaign.misgiven --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_the_situation_itself_is_read_and_much_of_what_is_spoiled_is_refused():
    whole, *rows = FILE.read_text(encoding="utf-8").splitlines()
    assert whole.startswith("whole: read ")
    assert sum(": read " not in row for row in rows) > len(rows) / 3
