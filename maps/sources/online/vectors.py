"""
Ask Overpass for a map's ground, tile by tile, and join the answers.

Tiles have a quarter of a degree at most. What the service calls too much at once is asked for in quarters.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.sources.layers import on_the_map
from maps.sources.online.faults import Refused, TooLarge
from maps.sources.online.lattices import Bounds, degree_tiles, ground_boxes
from maps.sources.online.questions import question
from maps.sources.online.store import Piece
from maps.sources.overpass import overpass_layer

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Sequence

    from maps.grid.layout import Layout
    from maps.sources.online.client import Client
    from maps.sources.online.services import Services
    from maps.sources.online.store import Store

__all__ = ["join_answers", "vector_pieces"]

_WIDEST, _NARROWEST, _LEAST = 0.25, 0.0625, 0.0078125
_BYTES_A_DEGREE2 = 16_000_000
_MOST_BYTES = 100_000_000
_GZIP = (b"\x1f\x8b",)
_TOO_MUCH = ("timed out", "out of memory", "too large", "too many")
_JOINED = "joined"
_LONGEST = 150_000_000
"""Bytes of one file; readers unpack no more than 200 MB."""
_FEW = 100
_IDS = {"overpass": "osm", "openhistoricalmap": "ohm"}


def vector_pieces(service: str, layout: Layout, services: Services, date: dt.date | None) -> list[Piece]:
    """Give the tiles that are wanted; the date counts for OpenHistoricalMap only."""
    boxes = ground_boxes(layout)
    extent = max((max(box.east - box.west, box.north - box.south) for box in boxes), default=0.0)
    step = _WIDEST
    while step > _NARROWEST and step / 2 >= extent:
        step /= 2
    asked = _Asked(service, layout.width_m, date if service == "openhistoricalmap" else None, services, boxes)
    return [asked.piece(tile) for tile in degree_tiles(boxes, step)]


class _Asked:
    """What is asked of every tile."""

    def __init__(
        self, service: str, width_m: float, date: dt.date | None, services: Services, boxes: list[Bounds]
    ) -> None:
        self.service, self.width_m, self.date, self.boxes = service, width_m, date, boxes
        self.url = str(getattr(services, service))
        words = question(Bounds(0, 0, 0, 0), width_m, date)
        self.key = hashlib.sha256(words.encode()).hexdigest()[:10]

    def piece(self, tile: Bounds) -> Piece:
        size = tile.north - tile.south
        name = f"{self.service}/{self.key}/{tile.south:.10g}_{tile.west:.10g}_{size:.10g}.json.gz"
        guess = int(_BYTES_A_DEGREE2 * size * size)
        quarters = partial(self.quarters, tile) if size / 2 >= _LEAST else None
        return Piece(name, self.url, guess, _GZIP, partial(self.get, tile), quarters)

    def quarters(self, tile: Bounds) -> tuple[Piece, ...]:
        smaller = degree_tiles([tile], (tile.north - tile.south) / 2)
        return tuple(self.piece(one) for one in smaller if any(one.meets(box) for box in self.boxes))

    def get(self, tile: Bounds, client: Client, _piece: Piece, path: Path) -> None:
        content = client.post(self.url, {"data": question(tile, self.width_m, self.date)}, _MOST_BYTES)
        _check(content)
        path.write_bytes(gzip.compress(content, 6, mtime=0))


def _check(content: bytes) -> None:
    """Raise unless it is a whole answer."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("elements"), list):
        page = content.lstrip()[:1] == b"<"
        msg = f"sent {'a web page' if page else 'something else'} instead of an answer"
        raise Refused(msg)
    remark = str(answer.get("remark") or "")
    if any(words in remark.casefold() for words in _TOO_MUCH):
        msg = f"gave up ({remark[:120]})"
        raise TooLarge(msg)
    if "error" in remark.casefold():
        msg = f"reports a fault ({remark[:120]})"
        raise Refused(msg)


def join_answers(service: str, pieces: Sequence[Piece], store: Store, layout: Layout) -> tuple[Path, ...]:
    """
    Put the answers for a layout together, each object once; no file if nothing lies on its ground.

    There are several files only where one would be too long to read. They are made anew only where a
    tile has changed.
    """
    paths = [store.path(piece) for piece in pieces if store.holds(piece)]
    if not paths:
        return ()
    boxes = ground_boxes(layout)
    stamps = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]
    key = hashlib.sha256(repr((service, pieces[0].name, boxes, stamps)).encode()).hexdigest()[:16]
    folder = store.folder / _JOINED / f"{service}_{key}"
    if not folder.exists():
        elements = list(_once(_tagged(paths), boxes))
        if not elements or (len(elements) < _FEW and not _on_the_ground(elements, layout)):
            return ()
        try:
            _write(folder, service, elements)
        except OSError as error:
            raise store.unwritable(error) from error
    return tuple(sorted(folder.iterdir()))


def _on_the_ground(elements: list[dict[str, Any]], layout: Layout) -> bool:
    # The bounds of a bent road may hold a small map that the road itself does not touch.
    return len(on_the_map(overpass_layer("", {"elements": elements}), layout)) > 0


def _write(folder: Path, service: str, elements: Iterable[dict[str, Any]]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(".part", dir=folder.parent))
    for number, content in enumerate(_contents(service, elements), start=1):
        (part / f"{service}_{number:03d}.json.gz").write_bytes(gzip.compress(content, 6, mtime=0))
    try:
        part.replace(folder)
    except OSError:
        # Another build may have been faster with the same.
        shutil.rmtree(part)
        if not folder.exists():
            raise


def _contents(service: str, elements: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    begin = f'{{"version":0.6,"ids":"{_IDS[service]}","elements":['.encode()
    texts: list[bytes] = []
    size = 0
    for element in elements:
        text = json.dumps(element, separators=(",", ":")).encode()
        if texts and size + len(text) > _LONGEST:
            yield begin + b",".join(texts) + b"]}"
            texts, size = [], 0
        texts.append(text)
        size += len(text) + 1
    yield begin + b",".join(texts) + b"]}"


def _tagged(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for path in paths:
        for element in json.loads(gzip.decompress(path.read_bytes()))["elements"]:
            if isinstance(element, dict) and element.get("tags"):
                yield element


def _once(elements: Iterable[dict[str, Any]], boxes: list[Bounds]) -> Iterator[dict[str, Any]]:
    seen = set()
    for element in elements:
        key = (str(element.get("type")), str(element.get("id")))
        if key not in seen and _near(element, boxes):
            seen.add(key)
            yield element


def _near(element: dict[str, Any], boxes: list[Bounds]) -> bool:
    """Say whether an object's bounds touch the ground; where it tells none, that is left to the reader."""
    given = element.get("bounds") if element.get("type") != "node" else element
    if not isinstance(given, dict):
        return True
    names = ("lon", "lat", "lon", "lat") if given is element else ("minlon", "minlat", "maxlon", "maxlat")
    edges = [given.get(name) for name in names]
    if not all(isinstance(edge, int | float) for edge in edges):
        return True
    west, south, east, north = (float(edge) for edge in edges if edge is not None)
    return any(west <= box.east and east >= box.west and south <= box.north and north >= box.south for box in boxes)
