"""Heights in every format, joined, with holes filled or told."""

from __future__ import annotations

import math

import numpy as np
import pytest
import rasterio
from pyproj import Transformer
from rasterio.transform import Affine

from maps.derive.terrain.ground import FINE_CELLS, check_known, heights, unknown_notes
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.layout import Layout
from maps.problems import ProblemsFound
from maps.sources.raster.cells import Raster, cell_centres, cell_quads, cells_per_hex, metric_of, net_of
from maps.sources.raster.elevation import elevation_notes, read_elevation
from tests.maps.heightfiles import CRS, LAYOUT, MERIDIAN, pack, write_asc, write_hgt, write_tif, write_tile


def plane(x, y):
    """Rise 1 m in 100 m eastwards and fall 1 m in 50 m northwards."""
    return (x - 690_000) / 100 - (y - 5_560_000) / 50


def plane_cells(cell, shape=(40, 60), origin=(690_000, 5_560_000)):
    line, column = np.indices(shape)
    values = plane(origin[0] + (column + 0.5) * cell, origin[1] - (line + 0.5) * cell)
    return values.astype(np.float32)


def plane_at_centres(layout):
    return plane(*layout.to_map(layout.centres()).T)


# --- formats -----------------------------------------------------------------------------------------


def test_an_ascii_grid_gives_the_heights_of_a_geotiff(tmp_path):
    values = np.rint(plane_cells(500))
    values[20, 20] = -9999
    asc = read_elevation([write_asc(tmp_path / "e.asc", values)], LAYOUT).raster
    tif = read_elevation([write_tif(tmp_path / "e.tif", values, nodata=-9999)], LAYOUT).raster
    assert asc.values == pytest.approx(tif.values, nan_ok=True)
    assert np.isnan(asc.values).sum() == 1
    assert (asc.transform, asc.line, asc.column) == (tif.transform, tif.line, tif.column)


def srtm_plane(lat0, lon0):
    """Rise 1 m for each arc second east of 3 degrees, and 2 m for each south of 50.2 degrees north."""
    line, column = np.indices((1201, 1201))
    return np.rint((lon0 - 3) * 3600 + 3 * column + 2 * (3600 * 50.2 - (lat0 + 1) * 3600 + 3 * line)).astype(int)


@pytest.mark.parametrize(
    "name", ["N50E003.hgt", "N50E003.hgt.gz", "N50E003.hgt.zip", "N50E003.SRTMGL3.hgt.zip", "n50e003.zip"]
)
def test_a_tile_of_srtm_lies_where_its_name_says_plain_or_packed(tmp_path, name):
    path = write_hgt(tmp_path / "N50E003.hgt", srtm_plane(50, 3))
    if name != path.name:
        path = pack(path, name)
    east = Layout(Grid(3, 3), CRS, 520_000.0, 5_555_000.0, 2000.0)
    found = heights(read_elevation([path], east).raster, east)
    to_lonlat = Transformer.from_crs(CRS, "EPSG:4326", always_xy=True)
    lon, lat = to_lonlat.transform(*east.to_map(east.centres()).T)
    true_m = (lon - 3) * 3600 + 2 * (50.2 - lat) * 3600
    # Cells are 3 seconds, so half of one is 1.5 m eastwards and 3 m southwards.
    assert found.mean_m == pytest.approx(true_m, abs=1.5)
    assert (found.mean_m - true_m).mean() == pytest.approx(0.0, abs=0.5)
    assert found.known.tolist() == [1.0] * 9


def test_tiles_of_srtm_join_without_seam_or_shift(tmp_path):
    """The tiles share their outermost cells; the joint raster has each once, and the plane goes through."""
    west = write_hgt(tmp_path / "N50E002.hgt", srtm_plane(50, 2))
    east = write_hgt(tmp_path / "N50E003.hgt", srtm_plane(50, 3))
    for paths in ([west, east], [east, west]):
        raster = read_elevation(paths, MERIDIAN).raster
        assert np.isfinite(raster.values).all()
        assert set(np.diff(raster.values, axis=1).ravel()) == {3.0}
        assert set(np.diff(raster.values, axis=0).ravel()) == {6.0}
        assert {heights(raster, MERIDIAN).known.min(), heights(raster, MERIDIAN).known.max()} == {1.0}


def web_plane(z, x, y):
    """Rise 1 m for every 200 m eastwards in Web Mercator, from the west edge of tile 11/1041."""
    cell = 40_075_016.685578488 / 2**z / 256
    column = np.arange(256) + 0.5
    west = 40_075_016.685578488 * (1041 / 2**11)
    return np.tile((x * 256 * cell + column * cell - west) / 200 + 100.25, (256, 1))


