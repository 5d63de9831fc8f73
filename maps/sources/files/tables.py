"""Read CSV tables, plain or gzipped, and collect what is wrong by line."""

from __future__ import annotations

import csv
import gzip
import io
import math
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["Table", "TableRow", "read_bytes", "read_table"]

_MOST_BYTES = 200_000_000


def read_bytes(path: Path) -> bytes:
    """
    Read a file, unpacked if its name ends in ``.gz``.

    Raises
    ------
    ProblemsFound
        If it cannot be read, is no gzip file, or unpacks to more than 200 MB.
    """
    try:
        if path.suffix != ".gz":
            return path.read_bytes()
        with gzip.open(path) as packed:
            content = packed.read(_MOST_BYTES + 1)
    except gzip.BadGzipFile as error:
        problem = Problem(path.name, "is no gzip file", "pack it again, or drop .gz from its name")
        raise ProblemsFound([problem]) from error
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProblemsFound([Problem(path.name, f"cannot be read ({why})", "check the file")]) from error
    if len(content) > _MOST_BYTES:
        raise ProblemsFound([Problem(path.name, "unpacks to more than 200 MB", "cut it to the area")])
    return content


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table."""

    table: Table
    line: int
    cells: dict[str, str]

    def fault(self, what: str, remedy: str = "") -> None:
        """Note a problem in this line."""
        self.table.problems.append(Problem(f"{self.table.name}, line {self.line}", what, remedy))

    def text(self, column: str) -> str:
        """Take a text that is not empty."""
        value = self.cells[column].strip()
        if not value:
            self.fault(f"{column} is empty", "fill it in")
        return value

    def number(self, column: str, low: float, high: float) -> float:
        """Take a number within limits."""
        text = self.cells[column].strip()
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            self.fault(f"{column} is {text!r}", f"give a number from {low:g} to {high:g}")
            return low
        return value

    def choice(self, column: str, known: Iterable[str]) -> str:
        """Take one word of a list."""
        value, choices = self.cells[column].strip(), tuple(known)
        if value not in choices:
            self.fault(f"{column} is {value!r}", did_you_mean(value, choices))
            return choices[0]
        return value


@dataclass
class Table:
    """The lines of a CSV file, and the problems found in reading them."""

    name: str
    rows: list[TableRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_table(path: Path, columns: Iterable[str]) -> Table:
    """
    Read a CSV file with a heading; lines beginning with ``#`` are remarks.

    Raises
    ------
    ProblemsFound
        If the file cannot be read, is no UTF-8 text or lacks a column. Faults in
        single lines are left in ``problems`` of the table, to be raised with others.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = Problem(path.name, f"is no UTF-8 text (byte {error.start})", "save it as UTF-8")
        raise ProblemsFound([problem]) from error
    table = Table(path.name)
    wanted = tuple(columns)
    heading: list[str] = []
    lines = csv.reader(io.StringIO(text))
    for cells in lines:
        if not any(cells) or cells[0].startswith("#"):
            continue
        if not heading:
            heading = [cell.strip() for cell in cells]
            _check_heading(path.name, lines.line_num, heading, wanted)
        elif len(cells) != len(heading):
            place = f"{path.name}, line {lines.line_num}"
            what = f"has {len(cells)} cells, the heading has {len(heading)}"
            table.problems.append(Problem(place, what, "add or take away commas; quote texts with commas"))
        else:
            table.rows.append(TableRow(table, lines.line_num, dict(zip(heading, cells, strict=True))))
    if not heading:
        raise ProblemsFound([Problem(path.name, "is empty", f"begin with the heading {','.join(wanted)}")])
    return table


def _check_heading(name: str, line: int, heading: list[str], wanted: tuple[str, ...]) -> None:
    missing = [column for column in wanted if column not in heading]
    if missing:
        what = f"lacks the column {', '.join(repr(column) for column in missing)}"
        raise ProblemsFound([Problem(f"{name}, line {line}", what, f"the heading is {','.join(wanted)}")])
