"""
Write small extracts of OpenStreetMap as real ``.osm.pbf`` and ``.osm`` files.

The format is that of the OpenStreetMap wiki, "PBF Format": blobs packed with
zlib, protocol buffers inside, written here by hand.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ElementTree, SubElement

if TYPE_CHECKING:
    from pathlib import Path

UNIT = 1e-7
"""Degrees to a step: granularity 100 billionths."""
MEMBERS = {"node": 0, "way": 1, "relation": 2}


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def zigzag(value: int) -> int:
    return value * 2 if value >= 0 else -value * 2 - 1


def number(key: int, value: int) -> bytes:
    return varint(key << 3) + varint(value)


def block(key: int, content: bytes) -> bytes:
    return varint(key << 3 | 2) + varint(len(content)) + content


def packed(key: int, values: list[int]) -> bytes:
    return block(key, b"".join(map(varint, values))) if values else b""


def deltas(values: list[int]) -> list[int]:
    return [zigzag(here - before) for before, here in zip([0, *values], values, strict=False)]


def blob(kind: str, content: bytes) -> bytes:
    body = number(2, len(content)) + block(3, zlib.compress(content))
    head = block(1, kind.encode()) + number(3, len(body))
    return len(head).to_bytes(4, "big") + head + body


@dataclass
class OsmWorld:
    """A toy world; ``way`` and the others give the id of what was added."""

    bounds: tuple[float, float, float, float] | None = None
    nodes: list[tuple[int, float, float, dict[str, str]]] = field(default_factory=list)
    ways: list[tuple[int, list[int], dict[str, str]]] = field(default_factory=list)
    relations: list[tuple[int, list[tuple[str, int, str]], dict[str, str]]] = field(default_factory=list)

    def node(self, lon: float, lat: float, **tags: str) -> int:
        self.nodes.append((len(self.nodes) + 1, lon, lat, _tags(tags)))
        return len(self.nodes)

    def way(self, points: list[tuple[float, float]], **tags: str) -> int:
        """Add a way; it is closed, on one node, where its first point is its last."""
        closed = points[0] == points[-1]
        ids = [self.node(*point) for point in (points[:-1] if closed else points)]
        self.ways.append((len(self.ways) + 1, [*ids, *ids[:1]] if closed else ids, _tags(tags)))
        return len(self.ways)

    def relation(self, members: list[tuple[str, int, str]], **tags: str) -> int:
        self.relations.append((len(self.relations) + 1, members, _tags(tags)))
        return len(self.relations)

    def write(self, path: Path) -> Path:
        path.write_bytes(blob("OSMHeader", self._header()) + blob("OSMData", self._data()))
        return path

    def write_xml(self, path: Path) -> Path:
        """Write the same world as ``.osm``."""
        root = Element("osm", version="0.6")
        if self.bounds is not None:
            names = ("minlon", "minlat", "maxlon", "maxlat")
            SubElement(root, "bounds", dict(zip(names, map(str, self.bounds), strict=True)))
        for number_, lon, lat, tags in self.nodes:
            _tagged(SubElement(root, "node", id=str(number_), lon=f"{lon:.7f}", lat=f"{lat:.7f}"), tags)
        for number_, ids, tags in self.ways:
            way = SubElement(root, "way", id=str(number_))
            for ref in ids:
                SubElement(way, "nd", ref=str(ref))
            _tagged(way, tags)
        for number_, members, tags in self.relations:
            relation = SubElement(root, "relation", id=str(number_))
            for kind, ref, role in members:
                SubElement(relation, "member", type=kind, ref=str(ref), role=role)
            _tagged(relation, tags)
        ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
        return path

    def _header(self) -> bytes:
        head = b""
        if self.bounds is not None:
            west, south, east, north = (zigzag(round(value * 1e9)) for value in self.bounds)
            head = block(1, number(1, west) + number(2, east) + number(3, north) + number(4, south))
        return head + block(4, b"OsmSchema-V0.6") + block(4, b"DenseNodes")

    def _data(self) -> bytes:
        words: dict[str, int] = {"": 0}

        def word(text: str) -> int:
            return words.setdefault(text, len(words))

        groups = [self._dense(word)] if self.nodes else []
        groups += [b"".join(block(3, self._way(way, word)) for way in self.ways)] if self.ways else []
        groups += [b"".join(block(4, self._relation(one, word)) for one in self.relations)] if self.relations else []
        table = b"".join(block(1, text.encode()) for text in words)
        return block(1, table) + b"".join(block(2, group) for group in groups) + number(17, 100)

    def _dense(self, word) -> bytes:
        ids, lons, lats = ([], [], [])
        pairs = []
        for number_, lon, lat, tags in self.nodes:
            ids.append(number_)
            lons.append(round(lon / UNIT))
            lats.append(round(lat / UNIT))
            pairs += [part for key, value in tags.items() for part in (word(key), word(value))] + [0]
        columns = packed(1, deltas(ids)) + packed(8, deltas(lats)) + packed(9, deltas(lons)) + packed(10, pairs)
        return block(2, columns)

    def _way(self, way, word) -> bytes:
        number_, nodes, tags = way
        return number(1, number_) + _keys(tags, word) + packed(8, deltas(nodes))

    def _relation(self, relation, word) -> bytes:
        number_, members, tags = relation
        roles = [word(role) for _, _, role in members]
        ids, kinds = deltas([ref for _, ref, _ in members]), [MEMBERS[kind] for kind, _, _ in members]
        return number(1, number_) + _keys(tags, word) + packed(8, roles) + packed(9, ids) + packed(10, kinds)


def _tagged(element: Element, tags: dict[str, str]) -> None:
    for key, value in tags.items():
        SubElement(element, "tag", k=key, v=value)


def _keys(tags: dict[str, str], word) -> bytes:
    return packed(2, [word(key) for key in tags]) + packed(3, [word(value) for value in tags.values()])


def _tags(tags: dict[str, str]) -> dict[str, str]:
    """Let ``disused__railway`` stand for the key ``disused:railway``."""
    return {key.replace("__", ":"): value for key, value in tags.items()}
