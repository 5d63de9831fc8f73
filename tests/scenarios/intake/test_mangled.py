"""What is said of orders of battle that were spoiled is what was said (``mangled.txt``)."""

from __future__ import annotations

from tests.scenarios.intake.mangled import FILE, lines


def test_of_spoiled_orders_of_battle_is_said_what_was_said():
    """Where this fails, look at what is otherwise; then: python -m tests.scenarios.intake.mangled --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_among_them_are_sound_ones_and_each_kind_of_fault():
    told = FILE.read_text(encoding="utf-8")
    for words in (
        "is no size", "are no degrees", "too; give another", "cannot be read", "is not in the file",
        "of a map that is not given", "columns that are left out", "without strength: 1",
    ):  # fmt: skip
        assert words in told, words