@pytest.mark.parametrize("folder", [True, False])
def test_terrarium_tiles_are_decoded_and_joined(tmp_path, folder):
    # Tile 11/1041/693 is that of 3.0 degrees east, 50.15 north; the map needs those around it too.
    paths = []
    for x in range(1039, 1044):
        for y in range(691, 696):
            name = f"{11}/{x}/{y}.png" if folder else f"11_{x}_{y}.png"
            paths.append(write_tile(tmp_path / "tiles" / name, web_plane(11, x, y), "RGBA" if x == 1041 else "RGB"))
    raster = read_elevation([tmp_path / "tiles"] if folder else paths, MERIDIAN).raster
    found = heights(raster, MERIDIAN)
    x, _ = Transformer.from_crs(CRS, "EPSG:3857", always_xy=True).transform(*MERIDIAN.to_map(MERIDIAN.centres()).T)
    west = 40_075_016.685578488 * (1041 / 2**11) - 20_037_508.342789244
    assert found.mean_m == pytest.approx((x - west) / 200 + 100.25, abs=0.3)
    assert found.known.tolist() == [1.0] * 9
    # 1 in 200 of Mercator's metres is steeper on the ground, where they are cos(50.1 degrees) long.
    assert found.slope_deg == pytest.approx(math.degrees(math.atan(1 / 200 / math.cos(math.radians(50.14)))), rel=0.01)


def test_the_finest_zoom_comes_first_and_the_deep_sea_is_sea(tmp_path):
    for x in range(1039, 1044):
        for y in range(691, 696):
            write_tile(tmp_path / f"11/{x}/{y}.png", np.full((256, 256), 300.0))
    write_tile(tmp_path / "12/2082/1386.png", np.full((256, 256), -4000.0))
    raster = read_elevation([tmp_path], MERIDIAN, enough=1e9).raster
    assert set(np.unique(raster.values)) == {0.0, 300.0}


# --- joining -----------------------------------------------------------------------------------------


def test_holes_of_the_most_trusted_are_filled_by_the_next(tmp_path):
    first = np.full((40, 60), 100.0, np.float32)
    first[:, 30:] = -9999  # nothing east of 705 km
    first = write_tif(tmp_path / "a.tif", first, nodata=-9999)
    second = write_tif(tmp_path / "b.tif", np.full((40, 60), 200.0, np.float32))
    column = np.isclose(read_elevation([first, second], LAYOUT).raster.values[0], 100.0)
    raster = read_elevation([first, second], LAYOUT).raster
    east = raster.transform.c + (np.arange(len(column)) + 0.5) * 500 > 705_000
    assert (raster.values[:, ~east] == 100).all()
    assert (raster.values[:, east] == 200).all()
    assert (read_elevation([second, first], LAYOUT).raster.values == 200).all()


def test_tiles_cut_anywhere_give_the_raster_they_were_cut_from(tmp_path):
    values = np.random.default_rng(1).normal(300, 50, (40, 60)).astype(np.float32)
    whole = read_elevation([write_tif(tmp_path / "w.tif", values)], LAYOUT).raster
    west = write_tif(tmp_path / "a.tif", values[:, :23])
    east = write_tif(tmp_path / "b.tif", values[:, 23:], origin=(690_000 + 23 * 500, 5_560_000))
    joined = read_elevation([west, east], LAYOUT).raster
    assert joined.transform == whole.transform
    assert (joined.values == whole.values).all()


@pytest.mark.parametrize("every", [2, 3, 4])
def test_thinned_out_tiles_take_the_cells_that_the_whole_would_give(tmp_path, every):
    """Tiles of 301 and 299 cells: their edges lie within the squares of which one cell is taken."""
    values = np.random.default_rng(1).normal(300, 50, (400, 600)).astype(np.float32)
    enough = LAYOUT.hex_area_m2() / 50**2 / every**2 * 0.99
    whole = read_elevation([write_tif(tmp_path / "w.tif", values, cell=50)], LAYOUT, enough=enough)
    west = write_tif(tmp_path / "a.tif", values[:, :301], cell=50)
    east = write_tif(tmp_path / "b.tif", values[:, 301:], origin=(690_000 + 301 * 50, 5_560_000), cell=50)
    joined = read_elevation([west, east], LAYOUT, enough=enough)
    assert (joined.reading.every, joined.reading.cell_m) == (every, 50 * every)
    assert np.array_equal(joined.raster.values, whole.raster.values)
    assert joined.raster.transform == whole.raster.transform
    # The cell taken is the middle one of each square, counted from the file's first.
    line, column = whole.raster.line * every + every // 2, whole.raster.column * every + every // 2
    assert whole.raster.values[0, 0] == values[line, column]
    (note,) = elevation_notes([joined.reading])
    assert f"of {every} x {every} cells one was read, every {50 * every} m" in note


