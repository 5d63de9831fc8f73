"""
Walk through the blocks of an ``.osm.pbf`` file without reading what is in them.

The file is a row of blocks, each with a length in front (OpenStreetMap wiki,
"PBF Format"): a walk of a few thousand steps tells whether it is whole, and
the first block says what ground it covers. Where it does not say, the nodes
are looked through for it: every block is unpacked then, one at a time.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import numpy as np

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Bounds = tuple[float, float, float, float]

__all__ = ["DamagedError", "PbfSurvey", "blobs_of", "content", "fields", "signed", "survey_pbf", "zigzag"]

_MOST_HEADER = 64 * 1024
_MOST_BLOCK = 32 * 1024 * 1024
_NANO = 1e-9


@dataclass(frozen=True, slots=True)
class PbfSurvey:
    """What a file tells of itself: ``bounds`` west, south, east, north in degrees, as far as known."""

    blocks: int
    bounds: Bounds | None


def survey_pbf(path: Path, *, bounds_of_nodes: bool = False) -> PbfSurvey:
    """
    Walk through a file; every block is stepped over, only the first is opened.

    Parameters
    ----------
    bounds_of_nodes
        Whether all nodes are looked through for the bounds, where the first block does not say them.

    Raises
    ------
    ProblemsFound
        If the file is cut short or damaged.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        try:
            head, data_size = block_head(file)
            if head != b"OSMHeader":
                raise DamagedError
            bounds = _bounds(content(file.read(data_size)))
            begin = file.tell()
            blocks = sum(1 for _ in _rest(file, size))
            file.seek(begin)
            if bounds is None and bounds_of_nodes:
                bounds = _bounds_of_nodes(file, size)
        except (DamagedError, zlib.error, IndexError) as error:
            what = f"is cut short or damaged near byte {file.tell():,} of {size:,}"
            raise ProblemsFound([Problem(path.name, what, "fetch it again")]) from error
    return PbfSurvey(blocks, bounds)


