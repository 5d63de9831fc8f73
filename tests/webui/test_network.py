"""The network of supply: every step of every line in one way, with the right number, and nothing beside."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from webui.desk.drawn.network import ways_of


@pytest.mark.parametrize("seed", range(20))
def test_each_step_is_in_one_way_with_as_many_as_go_over_it(seed):
    dice = random.Random(seed)
    # Lines to two sources over a tree of hexes, as the rules lay them, and a ring that no rule lays.
    onward = {n: dice.randrange(max(0, n - 4), n) for n in range(2, 40)}
    paths = []
    for start in (dice.randrange(40) for _ in range(25)):
        path = [start]
        while path[-1] in onward:
            path.append(onward[path[-1]])
        paths.append(tuple(path))
    paths.append((50, 51, 52, 50))
    ways = ways_of(paths)
    wanted = Counter(step for path in paths for step in pairwise(path))
    assert {step: count for hexes, count in ways for step in pairwise(hexes)} == wanted
    assert sum(len(hexes) - 1 for hexes, _ in ways) == len(wanted)


def test_ways_part_where_more_come_in_and_nowhere_else():
    assert ways_of([(1, 2, 3, 4), (9, 3, 4)]) == [((1, 2, 3), 1), ((3, 4), 2), ((9, 3), 1)]
    assert ways_of([(1, 2, 3, 4), (2, 3, 4)]) == [((1, 2), 1), ((2, 3, 4), 2)]
    assert ways_of([(7,)]) == []
