"""
Read the layers of GeoPackages that nobody vouches for, with SQLite alone.

GDAL would follow what a file declares; here it is opened read-only, its own SQL
is not trusted, only plain tables that it lists as layers are read, and a query
that runs too long is stopped.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.problems import Problem, ProblemsFound
from maps.sources.files.tag_columns import tags_of_columns
from maps.sources.layers import SourceLayer, boxes_in, from_wkb
from maps.sources.survey import Box, LayerSurvey, check_layers, crs_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from pyproj import CRS

    from maps.grid.layout import Layout

__all__ = ["read_geopackage", "survey_geopackage"]

_MOST_STEPS = 2_000_000_000
_MOST_BYTES = 200_000_000
_STEP = 1_000_000
_ENVELOPES = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}
_SQL_LAYERS = """
    SELECT c.table_name, g.column_name, c.srs_id, c.min_x, c.min_y, c.max_x, c.max_y
    FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
    WHERE c.data_type = 'features' ORDER BY c.table_name
"""


def survey_geopackage(path: Path) -> list[LayerSurvey]:
    """
    Say what layers a GeoPackage has.

    Raises
    ------
    ProblemsFound
        If it is damaged.
    """
    with _opened(path) as file:
        return [survey for survey, _ in _layers(file)]


def read_geopackage(path: Path, layout: Layout) -> list[SourceLayer]:
    """
    Read what lies about an area.

    Raises
    ------
    ProblemsFound
        If it is damaged, holds nothing, or its CRS is missing or cannot be.
    """
    with _opened(path) as file:
        layers = _layers(file)
        filled = check_layers(path.name, [survey for survey, _ in layers])
        return [_read(file, path.name, survey, column, layout) for survey, column in layers if survey in filled]


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as file:
            file.execute("PRAGMA trusted_schema = OFF")
            file.execute("PRAGMA query_only = ON")
            file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
            file.text_factory = lambda text: text.decode("utf-8", "replace")
            steps = iter(range(_MOST_STEPS // _STEP))
            file.set_progress_handler(lambda: next(steps, None) is None, _STEP)
            yield file
    except (sqlite3.Error, UnicodeDecodeError) as error:  # damaged names are quoted in its messages
        problem = Problem(path.name, f"cannot be read ({error})", "the file is damaged; take a fresh copy")
        raise ProblemsFound([problem]) from error


def _layers(file: sqlite3.Connection) -> list[tuple[LayerSurvey, str]]:
    # A view could run SQL of the file's own, a virtual table code of SQLite's; only plain tables will do.
    plain = {name for name, sql in _tables(file).items() if not sql.upper().startswith("CREATE VIRTUAL")}
    layers = []
    for table, column, srs, *bounds in file.execute(_SQL_LAYERS).fetchall():
        # Columns that are worked out by SQL of the file's own are not in this list.
        stored = {name for (name,) in file.execute("SELECT name FROM pragma_table_info(?)", (table,))}
        if table in plain and column in stored:
            (count,) = file.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()
            layers.append((LayerSurvey(table, _crs(file, srs), count, _bounds(file, table, column, bounds)), column))
    return layers


def _tables(file: sqlite3.Connection) -> dict[str, str]:
    return dict(file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"))


def _crs(file: sqlite3.Connection, srs: int) -> CRS | None:
    query = "SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?"
    row = file.execute(query, (srs,)).fetchone()
    # -1 and 0 are the format's words for not known.
    if row is None or srs in (-1, 0):
        return None
    organisation, code, definition = row
    return crs_named(f"{organisation}:{code}") or crs_named(definition)


def _bounds(file: sqlite3.Connection, table: str, column: str, declared: list[Any]) -> Box | None:
    index = _index(file, table, column)
    if index is not None:
        declared = list(file.execute(f"SELECT min(minx), min(miny), max(maxx), max(maxy) FROM {index}").fetchone())
    if not all(isinstance(value, int | float) for value in declared):
        return None
    west, south, east, north = map(float, declared)
    return west, south, east, north


def _index(file: sqlite3.Connection, table: str, column: str) -> str | None:
    name = f"rtree_{table}_{column}"
    made = " ".join(_tables(file).get(name, "").split()).casefold()
    return _quoted(name) if made.startswith("create virtual table") and " using rtree" in made else None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _read(file: sqlite3.Connection, name: str, survey: LayerSurvey, column: str, layout: Layout) -> SourceLayer:
    assert survey.crs is not None
    described = file.execute("SELECT name FROM pragma_table_info(?) WHERE name <> ? AND NOT pk", (survey.name, column))
    names = [heading for (heading,) in described]
    rows: dict[int, tuple[Any, ...]] = {}
    for box in boxes_in(layout, survey.crs):
        for row in _rows(file, survey.name, (column, *names), box):
            rows.setdefault(row[0], row)
    cells = list(zip(*rows.values(), strict=True)) or [()] * (2 + len(names))
    wkb = np.array([_wkb(blob) for blob in cells[1]], np.object_)
    columns = {heading: _column(values) for heading, values in zip(names, cells[2:], strict=True)}
    tags = tags_of_columns(columns, len(rows))
    return SourceLayer(name, survey.crs, from_wkb(wkb), [f"{name}:{survey.name}/{fid}" for fid in rows], tags)


def _column(cells: Sequence[Any]) -> NDArray[np.object_]:
    column = np.empty(len(cells), np.object_)
    column[:] = cells
    return column


def _rows(file: sqlite3.Connection, table: str, columns: Sequence[str], box: Box) -> Iterator[tuple[Any, ...]]:
    query = f"SELECT rowid, {', '.join(map(_quoted, columns))} FROM {_quoted(table)}"
    values: tuple[float, ...] = ()
    if index := _index(file, table, columns[0]):
        query += f" WHERE rowid IN (SELECT id FROM {index} WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?)"
        west, south, east, north = box
        values = (east, west, north, south)
    return file.execute(query + " ORDER BY rowid", values)


def _wkb(blob: object) -> bytes | None:
    # GeoPackage 2.1.3: "GP", version, flags, srs_id, an envelope of 0 to 64 bytes, then WKB.
    if not isinstance(blob, bytes) or blob[:2] != b"GP" or len(blob) < 8:
        return None
    size = _ENVELOPES.get(blob[3] >> 1 & 7)
    return None if size is None else blob[8 + size :]
