"""Who sees whom, asked of all pairs at once, is what each pair is answered."""

import random

import pytest

from campaign.kit.watching import looked_about, told_apart
from campaign.systems.own.sight import sees, sightings
from tests.campaign.own.small import given, rules

SIGHT = """
[[unit]]
kind = "scouts"
is_a = "recon"
mover = "walk"
steps = 1
ratings = { attack = [1], defence = [1], move = 3, nerve = 7 }
[[unit]]
kind = "lurkers"
is_a = "antitank"
mover = "walk"
steps = 1
ratings = { attack = [1], defence = [1], move = 3, nerve = 7 }
[sight]
hexes = 4
night_hexes = 2
hidden = true
far = { scouts = 6 }
near = { lurkers = 1 }
blocks = ["woods_dense"]
height = false
"""
HIDDEN = rules(SIGHT)


def scattered(seed):
    """Stands of two sides all over a map with woods, by day and by night."""
    dice = random.Random(seed)
    ground = ["".join(dice.choice("..ww") for _ in range(9)) for _ in range(9)]
    lines = ["map", *ground]
    for number, place in enumerate(dice.sample(range(81), 10)):
        side = "red" if number % 2 else "blue"
        kind = dice.choice(("infantry", "recon", "antitank"))
        lines.append(f"{side} {kind} {side[0]}{number} {1 + place % 9:02}{1 + place // 9:02}")
    return [*lines, f"clock phase=move side=red{' night' if seed % 2 else ''}"]


@pytest.mark.parametrize("seed", range(12))
def test_all_pairs_at_once_are_what_each_pair_is(seed):
    situation = given(HIDDEN, *scattered(seed))
    hidden = 0
    for side in ("red", "blue"):
        mine, others = told_apart(situation, side)
        found = sightings(situation, side)
        assert found == looked_about(mine, others, lambda eye, other: sees(situation, eye, other))
        far = situation.map.layout.grid.distance
        near = {one.id for one in others if any(far(eye.hex, one.hex) <= 4 for eye in mine)}
        hidden += len(near - set(found))
    assert hidden
