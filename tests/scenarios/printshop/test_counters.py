"""Counters: exact to a third of a millimetre, backs behind fronts, words inside the knife, own units alone."""

import io
from dataclasses import replace
from functools import partial

import numpy as np
import pypdfium2
import pytest
from pypdf import PdfReader

from maps.palette import shipped_palette
from maps.problems import ProblemsFound
from scenarios.drawing.bands import PLAIN, Band, bands, division_of
from scenarios.drawing.counterface import knife_mm
from scenarios.drawing.pencil import LEAST_TYPE_MM, fitted, reads
from scenarios.drawing.png import pdf_pages
from scenarios.formats.shown import Body, Unit
from scenarios.printshop.countersheet import counters_pdf, grid_of
from scenarios.printshop.force import armies, tree
from scenarios.printshop.tiling import PAPERS
from tests.scenarios.formats.golden import golden

MM = 72 / 25.4
DPI = 254
"""A pixel is a tenth of a millimetre."""
PER_MM = DPI / 25.4
APART_MM = 0.3
SIZES = (12.0, 15.0, 18.0, 25.0)
PRINTED = ((12.0, "A4"), (18.0, "A4"), (25.0, "Letter"))


def unit(key, formation="A", **more):
    usual = {"name": f"{key} Battalion", "short": key, "kind": "infantry", "size": "battalion", "mover": "foot",
             "traits": (), "symbol": "infantry", "strength": 4, "full": 4, "hex": None}  # fmt: skip
    return Unit(key, "blue", formation, **usual | more)


@pytest.fixture(scope="module")
def shown():
    units = (unit("HQ", "XX", kind="hq", symbol="hq", size="corps", mover="wheeled", strength=2, full=2),
             *(unit(f"{n}/110 Gren", strength=4 - n % 3) for n in range(1, 8)),
             unit("An unusually long name of a unit", full=18, strength=15), unit("Ж Пехота"))  # fmt: skip
    return replace(golden(viewer="blue"), units=units)


def printed(shown, size, paper="A4"):
    return counters_pdf(shown, points="strength points", size_mm=size, paper_name=paper)


def ink(page, colour, near=16):
    """Say where a page has a colour."""
    wanted = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return np.abs(np.asarray(page.convert("RGB")).astype(int) - wanted).max(axis=2) < near


def marks(page, row_mm):
    """List the middles, in millimetres, of the dark marks along a row of a page."""
    dark = np.asarray(page.convert("L"))[round(row_mm * PER_MM)] < 128
    steps = np.diff(np.concatenate([[0], dark.astype(int), [0]]))
    return (np.nonzero(steps > 0)[0] + np.nonzero(steps < 0)[0]) / 2 / PER_MM


@pytest.fixture(scope="module")
def pages(shown):
    made = {}
    for size, paper in PRINTED:
        made[size, paper] = pdf_pages(printed(shown, size, paper), DPI)
    return made


@pytest.mark.parametrize(("size", "paper"), PRINTED)
def test_the_cuts_are_so_far_apart_as_a_counter_is_wide_and_the_same_on_both_sides(
    shown, pages, size, paper
):  # fmt: skip
    front, back = pages[size, paper]
    wide, grid = PAPERS[paper][0], grid_of(size, PAPERS[paper])
    above = grid.top - 4.0
    found = marks(front, above)
    # Ten units: a row that they do not fill is marked where they lie, and nowhere else.
    assert len(found) == min(len(shown.units), grid.across) + 1
    assert np.diff(found) == pytest.approx(size, abs=0.15)
    assert wide - marks(back, above)[::-1] == pytest.approx(found, abs=APART_MM)


@pytest.mark.parametrize(("size", "paper"), PRINTED)
def test_a_back_lies_behind_its_front(pages, size, paper):
    # The one unit of the corps has a plain band, all others that of the division: which lies the same from both sides.
    front, back = pages[size, paper]
    colour = shipped_palette().band["crimson"]
    grid, wide = grid_of(size, PAPERS[paper]), PAPERS[paper][0]
    row = round((grid.top + 0.5) * PER_MM)
    first, last = (np.nonzero(ink(front, colour)[row])[0][k] / PER_MM for k in (0, -1))
    mirrored = [wide - np.nonzero(ink(back, colour)[row])[0][k] / PER_MM for k in (-1, 0)]
    assert first == pytest.approx(grid.left + size, abs=0.15)
    assert mirrored == pytest.approx([first, last], abs=APART_MM)
    foot = [np.nonzero(ink(page, colour)[:, round(x * PER_MM)])[0][-1] for page, x in
            ((front, grid.left + size * 1.5), (back, wide - grid.left - size * 1.5))]  # fmt: skip
    assert foot[0] == pytest.approx(foot[1], abs=APART_MM * PER_MM)


