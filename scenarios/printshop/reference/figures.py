"""
Shape the figures of a rule system into tables of words.

A table of a sheet says where its figures stand in the system's file, and how they are laid out; no figure stands in
the sheet's own file. Paths are written with dots, "movement.step"; those under "reading" are readings as they are set.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Column", "Figures", "Grid", "Ranked", "TableSpec"]

_PLACE = re.compile(r"\{([^{}]+)\}")
NOTHING = "–"
_YES, _NO = "yes", "no"


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a table: ``of`` names the cell in each row, or several with a plus between, which are summed."""

    of: str
    words: str = ""
    less: str = ""
    """Path of a figure that is taken off, never below 0."""
    unit: str = ""
    joined: str = ", "
    """What stands between the parts of a list."""


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of rows set as a chart: what tells its rows, what its columns, and what stands in the cells."""

    rows: list[str]
    across: str
    cells: list[str]
    joined: str = " "
    unit: str = ""
    """What follows the first of the cells."""


class TableSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table of the sheet is made of one of the file."""

    of: str
    title: str = ""
    corner: str = ""
    columns: list[Column] = []
    heads: str | list[str] = ""
    """Words above the figures of lists, or their path."""
    rows: list[str] = []
    """Only these, in this order."""
    labels: list[str] = []
    """What names the rows instead, "" for nothing."""
    late: bool = False
    """Whether a row with fewer figures than others lacks the first of them."""
    skip_empty: bool = False
    """Whether rows without anything are left out."""
    said: dict[str, str] = {}
    """Words for figures that mean something by themselves, as "-1" that a distance is doubled."""
    named_by: str = "key"
    """What names the rows of a list."""
    by_value: bool = False
    """Whether keys are gathered under the word that they share, as terrain under its class."""
    turned: bool = False
    faces: list[int] = []
    """Faces of a die: each column is set once for each, with the figure added to it; never below 0."""
    times: str = ""
    """Path of a figure that all is multiplied with."""
    fill: dict[str, str] = {}
    """What stands in cells that the table leaves empty: the path of the figure by "row.column"."""
    chart: Ranked | None = None
    tinted: bool = False
    """Whether larger figures stand on darker ground."""
    unit: str = ""


