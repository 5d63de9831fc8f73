"""Polygons measured hex by hex, against slow and obvious twins."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maps.grid.hexgrid import Grid
from maps.grid.kernels import Rings, _longest, _room_for, polygon_amounts
from maps.grid.layout import Layout


def layout_of(*, flat_top: bool, width_m: float = 1000.0) -> Layout:
    return Layout(Grid(5, 4, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, width_m)


def test_a_square_in_the_middle_of_a_hex_gives_its_area():
    layout = layout_of(flat_top=True)
    u, v = layout.centres()[7]
    square = np.array([[u - 100, v - 100], [u + 100, v - 100], [u + 100, v + 100], [u - 100, v + 100]])
    area = polygon_amounts(Rings(square, np.array([0, 4]), np.array([0, 1])), np.ones((1, 1)), layout)[:, 0]
    assert area[7] == pytest.approx(40_000)
    assert area.sum() == pytest.approx(40_000)


def test_a_square_over_a_hexside_is_halved_and_its_hole_taken_out():
    layout = layout_of(flat_top=True)
    u, v = layout.centres()[0]
    side_v = v + 500  # the south side of the first hex
    outside = [[u - 100, side_v - 100], [u + 100, side_v - 100], [u + 100, side_v + 100], [u - 100, side_v + 100]]
    hole = [[u - 50, side_v - 50], [u + 50, side_v - 50], [u + 50, side_v], [u - 50, side_v]]
    rings = Rings(np.array([*outside, *hole], float), np.array([0, 4, 8]), np.array([0, 2]))
    area, twice = polygon_amounts(rings, np.array([[1.0, 2.0]]), layout).T
    south = layout.grid.neighbours(0)[3]
    assert area[0] == pytest.approx(20_000 - 5_000)
    assert area[south] == pytest.approx(20_000)
    assert twice == pytest.approx(2 * area)


point = st.tuples(st.floats(-2000, 6000), st.floats(-2000, 5000))


@settings(max_examples=60)
@given(st.lists(point, min_size=3, max_size=12), st.booleans())
def test_cover_agrees_with_intersecting_each_hex(points, flat_top):
    polygon = shapely.MultiPoint(points).convex_hull
    if polygon.geom_type != "Polygon" or polygon.area < 1:
        return
    layout = layout_of(flat_top=flat_top)
    ring = np.array(polygon.exterior.coords)
    found = polygon_amounts(Rings(ring, np.array([0, len(ring)]), np.array([0, 1])), np.ones((1, 1)), layout)[:, 0]
    slow = shapely.area(shapely.intersection(shapely.polygons(layout.corners()), polygon))
    assert found == pytest.approx(slow, abs=1e-3)


@pytest.mark.parametrize("flat_top", [True, False])
def test_cover_of_a_concave_star(flat_top):
    layout = layout_of(flat_top=flat_top)
    turn = np.linspace(0, 2 * np.pi, 25)[:-1]
    reach = np.where(np.arange(24) % 2, 400.0, 2400.0)
    ring = np.stack([1700 + reach * np.cos(turn), 1500 + reach * np.sin(turn)], axis=1)
    found = polygon_amounts(Rings(ring, np.array([0, 24]), np.array([0, 1])), np.ones((1, 1)), layout)[:, 0]
    slow = shapely.area(shapely.intersection(shapely.polygons(layout.corners()), shapely.Polygon(ring)))
    assert found == pytest.approx(slow, abs=1e-3)


def test_a_polygon_that_covers_everything_gives_every_hex_its_whole_area():
    layout = layout_of(flat_top=False)
    ring = np.array([[-9e4, -9e4], [9e4, -9e4], [9e4, 9e4], [-9e4, 9e4]])
    area = polygon_amounts(Rings(ring, np.array([0, 4]), np.array([0, 1])), np.ones((1, 1)), layout)
    assert area[:, 0] == pytest.approx(layout.hex_area_m2())


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.booleans(), st.integers(5, 60))
def test_a_large_ragged_polygon_with_a_hole_over_many_hexes(seed, flat_top, points):
    # Some 1,300 hexes: most lie wholly inside, wholly in the hole or wholly outside, and are not cut at all.
    sown = np.random.default_rng(seed)
    layout = Layout(Grid(38, 34, flat_top), "EPSG:32631", 0.0, 0.0, 1000.0)
    turn = np.sort(sown.random(points)) * 2 * np.pi
    reach = sown.uniform(9000, 21000, points)
    outside = np.stack([16000 + reach * np.cos(turn), 15000 + reach * np.sin(turn)], axis=1)
    hole = 0.4 * (outside - [16000, 15000]) + [16000, 15000]
    rings = Rings(np.concatenate([outside, hole]), np.array([0, points, 2 * points]), np.array([0, 2]))
    found = polygon_amounts(rings, np.ones((1, 1)), layout)[:, 0]
    hexes = shapely.polygons(layout.corners())
    shapes = [shapely.Polygon(ring) for ring in (outside, hole)]
    assume(all(shape.is_valid for shape in shapes))
    slow = np.subtract(*(shapely.area(shapely.intersection(hexes, shape)) for shape in shapes))
    assert np.abs(found - slow).max() < 1e-9 * layout.hex_area_m2()


def test_what_is_wholly_inside_is_its_whole_area_and_what_is_outside_exactly_nothing():
    layout = Layout(Grid(60, 50, flat_top=False), "EPSG:32631", 0.0, 0.0, 1000.0)
    # A frame: from 10 km to 40 km, with a hole from 20 km to 30 km; hexes reach 577 m above and below their centres.
    ends = [(low, high) for low, high in ((10_000, 40_000), (20_000, 30_000))]
    points = np.array([(x, y) for low, high in ends for x, y in ((low, low), (high, low), (high, high), (low, high))])
    found = polygon_amounts(Rings(points.astype(float), np.array([0, 4, 8]), np.array([0, 2])), np.ones((1, 1)), layout)
    off = np.abs(layout.centres() - 25_000).max(axis=1)
    assert (found[off > 15_600, 0] == 0).all()
    assert (found[off < 4_400, 0] == 0).all()
    assert found[(off > 5_600) & (off < 14_400), 0] == pytest.approx(layout.hex_area_m2(), rel=1e-12)
    assert found.sum() == pytest.approx(800e6, rel=1e-12)  # 30 km x 30 km less 10 km x 10 km


def test_a_polygon_half_off_the_grid_fills_to_the_border():
    layout = Layout(Grid(8, 40, flat_top=False), "EPSG:32631", 0.0, 0.0, 1000.0)
    ring = np.array([[-9e4, 3000.0], [9e4, 3000.0], [9e4, 30000.0], [-9e4, 30000.0]])
    found = polygon_amounts(Rings(ring, np.array([0, 4]), np.array([0, 1])), np.ones((1, 1)), layout)[:, 0]
    slow = shapely.area(shapely.intersection(shapely.polygons(layout.corners()), shapely.Polygon(ring)))
    assert np.abs(found - slow).max() < 1e-9 * layout.hex_area_m2()


def test_there_is_room_for_the_longest_ring_wherever_it_stands():
    """A kernel writes beyond what has no room for it, and nothing tells: eight cuts cross each edge twice at most."""
    for starts, longest in (((0, 9, 12), 9), ((0, 3, 12, 14), 9), ((0, 3, 12), 9), ((0,), 0)):
        assert _longest(np.array(starts, np.int64)) == longest
        assert len(_room_for(longest, 1).a) >= 16 * longest
