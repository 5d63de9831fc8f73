"""Read places from CSV files with whatever headings they have."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound
from maps.sources.files.tables import Table, TableRow, read_bytes
from maps.sources.files.tag_numbers import tag_people
from maps.sources.geonames import NamedPlace

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_place_table"]

_HEADINGS = {
    "name": ("name", "place", "town", "settlement", "city", "label", "placename", "ort", "nom", "nome"),
    "latitude": ("latitude", "lat", "y", "lat_dd", "ycoord", "breite"),
    "longitude": ("longitude", "lon", "lng", "long", "x", "lon_dd", "xcoord", "laenge", "länge"),
    "population": ("population", "pop", "people", "inhabitants", "einwohner", "habitants", "abitanti"),
    "also": ("alt_name", "alternatenames", "other_names", "also", "old_name"),
}
_NEEDED = ("name", "latitude", "longitude")
_GROUPED = re.compile(r"[~]?\d{1,3}(?:[ ,.'’]\d{3})+")


def read_place_table(path: Path, problems: list[Problem]) -> list[NamedPlace]:
    """
    Read name, latitude, longitude and, if there is one, population from a CSV file.

    Cells are parted by commas, semicolons or tabs. Faults of lines are added to ``problems``.

    Raises
    ------
    ProblemsFound
        If the file cannot be read, is no UTF-8 text, or has no heading for a
        place and its position.
    """
    table, decimal_comma = _table(path)
    # Column by column: faults of one kind stand together.
    names = [row.text("name") for row in table.rows]
    people = [_people(row) for row in table.rows]
    lons = [_degrees(row, "longitude", 180, decimal_comma) for row in table.rows]
    lats = [_degrees(row, "latitude", 90, decimal_comma) for row in table.rows]
    problems += table.problems
    ids = [f"{path.name}:{row.line}" for row in table.rows]
    also = [row.cells.get("also", "").strip() for row in table.rows]
    return [NamedPlace(*fields) for fields in zip(ids, names, lons, lats, people, also, strict=True)]


def _degrees(row: TableRow, column: str, most: float, decimal_comma: bool) -> float:
    if decimal_comma:
        row.cells[column] = row.cells[column].replace(",", ".")
    return row.number(column, -most, most)


def _people(row: TableRow) -> int:
    text = row.cells.get("population", "").strip()
    if not text:
        return 0
    return tag_people(text) if _GROUPED.fullmatch(text) else int(row.number("population", 0, 1e8))


def _table(path: Path) -> tuple[Table, bool]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = Problem(path.name, f"is no UTF-8 text (byte {error.start})", "save it as UTF-8")
        raise ProblemsFound([problem]) from error
    table, columns, heading = Table(path.name), dict[str, int](), list[str]()
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    mark = max(",;\t", key=first.count)
    lines = csv.reader(io.StringIO(text), delimiter=mark)
    for cells in lines:
        if not any(cells) or cells[0].startswith("#"):
            continue
        if not heading:
            heading, columns = cells, _columns(path, lines.line_num, cells)
        elif len(cells) != len(heading):
            what = f"has {len(cells)} cells, the heading has {len(heading)}"
            remedy = "add or take away commas; quote texts with commas"
            table.problems.append(Problem(f"{path.name}, line {lines.line_num}", what, remedy))
        else:
            table.rows.append(TableRow(table, lines.line_num, {key: cells[at] for key, at in columns.items()}))
    if not heading:
        raise ProblemsFound(
            [Problem(path.name, "is empty", "begin with the heading name,latitude,longitude,population")]
        )
    return table, mark == ";"


def _columns(path: Path, line: int, heading: list[str]) -> dict[str, int]:
    given = [cell.strip().casefold() for cell in heading]
    columns = {
        key: given.index(found)
        for key, known in _HEADINGS.items()
        if (found := next(filter(given.__contains__, known), ""))
    }
    missing = [key for key in _NEEDED if key not in columns]
    if missing:
        what = f"has no column for {' and '.join(missing)}"
        remedy = "head the columns name,latitude,longitude,population"
        raise ProblemsFound([Problem(f"{path.name}, line {line}", what, remedy)])
    return columns
