"""
Pack scenes for the page: whole numbers, in squares, for each level of detail.

A packet is the length of its head (4 bytes, little-endian), the head as JSON, and the
points of all items as int16 in fractions of the hex radius from the square's middle, each but the
first of a line as the difference from the one before; where lines begin is uint32.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from scenarios.drawing.levels import LEVELS
from scenarios.drawing.mapscene import ground_scene
from scenarios.drawing.scene import Area, Lines, Spots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Scene, Width

__all__ = ["SQUARES", "Square", "packed", "square_box", "squares_of"]

SQUARES = {"far": 40.0, "theatre": 40.0, "middle": 36.0, "near": 18.0, "table": 10.0}
"""The side of a square by level, in hex radii."""

_MOST = 32_000


class Square(NamedTuple):
    """A square of a level: its column and line."""

    level: Level
    col: int
    row: int


def squares_of(shapes: Shapes, level: Level) -> list[Square]:
    """List the squares that cover a map at a level."""
    u0, v0, u1, v1 = shapes.box
    side = SQUARES[level.name]
    cols, rows = (int(-((near - far) // side)) for near, far in ((u0, u1), (v0, v1)))
    return [Square(level, col, row) for row in range(rows) for col in range(cols)]


def square_box(shapes: Shapes, square: Square) -> Box:
    """Give the box of the plane that a square covers."""
    side = SQUARES[square.level.name]
    u, v = shapes.box[0] + square.col * side, shapes.box[1] + square.row * side
    return (u, v, min(u + side, shapes.box[2]), min(v + side, shapes.box[3]))


def level_named(name: str) -> Level:
    """
    Find a level by its name.

    Raises
    ------
    KeyError
        If there is none.
    """
    return {level.name: level for level in LEVELS}[name]


def packed(shapes: Shapes, square: Square) -> bytes:
    """Pack what a square shows; the relief is a picture by itself."""
    box = square_box(shapes, square)
    return pack(ground_scene(shapes, square.level, box).without("numbers", "names"), box)


def pack(scene: Scene, box: Box) -> bytes:
    """Pack areas, lines and spots of a scene."""
    middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    fine = 256.0 if max(box[2] - box[0], box[3] - box[1]) > 24 else 1024.0
    rows, points, starts = [], [], []
    for item in scene.items:
        if isinstance(item, Area | Lines | Spots):
            at = item.starts if isinstance(item, Area | Lines) else np.array([0, len(item.points)])
            whole = np.rint((item.points.astype(float) - middle) * fine).clip(-_MOST, _MOST).astype(np.int64)
            rows.append(_row(item, len(whole), len(at)))
            points.append(_stepped(whole, at))
            starts.append(at.astype("<u4"))
    head = msgspec.json.encode({"box": box, "middle": middle.tolist(), "fine": fine, "items": rows})
    head += b" " * (-len(head) % 4)
    ways = b"".join(part.tobytes() for part in starts)
    return struct.pack("<I", len(head)) + head + ways + b"".join(part.tobytes() for part in points)


def _stepped(points: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.int16]:
    """Give the steps from point to point; the first of each line stands as it is."""
    steps = np.diff(points, axis=0, prepend=np.zeros((1, 2), np.int64))
    first = starts[:-1][starts[:-1] < len(points)]
    steps[first] = points[first]
    return steps.astype("<i2")


def _row(item: Area | Lines | Spots, points: int, starts: int) -> dict[str, Any]:
    row: dict[str, Any] = {"layer": item.layer, "colour": item.colour, "points": points, "starts": starts}
    if isinstance(item, Area):
        return {**row, "kind": "area", "curved": item.curved}
    if isinstance(item, Spots):
        return {**row, "kind": "spots", "width": _width(item.width)}
    return {
        **row,
        "kind": "lines",
        "width": _width(item.width),
        "curved": item.curved,
        "closed": item.closed,
        "round": item.round_ends,
        "dash": [_width(part) for part in item.dash],
        "alpha": item.alpha,
    }


def _width(width: Width) -> tuple[float, float, float, float]:
    """Write a width; a thousand millimetres are no limit."""
    return (width.share, width.least_mm, min(1000.0, width.most_mm), width.more_mm)
