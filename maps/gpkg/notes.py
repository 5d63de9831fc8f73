"""Read how a map came about out of a GeoPackage: corrections, audit, evidence; and its hillshade."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.gpkg.layout import AUDIT_COLUMNS, CORRECTION_COLUMNS, CORRECTION_LAYERS
from maps.gpkg.shapes import read_blob
from maps.grid.hexmap import Shade
from maps.problems import Problem, did_you_mean
from maps.record import CORRECTED, VERDICTS, Audited, Correction, Evidence
from maps.sources.corrections_check import made_up_id

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maps.gpkg.columns import Block, Table

__all__ = ["read_audit", "read_corrections", "read_evidence", "read_shade"]

_MOST_SHADE = 100_000_000
_MOST_ENTRIES = 200_000_000
_TEXTS = tuple(name for name, kind in CORRECTION_COLUMNS.items() if kind == "TEXT")
_NEW = float("inf")


def read_corrections(table: Callable[[str], Table]) -> tuple[Correction, ...]:
    """Read what was corrected by hand, in its order; those drawn in another program, without one, come last."""
    found: list[tuple[float, Correction]] = []
    for shape, (name, kind) in CORRECTION_LAYERS.items():
        for block in table(name).blocks((*CORRECTION_COLUMNS, "geom")):
            texts = {column: block.texts(column) for column in _TEXTS}
            order, rank = block.numbers("nth"), np.nan_to_num(block.numbers("rank"))
            for row in range(len(order)):
                told = {column: values[row] for column, values in texts.items()}
                points = _drawn(block, row, kind)
                if told["what"] not in CORRECTED:
                    block.fault(row, f"what is {told['what'][:99]!r}", did_you_mean(told["what"][:99], CORRECTED))
                elif points:
                    told["id"] = told["id"] or made_up_id(told["what"], repr((told, points)))
                    one = Correction(shape=shape, points=points, rank=int(rank[row]), **told)
                    found.append((_NEW if np.isnan(order[row]) else float(order[row]), one))
            block.tell()
    return tuple(one for _, one in sorted(found, key=lambda pair: pair[0]))


def _drawn(block: Block, row: int, kind: str) -> tuple[tuple[float, float], ...]:
    try:
        drawn, points = read_blob(block.cells["geom"][row])
        if drawn != kind:
            msg = f"it is a {drawn.lower()}"
            raise ValueError(msg)
    except ValueError as error:
        block.fault(row, f"has no shape that can be read: {error}", f"draw a {kind.lower()}, or delete the row")
        return ()
    return tuple((x, y) for x, y in points.tolist())


def read_audit(table: Table) -> tuple[Audited, ...]:
    """Read what was removed or restored for the date."""
    found = []
    for block in table.blocks(tuple(AUDIT_COLUMNS)):
        block.codes("verdict", VERDICTS)
        texts = [block.texts(column) for column, kind in AUDIT_COLUMNS.items() if kind == "TEXT"]
        spots = (block.numbers("lon").tolist(), block.numbers("lat").tolist())
        found += [Audited(*row) for row in zip(*texts, *spots, strict=True)]
        block.tell()
    return tuple(found)


def read_evidence(file: sqlite3.Connection, name: str, hexes: int, problems: list[Problem]) -> Evidence | None:
    """Unpack the features that bear on each hex."""
    row = file.execute("SELECT entries, starts, feature, amount, names FROM evidence").fetchone()
    if row is None:
        return None
    entries, *packed, told = row
    try:
        if type(entries) is not int or not 0 <= entries <= _MOST_ENTRIES:
            raise ValueError
        counts = (("<i8", hexes + 1), ("<i4", entries), ("<f4", entries))
        starts, feature, amount = (_unpack(*pair) for pair in zip(packed, counts, strict=True))
        names = json.loads(told)
        if not _hangs_together(starts, feature, names):
            raise ValueError
    except (ValueError, TypeError, RecursionError, zlib.error):
        problems.append(Problem(name, "the evidence cannot be unpacked", "empty the table evidence"))
        return None
    return Evidence(starts.astype(np.int64), feature.astype(np.int32), amount.astype(np.float32), tuple(names))


def _unpack(packed: Any, kind: tuple[str, int]) -> NDArray[Any]:
    dtype, count = kind
    size = np.dtype(dtype).itemsize * count
    content = zlib.decompressobj().decompress(packed, size + 1)
    if len(content) != size:
        raise ValueError
    return np.frombuffer(content, dtype)


def _hangs_together(starts: NDArray[Any], feature: NDArray[Any], names: object) -> bool:
    rising = starts[0] == 0 and starts[-1] == len(feature) and bool((np.diff(starts) >= 0).all())
    known = isinstance(names, list) and all(isinstance(item, str) for item in names)
    return bool(
        rising and known and (not len(feature) or (feature.min() >= 0 and feature.max() < len(names)))  # type: ignore[arg-type]
    )


def read_shade(file: sqlite3.Connection, name: str, problems: list[Problem]) -> Shade | None:
    """Unpack the hillshade."""
    row = file.execute("SELECT u0_m, v0_m, cell_m, lines, columns, light FROM shade").fetchone()
    if row is None:
        return None
    u0, v0, cell, lines, columns, packed = row
    try:
        unpacker = zlib.decompressobj()
        light = np.frombuffer(unpacker.decompress(packed, _MOST_SHADE), np.uint8).reshape(lines, columns).copy()
        return Shade(light, float(u0), float(v0), float(cell))
    except (ValueError, TypeError, zlib.error):
        problems.append(Problem(name, "the hillshade cannot be unpacked", "empty the table shade"))
        return None
