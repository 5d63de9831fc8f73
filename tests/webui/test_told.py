"""What commands print, and how they end, is what it was: ``told.txt``."""

from __future__ import annotations

from tests.webui.told import FILE, changes


def test_commands_tell_what_they_told():
    """Where this fails, look whether each change is meant; then: python -m tests.webui.told --write."""
    assert changes() == []


def test_commands_that_succeed_and_that_fail_are_compared():
    ends = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("= ")]
    assert set(ends) == {"= 0", "= 1"}
    assert len(ends) > 40
