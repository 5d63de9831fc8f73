"""
Read maps from GeoPackage files that nobody vouches for.

A file may come from anywhere and may have been edited. It is opened read-only, its
own SQL is not trusted, only known tables are read, and a query that runs too
long is stopped. Every fault is told with table, row and remedy.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pyproj import CRS
from pyproj.exceptions import CRSError

from maps.area import MOST_HEXES
from maps.geopackage_layout import FORMAT, HEIGHT_COLUMNS, LAYERS, share_column
from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, HexMap, Place, Shade, problems
from maps.grid.layout import Layout
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["read"]

_MAGIC = b"SQLite format 3\x00"
_APPLICATION = 0x47504B47
_MOST_STEPS = 500_000_000
_STEP = 1_000_000
_MOST_SHADE = 100_000_000
_MOST_PROBLEMS = 50
_TEXTS = ("name", "crs")
_NUMBERS = ("cols", "rows", "origin_x_m", "origin_y_m", "width_m", "rotation_deg")
_LISTS = ("terrain_names", "cover_names", "rule_names", "sources", "notes")


def read(path: Path) -> HexMap:
    """
    Read a map that ``maps.geopackage.write`` wrote, perhaps edited since.

    Raises
    ------
    ProblemsFound
        If the file is no GeoPackage, holds no map, was written by another
        version, or holds values that mean nothing; with all such values, up to fifty.
    """
    path = Path(path)
    _check_kind(path)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as file:
            _guard(file)
            return _Reading(file, path.name).hexmap()
    except sqlite3.Error as error:
        problem = Problem(path.name, f"cannot be read ({error})", "the file is damaged; take a fresh copy")
        raise ProblemsFound([problem]) from error


def _check_kind(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError as error:
        problem = Problem(str(path), f"cannot be opened ({error.strerror})", "check the name and the rights")
        raise ProblemsFound([problem]) from error
    if head[:16] != _MAGIC or int.from_bytes(head[68:72], "big") != _APPLICATION:
        raise ProblemsFound([Problem(path.name, "is no GeoPackage", "give a map built by 'sandtable map build'")])


def _guard(file: sqlite3.Connection) -> None:
    file.execute("PRAGMA trusted_schema = OFF")
    file.execute("PRAGMA query_only = ON")
    steps = iter(range(_MOST_STEPS // _STEP))
    file.set_progress_handler(lambda: next(steps, None) is None, _STEP)


class _Reading:
    """One reading of one file, with the problems found so far."""

    def __init__(self, file: sqlite3.Connection, name: str) -> None:
        self.file, self.name = file, name
        self.problems: list[Problem] = []
        self._check_tables()
        self.meta = self._meta()
        self.grid = Grid(int(self.meta["cols"]), int(self.meta["rows"]), bool(self.meta["flat_top"]))
        self.across = self.grid.neighbour_table()

    def _refuse(self, what: str, remedy: str) -> None:
        raise ProblemsFound([Problem(self.name, what, remedy)])

    def _fault(self, table: str, row: int, what: str, remedy: str = "") -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(Problem(f"{self.name}, {table}, fid {row}", what, remedy))

    def _check_tables(self) -> None:
        # A view could run SQL of the file's own; only plain tables will do.
        found = {name for (name,) in self.file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        missing = [name for name in (*LAYERS, "meta", "shade") if name not in found]
        if missing:
            self._refuse(f"holds no map: it lacks {', '.join(missing)}", "give a map built by 'sandtable map build'")

    def _meta(self) -> dict[str, Any]:
        try:
            meta = {key: json.loads(value) for key, value in self.file.execute("SELECT key, value FROM meta")}
        except (ValueError, TypeError, RecursionError):
            meta = {}
        if meta.get("format") != FORMAT:
            what = f"is a map of format {meta.get('format')!r}, and this program reads format {FORMAT}"
            self._refuse(what, "build the map again")
        faults = [key for key in _TEXTS if not isinstance(meta.get(key), str)]
        faults += [key for key in _NUMBERS if type(meta.get(key)) not in (int, float)]
        faults += [key for key in _LISTS if not _is_texts(meta.get(key))]
        faults += [] if isinstance(meta.get("flat_top"), bool) else ["flat_top"]
        if not faults:
            faults = [] if 0 < meta["cols"] * meta["rows"] <= MOST_HEXES and meta["cols"] > 0 else ["cols", "rows"]
            faults += [] if meta["width_m"] > 0 else ["width_m"]
            faults += [] if _is_projected(meta["crs"]) else ["crs"]
        if faults:
            self._refuse(f"table meta has no use for {', '.join(faults)}", "build the map again")
        return meta

    def hexmap(self) -> HexMap:
        """Put the columns together, or raise all problems."""
        columns = self._hexes()
        columns |= self._sides("hexsides", {"hexside": ("kind", HEXSIDES), "crossing": ("crossing", CROSSINGS)})
        columns |= self._sides("links", {"road": ("road", ROADS), "rail": ("rail", RAILS)})
        places, names, shade = tuple(self._places()), self._side_names(), self._shade()
        raise_any(self.problems)
        meta = self.meta
        layout = Layout(
            self.grid,
            meta["crs"],
            float(meta["origin_x_m"]),
            float(meta["origin_y_m"]),
            float(meta["width_m"]),
            float(meta["rotation_deg"]),
        )
        lists: dict[str, Any] = {key: tuple(meta[key]) for key in _LISTS}
        hexmap = HexMap(
            name=meta["name"], layout=layout, places=places, side_names=names, shade=shade, **columns, **lists
        )
        raise_any(problems(hexmap))
        return hexmap

    def _rows(self, table: str, columns: Sequence[str]) -> Iterator[sqlite3.Row]:
        have = {row[1] for row in self.file.execute(f'PRAGMA table_info("{table}")')}
        missing = [column for column in columns if column not in have]
        if missing:
            self._refuse(f"table {table} lacks the column {', '.join(missing)}", "build the map again")
        names = ", ".join(f'"{column}"' for column in columns)
        self.file.row_factory = sqlite3.Row
        yield from self.file.execute(f'SELECT fid, {names} FROM "{table}" ORDER BY fid')

    def _index(self, table: str, row: sqlite3.Row) -> int | None:
        try:
            return self.grid.index_of(str(row["number"]))
        except ValueError as error:
            self._fault(table, row["fid"], str(error), "give the hex its number back")
            return None

    def _code(self, table: str, row: sqlite3.Row, column: str, names: Sequence[str]) -> int:
        value = row[column]
        if value in names:
            return names.index(value)
        self._fault(table, row["fid"], f"{column} is {value!r}", did_you_mean(str(value), names))
        return 0

    def _number(self, table: str, row: sqlite3.Row, column: str) -> float:
        value = row[column]
        if value is None:
            return float("nan")
        if isinstance(value, int | float):
            return float(value)
        self._fault(table, row["fid"], f"{column} is {value!r}, no number", "give a number or leave it empty")
        return float("nan")

    def _hexes(self) -> dict[str, Any]:
        n, meta = len(self.grid), self.meta
        shares = [share_column(name) for name in meta["cover_names"]]
        heights = np.full((n, len(HEIGHT_COLUMNS)), np.nan, np.float32)
        cover = np.zeros((n, len(shares)), np.float32)
        seen, inside = np.zeros(n, bool), np.zeros(n, bool)
        terrain, rule = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        for row in self._rows("hexes", ("number", "inside", "terrain", *HEIGHT_COLUMNS, *shares, "rule")):
            index = self._index("hexes", row)
            if index is None:
                continue
            seen[index] = True
            inside[index] = bool(row["inside"])
            terrain[index] = self._code("hexes", row, "terrain", meta["terrain_names"])
            rule[index] = self._code("hexes", row, "rule", meta["rule_names"])
            heights[index] = [self._number("hexes", row, column) for column in HEIGHT_COLUMNS]
            cover[index] = [self._number("hexes", row, column) for column in shares]
        if not seen.all():
            first = self.grid.number(int(np.argmin(seen)))
            what = f"lacks {int((~seen).sum())} hexes, {first} first"
            self.problems.append(Problem(self.name, what, "put back the rows that were deleted"))
        columns = {"inside": inside, "terrain": terrain, "rule": rule, "cover": cover}
        return columns | {name: heights[:, k].copy() for k, name in enumerate(HEIGHT_COLUMNS)}

    def _sides(self, table: str, wanted: dict[str, tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
        columns = {name: np.zeros((len(self.grid), SIDES), np.uint8) for name in wanted}
        for row, index, side in self._side_rows(table, [column for column, _ in wanted.values()]):
            across = int(self.across[index, side])
            for name, (column, names) in wanted.items():
                code = self._code(table, row, column, names)
                columns[name][index, side] = code
                if across != NO_HEX:
                    columns[name][across, (side + 3) % SIDES] = code
        return columns

    def _side_rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[sqlite3.Row, int, int]]:
        for row in self._rows(table, ("number", "side", *columns)):
            index, side = self._index(table, row), row["side"]
            if side not in range(SIDES):
                self._fault(table, row["fid"], f"side is {side!r}", "sides are numbered 0 to 5, clockwise from north")
            elif index is not None:
                yield row, index, side

    def _side_names(self) -> dict[tuple[int, int], str]:
        rows = self._side_rows("hexsides", ["name"])
        return {(index, side): str(row["name"]) for row, index, side in rows if row["name"] is not None}

    def _places(self) -> Iterator[Place]:
        for row in self._rows("places", ("name", "number", "x_m", "y_m", "population", "rank")):
            index = self._index("places", row)
            numbers = [self._number("places", row, column) for column in ("x_m", "y_m", "population", "rank")]
            if index is not None and not np.isnan(numbers).any():
                yield Place(str(row["name"]), index, numbers[0], numbers[1], int(numbers[2]), int(numbers[3]))

    def _shade(self) -> Shade | None:
        row = self.file.execute("SELECT u0_m, v0_m, cell_m, lines, columns, light FROM shade").fetchone()
        if row is None:
            return None
        u0, v0, cell, lines, columns, packed = row
        try:
            unpacker = zlib.decompressobj()
            light = np.frombuffer(unpacker.decompress(packed, _MOST_SHADE), np.uint8).reshape(lines, columns).copy()
            return Shade(light, float(u0), float(v0), float(cell))
        except (ValueError, TypeError, zlib.error):
            self.problems.append(Problem(self.name, "the hillshade cannot be unpacked", "empty the table shade"))
            return None


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_projected(name: str) -> bool:
    try:
        return bool(CRS.from_user_input(name).is_projected)
    except CRSError:
        return False
