"""Cells of spreadsheets: what is written is read again as it was, nothing is taken for a formula, no file breaks it."""

import codecs
import io
import zipfile

import pytest
from openpyxl import Workbook, load_workbook

from campaign.spoken.cells import (
    SheetFault,
    csv_of,
    numbered_rows,
    page_titles,
    printable,
    undated,
    workbook_of,
)

ROWS = [["Unit", "SP", "Note"], ["1/110", 4, None], ["=1+1", 2.5, "-\x07x"], ["St. Vith", 12, "'t Harde"]]
READ = [
    (1, ["Unit", "SP", "Note"]), (2, ["1/110", "4", ""]), (3, ["=1+1", "2.5", "-x"]),
    (4, ["St. Vith", "12", "'t Harde"]),
]  # fmt: skip


def read(body, **how):
    return numbered_rows(body, **{"most_rows": 100, "most_bytes": 1_000_000} | how)


def read_book(body, columns=3, **how):
    """Rows of a workbook without what is blank: it is read 200 columns wide."""
    found = read(body, **how)
    assert all(len(cells) == 200 and not any(cells[columns:]) for _, cells in found)
    return [(number, cells[:columns]) for number, cells in found]


def book(*pages):
    """A workbook as another program writes it; each page is a title and its rows."""
    made = Workbook()
    made.remove(made.active)
    for title, rows in pages:
        page = made.create_sheet(title)
        for at, row in rows.items():
            for column, value in enumerate(row, start=1):
                page.cell(at, column, value)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_rows_of_csv_are_utf_8_with_its_mark_and_numbers_stay_numbers():
    assert csv_of([["Ünit", 4, 2.5, "=1", "@x", "a,b", ""], ["-", None]]) == (
        codecs.BOM_UTF8 + "Ünit,4,2.5,'=1,'@x,\"a,b\",\r\n'-,\r\n".encode()
    )
    assert csv_of([]) == codecs.BOM_UTF8


def test_a_workbook_is_read_as_it_was_written_and_is_the_same_each_time():
    body = workbook_of([("Units", ROWS)])
    assert read_book(body) == READ
    assert workbook_of([("Units", ROWS)]) == body
    page = load_workbook(io.BytesIO(body))["Units"]
    assert [[cell.data_type for cell in row] for row in page.iter_rows()] == [
        ["s", "s", "s"], ["s", "n", "n"], ["s", "n", "s"], ["s", "n", "s"],
    ]  # fmt: skip
    assert [row[0].font.bold for row in page.iter_rows()] == [True, False, False, False]
    assert page.freeze_panes == "B2"
    assert {name: page.column_dimensions[name].width for name in "ABC"} == {"A": 11, "B": 6, "C": 11}


def test_no_column_is_wider_than_it_can_be_read():
    page = load_workbook(io.BytesIO(workbook_of([("A", [["x" * 41, "x" * 42], []])])))["A"]
    assert [page.column_dimensions[name].width for name in "AB"] == [44, 44]
    page = load_workbook(io.BytesIO(workbook_of([("A", [["x" * 40]])])))["A"]
    assert page.column_dimensions["A"].width == 43


def test_pages_have_titles_that_a_workbook_may_have_and_no_two_are_alike():
    titles = ["Day 1", "day 1", "a/b[c]", "", "*", "x" * 40, "x" * 30, "DAY 1"]
    assert page_titles(workbook_of([(title, [["x"]]) for title in titles]), most_bytes=1_000_000) == [
        "Day 1", "day 1 2", "a b c", "Page", "Page 2", "x" * 26, f"{'x' * 26} 2", "DAY 1 3",
    ]  # fmt: skip
    assert page_titles(b"a;b", most_bytes=1_000_000) == []


def test_a_page_is_read_by_its_title_with_the_numbers_of_its_rows():
    body = book(("First", {1: ["a", None], 3: [None, 7.0]}), ("Second", {2: [1.5, True]}))
    assert read_book(body, 2) == [(1, ["a", ""]), (3, ["", "7"])]
    assert read_book(body, 2, page="Second") == [(2, ["1.5", "True"])]
    assert read_book(body, 2, most_rows=1) == [(1, ["a", ""])]
    with pytest.raises(SheetFault, match="the workbook has no page 'Third'; its pages are: First, Second"):
        read(body, page="Third")


