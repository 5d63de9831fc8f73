"""Scanned maps: where control points and positions lay them, and what hostile files are told."""

from __future__ import annotations

import struct
import warnings
import zlib

import numpy as np
import pytest
import rasterio
from PIL import Image
from rasterio.transform import Affine

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.lonlat import lonlat_of
from maps.problems import ProblemsFound
from maps.sources.raster import underlay
from maps.sources.raster.control_points import ControlPoint, fit_points
from maps.sources.raster.underlay import Scan, lay_by_matrix, lay_by_position, read_scan, world_file

# Twenty by twenty hexes of 1 km about 50 N on the central meridian of zone 31.
LAYOUT = Layout(Grid(20, 20), "EPSG:32631", 500_000.0, 5_540_000.0, 1000.0)


def point(column, line, u_m, v_m):
    lon, lat = lonlat_of(LAYOUT, [(u_m, v_m)])[0].tolist()
    return ControlPoint(column, line, lon, lat)


# --- control points ----------------------------------------------------------------------------------------


def test_three_points_fit_exactly_and_give_scale_and_corner():
    # Ten metres to a pixel, the corner 1 km right and 2 km down: east 501,000, north 5,538,000.
    fit = fit_points([point(0, 0, 1000, 2000), point(100, 0, 2000, 2000), point(0, 100, 1000, 3000)], LAYOUT, "affine")
    assert fit.residuals_m == (0.0, 0.0, 0.0)
    assert fit.matrix / fit.matrix[2, 2] == pytest.approx(
        np.array([[10, 0, 501_000], [0, -10, 5_538_000], [0, 0, 1]]), abs=0.02
    )


def test_the_residuals_of_four_points_say_how_far_each_is_off():
    # A square of which one corner is 40 m too far right: least squares shares that as 10 m to each.
    square = [(0, 0, 0, 0), (100, 0, 1000, 0), (0, 100, 0, 1000), (100, 100, 1040, 1000)]
    fit = fit_points([point(*spot) for spot in square], LAYOUT, "affine")
    assert fit.residuals_m == pytest.approx((10, 10, 10, 10), abs=0.05)


def test_a_photograph_at_a_slant_is_fitted_projectively():
    # The far edge is half as long as the near one; the middle of the picture is then not that of the ground.
    corners = [(0, 0, 1500, 1000), (400, 0, 2500, 1000), (0, 400, 1000, 3000), (400, 400, 3000, 3000)]
    fit = fit_points([point(*spot) for spot in corners], LAYOUT, "projective")
    assert max(fit.residuals_m) < 0.05
    # Where the diagonals meet: of (1500, 1000)-(3000, 3000) and (2500, 1000)-(1000, 3000) at v = 1000 + 2000 / 3.
    x, y, w = fit.matrix @ (200, 200, 1)
    u, v = LAYOUT.to_grid([x / w, y / w])
    assert (u, v) == pytest.approx((2000, 1666.67), abs=0.1)
    assert max(fit_points([point(*spot) for spot in corners], LAYOUT, "affine").residuals_m) > 200