def test_another_lattice_and_projection_continue_the_plane(tmp_path):
    """The finer raster ends at 704 km; a coarser one in longitude and latitude goes on with the same plane."""
    fine = write_tif(tmp_path / "fine.tif", plane_cells(100, (200, 140)), cell=100)
    to_utm = Transformer.from_crs("EPSG:4326", CRS, always_xy=True)
    cell, west, north = 0.004, 5.6, 50.2
    line, column = np.indices((80, 110))
    values = plane(*to_utm.transform(west + (column + 0.5) * cell, north - (line + 0.5) * cell)).astype(np.float32)
    coarse = write_tif(tmp_path / "coarse.tif", values, crs="EPSG:4326", origin=(west, north), cell=cell)
    found = heights(read_elevation([fine, coarse], LAYOUT).raster, LAYOUT)
    assert found.mean_m == pytest.approx(plane_at_centres(LAYOUT), abs=0.3)
    # Interpolated, the joint and all beyond it are as steep: 1 in 100 and 1 in 50 together.
    assert found.slope_deg == pytest.approx(math.degrees(math.atan(math.hypot(1 / 100, 1 / 50))), rel=0.02)
    assert np.isnan(heights(read_elevation([fine], LAYOUT).raster, LAYOUT).mean_m[3])


@pytest.mark.parametrize("first", [-180.0, 0.0])
def test_a_map_across_the_antimeridian_and_rasters_that_count_from_nought(tmp_path, first):
    """A raster round the whole world, of 0.05 degrees; heights are metres per hundredth of a degree from 179 east."""
    layout = Layout(Grid(4, 3), "EPSG:32660", 712_000.0, 1_000_000.0, 10_000.0)  # 178.9 to 179.2 east
    far = Layout(Grid(4, 3), "EPSG:32660", 815_000.0, 1_000_000.0, 10_000.0)  # 179.9 east to 179.9 west
    lon = first + (np.arange(7200) + 0.5) * 0.05
    line = ((lon % 360 - 179) * 100).astype(np.float32)
    line[np.abs(line) > 400] = 0
    path = write_tif(tmp_path / "w.tif", np.tile(line, (60, 1)), crs="EPSG:4326", origin=(first, 10.5), cell=0.05)
    for where in (layout, far):
        found = heights(read_elevation([path], where).raster, where)
        x, _ = Transformer.from_crs("EPSG:32660", "EPSG:4326", always_xy=True).transform(
            *where.to_map(where.centres()).T
        )
        assert found.known == pytest.approx(1.0, abs=1e-6)
        assert found.mean_m == pytest.approx((x % 360 - 179) * 100, abs=1.0)


# --- statistics --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", [100.0, 500.0])
def test_a_plane_has_its_slope_in_every_hex(tmp_path, cell):
    size = (int(20_000 / cell), int(30_000 / cell))
    raster = read_elevation([write_tif(tmp_path / "e.tif", plane_cells(cell, size), cell=cell)], LAYOUT).raster
    assert (cells_per_hex(raster, LAYOUT) >= FINE_CELLS) == (cell == 100.0)  # counted and cut
    # 1 in 100 and 1 in 50 make 1 in 44.7: 1.281 degrees.
    assert heights(raster, LAYOUT).slope_deg == pytest.approx(1.2810, abs=0.002)


def test_a_turned_raster_keeps_its_heights_and_slopes(tmp_path):
    """The lattice is turned by 30 degrees about a point in the west of the map."""
    turn = math.radians(30)
    c, s = 50 * math.cos(turn), 50 * math.sin(turn)
    transform = Affine(c, s, 695_000, s, -c, 5_546_000)
    line, column = np.indices((400, 400))
    x = transform.c + c * (column + 0.5) + s * (line + 0.5 - 200)
    y = transform.f + s * (column + 0.5) - c * (line + 0.5 - 200)
    moved = Affine(c, s, 695_000 - 200 * s, s, -c, 5_546_000 + 200 * c)
    path = write_tif(tmp_path / "e.tif", plane(x, y).astype(np.float32), transform=moved)
    found = heights(read_elevation([path], LAYOUT).raster, LAYOUT)
    inside = found.known == 1.0
    assert inside.sum() >= 6
    assert found.mean_m[inside] == pytest.approx(plane_at_centres(LAYOUT)[inside], abs=0.3)
    assert found.slope_deg[inside] == pytest.approx(1.2810, abs=0.01)


