"""Sight agrees with a plain walk along the line, and with answers worked out on paper."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid.hexgrid import NO_HEX
from maps.grid.sight import COVER_M, EYE_M, line_of_sight, visible_from
from tests.toyground import toy_map


def raised(ground, heights):
    """Set heights by printed number, above the 300 m of the rest."""
    elevation = ground.elevation_m.copy()
    for number, height in heights.items():
        elevation[ground.index_of(number)] = 300 + height
    return dataclasses.replace(ground, elevation_m=elevation)


def slow_sight(ground, a, b):
    """Walk the line, and hold each hex between against the height of the line above it."""
    centres = ground.layout.centres()
    eyes = {end: float(ground.elevation_m[end]) + EYE_M for end in (a, b)}
    hexes = ground.layout.grid.line(a, b)
    for k, between in enumerate(hexes[1:-1], start=1):
        if between == NO_HEX:
            continue
        share = k / (len(hexes) - 1)
        length = float(np.hypot(*(centres[a] - centres[b])))
        line = eyes[a] * (1 - share) + eyes[b] * share
        bulge = (share * length) * ((1 - share) * length) / (2 * 6_371_000 / 0.87)
        if ground.elevation_m[between] + COVER_M.get(ground.terrain_of(between), 0) + bulge > line:
            return False
    return True


@st.composite
def grounds(draw):
    cols, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    text = "".join(draw(st.lists(st.sampled_from("....wT"), min_size=cols * rows, max_size=cols * rows)))
    split = " ".join(text[i : i + cols] for i in range(0, len(text), cols))
    ground = toy_map(split, width_m=draw(st.sampled_from((200.0, 2000.0))), flat_top=draw(st.booleans()))
    heights = draw(st.lists(st.integers(0, 40), min_size=cols * rows, max_size=cols * rows))
    return dataclasses.replace(ground, elevation_m=np.array(heights, np.float32))


@given(st.data())
def test_sight_agrees_with_a_walk_along_the_line_both_ways(data):
    ground = data.draw(grounds())
    a, b = (data.draw(st.integers(0, len(ground) - 1)) for _ in range(2))
    seen = slow_sight(ground, a, b)
    assert line_of_sight(ground, a, b) is seen
    assert line_of_sight(ground, b, a) is seen


@given(st.data())
def test_what_is_visible_is_what_has_a_line_of_sight(data):
    ground = data.draw(grounds())
    centre, radius = data.draw(st.integers(0, len(ground) - 1)), data.draw(st.integers(0, 6))
    seen = visible_from(ground, centre, radius)
    grid = ground.layout.grid
    assert np.flatnonzero(seen).tolist() == [
        i for i in range(len(ground)) if grid.distance(centre, i) <= radius and slow_sight(ground, centre, i)
    ]


def test_on_a_plain_men_see_men_ten_kilometres_off_and_not_twelve():
    ground = toy_map(7 * ". ", width_m=2000.0)
    # Half-way along 12 km the ground bulges 6000 * 6000 / (2 * 7,323,000) = 2.46 m, above two eyes at 2 m;
    # along 10 km, 4 km from either end, 4000 * 6000 / (2 * 7,323,000) = 1.64 m.
    assert line_of_sight(ground, 0, 5)
    assert not line_of_sight(ground, 0, 6)


@pytest.mark.parametrize(("ridge_m", "seen"), [(20, True), (24, False)])
def test_a_ridge_half_way_to_a_hill_hides_it_when_it_tops_the_line(ridge_m, seen):
    # From 0101 to a hill of 40 m four hexes of 500 m away: half-way the line is 22 m up, the bulge 7 cm.
    ground = raised(toy_map(5 * ". ", width_m=500.0), {"0105": 40, "0103": ridge_m})
    assert line_of_sight(ground, 0, 4) is seen


def test_a_wood_hides_what_is_behind_it_and_not_its_own_edge():
    ground = toy_map(". w .", width_m=500.0)
    assert line_of_sight(ground, 0, 1)
    assert not line_of_sight(ground, 0, 2)
    assert line_of_sight(ground, 0, 2, cover_m={})
    assert line_of_sight(ground, 0, 2, eye_m=30.0)


def test_ground_of_unknown_height_blocks_nothing_and_sees_only_itself():
    ground = raised(toy_map(". . .", width_m=500.0), {"0102": float("nan")})
    assert line_of_sight(ground, 0, 2)
    assert not line_of_sight(ground, 1, 2)
    assert line_of_sight(ground, 1, 1)


def test_nothing_off_the_map_is_visible():
    ground = toy_map("...", width_m=500.0)
    cut = dataclasses.replace(ground, inside=np.array([True, True, False]))
    assert visible_from(cut, 0, 2).tolist() == [True, True, False]


@pytest.mark.parametrize("index", [-1, 2, 3])
def test_hexes_off_the_map_are_refused(index):
    ground = dataclasses.replace(toy_map("..."), inside=np.array([True, True, False]))
    with pytest.raises(ValueError, match=f"there is no hex {index} on this map"):
        line_of_sight(ground, 0, index)
    with pytest.raises(ValueError, match=f"there is no hex {index} on this map"):
        visible_from(ground, index, 1)
