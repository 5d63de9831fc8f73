"""Write points with columns as a GeoPackage of one layer: marks that lie on a map and are no part of it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from maps.gpkg.rows import Layer
from maps.gpkg.shapes import blobs
from maps.gpkg.writer import CORE_TABLES, write_crs, write_layer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["marks_gpkg"]


def marks_gpkg(
    name: str,
    crs: str,
    xy: NDArray[np.float64],
    columns: Mapping[str, str],
    rows: Sequence[Sequence[object]],
    *,
    facts: Mapping[str, str],
    changed: str,
) -> bytes:
    """
    Write points as a GeoPackage.

    Parameters
    ----------
    name
        Name of the layer.
    xy
        Where the points lie in the coordinate system, (n, 2).
    columns
        Names of the columns with their SQL types.
    rows
        The values of each point, in the order of the columns.
    facts
        What the file says of itself, in the table ``meta``.
    changed
        When, as ``2026-01-01T00:00:00.000Z``: equal marks of one time are equal bytes.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.executescript(CORE_TABLES + "CREATE TABLE meta (id INTEGER PRIMARY KEY, key TEXT, value TEXT); BEGIN;")
        srs = write_crs(file, crs)
        shapes = blobs("POINT", xy.reshape(-1, 1, 2), srs)
        layer = Layer(
            name, "POINT", srs, dict(columns), ((shape, *row) for shape, row in zip(shapes, rows, strict=True))
        )
        write_layer(file, layer, (*xy.min(axis=0).tolist(), *xy.max(axis=0).tolist()) if len(xy) else None)
        values = [(key, json.dumps(text, ensure_ascii=False)) for key, text in facts.items()]
        file.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", values)
        file.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('meta', 'attributes', 'meta')"
        )
        file.execute("UPDATE gpkg_contents SET last_change = ?", (changed,))
        file.execute("COMMIT")
        return file.serialize()
