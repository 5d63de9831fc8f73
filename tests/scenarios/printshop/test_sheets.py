"""Map sheets and posters: alike, exact, each word once and inside what the knife leaves, on any paper."""

import io
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from pypdf import PdfReader

from maps.grid.hexmap import Place
from maps.palette import shipped_palette
from maps.problems import ProblemsFound
from maps.shapes.shapes import Shapes
from scenarios.drawing.drawing import Drawing
from scenarios.drawing.legend import legend_keys
from scenarios.drawing.levels import level_at
from scenarios.drawing.mapdrawing import radius_mm, scene_of
from scenarios.drawing.png import pdf_pages
from scenarios.drawing.scene import Words
from scenarios.printshop.furniture import wrapped
from scenarios.printshop.mapsheets import MOST_SHEETS, _kept, _lettering, _Printed, map_pdf
from scenarios.printshop.poster import poster_pdf
from scenarios.printshop.tiling import PAPERS, ROLLS, Tiling, paper
from tests.toyground import toy_map

MM = 25.4 / 72
GROUND = "\n".join(["..ww.....bb.", "..wwr....bb.", "............", "...TT...mm..", "........mm..", "~..........."])


@pytest.fixture(scope="module")
def hexmap():
    made = toy_map(
        GROUND, roads=("0103-0203-0303-0403-0503",), rivers=("0402/0401", "0402/0502"), bridges=("0402/0502",)
    )
    x, y = made.layout.to_map(made.layout.centres()[41]).tolist()
    return replace(made, places=(Place("Middlemarket", 41, x, y, 3000, 2),), date="1944-12-16", sources=("Source: us",))


def printed(hexmap, mm, name, **more):
    drawing = Drawing(hexmap, mm)
    return _Printed(drawing, scene_of(drawing), Tiling(paper(name, *drawing.size_mm, **more), *drawing.size_mm))


def fonts_of(page):
    resources = page["/Resources"]
    yield from resources.get("/Font", {}).values()
    for part in resources.get("/XObject", {}).values():
        yield from part.get("/Resources", {}).get("/Font", {}).values()


@pytest.mark.parametrize("name", ["A4", "Letter"])
def test_every_face_used_is_embedded(hexmap, name):
    pages = PdfReader(io.BytesIO(map_pdf(hexmap, mm_per_hex=60, paper_name=name))).pages
    used = {font["/BaseFont"] for page in pages for font in fonts_of(page) if "/FontDescriptor" in font}
    assert used
    for page in pages:
        for font in page["/Resources"].get("/Font", {}).values():
            assert "/FontFile2" in font.get("/FontDescriptor", {}), font["/BaseFont"]


def test_each_number_and_name_stands_on_one_sheet_inside_what_the_knife_leaves(hexmap):
    made = printed(hexmap, 60, "A4")
    assert len(made.tiling) > 3
    seen = Counter()
    for sheet in made.tiling.sheets():
        scene, radius = _lettering(made, sheet), radius_mm(made.drawing)
        kept = _kept(made.tiling, sheet, radius)
        for item in scene.items:
            if isinstance(item, Words):
                seen[item.text] += 1
                assert 0 <= item.u - scene.box[0] <= kept[0]
                assert 0 <= item.v - scene.box[1] <= kept[1]
    assert seen == Counter([hexmap.number(i) for i in range(len(hexmap))] + ["Middlemarket"])


def test_sheets_are_alike_and_none_is_nearly_empty():
    # 1,000 mm on A4 upright: 190 mm of room, 10 mm of overlap: (1000 - 10) / 180 = 5.5, six sheets of (1000 + 50) / 6.
    tiling = Tiling(paper("A4", 1000, 200), 1000, 200)
    # Across it would be four, but two rows of them: 200 mm do not fit 190.
    assert (tiling.cols, tiling.rows) == (6, 1)
    assert tiling.window == pytest.approx(((1000 + 50) / 6, 200))
    lefts = [sheet.left for sheet in tiling.sheets()]
    assert np.diff(lefts) == pytest.approx([tiling.window[0] - 10] * 5)
    assert lefts[-1] + tiling.window[0] == pytest.approx(1000)
    assert tiling.window[0] <= tiling.paper.room[0]


def test_neighbours_show_the_same_ground_in_their_overlap(hexmap):
    made, dpi = printed(hexmap, 60, "A4"), 101.6
    pages = [np.asarray(page.convert("RGB")).astype(int) for page in pdf_pages(map_pdf(hexmap, mm_per_hex=60), dpi)][1:]
    per_mm = dpi / 25.4
    (wide, high), (left, top) = made.tiling.window, made.tiling.corner
    lap = made.tiling.paper.overlap
    rows = slice(round((top + 2) * per_mm), round((top + high - 2) * per_mm))
    one = pages[0][rows, round((left + wide - lap) * per_mm) + 2 : round((left + wide) * per_mm) - 2]
    other = pages[1][rows, round(left * per_mm) + 2 : round((left + lap) * per_mm) - 2]
    across = min(one.shape[1], other.shape[1])
    apart = np.abs(one[:, :across] - other[:, :across]).max(axis=2)
    assert one.std() > 5, "the overlap shows nothing, so it proves nothing"
    assert (apart > 60).mean() < 0.06  # the words of one sheet, and a fraction of a point


