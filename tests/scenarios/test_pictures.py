"""Pictures of maps: they lie where the map does, say their size, and are refused before they are too large."""

import io
import math
import re
import zipfile
from contextlib import nullcontext
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import rasterio
from PIL import Image
from pypdfium2 import PdfDocument

from maps.palette import shipped_palette
from maps.problems import ProblemsFound
from scenarios.drawing import png
from scenarios.formats.picture import DPI, MOST_PIXELS, map_picture, map_svg
from tests.toyground import toy_map
from webui.desk.exports import Options, map_export
from webui.desk.faults import BadRequest

GROUND = "..ww..\n..ww..\n......\n~~~..."


def turned(degrees):
    hexmap = toy_map(GROUND)
    return replace(hexmap, layout=replace(hexmap.layout, rotation_deg=degrees))


@pytest.mark.parametrize("degrees", [0.0, 25.0])
def test_a_picture_lies_where_its_map_does(tmp_path, degrees):
    """GDAL reads the six numbers and the CRS; the pixel over the middle of a hex has the ground of that hex."""
    hexmap = turned(degrees)
    with zipfile.ZipFile(io.BytesIO(map_picture(hexmap, "toy", mm_per_hex=20))) as packed:
        assert sorted(packed.namelist()) == ["toy.pgw", "toy.png", "toy.png.aux.xml"]
        packed.extractall(tmp_path)
    with rasterio.open(tmp_path / "toy.png") as picture:
        assert picture.crs.to_epsg() == 32631
        pixels = picture.read()
        floor = shipped_palette().terrain["water"].tint
        wanted = [int(floor[k : k + 2], 16) for k in (1, 3, 5)]
        for number in ("0104", "0204", "0304"):
            x, y = hexmap.layout.to_map(hexmap.layout.centres()[hexmap.index_of(number)]).tolist()
            row, col = picture.index(x, y)
            assert np.abs(pixels[:3, row, col].astype(int) - wanted).max() <= 2, number
        step = math.hypot(picture.transform.a, picture.transform.d)
        assert step == pytest.approx(2000.0 / 20 / (DPI / 25.4))


def test_a_picture_says_how_large_it_is_on_paper():
    with zipfile.ZipFile(io.BytesIO(map_picture(toy_map(GROUND), "toy", mm_per_hex=20))) as packed:
        picture = Image.open(io.BytesIO(packed.read("toy.png")))
    assert picture.info["dpi"] == pytest.approx((DPI, DPI), abs=0.1)
    # Six columns of 1.5 radii and half a radius more, a radius being 20 / sqrt(3) mm.
    assert picture.width / DPI * 25.4 == pytest.approx(20 / math.sqrt(3) * 9.5, abs=0.3)


@pytest.mark.parametrize("fails", [False, True])
def test_what_pdfium_holds_is_given_back_whether_it_draws_or_not(monkeypatch, fails):
    closed, close = [], PdfDocument.close
    monkeypatch.setattr(PdfDocument, "close", lambda one: closed.append(close(one)))
    if fails:
        monkeypatch.setattr(png, "_drawn", lambda *_: int("no page"))
    with pytest.raises(ValueError, match="no page") if fails else nullcontext():
        assert len(png.pdf_pages(map_export(toy_map(GROUND), "map", "pdf", Options()).body, 20.0)) >= 1
    assert len(closed) == 1


def test_the_same_map_gives_the_same_bytes():
    assert map_picture(toy_map(GROUND), "toy") == map_picture(toy_map(GROUND), "toy")


def test_a_picture_that_would_be_too_large_is_refused_with_a_size_that_fits():
    large = toy_map("\n".join(["." * 90] * 90))
    with pytest.raises(ProblemsFound, match="million pixels") as told:
        map_picture(large, "large", mm_per_hex=100)
    fits = float(re.search(r"take (\d+) mm", str(told.value)).group(1))
    wide, high = (90 * 1.5 + 0.5) * fits / math.sqrt(3), 90.5 * fits
    assert wide * high * (DPI / 25.4) ** 2 < MOST_PIXELS
    (unasked,) = re.findall(r'width="([\d.]+)mm"', map_svg(large).decode()[:300])
    assert fits - 1 < float(unasked) / (90 * 1.5 + 0.5) * math.sqrt(3) < fits + 1.01


def test_an_svg_is_sound_and_has_a_group_for_each_layer():
    root = ET.fromstring(map_svg(toy_map(GROUND, roads=("0101-0102-0103",))).decode())
    layers = [group.get("class") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert {"ground", "woods", "roads", "grid", "numbers"} <= set(layers)


@pytest.mark.parametrize(("what", "form", "begins"), [
    ("map", "svg", b"<svg"), ("map", "zip", b"PK"), ("map", "pdf", b"%PDF"), ("poster", "pdf", b"%PDF"),
    ("map", "geojson", b"{"),
])  # fmt: skip
def test_a_map_goes_out_in_each_of_its_formats(what, form, begins):
    made = map_export(toy_map(GROUND), what, form, Options(mm_per_hex=20, paper="A4"))
    assert made.body.startswith(begins)
    assert made.name.endswith(form)


@pytest.mark.parametrize(("what", "form", "known"), [
    ("map", "docx", "pdf, svg, zip, gpkg, geojson"), ("poster", "svg", "pdf"),
])  # fmt: skip
def test_a_format_that_a_map_is_not_written_in_is_named_with_those_it_is(what, form, known):
    with pytest.raises(BadRequest) as told:
        map_export(toy_map(GROUND), what, form, Options())
    assert f"not written as {form}" in str(told.value)
    assert known in str(vars(told.value))
