"""What readers of scenarios find in spoiled files is what they found (``misread.txt``)."""

from __future__ import annotations

from tests.scenarios.misread import FILE, lines


def test_spoiled_files_are_told_of_as_they_were():
    """Where this fails, look at what is said now; then: python -m tests.scenarios.misread --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_what_is_recorded_was_mostly_refused_and_the_files_themselves_are_read():
    rows = FILE.read_text(encoding="utf-8").splitlines()
    heads = [row for row in rows if row.startswith("== ")]
    assert len(heads) == 7
    assert all(": read " in row for row in heads)
    assert sum(": read " not in row for row in rows) > len(rows) / 3