@pytest.mark.parametrize(
    ("crs", "cell", "origin"), [("EPSG:4326", 0.001, (5.7, 50.15)), ("EPSG:3857", 130.0, (634_000, 6_476_000))]
)
def test_centres_lie_where_each_one_transformed_does(tmp_path, crs, cell, origin):
    """The slow twin transforms the centre of every cell."""
    values = np.random.default_rng(2).normal(300, 50, (300, 350)).astype(np.float32)
    raster = read_elevation([write_tif(tmp_path / "e.tif", values, crs=crs, origin=origin, cell=cell)], LAYOUT).raster
    net = net_of(raster, LAYOUT)
    line, column = np.indices(raster.values.shape)
    t = raster.transform
    x, y = t.c + t.a * (column + 0.5), t.f + t.e * (line + 0.5)
    exact = LAYOUT.to_grid(np.stack(Transformer.from_crs(crs, CRS, always_xy=True).transform(x, y), axis=-1))
    a, p = np.divmod(line - net.line0, net.step)
    b, q = np.divmod(column - net.column0, net.step)
    p, q = p / net.step, q / net.step
    for k, knots in enumerate((net.u_m, net.v_m)):
        upper, lower = (knots[a + d, b] * (1 - q) + knots[a + d, b + 1] * q for d in (0, 1))
        assert (upper * (1 - p) + lower * p) == pytest.approx(exact[..., k], abs=0.05)
    index = LAYOUT.indices_at(LAYOUT.to_map(exact))
    found = heights(raster, LAYOUT)
    means = [raster.values[index == hex_].mean() for hex_ in range(len(LAYOUT.grid))]
    assert net.step > 1
    assert found.mean_m == pytest.approx(means, abs=0.5)  # a cell at a side may fall to the other hex


def test_cells_are_measured_on_the_ground(tmp_path):
    values = np.zeros((100, 100), np.float32)
    path = write_tif(tmp_path / "e.tif", values, crs="EPSG:4326", origin=(5.75, 50.15), cell=0.001)
    p, q, r = metric_of(read_elevation([path], LAYOUT).raster, LAYOUT).mean(axis=(0, 1))
    # A thousandth of a degree at 50.1 degrees north: 71.5 m east, 111.2 m north.
    assert (1 / math.sqrt(p), 1 / math.sqrt(r)) == pytest.approx((71.5, 111.2), rel=2e-3)
    assert abs(q) < 1e-3 * p


def test_a_hex_has_the_same_figures_measured_with_others_or_with_few(tmp_path):
    values = np.random.default_rng(2).normal(300, 50, (300, 350)).astype(np.float32)
    path = write_tif(tmp_path / "e.tif", values, crs="EPSG:4326", origin=(5.7, 50.15), cell=0.001)
    whole = heights(read_elevation([path], LAYOUT).raster, LAYOUT)
    east = LAYOUT.to_map(LAYOUT.centres()[2])
    block = Layout(Grid(2, 2), CRS, *east.tolist(), 2000.0)
    part = heights(read_elevation([path], block, part=True).raster, block)
    for name in whole._fields:
        there = getattr(whole, name)[[2, 3, 6, 7]]
        assert getattr(part, name).tolist() == there.tolist(), name


# --- voids -------------------------------------------------------------------------------------------


def test_small_voids_are_filled_large_ones_stay_and_both_are_told(tmp_path):
    values = plane_cells(100, (200, 300))
    values[95:98, 115:118] = -32768  # 300 m in the middle of 0101 or beside it
    values[60:64, 115] = np.nan  # 400 m
    values[90, 112] = 9500.0
    path = write_tif(tmp_path / "e.tif", values, cell=100)
    elevation = read_elevation([path], LAYOUT)
    raster, reading = elevation
    assert (reading.absurd, reading.filled, reading.unknown) == (10, 10, 4)
    line, column = 95 - raster.line, 115 - raster.column
    assert raster.values[line : line + 3, column : column + 3] == pytest.approx(
        plane_cells(100, (200, 300))[95:98, 115:118], abs=1.5
    )
    absurd, filled = elevation_notes([reading])
    assert absurd == (
        "Elevation: less than 0.1% of the cells hold absurd heights (below -500 or above 9000 m) "
        "and were taken for voids."
    )
    assert filled.endswith("were voids of up to 300 m and were filled from their rim; larger voids stay unknown.")
    assert read_elevation([path], LAYOUT, fill_up_to_m=0).reading.unknown == 14
    assert read_elevation([path], LAYOUT, fill_up_to_m=400).reading.unknown == 0


