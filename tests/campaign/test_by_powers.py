"""A fight reckoned by what each stand can do, worked out on paper; and who is told of those who took part."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from campaign.engine.chances import by_powers
from campaign.engine.ruleset import Exchange, Power
from campaign.model.verbs.told import part_of


def powers(*pairs):
    return [Power(close, fire, 1) for close, fire in pairs]


@pytest.mark.parametrize(("close", "fire", "theirs", "left", "found"), [
    ([(0.5, 9), (0.25, 9)], [(9, 0.25)], [(0.75, 9)], 4.0, (1.0, 0.75, 0.25)),
    ([(3, 0)], [(0, 2)], [(1, 0), (0.5, 0)], 4.0, (4.0, 1.5, 1.0)),
    ([], [(0, 0.5)], [], 2.0, (0.5, 0, 0.25)),
    ([(1, 0)], [], [], 0.0, (0.0, 0, 1.0)),
    ([], [], [], 3.0, (0, 0, 0.0)),
])  # fmt: skip
def test_points_are_summed_and_no_more_is_taken_than_is_left(close, fire, theirs, left, found):
    assert by_powers(powers(*close), powers(*fire), powers(*theirs), left) == Exchange(*found, "powers")


@pytest.mark.parametrize(("attackers", "defenders", "told"), [
    (("mine", "x"), ("y",), True), (("x",), ("y", "mine"), True), (("x",), ("y",), False), ((), (), False),
    (("mine",), (), True),
])  # fmt: skip
def test_who_has_one_stand_among_those_that_took_part_is_told(attackers, defenders, told):
    event = SimpleNamespace(attackers=attackers, defenders=defenders, others=("mine",))
    teller = SimpleNamespace(mask=SimpleNamespace(mine=lambda key: key == "mine"))
    assert part_of("attackers", "defenders")(event, teller) is told