class Grid(NamedTuple):
    """A table of words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    over: tuple[tuple[str, int], ...] = ()
    """Words above several columns, and how many."""
    tinted: bool = False


@dataclass
class Figures:
    """The figures of a system as they are played, and which of them have been told."""

    data: Mapping[str, Any]
    names: Mapping[str, str] = field(default_factory=dict)
    """Words for keys that say too little."""
    told: set[str] = field(default_factory=set)

    def at(self, path: str) -> Any:
        """
        Find a figure or a table by its path, and note that it is told.

        Raises
        ------
        ProblemsFound
            If the system has none there.
        """
        value: Any = self.data
        for key in path.split("."):
            if not isinstance(value, dict) or key not in value:
                raise ProblemsFound(
                    [Problem(path, "is no figure of the rule system", "see its file for what there is")]
                )
            value = value[key]
        self.told.add(path)
        return value

    def said(self, value: Any, of: str = "") -> str:
        """Put a figure into words; a word may have a name of its own in a column, "target.light"."""
        if value is None or (not value and isinstance(value, str | list)):
            return NOTHING
        if isinstance(value, bool):
            return _YES if value else _NO
        if isinstance(value, dict):
            return ", ".join(f"{self.name(key)} {self.said(part)}" for key, part in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self.said(part, of) for part in value)
        return f"{value:g}" if isinstance(value, int | float) else self.names.get(f"{of}.{value}", self.name(value))

    def name(self, key: object) -> str:
        """Put a key into words."""
        return self.names.get(str(key), str(key).replace("_", " "))

    def sentence(self, words: str) -> str:
        """Fill the figures into a sentence: "within {command.range} inches"."""
        return _PLACE.sub(lambda found: self.said(self.at(found[1])), words)

    def left(self, ignored: Iterable[str] = ()) -> dict[str, Any]:
        """Give what has not been told, as the file has it."""
        known = self.told.union(ignored)
        return _left(self.data, "", known) or {}

    def grid(self, spec: TableSpec) -> Grid:
        """Make a table as it is specified."""
        value = self.at(spec.of)
        if spec.chart is not None:
            return self._chart(spec, spec.chart, value)
        if spec.by_value:
            return self._gathered(spec, value)
        rows = self._rows(spec, value)
        if not spec.columns and all(isinstance(row, list) for _, row in rows):
            grid = self._lists(spec, rows)
        else:
            grid = self._records(spec, [(key, _record(row)) for key, row in rows])
        if spec.labels:
            named = zip(spec.labels, grid.rows, strict=True)
            grid = grid._replace(rows=tuple((label, *row[1:]) for label, row in named))
        return _turned(grid) if spec.turned else grid

    def _rows(self, spec: TableSpec, value: Any) -> list[tuple[str, Any]]:
        if isinstance(value, list):
            rows = [(str(row.get(spec.named_by, k)) if isinstance(row, dict) else str(k), row)
                    for k, row in enumerate(value, 1)]  # fmt: skip
        else:
            rows = [(str(key), row) for key, row in value.items()]
        if spec.rows:
            rows = [(key, row) for wanted in spec.rows for key, row in rows if key == wanted]
        if spec.skip_empty:
            rows = [(key, row) for key, row in rows if row]
        return rows

    def _lists(self, spec: TableSpec, rows: Sequence[tuple[str, Sequence[Any]]]) -> Grid:
        longest = max(len(row) for _, row in rows)
        heads = self.at(spec.heads) if isinstance(spec.heads, str) and spec.heads else list(spec.heads)
        first = heads[max(0, len(heads) - longest) :] if heads else range(1, longest + 1)
        made = []
        for key, row in rows:
            cells, none = [self._cell(spec, cell) for cell in row], [NOTHING] * (longest - len(row))
            made.append((self.name(key), *((*none, *cells) if spec.late else (*cells, *none))))
        return Grid((spec.corner, *map(self.said, first)), tuple(made), spec.title, tinted=spec.tinted)

    def _cell(self, spec: TableSpec, value: Any, unit: str = "") -> str:
        told = self.said(value)
        return spec.said.get(told, f"{told}{unit or spec.unit}" if _is_figure(value) else told)

    def _records(self, spec: TableSpec, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Grid:
        columns = spec.columns or [
            Column(key) for key in dict.fromkeys(key for _, row in rows for key in row) if key != spec.named_by
        ]
        heads = [column.words or ("" if column.of == "value" else self.name(column.of)) for column in columns]
        made = []
        for key, row in rows:
            cells = [self._figures(spec, column, self._filled(spec, key, row)) for column in columns]
            made.append((self.name(key), *(cell for part in cells for cell in part)))
        if not spec.faces:
            return Grid((spec.corner, *heads), tuple(made), spec.title, tinted=spec.tinted)
        over = (("", 1), *((head, len(spec.faces)) for head in heads))
        faces = [str(face) for _ in columns for face in spec.faces]
        return Grid((spec.corner, *faces), tuple(made), spec.title, over, spec.tinted)

    def _filled(self, spec: TableSpec, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
        places = {where.rpartition("."): path for where, path in spec.fill.items()}
        more = {column: self.at(path) for (name, _, column), path in places.items() if name == key}
        return {**row, **more}

    def _figures(self, spec: TableSpec, column: Column, row: Mapping[str, Any]) -> list[str]:
        parts: list[Any] = [row.get(key) for key in column.of.split("+")]
        if len(parts) == 1 and not spec.faces and not _is_figure(parts[0]):
            if isinstance(parts[0], list) and parts[0]:
                return [column.joined.join(self.said(one, column.of) for one in parts[0])]
            return [self.said(parts[0], column.of)]
        total = sum(part for part in parts if _is_figure(part))
        times = self.at(spec.times) if spec.times else 1
        less = self.at(column.less) if column.less else 0
        reckoned = [max(0, (face + total) * times - less) for face in spec.faces] or [total * times - less]
        return [self._cell(spec, figure, column.unit) for figure in reckoned]

    def _gathered(self, spec: TableSpec, value: Mapping[str, Any]) -> Grid:
        found: dict[str, list[str]] = {}
        for key, words in value.items():
            if isinstance(words, list):  # gathered already
                found.setdefault(key, []).extend(map(self.said, words))
            else:
                found.setdefault(str(words), []).append(self.name(key))
        rows = [(self.name(word), ", ".join(keys)) for word, keys in found.items()]
        return Grid((spec.corner, spec.columns[0].words if spec.columns else ""), tuple(rows), spec.title)

    def _chart(self, spec: TableSpec, chart: Ranked, rows: Sequence[Mapping[str, Any]]) -> Grid:
        across = list(dict.fromkeys(name for row in rows for name in _many(row[chart.across])))
        cells: dict[tuple[str, ...], dict[str, str]] = {}
        for row in rows:
            said = [self.said(row[key]) for key in chart.cells if row.get(key)]
            told = chart.joined.join([f"{said[0]}{chart.unit}", *said[1:]])
            for names in _each([_many(row[key]) for key in chart.rows]):
                cells.setdefault(names, {}).update(dict.fromkeys(_many(row[chart.across]), told))
        made = [(" ".join(map(self.name, names)), *(found.get(name, NOTHING) for name in across))
                for names, found in sorted(cells.items(), key=lambda item: item[0][0])]  # fmt: skip
        return Grid((spec.corner, *map(self.name, across)), tuple(made), spec.title, tinted=spec.tinted)


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _record(row: Any) -> Mapping[str, Any]:
    return row if isinstance(row, dict) else {"value": row}


def _many(value: Any) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]


def _each(lists: Sequence[Sequence[str]]) -> Iterable[tuple[str, ...]]:
    if not lists:
        return [()]
    return [(first, *rest) for first in lists[0] for rest in _each(lists[1:])]


def _turned(grid: Grid) -> Grid:
    lines = list(zip(*[grid.head, *grid.rows], strict=True))
    return Grid(lines[0], tuple(lines[1:]), grid.title, tinted=grid.tinted)


def _left(value: Any, path: str, known: set[str]) -> Any:
    if path in known:
        return None
    if isinstance(value, dict) and any(one.startswith(f"{path}." if path else "") for one in known):
        parts = {key: _left(part, f"{path}.{key}".lstrip("."), known) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part is not None} or None
    return value
