"""What becomes of lines is as it was: their verdicts, words, rules and orders (``judgements.txt``)."""

from __future__ import annotations

from tests.campaign.spoken.judgements import FILE, lines


def test_lines_come_to_what_they_came_to():
    """Where this fails, look at what is said now; then: python -m tests.campaign.spoken.judgements --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_what_is_recorded_has_every_state_and_orders_of_many_kinds():
    told = FILE.read_text(encoding="utf-8")
    for state in ("now", "later", "stays", "doubt", "refused"):
        assert f" {state}: " in told, state
    assert told.count("<>") < told.count("[") / 2
