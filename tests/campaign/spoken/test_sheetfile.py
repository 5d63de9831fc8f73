"""A command's units as a sheet to fill in: what is written, and what is read back from any spreadsheet."""

import io
import re
import zipfile

import msgspec
import pytest
from openpyxl import Workbook, load_workbook

from campaign.model.things import Kept
from campaign.model.verbs.march import Move
from campaign.spoken.sheetfile import (
    COLUMNS,
    MOST_BYTES,
    MOST_ROWS,
    SheetFault,
    SheetRow,
    as_csv,
    as_html,
    as_xlsx,
    lines_of,
    rows_of,
)
from campaign.systems.catalogue import ruleset
from tests.campaign.zen.fighting import ledger_of

PLAY = ruleset("zen_operational").play
ROW = SheetRow("1/110", "infantry battalion", "3 of 4 SP", "0101 Marnach", "to 0302", "stand fast")


def view_of(*stands, **changes):
    found = ledger_of("....\n....", *(stands or ("us inf A 0101", "us inf B 0301", "us arm C 0201"))).situation
    return found.with_state(msgspec.structs.replace(found.state, **changes))


def named(view, **shorts):
    """Give stands other short names."""
    stands = dict(view.state.stands)
    for key, short in shorts.items():
        profile = msgspec.structs.replace(stands[key].profile, short=short)
        stands[key] = msgspec.structs.replace(stands[key], profile=profile)
    return view.with_state(msgspec.structs.replace(view.state, stands=stands))


# --- rows ---------------------------------------------------------------------------------------------------------


def test_each_unit_on_the_map_is_a_row_with_what_it_is_has_and_where():
    view = view_of()
    gone = msgspec.structs.replace(view.state.stands["C"], hex=None)
    view = view.with_state(msgspec.structs.replace(view.state, stands={**view.state.stands, "C": gone}))
    rows = rows_of(view, ("B", "A", "C"), PLAY)
    assert [(row.unit, row.kind.split()[0], row.strength, row.at[:4]) for row in rows] == [
        ("B", "infantry", PLAY.condition(view, "B"), "0301"), ("A", "infantry", PLAY.condition(view, "A"), "0101"),
    ]  # fmt: skip
    assert {(row.order, row.stance) for row in rows} == {("", "")}


def test_a_march_that_goes_on_is_the_order_of_its_row():
    goal = view_of().map.index_of("0402")
    view = view_of(intents={"A": Kept((0, goal))})
    assert [row.order for row in rows_of(view, ("A", "B"), PLAY)] == ["to 0402", ""]


def test_units_without_orders_are_those_that_nothing_waits_for():
    first, second = (view_of().map.index_of(number) for number in ("0301", "0401"))
    view = view_of(intents={"A": Kept((0, 1))}, declared=(Move("B", (first, second)),))
    assert [row.unit for row in rows_of(view, ("A", "B", "C"), PLAY)] == ["A", "B", "C"]
    assert [row.unit for row in rows_of(view, ("A", "B", "C"), PLAY, without_orders=True)] == ["C"]


def test_a_name_that_would_be_read_as_another_gives_way_to_the_id():
    view = named(view_of(), A="1/110", B="1/110", C="")
    assert [row.unit for row in rows_of(view, ("A", "B", "C"), PLAY)] == ["A", "B", "C"]
    assert [row.unit for row in rows_of(named(view_of(), A="1/110"), ("A", "B"), PLAY)] == ["1/110", "B"]


# --- files --------------------------------------------------------------------------------------------------------


def test_a_sheet_goes_through_csv_and_a_workbook_unchanged():
    for body in (as_csv([ROW]), as_xlsx([ROW], "Orders")):
        assert lines_of(body) == "1/110 to 0302, stand fast"


