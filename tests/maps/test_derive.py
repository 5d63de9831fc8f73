"""Heights, cover, terrain, places and light concluded from toy sources, worked out on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest
from rasterio.transform import Affine

from maps.derive.shading import hillshade, light
from maps.derive.terrain.ground import FINE_CELLS, cover_shares, heights
from maps.derive.terrain.settlements import best_rank_per_hex, people_per_hex, settle
from maps.derive.terrain.terrain import shipped_legend
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.sources.places import RoadNode, Settlement
from maps.sources.raster.cells import Raster, cells_per_hex

CRS = "EPSG:32631"
LAYOUT = Layout(Grid(4, 3), CRS, 700_000.0, 5_550_000.0, 2000.0)


def raster(values, cell):
    return Raster(values, Affine(cell, 0, 696_000, 0, -cell, 5_554_000), CRS)


def slope(cell):
    """A plane that rises 1 m for each 100 m eastwards, 0 m at x = 696 km."""
    columns = int(12_000 / cell)
    return raster(np.tile((np.arange(columns) + 0.5) * cell / 100, (columns, 1)), cell)


@pytest.mark.parametrize("cell", [500.0, 100.0])
def test_a_plane_has_its_height_at_each_hexs_centre(cell):
    found = heights(slope(cell), LAYOUT)
    assert (cells_per_hex(slope(cell), LAYOUT) >= FINE_CELLS) == (cell == 100.0)  # both ways are tried
    x = LAYOUT.to_map(LAYOUT.centres())[:, 0]
    assert found.mean_m == pytest.approx((x - 696_000) / 100, abs=0.6)
    # From corner to corner a hex of 2 km is 2,309 m wide: 23.1 m of rise, less what cells at both corners hide.
    assert found.high_m - found.low_m == pytest.approx(23.1, abs=2 * cell / 100 + 0.2)
    assert found.known == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("cell", [500.0, 100.0])
def test_without_slopes_all_else_is_the_same(cell):
    whole, bare = heights(slope(cell), LAYOUT), heights(slope(cell), LAYOUT, slopes=False)
    assert np.isnan(bare.slope_deg).all()
    assert np.isfinite(whole.slope_deg).any()
    for name in ("mean_m", "low_m", "high_m", "relief_m", "known"):
        assert np.array_equal(getattr(whole, name), getattr(bare, name), equal_nan=True)


@pytest.mark.parametrize("cell", [500.0, 100.0])
def test_bias_raises_heights_and_factor_stretches_relief(cell):
    plain, corrected = heights(slope(cell), LAYOUT), heights(slope(cell), LAYOUT, bias_m=21, relief_factor=1.4)
    for name in ("mean_m", "low_m", "high_m"):
        assert getattr(corrected, name) == pytest.approx(getattr(plain, name) + 21)
    assert corrected.relief_m == pytest.approx(1.4 * plain.relief_m)


@pytest.mark.parametrize("cell", [500.0, 100.0])
def test_what_is_unknown_is_nan_and_counts_as_unknown(cell):
    holey = slope(cell)
    holey.values[:, : int(5_000 / cell)] = np.nan  # nothing is known west of 701 km
    found = heights(holey, LAYOUT)
    first = LAYOUT.grid.index_of("0101")  # reaches from 698.85 to 701.15 km: only its east corner is known
    assert found.known[first] < 0.02
    assert np.isfinite(found.mean_m[LAYOUT.grid.index_of("0401")])
    west = Layout(LAYOUT.grid, CRS, 697_500.0, 5_550_000.0, 2000.0)
    assert np.isnan(heights(holey, west).mean_m[0])


def test_a_hex_without_any_cell_centre_has_its_mean_for_all():
    tiny = Layout(Grid(3, 3), CRS, 700_000.0, 5_550_000.0, 100.0)
    found = heights(slope(500.0), tiny)
    assert found.low_m[4] == found.mean_m[4] == found.high_m[4]
    assert found.relief_m[4] == 0


@pytest.mark.parametrize("cell", [500.0, 50.0])
def test_cover_of_a_hex_that_a_border_halves(cell):
    classes = np.full((int(12_000 / cell), int(12_000 / cell)), 5, np.uint8)
    classes[:, int(4_000 / cell) :] = 12  # crops east of 700 km, just through the first column's centres
    shares = cover_shares(raster(classes, cell), 17, LAYOUT)
    assert shares[0, [5, 12]] == pytest.approx([0.5, 0.5], abs=0.02)
    assert shares[LAYOUT.grid.index_of("0301"), 12] == pytest.approx(1.0)
    assert shares.sum(axis=1).max() <= 1 + 1e-9


def test_cover_with_holes_sums_to_less_than_one():
    classes = np.full((24, 24), 5, np.uint8)
    classes[:, 8:] = 255
    assert cover_shares(raster(classes, 500.0), 17, LAYOUT)[0].sum() == pytest.approx(0.5, abs=1e-6)


def test_settlements_take_the_names_and_ranks_of_the_time():
    x, y = 700_000.0, 5_550_000.0
    towns = [Settlement("Saint-Vith", x, y, 900), Settlement("Away", 0, 0, 5), Settlement("Big", x + 3000, y, 50_000)]
    nodes = [
        RoadNode("St. Vith", x + 500, y, 2, "Saint-Vith"),
        RoadNode("Crossroads", x, y, 0, ""),
        RoadNode("Dasburg", x, y - 2000, 4, ""),
        RoadNode("Far", x, y, 2, "Big"),  # its settlement is more than 3 km away from it
    ]
    far = [node if node.name != "Far" else RoadNode("Far", x, y + 900, 3, "Big") for node in nodes]
    places = settle(towns, far, LAYOUT, shipped_legend())
    assert [(p.name, p.rank, p.population) for p in places] == [
        ("Big", 1, 50_000),
        ("St. Vith", 2, 900),
        ("Far", 3, 0),
        ("Dasburg", 4, 0),
    ]
    assert places[1].x_m == x + 500
    assert people_per_hex(places, LAYOUT)[0] == 900
    assert best_rank_per_hex(places, LAYOUT)[0] == 2
    assert best_rank_per_hex(places, LAYOUT)[11] == math.inf


def test_light_comes_from_the_north_west():
    down, right = np.indices((20, 20)) * 100.0
    flat = light(np.zeros((20, 20)), 100.0)[10, 10]
    assert flat == pytest.approx(255 * math.sin(math.radians(45)))
    assert light(right + down, 100.0)[10, 10] > flat  # falls away to the north-west: turned to the light
    assert light(-right - down, 100.0)[10, 10] < flat
    # A slope of 45 degrees straight towards the light takes it all.
    assert light((right + down) / math.sqrt(2), 100.0)[10, 10] == pytest.approx(255)


def test_hillshade_lies_over_the_grid_and_is_flat_where_nothing_is_known():
    shade = hillshade(slope(500.0), LAYOUT)
    u0, v0, u1, v1 = LAYOUT.extent()
    assert (shade.u0_m, shade.v0_m, shade.cell_m) == (u0, v0, 250.0)
    assert shade.light.shape == (math.ceil((v1 - v0) / 250), math.ceil((u1 - u0) / 250))
    unknown = raster(np.full((24, 24), np.nan), 500.0)
    assert set(np.unique(hillshade(unknown, LAYOUT).light)) == {180}


def test_a_suburb_of_today_ranks_as_a_village_unless_the_road_table_names_it():
    """A town of 20,000, a place of 5,000 at 3 km and one of 6,000 at 3 km: a quarter and more than a quarter of it."""
    grid = Grid(cols=5, rows=5)
    layout = Layout(grid, "EPSG:32631", 0.0, 0.0, 5000.0)
    towns = [
        Settlement("Town", 0.0, 0.0, 20_000),
        Settlement("Suburb", 3000.0, 0.0, 5_000),
        Settlement("Rival", 0.0, -3000.0, 6_000),
        Settlement("Junction", 2000.0, -2000.0, 5_000),
    ]
    nodes = [RoadNode("Junction", 2000.0, -2000.0, 2, "")]
    ranks = {place.name: place.rank for place in settle(towns, nodes, layout, shipped_legend())}
    assert ranks["Suburb"] == 4
    assert ranks["Rival"] < 4
    assert ranks["Junction"] < 4


def test_a_hex_with_a_single_cell_has_the_height_of_that_cell():
    """All of the raster but one cell of 100 m, at the middle of hex 0201, is unknown."""
    lone = raster(np.full((120, 120), np.nan), 100.0)
    here = LAYOUT.grid.index_of("0201")
    x, y = LAYOUT.to_map(LAYOUT.centres())[here]
    lone.values[int((5_554_000 - y) // 100), int((x - 696_000) // 100)] = 250.0
    found = heights(lone, LAYOUT, slopes=False)
    told = (found.mean_m, found.low_m, found.high_m, found.relief_m)
    assert [column[here] for column in told] == [250.0, 250.0, 250.0, 0.0]
    others = np.arange(len(LAYOUT.grid)) != here
    assert np.isnan(found.low_m[others]).all()
    assert np.isnan(found.mean_m[others]).all()
