"""Lay a map out as rows of the layers of a GeoPackage, many hexes at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.gpkg.layout import (
    AUDIT_COLUMNS,
    CORRECTION_COLUMNS,
    CORRECTION_LAYERS,
    HEIGHT_COLUMNS,
    LAYERS,
    REASON_COLUMNS,
    share_column,
)
from maps.gpkg.shapes import blob, blobs
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.record import Correction

    Ints = NDArray[np.int64]

__all__ = ["Layer", "ground_layers", "noted_layers"]

_WGS84 = 4326
_AT_ONCE = 50_000


class Layer(NamedTuple):
    """A layer to write: its name, kind of geometry, CRS, columns, and rows that begin with the shape."""

    name: str
    kind: str
    srs: int
    columns: dict[str, str]
    rows: Iterable[tuple[Any, ...]]
    blank: int = 0
    """So many of the last columns are empty texts in all rows, and not among them."""


def ground_layers(hexmap: HexMap, srs: int) -> Iterator[Layer]:
    """Lay out the map itself."""
    hexes = {"number": "TEXT", "inside": "BOOLEAN", "terrain": "TEXT"} | dict.fromkeys(HEIGHT_COLUMNS, "DOUBLE")
    hexes |= {"slope_deg": "DOUBLE"} | {share_column(name): "DOUBLE" for name in hexmap.cover_names} | {"rule": "TEXT"}
    hexes |= {"invented": "TEXT"} if hexmap.invented.any() else {}
    sides = dict.fromkeys(("kind", "crossing", "slope", "name"), "TEXT")
    links = dict.fromkeys(("road", "rail"), "TEXT")
    side = {"number": "TEXT", "side": "INTEGER"}
    places = {"name": "TEXT", "number": "TEXT", "x_m": "DOUBLE", "y_m": "DOUBLE"}
    places |= {"population": "INTEGER", "rank": "INTEGER"}
    for name, columns, rows in (
        ("hexes", hexes, _hexes(hexmap, srs)),
        ("hexsides", side | sides, _hexsides(hexmap, srs)),
        ("links", side | links, _links(hexmap, srs)),
        ("places", places, _places(hexmap, srs)),
    ):
        yield Layer(name, LAYERS[name], srs, columns | REASON_COLUMNS, rows, len(REASON_COLUMNS))


def noted_layers(hexmap: HexMap) -> Iterator[Layer]:
    """Lay out how the map came about: corrections by their shape, and the audit."""
    for shape, (name, kind) in CORRECTION_LAYERS.items():
        rows = [_correction(k, one, kind) for k, one in enumerate(hexmap.corrections) if one.shape == shape]
        yield Layer(name, kind, _WGS84, CORRECTION_COLUMNS, rows)
    rows = [
        (blob("POINT", np.array([[one.lon, one.lat]]), _WGS84), *(getattr(one, column) for column in AUDIT_COLUMNS))
        for one in hexmap.audit
    ]
    yield Layer("audit", "POINT", _WGS84, AUDIT_COLUMNS, rows)


def _correction(nth: int, one: Correction, kind: str) -> tuple[Any, ...]:
    points = np.array(one.points, float).reshape(-1, 2)
    told = (getattr(one, column) for column in list(CORRECTION_COLUMNS)[1:])
    return blob(kind, points, _WGS84), nth, *told


def _hexes(hexmap: HexMap, srs: int) -> Iterator[tuple[Any, ...]]:
    layout = hexmap.layout
    offsets, centres = layout.corner_offsets()[::-1], layout.centres()
    for first in range(0, len(hexmap), _AT_ONCE):
        part = slice(first, min(first + _AT_ONCE, len(hexmap)))
        corners = layout.to_map(centres[part][:, None] + offsets)
        columns: list[Iterable[Any]] = [
            blobs("POLYGON", corners, srs),
            layout.grid.numbers(part.start, part.stop),
            hexmap.inside[part].tolist(),
            _words(hexmap.shown_names, hexmap.terrain[part]),
            *(_numbers(getattr(hexmap, name)[part]) for name in (*HEIGHT_COLUMNS, "slope_deg")),
            *(_numbers(share) for share in hexmap.cover[part].T),
            _words(hexmap.rule_names, hexmap.rule[part]),
        ]
        if hexmap.invented.any():
            columns.append(" ".join(hexmap.invented_of(index)) for index in range(part.start, part.stop))
        yield from zip(*columns, strict=True)


def _words(names: Sequence[str], codes: NDArray[np.uint8]) -> list[Any]:
    words: list[Any] = np.array(names, object)[codes].tolist()
    return words


def _numbers(column: NDArray[np.float32]) -> list[Any]:
    """Turn unknown heights into empty cells."""
    numbers: list[Any] = column.tolist()
    for row in np.flatnonzero(np.isnan(column)).tolist():
        numbers[row] = None
    return numbers


def _hexsides(hexmap: HexMap, srs: int) -> Iterator[tuple[Any, ...]]:
    """List the hexsides that hold anything, each once."""
    held = (hexmap.hexside > 0) | (hexmap.crossing > 0) | (hexmap.slope > 0)
    if hexmap.side_names:
        held[tuple(np.array(list(hexmap.side_names)).T)] = True
    pairs = _once(hexmap, held)
    offsets, centres = hexmap.layout.corner_offsets(), hexmap.layout.centres()
    ends = np.stack([centres[pairs[:, 0]] + offsets[(pairs[:, 1] + k) % SIDES] for k in (0, 1)], axis=1)
    words = ((HEXSIDES, hexmap.hexside), (CROSSINGS, hexmap.crossing), (SLOPES, hexmap.slope))
    columns = [_words(names, codes[tuple(pairs.T)]) for names, codes in words]
    named = (hexmap.side_names.get((index, side)) for index, side in pairs.tolist())
    return _side_rows(hexmap, srs, pairs, hexmap.layout.to_map(ends), [*columns, named])


def _links(hexmap: HexMap, srs: int) -> Iterator[tuple[Any, ...]]:
    pairs = _once(hexmap, (hexmap.road > 0) | (hexmap.rail > 0))
    corners, centres = hexmap.layout.corner_offsets(), hexmap.layout.centres()
    steps = corners + np.roll(corners, -1, axis=0)
    ends = np.stack([centres[pairs[:, 0]], centres[pairs[:, 0]] + steps[pairs[:, 1]]], axis=1)
    words = ((ROADS, hexmap.road), (RAILS, hexmap.rail))
    columns = [_words(names, codes[tuple(pairs.T)]) for names, codes in words]
    return _side_rows(hexmap, srs, pairs, hexmap.layout.to_map(ends), columns)


def _side_rows(hexmap: HexMap, srs: int, pairs: Ints, ends: Any, columns: list[Any]) -> Iterator[tuple[Any, ...]]:
    known = hexmap.layout.grid.numbers()
    numbers = [known[index] for index in pairs[:, 0].tolist()]
    return zip(blobs("LINESTRING", ends, srs), numbers, pairs[:, 1].tolist(), *columns, strict=True)


def _once(hexmap: HexMap, wanted: Any) -> Ints:
    across = hexmap.layout.grid.neighbour_table()
    lower = (across == NO_HEX) | (across > np.arange(len(hexmap))[:, None])
    return np.argwhere(wanted & lower)


def _places(hexmap: HexMap, srs: int) -> Iterator[tuple[Any, ...]]:
    points = np.array([(p.x_m, p.y_m) for p in hexmap.places], float).reshape(-1, 1, 2)
    for shape, p in zip(blobs("POINT", points, srs), hexmap.places, strict=True):
        yield shape, p.name, hexmap.number(p.index), p.x_m, p.y_m, p.population, p.rank
