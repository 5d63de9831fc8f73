"""Areas of classes and woods: true to the hexes and to the shares of the source."""

import itertools

import numpy as np
import pytest

from maps.palette import shipped_palette
from maps.shapes.rings import areas_above, joined, larger, thinned
from maps.shapes.shapes import Shapes
from maps.shapes.woods import wanted_shares
from tests.toyground import toy_map

HALF_WOODED = """
....bbbb....
....bbbb....
..wwwwwwww..
..wwwwwwww..
.....T......
............
"""


def covers(rings, u, v):
    """Say even-odd, edge by edge, which spots lie inside rings."""
    inside = np.zeros(len(u), bool)
    for ring in rings.each():
        for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if ay != by:
                meets = (ay > v) != (by > v)
                inside ^= meets & (u < (bx - ax) * (v - ay) / (by - ay) + ax)
    return inside


@pytest.fixture(scope="module")
def wooded():
    return Shapes(toy_map(HALF_WOODED))


def test_each_hex_is_mostly_its_own_class(wooded):
    own = wooded.layer[wooded.samples.warped] == wooded.layer[wooded.samples.here]
    count, on = len(wooded.hexmap), wooded.samples.here >= 0
    here = wooded.samples.here[on]
    share = np.bincount(here, weights=own[on], minlength=count) / np.bincount(here, minlength=count)
    assert share.min() >= 0.70


def test_areas_are_nested_so_that_no_gap_opens_where_three_meet(wooded):
    rng = np.random.default_rng(1)
    u, v = rng.uniform(0, wooded.box[2] - 1, 4000), rng.uniform(0, wooded.box[3] - 1, 4000)
    drawn = [covers(rings, u, v) for _, rings in wooded.classes(bend=0.0)]
    assert len(drawn) == 3
    for below, above in itertools.pairwise(drawn):
        assert (below >= above).mean() > 0.995  # outlines are smoothed each by itself


def test_the_middle_of_each_hex_is_painted_in_its_class(wooded):
    names = [name for name, _ in wooded.classes()]
    top = np.zeros(len(wooded.hexmap), int)
    for place, (_, rings) in enumerate(wooded.classes(), 1):
        top[covers(rings, wooded.u, wooded.v)] = place
    painted = np.array([wooded.lowest, *names])[top]
    assert painted.tolist() == np.array(wooded.order)[wooded.layer].tolist()


def test_woods_have_the_share_that_their_terrain_asks_for(wooded):
    palette = shipped_palette()
    wanted = wanted_shares(wooded.hexmap, palette)
    # No source tells a share here: dense woods have at least nine tenths, open woods at least 42 in a hundred.
    assert sorted(set(wanted.round(2).tolist())) == [0.0, 0.42, 0.9]
    apart = np.abs(wooded.grown.share - wanted)
    assert np.quantile(apart, 0.95) < 0.05
    assert apart.max() < 0.15


def test_the_shares_of_the_source_are_kept_within_what_a_terrain_allows():
    from dataclasses import replace

    hexmap = toy_map("...\nwww")
    cover = np.array([[0.2], [0.5], [0.0], [0.95], [0.1], [1.0]], np.float32)
    wooded = replace(hexmap, cover=cover, cover_names=("forest",))
    assert wanted_shares(wooded, shipped_palette()) == pytest.approx([0.2, 0.34, 0.0, 0.95, 0.9, 1.0])


def test_trees_stand_in_woods_and_no_mark_of_open_ground_does(wooded):
    found = wooded.marks(0.2)
    names = np.array(wooded.order)[wooded.layer][found.hex]
    trees = found.wooded == 1
    assert trees.sum() > 300
    woods = wooded.woods(bend=0.0)
    assert covers(woods, found.u[trees], found.v[trees]).mean() > 0.97
    clear = found.wooded == -1
    assert covers(woods, found.u[clear], found.v[clear]).mean() < 0.005  # outlines are thinned
    assert (names[trees] == "woods_dense").mean() > 0.5


def test_marks_of_boxes_side_by_side_are_those_of_the_whole(wooded):
    u0, v0, u1, v1 = wooded.box
    middle = (u0 + u1) / 2
    parts = [wooded.marks(0.3, (u0, v0, middle, v1)), wooded.marks(0.3, (middle, v0, u1, v1))]
    whole = wooded.marks(0.3)
    assert sum(len(part.u) for part in parts) == len(whole.u)
    assert set(whole.u.tolist()) == {u for part in parts for u in part.u.tolist()}


def test_woods_keep_off_a_place():
    from dataclasses import replace

    hexmap = toy_map("wwwww\nwwwww\nwwwww")
    layout = hexmap.layout
    x, y = layout.to_map(layout.centres()[7]).tolist()
    from maps.grid.hexmap import Place

    held = replace(hexmap, places=(Place("Oldtown", 7, x, y, 20_000, 1),))
    shapes = Shapes(held)
    spot = np.array([[shapes.u[7], shapes.v[7]]])
    assert not covers(shapes.woods(), spot[:, 0], spot[:, 1])[0]
    assert covers(Shapes(hexmap).woods(), spot[:, 0], spot[:, 1])[0]


def test_a_ring_round_a_hole_is_among_the_rings():
    x = y = np.arange(20.0)
    field = np.full((20, 20), -1.0, np.float32)
    field[3:17, 3:17] = 1.0
    field[8:12, 8:12] = -1.0
    rings = areas_above(x, y, field, 0.0, 0.0)
    assert len(rings) == 2
    assert covers(rings, np.array([5.0, 9.5, 1.0]), np.array([5.0, 9.5, 1.0])).tolist() == [True, False, False]
    assert rings.boxes[0].tolist() == pytest.approx([2.5, 2.5, 16.5, 16.5])


def test_a_part_that_is_all_of_one_class_is_painted_in_it():
    shapes = Shapes(toy_map("\n".join(["......mmmmmm"] * 12)))
    inside = (12.0, 8.0, 15.0, 11.0)
    ((name, rings),) = shapes.classes(inside)
    assert name == "marsh"
    assert covers(rings, np.array([13.0, 14.0]), np.array([9.0, 10.0])).all()


def test_small_rings_are_left_out_by_what_they_hold():
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    rings = joined([square, 0.3 * square + 5, 2 * square - 9])
    assert [ring.min() for ring in larger(rings, 0.5).each()] == [0, -9]
    assert larger(rings, 0.5).boxes.tolist() == rings.boxes[[0, 2]].tolist()
    assert len(larger(rings, 9.0)) == 0
    assert larger(rings, 0.0) is rings


def test_thinning_keeps_corners_and_drops_what_bends_nothing():
    line = np.array([[0.1 * k, 0.0] for k in range(11)] + [[1.0, 0.1 * k] for k in range(1, 11)])
    kept = thinned(line).tolist()
    assert kept[0] == [0, 0]
    assert kept[-1] == [1, 1]
    assert any(np.hypot(a - 1, b) < 0.12 for a, b in kept)
    assert len(kept) < len(line) * 0.7


def test_nothing_to_draw_gives_no_rings():
    assert len(joined([])) == 0
    assert joined([]).boxes.shape == (0, 4)
