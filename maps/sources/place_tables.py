"""Read places from CSV files with whatever headings they have."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.problems import Problem, ProblemsFound
from maps.sources.files.tables import Table, TableRow, read_bytes
from maps.sources.files.tag_numbers import tag_people
from maps.sources.geonames import NamedPlace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Box = tuple[float, float, float, float]
    Floats = NDArray[np.float64]

__all__ = ["read_place_table"]

_HEADINGS = {
    "name": ("name", "place", "town", "settlement", "city", "label", "placename", "ort", "nom", "nome"),
    "latitude": ("latitude", "lat", "y", "lat_dd", "ycoord", "breite"),
    "longitude": ("longitude", "lon", "lng", "long", "x", "lon_dd", "xcoord", "laenge", "länge"),
    "population": ("population", "pop", "people", "inhabitants", "einwohner", "habitants", "abitanti"),
    "also": ("alt_name", "alternatenames", "other_names", "also", "old_name"),
}
_MOST_KEPT_BYTES = 64_000_000
_NEEDED = ("name", "latitude", "longitude")
_SURELY_PEOPLE = 9
"""A number of fewer digits is one of people."""
_GROUPED = re.compile(r"[~]?\d{1,3}(?:[ ,.'’]\d{3})+")


class _Cells(NamedTuple):
    """The cells of a table, by column, and the line of each row."""

    table: Table
    lines: list[int]
    columns: dict[str, list[str]]

    def row(self, k: int, **cells: str) -> TableRow:
        """Give a row by itself, to tell what is wrong with it."""
        return TableRow(self.table, self.lines[k], cells)


def read_place_table(path: Path, problems: list[Problem], box: Box | None = None) -> list[NamedPlace]:
    """
    Read name, latitude, longitude and, if there is one, population from a CSV file.

    Cells are parted by commas, semicolons or tabs. Faults of lines are added to ``problems``. With a box, in degrees,
    only the places within it are given; it may lie across the 180th meridian.

    Raises
    ------
    ProblemsFound
        If the file cannot be read, is no UTF-8 text, or has no heading for a
        place and its position.
    """
    facts = path.stat()
    read = _columns_of if facts.st_size <= _MOST_KEPT_BYTES else _columns_of.__wrapped__
    found = read(path, facts.st_mtime_ns, facts.st_size)
    problems += found.problems
    kept = np.flatnonzero(_within(box, found.lons, found.lats)) if box else np.arange(len(found.names))
    return [
        NamedPlace(f"{path.name}:{found.lines[k]}", found.names[k], lon, lat, found.people[k] if found.people else 0,
                   found.also[k].strip() if found.also else "")
        for k, lon, lat in zip(kept.tolist(), found.lons[kept].tolist(), found.lats[kept].tolist(), strict=True)
    ]  # fmt: skip


class _Columns(NamedTuple):
    """What a table holds, and what is wrong with its lines."""

    lines: list[int]
    names: list[str]
    people: list[int]
    lons: Floats
    lats: Floats
    also: Sequence[str]
    problems: list[Problem]


@lru_cache(maxsize=1)
def _columns_of(path: Path, _changed_ns: int, _size: int) -> _Columns:
    """Read a table that was not read since it came: who looks into it reads it next."""
    cells, decimal_comma = _table(path)
    # Column by column: faults of one kind stand together.
    names = _names(cells)
    people = [_people(cells, k, text) for k, text in enumerate(cells.columns.get("population", ()))]
    lons = _degrees(cells, "longitude", 180, decimal_comma)
    lats = _degrees(cells, "latitude", 90, decimal_comma)
    return _Columns(cells.lines, names, people, lons, lats, cells.columns.get("also", ()), cells.table.problems)


def _within(box: Box, lons: Floats, lats: Floats) -> NDArray[np.bool_]:
    west, south, east, north = box
    across = (lons >= west) & (lons <= east) if west <= east else (lons >= west) | (lons <= east)
    return np.asarray(across & (lats >= south) & (lats <= north))


def _names(cells: _Cells) -> list[str]:
    names = [text.strip() for text in cells.columns["name"]]
    if not all(names):
        names = [cells.row(k, name=text).text("name") for k, text in enumerate(names)]
    return names


def _degrees(cells: _Cells, column: str, most: float, decimal_comma: bool) -> Floats:
    texts = cells.columns[column]
    if decimal_comma:
        texts = [text.replace(",", ".") for text in texts]
    with suppress(ValueError):
        found = np.array(texts, np.float64)
        if not len(found) or ((found >= -most) & (found <= most)).all():
            return found
    # Some row is at fault: each is read by itself, and told.
    return np.array([cells.row(k, **{column: text}).number(column, -most, most) for k, text in enumerate(texts)])


def _people(cells: _Cells, k: int, text: str) -> int:
    text = text.strip()
    if not text:
        return 0
    if text.isdecimal() and len(text) < _SURELY_PEOPLE:
        return int(text)
    row = cells.row(k, population=text)
    return tag_people(text) if _GROUPED.fullmatch(text) else int(row.number("population", 0, 1e8))


def _table(path: Path) -> tuple[_Cells, bool]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = Problem(path.name, f"is no UTF-8 text (byte {error.start})", "save it as UTF-8")
        raise ProblemsFound([problem]) from error
    table, heading, columns = Table(path.name), list[str](), dict[str, int]()
    numbers, told = list[int](), list[Any]()
    pick: Callable[[list[str]], Any] = itemgetter(0)
    first = next((line for line in io.StringIO(text) if line.strip() and not line.startswith("#")), "")
    mark = max(",;\t", key=first.count)
    lines = csv.reader(io.StringIO(text), delimiter=mark)
    for cells in lines:
        if not any(cells) or cells[0].startswith("#"):
            continue
        if not heading:
            heading, columns = cells, _columns(path, lines.line_num, cells)
            pick = itemgetter(*columns.values())
        elif len(cells) != len(heading):
            what = f"has {len(cells)} cells, the heading has {len(heading)}"
            remedy = "add or take away commas; quote texts with commas"
            table.problems.append(Problem(f"{path.name}, line {lines.line_num}", what, remedy))
        else:
            # Only what is wanted is kept, in tuples of texts: those the collector of garbage need not visit again.
            numbers.append(lines.line_num)
            told.append(pick(cells))
    if not heading:
        raise ProblemsFound(
            [Problem(path.name, "is empty", "begin with the heading name,latitude,longitude,population")]
        )
    found = {key: [cells[k] for cells in told] for k, key in enumerate(columns)}
    return _Cells(table, numbers, found), mark == ";"


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
