"""Every fault of a file of heights."""

from __future__ import annotations

import gzip
import zipfile

import numpy as np
import pytest
import rasterio
from PIL import Image
from rasterio.transform import Affine

from maps.derive.terrain.ground import heights
from maps.sources.raster.elevation import elevation_notes, read_elevation
from tests.maps.heightfiles import CRS, LAYOUT, MERIDIAN, faults, pack, write_asc, write_hgt, write_tif, write_tile

NO_RASTER = "is no raster that can be read; give a GeoTIFF"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("e.tif", "<VRTDataset/>", NO_RASTER),
        ("e.tif", "<!doctype html><title>404</title>", NO_RASTER),
        ("e.asc", "<VRTDataset/>", NO_RASTER),
        ("e.tif", "II*\0 and no more", NO_RASTER),
        ("e.tif", "", NO_RASTER),
        (
            "N50E003.hgt",
            "<html>not found</html>",
            "has 22 bytes, and no SRTM tile has (it would be 1201 x 1201 or 3601 x 3601 heights); "
            "it was cut short, or is something else: fetch it again",
        ),
        ("N50E003.hgt.gz", "<html>", "cannot be unpacked; it was cut short, or is something else: fetch it again"),
        ("N50E003.zip", "<html>", "cannot be unpacked; it was cut short, or is something else: fetch it again"),
        (
            "hill.hgt",
            "x",
            "does not say by its name where it lies; name it by its south-west corner, for example N43E006.hgt",
        ),
        (
            "11_1041_693.png",
            "<html>",
            "is no PNG picture; give 8-bit colour PNG tiles of 256 or 512 cells a side, in the Terrarium encoding",
        ),
        (
            "tile.png",
            "",
            "does not say by its name which tile it is; name it zoom_x_y.png, or put it in a folder zoom/x",
        ),
        (
            "e.vrt",
            "<VRTDataset/>",
            "is no kind of elevation known here (.tif, .tiff, .asc, .hgt, .hgt.gz, .hgt.zip, or Terrarium tiles as "
            ".png or in a folder); convert it to GeoTIFF",
        ),
    ],
)
def test_what_is_something_else_under_a_name_of_ours(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    assert faults([path], LAYOUT) == [f"{name}: {message}"]


def test_files_that_are_not_there(tmp_path):
    for name in ("e.tif", "N50E003.hgt", "N50E003.hgt.gz"):
        message = f"{name}: cannot be opened (No such file or directory); check the name and the rights"
        assert faults([tmp_path / name], LAYOUT) == [message]


def test_all_faulty_files_are_told_together(tmp_path):
    bad, worse = tmp_path / "a.tif", tmp_path / "b.tif"
    bad.write_text("x")
    worse.write_text("y")
    (tmp_path / "tiles").mkdir()
    assert faults([bad, worse, tmp_path / "tiles"], LAYOUT) == [
        f"a.tif: {NO_RASTER}",
        f"b.tif: {NO_RASTER}",
        "tiles: is a folder without Terrarium tiles; they lie in it as zoom/x/y.png",
    ]


def test_a_tile_within_a_zip_must_be_the_one_it_is_named_for(tmp_path):
    path = write_hgt(tmp_path / "N51E003.hgt", np.zeros((1201, 1201)))
    other = pack(path, "N50E003.hgt.zip")
    remedy = "; pack one tile of the same name, as it is distributed"
    assert faults([other], MERIDIAN) == ["N50E003.hgt.zip: holds 'N51E003.hgt'" + remedy]
    with zipfile.ZipFile(tmp_path / "N52E003.hgt.zip", "w") as archive:
        archive.writestr("readme.txt", "x")
    assert faults([tmp_path / "N52E003.hgt.zip"], MERIDIAN) == ["N52E003.hgt.zip: holds 0 .hgt files" + remedy]


def test_a_bomb_is_unpacked_no_farther_than_the_longest_tile(tmp_path):
    path = tmp_path / "N50E003.hgt.gz"
    with gzip.open(path, "wb", 1) as packed:
        for _ in range(60):
            packed.write(bytes(2**20))
    assert faults([path], MERIDIAN)[0].startswith("N50E003.hgt.gz: has 25,934,403 bytes, and no SRTM tile has")


def test_a_tile_cut_short(tmp_path):
    path = write_hgt(tmp_path / "N50E003.hgt", np.zeros((1201, 1201)))
    path.write_bytes(path.read_bytes()[:-1000])
    assert faults([path], MERIDIAN)[0].startswith("N50E003.hgt: has 2,883,802 bytes, and no SRTM tile has")


def test_a_geotiff_cut_short(tmp_path):
    values = np.random.default_rng(1).normal(300, 50, (300, 300)).astype(np.float32)
    path = write_tif(tmp_path / "e.tif", values, cell=100, compress="deflate")
    path.write_bytes(path.read_bytes()[:50_000])
    (message,) = faults([path], LAYOUT)
    assert message in {"e.tif: is cut short or damaged; fetch it again", f"e.tif: {NO_RASTER}"}


def test_crs_missing_and_wrong(tmp_path):
    values = np.zeros((40, 60), np.float32)
    assert faults([write_tif(tmp_path / "a.tif", values, crs=None)], LAYOUT) == [
        "a.tif: does not say its CRS; write it in, for example EPSG:4326"
    ]
    assert faults([write_asc(tmp_path / "b.asc", values, prj=None)], LAYOUT) == [
        "b.asc: does not say its CRS; write it in, for example EPSG:4326; or put a .prj file beside it"
    ]
    assert faults([write_tif(tmp_path / "c.tif", values, crs="EPSG:4326")], LAYOUT) == [
        "c.tif: says that it is in degrees (EPSG:4326), but its edges are 690000 to 720000 and 5.54e+06 to 5.56e+06; "
        "these look like metres: assign the projection they belong to"
    ]
    assert faults([write_tif(tmp_path / "d.tif", values, origin=(5.7, 50.2), cell=0.01)], LAYOUT) == [
        "d.tif: says that it is in metres (EPSG:32631), but its edges are 5.7 to 6.3 and 49.8 to 50.2; "
        "these look like degrees: assign EPSG:4326"
    ]


def test_rasters_elsewhere_are_a_fault_of_the_map_but_not_of_a_part_of_it(tmp_path):
    values = np.zeros((40, 60), np.float32)
    away = write_tif(tmp_path / "a.tif", values, origin=(300_000, 5_000_000))
    far = write_tif(tmp_path / "b.tif", values, crs="EPSG:4326", origin=(10, 20), cell=0.01)
    assert faults([away, far], LAYOUT) == [
        "a.tif: does not cover the map; it covers 300000 to 330000 and 4.98e+06 to 5e+06 in EPSG:32631",
        "b.tif: does not cover the map; it covers 10 to 10.6 and 19.6 to 20 in EPSG:4326",
    ]
    part = read_elevation([away, far], LAYOUT, part=True)
    assert not heights(part.raster, LAYOUT).known.any()
    assert elevation_notes([part.reading]) == ()


def test_pictures_are_not_taken_for_heights(tmp_path):
    picture = write_tif(tmp_path / "e.tif", np.zeros((40, 60), np.uint8), count=3)
    assert faults([picture], LAYOUT) == [
        "e.tif: has 3 bands, like a picture; give a raster of one band, with the values"
    ]
    waves = write_tif(tmp_path / "w.tif", np.zeros((40, 60), np.complex64))
    assert faults([waves], LAYOUT) == ["w.tif: holds complex numbers; give a raster of plain numbers"]


def test_tiles_that_are_no_terrarium(tmp_path):
    remedy = "; give 8-bit colour PNG tiles of 256 or 512 cells a side, in the Terrarium encoding"
    for name, size, mode in (("11_1040_693.png", 100, "RGB"), ("11_1041_693.png", 256, "L")):
        Image.new(mode, (size, size)).save(tmp_path / name)
        assert faults([tmp_path / name], MERIDIAN) == [
            f"{name}: is no Terrarium tile ({size} x {size}, {mode})" + remedy
        ]
    path = tmp_path / "11_1041_694.png"
    Image.new("RGB", (256, 256), (40, 90, 30)).save(path)
    assert faults([path], MERIDIAN) == [
        "11_1041_694.png: holds no heights in the Terrarium encoding (100% would be absurd); "
        "give Terrarium tiles, not a picture of the map"
    ]


def test_tiles_of_different_size_and_tiles_cut_short(tmp_path):
    first = write_tile(tmp_path / "11_1040_693.png", np.full((256, 256), 100.0))
    second = write_tile(tmp_path / "11_1041_693.png", np.full((512, 512), 100.0))
    assert faults([first, second], MERIDIAN) == [
        "11_1041_693.png: is 512 cells wide, others of its zoom 256; give tiles of one size"
    ]
    noise = np.random.default_rng(1).uniform(0, 900, (256, 256))
    path = write_tile(tmp_path / "11_1041_694.png", noise)
    path.write_bytes(path.read_bytes()[:5000])
    assert faults([path], MERIDIAN) == ["11_1041_694.png: is cut short or damaged; fetch it again"]


def test_headers_that_claim_too_much(tmp_path):
    bomb = tmp_path / "e.tif"
    profile = {"driver": "GTiff", "count": 1, "dtype": "uint8", "crs": CRS, "sparse_ok": True, "tiled": True}
    side = 16_384
    with rasterio.open(
        bomb, "w", height=side, width=side, blockxsize=side, blockysize=side,
        transform=Affine(1, 0, 690_000, 0, -1, 5_560_000), **profile,
    ):  # fmt: skip
        pass
    assert bomb.stat().st_size < 2000
    assert faults([bomb], LAYOUT) == [
        "e.tif: claims 16,384 x 16,384 cells, stored in blocks of 16,384 x 16,384; "
        "store it anew in tiles of 256 or 512 cells"
    ]
    asc = tmp_path / "e.asc"
    asc.write_text("ncols 900000\nnrows 900000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n")
    asc.with_suffix(".prj").write_text(rasterio.crs.CRS.from_user_input(CRS).to_wkt(version="WKT1_ESRI"))
    assert faults([asc], LAYOUT) == [
        "e.asc: claims 900,000 x 900,000 cells, but is too short for them; it was cut short: fetch it again"
    ]


def test_more_cells_than_can_be_held(tmp_path):
    path = tmp_path / "e.tif"
    profile = {"driver": "GTiff", "count": 1, "dtype": "uint8", "crs": CRS, "sparse_ok": True, "tiled": True}
    with rasterio.open(
        path, "w", height=40_000, width=40_000, transform=Affine(0.5, 0, 699_000, 0, -0.5, 5_552_000), **profile
    ):
        pass
    assert faults([path], LAYOUT, enough=1e9)[0].startswith("e.tif: has ")
    assert faults([path], LAYOUT, enough=1e9)[0].endswith(
        "cells under the map, too many to read at once; take wider hexes, a smaller box or a coarser source"
    )
