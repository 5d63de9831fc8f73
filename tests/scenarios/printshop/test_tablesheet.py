"""Tables on several pages: each says which it is of how many, and what of all is on it; nothing is lost between."""

import io
import re

import pytest
from pypdf import PdfReader

from campaign.docket.arriving import arriving
from campaign.engine.given import situation_of
from campaign.spoken.sheetfile import SheetRow
from campaign.systems.catalogue import ruleset
from maps.compass import edge_words
from scenarios.printshop.arrivals import ArrivalRow, arrivals_pdf
from scenarios.printshop.ordersheet import order_sheet

COUNTED = re.compile(r"Page (\d+) of (\d+): (?:units (\d+) to (\d+) of )?(\d+)( units?)?")


def pages_of(body):
    return [page.extract_text() for page in PdfReader(io.BytesIO(body)).pages]


def counted(body):
    found = []
    for text in pages_of(body):
        (one,) = COUNTED.finditer(text)
        found.append(tuple(int(group) if group else None for group in one.groups()[:5]))
    return found


def rows(many):
    return [SheetRow(f"unit{k:03}w", "infantry battalion", "4 of 4 SP", f"{k:04}") for k in range(many)]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("address", ["", "https://table.example.org/c/toy/us/"])
def test_order_sheets_count_their_pages_and_the_units_on_each(paper, address):
    body = order_sheet(rows(70), "Orders: US", "Toy. Day 1.", paper, address)
    told, texts = counted(body), pages_of(body)
    assert [row[0] for row in told] == list(range(1, len(told) + 1))
    assert {row[1] for row in told} == {len(told)}
    assert len(told) > 2
    assert [row[2] for row in told] == [1, *(row[3] + 1 for row in told[:-1])]
    assert told[-1][3] == told[-1][4] == 70
    for (_, _, first, last, _), text in zip(told, texts, strict=True):
        assert re.findall(r"unit(\d{3})w", text) == [f"{k:03}" for k in range(first - 1, last)]


def test_one_page_says_how_many_units_there_are():
    assert counted(order_sheet(rows(3), "Orders", "Day 1")) == [(1, 1, None, None, 3)]
    assert "1 unit\n" in pages_of(order_sheet(rows(1), "Orders", "Day 1"))[0] + "\n"
    assert counted(order_sheet([], "Orders", "Day 1")) == [(1, 1, None, None, 0)]


def test_a_row_as_high_as_it_must_be_goes_to_the_next_page_whole():
    order = "march to the crossroads and hold " * 12
    long = [SheetRow(f"unit{k:03}w", "infantry", "4", "0101", order) for k in range(9)]
    body = order_sheet(long, "Orders", "Day 1")
    assert sum(text.count("unit") for text in "".join(pages_of(body)).split("w")) >= 9
    assert counted(body)[-1][3] == 9


def test_arrivals_name_the_day_once_on_a_page_and_count_units():
    days = [f"Day {1 + k // 50}, 1944-12-{16 + k // 50}" for k in range(60)]
    made = [ArrivalRow(day, "2", "", (f"a{k:03}w", f"b{k:03}w"), "28. VGD", "0101") for k, day in enumerate(days)]
    body = arrivals_pdf(made, "Who comes: Ge", "Toy", turn_word="turn")
    told, texts = counted(body), pages_of(body)
    assert told[-1][3] == told[-1][4] == 120
    assert [text.count("Day 1,") for text in texts] == [1] * (len(texts))
    assert sum(text.count("Day 2,") for text in texts) == 1
    assert [int(k) for text in texts for k in re.findall(r"a(\d{3})w", text)] == list(range(60))


def test_where_nobody_comes_the_sheet_says_so():
    assert "Nobody is still to come." in pages_of(arrivals_pdf([], "Who comes", "Toy", turn_word="turn"))[0]


def test_arrivals_are_those_who_are_still_away_in_their_order():
    rules = ruleset("zen_operational")
    here = situation_of(
        "map 8x6\nus infantry here 0303 of=A\nus infantry late 0101 of=A arrives=2/1/0103\n"
        "us infantry soon 0101 of=A arrives=1/3/0506\nus infantry soon2 0101 of=A arrives=1/3/0506\n"
        'formation A name="Alpha"',
        rules,
    )
    told = arriving(here, here.state.stands.values())
    assert [(one.day, one.turn, one.units, one.formation) for one in told] == [
        (1, 3, ("soon", "soon2"), "Alpha"), (2, 1, ("late",), "Alpha"),
    ]  # fmt: skip
    assert [edge_words(here.map, one.hex) for one in told] == ["south", "west"]
