"""
Read an extract of OpenStreetMap as XML into arrays, in one pass.

GDAL parses such a file once for each of four layers. What is plain in it, as all programs write it, is taken apart
here; what is not is left to expat, which finds its faults, and to GDAL.
"""

from __future__ import annotations

import codecs
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from maps.sources.extracts.blocks import Block, Relation, Unusual, Ways
from maps.sources.extracts.xmlkernels import RELATION, WAY, Rows, counted, scanned

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Bounds = tuple[float, float, float, float]

__all__ = ["MOST_XML_BYTES", "is_xml", "xml_blocks", "xml_bounds"]

MOST_XML_BYTES = 128_000_000
"""Files up to this size are read at once; they hold less than ``.osm.pbf`` of half of it."""
_HEAD = re.compile(
    rb"(?:<\?xml\s+version=(?:'1\.0'|\"1\.0\")(?:\s+encoding=(?:'(?i:utf-8)'|\"(?i:utf-8)\"))?"
    rb"(?:\s+standalone=(?:'yes'|\"yes\"|'no'|\"no\"))?\s*\?>)?"
)
_NO_LETTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")
_REFERENCE = re.compile("&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-z]+));")
_LETTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_THING = re.compile(rb"<(?:node|way|relation)[ \t\r\n]")
"""Where a file may be cut: in plain XML this is the beginning of an element, and of nothing else."""
_AT_ONCE, _PIECE = 1 << 20, 16 << 20
_MOST_WORDS = 2_000_000
_UNIT = 1e7


def is_xml(path: Path) -> bool:
    """Say whether an extract is one as XML, by its name."""
    return path.suffix.lower() == ".osm"


def xml_bounds(path: Path) -> Bounds | None:
    """
    Walk through a file, and say what ground it says that it covers, or else where its nodes lie; None: there is none.

    Raises
    ------
    Unusual
        If it is not plain, or not whole.
    """
    data, pieces = _scanned(path)
    told = next((rows.bounds for rows in reversed(pieces) if rows.bounds[0, 0]), None)
    if told is not None:
        try:
            west, south, east, north = (float(data[start:end]) for start, end in told.tolist())
        except ValueError as error:
            raise Unusual from error
        return west, south, east, north
    lon, lat = (np.concatenate([getattr(one, name)[: one.counts[1]] for one in pieces]) for name in ("lon", "lat"))
    return (float(lon.min()), float(lat.min()), float(lon.max()), float(lat.max())) if len(lon) else None


def xml_blocks(path: Path, keys: frozenset[str]) -> list[Block]:
    """
    Read a file that fits into memory, as ``read_blocks`` does one that is packed.

    Raises
    ------
    Unusual
        If it is not plain, or not whole.
    """
    data, pieces = _scanned(path)
    return [_block(data, rows, keys) for rows in pieces]


def _block(data: bytes, rows: Rows, keys: frozenset[str]) -> Block:
    elements, _, tags, refs, count = rows.counts.tolist()
    words = [_plain(data[start:end]) for start, end in rows.words[:count].tolist()]
    wanted = np.array([word in keys for word in words], bool)
    tag_at, ref_at = np.append(rows.tag_at[:elements], tags), np.append(rows.ref_at[:elements], refs)
    hits = np.concatenate([[0], np.cumsum(wanted[rows.keys[:tags]])])
    says = np.asarray(hits[tag_at[1:]] > hits[tag_at[:-1]])
    ways_at, rest_at = np.searchsorted(rows.kind[:elements], (WAY, RELATION)).tolist()
    lon, lat = (np.floor(one[:ways_at] * _UNIT + 0.5).astype(np.int32) for one in (rows.lon, rows.lat))
    points = [
        (int(rows.ids[k]), float(rows.lon[k]), float(rows.lat[k]), _pairs(rows, tag_at, k))
        for k in np.flatnonzero(says[:ways_at]).tolist()
    ]
    part = slice(ways_at, rest_at + 1)
    ways = _ways(rows, tag_at[part], ref_at[part], slice(ways_at, rest_at), says)
    relations: list[bytes | Relation] = [_relation(rows, tag_at, ref_at, k, words) for k in range(rest_at, elements)]
    return Block([word.encode() for word in words], rows.ids[:ways_at], lon, lat, points, [ways], relations)


