"""Class tables of land cover, shares by them, and their faults."""

from __future__ import annotations

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from maps.derive.covers import COVERS
from maps.derive.terrain.ground import FINE_CELLS, cover_shares_of
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.problems import ProblemsFound
from maps.sources.raster.cells import cells_per_hex
from maps.sources.raster.land_cover import NO_COVER, cover_notes, read_class_table, read_land_cover, shipped_tables

CRS = "EPSG:32631"
LAYOUT = Layout(Grid(4, 3), CRS, 700_000.0, 5_550_000.0, 2000.0)


def faults(function, *args, **kwargs):
    with pytest.raises(ProblemsFound) as caught:
        function(*args, **kwargs)
    return [str(problem) for problem in caught.value.problems]


def write_tif(path, values, *, crs=CRS, origin=(690_000, 5_560_000), cell=500, nodata=None):
    profile = {"driver": "GTiff", "count": 1, "dtype": values.dtype, "crs": crs, "nodata": nodata}
    transform = Affine(cell, 0, origin[0], 0, -cell, origin[1])
    with rasterio.open(path, "w", height=values.shape[0], width=values.shape[1], transform=transform, **profile) as out:
        out.write(values, 1)
    return path


def shares_of(row):
    return {COVERS[k]: round(float(share), 3) for k, share in enumerate(row) if share > 0}