@pytest.mark.parametrize("name", [*PAPERS, *ROLLS, "300x450"])
def test_a_map_is_printed_on_any_paper(hexmap, name):
    lying = paper(name, *Drawing(hexmap, 60).size_mm)
    pages = PdfReader(io.BytesIO(map_pdf(hexmap, mm_per_hex=60, paper_name=name))).pages
    assert len(pages) == 1 + len(Tiling(lying, *Drawing(hexmap, 60).size_mm))
    assert float(pages[-1].mediabox.width) == pytest.approx(lying.width * 72 / 25.4, abs=0.01)


def test_a_roll_is_cut_as_long_as_it_must_be():
    lying = paper("Roll 610", 1500.0, 580.0)
    assert sorted((lying.width, lying.height)) == pytest.approx([610, 1520])
    assert len(Tiling(lying, 1500.0, 580.0)) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"paper_name": "A44"}, "did you mean 'A4'"),
        ({"paper_name": "30x"}, "size in millimetres"),
        ({"margin_mm": 5.0}, "no room on A4 for map and ruler"),
        ({"overlap_mm": 190.0}, "no room"),
        ({"mm_per_hex": 401}, "take 5 to 400 mm"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_way_out(hexmap, options, words):
    with pytest.raises(ProblemsFound, match=words):
        map_pdf(hexmap, **options)


def test_too_many_sheets_name_the_size_that_fits():
    wide = toy_map("\n".join(["." * 40] * 40))
    with pytest.raises(ProblemsFound, match=f"more than {MOST_SHEETS}") as told:
        map_pdf(wide, mm_per_hex=300, paper_name="A5")
    smaller = float(re.search(r"hexes of (\d+) mm", str(told.value)).group(1))
    drawing = Drawing(wide, smaller)
    assert len(Tiling(paper("A5", *drawing.size_mm), *drawing.size_mm)) <= MOST_SHEETS


def test_the_cover_tells_scale_date_sources_and_the_legend_of_what_is_there(hexmap):
    text = PdfReader(io.BytesIO(map_pdf(hexmap, mm_per_hex=60))).pages[0].extract_text()
    for said in (
        "the ground of 1944-12-16",
        "30 mm to the km",
        "Source: us",
        "dense woods",
        "marsh",
        "bridge",
        "main road",
    ):
        assert said in text, said
    assert "railway" not in text
    assert "city" not in text


@pytest.mark.parametrize("name", list(ROLLS))
def test_the_cover_of_a_roll_goes_across_it_and_is_cut_short(hexmap, name):
    cover, sheet, *_ = PdfReader(io.BytesIO(map_pdf(hexmap, mm_per_hex=150.0, paper_name=name))).pages
    wide, long = (float(edge) * MM for edge in cover.mediabox[2:])
    assert wide == pytest.approx(ROLLS[name], abs=0.5)
    sizes = [float(edge) * MM for edge in sheet.mediabox[2:]]
    assert min(abs(size - ROLLS[name]) for size in sizes) < 0.5, "sheets keep their own size"
    assert max(abs(size - long) for size in sizes) > 100
    assert 0.3 * wide < long < 0.75 * wide
    spots = []
    cover.extract_text(visitor_text=lambda text, _, at, *__: text.strip() and spots.append((at[4] * MM, at[5] * MM)))
    rows = [y for _, y in spots]
    assert len(spots) > 10
    assert min(rows) >= 0
    assert max(rows) <= long
    ink = np.asarray(pdf_pages(map_pdf(hexmap, mm_per_hex=150.0, paper_name=name), 20)[0].convert("L")) < 250
    thirds = [part.mean() for part in np.array_split(ink, 3, axis=1)]
    assert all(share > 0.004 for share in thirds), "words, the map and its key stand side by side"
    assert ink[: len(ink) // 2].any(axis=1).mean() > 0.8


def test_a_legend_lists_what_its_part_shows_and_nothing_else(hexmap):
    shapes = Shapes(hexmap)
    whole = [key.words for key in legend_keys(shapes, level_at(10), shapes.box)]
    assert whole[:2] == ["open", "rough"]
    corner = (0.0, 7.5, 1.0, 9.0)
    part = [key.words for key in legend_keys(shapes, level_at(10), corner)]
    assert "water" in part
    assert "marsh" not in part


def test_a_poster_is_one_page_with_the_map_as_large_as_it_fits(hexmap):
    (page,) = PdfReader(io.BytesIO(poster_pdf(hexmap, paper_name="A3"))).pages
    assert sorted((float(page.mediabox.width), float(page.mediabox.height))) == pytest.approx(
        [841.89, 1190.55], abs=0.1
    )
    text = page.extract_text()
    assert "Middlemarket" in text
    assert "dense woods" in text
    (picture,) = pdf_pages(poster_pdf(hexmap, paper_name="A3"), 25.4)
    drawn = np.asarray(picture.convert("RGB")).astype(int)
    ground = (np.abs(drawn - 255).sum(axis=2) > 12).mean()
    assert ground > 0.4


def test_a_poster_says_what_it_cannot_do(hexmap):
    with pytest.raises(ProblemsFound, match="two sides"):
        poster_pdf(hexmap, paper_name="Roll 610")
    with pytest.raises(ProblemsFound, match=r"would be [01]"):
        poster_pdf(toy_map("\n".join(["." * 99] * 99)), paper_name="A5")


@pytest.mark.parametrize("style", list(shipped_palette().scheme))
def test_every_style_prints(hexmap, style):
    assert map_pdf(hexmap, mm_per_hex=40, style=style).startswith(b"%PDF")


def test_words_are_broken_to_a_column_and_none_is_lost():
    text = "Trim at the marks inside the overlap " + "x" * 90
    lines = list(wrapped(text, 40.0, 3.0))
    assert len(lines) > 3
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
