"""GR 5.11: the 36 cells, moving, firing, the random direction."""

from collections import Counter
from itertools import product

import pytest

from campaign.solo.table.chart import MOVES_ON
from campaign.systems.parkin.solo import STAYS, Plan, fires_upto, plan, random_direction
from tests.campaign.parkin.games import Game, rules

HERE = Game("map 1x4\nred infantry 1 0101").situation
CELLS = """
AD AD AD AE AE AE
AE AE LD LD LD LE
LE LE LE LE RD RD
RD RE RE RE RE RE
BD BD BD BE BE BE
BE BE ND ND NE NE
"""
"""A advance, L and R outflank, B retreat, N random; D direct, E easy."""
_WORDS = {"A": "Adv", "L": "OfL", "R": "OfR", "B": "Ret", "N": "Rnd", "D": "Dir", "E": "Esy"}
WANTED = [[Plan(_WORDS[cell[0]], _WORDS[cell[1]]) for cell in row.split()] for row in CELLS.split("\n") if row]


@pytest.mark.parametrize(("first", "second"), list(product(range(1, 7), repeat=2)))
def test_gr_5_11_every_cell(first, second):
    """GR-64 is 4 then 1: OfR Dir, 3 then 5: OfR Dir."""
    assert plan(HERE, first, second) == WANTED[first - 1][second - 1]


def fires(tables, level, die):
    """Whether a unit fires at a range level, 0 adjacent to 5 very long; beyond that nobody does."""
    upto = fires_upto(tables)
    return level < len(upto) and die <= upto[level]


def test_gr_5_11_how_often_each_comes():
    """Advance, both outflankings and retreat 8 each, 3 direct and 5 easy; random 4, 2 and 2."""
    found = Counter(plan(HERE, a, b) for a, b in product(range(1, 7), repeat=2))
    assert found == {
        (way, route): count
        for way in ("Adv", "OfL", "OfR", "Ret", "Rnd")
        for route, count in (
            zip(("Dir", "Esy"), (2, 2), strict=True) if way == "Rnd" else zip(("Dir", "Esy"), (3, 5), strict=True)
        )
    }


def test_gr_5_11_gr_64_probability_of_movement():
    """GR-64: a 4 moves who has no p_move on his sheet; then 3 and 5: outflank right, direct."""
    assert MOVES_ON == 4
    assert plan(HERE, 3, 5) == Plan("OfR", "Dir")


@pytest.mark.parametrize(("level", "upto"), [(0, 6), (1, 6), (2, 6), (3, 5), (4, 3), (5, 3), (6, 0)])
def test_gr_5_11_gr_67_firing(level, upto):
    """Point blank and short always, medium 1-5 (GR-67: a 6 does not), long and very long 1-3, beyond never."""
    assert [fires(rules().tables, level, die) for die in range(1, 7)] == [die <= upto for die in range(1, 7)]


def test_gr_5_11_very_long_is_a_reading():
    tables = rules((("auto_fire_very_long", 1),)).tables
    assert [fires(tables, 5, die) for die in range(1, 4)] == [True, False, False]
    assert fires(tables, 4, 3)


def test_gr_5_11_random_direction():
    assert random_direction(HERE, 1, 1) == "NW"
    assert random_direction(HERE, 6, 3) == "E"
    assert random_direction(HERE, 4, 4) == STAYS
