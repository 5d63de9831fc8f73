"""Lines followed from hex to hex, against intersecting each piece with each hex."""

import itertools

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.grid.walk import along_sides, crossings, lengths_per_hex, walk_lines


def layout_of(*, flat_top=True, cols=5, rows=4, width_m=1000.0, turn=0.0):
    return Layout(Grid(cols, rows, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, width_m, turn)


def walked(layout, *lines):
    points = np.concatenate([np.asarray(line, float).reshape(-1, 2) for line in lines])
    return walk_lines(points, np.cumsum([0, *map(len, lines)]), layout)


def told(walk):
    """Hex, metres and side of each stretch."""
    return list(zip(walk.hex.tolist(), walk.length_m.round(6).tolist(), walk.left_by.tolist(), strict=True))


def pieces(line):
    return [shapely.linestrings([a, b]) for a, b in itertools.pairwise(line) if tuple(a) != tuple(b)]


# A flat-top hex of 1000 m: south sides at 500 m, the next centre of a column 1000 m further down.
# A pointy-top one: east sides at 500 m, the next centre of a row 1000 m further right.


def test_a_line_down_a_column_of_flat_hexes():
    # From the centre of 0101 to 200 m beyond the centre of 0103: hexes 0, 5, 10; leaving by side 3, south.
    walk = walked(layout_of(), [(0, 0), (0, 700), (0, 2200)])
    assert told(walk) == [(0, 500, 3), (5, 1000, 3), (10, 700, -1)]
    assert walk.start_m.tolist() == [0, 500, 1500]
    assert walk.line.tolist() == [0, 0, 0]


def test_a_line_along_a_row_of_pointy_hexes_out_of_the_grid_and_back():
    # Two hexes in a row: the grid ends 1500 m right of the first centre. Out to 1900 m, and back into hex 1.
    walk = walked(layout_of(flat_top=False, cols=2, rows=1), [(0, 0), (1900, 0), (800, 0)])
    assert told(walk) == [(0, 500, 1), (1, 1000, -1), (1, 700, -1)]
    assert walk.start_m.tolist() == [0, 500, 2300]  # 800 m outside: 400 m out and 400 m back


def test_a_line_from_far_outside_across_and_far_away():
    walk = walked(layout_of(flat_top=False), [(-5e7, 0), (-4e6, 0), (9e7, 0)])
    assert walk.hex.tolist() == [0, 1, 2, 3, 4]
    assert walk.length_m == pytest.approx(1000, abs=1e-6)
    assert walk.left_by.tolist() == [1, 1, 1, 1, -1]


def test_a_touch_from_within_does_not_cross():
    # To the south side of the first hex and back.
    assert told(walked(layout_of(), [(0, 0), (100, 500), (50, 0)])) == [
        (0, round(np.hypot(100, 500) + np.hypot(50, 500), 6), -1)
    ]


def test_through_a_corner_there_is_no_hex_without_length():
    layout = layout_of()
    # From the centre of 0202 through its corner 0 and on, along the side between the two hexes beyond.
    corner = layout.corners()[6, 0]
    a, b = layout.centres()[6], 2 * corner - layout.centres()[6]
    walk = walked(layout, [a, b])
    assert (walk.length_m > 1).all()
    table = layout.grid.neighbour_table()
    assert [table[here, side] for here, side in zip(walk.hex[:-1], walk.left_by[:-1], strict=True)] == [*walk.hex[1:]]
    assert walk.length_m.sum() == pytest.approx(np.hypot(*(b - a)))


def test_along_a_side_a_line_stays_in_the_hex_it_came_from():
    layout = layout_of()
    low = layout.centres()[6] + np.array([0, 500])  # the middle of the south side of 0202
    lines = ([low + np.array([0, start]), low, low + np.array([100, 0])] for start in (-9, 9))
    from_above, from_below = walked(layout, *lines).hex
    assert from_above == 6
    assert from_below == 11


def test_lines_of_no_length_have_no_stretch():
    walk = walked(layout_of(), [(0, 0), (0, 0)], [(10, 10)], [], [(0, 0), (0, 0), (7, 0), (7, 0)])
    assert told(walk) == [(0, 7, -1)]
    assert walk.line.tolist() == [3]
    assert told(walk_lines(np.empty((0, 2)), np.array([0]), layout_of())) == []


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_point_without_a_place_is_refused(bad):
    with pytest.raises(ValueError, match=r"line 1 has a point without a place: \[3\.0, (nan|inf)\]"):
        walked(layout_of(), [(0, 0), (1, 1)], [(0, 0), (3, bad)])


def test_more_stretches_than_room_was_made_for():
    # 3,000 lines of two points, each through all four rows of the grid: 12,000 stretches from 6,000 points.
    walk = walked(layout_of(), *[[(k / 10, -300), (k / 10, 3200)] for k in range(3000)])
    assert np.bincount(walk.line).min() >= 4
    for line in (0, 1023, 2999):
        alone = walked(layout_of(), [(line / 10, -300), (line / 10, 3200)])
        assert told(alone) == [row for row, of in zip(told(walk), walk.line, strict=True) if of == line]


point = st.tuples(st.floats(-6000, 12000), st.floats(-6000, 12000))
counts = st.integers(1, 7)
grids = st.builds(layout_of, flat_top=st.booleans(), cols=counts, rows=counts, width_m=st.floats(400, 3000))


@settings(max_examples=80)
@given(st.lists(st.lists(point, min_size=2, max_size=7), min_size=1, max_size=3), grids)
def test_lengths_agree_with_intersecting_each_piece_with_each_hex(lines, layout):
    hexes, slow = shapely.polygons(layout.corners()), np.zeros((len(lines), len(layout.grid)))
    table, walk = layout.grid.neighbour_table(), walked(layout, *lines)
    for k, line in enumerate(lines):
        for piece in pieces(line):
            slow[k] += shapely.length(shapely.intersection(piece, hexes))
    fast = np.zeros_like(slow)
    np.add.at(fast, (walk.line, walk.hex), walk.length_m)
    # Where a piece lies along a side to the last digit, both hexes that share it have a claim: then only sums agree.
    if not any(_along_a_side(line, layout) for line in lines):
        assert fast == pytest.approx(slow, abs=2e-6)
    on = np.flatnonzero(walk.left_by >= 0)
    assert np.array_equal(table[walk.hex[on], walk.left_by[on]], walk.hex[on + 1])
    assert walk.start_m[on] + walk.length_m[on] == pytest.approx(walk.start_m[on + 1])


def _along_a_side(line, layout):
    corners = layout.corners()
    sides = shapely.linestrings(np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2, 2))
    bands = shapely.buffer(pieces(line), 1e-5)
    return any(shapely.length(shapely.intersection(band, sides)).max() > 1 for band in bands)


