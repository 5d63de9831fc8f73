"""Samples of a map: against a slow twin, and the same for a part as for the whole."""

import math

import numpy as np
import pytest

from maps.shapes.field import lot, noise, sampled
from maps.shapes.plane import net_of, part_of
from tests.maps.wildmap import wild_map


def centres(hexmap):
    centre = hexmap.layout.centres() / hexmap.layout.radius_m
    return np.ascontiguousarray(centre[:, 0]), np.ascontiguousarray(centre[:, 1])


def slow_lot(a, b, salt):
    """Hash three whole numbers, kept to 32 bits at each step."""

    def held(value):
        return value & 0xFFFFFFFF

    h = held(a * 0x27D4EB2D) ^ held(b * 0x165667B1) ^ held(salt * 0x9E3779B1)
    h = held((h ^ (h >> 15)) * 0x85EBCA6B)
    h = held((h ^ (h >> 13)) * 0xC2B2AE35)
    return (h ^ (h >> 16)) / 2**32


def slow_noise(u, v, salt):
    """Smooth noise, one line a step."""
    i, j = math.floor(u), math.floor(v)

    def eased(t):
        return t * t * (3 - 2 * t)

    s, t = eased(u - i), eased(v - j)
    upper = (1 - s) * slow_lot(i, j, salt) + s * slow_lot(i + 1, j, salt)
    lower = (1 - s) * slow_lot(i, j + 1, salt) + s * slow_lot(i + 1, j + 1, salt)
    return (1 - t) * upper + t * lower - 0.5


@pytest.mark.parametrize("spot", [(0.2, 0.7), (-3.4, 12.9), (2583.1, -771.5)])
def test_noise_equals_its_slow_twin(spot):
    assert noise(*spot, 11) == pytest.approx(slow_noise(*spot, 11), abs=1e-12)


def test_lots_are_spread_evenly_and_differ_by_salt():
    drawn = np.array([[lot(a, b, salt) for a in range(-40, 40) for b in range(-40, 40)] for salt in (1, 2)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    counts = np.histogram(drawn[0], 10, (0, 1))[0]
    assert counts.min() > 540
    assert counts.max() < 740
    assert abs(np.corrcoef(drawn)[0, 1]) < 0.05


@pytest.mark.parametrize("flat_top", [True, False])
def test_a_sample_lies_on_the_hex_beneath_and_between_three_centres(flat_top):
    hexmap = next(
        found for seed in range(30) if (found := wild_map(seed, cols=9, rows=8)).layout.grid.flat_top is flat_top
    )
    net = net_of(hexmap.layout)
    u, v = centres(hexmap)
    found = sampled(net, u, v)
    uu, vv = np.meshgrid(net.x, net.y)
    beneath = hexmap.layout.indices_under(np.stack([uu, vv], axis=-1) * hexmap.layout.radius_m)
    on = beneath >= 0
    assert (found.here[on] == beneath[on]).mean() > 0.999  # on a hexside either may be named
    assert found.part.sum(axis=-1) == pytest.approx(1, abs=1e-4)
    inner = (found.near[..., 1] != found.near[..., 0]) & (found.near[..., 2] != found.near[..., 0]) & on
    laid = sum(found.part[..., k] * u[found.near[..., k]] for k in range(3))
    inside = inner & (uu > 2) & (uu < u.max() - 2) & (vv > 2) & (vv < v.max() - 2)
    assert inside.sum() > 1000
    assert laid[inside] == pytest.approx(uu[inside], abs=1e-3)


def test_a_warped_border_never_reaches_the_middle_of_a_hex():
    hexmap = wild_map(4, cols=12, rows=10)
    net = net_of(hexmap.layout)
    u, v = centres(hexmap)
    found = sampled(net, u, v)
    uu, vv = np.meshgrid(net.x, net.y)
    near = np.hypot(uu - u[found.here], vv - v[found.here]) < 0.3
    assert (found.warped[near] == found.here[near]).all()


def test_a_part_of_the_net_meets_the_same_samples_as_the_whole():
    hexmap = wild_map(5, cols=12, rows=10)
    net = net_of(hexmap.layout)
    u, v = centres(hexmap)
    whole = sampled(net, u, v)
    part = part_of(net, (3.0, 2.5, 9.0, 8.0))
    found = sampled(part, u, v)
    lines, columns = slice(part.y0, part.y0 + part.high), slice(part.x0, part.x0 + part.wide)
    for one, other in zip(found, whole, strict=True):
        assert np.array_equal(one, other[lines, columns])
    assert part.x[0] <= 3.0
    assert part.x[-1] >= 9.0


def test_a_map_cut_one_column_wider_keeps_its_noise():
    hexmap = wild_map(6, cols=8, rows=6)
    from dataclasses import replace

    layout = hexmap.layout
    wider = replace(layout, grid=replace(layout.grid, cols=10), origin_x_m=layout.origin_x_m - 3 * layout.radius_m)
    one, other = net_of(layout), net_of(wider)
    # Two columns further west: the same spot on Earth lies 3 radii further right on the plane.
    assert other.anchor[0] == pytest.approx(one.anchor[0] - 3)
    assert other.anchor[1] == pytest.approx(one.anchor[1])


def test_a_large_net_is_sampled_in_halves_that_are_the_whole(monkeypatch):
    ground = wild_map(3)
    net, (u, v) = net_of(ground.layout), centres(ground)
    whole = sampled(net, u, v)
    monkeypatch.setattr("maps.shapes.field._WORTH_HALVING", 10)
    assert all(np.array_equal(one, two) for one, two in zip(sampled(net, u, v), whole, strict=True))
