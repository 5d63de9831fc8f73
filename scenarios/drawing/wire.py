"""
Pack scenes for the page: whole numbers, in squares, for each level of detail.

A packet is the length of its head (4 bytes, little-endian), the head as JSON, how many points each line has
as uint32, and all points: the steps from point to point, each but the first of a line as the difference from the
one before, as zigzag numbers of 16 bits; all low bytes first, then all high ones, since so they are compressed best.
Items that are drawn along the same points share them: a road and its casing, a tree and its shadow.
"""

from __future__ import annotations

import hashlib
import struct
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from scenarios.drawing.levels import DISTANT, LEVELS
from scenarios.drawing.mapscene import ground_scene
from scenarios.drawing.scene import Area, Lines, Relief, Spots

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from maps.shapes.shapes import Shapes
    from scenarios.drawing.levels import Level
    from scenarios.drawing.scene import Box, Item, Scene, Width

__all__ = ["SQUARES", "Square", "level_named", "mark", "pack", "packed", "square_box", "squares_of"]

SQUARES = {"distant": 288.0, "far": 72.0, "theatre": 48.0, "middle": 32.0, "near": 18.0, "table": 10.0}
"""The side of a square by level, in hex radii."""

_FINE = {"distant": 32.0, "far": 64.0, "theatre": 96.0, "middle": 160.0, "near": 320.0, "table": 640.0}
"""Fractions of a hex radius that points are rounded to: about an eighth of a point of the screen."""

_MOST = 32_000

_UNSEEN = ("contours",)
"""What is not drawn of hexes that are a few points wide."""


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


def level_named(name: str) -> Level | None:
    """Find a level by its name; None if there is none."""
    return {level.name: level for level in (DISTANT, *LEVELS)}.get(name)


@cache
def mark() -> str:
    """Give a mark that is another when the same map would be drawn otherwise: of the rules, of the palette."""
    found = hashlib.sha256()
    for folder in ("maps.shapes", "scenarios.drawing"):
        for name, text in sorted(_sources(files(folder))):
            found.update(name.encode() + text)
    found.update((files("maps") / "palette.toml").read_bytes())
    return found.hexdigest()[:12]


def _sources(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    return ((part.name, part.read_bytes()) for part in folder.iterdir() if part.name.endswith(".py"))


def packed(shapes: Shapes, level: Level, box: Box) -> bytes:
    """Pack what a box shows at a level; the relief is a picture by itself."""
    return pack(ground_scene(shapes, level, box, _UNSEEN if level is DISTANT else ()), box, _FINE[level.name])


def pack(scene: Scene, box: Box, fine: float) -> bytes:
    """Pack areas, lines, spots, and where the relief lies between them."""
    middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    rows: list[dict[str, Any]] = []
    forms: dict[tuple[int, int], int] = {}
    sizes: list[int] = []
    counts: list[NDArray[np.int64]] = []
    steps: list[NDArray[np.int64]] = []
    for item in scene.items:
        if isinstance(item, Relief):
            rows.append({"kind": "relief", "layer": item.layer})
        elif isinstance(item, Area | Lines | Spots):
            starts = np.array([0, len(item.points)]) if isinstance(item, Spots) else item.starts
            key = (id(item.points), 0 if isinstance(item, Spots) else id(item.starts))
            if key not in forms:
                forms[key] = len(forms)
                whole = np.rint((item.points.astype(float) - middle) * fine).clip(-_MOST, _MOST).astype(np.int64)
                sizes.append(len(starts) - 1)
                counts.append(np.diff(starts))
                steps.append(_stepped(whole, starts))
            rows.append({**_row(item), "form": forms[key]})
    head = msgspec.json.encode({"box": box, "middle": middle.tolist(), "fine": fine, "forms": sizes, "items": rows})
    head += b" " * (-len(head) % 4)
    lines = np.concatenate([np.zeros(0, np.int64), *counts]).astype("<u4").tobytes()
    return struct.pack("<I", len(head)) + head + lines + _woven(np.concatenate([np.zeros((0, 2), np.int64), *steps]))


def _stepped(points: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give the steps from point to point; the first of each line stands as it is."""
    steps = np.diff(points, axis=0, prepend=np.zeros((1, 2), np.int64))
    first = starts[:-1][starts[:-1] < len(points)]
    steps[first] = points[first]
    return steps


def _woven(steps: NDArray[np.int64]) -> bytes:
    """Write numbers (k, 2) as zigzag, all across and then all down, low bytes before high ones."""
    flat = steps.T.ravel()
    zigzag = ((flat << 1) ^ (flat >> 63)).astype(np.uint16)
    return (zigzag & 0xFF).astype(np.uint8).tobytes() + (zigzag >> 8).astype(np.uint8).tobytes()


def _row(item: Item) -> dict[str, Any]:
    row: dict[str, Any] = {"layer": item.layer}
    if isinstance(item, Area):
        return {**row, "kind": "area", "colour": item.colour, "curved": item.curved}
    if isinstance(item, Spots):
        return {**row, "kind": "spots", "colour": item.colour, "width": _width(item.width), "aside": item.aside}
    assert isinstance(item, Lines)
    assert item.dash is None
    return {
        **row,
        "kind": "lines",
        "colour": item.colour,
        "width": _width(item.width),
        "curved": item.curved,
        "closed": item.closed,
        "round": item.round_ends,
        "alpha": item.alpha,
    }


def _width(width: Width) -> tuple[float, float, float, float]:
    """Write a width; a thousand millimetres are no limit."""
    return (width.share, width.least_mm, min(1000.0, width.most_mm), width.more_mm)
