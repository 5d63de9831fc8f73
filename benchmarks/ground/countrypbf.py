"""
Make the ``.osm.pbf`` of a country: a million ways and more, written block by block as OpenStreetMap's own extracts are.

Roads, tracks, streams and farmland lie about evenly over five by eight degrees, each of a few nodes of its own. What is
made is known by heart: how many ways of each kind begin in a box is counted while they are drawn.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Box = tuple[float, float, float, float]

__all__ = ["COUNTRY", "KINDS", "Box", "Country", "line_of", "write_country"]

COUNTRY: Box = (5.0, 47.0, 13.0, 52.0)
"""West, south, east, north."""
_POINTS = 6
_A_BLOCK = 8000
_UNIT = 1e-7
_FIELD = 0.2
"""How wide a field is, of what a road is long."""
KINDS = (
    ("highway", "primary", 0.05), ("highway", "tertiary", 0.25), ("highway", "track", 0.2),
    ("highway", "footway", 0.2), ("waterway", "stream", 0.1), ("landuse", "farmland", 0.2),
)  # fmt: skip
_WORDS = ("", *dict.fromkeys(word for key, value, _ in KINDS for word in (key, value)))


class Country(NamedTuple):
    """What was written: bytes, ways, and how many roads begin in the box that was asked about."""

    size: int
    ways: int
    primaries_in_box: int


def write_country(path: Path, ways: int, box: Box) -> Country:
    """Write a country with so many ways; ``box`` is where its greatest roads are counted."""
    sown = np.random.default_rng(1871)
    west, south, east, north = COUNTRY
    kind = sown.choice(len(KINDS), ways, p=[share for *_, share in KINDS])
    start = np.stack([sown.uniform(west, east, ways), sown.uniform(south, north, ways)], axis=1)
    step = sown.normal(0, 0.02, (ways, 2))
    here = (start[:, 0] > box[0]) & (start[:, 0] < box[2]) & (start[:, 1] > box[1]) & (start[:, 1] < box[3])
    with path.open("wb") as file:
        file.write(_blob("OSMHeader", _header()))
        for first in range(0, ways, _A_BLOCK):
            part = slice(first, min(first + _A_BLOCK, ways))
            file.write(_blob("OSMData", _nodes(first, line_of(start[part], step[part], kind[part]))))
        for first in range(0, ways, _A_BLOCK):
            file.write(_blob("OSMData", _ways(first, kind[first : first + _A_BLOCK])))
    return Country(path.stat().st_size, ways, int((here & (kind == 0)).sum()))


def line_of(start: NDArray[np.float64], step: NDArray[np.float64], kind: Ints) -> Ints:
    """Give the nodes of ways, steps of 1e-7 degrees (w, points, 2); fields go round, all else straight on."""
    along = np.arange(_POINTS)[None, :, None]
    turn = 2 * np.pi * np.arange(_POINTS)[None, :, None] / _POINTS
    across = np.stack([-step[:, 1], step[:, 0]], axis=1)
    round_ = _FIELD * np.cos(turn) * step[:, None] + _FIELD * np.sin(turn) * across[:, None]
    shape = np.where((kind == len(KINDS) - 1)[:, None, None], round_, along * step[:, None] / _POINTS)
    return np.rint((start[:, None] + shape) / _UNIT).astype(np.int64)


def _nodes(first: int, points: Ints) -> bytes:
    flat = points.reshape(-1, 2)
    ids = 1 + first * _POINTS + np.arange(len(flat))
    dense = b"".join(_block(key, _packed(column)) for key, column in ((1, ids), (8, flat[:, 1]), (9, flat[:, 0])))
    return _block(1, _block(1, b"")) + _block(2, _block(2, dense)) + b"\x88\x01d"


def _ways(first: int, kinds: Ints) -> bytes:
    table = _block(1, b"".join(_block(1, word.encode()) for word in _WORDS))
    return table + _block(2, b"".join(_block(3, way) for way in _each_way(first, kinds))) + b"\x88\x01d"


def _each_way(first: int, kinds: Ints) -> Iterator[bytes]:
    tags = [_block(2, bytes([_WORDS.index(key)])) + _block(3, bytes([_WORDS.index(value)])) for key, value, _ in KINDS]
    onward = b"\x02" * (_POINTS - 1)
    for way, kind in enumerate(kinds.tolist(), first):
        node = 1 + way * _POINTS
        home = _varint(2 * (_POINTS - 1) - 1) if kind == len(KINDS) - 1 else b""
        yield b"\x08" + _varint(way + 1) + tags[kind] + _block(8, _varint(2 * node) + onward + home)


def _header() -> bytes:
    west, south, east, north = (_varint(2 * round(value * 1e9)) for value in COUNTRY)
    box = b"\x08" + west + b"\x10" + east + b"\x18" + north + b"\x20" + south
    return _block(1, box) + _block(4, b"OsmSchema-V0.6") + _block(4, b"DenseNodes")


def _blob(kind: str, content: bytes) -> bytes:
    body = b"\x10" + _varint(len(content)) + _block(3, zlib.compress(content, 1))
    head = _block(1, kind.encode()) + b"\x18" + _varint(len(body))
    return len(head).to_bytes(4, "big") + head + body


def _block(key: int, content: bytes) -> bytes:
    return _varint(key << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _packed(column: Ints) -> bytes:
    """Pack a column as the format wants it: differences, the sign in the last bit, seven bits to a byte."""
    steps = np.diff(column, prepend=0)
    left = ((steps << 1) ^ (steps >> 63)).astype(np.uint64)
    octets = np.zeros((len(left), 10), np.uint8)
    used = np.zeros((len(left), 10), bool)
    for place in range(10):
        used[:, place] = (left > 0) | (place == 0)
        octets[:, place] = (left & np.uint64(127)).astype(np.uint8)
        left >>= np.uint64(7)
    more = np.zeros_like(used)
    more[:, :-1] = used[:, 1:]
    return (octets | (more.astype(np.uint8) << 7))[used].tobytes()
