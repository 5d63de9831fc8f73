"""The front: every hexside between two holders once, each with its holder on his side, near its two hexes."""

import itertools
import random

import numpy as np
import pytest

from campaign.model.things import NO_SIDE
from maps.grid.hexgrid import NO_HEX
from scenarios.drawing.frontline import front_lines, watched_from
from tests.toyground import toy_map

GROUND = "\n".join(["." * 14] * 11)


def held_by(hexmap, holder):
    cols = hexmap.layout.grid.cols
    return bytes(holder(index % cols, index // cols) for index in range(len(hexmap)))


def borders(hexmap, control):
    """Count the hexsides between two holders."""
    return sum(
        control[here] != control[there] and NO_SIDE not in {control[here], control[there]}
        for here in range(len(hexmap)) for there in hexmap.neighbour[here].tolist() if there != NO_HEX and here < there
    )  # fmt: skip


@pytest.mark.parametrize("flat_top", [True, False])
def test_a_straight_front_is_one_line_with_each_side_on_its_hand(flat_top):
    hexmap = toy_map(GROUND, flat_top=flat_top)
    (line,) = front_lines(hexmap, held_by(hexmap, lambda col, _: 0 if col < 7 else 1))
    assert not line.closed
    u, v = line.points.T
    upward = v[-1] < v[0]
    # The first side lies in the west: to the left of who walks up the map.
    assert (line.left, line.right) == ((0, 1) if upward else (1, 0))
    assert u.std() < 0.6
    assert v.max() - v.min() > 10


def test_a_pocket_is_a_ring_and_has_its_holder_within():
    hexmap = toy_map(GROUND)
    control = held_by(hexmap, lambda col, row: 1 if abs(col - 6) <= 1 and abs(row - 5) <= 1 else 0)
    (line,) = front_lines(hexmap, control)
    assert line.closed
    assert np.array_equal(line.points[0], line.points[-1])
    u, v = line.points.T
    area = float(np.sum(u[:-1] * v[1:] - u[1:] * v[:-1]) / 2)
    # With v down a ring of positive area is walked clockwise: what is within lies to the right.
    assert (line.right if area > 0 else line.left) == 1


@pytest.mark.parametrize("seed", range(6))
def test_on_ground_held_at_random_every_hexside_has_its_line_between_its_hexes(seed):
    dice = random.Random(seed)
    hexmap = toy_map(GROUND, flat_top=bool(seed % 2))
    control = bytes(dice.choices([0, 1, 2, NO_SIDE], [4, 4, 1, 1])[0] for _ in range(len(hexmap)))
    lines = front_lines(hexmap, control)
    centres = hexmap.layout.centres() / hexmap.layout.radius_m
    middles = 0
    for line in lines:
        for point in line.points:
            near = np.argsort(np.hypot(*(centres - point).T))[:3]
            assert {line.left, line.right} & {control[index] for index in near.tolist()}
        middles += (len(line.points) - 1) // 3
    # Every piece of the spline but the ends of open lines belongs to one hexside.
    ends = sum(not line.closed for line in lines)
    assert borders(hexmap, control) <= middles + ends
    assert borders(hexmap, control) >= middles - 2 * ends


def test_who_knows_of_nobody_s_ground_has_no_front():
    hexmap = toy_map(GROUND)
    assert front_lines(hexmap, b"") == []
    assert front_lines(hexmap, bytes([NO_SIDE]) * len(hexmap)) == []
    assert front_lines(hexmap, bytes([1]) * len(hexmap)) == []


def test_a_hex_is_watched_from_itself_and_from_next_to_it():
    hexmap = toy_map(GROUND)
    here = hexmap.index_of("0505")
    watched = watched_from(hexmap, [here])
    assert set(np.flatnonzero(watched).tolist()) == {here, *hexmap.neighbour[here].tolist()}
    assert not watched_from(hexmap, []).any()


@pytest.mark.parametrize("flat_top", [True, False])
def test_the_front_is_stale_where_nobody_is_near_and_has_no_gap(flat_top):
    hexmap = toy_map(GROUND, flat_top=flat_top)
    control = held_by(hexmap, lambda col, _: 0 if col < 7 else 1)
    guard = hexmap.index_of("0706")
    lines = front_lines(hexmap, control, watched_from(hexmap, [guard]))
    assert [line.stale for line in sorted(lines, key=lambda line: line.points[:, 1].mean())] == [True, False, True]
    (whole,) = front_lines(hexmap, control)
    assert not whole.stale
    joined = sorted(lines, key=lambda line: np.argmin(np.hypot(*(whole.points - line.points[0]).T)))
    for one, other in itertools.pairwise(joined):
        assert np.array_equal(one.points[-1], other.points[0])
    assert np.array_equal(np.concatenate([joined[0].points, *(line.points[1:] for line in joined[1:])]), whole.points)
    (fresh,) = (line for line in lines if not line.stale)
    middle = hexmap.layout.centres()[guard] / hexmap.layout.radius_m
    assert np.hypot(*(fresh.points - middle).T).max() < 4


def test_who_stands_all_along_the_front_knows_it_as_it_is():
    hexmap = toy_map(GROUND)
    control = held_by(hexmap, lambda col, _: 0 if col < 7 else 1)
    along = [index for index in range(len(hexmap)) if index % hexmap.layout.grid.cols == 6]
    assert [line.stale for line in front_lines(hexmap, control, watched_from(hexmap, along))] == [False]
    assert [line.stale for line in front_lines(hexmap, control, watched_from(hexmap, []))] == [True]
