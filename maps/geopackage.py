"""
Write maps as GeoPackage and read them back, equal to the last bit.

Layers ``hexes``, ``hexsides``, ``links`` and ``places`` open in QGIS with their
styles and may be edited there: what is read back are their attributes, by
name, never the shapes. Files are read as untrusted: no GDAL, no SQL of the
file's own, only the tables named here.
"""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import zlib
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from pyproj import CRS

from maps.geopackage_layout import FORMAT, HEIGHT_COLUMNS, LAYERS, share_column
from maps.geopackage_reader import read
from maps.geopackage_style import LAYER_STYLES, style_of
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, HexMap, problems
from maps.problems import Problem, ProblemsFound, raise_any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maps.grid.layout import Layout

__all__ = ["read", "write"]

_OWN_SRS = 100_000
_TABLES = """
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
CREATE TABLE meta (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
CREATE TABLE shade (id INTEGER PRIMARY KEY, u0_m DOUBLE, v0_m DOUBLE, cell_m DOUBLE, lines INTEGER, columns INTEGER,
  light BLOB NOT NULL);
"""


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
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part, isolation_level=None)) as file:
            file.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES + "BEGIN;")
            _write_tables(file, hexmap)
            file.execute("COMMIT")
        os.replace(part, path)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or str(error)
        raise ProblemsFound([Problem(str(path), f"cannot be written ({why})", "choose another folder")]) from error


def _write_tables(file: sqlite3.Connection, hexmap: HexMap) -> None:
    srs = _write_crs(file, hexmap.layout.crs)
    _write_layer(file, "hexes", srs, hexmap.layout, *_hexes(hexmap))
    _write_layer(file, "hexsides", srs, hexmap.layout, *_hexsides(hexmap))
    _write_layer(file, "links", srs, hexmap.layout, *_links(hexmap))
    _write_layer(file, "places", srs, hexmap.layout, *_places(hexmap))
    file.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", _meta(hexmap))
    if (shade := hexmap.shade) is not None:
        row = (shade.u0_m, shade.v0_m, shade.cell_m, *shade.light.shape, zlib.compress(shade.light.tobytes(), 6))
        file.execute("INSERT INTO shade VALUES (1, ?, ?, ?, ?, ?, ?)", row)
    file.execute(LAYER_STYLES)
    for layer in LAYERS:
        if style := style_of(layer):
            file.execute(
                "INSERT INTO layer_styles (f_table_name, f_geometry_column, styleName, styleQML, useAsDefault) "
                "VALUES (?, 'geom', ?, ?, 1)",
                (layer, layer, style),
            )
    for table in ("meta", "shade", "layer_styles"):
        row = (table, "attributes", table)
        file.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (?, ?, ?)", row)


def _write_crs(file: sqlite3.Connection, name: str) -> int:
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


Columns = dict[str, str]
Rows = list[tuple[Any, ...]]


def _write_layer(  # noqa: PLR0917 - a layer is all of these
    file: sqlite3.Connection, name: str, srs: int, layout: Layout, shapes: Any, columns: Columns, rows: Rows
) -> None:
    kind = LAYERS[name]
    fields = ", ".join(f'"{column}" {sql}' for column, sql in columns.items())
    file.execute(f'CREATE TABLE "{name}" (fid INTEGER PRIMARY KEY, geom {kind}, {fields})')
    places = ", ".join("?" * (len(columns) + 2))
    blobs = _geometry_blobs(shapes, srs)
    values = ((k, blob, *row) for k, (blob, row) in enumerate(zip(blobs, rows, strict=True), start=1))
    file.executemany(f'INSERT INTO "{name}" VALUES ({places})', values)
    xy = layout.to_map(layout.corners().reshape(-1, 2))
    bounds = (*xy.min(axis=0).tolist(), *xy.max(axis=0).tolist())
    file.execute(
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id) "
        "VALUES (?, 'features', ?, ?, ?, ?, ?, ?)",
        (name, name, *bounds, srs),
    )
    file.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)", (name, kind, srs))


def _geometry_blobs(shapes: Any, srs: int) -> Iterable[bytes]:
    """Wrap shapes as GeoPackage geometry: a head with CRS and bounds, then WKB."""
    wkb = shapely.to_wkb(shapes, byte_order=1)
    bounds = shapely.bounds(shapes)
    for body, (x0, y0, x1, y1) in zip(wkb, bounds.tolist(), strict=True):
        yield b"GP\x00\x03" + struct.pack("<i4d", srs, x0, x1, y0, y1) + body


