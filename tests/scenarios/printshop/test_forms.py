"""Message slips and result forms: codes that a foreign reader reads, a row for each unit, a box for each point."""

import io

import pypdfium2
import pytest
import zxingcpp
from pypdf import PdfReader

from maps.problems import ProblemsFound
from scenarios.drawing.pencil import Pencil
from scenarios.drawing.png import pdf_pages
from scenarios.printshop.forms import Fight, Fighter, Slip, message_slips, result_forms
from scenarios.printshop.ordersheet import order_sheet
from scenarios.printshop.qr import LEAST_MODULE_MM, draw_qr, qr_cells
from scenarios.printshop.tiling import PAPERS

MM = 72 / 25.4
ADDRESS = "https://table.example.org/c/ardennes-1944/german/letters?write=free"
SLIP = Slip("LXXXIV. Armeekorps <b>&", "Day 1, turn 2", ("116. Panzer-Division", "the umpire"),
            ("wireless", "courier"), ("order", "message"), ADDRESS)  # fmt: skip
FIGHT = Fight("Bastogne (0412), 0413", (
    ("American", tuple(Fighter(f"II/{k} Infantry", "infantry battalion", "0412", k) for k in (3, 12, 13))),
    ("German", (Fighter("I/26 VG", "infantry regiment", "0413", None), Fighter("Great", "army", "0413", 99))),
))  # fmt: skip


def codes(body):
    """Read what stands in the codes of a PDF as a phone would: from a picture of the page."""
    return [[found.text for found in zxingcpp.read_barcodes(picture)] for picture in pdf_pages(body, 200)]


def text_of(body):
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_codes_are_read_by_a_foreign_reader(paper):
    assert codes(message_slips(SLIP, paper)) == [[ADDRESS] * 4]
    assert codes(result_forms("Ardennes", "Day 1", [FIGHT], "strength points", ADDRESS, paper)) == [[ADDRESS]]
    assert codes(order_sheet([], "Orders", "Day 1", paper, ADDRESS)) == [[ADDRESS]]


def test_without_an_address_no_code_is_printed():
    assert codes(message_slips(SLIP._replace(address=""))) == [[]]
    assert codes(result_forms("Ardennes", "Day 1", [FIGHT], "hits", "")) == [[]]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_unit_stands_once_with_as_many_boxes_as_it_has_points(paper):
    body = result_forms("Ardennes", "Day 1", [FIGHT], "strength points", "", paper)
    text = text_of(body)
    units = [unit for _, side in FIGHT.sides for unit in side]
    assert all(text.count(unit.name) == 1 for unit in units)
    empty = result_forms("Ardennes", "Day 1", [Fight(FIGHT.where, tuple(
        (side, tuple(unit._replace(strength=0) for unit in rows)) for side, rows in FIGHT.sides
    ))], "strength points", "", paper)  # fmt: skip
    assert squares(body) - squares(empty) == 3 + 12 + 13
    assert "of 99" in text, "too many points for boxes are written as a figure"


def squares(body):
    """Count the small closed squares that are stroked on the pages."""
    found = 0
    for page in pypdfium2.PdfDocument(body):
        for thing in page.get_objects():
            left, low, right, top = thing.get_bounds() if hasattr(thing, "get_bounds") else thing.get_pos()
            found += 2.0 < (right - left) / MM < 5.2 and abs((right - left) - (top - low)) < 0.2 * MM
    return found


def test_a_great_fight_goes_on_over_sheets_and_none_gives_an_empty_form():
    many = Fight("Here", (("Red", tuple(Fighter(f"Unit {k:02}.", "", "0101", 1) for k in range(30))),))
    body = result_forms("Ardennes", "Day 1", [many], "hits", "")
    assert len(PdfReader(io.BytesIO(body)).pages) == 3
    assert all(text_of(body).count(f"Unit {k:02}.") == 1 for k in range(30))
    assert "sheet 3 of 3" in text_of(body)
    assert "cross off what it loses (hits)" in text_of(result_forms("Ardennes", "Day 1", [], "hits", ""))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("count", [0, 3, 40])
def test_words_of_slips_stay_inside_what_the_knife_leaves(paper, count):
    wide, high = (side / 2 for side in PAPERS[paper])
    names = tuple(f"{k}. Volksgrenadier-Division of the Fifth Panzer Army" for k in range(count))
    for page in pypdfium2.PdfDocument(message_slips(SLIP._replace(receivers=names, when="long " * 40), paper)):
        text = page.get_textpage()
        for index in range(text.count_rects()):
            left, low, right, top = (edge / MM for edge in text.get_rect(index))
            assert left // wide == right // wide, "a cut goes through words"
            assert low // high == top // high
            assert min(left % wide, wide - right % wide, low % high, high - top % high) > 3.0


def test_a_code_that_no_phone_could_read_is_refused_with_the_way_out():
    with pytest.raises(ProblemsFound, match="shorter address"):
        message_slips(SLIP._replace(address="https://" + "x" * 600))
    pencil = Pencil(50, 50)
    draw_qr(pencil, 0, 0, 24, ADDRESS)
    assert 24 / (len(qr_cells(ADDRESS)) + 8) >= LEAST_MODULE_MM
