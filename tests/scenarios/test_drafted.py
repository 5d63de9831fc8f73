"""Hundreds of random steps to a draft are called, refused and done as recorded."""

from tests.scenarios.drafted import FILE, lines


def test_steps_to_a_draft_are_done_and_refused_as_recorded():
    before, now = FILE.read_text(encoding="utf-8").splitlines(), list(lines())
    first = next((pair for pair in zip(now, before, strict=False) if pair[0] != pair[1]), "another length")
    assert now == before, f"{first}: look at python -m tests.scenarios.drafted, and take it over with --write"
