"""What commands print, and how they end, is what it was: ``told.txt``."""

from __future__ import annotations

from tests.webui.told import FILE, TRIALS, TRIALS_FILE, changes


def test_commands_tell_what_they_told():
    """Where this fails, look whether each change is meant; then: python -m tests.webui.told --write."""
    assert changes() == []


def test_boards_and_trials_tell_what_they_told():
    """Likewise; times are left out, and games are the same with the same seed."""
    assert changes(TRIALS_FILE, TRIALS) == []


def test_commands_that_succeed_and_that_fail_are_compared():
    ends = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("= ")]
    assert set(ends) == {"= 0", "= 1"}
    assert len(ends) > 40
