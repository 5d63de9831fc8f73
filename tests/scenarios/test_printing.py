"""The map on paper: exact scale, sheets that fit together, nothing outside the page."""

from __future__ import annotations

import math
import os
import shutil
import subprocess

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from maps.problems import ProblemsFound
from scenarios.drawing.drawing import Drawing
from scenarios.printshop.mapsheets import map_pdf
from scenarios.printshop.tiling import PAPERS, Paper, Tiling, label_of, paper
from tests.toyground import toy_map

PX_PER_MM = 10
GROUND = "..w.T...\n.ww..m..\n..w.....\n........\n...T..w.\n........"


@pytest.fixture(scope="module")
def poppler() -> None:
    if shutil.which("pdftoppm") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("poppler-utils is missing; with CI=true that is a failure")
        pytest.skip("poppler-utils is not here: printed sheets are not measured")


@pytest.fixture(scope="module")
def pages(poppler, tmp_path_factory):
    folder = tmp_path_factory.mktemp("print")
    hexmap = toy_map(GROUND, roads=("0103-0203-0303-0403",), rivers=("0102/0103", "0203/0202", "0302/0303"))
    (folder / "map.pdf").write_bytes(map_pdf(hexmap, mm_per_hex=60, paper_name="A4"))
    subprocess.run(["pdftoppm", "-r", "254", "-gray", "-png", "map.pdf", "page"], cwd=folder, check=True)
    return [np.array(Image.open(path).convert("L")) for path in sorted(folder.glob("page-*.png"))], folder


def test_the_ruler_measures_100_mm(pages):
    sheet = pages[0][1]
    row = sheet[-round(4.0 * PX_PER_MM)]
    dark = np.flatnonzero(row[12 * PX_PER_MM : 116 * PX_PER_MM] < 100)
    assert abs((dark[-1] - dark[0] + 1) / PX_PER_MM - 100.0) <= 0.2


def test_hexes_have_the_wanted_width(pages):
    """Flat-top: the printed grid repeats every 60 mm down the page, so a shift by 600 px keeps the hairlines."""
    drawing = Drawing(toy_map(GROUND), 60)
    corners = drawing.to_paper(drawing.hexmap.layout.corners())
    height_mm = (corners[0, :, 1].max() - corners[0, :, 1].min()) / 72 * 25.4
    assert height_mm == pytest.approx(60.0)
    sheet = pages[0][1]
    column = sheet[150:2700, 10 * PX_PER_MM + round(60 / math.sqrt(3) * PX_PER_MM)].astype(float)
    lines = np.flatnonzero(column < np.median(column) - 25)
    gaps = {round(float(b - a) / PX_PER_MM) for a in lines for b in lines if b > a}
    assert 60 in gaps


def test_every_hex_and_every_sheet_is_named(pages):
    _, folder = pages
    text = subprocess.run(["pdftotext", "map.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True).stdout
    hexmap = toy_map(GROUND)
    assert all(hexmap.number(i) in text for i in range(len(hexmap)))
    assert {"A1", "A2", "B1"} <= set(text.split())
    assert "print at 100 %" in text


def test_printing_is_told_not_to_scale():
    assert b"/PrintScaling /None" in map_pdf(toy_map("..\n.."), mm_per_hex=40)


NUMBERS = [(8, {"0101", "0707"}, set()), (5, {"0505", "1010"}, {"0101", "0506"})]


@pytest.mark.parametrize(("mm", "shown", "left_out"), NUMBERS)
def test_where_numbers_would_touch_every_fifth_is_printed(poppler, tmp_path, mm, shown, left_out):
    (tmp_path / "n.pdf").write_bytes(map_pdf(toy_map("\n".join(["." * 12] * 12)), mm_per_hex=mm))
    told = subprocess.run(["pdftotext", "n.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    words = set(told.split())
    assert shown <= words
    assert not left_out & words


def test_a_part_takes_fewer_sheets_than_the_whole(poppler, tmp_path):
    hexmap = toy_map(GROUND)
    counts = []
    for part in (None, ("0102", "0203")):
        (tmp_path / "p.pdf").write_bytes(map_pdf(hexmap, mm_per_hex=100, part=part))
        info = subprocess.run(["pdfinfo", "p.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        counts.append(int(info.split("Pages:")[1].split()[0]))
    assert counts[1] < counts[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"paper_name": "A44"}, "did you mean 'A4'"),
        ({"mm_per_hex": 1}, "cannot be printed; take 5 to 400"),
        ({"style": "loud"}, "known are full, contours, heights, colour_blind, low_ink, black"),
        ({"part": ("0101", "9999")}, "there is no hex '9999'"),
        ({"margin_mm": 90}, "leave no room"),
    ],
)
def test_what_cannot_be_printed_is_said(options, words):
    with pytest.raises(ProblemsFound, match=words):
        map_pdf(toy_map("..\n.."), **options)


@given(
    width=st.floats(20, 5000),
    height=st.floats(20, 5000),
    name=st.sampled_from(sorted(PAPERS)),
    margin=st.floats(8, 20),
    overlap=st.floats(0, 20),
)
def test_sheets_cover_the_whole_drawing(width, height, name, margin, overlap):
    tiling = Tiling(paper(name, width, height, margin=margin, overlap=overlap), width, height)
    wide, high = tiling.window
    sheets = list(tiling.sheets())
    assert len(sheets) == len(tiling) == len({sheet.label for sheet in sheets})
    assert max(sheet.left + wide for sheet in sheets) >= width - 1e-3
    assert max(sheet.top + high for sheet in sheets) >= height - 1e-3
    assert all(sheet.left < width and sheet.top < height for sheet in sheets)


def test_paper_lies_the_way_that_takes_fewer_sheets():
    assert paper("A4", 250, 180).width == 297
    assert paper("A4", 180, 250).width == 210
    assert label_of(0, 25) == "Z1"
    assert Tiling(Paper(210, 297), 190, 277).cols == 1
