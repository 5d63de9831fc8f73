"""How many orders there are in a dozen situations, to depth 2: pinned, small ones worked out on paper."""

import pytest

from tests.campaign.parkin.counting import count
from tests.campaign.parkin.games import Game, wild

# One slow unit on a row of hexes (1x5): from 0103 it reaches 2 hexes, turns 6 ways and may end: 9. After a move
# (facing set) it turns 5 ways, or ends: 2 x 6; after a turn it has 2 moves, 5 turns, the end: 6 x 8; after the end
# nothing but the next end: 1. Together 61.
PAPER = "map 1x5\nred infantry 1 0103 max_speed=1\nclock phase=move side=red"

SITUATIONS = {
    "one slow unit": (PAPER, {1: 9, 2: 61}),
    "two targets": (
        "map 3x12\nred infantry 1 0101\nblue infantry 8 0109\nblue infantry 9 0309\nclock phase=fire side=red",
        # Two targets and the end: 3. After one is declared, it may be cancelled or the step ended: 2 x 2; after the
        # end close combat with nobody near: 1. Together 5.
        {1: 3, 2: 5},
    ),
    "nothing to do": ("map 3x3\nred infantry 1 0101\nclock phase=close_combat side=red", {1: 1}),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_counts_worked_out_on_paper(name):
    text, wanted = SITUATIONS[name]
    game = Game(text)
    assert count(game.rules, game.situation, max(wanted)) == wanted


PINNED = {
    1: {1: 2, 2: 19},
    3: {1: 37, 2: 1113},
    5: {1: 32, 2: 799},
    6: {1: 2, 2: 4},
    9: {1: 25, 2: 426},
    10: {1: 49, 2: 1684},
    16: {1: 30, 2: 587},
    18: {1: 3, 2: 45},
    19: {1: 59, 2: 2623},
    22: {1: 4, 2: 12},
    25: {1: 5, 2: 18},
    34: {1: 4, 2: 53},
}
"""By the seed of a random board of 5x5 hexes."""


@pytest.mark.parametrize("seed", PINNED)
def test_counts_stay_as_they_are(seed):
    game = wild(seed, cols=5, rows=5, stands=6)
    assert count(game.rules, game.situation, 2) == PINNED[seed]