def test_no_more_than_two_hundred_columns_are_read():
    ((_, cells),) = read(book(("A", {1: [*range(201)]})))
    assert cells == [str(number) for number in range(200)]


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        (b"a,b\n1,2\n", [(1, ["a", "b"]), (2, ["1", "2"])]),
        ("ä;b;c,d\n1;2\n".encode(), [(1, ["ä", "b", "c,d"]), (2, ["1", "2"])]),
        ("ä\tb\n1\t2".encode("utf-16"), [(1, ["ä", "b"]), (2, ["1", "2"])]),
        (codecs.BOM_UTF16_BE + "ä\tb".encode("utf-16-be"), [(1, ["ä", "b"])]),
        ("Höhe;Süd".encode("cp1252"), [(1, ["Höhe", "Süd"])]),
        (codecs.BOM_UTF8 + b"a,b", [(1, ["a", "b"])]),
        (b'"a\nb",c\n\n,\nd,e\n', [(1, ["a\nb", "c"]), (5, ["d", "e"])]),
        (b"a\0b\0c\0\n", [(1, ["a\0b\0c\0"])]),
        (b"", []),
    ],
)
def test_csv_is_read_whatever_letters_and_marks_between_cells_it_has(body, rows):
    assert read(body) == rows


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"\xd0\xcf\x11\xe0 old", "the file is an old workbook (.xls); save the sheet as XLSX or CSV"),
        (b"%PDF-1.7", "the file is a PDF, no workbook; save the sheet as XLSX or CSV"),
        (b"{\\rtf1}", "the file is a text, no table; save the sheet as XLSX or CSV"),
        (b"\x89PNG\r\n", "the file is a picture, no table; save the sheet as XLSX or CSV"),
        (b"\0a\0b\0c\0", "the file is no table; save the sheet as CSV or XLSX"),
        (b"PK no zip", "the file is no workbook that can be read; save the sheet as CSV or XLSX"),
        (b"a" * 1_000_001, "the file is larger than 1 MB; send the sheet alone"),
        (b'"' + b"a" * 140_000 + b'"',
         "the file is no CSV: field larger than field limit (131072); save the sheet as CSV or XLSX"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused_with_what_to_send(body, words):
    with pytest.raises(SheetFault) as fault:
        read(body)
    assert str(fault.value) == words


def test_a_file_of_just_the_most_bytes_is_read():
    assert read(b"a,b\n", most_bytes=4) == [(1, ["a", "b"])]
    with pytest.raises(SheetFault):
        read(b"a,b\n", most_bytes=3)


def zipped(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return out.getvalue()


def test_a_zip_that_is_no_workbook_or_unpacks_to_far_more_is_refused():
    with pytest.raises(SheetFault, match="the file is no workbook that can be read"):
        read(zipped(a="x" * 20_000), most_bytes=1_000)
    with pytest.raises(SheetFault, match="the workbook unpacks to far more than a sheet holds; send the sheet alone"):
        read(zipped(a="x" * 19_999, b="xy"), most_bytes=1_000)


def test_the_time_of_writing_is_taken_out_and_nothing_else():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("docProps/core.xml", b"<a>2026-03-01T12:30:05Z</a><b>2026-03-01T12:30:06Z</b>")
        made.writestr("other.xml", b"<a>2026-03-01T12:30:05Z</a>")
    with zipfile.ZipFile(io.BytesIO(undated(out.getvalue()))) as found:
        assert {one.filename: (one.date_time, one.compress_type, found.read(one)) for one in found.infolist()} == {
            "docProps/core.xml": (
                (1980, 1, 1, 0, 0, 0), zipfile.ZIP_DEFLATED,
                b"<a>1980-01-01T00:00:00Z</a><b>1980-01-01T00:00:00Z</b>",
            ),
            "other.xml": ((1980, 1, 1, 0, 0, 0), zipfile.ZIP_DEFLATED, b"<a>2026-03-01T12:30:05Z</a>"),
        }  # fmt: skip


def test_what_no_cell_may_hold_is_left_out():
    assert printable("a\x07b\u200bc\n ä") == "abc ä"
