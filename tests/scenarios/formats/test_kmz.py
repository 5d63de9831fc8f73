"""KMZ: GDAL reads the places and the times; the picture lies where the map does; markup in a name stays a name."""

import io
import itertools
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely
from PIL import Image

from maps.lonlat import lonlat_of
from scenarios.formats.kmz import campaign_kmz
from tests.scenarios.formats.golden import golden
from tests.scenarios.formats.otherreaders import FETCHED, lint_xml

KML = "{http://www.opengis.net/kml/2.2}"


def document(shown):
    with zipfile.ZipFile(io.BytesIO(campaign_kmz(shown))) as packed:
        return ET.fromstring(packed.read("doc.kml")), packed.namelist(), packed.read("ground.jpg")


GDAL = """
import json, sys, pyogrio
rows = []
for name, _ in pyogrio.list_layers(sys.argv[1]):
    for row in pyogrio.read_dataframe(sys.argv[1], layer=name).itertuples():
        if getattr(row, "hex", None):
            rows.append([name, row.Name, row.hex, row.geometry.x, row.geometry.y, str(row.begin), str(row.end)])
print(json.dumps(rows))
"""
"""Reads a KMZ in a process of its own: in this one the program leaves out the drivers that it does not need."""


def test_gdal_reads_where_and_when(tmp_path):
    shown, file = golden(), tmp_path / "g.kmz"
    file.write_bytes(campaign_kmz(shown))
    out = subprocess.run([sys.executable, "-c", GDAL, str(file)], capture_output=True, text=True, check=True)
    rows = json.loads(out.stdout)
    assert {row[0] for row in rows} == {"A Division", "seen"}
    there = {(row[1], row[2]): row[3:] for row in rows}
    assert {key for key in there if key[0] == "1/A"} == {("1/A", "0302"), ("1/A", "0303"), ("1/A", "0304")}
    x, y, begin, end = there["1/A", "0304"]
    lon, lat = lonlat_of(shown.hexmap.layout, shown.hexmap.layout.centres()[shown.hexmap.index_of("0304")])[0]
    assert (x, y) == pytest.approx((lon, lat), abs=1e-6)
    assert (begin[:16], end[:16]) == ("1944-12-16 10:00", "1944-12-16 12:00")


@pytest.mark.parametrize("names", [None, {"short": "<b>&\x00", "name": "]]>"}])
def test_the_schema_of_kml_takes_it(names):
    schema = FETCHED / "pykml" / "schemas" / "kml22gx.xsd"
    with zipfile.ZipFile(io.BytesIO(campaign_kmz(with_front(golden(names=names), 5, 5, 7)))) as packed:
        assert lint_xml(packed.read("doc.kml"), schema) == "- validates\n"


def test_turns_in_one_hex_are_one_mark_and_times_follow_each_other():
    root, _, _ = document(golden())
    marks = [(mark.find(f"{KML}name").text, mark.find(f"{KML}TimeSpan")) for mark in root.iter(f"{KML}Placemark")]
    assert [name for name, _ in marks].count("HQ") == 1
    assert [name for name, _ in marks].count("1/A") == 3
    spans = [(span.find(f"{KML}begin").text, span.find(f"{KML}end").text) for name, span in marks if name == "1/A"]
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))


def test_who_is_only_seen_now_is_there_now():
    root, _, _ = document(golden())
    (seen,) = [mark for mark in root.iter(f"{KML}Placemark") if mark.find(f"{KML}name").text == "Pz"]
    assert seen.find(f"{KML}TimeSpan/{KML}begin").text == "1944-12-16T10:00:00Z"


def test_every_icon_is_in_the_file_and_it_says_whose_it_is():
    root, names, ground = document(golden())
    hrefs = {icon.text for icon in root.iter(f"{KML}href")}
    assert hrefs <= set(names)
    facts = {data.get("name"): data.find(f"{KML}value").text for data in root.find(f"{KML}Document/{KML}ExtendedData")}
    assert facts["viewer"] == "umpire"
    assert facts["hash"] == golden().digest
    assert "ODbL" in facts["credits"]
    assert len(np.unique(np.asarray(Image.open(io.BytesIO(ground)).convert("L")))) > 5


def test_a_name_with_markup_stays_a_name():
    root, _, _ = document(golden(names={"short": "<b>&\x00", "name": "]]>"}))
    assert "<b>&" in [mark.find(f"{KML}name").text for mark in root.iter(f"{KML}Placemark")]


def test_the_same_is_written_as_the_same_bytes():
    assert campaign_kmz(golden()) == campaign_kmz(golden())


def with_front(shown, *columns):
    """Let the blues hold what lies left of a column, turn by turn, and the reds the rest."""
    grid = shown.hexmap.layout.grid
    held = [(np.arange(len(grid)) % grid.cols >= column).astype(np.uint8).tobytes() for column in columns]
    spells = tuple(replace(spell, control=own) for spell, own in zip(shown.spells, held, strict=True))
    return replace(shown, spells=spells, control=held[-1])


SHAPES = """
import json, sys, pyogrio
rows = []
for name, _ in pyogrio.list_layers(sys.argv[1]):
    for row in pyogrio.read_dataframe(sys.argv[1], layer=name).itertuples():
        if not getattr(row, "hex", None):
            rows.append([name, row.Name, row.geometry.wkt, str(row.begin)[11:16], str(row.end)[11:16]])
print(json.dumps(rows))
"""


def test_gdal_reads_the_front_and_the_areas_of_divisions_with_their_times(tmp_path):
    shown, file = with_front(golden(), 5, 5, 7), tmp_path / "g.kmz"
    file.write_bytes(campaign_kmz(shown))
    out = subprocess.run([sys.executable, "-c", SHAPES, str(file)], capture_output=True, text=True, check=True)
    rows = json.loads(out.stdout)
    fronts = [row for row in rows if row[0] == "Front"]
    assert [(row[1], row[3], row[4]) for row in fronts] == [
        ("Front of Blue and Red", "06:00", "10:00"), ("Front of Blue and Red", "10:00", "12:00"),
    ]  # fmt: skip
    layout = shown.hexmap.layout
    spots = lonlat_of(layout, layout.centres())
    for (_, _, wkt, _, _), column in zip(fronts, (5, 7), strict=True):
        line = shapely.from_wkt(wkt)
        columns = np.arange(len(spots)) % layout.grid.cols
        west, east = (spots[columns == at][:, 0].mean() for at in (column - 1, column))
        assert west < line.bounds[0] < line.bounds[2] < east
        assert (line.bounds[3] - line.bounds[1]) > 0.9 * (spots[:, 1].max() - spots[:, 1].min())
    areas = [row for row in rows if row[0] == "Areas of divisions"]
    assert [(row[1], row[3]) for row in areas] == [("A Division", at) for at in ("06:00", "08:00", "10:00")]
    for (_, _, wkt, _, _), at in zip(areas, ("0302", "0303", "0304"), strict=True):
        area = shapely.from_wkt(wkt)
        inside = {shown.hexmap.number(n) for n, spot in enumerate(spots) if area.contains(shapely.Point(spot))}
        assert {at, "0101"} <= inside
        assert "0601" not in inside
        assert area.exterior.is_ccw


def test_who_knows_of_no_ground_has_no_front_and_of_no_division_no_area():
    shown = golden()
    names = [one.text for one in document(shown)[0].iter(f"{KML}name")]
    assert "Front" not in names
    bare = replace(with_front(shown, 5, 5, 5), bodies=())
    names = [one.text for one in document(bare)[0].iter(f"{KML}name")]
    assert names.count("Front of Blue and Red") == 1
    assert "Areas of divisions" not in names
