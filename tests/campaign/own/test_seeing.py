"""Who sees whom, asked of all pairs at once, is what each pair is answered."""

import random

import pytest

from campaign.kit.watching import looked_about, told_apart
from campaign.systems.own.sight import sees, sightings
from tests.campaign.own.small import given, rules

HIDDEN = rules('[sight]\nhexes = 4\nnight_hexes = 2\nhidden = true\nblocks = ["woods_dense"]\nheight = false\n')


def scattered(seed):
    """Stands of two sides all over a map with woods, by day and by night."""
    dice = random.Random(seed)
    ground = ["".join(dice.choice("..ww") for _ in range(9)) for _ in range(9)]
    lines = ["map", *ground]
    for number, place in enumerate(dice.sample(range(81), 10)):
        side = "red" if number % 2 else "blue"
        lines.append(f"{side} infantry {side[0]}{number} {1 + place % 9:02}{1 + place // 9:02}")
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