def test_half_a_map_without_heights_is_told_with_its_hexes(tmp_path):
    path = write_tif(tmp_path / "e.tif", plane_cells(100, (200, 120)), cell=100)  # ends at 702 km
    found = heights(read_elevation([path], LAYOUT).raster, LAYOUT)
    # The columns of hexes are centred on 700, 701.7, 703.5 and 705.2 km; a hex reaches 1,155 m to either side.
    assert found.known.reshape(3, 4)[0] == pytest.approx([1, 0.66, 0, 0], abs=0.02)
    assert np.isnan(found.mean_m.reshape(3, 4)[:, 2:]).all()
    (note,) = unknown_notes("Elevation", found.known, LAYOUT.grid)
    assert note.startswith(("Elevation is unknown for 58.", "Elevation is unknown for 59."))
    assert note.endswith("% of the map: in 0201, 0301, 0401, 0202, 0302, 0402, 0203, 0303, 0403.")
    assert unknown_notes("Elevation", np.ones(12), LAYOUT.grid) == ()


def test_the_sea_at_nought_is_known_and_land_below_the_sea_stays(tmp_path):
    values = np.zeros((40, 60), np.float32)
    values[:20] = -6.5
    raster = read_elevation([write_tif(tmp_path / "e.tif", values, nodata=-9999)], LAYOUT).raster
    assert set(np.unique(raster.values)) == {-6.5, 0.0}


def test_a_raster_of_voids_is_unknown_everywhere(tmp_path):
    path = write_tif(tmp_path / "e.tif", np.full((40, 60), -32768, np.int16))
    elevation = read_elevation([path], LAYOUT)
    assert elevation.reading.unknown == elevation.reading.cells > 0
    found = heights(elevation.raster, LAYOUT)
    assert np.isnan(found.mean_m).all()
    assert not found.known.any()
    with pytest.raises(ProblemsFound) as caught:
        check_known([path], found.known, reached=True)
    assert str(caught.value) == (
        "e.tif: holds no height anywhere on the map; "
        "all its cells under the map are voids: give another source of elevation"
    )
    check_known([path], np.array([0.0, 0.1]), reached=True)
    check_known([], found.known, reached=True)


def test_scale_and_offset_of_a_file_are_heeded(tmp_path):
    path = write_tif(tmp_path / "e.tif", np.full((40, 60), 2500, np.int16))
    with rasterio.open(path, "r+") as out:
        out.scales, out.offsets = (0.1,), (20.0,)
    assert read_elevation([path], LAYOUT).raster.values[3, 3] == pytest.approx(270.0)


@pytest.mark.parametrize("turn_deg", [0.0, 25.0])
def test_heights_of_a_raster_almost_as_coarse_as_the_hexes_are_those_of_the_cells_in_them(turn_deg):
    """Each cell counted by hand: its four corners, its middle, and in which hex that lies."""
    layout = Layout(Grid(6, 5, True), "EPSG:32631", 600_000.0, 5_500_000.0, 1000.0)
    values = np.random.default_rng(5).normal(300, 80, (19, 23))
    values[4, 5:9] = np.nan
    place = Affine.translation(599_000.0, 5_500_700.0) * Affine.rotation(turn_deg) * Affine.scale(310.0, -290.0)
    raster = Raster(values, place, "EPSG:32631")
    low, high = np.full(len(layout.grid), np.inf), np.full(len(layout.grid), -np.inf)
    quads = cell_quads(raster, layout)
    corners = quads.points.reshape(19, 23, 4, 2)
    for line, column in np.ndindex(values.shape):
        middle = layout.to_grid(place @ (column + 0.5, line + 0.5))
        assert cell_centres(raster, layout)[line, column] == pytest.approx(middle)
        for corner, (right, below) in zip(corners[line, column], ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
            assert corner == pytest.approx(layout.to_grid(place @ (column + right, line + below)))
        (here,) = layout.indices_under(middle[None]).tolist()
        if here != NO_HEX and not np.isnan(values[line, column]):
            low[here], high[here] = min(low[here], values[line, column]), max(high[here], values[line, column])
    found = heights(raster, layout, slopes=False)
    held = np.isfinite(low)
    assert held.sum() > 20
    # The mean counts cells by what of them lies in the hex, and may lie beyond those with their middle in it.
    assert found.low_m[held] == pytest.approx(np.fmin(low, found.mean_m)[held])
    assert found.high_m[held] == pytest.approx(np.fmax(high, found.mean_m)[held])
    assert found.relief_m[held] == pytest.approx((found.high_m - found.low_m)[held])
    assert np.isnan(found.slope_deg).all()
