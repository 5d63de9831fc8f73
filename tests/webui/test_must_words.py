"""What a report says of one's units: in whole sentences, for one and for many, for none and for all."""

from __future__ import annotations

import pytest

from webui.desk.reports.turn import _in_contact, _so_many


@pytest.mark.parametrize(
    ("idle", "there", "said"),
    [
        (0, 5, "All 5 units on the map have"), (0, 1, "The unit on the map has"),
        (5, 5, "None of the 5 units on the map has"), (1, 1, "The unit on the map has no"),
        (1, 5, "1 of 5 units on the map has no"), (3, 5, "3 of 5 units on the map have no"),
    ],
)  # fmt: skip
def test_how_many_have_orders(idle: int, there: int, said: str):
    assert _so_many(idle, there) == said


@pytest.mark.parametrize(("met", "said"), [(0, "none is"), (1, "1 is"), (2, "2 are")])
def test_how_many_are_in_contact(met: int, said: str):
    assert _in_contact(met) == f"{said} in contact with the enemy"
