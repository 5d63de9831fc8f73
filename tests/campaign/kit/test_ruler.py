"""Rulers measure in whole numbers; lines of sight run as the grid's own, and along hexsides on either side."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from campaign.kit.ruler import Ruler, exact, in_reach, next_to, widths_sq
from campaign.kit.sight import clear, courses
from maps.grid.hexgrid import Grid, Hex, distance
from tests.toyground import toy_map


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize("straight", [True, False])
def test_distances_are_those_of_the_centres_or_of_the_steps(flat_top, straight):
    hexmap = toy_map("\n".join(["." * 9] * 8), flat_top=flat_top)
    grid, centres = hexmap.layout.grid, hexmap.layout.centres() / hexmap.layout.width_m
    ruler = Ruler(grid, Fraction(3, 2), straight)
    for a, b in product((0, 13, 40, 71), range(len(grid))):
        far = math.dist(centres[a], centres[b]) if straight else grid.distance(a, b)
        assert ruler.length(a, b) == pytest.approx(1.5 * far)
        assert float(ruler.square(a, b)) == pytest.approx((1.5 * far) ** 2)
        assert grid.distance(a, b) == distance(grid.hex_of(a), grid.hex_of(b))
        for limit in (0, Fraction(3, 2), 3, 4.5, 7):
            assert ruler.within(a, b, limit) == (1.5 * far <= limit + 1e-9)
            assert (b in ruler.disc(a, limit)) == ruler.within(a, b, limit)


def test_a_limit_that_is_met_exactly_is_kept():
    """Hexes of 0.1: three of them are 0.3, whatever floats make of it."""
    ruler = Ruler(Grid(9, 9), Fraction("0.1"), straight=True)
    assert 3 * 0.1 > 0.3
    assert ruler.within(0, 27, 0.3)
    assert ruler.length(0, 27) == 0.3
    assert not ruler.within(0, 36, 0.3)
    assert exact(Fraction(1, 3)) == Fraction(1, 3)


def test_whole_hexes():
    grid = Grid(9, 9)
    assert next_to(grid, [40]) == in_reach(grid, [40], 1) - {40}
    assert {widths_sq(grid, 40, near) for near in next_to(grid, [40])} == {1}


def by_hand(grid, a, b):
    """Draw the line in floating point, moved a millionth of a hex to one side."""
    (q, r), (to_q, to_r), steps = grid.hex_of(a), grid.hex_of(b), grid.distance(a, b)
    shares = [k / (steps or 1) for k in range(steps + 1)]
    return [nearest(grid, q + (to_q - q) * share + 1e-6, r + (to_r - r) * share + 2e-6) for share in shares]


def nearest(grid, q, r):
    """Find the hex whose centre is nearest to a point, given in axial coordinates."""
    whole = product((round(q) - 1, round(q), round(q) + 1), (round(r) - 1, round(r), round(r) + 1))
    away = ((i - q, j - r, Hex(i, j)) for i, j in whole)
    return grid.index_at(min(away, key=lambda way: way[0] ** 2 + way[0] * way[1] + way[1] ** 2)[2])


@pytest.mark.parametrize("flat_top", [True, False])
def test_the_first_course_of_a_line_lies_a_hair_to_the_same_side_always(flat_top):
    grid = Grid(13, 11, flat_top)
    for a, b in product((0, 7, 70, 142), range(len(grid))):
        first, *others = courses(grid, a, b)
        assert list(first) == grid.line(a, b) == by_hand(grid, a, b)
        assert len(others) <= 1
        for other in others:
            assert (other[0], other[-1], len(other)) == (a, b, len(first))


def test_a_line_along_hexsides_is_clear_if_one_side_is():
    both = courses(Grid(9, 9), 36, 38)
    one, other = (line[1] for line in both)
    assert one != other
    assert clear(both, lambda _, index: index == one) == [both[1]]
    assert clear(both, lambda _, index: index in {one, other}) == []
