"""What is made of a fight for a table, and what goes back, is as it was (``fought.txt``)."""

from __future__ import annotations

from tests.scenarios.battles.fought import FILE, lines


def test_a_fight_becomes_the_battle_that_it_became():
    """Where this fails, look at what is made: python -m tests.scenarios.battles.fought --show PART; then --write."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()