FAULTY = {
    "are 2, and affine needs 3": ("affine", [(0, 0, 0, 0), (9, 9, 500, 100)]),
    "are 3, and projective needs 4": ("projective", [(0, 0, 0, 0), (9, 9, 500, 100), (0, 9, 0, 700)]),
    "lie in one line": ("affine", [(0, 0, 0, 0), (10, 10, 500, 100), (20, 20, 900, 900)]),
    "or on one spot": ("affine", [(0, 0, 0, 0), (10, 10, 0, 0), (20, 0, 0, 0)]),
    "fold the picture over": (
        "projective", [(0, 0, 0, 0), (100, 0, 1000, 0), (0, 100, 1000, 1000), (100, 100, 0, 1000)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", FAULTY)
def test_useless_control_points_are_told(words):
    way, spots = FAULTY[words]
    with pytest.raises(ProblemsFound, match=words):
        fit_points([point(*spot) for spot in spots], LAYOUT, way)


# --- laying ------------------------------------------------------------------------------------------------


def quartered(size=(80, 60)):
    """Make a picture of four colours: red, green above; blue, white below."""
    colours = np.array([[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 255]]], np.uint8)
    return Image.fromarray(np.kron(colours, np.ones((size[1] // 2, size[0] // 2, 1), np.uint8)), "RGB")


def colour_at(laid, u_m, v_m):
    cell = laid.wide_m / laid.picture.width
    return laid.picture.getpixel((int((u_m - laid.u_m) / cell), int((v_m - laid.v_m) / cell)))


def check_quarters(laid):
    """The picture lies from 2 to 10 km right and 3 to 9 km down."""
    for u, v, colour in ((3500, 4000, (255, 0, 0)), (8000, 4000, (0, 255, 0)), (3500, 7500, (0, 0, 255))):
        assert colour_at(laid, u, v) == (*colour, 255)
    assert (laid.u_m, laid.v_m) == pytest.approx((2000, 3000), abs=101)
    assert (laid.wide_m, laid.high_m) == pytest.approx((8000, 6000), abs=220)


def test_a_picture_is_laid_by_its_matrix():
    matrix = np.array([[100, 0, 502_000], [0, -100, 5_537_000], [0, 0, 1.0]])
    check_quarters(lay_by_matrix(quartered(), matrix, LAYOUT))


def test_a_picture_is_laid_by_a_world_file_in_another_grid_zone(tmp_path):
    # The numbers are for the middle of the first pixel.
    here = world_file("100\n0\n0\n-100\n502050\n5536950\n", "EPSG:32631", 1.0)
    check_quarters(lay_by_position(Scan(quartered(), 1.0, here, "EPSG:32631"), LAYOUT))


def test_a_picture_made_smaller_lies_where_the_whole_one_did():
    here = world_file("50 0 0 -50 502025 5536975", "EPSG:32631", 2.0)
    assert tuple(here)[:6] == pytest.approx((100, 0, 502_000, 0, -100, 5_537_000))


def test_a_turned_grid_turns_the_picture():
    turned = Layout(Grid(20, 20), "EPSG:32631", 500_000.0, 5_540_000.0, 1000.0, 90.0)
    # Turned clockwise by 90 degrees, right of the grid is south on the ground, and down is west.
    matrix = np.array([[100, 0, 494_000], [0, -100, 5_537_000], [0, 0, 1.0]])
    laid = lay_by_matrix(quartered(), matrix, turned)
    assert colour_at(laid, 4000, 500) == (0, 255, 0, 255)
    assert colour_at(laid, 4000, 5000) == (255, 0, 0, 255)


def write_tiff(path, bands, **profile):
    given = {"crs": "EPSG:32631", "transform": Affine(100, 0, 502_000, 0, -100, 5_537_000)} | profile
    with rasterio.open(
        path, "w", driver="GTiff", count=len(bands), height=bands.shape[1], width=bands.shape[2],
        dtype=bands.dtype, **given,
    ) as file:  # fmt: skip
        file.write(bands)


def bands_of(picture):
    return np.moveaxis(np.asarray(picture), -1, 0)


def test_a_geotiff_lies_where_it_says(tmp_path):
    write_tiff(tmp_path / "map.tif", bands_of(quartered()))
    scan = read_scan(tmp_path / "map.tif", "map.tif")
    check_quarters(lay_by_position(scan, LAYOUT))


def test_a_geotiff_with_a_palette_shows_its_colours(tmp_path):
    codes = np.kron(np.array([[0, 1], [2, 3]], np.uint8), np.ones((30, 40), np.uint8))[None]
    path = tmp_path / "map.tif"
    write_tiff(path, codes, photometric="palette")
    with rasterio.open(path, "r+") as file:
        file.write_colormap(1, {0: (255, 0, 0, 255), 1: (0, 255, 0, 255), 2: (0, 0, 255, 255), 3: (255, 255, 255, 255)})
    check_quarters(lay_by_position(read_scan(path, "map.tif"), LAYOUT))


# --- hostile files -----------------------------------------------------------------------------------------


def png_that_claims(wide, high):
    """A PNG of a few bytes whose head claims a size."""
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\x00")), (b"IEND", b"")]
    body = b"".join(struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


HOSTILE = {
    "is no picture that can be laid": b"<VRTDataset rasterXSize='1'/>",
    "more than 80 million pixels": png_that_claims(60_000, 60_000),
    "has more than 80 million": png_that_claims(10_000, 9_000),
    "is damaged or cut short": png_that_claims(400, 300),
    "scan or export it again": b"\xff\xd8\xff\xe0" + bytes(40),
    "is damaged, or no GeoTIFF": b"II*\x00" + bytes(60),
    "has 1 x 1 pixels": png_that_claims(1, 1),
}


@pytest.mark.parametrize("words", HOSTILE)
def test_a_hostile_picture_is_refused(tmp_path, words):
    path = tmp_path / "sent"
    path.write_bytes(HOSTILE[words])
    with pytest.raises(ProblemsFound, match=words):
        read_scan(path, "picture.png")


def test_a_file_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(underlay, "MOST_BYTES", 50)
    quartered().save(tmp_path / "a.png")
    with pytest.raises(ProblemsFound, match="has more than 0 MB"):
        read_scan(tmp_path / "a.png", "a.png")


def test_heights_are_no_picture(tmp_path):
    write_tiff(tmp_path / "dem.tif", np.zeros((1, 60, 80), np.float32))
    with pytest.raises(ProblemsFound, match="1 bands of float32"):
        read_scan(tmp_path / "dem.tif", "dem.tif")


def test_a_tiff_in_one_large_block_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(underlay, "_MOST_BLOCK", 1000)
    write_tiff(tmp_path / "map.tif", bands_of(quartered()), blockysize=60)
    with pytest.raises(ProblemsFound, match="one large block"):
        read_scan(tmp_path / "map.tif", "map.tif")


def test_a_tiff_without_a_position_waits_for_control_points(tmp_path):
    with warnings.catch_warnings(action="ignore"):
        write_tiff(tmp_path / "map.tif", bands_of(quartered()), crs=None)
    with warnings.catch_warnings(action="error"):
        scan = read_scan(tmp_path / "map.tif", "map.tif")
    assert scan.transform is None
    with pytest.raises(ProblemsFound, match="does not say where it lies"):
        lay_by_position(scan, LAYOUT)


def test_a_picture_beside_the_map_is_told():
    here = world_file("100 0 0 -100 902050 5536950", "EPSG:32631", 1.0)
    with pytest.raises(ProblemsFound, match="lies beside this map"):
        lay_by_position(Scan(quartered(), 1.0, here, "EPSG:32631"), LAYOUT)


WORLDS = {
    "is not six numbers": ("1 2 3", "EPSG:32631"),
    "gives pixels no size": ("0 0 0 0 5 5", "EPSG:32631"),
    "gives pixels no": ("1 0 0 nan 5 5", "EPSG:32631"),
    "is no known coordinate system": ("1 0 0 -1 5 5", "EPSG:999999"),
    "give its number": ("1 0 0 -1 5 5", "+proj=longlat +nadgrids=/etc/passwd"),
}


@pytest.mark.parametrize("words", WORLDS)
def test_a_faulty_world_file_is_told(words):
    with pytest.raises(ProblemsFound, match=words):
        world_file(*WORLDS[words], 1.0)


def test_a_large_scan_is_made_smaller_and_remembers_by_how_much(tmp_path, monkeypatch):
    monkeypatch.setattr(underlay, "_LONGEST_KEPT", 40)
    quartered().save(tmp_path / "a.png")
    scan = read_scan(tmp_path / "a.png", "a.png")
    assert (scan.picture.size, scan.shrunk) == ((40, 30), 2.0)