@pytest.mark.parametrize("hostile", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_nothing_on_a_sheet_is_a_formula(hostile):
    row = ROW._replace(unit=hostile)
    assert as_csv([row]).decode("utf-8-sig").splitlines()[1].lstrip('"').startswith("'")
    cells = load_workbook(io.BytesIO(as_xlsx([row], "Orders"))).active[2]
    assert {cell.data_type for cell in cells} == {"s"}
    assert cells[0].value == "".join(one for one in hostile if one.isprintable())


def test_plain_words_get_no_mark():
    assert as_csv([ROW]).decode("utf-8-sig").splitlines() == [
        ",".join(COLUMNS), '1/110,infantry battalion,3 of 4 SP,0101 Marnach,to 0302,stand fast',
    ]  # fmt: skip
    assert as_csv([]).startswith("﻿".encode()), "spreadsheets know by it that it is UTF-8"


def test_a_workbook_is_laid_out_to_be_filled_in():
    book = load_workbook(io.BytesIO(as_xlsx([ROW, ROW], "1st/2nd: [Corps]" + "x" * 40)))
    page = book.active
    assert page.title == "1st 2nd   Corps xxxxxxxxxxxx"
    assert page.freeze_panes == "B2"
    assert [cell.value for cell in page[1]] == list(COLUMNS)
    assert [cell.value for cell in page[3]] == list(ROW)
    assert ([cell.font.bold for cell in page[1]], [cell.font.bold for cell in page[2]]) == ([True] * 6, [False] * 6)
    assert page.column_dimensions["E"].width == 44
    assert {cell.number_format for cell in page[2]} == {"@"}
    assert load_workbook(io.BytesIO(as_xlsx([], "[]:"))).active.title == "Orders"


def test_equal_sheets_are_equal_files():
    body = as_xlsx([ROW], "Orders")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = archive.read("docProps/core.xml")
    assert re.findall(rb"\d{4}-\d\d-\d\dT\S{9}", core) == [b"1980-01-01T00:00:00Z"] * 2


def test_a_page_to_print_shows_names_as_they_are_and_no_markup_of_theirs():
    page = as_html([ROW._replace(unit="<b>1/110</b>")], "Orders of <28th>", "day 1 & turn 2")
    assert "<td>&lt;b&gt;1/110&lt;/b&gt;</td><td>infantry battalion</td>" in page
    assert "<title>Orders of &lt;28th&gt;</title>" in page
    assert "<p>day 1 &amp; turn 2</p>" in page
    assert page.count("<th>") == len(COLUMNS)


# --- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_columns_may_stand_in_any_order_and_be_parted_by_any_mark(mark):
    text = "\r\n".join(mark.join(row) for row in (("Stance", " ORDER ", "Unit"), ("hold", "to 0302", "1/110")))
    assert lines_of(text.encode()) == "1/110 to 0302, hold"


def test_a_unit_without_orders_is_left_out_and_orders_without_a_unit_are_asked_about():
    rows = "unit,order,stance\nA,,\nB,to 0302,\n,to 0101,\nC,,stand fast\nD\n"
    assert lines_of(rows.encode()) == "B to 0302\nto 0101\nC stand fast"


def test_stance_may_be_missing_and_spaces_and_marks_of_texts_go():
    assert lines_of(b"unit,order\n'1/110,\"  to\n 0302 \"\n") == "1/110 to 0302"


def test_what_a_spreadsheet_wrote_in_its_own_letters_is_read():
    assert lines_of("unit,order\nPz.Gren,nach Köln\n".encode("cp1252")) == "Pz.Gren nach Köln"
    assert lines_of("﻿unit,order\nPz.Gren,nach Köln\n".encode()) == "Pz.Gren nach Köln"


def test_empty_rows_do_not_count_and_rows_beyond_the_most_are_not_read():
    many = "unit,order\n\n\n" + "".join(f"u{number},hold\n" for number in range(MOST_ROWS + 5))
    lines = lines_of(many.encode()).splitlines()
    assert (len(lines), lines[0], lines[-1]) == (MOST_ROWS, "u0 hold", f"u{MOST_ROWS - 1} hold")


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_of_ones_own_is_read_too():
    assert lines_of(workbook(("unit", "order"), ("1/110", None), (229, "fire at 0302"))) == "229 fire at 0302"


def bomb():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * (20 * MOST_BYTES + 1))
    return out.getvalue()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "the file is empty; fill in the sheet"),
        (b"\n\n", "the file is empty; fill in the sheet"),
        (b"unit,at\nA,0101\n", "the first row must name the columns, unit and order"),
        (b"order,at\nA,0101\n", "the first row must name the columns, unit and order"),
        (b"unit,order\n" + b"x" * MOST_BYTES, "larger than 2 MB"),
        (b"PK nothing of the kind", "no workbook that can be read"),
        (b'unit,order\n"' + b"x" * 200_000, "the file is no CSV"),
    ],
)
def test_what_is_no_sheet_is_refused_with_what_to_send(body, why):
    with pytest.raises(SheetFault, match=why):
        lines_of(body)


def test_the_largest_file_is_still_read():
    head = b"unit,order\nA,hold\n"
    body = head + b"\n" * (MOST_BYTES - len(head))
    assert lines_of(body) == "A hold"
    with pytest.raises(SheetFault, match="larger"):
        lines_of(body + b"\n")


def test_a_file_is_called_by_its_name():
    with pytest.raises(SheetFault, match=r"mine\.csv is empty"):
        lines_of(b"", "mine.csv")


def test_a_small_workbook_that_unpacks_to_a_very_large_one_is_refused():
    body = bomb()
    assert len(body) < MOST_BYTES
    with pytest.raises(SheetFault, match="unpacks to far more"):
        lines_of(body)


def test_an_archive_that_is_no_workbook_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(SheetFault, match="no workbook that can be read"):
        lines_of(out.getvalue())
