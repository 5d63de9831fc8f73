"""Mangled lines of orders are read, or asked about, as they were (``mangled.txt``)."""

import pytest

from tests.campaign.spoken.mangled import FILE, NAMES, lines, parts


@pytest.mark.parametrize("name", NAMES)
def test_mangled_lines_are_read_as_they_were(name):
    """Where this fails, look with --show; then: python -m tests.campaign.spoken.mangled --write."""
    recorded = FILE.read_text(encoding="utf-8").splitlines()
    assert list(lines([name])) == [line for line in recorded if line.startswith(f"{name}: ")]


def test_some_of_what_is_mangled_is_still_an_order_and_more_is_asked_about():
    told = [text for _, texts in parts("marl") for text in texts]
    given, asked = (sum(f" -> {word}" in text for text in told) for word in ("give", "ask"))
    assert min(given, asked) > len(told) / 5
