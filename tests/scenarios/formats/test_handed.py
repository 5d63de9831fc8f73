"""What is shown reads in every format as it did, part by part (``handed.txt``)."""

from __future__ import annotations

from tests.scenarios.formats.handed import FILE, WRITERS, lines


def test_every_format_holds_what_it_held():
    """Where this fails, look at the files; then: python -m tests.scenarios.formats.handed --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_what_is_recorded_has_parts_of_every_writer_both_ways():
    told = FILE.read_text(encoding="utf-8")
    for writer in WRITERS:
        for way in ("flat", "pointy"):
            assert f"{way} {writer.__name__}" in told