def blobs_of(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Give kind and bytes of each block, packed as it is; raises ``DamagedError`` where the file is cut short."""
    size = path.stat().st_size
    with path.open("rb") as file:
        while file.tell() < size:
            kind, data_size = block_head(file)
            blob = file.read(data_size)
            if len(blob) < data_size:
                raise DamagedError
            yield kind, blob


class DamagedError(Exception):
    """The bytes do not follow the format."""


def _rest(file: IO[bytes], size: int) -> Iterator[int]:
    while file.tell() < size:
        _, data_size = block_head(file)
        if file.tell() + data_size > size:
            raise DamagedError
        file.seek(data_size, os.SEEK_CUR)
        yield data_size


def block_head(file: IO[bytes]) -> tuple[bytes, int]:
    # BlobHeader: type = 1, indexdata = 2, datasize = 3.
    length = int.from_bytes(file.read(4), "big")
    head = file.read(length) if 0 < length <= _MOST_HEADER else b""
    if len(head) < max(length, 1):
        raise DamagedError
    told = dict(fields(head))
    kind, size = told.get(1), told.get(3)
    if not isinstance(kind, bytes) or not isinstance(size, int) or not 0 <= size <= _MOST_BLOCK:
        raise DamagedError
    return kind, size


def content(blob: bytes) -> bytes:
    """Unpack a block; nothing where it is packed in a way that is left to GDAL."""
    # Blob: raw = 1, raw_size = 2, zlib_data = 3; other packings are left to GDAL, and the bounds with them.
    told = dict(fields(blob))
    if isinstance(plain := told.get(1), bytes):
        return plain
    packed = told.get(3)
    return zlib.decompressobj().decompress(packed, _MOST_BLOCK) if isinstance(packed, bytes) else b""


def _bounds(header: bytes) -> tuple[float, float, float, float] | None:
    # HeaderBlock: bbox = 1; HeaderBBox: left, right, top, bottom = 1 to 4, zigzag, billionths of a degree.
    box = dict(fields(header)).get(1)
    if not isinstance(box, bytes):
        return None
    values = {key: value for key, value in fields(box) if isinstance(value, int)}
    west, east, north, south = (_NANO * zigzag(values.get(key, 0)) for key in (1, 2, 3, 4))
    return west, south, east, north


def _bounds_of_nodes(file: IO[bytes], size: int) -> Bounds | None:
    """Look through all nodes for the ground that a file covers."""
    west = south = np.inf
    east = north = -np.inf
    while file.tell() < size:
        _, data_size = block_head(file)
        for lon, lat in _nodes(content(file.read(data_size))):
            if len(lon):
                west, east = min(west, lon.min()), max(east, lon.max())
                south, north = min(south, lat.min()), max(north, lat.max())
    return (float(west), float(south), float(east), float(north)) if west <= east else None


def _nodes(block: bytes) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Give longitudes and latitudes of the nodes of a block, in degrees."""
    # PrimitiveBlock: group = 2, granularity = 17, lat_offset = 19, lon_offset = 20. Its groups: nodes = 1, dense = 2.
    parts = list(fields(block))
    scale = {key: value for key, value in parts if isinstance(value, int)}
    step, south, west = scale.get(17, 100), signed(scale.get(19, 0)), signed(scale.get(20, 0))
    for _, group in (part for part in parts if part[0] == 2 and isinstance(part[1], bytes)):
        assert isinstance(group, bytes)
        singles = []
        for kind, nodes in fields(group):
            if kind == 2 and isinstance(nodes, bytes):
                # DenseNodes: lat = 8, lon = 9, each the difference to the one before.
                held = {key: value for key, value in fields(nodes) if isinstance(value, bytes)}
                lat, lon = (np.cumsum(_zigzags(held.get(key, b""))) for key in (8, 9))
                yield _degrees(west + step * lon), _degrees(south + step * lat)
            elif kind == 1 and isinstance(nodes, bytes):
                # Node: lat = 8, lon = 9.
                own = {key: value for key, value in fields(nodes) if isinstance(value, int)}
                singles.append((zigzag(own.get(9, 0)), zigzag(own.get(8, 0))))
        lon, lat = np.array(singles, np.int64).reshape(-1, 2).T
        yield _degrees(west + step * lon), _degrees(south + step * lat)


def _degrees(billionths: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(_NANO * billionths, np.float64)


def _zigzags(packed: bytes) -> NDArray[np.int64]:
    """Unpack a row of signed numbers at once."""
    octets = np.frombuffer(packed, np.uint8)
    last = np.flatnonzero(octets < 128)
    if not len(octets) or last[-1] != len(octets) - 1:
        if len(octets):
            raise DamagedError
        return np.zeros(0, np.int64)
    first = np.concatenate([[0], last[:-1] + 1])
    if (last - first).max() > 9:
        raise DamagedError
    place = np.arange(len(octets)) - np.repeat(first, last - first + 1)
    values = np.add.reduceat((octets & 127).astype(np.uint64) << (7 * place).astype(np.uint64), first)
    return (values >> np.uint64(1)).astype(np.int64) ^ -(values & np.uint64(1)).astype(np.int64)


def signed(value: int) -> int:
    """Read a number of 64 bits as one that may be below 0."""
    return value - (1 << 64) if value >= 1 << 63 else value


def zigzag(value: int) -> int:
    """Read a number whose last bit says whether it is below 0."""
    return (value >> 1) ^ -(value & 1)


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Take a protocol buffers message apart: field number and value."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        if key & 7 == 0:
            value, at = _varint(message, at)
            yield key >> 3, value
        elif key & 7 == 2:
            length, at = _varint(message, at)
            if at + length > len(message):
                raise DamagedError
            yield key >> 3, message[at : at + length]
            at += length
        else:
            raise DamagedError


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        byte = message[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise DamagedError
