"""Read and write the cells of spreadsheets, CSV and XLSX, so that nothing in them is taken for a formula."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = [
    "SheetFault",
    "csv_of",
    "inert",
    "live",
    "numbered_rows",
    "page_titles",
    "printable",
    "undated",
    "workbook_of",
]

_FORMULA = frozenset("=+-@\t\r\n")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_MOST_COLUMNS = 200
_LAST_ROW = 1_048_576
"""No spreadsheet has rows after it; a file may say that it has."""
_NO_TABLES: Mapping[bytes, str] = MappingProxyType(
    {
        b"\xd0\xcf\x11\xe0": "an old workbook (.xls)", b"%PDF": "a PDF, no workbook",
        b"{\\rtf": "a text, no table", b"\x89PNG": "a picture, no table", b"\xff\xd8\xff": "a picture, no table",
    }
)  # fmt: skip
"""What is sent in place of a table, by what it begins with."""
_MOST_NULS = 3
"""A table may have a slip or two of these; a picture or a program has many."""
_NO_BOOK = (KeyError, ValueError, OSError, IndexError, TypeError, SyntaxError)
_UNREADABLE = "the file is no workbook that can be read; save the sheet as CSV or XLSX"


class SheetFault(ValueError):  # noqa: N818 - it reads as what is wrong
    """A file is no sheet that can be read; the message says what to send."""


def inert(text: str) -> str:
    """
    Keep a spreadsheet from taking a text for a formula.

    >>> inert("=1+1"), inert("1/110")
    ("'=1+1", '1/110')
    """
    return f"'{text}" if text[:1] in _FORMULA and text else text


def live(text: str) -> str:
    """
    Take the stroke away that keeps a text from being a formula; other text stays.

    >>> live("'=1+1"), live("'t Harde")
    ('=1+1', "'t Harde")
    """
    return text[1:] if text[:1] == "'" and text[1:2] in _FORMULA and len(text) > 1 else text


def printable(text: str) -> str:
    """Leave out of a text what no cell may hold."""
    return "".join(one for one in text if one.isprintable())


def csv_of(rows: Iterable[Sequence[object]]) -> bytes:
    """Write rows as CSV with the mark that spreadsheets know UTF-8 by; numbers stay numbers."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerows([inert(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def workbook_of(pages: Iterable[tuple[str, Sequence[Sequence[object]]]]) -> bytes:
    """
    Write pages of a workbook, each a title and rows under a head; numbers are numbers, all else is text.

    It holds no time of writing: equal pages are equal bytes.
    """
    from openpyxl import Workbook  # noqa: PLC0415 - most commands begin without it

    book = Workbook(write_only=True)
    titles: set[str] = set()
    for title, rows in pages:
        page = book.create_sheet(_title(title, titles))
        page.freeze_panes = "B2"
        for column, wide in enumerate(_widths(rows)):
            page.column_dimensions[_letter(column)].width = wide
        for at, row in enumerate(rows):
            page.append([_cell(page, value, bold=at == 0) for value in row])
    out = io.BytesIO()
    book.save(out)
    return undated(out.getvalue())


def _cell(page: object, value: object, *, bold: bool) -> object:
    """Make a cell; only what could be taken for a formula, and the head, cost a cell of their own."""
    if value is None or (not isinstance(value, str) and not bold):
        return value
    text = printable(str(value))
    if not bold and text[:1] not in _FORMULA:
        return text
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 - most commands begin without it
    from openpyxl.styles import Font  # noqa: PLC0415

    cell = WriteOnlyCell(page, value=text)
    cell.data_type = "s"
    if bold:
        cell.font = Font(bold=True)
    return cell


def _title(wanted: str, taken: set[str]) -> str:
    """Give a page a title that a workbook may have and no other page has."""
    base = "".join(c if c.isalnum() or c in " -" else " " for c in wanted)[:26].strip() or "Page"
    tries = itertools.chain([base], (f"{base} {n}" for n in itertools.count(2)))
    found = next(title for title in tries if title.lower() not in taken)
    taken.add(found.lower())
    return found


def _widths(rows: Sequence[Sequence[object]]) -> list[int]:
    first = rows[:200]
    columns = itertools.zip_longest(*first, fillvalue="")
    return [min(44, 3 + max(len(str("" if cell is None else cell)) for cell in column)) for column in columns]


def _letter(column: int) -> str:
    from openpyxl.utils import get_column_letter  # noqa: PLC0415 - most commands begin without it

    return str(get_column_letter(column + 1))