@settings(max_examples=60)
@given(st.data(), st.booleans())
def test_between_corners_centres_and_middles_nothing_is_lost(data, flat_top):
    layout = layout_of(flat_top=flat_top)
    corners, centres = layout.corners(), layout.centres()
    spots = np.concatenate([corners.reshape(-1, 2), centres, (corners[:, 0] + corners[:, 1]) / 2])
    line = spots[data.draw(st.lists(st.integers(0, len(spots) - 1), min_size=2, max_size=6))]
    walk = walked(layout, line)
    ground = shapely.union_all(shapely.buffer(shapely.polygons(corners), 1e-3))
    # What runs along the border of the grid may count or not; what runs within it counts once, and nothing without.
    areas = [shapely.buffer(ground, by) for by in (-0.01, 0.01)]
    least, most = (sum(shapely.length(shapely.intersection(piece, area)) for piece in pieces(line)) for area in areas)
    assert least - 1 <= walk.length_m.sum() <= most + 1
    table, on = layout.grid.neighbour_table(), np.flatnonzero(walk.left_by >= 0)
    assert np.array_equal(table[walk.hex[on], walk.left_by[on]], walk.hex[on + 1])


@settings(max_examples=30)
@given(st.lists(point, min_size=2, max_size=6), st.floats(0, 90))
def test_a_turned_grid_is_walked_as_an_upright_one(line, turn):
    upright, turned = layout_of(), layout_of(turn=turn)
    again = walked(turned, turned.to_grid(turned.to_map(np.array(line))))
    once = walked(upright, line)

    def per_hex(walk):
        return lengths_per_hex(walk, np.zeros(1, np.int8), 1, 20)[:, 0]

    if not _along_a_side(line, upright):
        assert per_hex(again) == pytest.approx(per_hex(once), abs=1e-3)


