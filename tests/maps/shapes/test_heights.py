"""Contours through the heights of hexes."""

from dataclasses import replace

import numpy as np
import pytest

from maps.shapes.heights import contour_step
from maps.shapes.shapes import Shapes
from scenarios.drawing.contours import contour_items, height_words
from scenarios.drawing.levels import level_at
from tests.toyground import toy_map


def slope(rise_m=18.0):
    """A map that rises from left to right, so much to a column."""
    flat = toy_map("\n".join(["." * 16] * 14))
    heights = 100.0 + rise_m * (np.arange(len(flat)) % 16)
    return Shapes(replace(flat, elevation_m=heights.astype(np.float32)))


@pytest.mark.parametrize(("rise", "step"), [(100.0, 10.0), (139.0, 10.0), (142.0, 20.0), (5000.0, 500.0), (0.5, 0.0)])
def test_contours_are_so_far_apart_that_no_more_than_fourteen_are_needed(rise, step):
    assert contour_step(np.linspace(0, rise / 0.96, 2000)) == step


def test_a_peak_and_a_hole_in_the_source_spread_no_contours():
    heights = np.full(1000, np.nan)
    heights[:900] = np.linspace(200, 300, 900)
    heights[0] = 4000.0
    assert contour_step(heights) == 10.0
    assert contour_step(np.full(5, np.nan)) == 0.0


def test_a_contour_lies_where_its_height_is():
    shapes = slope()
    assert shapes.contour_step_m == 20.0
    found = shapes.contours()
    assert {height for height, _ in found} >= {120.0, 200.0, 300.0}
    for height, line in found:
        inner = line[(line[:, 0] > 3) & (line[:, 0] < 19) & (line[:, 1] > 3) & (line[:, 1] < 19)]
        # A column is 1.5 hex radii wide.
        assert np.abs(inner[:, 0] / 1.5 * 18 + 100 - height).max(initial=0) < 6


def test_a_part_has_the_contours_of_the_whole():
    shapes, box = slope(), (4.0, 4.0, 12.0, 12.0)
    whole = {height for height, line in shapes.contours() if ((line > 4) & (line < 12)).all(axis=1).any()}
    assert {height for height, _ in shapes.contours(box)} == whole


def test_every_fifth_contour_is_heavier_and_bears_its_height():
    shapes = slope()
    fine, heavy = contour_items(shapes, level_at(8.0), shapes.box)
    assert heavy.width.least_mm > fine.width.least_mm
    assert len(fine.starts) > len(heavy.starts)
    words = list(height_words(shapes, 8.0))
    assert {"200", "300"} <= {word.text for word in words} <= {"100", "200", "300", "400"}
    assert list(height_words(shapes, 8.0, words)) == []


def test_flat_ground_has_no_contours():
    shapes = Shapes(toy_map("....\n....\n...."))
    assert shapes.contours() == []
    assert list(contour_items(shapes, level_at(8.0), shapes.box)) == []
