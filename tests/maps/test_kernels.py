"""Polygons measured hex by hex, against slow and obvious twins."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.grid.hexgrid import Grid
from maps.grid.kernels import Rings, polygon_amounts
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


@settings(max_examples=60, deadline=None)
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