def _scanned(path: Path) -> tuple[bytes, list[Rows]]:
    """Take a file apart, two pieces at a time."""
    data = path.read_bytes()
    head = _HEAD.match(data)
    if head is None or not _is_text(data):
        raise Unusual
    octets, cuts = np.frombuffer(data, np.uint8), [head.end()]
    while (thing := _THING.search(data, cuts[-1] + _PIECE)) is not None:
        cuts.append(thing.start())

    def taken(begin: int, end: int) -> tuple[int, Rows]:
        rows = _room(counted(octets, begin, end))
        return scanned(octets, begin, end, begin == cuts[0], rows), rows

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(taken, cuts, [*cuts[1:], len(data)]))
    if [depth for depth, _ in found] != [*(1 for _ in cuts[1:]), 0]:
        raise Unusual
    return data, [rows for _, rows in found]


def _is_text(data: bytes) -> bool:
    """Say whether all of it is letters; looked at in pieces, as the whole in letters takes four times the room."""
    if data.isascii():
        return True
    reading = codecs.getincrementaldecoder("utf-8")()
    try:
        for begin in range(0, len(data), _AT_ONCE):
            reading.decode(data[begin : begin + _AT_ONCE])
        reading.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return not any(octets in data for octets in _NO_LETTERS)


def _room(most: Ints) -> Rows:
    """Make room for all that a piece can hold."""
    nodes, others, tags, places, members = most.tolist()
    things, refs = nodes + others, places + members
    words = min(2 * tags + members, _MOST_WORDS) + 1
    size = 1 << (2 * words).bit_length()

    def row(count: int) -> Ints:
        return np.zeros(count, np.int64)

    return Rows(
        counts=row(5), kind=np.zeros(things, np.int8), ids=row(things), tag_at=row(things), ref_at=row(things),
        lon=np.zeros(nodes), lat=np.zeros(nodes), keys=row(tags), values=row(tags),
        refs=row(refs), member=np.zeros(refs, np.int8), role=row(refs),
        words=np.zeros((words, 2), np.int64), table=np.full(size, -1, np.int32), bounds=np.zeros((4, 2), np.int64),
    )  # fmt: skip


def _plain(word: bytes) -> str:
    told = word.decode()
    return _REFERENCE.sub(_letter, told) if "&" in told else told


def _letter(found: re.Match[str]) -> str:
    of_sixteen, of_ten, name = found.groups()
    return _LETTERS[name] if name else chr(int(of_sixteen, 16) if of_sixteen else int(of_ten))


def _pairs(rows: Rows, tag_at: Ints, row: int) -> list[int]:
    """Give the words of an element's tags, key and value by turns."""
    part = slice(tag_at[row], tag_at[row + 1])
    return [int(word) for pair in zip(rows.keys[part], rows.values[part], strict=True) for word in pair]


def _ways(rows: Rows, tag_at: Ints, ref_at: Ints, ways: slice, says: NDArray[np.bool_]) -> Ways:
    tags, refs = slice(tag_at[0], tag_at[-1]), slice(ref_at[0], ref_at[-1])
    return Ways(
        rows.ids[ways], says[ways], tag_at - tag_at[0], rows.keys[tags], rows.values[tags], ref_at - ref_at[0],
        rows.refs[refs],
    )  # fmt: skip


def _relation(rows: Rows, tag_at: Ints, ref_at: Ints, row: int, words: list[str]) -> Relation:
    told, part = _pairs(rows, tag_at, row), slice(ref_at[row], ref_at[row + 1])
    tags = {words[key]: words[value] for key, value in zip(told[::2], told[1::2], strict=True)}
    columns = (rows.member[part].tolist(), rows.refs[part].tolist(), rows.role[part].tolist())
    return Relation(
        int(rows.ids[row]), tags, [(kind, ref, words[role]) for kind, ref, role in zip(*columns, strict=True)]
    )
