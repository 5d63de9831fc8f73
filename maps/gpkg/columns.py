"""
Read one table of an untrusted GeoPackage, many rows at a time, and tell of every cell that means nothing.

Whole columns are looked up at once, for a map may have a million rows; rows are looked
at one by one only where one of them is at fault.
"""

from __future__ import annotations

from collections import ChainMap
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.gpkg.leaves import FIRST, Rows, plain_rows
from maps.grid.hexgrid import SIDES
from maps.problems import Problem, ProblemsFound, did_you_mean

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.grid.hexgrid import Grid

    Ints = NDArray[np.int64]

__all__ = ["MOST_PROBLEMS", "Block", "Reasons", "Table"]

Reasons = dict[tuple[str, Any], tuple[str, str]]
"""Why, and who says so, by layer and hex, hexside or row; only where something is written."""

MOST_PROBLEMS = 50
_AT_ONCE = 50_000
_MOST_TEXT = 100_000
_LARGEST = 1e12
_NONE = -1


class Table:
    """A table of a file, with the list that collects its problems."""

    def __init__(self, file: sqlite3.Connection, path: Path, name: str, problems: list[Problem]) -> None:
        """Look up which columns there are."""
        self._file, self._path, self.file_name, self.name, self.problems = file, path, path.name, name, problems
        self.have = {row[1] for row in file.execute(f'PRAGMA table_info("{name}")')}

    def blocks(self, columns: Sequence[str], *, maybe: Sequence[str] = ()) -> Iterator[Block]:
        """
        Read columns, a block of rows at a time; those that only may be there, empty where they are not.

        Raises
        ------
        ProblemsFound
            If a column is not there.
        """
        missing = [column for column in columns if column not in self.have]
        if missing:
            what = f"table {self.name} lacks the column {', '.join(missing)}"
            raise ProblemsFound([Problem(self.file_name, what, "build the map again")])
        found = [column for column in maybe if column in self.have]
        wanted = ["fid", *columns, *found]
        last, missing = FIRST, [column for column in maybe if column not in self.have]
        for rows in plain_rows(self._file, self._path, self.name):
            yield Block(self, rows, missing)
            last = rows.last
        names = ", ".join('"' + column.replace('"', '""') + '"' for column in wanted)
        rest = self._file.execute(f'SELECT {names} FROM "{self.name}" WHERE fid > ? ORDER BY fid', (last,))
        while block := list(islice(rest, _AT_ONCE)):
            yield Block(self, dict(zip(wanted, zip(*block, strict=True), strict=True)), missing)

    def fault(self, fid: int, what: str, remedy: str = "") -> None:
        """Note a problem in a row."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(f"{self.file_name}, {self.name}, fid {fid}", what, remedy))


class Block:
    """Some rows of a table, by column."""

    def __init__(self, table: Table, cells: Mapping[str, tuple[Any, ...]], missing: Sequence[str] = ()) -> None:
        """Keep the cells, empty ones of missing columns too; ``tell`` tells what was found wrong with them."""
        self._table, self._rows = table, cells if isinstance(cells, Rows) else None
        empty = (None,) * len(cells["fid"])
        self.cells: Mapping[str, tuple[Any, ...]] = ChainMap(dict.fromkeys(missing, empty), cells)  # type: ignore[arg-type]
        self._faults: list[tuple[int, str, str]] = []

    def tell(self) -> None:
        """Note the problems of these rows, in their order."""
        for k, what, remedy in sorted(self._faults, key=lambda fault: fault[0]):
            self._table.fault(self.cells["fid"][k], what, remedy)

    def fault(self, row: int, what: str, remedy: str) -> None:
        """Find fault with a row of this block."""
        if len(self._faults) < MOST_PROBLEMS:
            self._faults.append((row, what, remedy))

    def hexes(self, grid: Grid, first: int = 0, column: str = "number") -> Ints:
        """Look hexes up by their printed numbers; -1 where there is none. Fast where they run on from ``first``."""
        letters = self._rows.letters(column, 2 * grid.digits) if self._rows else None
        found = grid.indices_in(letters) if letters is not None else None
        if found is not None:
            return found
        numbers = self.cells[column]
        last = first + len(numbers)
        if last <= len(grid) and list(numbers) == grid.numbers(first, last):
            return np.arange(first, last)
        found = grid.indices_of(numbers)
        if found is not None:
            return found
        return np.array([self.hex_at(grid, k, column) for k in range(len(numbers))], np.int64)

    def hex_at(self, grid: Grid, row: int, column: str = "number") -> int:
        """Look up the hex of one row; -1 if there is none."""
        try:
            return grid.index_of(str(self.cells[column][row]))
        except ValueError as error:
            self.fault(row, str(error), "give the hex its number back")
            return _NONE

    def sides(self, column: str = "side") -> Ints:
        """Read sides, 0 to 5; -1 where there is none."""
        quick = self._whole(column)
        if quick is not None and ((quick >= 0) & (quick < SIDES)).all():
            return quick
        found = [value if type(value) is int and 0 <= value < SIDES else _NONE for value in self.cells[column]]
        for k in np.flatnonzero(np.array(found) == _NONE).tolist():
            self.fault(k, f"side is {self.cells[column][k]!r}", "sides are numbered 0 to 5, clockwise from north")
        return np.array(found, np.int64)

    def _whole(self, column: str) -> Ints | None:
        """Give the small whole numbers of a column, if it holds nothing else and SQLite need not be asked."""
        found = self._rows.numbers(column) if self._rows and not self._rows.is_real(column) else None
        if found is None or not (np.abs(found) < _AT_ONCE).all() or (found % 1).any():
            return None
        return found.astype(np.int64)

    def truths(self, column: str) -> NDArray[np.bool_]:
        """Say where a cell holds what counts as true."""
        found = self._rows.numbers(column) if self._rows else None
        if found is not None:
            return np.asarray(np.nan_to_num(found) != 0)
        return np.array([bool(value) for value in self.cells[column]])

    def is_blank(self, *columns: str) -> bool:
        """Say whether nothing is written in some columns."""
        return all(self._is_blank(one) for one in columns)

    def _is_blank(self, column: str) -> bool:
        rows = self._rows
        return rows.is_blank(column) if rows and column in rows else not any(self.cells[column])

    def codes(self, column: str, names: Sequence[str], *, empty: bool = False) -> NDArray[np.uint8]:
        """Look words up; 0 where there is none. An empty cell may be let pass as the first."""
        quick = self._rows.codes(column, names) if self._rows else None
        if quick is not None and (empty or (quick >= 0).all()):
            return np.maximum(quick, 0).astype(np.uint8)
        values = self.cells[column]
        known: dict[Any, int] = {name: code for code, name in enumerate(names)} | ({None: 0} if empty else {})
        odd = [value for value in set(values) if value not in known]
        if odd:
            for k, value in enumerate(values):
                if value not in known:
                    self.fault(k, f"{column} is {_shown(value)}", did_you_mean(str(value)[:99], names))
            known |= dict.fromkeys(odd, 0)
        return np.array([known[value] for value in values], np.uint8)

    def bits(self, column: str, names: Sequence[str]) -> NDArray[np.uint8]:
        """Read cells of several words, a bit for each; none where the cell is empty."""
        found = np.zeros(len(self.cells["fid"]), np.uint8)
        if self.is_blank(column):
            return found
        for k, value in enumerate(self.cells[column]):
            for word in str(value or "").split():
                if word in names:
                    found[k] |= 1 << names.index(word)
                else:
                    self.fault(k, f"{column} is {_shown(value)}", did_you_mean(word[:99], names))
        return found

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Read numbers; NaN where the cell is empty or at fault."""
        quick = self._rows.numbers(column) if self._rows else None
        if quick is not None and not (np.abs(quick) > _LARGEST).any():
            return quick
        values = self.cells[column]
        if {*map(type, values)} <= {float, type(None)}:
            found = np.array(values, float)
            if not (np.abs(found) > _LARGEST).any():
                return found
        return np.array([self._number(column, k, value) for k, value in enumerate(values)], float)

    def _number(self, column: str, row: int, value: Any) -> float:
        if value is None:
            return float("nan")
        if type(value) in (int, float) and abs(value) <= _LARGEST:
            return float(value)
        self.fault(row, f"{column} is {_shown(value)}, no number", "give a number or leave it empty")
        return float("nan")

    def texts(self, column: str) -> list[str]:
        """Read texts, empty where the cell is; whatever else there is becomes text."""
        return [
            "" if value is None else value if type(value) is str else str(value)[:_MOST_TEXT]
            for value in self.cells[column]
        ]


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) < 100 else shown[:97] + "..."
