"""Points that lie near others, beside the plain way and beside scipy; heights rounded off to the bits of scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

from maps.derive.nearby import dwarfed, near_spots, nearest_of, pairs_within
from maps.derive.shading import rounded_off

_PLACES = st.lists(st.tuples(st.integers(-40, 40), st.integers(-40, 40)), max_size=25)
"""On a lattice, so that many lie at one spot, and many exactly as far off as is asked."""


def _points(places):
    return np.array(places, np.float64).reshape(-1, 2)


@given(_PLACES, _PLACES, st.sampled_from([0.0, 1.0, 5.0, 13.0, 200.0]))
def test_points_near_spots_are_those_found_one_by_one(points, spots, within):
    near = near_spots(_points(points), _points(spots), within)
    slow = [
        (j, k)
        for j, (u, v) in enumerate(spots)
        for k, (x, y) in enumerate(points)
        if (x - u) ** 2 + (y - v) ** 2 <= within**2
    ]
    assert list(zip(*(rows.tolist() for rows in near), strict=True)) == slow


@given(_PLACES, st.data(), st.sampled_from([1.0, 5.0, 13.0, 200.0]))
def test_the_dwarfed_are_those_found_one_by_one(points, data, within):
    sizes = data.draw(st.lists(st.sampled_from([0, 1, 3, 4, 12, 16, 70]), min_size=len(points), max_size=len(points)))
    rows = list(zip(points, sizes, strict=True))
    slow = [
        any(other >= 4 * own > 0 and np.hypot(x - u, y - v) < within for (u, v), other in rows) for (x, y), own in rows
    ]
    assert dwarfed(_points(points), np.array(sizes, np.int64), 4, within).tolist() == slow


def test_points_at_no_place_dwarf_nobody():
    points = np.array([[0.0, 0.0], [np.inf, 0.0], [np.nan, 1.0], [1.0, 0.0]])
    assert dwarfed(points, np.array([1, 99, 99, 4]), 4, 5.0).tolist() == [True, False, False, False]
    assert dwarfed(points[1:3], np.array([1, 1]), 4, 5.0).tolist() == [False, False]


def test_places_by_the_ten_thousand_within_one_distance_need_no_table_of_pairs():
    """All 100,000 lie within 3 km: five thousand million pairs. All but the greatest have one four times their size."""
    sown = np.random.default_rng(5)
    points, sizes = sown.random((100_000, 2)) * 2000.0, sown.integers(1, 100, 100_000)
    assert dwarfed(points, sizes, 4, 3500.0).tolist() == (4 * sizes <= sizes.max()).tolist()


@given(_PLACES, _PLACES)
def test_the_first_of_the_nearest_is_given(points, spots):
    off, row = nearest_of(_points(points), _points(spots))
    if not points:
        assert np.isinf(off).all()
        return
    squares = [[(x - u) ** 2 + (y - v) ** 2 for x, y in points] for u, v in spots]
    assert row.tolist() == [found.index(min(found)) for found in squares]
    assert off.tolist() == [min(found) ** 0.5 for found in squares]


@pytest.mark.parametrize("within", [3.0, 250.0, 20_000.0])
def test_pairs_and_distances_are_those_of_scipy(within):
    points, spots = (np.random.default_rng(seed).random((400, 2)) * [90_000, 4_000] + [7e5, 5.5e6] for seed in (1, 2))
    assert {tuple(pair) for pair in pairs_within(points, within).tolist()} == cKDTree(points).query_pairs(within)
    assert nearest_of(points, spots)[0].tolist() == cKDTree(points).query(spots)[0].tolist()


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (2, 70), (70, 2), (33, 64), (131, 90)])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_heights_are_rounded_off_to_the_bits_of_scipy(shape, kind):
    heights = (np.random.default_rng(3).random(shape) * 900).astype(kind)
    rounded = rounded_off(heights)
    assert rounded.dtype == kind
    assert rounded.tobytes() == gaussian_filter(heights, 1.0).tobytes()
