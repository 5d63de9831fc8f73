"""Write a part of an extract as a small ``.osm.pbf``: some ways and relations, with all nodes they run through."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.sources.extracts.blocks import Relation
    from maps.sources.extracts.extract import Extract

    Ints = NDArray[np.int64]

__all__ = ["write_part"]

_AT_ONCE = 8000
_STEP_NANO = 100


def write_part(path: Path, extract: Extract, ways: Ints, relations: Sequence[Relation]) -> None:
    """Write the ways and relations of an extract; coordinates are whole steps of 1e-7 degrees, as GDAL has them."""
    rows = [extract.places[extract.starts[way] : extract.starts[way + 1]] for way in ways.tolist()]
    nodes = np.unique(np.concatenate([*rows, np.zeros(0, np.int64)]))
    nodes = nodes[nodes >= 0]
    with path.open("wb") as file:
        file.write(_blob(b"OSMHeader", _field(4, b"OsmSchema-V0.6") + _field(4, b"DenseNodes")))
        for first in range(0, len(nodes), _AT_ONCE):
            part = nodes[first : first + _AT_ONCE]
            columns = ((1, extract.node_ids), (8, extract.lat), (9, extract.lon))
            dense = b"".join(_field(key, _steps(column[part])) for key, column in columns)
            file.write(_data(_field(2, dense), []))
        for first in range(0, len(ways), _AT_ONCE):
            file.write(_group(3, _ways(extract, ways[first : first + _AT_ONCE])))
        for first in range(0, len(relations), _AT_ONCE):
            file.write(_group(4, map(_relation, relations[first : first + _AT_ONCE])))


def _ways(extract: Extract, ways: Ints) -> Iterator[tuple[int, dict[str, str], list[str], bytes]]:
    told, which = extract.tags(ways)
    for way, said in zip(ways.tolist(), which.tolist(), strict=True):
        refs = extract.refs(way)
        yield int(extract.way_ids[way]), told[said], [], _field(8, _steps(refs))


def _relation(one: Relation) -> tuple[int, dict[str, str], list[str], bytes]:
    kinds, members, roles = zip(*one.members, strict=True) if one.members else ((), (), ())
    return one.id, one.tags, list(roles), _field(9, _steps(np.array(members))) + _field(10, _row(np.array(kinds)))


def _group(key: int, things: Iterable[tuple[int, dict[str, str], list[str], bytes]]) -> bytes:
    words: dict[str, int] = {"": 0}
    told = []
    for number, tags, roles, rest in things:
        rows = ((2, tags), (3, tags.values()), (8, roles))
        numbers = [(at, np.array([words.setdefault(one, len(words)) for one in row])) for at, row in rows]
        packed = b"".join(_field(at, _row(row)) for at, row in numbers if len(row))
        told.append(_field(key, _number(1, number) + packed + rest))
    return _data(b"".join(told), [word.encode() for word in words])


def _data(group: bytes, words: Sequence[bytes]) -> bytes:
    table = b"".join(_field(1, word) for word in words or [b""])
    return _blob(b"OSMData", _field(1, table) + _field(2, group) + _number(17, _STEP_NANO))


def _blob(kind: bytes, content: bytes) -> bytes:
    body = _number(2, len(content)) + _field(3, zlib.compress(content, 1))
    head = _field(1, kind) + _number(3, len(body))
    return len(head).to_bytes(4, "big") + head + body


def _field(key: int, content: bytes) -> bytes:
    return _row(np.array([key << 3 | 2, len(content)])) + content


def _number(key: int, value: int) -> bytes:
    return _row(np.array([key << 3, value]))


def _steps(values: NDArray[Any]) -> bytes:
    """Write numbers by how far each is from the one before, the sign in the last bit."""
    row: Ints = np.asarray(values, np.int64)
    steps = np.concatenate([row[:1], row[1:] - row[:-1]])
    return _row((steps << 1) ^ (steps >> 63))


def _row(values: NDArray[Any]) -> bytes:
    """Write numbers seven bits a byte, the last first."""
    rest = np.asarray(values, np.int64).astype(np.uint64)
    octets = (rest[:, None] >> np.arange(0, 70, 7, dtype=np.uint64)) & np.uint64(127)
    length = np.where(octets > 0, np.arange(1, 11), 1).max(axis=1, initial=1)
    more = np.arange(10) < length[:, None] - 1
    packed = (octets | np.where(more, np.uint64(128), np.uint64(0))).astype(np.uint8)
    return bytes(packed[np.arange(10) < length[:, None]].tobytes())
