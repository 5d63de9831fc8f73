"""
Write maps as GeoPackage and read them back, equal to the last bit.

Layers ``hexes``, ``hexsides``, ``links`` and ``places``, the corrections and the audit open
in QGIS with their styles and may be edited there: what is read back are their attributes, by
name, and of shapes only where places and corrections lie. Files are read as untrusted: no
GDAL, no SQL of the file's own, only the tables named here.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pyproj import CRS

from maps.gpkg.layout import FORMAT, LAYERS, NOTED_LAYERS
from maps.gpkg.pages import lay_table
from maps.gpkg.reader import read
from maps.gpkg.rows import ground_layers, noted_layers
from maps.gpkg.style import LAYER_STYLES, style_of, styled_schemes
from maps.grid.hexmap import problems
from maps.ownhexsides import rows_of_hexsides
from maps.ownterrain import rows_of_own
from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound, raise_any
from maps.whole import in_place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from typing import Any

    from maps.gpkg.rows import Layer
    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout
    from maps.ownhexsides import OwnHexside
    from maps.ownterrain import OwnTerrain

__all__ = ["CORE_TABLES", "read", "write", "write_crs", "write_layer"]

_OWN_SRS = 100_000
CORE_TABLES = """
PRAGMA application_id = 0x47504B47;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name));
"""
"""What every GeoPackage holds, before its layers."""
_TABLES = """
CREATE TABLE meta (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
CREATE TABLE shade (id INTEGER PRIMARY KEY, u0_m DOUBLE, v0_m DOUBLE, cell_m DOUBLE, lines INTEGER, columns INTEGER,
  light BLOB NOT NULL);
CREATE TABLE evidence (id INTEGER PRIMARY KEY, entries INTEGER, starts BLOB NOT NULL, feature BLOB NOT NULL,
  amount BLOB NOT NULL, names TEXT NOT NULL);
"""


_AT_ONCE_AND_ALONE = "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"


def write(hexmap: HexMap, path: Path) -> None:
    """
    Write a map as a GeoPackage, whole or not at all.

    Raises
    ------
    ProblemsFound
        If the map is unsound, or the file cannot be written.
    """
    raise_any(problems(hexmap))
    path = Path(path)
    try:
        with in_place_of(path) as part, ThreadPoolExecutor(1) as beside:
            with _changed(part, CORE_TABLES + _TABLES) as file:
                layers = _write_ground(file, hexmap, beside)
            packed = beside.submit(_packed, hexmap)
            roots = _roots(part)
            for layer in layers:
                if layer.blocks is not None:
                    lay_table(part, roots[layer.name], layer.blocks)
            with _changed(part) as file:
                _write_rest(file, hexmap, layers, packed.result())
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProblemsFound([Problem(str(path), f"cannot be written ({why})", "choose another folder")]) from error


@contextmanager
def _changed(part: Path, script: str = "") -> Iterator[sqlite3.Connection]:
    """Open a file that nobody else has, and that is thrown away if anything fails."""
    with closing(sqlite3.connect(part, isolation_level=None)) as file:
        file.executescript(f"{_AT_ONCE_AND_ALONE} {script} BEGIN;")
        yield file
        file.execute("COMMIT")


def _roots(part: Path) -> dict[str, int]:
    with closing(sqlite3.connect(part)) as file:
        return dict(file.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'"))


def _write_ground(file: sqlite3.Connection, hexmap: HexMap, beside: Executor) -> list[Layer]:
    """Write the layers of the map itself, but for the rows of those that have very many."""
    bounds = _bounds(hexmap.layout)
    layers = list(ground_layers(hexmap, write_crs(file, hexmap.layout.crs), beside))
    for layer in layers:
        write_layer(file, layer, bounds)
    return layers


def _bounds(layout: Layout) -> tuple[float, ...]:
    """Give what all hexes lie in: those at the rim tell it, however the grid is turned."""
    cols, rows = layout.grid.cols, layout.grid.rows
    index = np.arange(cols * rows).reshape(rows, cols)
    rim = np.unique(np.concatenate([index[[0, -1]].ravel(), index[:, [0, -1]].ravel()]))
    xy = layout.to_map((layout.centres()[rim][:, None] + layout.corner_offsets()).reshape(-1, 2))
    return (*xy.min(axis=0).tolist(), *xy.max(axis=0).tolist())


def _packed(hexmap: HexMap) -> dict[str, tuple[Any, ...]]:
    """Pack light and evidence, by the table that each is a row of."""
    found: dict[str, tuple[Any, ...]] = {}
    if (shade := hexmap.shade) is not None:
        light = zlib.compress(shade.light.tobytes(), 6)
        found["shade"] = (1, shade.u0_m, shade.v0_m, shade.cell_m, *shade.light.shape, light)
    if (evidence := hexmap.evidence) is not None:
        columns = (evidence.starts.astype("<i8"), evidence.feature.astype("<i4"), evidence.amount.astype("<f4"))
        packed = (zlib.compress(column.tobytes(), 1) for column in columns)
        names = json.dumps(evidence.names, ensure_ascii=False)
        found["evidence"] = (1, len(evidence.feature), *packed, names)
    return found


def _write_rest(
    file: sqlite3.Connection, hexmap: HexMap, layers: Sequence[Layer], packed: dict[str, tuple[Any, ...]]
) -> None:
    for layer in layers:
        if layer.long_names is not None:
            file.executemany(f'UPDATE "{layer.name}" SET name = ? WHERE fid = ?', layer.long_names)
    for layer in noted_layers(hexmap):
        write_layer(file, layer, None)
    file.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", _meta(hexmap))
    for table, row in packed.items():
        file.execute(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(row))})', row)
    _write_styles(file, hexmap.own, hexmap.borders)
    for table in ("meta", "shade", "evidence", "layer_styles"):
        row = (table, "attributes", table)
        file.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (?, ?, ?)", row)


def _write_styles(file: sqlite3.Connection, own: Sequence[OwnTerrain], borders: Sequence[OwnHexside]) -> None:
    file.execute(LAYER_STYLES)
    for scheme, layer in itertools.product(styled_schemes(), (*LAYERS, *NOTED_LAYERS)):
        style, full = style_of(layer, scheme, own, borders), scheme == "full"
        if style and (full or style != style_of(layer, own=own, borders=borders)):
            words = shipped_palette().scheme[scheme].words
            file.execute(
                "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, "
                "styleName, styleQML, useAsDefault, description) VALUES ('', '', ?, 'geom', ?, ?, ?, ?)",
                # QGIS finds no style whose catalog and schema are NULL
                (layer, layer if full else f"{layer}: {words}", style, int(full), words),
            )


def write_crs(file: sqlite3.Connection, name: str) -> int:
    """Write a coordinate system into a GeoPackage, beside those that every one has; give its number there."""
    crs = CRS.from_user_input(name)
    code = crs.to_epsg() or _OWN_SRS
    rows = [
        ("Undefined Cartesian SRS", -1, "NONE", -1, "undefined"),
        ("Undefined geographic SRS", 0, "NONE", 0, "undefined"),
        ("WGS 84 geodetic", 4326, "EPSG", 4326, CRS.from_epsg(4326).to_wkt("WKT1_GDAL")),
        (crs.name, code, "EPSG" if code != _OWN_SRS else "NONE", code, crs.to_wkt("WKT1_GDAL")),
    ]
    columns = "srs_name, srs_id, organization, organization_coordsys_id, definition"
    file.executemany(f"INSERT OR IGNORE INTO gpkg_spatial_ref_sys ({columns}) VALUES (?, ?, ?, ?, ?)", rows)
    return code


def write_layer(file: sqlite3.Connection, layer: Layer, bounds: tuple[float, ...] | None) -> None:
    """Write a layer with all its rows; ``bounds`` are those of its shapes."""
    name, kind = layer.name, layer.kind
    fields = ", ".join(f'"{column}" {sql}' for column, sql in layer.columns.items())
    file.execute(f'CREATE TABLE "{name}" (fid INTEGER PRIMARY KEY, geom {kind}, {fields})')
    places = ", ".join(["?"] * (len(layer.columns) + 1 - layer.blank) + ["''"] * layer.blank)
    file.executemany(f'INSERT INTO "{name}" VALUES (NULL, {places})', layer.rows)
    file.execute(
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id) "
        "VALUES (?, 'features', ?, ?, ?, ?, ?, ?)",
        (name, name, *(bounds or (None,) * 4), layer.srs),
    )
    file.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)", (name, kind, layer.srs))


def _meta(hexmap: HexMap) -> list[tuple[str, str]]:
    layout = hexmap.layout
    values = {
        "format": FORMAT,
        "name": hexmap.name,
        "key": hexmap.key,
        "cols": layout.grid.cols,
        "rows": layout.grid.rows,
        "flat_top": layout.grid.flat_top,
        "crs": layout.crs,
        "origin_x_m": layout.origin_x_m,
        "origin_y_m": layout.origin_y_m,
        "width_m": layout.width_m,
        "rotation_deg": layout.rotation_deg,
        "terrain_names": hexmap.terrain_names,
        "own": rows_of_own(hexmap.own),
        "borders": rows_of_hexsides(hexmap.borders),
        "bands_m": hexmap.bands_m,
        "band_names": hexmap.band_names,
        "cover_names": hexmap.cover_names,
        "rule_names": hexmap.rule_names,
        "sources": hexmap.sources,
        "notes": hexmap.notes,
        "date": hexmap.date,
        "area_text": hexmap.area_text,
        "legend_text": hexmap.legend_text,
        "doubts": [(doubt.place, doubt.what, doubt.remedy) for doubt in hexmap.doubts],
    }
    return [(key, json.dumps(value, ensure_ascii=False)) for key, value in values.items()]