def test_lengths_by_kind_leave_out_what_has_none():
    layout = layout_of()
    walk = walked(layout, [(0, 0), (0, 700)], [(0, 0), (0, 300)], [(0, 0), (0, 100)])
    lengths = lengths_per_hex(walk, np.array([0, 2, -1]), 3, 20)
    assert lengths.shape == (20, 3)
    assert lengths[0].tolist() == [500, 0, 300]
    assert lengths[5].tolist() == [200, 0, 0]
    assert lengths.sum() == pytest.approx(1000)


def test_a_crossing_counts_at_both_hexes_of_the_side():
    layout = layout_of()
    walk = walked(layout, [(0, 0), (0, 1000)], [(0, 1000), (0, 0)], [(0, 0), (0, 1000)])
    counts = crossings(walk, 20)
    assert (counts[0, 3], counts[5, 0], counts.sum()) == (3, 3, 6)
    assert crossings(walk, 20, np.array([False, True, False]))[0, 3] == 1


def test_metres_along_a_side_count_where_it_is_near_and_runs_the_same_way():
    layout = layout_of(cols=1, rows=2)
    # 300 m along the south side of the first hex, 50 m above it; then straight down over the side: no metre along it.
    line = [(-150, 450), (150, 450), (150, 900)]
    found = along_sides(np.array(line, float), np.array([0, 3]), layout, 100.0)
    assert found[0].tolist() == pytest.approx([0, 0, 0, 300, 0, 0])
    assert found[1].sum() == pytest.approx(0)
    # Where 40 m are the limit it is too far; a line that slants from 0 to 100 m off the side counts for its first 40 %.
    assert along_sides(np.array(line[:2], float), np.array([0, 2]), layout, 40.0).sum() == 0
    slant = np.array([(-150, 500 - 1e-9), (150, 400)])
    assert along_sides(slant, np.array([0, 2]), layout, 40.0)[0, 3] == pytest.approx(0.4 * np.hypot(300, 100), abs=1e-3)


def test_metres_along_a_side_are_measured_from_where_the_line_comes_into_the_hex():
    layout = layout_of(cols=1, rows=2)
    # It slants over the side between the two: 250 m in each, of which the 10 m next to the side are beyond the limit.
    slant = np.array([(-250, 470), (250, 530)], float)
    found = along_sides(slant, np.array([0, 2]), layout, 20.0)
    counted = np.hypot(250, 30) * 20 / 30
    assert (found[0, 3], found[1, 0]) == (pytest.approx(counted), pytest.approx(counted))
    assert found.sum() == pytest.approx(2 * counted)


def test_metres_along_sides_do_not_join_the_end_of_a_line_to_the_next():
    layout = layout_of(flat_top=False)
    lines = np.array([(450, -100), (450, 100), (2450, 100), (2450, -100)], float)
    found = along_sides(lines, np.array([0, 2, 4]), layout, 100.0)
    assert found[0, 1] == pytest.approx(200)
    assert found[2, 1] == pytest.approx(200)
    assert found.sum() == pytest.approx(400)
