"""The order of battle as CSV and XLSX, and units for a GIS: openpyxl and GDAL read them; no text is a formula."""

import csv
import io
import json
import os
import subprocess
import sys

import numpy as np
import openpyxl
import pytest

from maps.lonlat import lonlat_of
from scenarios.formats.gis import units_geojson, units_gpkg
from scenarios.formats.oob import COLUMNS, oob_csv, oob_xlsx
from tests.scenarios.formats.golden import golden, golden_map, unit

EVIL = {"short": '=HYPERLINK("x")', "name": "@SUM(1+1)*cmd|' /C calc'!A0"}


def rows_of_csv(shown):
    text = oob_csv(shown).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_formations_stand_above_their_units_in_the_table():
    rows = {row["id"]: row for row in rows_of_csv(golden())}
    assert list(rows) == ["XX", "A", "1/A", "HQ", "2/A", "Pz"]
    assert (rows["A"]["what"], rows["A"]["formation"], rows["1/A"]["formation"]) == ("formation", "XX", "A")
    one = rows["1/A"]
    assert (one["strength"], one["full"], one["hex"], one["sidc"]) == ("3", "4", "0304", "10031000161211000000")
    assert (rows["Pz"]["strength"], rows["Pz"]["formation"]) == ("", "")
    assert [rows["2/A"][key] for key in ("hex", "arrive_day", "arrive_turn", "arrive_hex")] == ["", "2", "1", "1008"]


def test_the_workbook_has_a_page_a_side_and_says_whose_it_is():
    book = openpyxl.load_workbook(io.BytesIO(oob_xlsx(golden())))
    assert book.sheetnames == ["Blue", "Red", "legend"]
    head, *rows = book["Blue"].values
    assert head == COLUMNS
    by_id = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    assert (by_id["1/A"]["strength"], by_id["1/A"]["hex"]) == (3, "0304")
    told = dict(row[:2] for row in book["legend"].values)
    assert told["viewer"] == "umpire"
    assert oob_xlsx(golden()) == oob_xlsx(golden())


def test_no_text_is_taken_for_a_formula():
    shown = golden(names=EVIL)
    (row,) = [row for row in rows_of_csv(shown) if row["id"] == "1/A"]
    assert (row["short"], row["name"]) == ("'" + EVIL["short"], "'" + EVIL["name"])
    page = openpyxl.load_workbook(io.BytesIO(oob_xlsx(shown)))["Blue"]
    cells = [cell for line in page.iter_rows() for cell in line if cell.value in EVIL.values()]
    assert len(cells) == 2
    assert {cell.data_type for cell in cells} == {"s"}


def test_fifty_thousand_units_are_written():
    hexmap = golden_map()
    extra = [unit(f"u{n}", "red", "0506", hexmap) for n in range(50_000)]
    shown = golden(extra=extra)
    assert len(rows_of_csv(shown)) == 50_006
    assert len(json.loads(units_geojson(shown))["features"]) == 50_003


GDAL = """
import json, sys, pyogrio
info = pyogrio.read_info(sys.argv[1], layer=sys.argv[2])
frame = pyogrio.read_dataframe(sys.argv[1], layer=sys.argv[2])
rows = [[row.unit, row.hex, row.strength, row.sidc, row.geometry.x, row.geometry.y] for row in frame.itertuples()]
print(json.dumps([info["crs"], json.loads(json.dumps(rows).replace("NaN", "null"))]))
"""


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize(("form", "write"), [("gpkg", units_gpkg), ("geojson", units_geojson)])
def test_gdal_reads_units_where_they_stand(tmp_path, form, write, flat_top):
    shown, file = golden(flat_top=flat_top), tmp_path / f"units.{form}"
    file.write_bytes(write(shown))
    out = subprocess.run([sys.executable, "-c", GDAL, str(file), "units"], capture_output=True, text=True, check=True)
    crs, rows = json.loads(out.stdout)
    layout = shown.hexmap.layout
    centres = layout.centres()[[one.hex for one in shown.on_map]]
    there = layout.to_map(centres) if form == "gpkg" else lonlat_of(layout, centres)
    assert crs == ("EPSG:32631" if form == "gpkg" else "EPSG:4326")
    assert [row[0] for row in rows] == ["1/A", "Pz", "HQ"]
    assert [row[2] for row in rows] == [3, None, 4]
    np.testing.assert_allclose([row[4:] for row in rows], there, atol=1e-6)


def test_a_workbook_of_many_units_is_whole():
    many = 50_000 if os.environ.get("SANDTABLE_SOAK") else 3_000
    hexmap = golden_map()
    shown = golden(extra=[unit(f"u{n}", "red", "0506", hexmap) for n in range(many)])
    book = openpyxl.load_workbook(io.BytesIO(oob_xlsx(shown)), read_only=True)
    assert sum(1 for _ in book["Red"].rows) == many + 2


def test_equal_units_are_equal_bytes_and_none_is_a_file_too(tmp_path):
    assert units_gpkg(golden()) == units_gpkg(golden())
    bare = type(golden())(**{**golden().__dict__, "units": ()})
    assert json.loads(units_geojson(bare))["features"] == []
    assert units_gpkg(bare).startswith(b"SQLite format 3\0")
