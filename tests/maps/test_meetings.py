"""Where lines cross lines: worked out on paper, and against a slow twin."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from maps.derive.ways.banks import Banks
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.grid.meetings import cells_of, meetings

RIVER = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]])


def met(line, other=RIVER):
    line = np.asarray(line, float)
    return meetings(line, np.array([0, len(line)]), cells_of(other, np.array([0, len(other)])))


def test_a_line_crosses_both_legs_of_an_angle():
    # From (8, -1) to (12, 3), 4 root 2 long: over y = 0 at x = 9, root 2 along; over x = 10 at y = 1, 2 root 2 along.
    found = met([(8, -1), (12, 3)])
    assert found.at_m == pytest.approx(np.sqrt([2, 8]))
    assert found.line.tolist() == found.other.tolist() == [0, 0]
    assert not len(found.doubtful)


def test_metres_count_from_the_beginning_of_the_line():
    # Three metres east, then north over y = 0 one metre on.
    assert met([(0, -1), (3, -1), (3, 1)]).at_m.tolist() == [4.0]


def test_a_spot_passed_there_and_back_counts_once():
    assert met([(3, -1), (3, 1), (3, -1)]).at_m.tolist() == [1.0]


def test_two_spots_of_one_pair_count_twice():
    assert met([(3, -1), (3, 1), (5, 1), (5, -1)]).at_m.tolist() == [1.0, 5.0]


@pytest.mark.parametrize(
    "line",
    [
        [(3, -1), (3, 0)],  # ends on the river
        [(3, -1), (3, 0), (4, 1)],  # crosses it at a point of its own
        [(9, -1), (10, 0), (11, 1)],  # crosses it at a point of both
        [(2, 0), (5, 0)],  # runs along it
        [(3, 0), (3, 0)],  # has no length
    ],
)
def test_what_shares_a_point_is_in_doubt(line):
    found = met(line)
    assert found.doubtful.tolist() == [[0, 0]]
    assert not len(found.line)


@pytest.mark.parametrize("line", [[(20, 20), (30, 30)], [(1, 1), (2, 9)], [(-5, 3), (-1, 3)], [(1, 1)]])
def test_what_lies_apart_does_not_meet(line):
    found = met(line)
    assert not len(found.line)
    assert not len(found.doubtful)


def test_nothing_meets_no_lines():
    found = met([(0, 0), (1, 1)], np.empty((0, 2)))
    assert not len(found.line)
    assert not len(found.doubtful)


def lines_of(points):
    return [points[k : k + 5] for k in range(0, len(points), 5)]


MILLIMETRES = st.integers(-50_000, 50_000)


@given(hnp.arrays(np.int64, (20, 2), elements=MILLIMETRES), hnp.arrays(np.int64, (15, 2), elements=MILLIMETRES))
@settings(max_examples=150)
def test_meetings_are_those_of_the_slow_twin(some, others):
    some, others = some / 1000, others / 1000
    found = meetings(some, np.arange(0, 21, 5), cells_of(others, np.arange(0, 16, 5)))
    doubtful = set(map(tuple, found.doubtful.tolist()))
    for i, line in enumerate(lines_of(some)):
        for j, other in enumerate(lines_of(others)):
            if (i, j) in doubtful:
                continue
            one, two = shapely.LineString(line), shapely.LineString(other)
            spots = shapely.get_coordinates(shapely.intersection(one, two))
            here = found.at_m[(found.line == i) & (found.other == j)]
            assert len(here) == len(spots)
            drawn = np.array([shapely.get_coordinates(shapely.line_interpolate_point(one, m))[0] for m in here])
            for spot in spots:
                assert np.hypot(*(drawn - spot).T).min() < 1e-5


@given(
    hnp.arrays(np.int64, (20, 2), elements=st.integers(0, 4)), hnp.arrays(np.int64, (15, 2), elements=st.integers(0, 4))
)
@settings(max_examples=100)
def test_no_pair_that_shares_a_point_is_missed(some, others):
    found = meetings(some * 1.0, np.arange(0, 21, 5), cells_of(others * 1.0, np.arange(0, 16, 5)))
    named = {*zip(found.line.tolist(), found.other.tolist(), strict=True), *map(tuple, found.doubtful.tolist())}
    for i, line in enumerate(lines_of(some)):
        for j, other in enumerate(lines_of(others)):
            # A line of no length touches nothing for the slow twin.
            if np.ptp(line, axis=0).any() and np.ptp(other, axis=0).any():
                touch = shapely.LineString(line).intersects(shapely.LineString(other))
                assert ((i, j) in named) == touch


def test_banks_decide_where_lines_share_points():
    layout = Layout(Grid(4, 4, flat_top=False), "EPSG:32633", 0.0, 0.0, 100.0)
    river = shapely.LineString(layout.to_map([(50.0, -100.0), (50.0, 100.0), (50.0, 400.0)]))
    banks = Banks(np.array([river]), np.zeros((16, 6), np.uint8), np.ones(16, bool), layout)
    # The first crosses at a point of both, 50 m along; the second only ends on the river; the third is far off.
    points = np.array([(0, 100), (50, 100), (90, 100), (0, 100), (50, 100), (200, 0), (300, 0)], float)
    found = banks.crossed_by(points, np.array([0, 3, 5, 7]))
    assert found.starts.tolist() == [0, 1, 2, 3]
    assert found.at_m[0] == 50.0
    assert np.isnan(found.at_m[1:]).all()
