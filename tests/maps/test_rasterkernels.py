"""Rasters counted hex by hex, their slopes and their holes, against slow and obvious twins."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.holes import count_unknown, drop_beyond, fill_from, fill_holes
from maps.grid.layout import Layout
from maps.grid.rasterkernels import Net, raster_classes, raster_slopes, raster_statistics, upright_net


def layout_of(*, flat_top: bool, width_m: float = 1000.0) -> Layout:
    return Layout(Grid(5, 4, flat_top), "EPSG:32631", 600_000.0, 5_500_000.0, width_m)


def centres(net: Net, shape: tuple[int, int]) -> np.ndarray:
    """Interpolate between the knots, cell by cell."""
    found = np.empty((*shape, 2))
    for line in range(shape[0]):
        for column in range(shape[1]):
            a, p = divmod(line - net.line0, net.step)
            b, q = divmod(column - net.column0, net.step)
            p, q = p / net.step, q / net.step
            for k, knots in enumerate((net.u_m, net.v_m)):
                upper = (1 - q) * knots[a, b] + q * knots[a, b + 1]
                lower = (1 - q) * knots[a + 1, b] + q * knots[a + 1, b + 1]
                found[line, column, k] = (1 - p) * upper + p * lower
    return found


def turned_net(shape: tuple[int, int], turn_deg: float, step: int, bend: float = 0.0) -> Net:
    """Cells of 43 x 41 m, turned, and pushed aside the more the farther down."""
    line0, column0 = -3 % -step, -5 % -step
    lines = line0 + step * np.arange((shape[0] - line0) // step + 2)
    columns = column0 + step * np.arange((shape[1] - column0) // step + 2)
    column, line = np.meshgrid(columns + 0.5, lines + 0.5)
    x, y = 43.0 * (column - shape[1] / 2) + bend * line**2, 41.0 * (line - shape[0] / 2)
    turn = math.radians(turn_deg)
    u, v = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return Net(u + 1507.0, v + 1303.0, step, line0, column0)


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize(
    ("turn_deg", "step", "bend"), [(0.0, 16, 0.0), (33.0, 7, 0.02), (-90.0, 1, 0.0), (180.0, 64, 0.0)]
)
def test_statistics_agree_with_asking_each_cell_for_its_hex(flat_top, turn_deg, step, bend):
    layout = layout_of(flat_top=flat_top)
    values = np.random.default_rng(7).normal(300, 50, (100, 110))
    values[20:30, 40:60] = np.nan
    net = turned_net(values.shape, turn_deg, step, bend)
    found = raster_statistics(values, net, layout)
    index = layout.indices_at(layout.to_map(centres(net, values.shape)))
    assert (index != NO_HEX).sum() > 100
    for hex_ in range(len(layout.grid)):
        here = values[(index == hex_) & ~np.isnan(values)]
        assert found.cells[hex_] == len(here)
        assert found.total[hex_] == pytest.approx(here.sum())
        assert found.low[hex_] == (here.min() if len(here) else math.inf)
        assert found.high[hex_] == (here.max() if len(here) else -math.inf)


@pytest.mark.parametrize("flat_top", [True, False])
def test_classes_agree_with_asking_each_cell_for_its_hex(flat_top):
    layout = layout_of(flat_top=flat_top)
    values = np.random.default_rng(3).integers(0, 6, (90, 80)).astype(np.uint8)
    net = turned_net(values.shape, 12.0, 9)
    found = raster_classes(values, 4, net, layout)
    index = layout.indices_at(layout.to_map(centres(net, values.shape)))
    for hex_ in range(len(layout.grid)):
        for kind in range(4):  # classes 4 and 5 are beyond those asked for, and count nowhere
            assert found.cells[hex_, kind] == ((index == hex_) & (values == kind)).sum()


@settings(max_examples=40)
@given(st.booleans(), st.sampled_from([25.0, 50.0, 125.0, 500.0]), st.integers(-3, 3), st.integers(-3, 3))
def test_a_cell_centre_on_a_hexside_counts_once_and_for_the_same_hex_from_any_origin(flat_top, cell, cols, rows):
    """Cells that divide the hexes evenly put many centres exactly on sides."""
    layout = layout_of(flat_top=flat_top)
    values = np.arange(float((2000 / cell) ** 2)).reshape(int(2000 / cell), -1)
    found = raster_statistics(values, upright_net(0.0, 0.0, cell, values.shape), layout)
    inside = raster_statistics(values, upright_net(1000.0, 700.0, cell, values.shape), layout)
    assert inside.cells.sum() == values.size
    # The same cells seen from a grid that begins two hexes further left or down, and so has other numbers.
    wide, long = 2 * 1000.0, 2 * 1.5 * 1000.0 / math.sqrt(3)
    du, dv = (long * cols, wide * rows) if flat_top else (wide * cols, long * rows)
    moved = Layout(Grid(30, 30, flat_top), "EPSG:32631", 0.0, 0.0, 1000.0)
    away = raster_statistics(values, upright_net(5 * long - du, 5 * long - dv, cell, values.shape), moved)
    near = raster_statistics(values, upright_net(5 * long, 5 * long, cell, values.shape), moved)
    assert found.cells.sum() > 0
    assert sorted(away.total[away.cells > 0]) == pytest.approx(sorted(near.total[near.cells > 0]))


def test_a_hex_over_the_edge_is_known_for_its_part_and_one_inside_wholly():
    layout = layout_of(flat_top=False)
    # Cells of 20 m from u = 0 eastwards: the first hex, centred on 0, is halved.
    net = upright_net(0.0, -2000.0, 20.0, (400, 400))
    known = raster_statistics(np.ones((400, 400)), net, layout).known
    assert known[0] == pytest.approx(0.5, abs=0.01)
    assert known[1] == 1.0
    holey = np.ones((400, 400))
    holey[:, 50:55] = np.nan  # 100 m of the 1,000 m of the second hex, which spans 500 to 1,500 m
    some = raster_statistics(holey, net, layout).known[1]
    # There it is 1,155 to 1,039 m high: 100 * 1,097 of its 866,025 square metres.
    assert some == pytest.approx(1 - 0.1267, abs=0.002)


def test_cells_where_the_projection_does_not_reach_count_nowhere():
    layout = layout_of(flat_top=True)
    net = turned_net((40, 40), 0.0, 8)
    net.u_m[:, -2:] = np.inf
    found = raster_statistics(np.ones((40, 40)), net, layout)
    whole = raster_statistics(np.ones((40, 40)), turned_net((40, 40), 0.0, 8), layout)
    assert 0 < found.cells.sum() < whole.cells.sum()
    # Nor is anything counted twice where the net goes on beyond the last cell.
    assert raster_statistics(np.ones((40, 40)), net, layout_of(flat_top=True, width_m=9000.0)).cells.sum() <= 1600


def slow_slope(values, line, column, metric):
    """Horn 1981 for one cell, with the arctangent of the library."""
    z = values[line - 1 : line + 2, column - 1 : column + 2]
    gx = ((z[0, 2] + 2 * z[1, 2] + z[2, 2]) - (z[0, 0] + 2 * z[1, 0] + z[2, 0])) / 8
    gy = ((z[2, 0] + 2 * z[2, 1] + z[2, 2]) - (z[0, 0] + 2 * z[0, 1] + z[0, 2])) / 8
    p, q, r = metric
    known = np.isfinite(z).all()
    return math.degrees(math.atan(math.sqrt(p * gx**2 + 2 * q * gx * gy + r * gy**2))) if known else math.nan


@pytest.mark.parametrize("steep", [0.1, 1.0, 40.0])
def test_slopes_agree_with_the_formula_written_out(steep):
    values = np.random.default_rng(5).normal(0, steep * 43, (30, 34)).astype(np.float32)
    values[11, 12] = np.nan
    net = turned_net(values.shape, 0.0, 8)
    metric = np.empty((net.u_m.shape[0] - 1, net.u_m.shape[1] - 1, 3))
    metric[:] = 1 / 43**2, 0.0, 1 / 41**2
    metric[1, 1] = 1 / 20**2, 0.5 / 20**2, 1 / 20**2
    found = raster_slopes(values, net, metric)
    assert np.isnan(found[[0, -1]]).all()
    assert np.isnan(found[:, [0, -1]]).all()
    assert np.isnan(found[10:13, 11:14]).all()
    for line in range(1, 29):
        for column in range(1, 33):
            own = metric[(line - net.line0) // 8, (column - net.column0) // 8]
            assert found[line, column] == pytest.approx(slow_slope(values, line, column, own), abs=1e-4, nan_ok=True)


def test_the_slope_of_a_hex_is_the_mean_of_its_cells():
    layout = layout_of(flat_top=True)
    net = upright_net(-900.0, -800.0, 43.0, (140, 150))
    values = np.random.default_rng(7).normal(300, 9, (140, 150)).astype(np.float32)
    metric = np.array([[[1 / 43**2, 0.0, 1 / 43**2]]])
    found = raster_statistics(values, net, layout, metric)
    slopes = raster_slopes(values, net, metric)
    index = layout.indices_at(layout.to_map(centres(net, values.shape)))
    for hex_ in range(len(layout.grid)):
        here = slopes[(index == hex_) & np.isfinite(slopes)]
        assert found.slope_cells[hex_] == len(here)
        assert found.slope_total[hex_] == pytest.approx(here.sum(), rel=1e-5)


def test_holes_take_the_mean_of_their_rim_in_eight_directions():
    values = np.full((5, 5), 10.0, np.float32)
    values[2, 4] = 40.0
    values[2, 2:4] = np.nan
    wanted = np.isnan(values)
    filled = fill_holes(values, wanted, 1.0, 1.0, 5.0)
    # East of (2, 2) the rim is 2 cells away, at 40: weight 1/4. N, S and W weigh 1 each, the diagonals 1/2.
    assert filled[2, 2] == pytest.approx((40 / 4 + 10 * (3 + 4 / 2)) / (1 / 4 + 3 + 4 / 2))
    # From (2, 3) it is one cell away, and the west two.
    assert filled[2, 3] == pytest.approx((40 + 10 * (2 + 1 / 4 + 4 / 2)) / (1 + 2 + 1 / 4 + 4 / 2))
    assert filled[~wanted].tolist() == values[~wanted].tolist()
    assert np.isnan(fill_holes(values, np.zeros_like(wanted), 1.0, 1.0, 5.0)[2, 2])
    # Cells ten times as broad as high: what lies east and west is farther, and out of reach.
    assert fill_holes(values, wanted, 10.0, 1.0, 5.0)[2, 3] == pytest.approx(10.0)


def test_absurd_cells_are_dropped_and_holes_filled_from_another_raster():
    values = np.array([[1.0, -900.0], [np.nan, 9500.0]])
    assert drop_beyond(values, -500.0, 9000.0) == 2
    assert count_unknown(values) == 3
    fill_from(values, np.array([[7.0, 8.0], [np.nan, 9.0]]))
    assert values == pytest.approx(np.array([[1.0, 8.0], [np.nan, 9.0]]), nan_ok=True)
