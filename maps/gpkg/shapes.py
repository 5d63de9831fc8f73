"""
Write and read the shapes in a GeoPackage: points, lines and rings, many at once.

A shape is a head, with CRS and bounds, and then WKB (OGC 12-128r19, 2.1.3). Reading
takes nothing on trust: every count is held against what is there.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["KINDS", "MOST_POINTS", "blob", "blobs", "packed", "read_blob"]

KINDS = {"POINT": 1, "LINESTRING": 2, "POLYGON": 3}
MOST_POINTS = 100_000
_HEAD_BYTES = 40
_ENVELOPES = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}


def packed(kind: str, points: Floats, srs: int) -> NDArray[np.uint8]:
    """
    Write many shapes of one kind, each as a row of as many bytes.

    Parameters
    ----------
    points
        Shapes, points, x and y (k, m, 2); a ring is not closed again.
    """
    count, each = points.shape[:2]
    closed = each + (kind == "POLYGON")
    counts = {"POINT": [], "LINESTRING": [("points", "<u4")], "POLYGON": [("rings", "<u4"), ("points", "<u4")]}[kind]
    head = [("magic", "S2"), ("flags", "<u2"), ("srs", "<i4"), ("bounds", "<f8", 4), ("order", "u1"), ("kind", "<u4")]
    one = np.zeros(1, np.dtype([*head, *counts, ("xy", "<f8", (closed, 2))]))
    one["magic"], one["flags"], one["srs"], one["order"], one["kind"] = b"GP", 0x0300, srs, 1, KINDS[kind]
    for name, value in (("rings", 1), ("points", closed)):
        if name in (one.dtype.names or ()):
            one[name] = value
    rows = np.repeat(one, count)
    for axis in range(2):
        # Point by point: a reduction over a short axis in the middle takes ten times as long.
        values = np.ascontiguousarray(points[..., axis].T)
        rows["bounds"][:, 2 * axis], rows["bounds"][:, 2 * axis + 1] = values.min(axis=0), values.max(axis=0)
        for k in range(closed):
            rows["xy"][:, k, axis] = values[k % each]
    return rows.view(np.uint8).reshape(count, rows.dtype.itemsize)


def blobs(kind: str, points: Floats, srs: int) -> Iterator[memoryview]:
    """Write many shapes of one kind, one after the other (``packed``)."""
    return (memoryview(row) for row in packed(kind, points, srs))


def blob(kind: str, points: Floats, srs: int) -> bytes:
    """Write one shape (m, 2)."""
    return bytes(next(iter(blobs(kind, points[None], srs))))


def read_blob(content: object) -> tuple[str, Floats]:
    """
    Read a point, a line, or the outer ring of a polygon: its kind and points (m, 2); a ring is not closed.

    Raises
    ------
    ValueError
        If it is anything else, or not whole.
    """
    if not isinstance(content, bytes) or len(content) < 8 or content[:3] != b"GP\x00":
        msg = "it is no GeoPackage geometry"
        raise ValueError(msg)
    at = 8 + _ENVELOPES.get(content[3] >> 1 & 7, len(content))
    try:
        order = "<" if content[at] == 1 else ">"
        (code,) = struct.unpack_from(order + "I", content, at + 1)
        kind = {number: name for name, number in KINDS.items()}[code]
        at += 5
        if kind == "POLYGON":
            (rings,) = struct.unpack_from(order + "I", content, at)
            at += 4
            if rings != 1:
                msg = f"it has {rings} rings, and one is wanted"
                raise ValueError(msg)
        count = 1
        if kind != "POINT":
            (count,) = struct.unpack_from(order + "I", content, at)
            at += 4
        return kind, _points(content, at, count, order, kind)
    except (struct.error, IndexError, KeyError) as error:
        msg = "it is no whole point, line or polygon without holes, in two dimensions"
        raise ValueError(msg) from error


def _points(content: bytes, at: int, count: int, order: str, kind: str) -> Floats:
    if not 0 < count <= MOST_POINTS or at + 16 * count != len(content):
        msg = f"it says it has {count} points, and that cannot be"
        raise ValueError(msg)
    points = np.frombuffer(content, order + "f8", 2 * count, at).astype(float).reshape(-1, 2)
    if not np.isfinite(points).all():
        msg = "it has points that are no numbers"
        raise ValueError(msg)
    return points[:-1] if kind == "POLYGON" and len(points) > 1 and (points[0] == points[-1]).all() else points