@pytest.mark.parametrize("size", SIZES)
def test_words_on_a_counter_stay_off_the_cut_and_can_be_read(shown, size):
    grid = grid_of(size, PAPERS["A4"])
    foot = grid.top + -(-10 // grid.across) * size
    count = 0
    for page in pypdfium2.PdfDocument(printed(shown, size)):
        text = page.get_textpage()
        for n in range(text.count_chars()):
            left, low, right, high = (edge / MM for edge in text.get_charbox(n, loose=False))
            top, bottom = 297 - high, 297 - low
            if not (grid.top < (top + bottom) / 2 < foot) or right <= left:
                continue
            count += 1
            edges = [(left - grid.left) % size, (top - grid.top) % size]
            ends = [(right - grid.left) % size, (bottom - grid.top) % size]
            assert min(edges) > knife_mm(size) - 0.25, text.get_text_range(n, 1)  # the band's letters have tails
            assert max(ends) < size - knife_mm(size) + 0.45, text.get_text_range(n, 1)
    assert count > 150


def _sized(sizes, words, _cm, _tm, _font, size):
    """Note the size of all words but those that are part of a symbol."""
    if words.strip() not in {"", "HQ"}:
        sizes.append(size)


def test_what_is_lost_is_filled_on_the_back_and_no_type_is_too_small(shown):
    whole = replace(shown, units=(unit("1/110", strength=5, full=5),))
    hurt = replace(shown, units=(unit("1/110", strength=3, full=5),))
    red = shipped_palette().ink["attack"]
    filled = [ink(pdf_pages(printed(one, 25.0), DPI)[1], red).sum() / PER_MM**2 for one in (whole, hurt)]
    assert filled[1] - filled[0] > 2 * 3.0**2
    for page in PdfReader(io.BytesIO(printed(shown, 12.0))).pages:
        sizes = []
        page.extract_text(visitor_text=partial(_sized, sizes))
        assert min(sizes) / MM >= LEAST_TYPE_MM - 0.01


def test_boxes_that_are_open_are_numbered_and_those_that_are_lost_are_not(shown):
    one = replace(shown, units=(unit("Elsa", strength=3, full=5),))
    back = PdfReader(io.BytesIO(printed(one, 25.0))).pages[1].extract_text().split()
    assert [number in back for number in "12345"] == [True, True, True, False, False]


def test_both_faces_say_who_it_is(shown):
    front, back = (page.extract_text() for page in PdfReader(io.BytesIO(printed(shown, 18.0))).pages)
    for words in ("1/110 Gren", "Ж Пехота", "HQ", "A", "XX"):
        assert words in front
        assert words in back
    assert "18" in front
    assert "An unusually" in front


def test_units_that_are_gone_or_another_s_have_no_counter(shown):
    more = (unit("Gone", gone="eliminated"), replace(unit("Enemy"), side="red"))
    text = "".join(page.extract_text() for page in PdfReader(
        io.BytesIO(printed(replace(shown, units=(*shown.units, *more)), 15.0))).pages)  # fmt: skip
    assert "Gone" not in text
    assert "Enemy" not in text


def test_a_thousand_counters_fill_sheet_after_sheet(shown):
    many = replace(shown, units=tuple(unit(f"U{n}") for n in range(1000)))
    pages = PdfReader(io.BytesIO(printed(many, 15.0))).pages
    text = "".join(page.extract_text() for page in pages[::2])
    assert len(pages) % 2 == 0
    assert all(f"U{n}\n" in f"{text}\n" for n in range(0, 1000, 37))


@pytest.mark.parametrize(
    ("size", "units", "said"),
    [(11.0, 1, "12 to 25 mm"), (26.0, 1, "12 to 25 mm"), (15.0, 0, "no unit"), (15.0, 4001, "4,001 counters")],
)
def test_what_cannot_be_printed_is_refused(shown, size, units, said):
    with pytest.raises(ProblemsFound, match=said):
        printed(replace(shown, units=tuple(unit(f"U{n}") for n in range(units))), size)


def body(key, size, parent=""):
    return Body(key, "blue", key, key, size, "infantry", parent)


def test_divisions_have_bands_of_their_own_and_what_is_above_them_none():
    divisions = [body(f"D{n}", "division", "C") for n in range(40)]
    forces = [body("C", "corps"), *divisions, body("R", "regiment", "D3"), body("G", "group", "C")]
    known = {one.id: one for one in forces}
    given = bands(forces)
    assert set(given) == {one.id for one in divisions} | {"G"}
    assert len(set(given.values())) == 41
    assert division_of("R", known) == "D3"
    assert division_of("C", known) == ""
    assert given["D0"] == Band("band.crimson", "band.crimson")
    assert PLAIN not in given.values()


def test_a_force_without_divisions_has_bands_by_what_stands_highest():
    forces = [body("R", "regiment"), body("B", "battalion", "R")]
    assert set(bands(forces)) == {"R"}


def test_a_tree_gives_each_once_even_in_a_ring():
    forces = [body("A", "division", "B"), body("B", "division", "A"), body("C", "corps"), body("D", "division", "C")]
    assert [(depth, one.id) for depth, one in tree(forces)] == [(0, "C"), (1, "D")]


def test_units_come_in_the_order_of_their_formations_with_headquarters_first(shown):
    (army,) = armies(shown, "hits", things="counters", most=99)
    assert [one.id for one in army.units][:2] == ["HQ", "1/110 Gren"]
    assert army.pieces[0].points == "hits"


def test_words_are_made_to_fit():
    assert fitted("Volks-Grenadier-Division", 2.0, "counter_bold", 10.0, 1.6)[0].endswith("…")
    assert fitted("x", 2.0, "counter_bold", 0.1, 1.6)[0] == ""
    assert not reads("Пехота", "counter_bold")
    assert reads("Пехота", "names_bold")


def test_backs_tell_names_that_would_be_cut_alike_in_two_lines(shown):
    names = ("HQ 560VG.1128", "HQ 560VG.1130", "Brüko Dasburg")
    alike = replace(shown, units=tuple(unit(name, name=name) for name in names))
    back = PdfReader(io.BytesIO(printed(alike, 15.0))).pages[1].extract_text()
    assert all(part in back for name in names for part in name.split())
    assert "…" not in back