def test_every_class_of_every_table_is_there_once():
    classes = {name: read_class_table(name, COVERS).cover_of for name in shipped_tables()}
    assert sorted(classes["igbp"]) == list(range(18))  # water is 0 in MCD12C1, 17 in MCD12Q1
    codes = [code for code in classes["corine"] if code > 100]
    groups = {code // 10 for code in codes}
    # Groups of the second level and how many classes each has in the nomenclature: 44 in all.
    sizes = {11: 2, 12: 4, 13: 3, 14: 2, 21: 3, 22: 3, 23: 1, 24: 4, 31: 3, 32: 4, 33: 5, 41: 2, 42: 3, 51: 2, 52: 3}
    assert {group: sum(code // 10 == group for code in codes) for group in groups} == sizes
    assert sorted(code for code in classes["corine"] if code < 100) == list(range(1, 45))
    assert sorted(classes["worldcover"]) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100]
    assert sorted(classes["nlcd"]) == [11, 12, 21, 22, 23, 24, 31, 41, 42, 43, 51, 52, 71, 72, 73, 74, 81, 82, 90, 95]


def test_both_codings_of_corine_mean_the_same():
    table = read_class_table("corine", COVERS)
    codes = sorted(code for code in table.cover_of if code > 100)
    for k, code in enumerate(codes):
        assert table.cover_of[k + 1] == table.cover_of[code]
        assert table.name_of[k + 1] == table.name_of[code]


@pytest.mark.parametrize(
    ("table", "numbers", "covers"),
    [
        ("igbp", [0, 5, 8, 9, 12], "water,forest,open forest,wooded pasture,crops"),
        ("igbp", [13, 14, 15, 16], "built-up,fields and hedges,ice,bare"),
        ("corine", [112, 221, 222, 231, 312], "built-up,vineyard,orchard,pasture,forest"),
        ("corine", [322, 331, 412, 523], "heath,sand,wetland,water"),
        ("corine", [3, 15, 22, 29, 30, 35], "industry,vineyard,wooded pasture,open forest,sand,wetland"),
        ("worldcover", [10, 50, 80, 90, 100], "forest,built-up,water,wetland,heath"),
        ("nlcd", [11, 24, 41, 52, 81, 82, 95], "water,built-up,forest,scrub,pasture,crops,wetland"),
    ],
)
def test_classes_count_as_the_cover_one_expects(table, numbers, covers):
    table = read_class_table(table, COVERS)
    assert ",".join(COVERS[table.cover_of[number]] for number in numbers) == covers


@pytest.mark.parametrize("cell", [500, 100])
def test_classes_of_a_table_become_shares_of_cover(tmp_path, cell):
    values = np.full((20_000 // cell, 30_000 // cell), 311, np.int16)
    values[:, 10_000 // cell :] = 211  # fields east of 700 km, just through the first column's centres
    path = write_tif(tmp_path / "c.tif", values, cell=cell)
    table = read_class_table("corine", COVERS)
    assert (cells_per_hex(read_land_cover([path], table, LAYOUT).raster, LAYOUT) >= FINE_CELLS) == (cell == 100)
    shares = cover_shares_of([path], table, LAYOUT)
    assert shares.shape == (12, len(COVERS))
    first = shares_of(shares[0])
    assert set(first) == {"forest", "crops"}
    assert first["forest"] == pytest.approx(0.5, abs=0.015)
    assert shares_of(shares[3]) == {"crops": 1.0}
    assert shares.sum(axis=1) == pytest.approx(1.0)


def test_holes_and_no_data_of_the_first_are_filled_by_the_next_cell_by_cell(tmp_path):
    first = np.full((200, 300), 12, np.uint8)  # arable land, in CORINE's short coding
    first[:, 100:] = 48  # CORINE's own number for no data, east of 700 km
    first[:, 150:] = 255  # no data by the file, east of 705 km
    first = write_tif(tmp_path / "a.tif", first, cell=100, nodata=255)
    second = write_tif(tmp_path / "b.tif", np.full((400, 600), 23, np.uint8), cell=50)
    table = read_class_table("corine", COVERS)
    shares = cover_shares_of([first, second], table, LAYOUT)
    assert shares[0, COVERS.index("crops")] == pytest.approx(0.5, abs=0.015)
    assert shares[0, COVERS.index("forest")] == pytest.approx(0.5, abs=0.015)
    assert shares_of(shares[3]) == {"forest": 1.0}
    assert shares_of(cover_shares_of([first], table, LAYOUT)[3]) == {}


def test_rasters_in_degrees_take_the_nearest_class_and_never_one_between(tmp_path):
    values = np.where(np.indices((400, 500)).sum(axis=0) % 2, 10, 80).astype(np.uint8)
    path = write_tif(tmp_path / "w.tif", values, crs="EPSG:4326", origin=(5.6, 50.2), cell=0.001)
    coarse = write_tif(tmp_path / "c.tif", np.full((40, 60), 40, np.uint8))
    table = read_class_table("worldcover", COVERS)
    raster = read_land_cover([path, coarse], table, LAYOUT).raster
    assert {COVERS[code] for code in np.unique(raster.values)} == {"forest", "water"}
    shares = cover_shares_of([coarse, path], table, LAYOUT)
    assert {tuple(shares_of(row)) for row in shares} == {("crops",)}


def test_numbers_that_the_table_does_not_know_are_counted_and_filled_by_the_next(tmp_path):
    values = np.full((40, 60), 10, np.int16)
    values[20, 20:23] = 77
    values[20, 23] = -5
    path = write_tif(tmp_path / "a.tif", values)
    table = read_class_table("worldcover", COVERS)
    found = read_land_cover([path], table, LAYOUT)
    assert found.strange == {77: 3, -5: 1}
    assert (found.raster.values == NO_COVER).sum() == 4
    share = f"{3 / found.cells:.1%}"
    assert cover_notes([found], table) == (
        f"Land cover: 1 cells ({1 / found.cells:.1%}) have the class -5, which the class table 'ESA WorldCover' does "
        "not know; they count as unknown.",
        f"Land cover: 3 cells ({share}) have the class 77, which the class table 'ESA WorldCover' does not know; "
        "they count as unknown.",
    )
    next_one = write_tif(tmp_path / "b.tif", np.full((40, 60), 80, np.int16))
    both = read_land_cover([path, next_one], table, LAYOUT)
    assert (both.raster.values == COVERS.index("water")).sum() == 4


def test_a_fraction_is_no_class(tmp_path):
    values = np.full((40, 60), 10, np.float32)
    values[20, 20] = 10.4
    found = read_land_cover([write_tif(tmp_path / "a.tif", values)], read_class_table("worldcover", COVERS), LAYOUT)
    assert (found.raster.values == NO_COVER).sum() == 1


def test_a_part_of_the_map_beyond_the_raster_is_unknown(tmp_path):
    path = write_tif(tmp_path / "a.tif", np.full((40, 60), 10, np.uint8), origin=(300_000, 5_000_000))
    table = read_class_table("worldcover", COVERS)
    assert faults(read_land_cover, [path], table, LAYOUT) == [
        "a.tif: does not cover the map; it covers 300000 to 330000 and 4.98e+06 to 5e+06 in EPSG:32631"
    ]
    found = read_land_cover([path], table, LAYOUT, part=True)
    assert set(np.unique(found.raster.values)) == {NO_COVER}
    assert cover_notes([found], table) == ()


def test_faulty_rasters_are_told_together(tmp_path):
    (tmp_path / "a.tif").write_text("<VRTDataset/>")
    bare = write_tif(tmp_path / "b.tif", np.zeros((4, 4), np.uint8), crs=None)
    table = read_class_table("igbp", COVERS)
    assert faults(read_land_cover, [tmp_path / "a.tif", bare, tmp_path / "c.hgt"], table, LAYOUT) == [
        "a.tif: is no raster that can be read; give a GeoTIFF",
        "b.tif: does not say its CRS; write it in, for example EPSG:4326",
        "c.hgt: is no kind of raster known here (.tif, .tiff, .asc); convert it to GeoTIFF",
    ]


def test_a_table_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nsource = "a survey"\n[[class]]\nnumbers = [7, 8]\nname = "dunes"\ncover = "sand"\n')
    table = read_class_table(path, COVERS)
    assert read_class_table(str(path), COVERS) == table
    assert (table.name, table.source, table.nothing) == ("Mine", "a survey", frozenset())
    assert table.cover_of == {7: COVERS.index("sand"), 8: COVERS.index("sand")}


def test_a_table_with_faults_tells_them_all(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "Mine"\nno_data = [7]\nyear = 1990\n'
        '[[class]]\nnumbers = [7]\nname = "wood"\ncover = "forrest"\n'
        '[[class]]\nnumbers = [7, 8]\ncover = "water"\n'
        '[[class]]\nnumbers = "9"\nname = "x"\ncover = "ice"\n'
    )
    assert faults(read_class_table, path, COVERS) == [
        "mine.toml, line 3: year is not known here; known are class, name, no_data, source",
        "mine.toml, line 7: class.0.cover is 'forrest'; did you mean 'forest'?",
        "mine.toml, line 8: class.1.name is missing; give a text in quotes",
        "mine.toml, line 9: class.1.numbers lists 7 a second time; each number has one meaning",
        "mine.toml, line 12: class.2.numbers is '9'; list whole numbers from 0 to 9,999, as [1, 111]",
        "mine.toml: source is missing; give a text in quotes",
        "mine.toml, line 2: no_data lists 7, which is a class too; take it out of one of them",
    ]
    path.write_text('name = "Mine"\nsource = "x"\n')
    assert faults(read_class_table, path, COVERS) == ["mine.toml: class is missing; write each class under [[class]]"]


def test_a_table_that_does_not_exist():
    assert faults(read_class_table, "corin", COVERS) == ["class tables: there is no 'corin'; did you mean 'corine'?"]
