"""The grid over a box, anywhere on earth: what the docstring of ``layout_of`` promises."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyproj import Geod, Transformer

from maps.area.area import Area, Box, layout_of, wrapped
from maps.area.projection import default_crs, stretch
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.layout import Layout
from maps.sources.outline import inside_outline

KM_TO_A_DEGREE = 111.0


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (4, 4), (5, 7)])
def test_the_box_of_a_grid_is_that_of_all_corners_of_all_its_hexes(cols, rows, flat_top):
    """The short cut asks few hexes; here all are asked, of grids in which the first row is the last one too."""
    layout = Layout(Grid(cols=cols, rows=rows, flat_top=flat_top), "EPSG:32631", 5000.0, 7000.0, 1000.0)
    corners = layout.centres()[:, None, :] + layout.corner_offsets()[None]
    least, most = corners.reshape(-1, 2).min(axis=0), corners.reshape(-1, 2).max(axis=0)
    assert layout.extent() == pytest.approx((*least, *most), abs=1e-6)


def area(box, width_m, *, flat_top=True, rotation=0.0):
    return Area("toy", box, default_crs(box), width_m, {}, flat_top=flat_top, rotation_deg=rotation)


@st.composite
def areas(draw):
    """Boxes of 2 to 60 hexes a side, all over the world."""
    width_m = draw(st.floats(100, 50_000))
    lat = draw(st.floats(-89, 89))
    high = draw(st.integers(2, 60)) * width_m / 1000 / KM_TO_A_DEGREE
    south, north = max(lat - high / 2, -90.0), min(lat + high / 2, 90.0)
    shrink = math.cos(math.radians(lat))
    wide = min(draw(st.integers(2, 60)) * width_m / 1000 / KM_TO_A_DEGREE / shrink, 170.0)
    west = draw(st.floats(-180, 180))
    box = Box(west, south, wrapped(west + wide), north)
    return area(box, width_m, flat_top=draw(st.booleans()), rotation=draw(st.floats(-180, 180)))


def box_points(box, crs, steps=23):
    mesh = box.mesh(steps).reshape(-1, 2)
    x, y = Transformer.from_crs("EPSG:4326", crs, always_xy=True).transform(mesh[:, 0], mesh[:, 1])
    return np.stack([x, y], axis=-1)


def hexes_to(layout, xy):
    """How far points lie from the nearest hex, in widths of a hex: through the grid grown by a hex all round."""
    grown = Layout(
        type(layout.grid)(layout.grid.cols + 4, layout.grid.rows + 4, layout.grid.flat_top),
        layout.crs,
        *layout.to_map(layout.centres()[0] - 2 * _steps(layout)).tolist(),
        layout.width_m,
        layout.rotation_deg,
    )
    far = np.zeros(len(xy))
    off = np.flatnonzero(layout.indices_at(xy) == NO_HEX)
    assert (grown.indices_at(xy[off]) != NO_HEX).all()
    corners = layout.corners()
    uv = layout.to_grid(xy)
    for k in off:
        near = np.argsort(np.hypot(*(layout.centres() - uv[k]).T))[:3]
        far[k] = min(_to_polygon(uv[k], corners[hex_]) for hex_ in near)
    return far / layout.width_m


def _steps(layout):
    long = 1.5 * layout.radius_m
    return np.array([long, layout.width_m] if layout.grid.flat_top else [layout.width_m, long])


def _to_polygon(point, corners):
    start, along = corners, np.roll(corners, -1, axis=0) - corners
    share = np.clip(((point - start) * along).sum(axis=1) / (along**2).sum(axis=1), 0, 1)
    return np.hypot(*(start + share[:, None] * along - point).T).min()


@settings(max_examples=150)
@given(areas())
@example(area(Box(177, -19, -179, -16), 10_000))
@example(area(Box(0, 88, 170, 90), 5_000, flat_top=False))
@example(area(Box(-10, 35, 40, 60), 50_000, rotation=45))
@example(area(Box(6, 50, 6.03, 50.02), 1_000, rotation=45))
def test_every_point_of_the_box_is_in_a_hex_or_within_half_a_hex_of_one(toy):
    layout = layout_of(toy)
    assert hexes_to(layout, box_points(toy.box, toy.crs)).max() <= 0.5


@settings(max_examples=150)
@given(areas())
@example(area(Box(179.5, -1, -179.5, 1), 2_000, rotation=30))
def test_no_row_and_no_column_lies_outside(toy):
    layout = layout_of(toy)
    uv = layout.to_grid(box_points(toy.box, toy.crs, 100))
    (u0, v0), (u1, v1) = uv.min(axis=0), uv.max(axis=0)
    corners = layout.corners().reshape(layout.grid.rows, layout.grid.cols * 6, 2)
    slack = 0.02 * layout.width_m
    assert (corners[:, :, 1].max(axis=1) > v0 - slack).all()
    assert (corners[:, :, 1].min(axis=1) < v1 + slack).all()
    corners = layout.corners().reshape(layout.grid.rows, layout.grid.cols, 6, 2).transpose(1, 0, 2, 3)
    assert (corners[..., 0].max(axis=(1, 2)) > u0 - slack).all()
    assert (corners[..., 0].min(axis=(1, 2)) < u1 + slack).all()


@settings(max_examples=40)
@given(areas())
def test_hexes_have_the_width_they_claim_anywhere(toy):
    least, greatest = stretch(toy.crs, toy.box)
    assert 0.98 <= least <= greatest <= 1.02
    layout = layout_of(toy)
    back = Transformer.from_crs(toy.crs, "EPSG:4326", always_xy=True)
    middle = len(layout.grid) // 2 + layout.grid.cols // 2
    middle = min(middle, len(layout.grid) - 2)
    pair = layout.to_map(layout.centres()[[middle, middle + 1 if (middle + 1) % layout.grid.cols else middle - 1]])
    (lon_a, lon_b), (lat_a, lat_b) = back.transform(pair[:, 0], pair[:, 1])
    metres = Geod(ellps="WGS84").inv(lon_a, lat_a, lon_b, lat_b)[2]
    assert metres == pytest.approx(toy.width_m, rel=0.03)


@pytest.mark.parametrize(("width_m", "step"), [(50_000, 1000), (2000, 1000), (1999, 100), (200, 100), (100, 10)])
def test_the_first_hex_lies_at_a_round_place(width_m, step):
    layout = layout_of(area(Box(5.8, 50.0, 6.9, 51.2), width_m))
    assert layout.origin_x_m % step == layout.origin_y_m % step == 0


@given(st.floats(-180, 180), st.floats(0.01, 179), st.floats(-180, 180), st.floats(-90, 90))
def test_boxes_hold_points_wherever_the_world_is_cut(west, wide, lon, lat):
    box = Box(west, -45, wrapped(west + wide), 45)
    inside = [part.west <= lon <= part.east and -45 <= lat <= 45 for part in box.parts()]
    edge = min(abs((lon - side + 180) % 360 - 180) for side in (box.west, box.east)) < 1e-9
    assert edge or bool(box.holds([lon, lat])[0]) == any(inside)
    assert sum(part.width for part in box.parts()) == pytest.approx(box.width)


def test_a_margin_does_not_leave_the_world():
    assert Box(177, -19, -179, -16).grown(2) == Box(175, -21, -177, -14)
    assert Box(-179, 80, 178, 89).grown(2) == Box(-180, 78, 180, 90)


def test_a_million_hexes_inside_an_outline_are_found_at_once():
    turn = np.linspace(0, 2 * np.pi, 2000, endpoint=False)
    ring = tuple(zip((6 + np.cos(turn)).tolist(), (50 + 0.6 * np.sin(turn)).tolist(), strict=True))
    toy = Area("toy", Box(5, 49.4, 7, 50.6), "+proj=tmerc +lon_0=6 +datum=WGS84", 145.0, {}, outline=ring)
    layout = layout_of(toy)
    assert len(layout.grid) > 1_000_000
    inside = inside_outline(toy, layout)
    # An ellipse fills pi / 4 of its box; the grid is a little larger, as meridians lean together.
    assert inside.mean() == pytest.approx(np.pi / 4, abs=0.04)


def test_a_point_on_a_hexside_lies_in_one_of_the_two_hexes_and_in_the_one_it_always_did():
    """Which of the two is nobody's business, but a map that is made again must come out as it was."""
    layout = Layout(Grid(6, 5), "EPSG:32631", 0.0, 0.0, np.sqrt(3.0))
    table, centres, found = layout.grid.neighbour_table(), layout.centres(), []
    for index in range(len(layout.grid)):
        for across in (int(other) for other in table[index] if other > index):
            (owner,) = layout.indices_under((centres[[index]] + centres[[across]]) / 2).tolist()
            assert owner in {index, across}
            found.append(owner == across)
    assert "".join("01"[late] for late in found) == (
        "001101011111000101111101110101110011110111110011011111001101011101010"
    )
