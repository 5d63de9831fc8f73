"""
Read all blocks of an ``.osm.pbf`` file into arrays, several at a time.

What is out of the ordinary (rows in pieces, numbers out of order, another way of packing, a file that unpacks to more
than files do) is not guessed at: then nothing is read here, and GDAL is asked, which knows all that the format allows.
"""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.sources.extracts.kernels import numbers, running, spans, tagged, ways_of
from maps.sources.pbf import DamagedError, blobs_of, content, fields, signed

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["Block", "Relation", "Unusual", "Ways", "read_blocks"]

_KNOWN = {b"OsmSchema-V0.6", b"DenseNodes"}
_MOST_TIMES, _MOST_BESIDE = 12, 64_000_000
"""A file unpacks to so many times its size and so much more at most."""
_UNIT = 1e7


class Unusual(Exception):  # noqa: N818 - it says what the file is
    """The file holds what is left to GDAL."""


class Ways(NamedTuple):
    """Ways of a group, as ``ways_of`` gives them."""

    ids: Ints
    hits: Bools
    tag_at: Ints
    keys: Ints
    values: Ints
    node_at: Ints
    nodes: Ints


class Relation(NamedTuple):
    """A relation: its members are kind (0 a node, 1 a way, 2 a relation), id and role."""

    id: int
    tags: dict[str, str]
    members: list[tuple[int, int, str]]


class Block(NamedTuple):
    """
    One block: its words, its nodes in whole 1e-7 degrees, those with wanted tags, its ways and its relations.

    Relations of packed files are messages, which are read when they are asked for.
    """

    words: list[bytes]
    ids: Ints
    lon: NDArray[np.int32]
    lat: NDArray[np.int32]
    points: list[tuple[int, float, float, list[int]]]
    ways: list[Ways]
    relations: list[bytes | Relation]


def read_blocks(path: Path, keys: frozenset[str]) -> list[Block]:
    """
    Read a file that fits into memory.

    Parameters
    ----------
    keys
        The tags that are wanted: nodes without any are places of others only.

    Raises
    ------
    Unusual
        If it holds what is left to GDAL.
    """
    wanted = frozenset(key.encode() for key in keys)
    most = _MOST_TIMES * path.stat().st_size + _MOST_BESIDE
    try:
        blobs = blobs_of(path)
        kind, head = next(blobs)
        if kind != b"OSMHeader" or not {value for key, value in fields(content(head)) if key == 4} <= _KNOWN:
            raise Unusual
        data = [blob for kind, blob in blobs if kind == b"OSMData"]
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda blob: _block(blob, wanted, most // max(len(data), 1) + _MOST_BESIDE), data))
    except (DamagedError, zlib.error, IndexError, UnicodeDecodeError, StopIteration, OverflowError) as error:
        raise Unusual from error
    return found


def _block(blob: bytes, wanted: frozenset[bytes], most: int) -> Block:
    told = dict(fields(blob))
    data = content(blob)
    if not data or (3 in told and told.get(2) != len(data)) or len(data) > most:
        raise Unusual
    octets = np.frombuffer(data, np.uint8)
    tables = [_spans(octets, span[0], span[1], 1).tolist() for span in _spans(octets, 0, len(octets), 1).tolist()]
    words = [data[start:end] for table in tables for start, end in table]
    is_wanted = np.array([word in wanted for word in words], bool)
    scale = {key: value for key, value in fields(data) if isinstance(value, int)}
    how = scale.get(17, 100), signed(scale.get(20, 0)), signed(scale.get(19, 0))
    found = Block(words, *_no_nodes(), [], [], [])
    for start, end in _spans(octets, 0, len(octets), 2).tolist():
        if len(_spans(octets, start, end, 1)):
            raise Unusual
        for dense in _spans(octets, start, end, 2).tolist():
            found = _with_nodes(found, octets, dense, is_wanted, how)
        if len(ways := _spans(octets, start, end, 3)):
            told_of: Any = ways_of(octets, ways, is_wanted)
            *columns, sound = told_of
            _ordinary(sound=bool(sound))
            found.ways.append(Ways(*columns))
        found.relations.extend(data[a:b] for a, b in _spans(octets, start, end, 4).tolist())
    return found


def _no_nodes() -> tuple[Ints, NDArray[np.int32], NDArray[np.int32]]:
    return np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32)


def _ordinary(*, sound: bool) -> None:
    if not sound:
        raise Unusual


def _spans(octets: NDArray[np.uint8], start: int, end: int, key: int) -> Ints:
    found, sound = spans(octets, start, end, key)
    _ordinary(sound=bool(sound))
    return np.asarray(found)


def _with_nodes(
    block: Block, octets: NDArray[np.uint8], dense: list[int], wanted: Bools, how: tuple[int, int, int]
) -> Block:
    # DenseNodes: id = 1, lat = 8, lon = 9, keys and values = 10.
    rows = []
    for key, read in ((1, running), (8, running), (9, running), (10, numbers)):
        told = _spans(octets, dense[0], dense[1], key)
        _ordinary(sound=len(told) == 1 or (key == 10 and not len(told)))
        row, sound = read(octets, *told[0].tolist()) if len(told) else (np.zeros(0, np.int64), True)
        _ordinary(sound=bool(sound))
        rows.append(row)
    ids, lat, lon, tags = rows
    step, west, south = how
    x, y = 1e-9 * (west + step * lon), 1e-9 * (south + step * lat)
    on_earth = len(ids) == len(lat) == len(lon) and (np.abs(x) <= 180).all() and (np.abs(y) <= 90).all()
    _ordinary(sound=bool(on_earth))
    which, sound = tagged(tags, wanted, len(ids)) if len(tags) else (np.zeros((0, 3), np.int64), True)
    _ordinary(sound=bool(sound))
    points = [(int(ids[k]), float(x[k]), float(y[k]), tags[a:b].tolist()) for k, a, b in which.tolist()]
    whole = [np.floor(one * _UNIT + 0.5).astype(np.int32) for one in (x, y)]
    pairs = (block.ids, ids), (block.lon, whole[0]), (block.lat, whole[1])
    all_ids, all_lon, all_lat = (np.concatenate(pair) for pair in pairs)
    return Block(block.words, all_ids, all_lon, all_lat, block.points + points, block.ways, block.relations)
