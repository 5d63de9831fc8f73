"""The arrow map of a plan: its words stay on the map, on paper and in the picture."""

import io
import re
import zipfile

import pypdfium2
import pytest
from PIL import Image

from maps.problems import ProblemsFound
from scenarios.drawing.pdf import MM
from scenarios.formats.planmap import plan_pdf, plan_picture, plan_svg
from tests.toyplay import toy_situation

WORDS = "1st Armoured Division: takes the crossing"
EDGE_MM = 10.0
"""The margin of the sheet; the map is as wide as what lies between."""


@pytest.fixture(scope="module")
def planned():
    situation = toy_situation("........\n..T.....\n....w...", "us inf 1/110 0102 losses=1", "ge inf II/3 0801")
    number = situation.map.index_of
    return situation, [("ge", WORDS, tuple(map(number, ("0801", "0702", "0602")))), ("us", "I", (number("0102"),) * 2)]


def test_words_of_a_way_that_begins_at_the_edge_stay_on_the_sheet(planned):
    (page,) = pypdfium2.PdfDocument(plan_pdf(*planned, "Plans", ("Day 1.",)))
    text = page.get_textpage()
    found = text.search(WORDS, match_case=True).get_next()
    assert found is not None
    right = max(text.get_charbox(found[0] + k)[2] for k in range(found[1]))
    assert right / MM < page.get_width() / MM - EDGE_MM
    assert max(page.get_width(), page.get_height()) / MM == pytest.approx(297, abs=0.3)


def test_words_of_a_way_stay_on_the_light_picture(planned):
    svg = plan_svg(*planned)
    wide = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    (told,) = re.findall(rf"<text([^>]*)>{WORDS}<", svg)
    assert float(re.search(r'\bx="([\d.]+)"', told)[1]) < wide - 30, "forty letters are wider than 30 mm"


def test_the_picture_has_its_arrows_and_knows_where_it_lies(planned):
    situation, ways = planned
    seen = []
    for shown in (ways, []):
        with zipfile.ZipFile(io.BytesIO(plan_picture(situation, shown, "plan", mm_per_hex=20))) as packed:
            assert sorted(packed.namelist()) == ["plan.pgw", "plan.png", "plan.png.aux.xml"]
            seen.append(Image.open(io.BytesIO(packed.read("plan.png"))).convert("RGB"))
    assert seen[0].size == seen[1].size
    assert seen[0].tobytes() != seen[1].tobytes()
    with pytest.raises(ProblemsFound, match="million pixels"):
        plan_picture(situation, ways, "plan", mm_per_hex=400)
