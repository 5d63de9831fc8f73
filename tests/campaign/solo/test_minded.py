"""What sides mean to do in many positions is what they meant to do (``minded.txt``)."""

from __future__ import annotations

import pytest

from tests.campaign.solo.minded import FILE, lines, positions

NAMES = list(positions())


@pytest.fixture(scope="module")
def recorded():
    return FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_sides_mean_to_do_what_they_meant_to_do(name, recorded):
    """Where this fails, look at the plans now; then: python -m tests.campaign.solo.minded --write."""
    assert list(lines(name)) == [line for line in recorded if line.partition(" ")[0] == name]


def test_every_position_is_recorded(recorded):
    assert list(dict.fromkeys(line.partition(" ")[0] for line in recorded)) == NAMES


def test_what_is_recorded_holds_orders_of_every_system():
    rows = [row.split(" ", 6) for row in FILE.read_text(encoding="utf-8").splitlines()]
    assert {row[0].rpartition("-")[0] for row in rows if row[6:]} >= {"zen", "d3_one_hour", "parkin_generic"}
    assert sum(bool(row[6:] and row[6]) for row in rows) > len(rows) / 2