def _hexes(hexmap: HexMap) -> tuple[Any, Columns, Rows]:
    columns: Columns = {"number": "TEXT", "inside": "BOOLEAN", "terrain": "TEXT"}
    columns |= dict.fromkeys(HEIGHT_COLUMNS, "DOUBLE")
    columns |= {share_column(name): "DOUBLE" for name in hexmap.cover_names}
    columns |= {"rule": "TEXT"}
    heights = np.stack([getattr(hexmap, name) for name in HEIGHT_COLUMNS], axis=1).astype(float).tolist()
    shares = hexmap.cover.astype(float).tolist()
    rows: Rows = [
        (
            hexmap.number(i),
            bool(hexmap.inside[i]),
            hexmap.terrain_of(i),
            *(None if value != value else value for value in heights[i]),  # noqa: PLR0124 - nan
            *shares[i],
            hexmap.rule_names[int(hexmap.rule[i])],
        )
        for i in range(len(hexmap))
    ]
    return shapely.polygons(hexmap.layout.to_map(hexmap.layout.corners())[:, ::-1]), columns, rows


def _hexsides(hexmap: HexMap) -> tuple[Any, Columns, Rows]:
    """List the hexsides that hold anything, each once."""
    named = np.zeros_like(hexmap.hexside, bool)
    for index, side in hexmap.side_names:
        named[index, side] = True
    pairs = _once(hexmap, (hexmap.hexside > 0) | (hexmap.crossing > 0) | named)
    corners = hexmap.layout.to_map(hexmap.layout.corners())
    lines = np.array([[corners[i, k], corners[i, (k + 1) % SIDES]] for i, k in pairs]).reshape(-1, 2, 2)
    columns = {"number": "TEXT", "side": "INTEGER", "kind": "TEXT", "crossing": "TEXT", "name": "TEXT"}
    rows: Rows = [
        (
            hexmap.number(i),
            k,
            HEXSIDES[int(hexmap.hexside[i, k])],
            CROSSINGS[int(hexmap.crossing[i, k])],
            hexmap.side_names.get((i, k)),
        )
        for i, k in pairs
    ]
    return shapely.linestrings(lines), columns, rows


def _links(hexmap: HexMap) -> tuple[Any, Columns, Rows]:
    pairs = _once(hexmap, (hexmap.road > 0) | (hexmap.rail > 0))
    layout = hexmap.layout
    corners = layout.corner_offsets()
    steps = corners + np.roll(corners, -1, axis=0)
    lines = np.array([[layout.centres()[i], layout.centres()[i] + steps[k]] for i, k in pairs]).reshape(-1, 2, 2)
    columns = {"number": "TEXT", "side": "INTEGER", "road": "TEXT", "rail": "TEXT"}
    rows: Rows = [(hexmap.number(i), k, ROADS[int(hexmap.road[i, k])], RAILS[int(hexmap.rail[i, k])]) for i, k in pairs]
    return shapely.linestrings(layout.to_map(lines)), columns, rows


def _once(hexmap: HexMap, wanted: Any) -> Sequence[tuple[int, int]]:
    across = hexmap.layout.grid.neighbour_table()
    lower = (across == NO_HEX) | (across > np.arange(len(hexmap))[:, None])
    return [(int(i), int(k)) for i, k in np.argwhere(wanted & lower)]


def _places(hexmap: HexMap) -> tuple[Any, Columns, Rows]:
    columns = {
        "name": "TEXT",
        "number": "TEXT",
        "x_m": "DOUBLE",
        "y_m": "DOUBLE",
        "population": "INTEGER",
        "rank": "INTEGER",
    }
    rows: Rows = [(p.name, hexmap.number(p.index), p.x_m, p.y_m, p.population, p.rank) for p in hexmap.places]
    points = np.array([(p.x_m, p.y_m) for p in hexmap.places]).reshape(-1, 2)
    return shapely.points(points), columns, rows


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
        "cover_names": hexmap.cover_names,
        "rule_names": hexmap.rule_names,
        "sources": hexmap.sources,
        "notes": hexmap.notes,
    }
    return [(key, json.dumps(value, ensure_ascii=False)) for key, value in values.items()]
