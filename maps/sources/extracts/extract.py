"""Hold an extract of OpenStreetMap in arrays: where its nodes lie, what its ways run through, what relations it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maps.sources.extracts.blocks import Relation, Unusual, Ways, read_blocks
from maps.sources.extracts.kernels import alike, bounds_of, located
from maps.sources.extracts.xmlblocks import xml_blocks
from maps.sources.pbf import DamagedError, fields, zigzag

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.sources.extracts.blocks import Block
    from maps.sources.survey import Box

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Tags = dict[str, str]

__all__ = ["Extract", "read_extract"]

UNIT = 1e7


class Extract:
    """A file as arrays; all is known of all ways but their tags, which are read of those that are asked about."""

    def __init__(self, blocks: list[Block]) -> None:
        """Put blocks one behind the other, which are let go; raises ``Unusual`` if they are not in the usual order."""
        groups = [(k, ways) for k, block in enumerate(blocks) for ways in block.ways]
        self._words, self._read = [block.words for block in blocks], dict[int, list[str]]()
        self._points = [(k, *point) for k, block in enumerate(blocks) for point in block.points]
        self._relations = [(k, message) for k, block in enumerate(blocks) for message in block.relations]
        nodes = [[getattr(block, name) for block in blocks] for name in ("ids", "lon", "lat")]
        blocks.clear()  # each column is let go when it has been joined: all of them twice fills the memory
        self.node_ids = _rising(nodes[0])
        self.lon, self.lat = (_joined(part, np.int32) for part in nodes[1:])
        self._block_of = np.repeat([k for k, _ in groups] or [0], [len(ways.ids) for _, ways in groups] or [0])
        columns = dict(zip(Ways._fields, map(list, zip(*(ways for _, ways in groups), strict=True)), strict=False))
        groups.clear()
        self.way_ids, self.hits = _rising(columns.pop("ids", [])), _joined(columns.pop("hits", []), np.bool_)
        self._tag_at, self.starts = (_starts(columns.pop(name, [])) for name in ("tag_at", "node_at"))
        self._keys, self._values = (_joined(columns.pop(name, []), np.int64) for name in ("keys", "values"))
        refs = _joined(columns.pop("nodes", []), np.int64)
        self.places = located(self.node_ids, refs)
        self.bounds, self.lacks = bounds_of(self.places, self.starts, self.lon, self.lat)
        self.closed = _closed(refs, self.starts)
        self._lacking = {
            way: refs[self.starts[way] : self.starts[way + 1]].copy() for way in np.flatnonzero(self.lacks).tolist()
        }

    def near(self, boxes: Sequence[Box]) -> Bools:
        """Say which ways have bounds that touch one of the boxes."""
        west, south, east, north = self.bounds.T
        near = np.zeros(len(self.bounds), bool)
        for box in boxes:
            x0, y0, x1, y1 = (side * UNIT for side in box)
            near |= (west <= x1) & (east >= x0) & (south <= y1) & (north >= y0)
        return near

    def refs(self, way: int) -> Ints:
        """Give the ids of the nodes of a way."""
        if way in self._lacking:
            return self._lacking[way]
        return np.asarray(self.node_ids[self.places[self.starts[way] : self.starts[way + 1]]])

    def tags(self, ways: Ints) -> tuple[list[Tags], Ints]:
        """Give what ways say: the sets of tags that occur, and which each has (k,)."""
        block, first = self._block_of[ways], self._tag_at[ways]
        heads, which = alike(block, first, self._tag_at[ways + 1], self._keys, self._values)
        told = []
        for head in heads.tolist():
            words, part = self._strings(int(block[head])), slice(first[head], self._tag_at[ways[head] + 1])
            pairs = zip(self._keys[part].tolist(), self._values[part].tolist(), strict=True)
            told.append({words[key]: words[value] for key, value in pairs})
        return told, which

    def points(self, boxes: Sequence[Box]) -> list[tuple[int, float, float, Tags]]:
        """Give the nodes with wanted tags in the boxes: id, longitude, latitude, tags."""
        found = []
        for block, number, lon, lat, tags in self._points:
            if any(x0 <= lon <= x1 and y0 <= lat <= y1 for x0, y0, x1, y1 in boxes):
                words = self._strings(block)
                found.append(
                    (number, lon, lat, {words[a]: words[b] for a, b in zip(tags[::2], tags[1::2], strict=True)})
                )
        return found

    def relations(self, kinds: frozenset[str]) -> list[Relation]:
        """Give the relations of some types."""
        found = [
            one if isinstance(one, Relation) else _relation(one, self._strings(block)) for block, one in self._relations
        ]
        return [one for one in found if one.tags.get("type") in kinds]

    def _strings(self, block: int) -> list[str]:
        if block not in self._read:
            try:
                self._read[block] = [word.decode() for word in self._words[block]]
            except UnicodeDecodeError as error:
                raise Unusual from error
        return self._read[block]


def read_extract(path: Path, keys: frozenset[str], *, is_xml: bool = False) -> Extract:
    """
    Read a file that fits into memory; ``keys`` are the tags that are wanted.

    Raises
    ------
    Unusual
        If it holds what is left to GDAL.
    """
    return Extract((xml_blocks if is_xml else read_blocks)(path, keys))


def _closed(refs: Ints, starts: Ints) -> Bools:
    """Say which ways end at the node where they begin."""
    first, last = (np.clip(at, 0, max(len(refs) - 1, 0)) for at in (starts[:-1], starts[1:] - 1))
    return (
        np.asarray((starts[1:] > starts[:-1]) & (refs[first] == refs[last]))
        if len(refs)
        else np.zeros(len(first), bool)
    )


def _starts(parts: Sequence[Ints]) -> Ints:
    """Say where the row of each way begins among those of all (k + 1,)."""
    lengths = _joined([np.diff(part) for part in parts], np.int64)
    return np.asarray(np.concatenate([[0], np.cumsum(lengths)]), np.int64)


def _joined(parts: list[NDArray[Any]], kind: type[np.generic]) -> NDArray[Any]:
    """Put rows one behind the other, and let them go."""
    joined = np.concatenate(parts) if parts else np.zeros(0, kind)
    parts.clear()
    return joined


def _rising(parts: list[Ints]) -> Ints:
    ids = np.asarray(_joined(parts, np.int64), np.int64)
    if (np.diff(ids) <= 0).any():
        raise Unusual
    return ids


def _relation(message: bytes, words: Sequence[str]) -> Relation:
    # Relation: id = 1, keys = 2, values = 3, roles = 8, members = 9, each told by the one before, kinds = 10.
    try:
        parts = list(fields(message))
        told = dict(parts)
        if len(told) != len(parts) or not isinstance(told.get(1), int):
            raise Unusual
        keys, values, roles, steps, kinds = (_row(told.get(key, b"")) for key in (2, 3, 8, 9, 10))
        members = np.cumsum([zigzag(step) for step in steps], dtype=np.int64).tolist()
        tags = {words[a]: words[b] for a, b in zip(keys, values, strict=True)}
        parted = [(kind, one, words[role]) for kind, one, role in zip(kinds, members, roles, strict=True)]
    except (DamagedError, IndexError, ValueError, OverflowError) as error:
        raise Unusual from error
    return Relation(told[1], tags, parted)  # type: ignore[arg-type]


def _row(packed: int | bytes) -> list[int]:
    if isinstance(packed, int):
        raise Unusual
    row, value, shift = [], 0, 0
    for octet in packed:
        value |= (octet & 127) << shift
        shift += 7
        if octet < 128:
            row.append(value)
            value, shift = 0, 0
    if shift:
        raise Unusual
    return row
