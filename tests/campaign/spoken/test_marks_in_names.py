"""Marks between words of a place's name: some belong to it, others part it from what comes next."""

import pytest

from campaign.spoken.places import _is_one_name
from campaign.spoken.tokens import plain, tokens_of


@pytest.mark.parametrize(
    ("written", "one"),
    [
        ("Heinrichs-Hof", True), ("St. Vith", True), ("St.Vith", True), ("Hill 107", True), ("L'Eglise", True),
        ("Bastogne", True), ("Neuf Hof", True), ("Heinrichs - Hof", False), ("St, Vith", False), ("St : Vith", False),
        ("St/Vith", False), ("L ' Eglise", False), ("St (Vith", False),
    ],
)  # fmt: skip
def test_a_hyphen_a_dot_and_an_apostrophe_belong_to_a_name_where_they_touch_it(written, one):
    assert _is_one_name(tokens_of(plain(written))) is one
