"""What is found in a file that somebody offers as a source; and what is made of a map beside it: light, marks."""

from __future__ import annotations

import json
import sqlite3
import zipfile

import numpy as np
import pytest
import shapely

from maps.gpkg.marks import marks_gpkg
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.making.offered import Offered, offered, tiles_of
from maps.making.relit import relit
from maps.problems import ProblemsFound
from tests.maps.heightfiles import write_hgt, write_tif
from tests.maps.toyvectors import write

DEGREES = {"crs": "EPSG:4326", "origin": (6.0, 50.0), "cell": 0.01}


def heights(path, **more):
    return write_tif(path, np.full((20, 10), 300, np.int16), **(DEGREES | more))


def test_of_heights_the_box_and_the_width_of_the_finest_cells_are_told(tmp_path):
    found = offered(heights(tmp_path / "elev.tif"))
    assert (found.kind, found.format, found.classes, found.places) == ("elevation", "GeoTIFF", "", ())
    (box,) = found.boxes
    assert (box.west, box.south, box.east, box.north) == pytest.approx((6.0, 49.8, 6.1, 50.0), abs=1e-6)
    # A hundredth of a degree at 49.9 north: 1112 m north, 718 m east; the root of the product.
    assert found.cell_m == pytest.approx(893.5, rel=0.01)


@pytest.mark.parametrize(("name", "values", "kind", "classes"), [
    ("dem.tif", [111, 512], "elevation", ""), ("my_CLC.tif", [10, 80], "land_cover", "worldcover"),
    ("x.tif", [111, 512], "land_cover", "corine"), ("x.tif", [10, 80], "land_cover", "worldcover"),
    ("x.tif", [111, 513.5], "elevation", ""), ("x.tif", [0, 17], "land_cover", "igbp"),
    ("cover.tif", [9000, 9001], "land_cover", ""),
])  # fmt: skip
def test_land_cover_is_told_from_heights_by_its_name_or_by_its_numbers(tmp_path, name, values, kind, classes):
    cells = np.resize(np.array(values, np.float32), (8, 8))
    found = offered(write_tif(tmp_path / name, cells, **DEGREES))
    assert (found.kind, found.classes) == (kind, classes)


def test_shapes_places_and_outlines_say_where_they_lie(tmp_path):
    roads = write(tmp_path / "ways.geojson", [(shapely.LineString([(6, 50), (7, 51)]), {"highway": "primary"})])
    found = offered(roads)
    assert (found.kind, found.notes) == ("features", ())
    assert [(box.west, box.south, box.east, box.north) for box in found.boxes] == [(6, 50, 7, 51)]
    ring = write(tmp_path / "outline.geojson", [(shapely.box(5, 49, 6, 50), {})])
    (box,) = offered(ring).boxes
    assert (box.west, box.south, box.east, box.north) == (5, 49, 6, 50)
    towns = tmp_path / "towns.csv"
    towns.write_text("name,lat,lon,population\nSmall,50.5,6.00004,10\nGreat,49.5,7.5,5000\n")
    found = offered(towns)
    assert (found.kind, found.places) == ("places", (("Great", 7.5, 49.5), ("Small", 6.0, 50.5)))
    (box,) = found.boxes
    assert (box.west, box.south, box.east, box.north) == pytest.approx((6.00004, 49.5, 7.5, 50.5))
    towns.write_text("name,lat,lon,population\n")
    assert offered(towns) == Offered("places", "table")
    assert offered(roads, "rivers") == Offered("rivers", offered(roads).format)


def test_a_zip_file_of_tiles_is_unpacked_and_any_other_left_alone(tmp_path):
    tile = write_hgt(tmp_path / "N50E006.hgt", np.full((1201, 1201), 300))
    there = tmp_path / "there"
    there.mkdir()
    both = {"both.zip": [("N50E006.hgt", tile.read_bytes()), ("a.prj", b"x")], "few.zip": [("a.prj", b"x")],
            "N50E006.hgt.zip": [("N50E006.hgt", tile.read_bytes())]}  # fmt: skip
    for name, members in both.items():
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, body in members:
                archive.writestr(member, body)
    assert sorted(path.name for path in tiles_of(tmp_path / "both.zip", there)) == ["N50E006.hgt", "a.prj"]
    assert (there / "N50E006.hgt").read_bytes() == tile.read_bytes()
    assert tiles_of(tmp_path / "few.zip", there) == tiles_of(tmp_path / "N50E006.hgt.zip", there) == []
    assert tiles_of(tile, there) == []
    with pytest.raises(ProblemsFound):
        offered(tmp_path / "few.zip", "features")


LAYOUT = Layout(Grid(6, 5), "EPSG:32631", 700_000.0, 5_550_000.0, 2000.0)


def test_ground_is_lit_from_the_north_west_and_flat_or_unknown_ground_is_not():
    east = LAYOUT.centres()[:, 0]
    assert relit(LAYOUT, np.full(30, np.nan)) is None
    assert relit(LAYOUT, np.where(east > 0, 100.0, np.nan)) is None
    rising, falling = (relit(LAYOUT, sign * east / 10) for sign in (1.0, -1.0))
    u0, v0, u1, _ = LAYOUT.extent()
    assert (rising.u0_m, rising.v0_m, rising.cell_m) == pytest.approx((u0, v0, 2000 / 6))
    rows, columns = rising.light.shape
    assert (columns - 1) * rising.cell_m < u1 - u0 + rising.cell_m <= columns * rising.cell_m + 1e-6
    middle = (rows // 2, columns // 2)
    assert rising.light[middle] > falling.light[middle], "what falls to the east is turned from the light"
    few = np.full(30, np.nan)
    few[[0, 29]] = 0.0, 500.0
    assert relit(LAYOUT, few) is not None
    holed = east / 10
    holed[14] = np.nan
    assert np.abs(relit(LAYOUT, holed).light.astype(int) - rising.light).max() < 60


@pytest.mark.parametrize("count", [0, 1, 3])
def test_marks_are_points_with_columns_and_what_the_file_says_of_itself(tmp_path, count):
    xy = np.array([[700_000.0 + 10 * k, 5_550_000.0 - k] for k in range(count)]).reshape(-1, 2)
    told = {"facts": {"title": "Größe"}, "changed": "2026-01-01T00:00:00.000Z"}
    columns, values = {"n": "INTEGER", "what": "TEXT"}, [(k, f"w{k}") for k in range(count)]
    made = [marks_gpkg("marks", "EPSG:32631", xy, columns, values,
                       **told) for _ in range(2)]  # fmt: skip
    assert made[0] == made[1]
    (tmp_path / "m.gpkg").write_bytes(made[0])
    with sqlite3.connect(tmp_path / "m.gpkg") as file:
        assert file.execute("SELECT n, what FROM marks").fetchall() == [(k, f"w{k}") for k in range(count)]
        assert file.execute("SELECT key, value FROM meta").fetchall() == [
            ("title", json.dumps("Größe", ensure_ascii=False))
        ]
        rows = file.execute("SELECT table_name, last_change, min_x, max_y FROM gpkg_contents ORDER BY 1").fetchall()
    box = (700_000.0, 5_550_000.0) if count else (None, None)
    assert rows == [("marks", told["changed"], *box), ("meta", told["changed"], None, None)]