def undated(body: bytes) -> bytes:
    """Take the time of writing out of a workbook, so that equal sheets are equal files."""
    import zipfile  # noqa: PLC0415 - few write sheets

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "docProps/core.xml":
                text = re.sub(rb"\d{4}-\d\d-\d\dT[\d:]+Z", b"1980-01-01T00:00:00Z", text)
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, text)
    return out.getvalue()


def numbered_rows(body: bytes, *, most_rows: int, most_bytes: int, page: str = "") -> list[tuple[int, list[str]]]:
    """
    Read a CSV or a workbook as rows that hold anything, each with its number from 1.

    Parameters
    ----------
    most_rows, most_bytes
        The largest file that is read; rows after the last are not.
    page
        Title of a workbook's page, the first if left out.

    Raises
    ------
    SheetFault
        If it is neither, larger, or has no such page.
    """
    if len(body) > most_bytes:
        raise SheetFault(f"the file is larger than {most_bytes // 1_000_000} MB; send the sheet alone")
    rows = _xlsx_rows(body, most_bytes, page) if body[:2] == b"PK" else _csv_rows(body)
    filled = ((number, cells) for number, cells in rows if any(cells))
    return list(itertools.islice(filled, most_rows))


def page_titles(body: bytes, *, most_bytes: int) -> list[str]:
    """
    Name the pages of a workbook; none where a file is no workbook.

    Raises
    ------
    SheetFault
        If it cannot be read, or is larger.
    """
    if body[:2] != b"PK":
        return []
    return [sheet.title for sheet in _book(body, most_bytes).worksheets]


def _csv_rows(body: bytes) -> Iterator[tuple[int, list[str]]]:
    text = _text(body)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    begins = 1
    try:
        for cells in reader:
            yield begins, cells
            # A quoted cell may run over several lines: a row is named by the line it begins on.
            begins = reader.line_num + 1
    except csv.Error as error:
        raise SheetFault(f"the file is no CSV: {error}; save the sheet as CSV or XLSX") from error


def _text(body: bytes) -> str:
    """Read the letters of a table: UTF-8, what spreadsheets call Unicode text, or the letters of an old Windows."""
    wide = body[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
    try:
        text = body.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        text = body.decode("cp1252", errors="replace")
    for begins, what in _NO_TABLES.items():
        if body.startswith(begins):
            raise SheetFault(f"the file is {what}; save the sheet as XLSX or CSV")
    if text.count("\0") > _MOST_NULS:
        raise SheetFault("the file is no table; save the sheet as CSV or XLSX")
    return text


def _xlsx_rows(body: bytes, most_bytes: int, page: str) -> Iterator[tuple[int, list[str]]]:
    book = _book(body, most_bytes)
    try:
        titles = [sheet.title for sheet in book.worksheets]
        if page and page not in titles:
            raise SheetFault(f"the workbook has no page {page!r}; its pages are: {', '.join(titles)}")
        sheet = book[page] if page else book.worksheets[0]
        rows = sheet.iter_rows(max_row=_LAST_ROW, max_col=_MOST_COLUMNS, values_only=True)
        for number, row in enumerate(rows, 1):
            # A sheet may have many thousands of blank rows between two that hold anything.
            if row.count(None) < len(row):
                yield number, [_read(cell) for cell in row]
    except SheetFault:
        raise
    except _NO_BOOK as error:
        raise SheetFault(_UNREADABLE) from error


def _book(body: bytes, most_bytes: int) -> Any:
    from openpyxl import load_workbook  # noqa: PLC0415 - most commands begin without it

    _check_unpacked(body, 20 * most_bytes)
    try:
        return load_workbook(io.BytesIO(body), read_only=True, data_only=True)
    except _NO_BOOK as error:
        raise SheetFault(_UNREADABLE) from error


def _read(cell: object) -> str:
    """Give a cell as text; a whole number without the point that spreadsheets keep it with."""
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _check_unpacked(body: bytes, most: int) -> None:
    """Refuse a small file that unpacks to a very large one."""
    import zipfile  # noqa: PLC0415 - few read sheets

    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            size = sum(one.file_size for one in archive.infolist())
    except zipfile.BadZipFile as error:
        raise SheetFault(_UNREADABLE) from error
    if size > most:
        raise SheetFault("the workbook unpacks to far more than a sheet holds; send the sheet alone")
