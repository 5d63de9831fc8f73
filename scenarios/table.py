"""
Read a CSV table and say everything that is wrong with it at once.

Tables are UTF-8, with or without a byte order mark, parted by commas or
semicolons: what spreadsheets save. Every cell is text until a column's reader
makes something of it; nothing is ever carried out as a formula, and the stroke that
keeps a text from being one is taken away.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaign.spoken.cells import live
from maps.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Row", "Table", "decode", "read_table"]

_SHOWN = 40
_WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Row:
    """
    One line of a table: where it stands and what its cells say.

    The readers return a value and, if the cell is no good, add a ``Problem``
    to ``problems`` and return what does the least harm further on.
    """

    place: str
    cells: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)

    def complain(self, what: str, remedy: str = "") -> None:
        """Note a problem of this line."""
        self.problems.append(Problem(self.place, what, remedy))

    def text(self, column: str) -> str:
        """Give a cell as it stands, blank where there is none."""
        return self.cells.get(column, "")

    def needed(self, column: str) -> str:
        """Give a cell that may not be blank."""
        value = self.text(column)
        if not value:
            self.complain(f"{column} is blank", f"give a value for {column}")
        return value

    def word(self, column: str, known: Sequence[str], *, blank: bool = False) -> str:
        """Give a cell that must be one of the known words (or blank, where that is allowed)."""
        value = self.text(column)
        if value in known or (blank and not value):
            return value
        if not value:
            self.complain(f"{column} is blank", "known are " + ", ".join(known))
        else:
            self.complain(f"{_clip(value)} is no {column}", did_you_mean(value, known))
        return value

    def words(self, column: str, known: Sequence[str]) -> tuple[str, ...]:
        """Give the words of a cell, parted by spaces, each known and none twice."""
        found = tuple(self.text(column).split())
        for word in dict.fromkeys(found):
            if word not in known:
                self.complain(f"{_clip(word)} is none of the {column}", did_you_mean(word, known))
            elif found.count(word) > 1:
                self.complain(f"{column} says {word!r} twice", "say it once")
        return tuple(dict.fromkeys(found))

    def whole(self, column: str, least: int, most: int) -> int | None:
        """Give a cell as a whole number from ``least`` to ``most``, ``None`` if blank or no good."""
        value = self.text(column)
        if not value:
            return None
        if _WHOLE.fullmatch(value):
            number = int(value)
            if least <= number <= most:
                return number
        self.complain(f"{column} is {_clip(value)}", f"it must be a whole number from {least} to {most}")
        return None

    def decimal(self, column: str, least: float, most: float) -> float | None:
        """
        Give a cell as a decimal number, ``None`` if blank or no good.

        A decimal comma is read too: a spreadsheet that parts cells by
        semicolons writes one.
        """
        value = self.text(column)
        if not value:
            return None
        try:
            number = float(value.replace(",", "."))
        except ValueError:
            number = float("nan")
        if least <= number <= most:
            return number
        self.complain(f"{column} is {_clip(value)}", f"it must be a number from {least:g} to {most:g}")
        return None


@dataclass(frozen=True, slots=True)
class Table:
    """
    The rows that could be read, and the problems found so far.

    Attributes
    ----------
    complete
        Whether every line became a row. Where one did not, do not complain of
        what the others miss: it may stand on that line.
    """

    rows: tuple[Row, ...]
    problems: list[Problem]
    complete: bool = True


def decode(data: bytes, place: str) -> tuple[str, list[Problem]]:
    """
    Turn a file's bytes into text, or say which line is not UTF-8.

    >>> decode(b"id,name", "orbat.csv")
    ('id,name', [])
    """
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return "", [Problem(f"{place}, line {line}", "the text is not UTF-8", "save the file as CSV UTF-8")]


def read_table(text: str, place: str, required: Sequence[str], optional: Sequence[str] = ()) -> Table:
    r"""
    Read a table with a header line.

    Parameters
    ----------
    text
        The whole file.
    place
        The name of the file, for messages.
    required, optional
        Its columns. Any order will do; an unknown column is a problem.

    Returns
    -------
    Table
        All problems share one list, so that what the rows' readers find is in it too.

    Examples
    --------
    >>> table = read_table("id;name\n47;Old 47th", "orbat.csv", ["id", "name"])
    >>> table.rows[0].text("name")
    'Old 47th'
    """
    problems: list[Problem] = []
    lines = _lines(text.removeprefix("\ufeff"), place, problems)
    if not lines:
        if not problems:
            problems.append(Problem(place, "the table is empty", "its first line names the columns"))
        return Table((), problems, complete=False)
    (_, header), *body = lines
    names = [name.strip() for name in header]
    faults = _header_problems(names, f"{place}, line 1", required, optional)
    problems += faults
    if faults:
        # With a column missing or misnamed every line would complain of the same thing.
        return Table((), problems, complete=False)
    rows = [Row(f"{place}, line {line}", dict(zip(names, cells, strict=False)), problems) for line, cells in body]
    fitting = [row for row, (_, cells) in zip(rows, body, strict=True) if _fits(row, len(cells), len(names))]
    return Table(tuple(fitting), problems, complete=not problems)


def _fits(row: Row, cells: int, columns: int) -> bool:
    if cells > columns:
        row.complain(f"{cells} cells under {columns} columns", "put a cell that holds the separator in double quotes")
    elif cells < columns:
        row.complain(f"{cells} cells under {columns} columns", "leave no cell out; blank ones keep their separators")
    return cells == columns


def _lines(text: str, place: str, problems: list[Problem]) -> list[tuple[int, list[str]]]:
    # A quoted cell may run over several lines: a row is named by the line it begins on.
    header = text.partition("\n")[0]
    separator = ";" if header.count(";") > header.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    found: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            stripped = [live(cell.strip()) for cell in cells]
            if any(stripped):
                found.append((begins, stripped))
            begins = reader.line_num + 1
    except csv.Error as error:
        problems.append(
            Problem(f"{place}, line {begins}", f"the line cannot be read: {error}", "look for a stray quote")
        )
    return found


def _header_problems(
    names: Sequence[str], place: str, required: Sequence[str], optional: Iterable[str]
) -> list[Problem]:
    known = [*required, *optional]
    unknown = [name for name in dict.fromkeys(names) if name not in known]
    missing = [name for name in required if name not in names]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    return [
        *(Problem(place, f"unknown column {_clip(name)}", did_you_mean(name, known)) for name in unknown),
        *(Problem(place, f"column {name!r} is missing", "add it to the first line") for name in missing),
        *(Problem(place, f"column {name!r} stands there twice", "leave one out") for name in twice),
    ]


def _clip(value: str) -> str:
    return repr(value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…")
