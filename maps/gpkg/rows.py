"""Lay a map out as rows of the layers of a GeoPackage, many hexes at a time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from maps.gpkg.cells import Cells
from maps.gpkg.layout import (
    AUDIT_COLUMNS,
    CORRECTION_COLUMNS,
    CORRECTION_LAYERS,
    HEIGHT_COLUMNS,
    LAYERS,
    REASON_COLUMNS,
    share_column,
)
from maps.gpkg.pages import MOST_ROW_BYTES, Block
from maps.gpkg.shapes import blob, blobs, packed
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, INVENTED, RAILS, ROADS, SLOPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.record import Correction

    Ints = NDArray[np.int64]

__all__ = ["Layer", "ground_layers", "noted_layers"]

T = TypeVar("T")

_WGS84 = 4326
_AT_ONCE = 6_000
"""So many rows stay in the memory next to the processor while they are laid."""
_LONGEST_NAME = MOST_ROW_BYTES // 2
_INVENTED_WORDS = [
    " ".join(word for k, word in enumerate(INVENTED) if bits >> k & 1) for bits in range(1 << len(INVENTED))
]


class Layer(NamedTuple):
    """A layer to write: its name, kind of geometry, CRS, columns, and rows that begin with the shape."""

    name: str
    kind: str
    srs: int
    columns: dict[str, str]
    rows: Iterable[tuple[Any, ...]] = ()
    blank: int = 0
    """So many of the last columns are empty texts in all rows, and not among them."""
    blocks: Iterable[Block] | None = None
    """The rows, many at a time, of a layer that has very many."""
    long_names: Iterable[tuple[str, int]] | None = None
    """Names that are no part of those, since they do not fit in a page, each with the number of its row from 1."""


def ground_layers(hexmap: HexMap, srs: int, beside: Executor) -> Iterator[Layer]:
    """Lay out the map itself; what lies between hexes is listed beside, while the hexes are written."""
    hexes = {"number": "TEXT", "inside": "BOOLEAN", "terrain": "TEXT"} | dict.fromkeys(HEIGHT_COLUMNS, "DOUBLE")
    hexes |= {"slope_deg": "DOUBLE"} | {share_column(name): "DOUBLE" for name in hexmap.cover_names} | {"rule": "TEXT"}
    hexes |= {"invented": "TEXT"} if hexmap.invented.any() else {}
    laid = ("border",) if hexmap.borders else ()
    sides = dict.fromkeys(("kind", "crossing", "slope", *laid, "name"), "TEXT")
    links = dict.fromkeys(("road", "rail"), "TEXT")
    side = {"number": "TEXT", "side": "INTEGER"}
    places = {"name": "TEXT", "number": "TEXT", "x_m": "DOUBLE", "y_m": "DOUBLE"}
    places |= {"population": "INTEGER", "rank": "INTEGER"}
    told = REASON_COLUMNS
    between, joining = beside.submit(_hexsides, hexmap, srs), beside.submit(_links, hexmap, srs)
    yield Layer("hexes", LAYERS["hexes"], srs, hexes | told, blocks=_hexes(hexmap, srs))
    blocks, long = _coming(lambda: between.result()[0]), _coming(lambda: between.result()[1])
    yield Layer("hexsides", LAYERS["hexsides"], srs, side | sides | told, blocks=blocks, long_names=long)
    yield Layer("links", LAYERS["links"], srs, side | links | told, blocks=_coming(joining.result))
    yield Layer("places", LAYERS["places"], srs, places | told, _places(hexmap, srs), blank=len(told))


def _coming(rows: Callable[[], Iterable[T]]) -> Iterator[T]:
    """Give rows that are asked for when the first of them is."""
    yield from rows()


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


def _hexes(hexmap: HexMap, srs: int) -> Iterator[Block]:
    for first in range(0, len(hexmap), _AT_ONCE):
        count = min(_AT_ONCE, len(hexmap) - first)
        yield Block(count, partial(_hex_cells, hexmap, srs, slice(first, first + count)))


def _hex_cells(hexmap: HexMap, srs: int, part: slice) -> list[Cells]:
    layout, index = hexmap.layout, np.arange(part.start, part.stop)
    # Corner by corner, as they are packed.
    corners = layout.to_map(layout.centres_of(index) + layout.corner_offsets()[::-1][:, None])
    columns = [
        Cells.blobs(packed("POLYGON", corners.swapaxes(0, 1), srs)),
        _numbers(hexmap, index),
        Cells.small(hexmap.inside[part]),
        Cells.words(hexmap.shown_names, hexmap.terrain[part]),
        *(Cells.numbers(getattr(hexmap, name)[part]) for name in (*HEIGHT_COLUMNS, "slope_deg")),
        *(Cells.numbers(share) for share in hexmap.cover[part].T),
        Cells.words(hexmap.rule_names, hexmap.rule[part]),
    ]
    if hexmap.invented.any():
        columns.append(Cells.words(_INVENTED_WORDS, hexmap.invented[part]))
    return [*columns, *_blank(len(index))]


def _numbers(hexmap: HexMap, index: Ints) -> Cells:
    """Print the numbers of hexes: column and row, as many digits each."""
    grid = hexmap.layout.grid
    tens = 10 ** np.arange(grid.digits)[::-1]
    printed = (np.arange(1, max(grid.cols, grid.rows) + 1)[:, None] // tens % 10 + ord("0")).astype(np.uint8)
    row, col = np.divmod(index, grid.cols)
    return Cells.texts(np.concatenate([printed[col], printed[row]], axis=1))


def _blank(count: int) -> list[Cells]:
    return [Cells.words(("",), np.zeros(count, np.uint8))] * len(REASON_COLUMNS)


def _hexsides(hexmap: HexMap, srs: int) -> tuple[Iterator[Block], list[tuple[str, int]]]:
    """List the hexsides that hold anything, each once; and names that are too long to be laid with the rest."""
    held = (hexmap.hexside > 0) | (hexmap.crossing > 0) | (hexmap.slope > 0) | (hexmap.border > 0)
    if hexmap.side_names:
        held[tuple(np.array(list(hexmap.side_names)).T)] = True
    pairs = _once(hexmap, held)
    offsets, centres = hexmap.layout.corner_offsets(), hexmap.layout.centres()
    ends = np.stack([centres[pairs[:, 0]] + offsets[(pairs[:, 1] + k) % SIDES] for k in (0, 1)], axis=1)
    words = [(HEXSIDES, hexmap.hexside), (CROSSINGS, hexmap.crossing), (SLOPES, hexmap.slope)]
    words += [(hexmap.border_names, hexmap.border)] if hexmap.borders else []
    columns = [(names, codes[tuple(pairs.T)]) for names, codes in words]
    named = [hexmap.side_names.get((index, side)) for index, side in pairs.tolist()] if hexmap.side_names else []
    long = [(name, row) for row, name in enumerate(named, start=1) if name and len(name.encode()) > _LONGEST_NAME]
    short = [None if name and len(name.encode()) > _LONGEST_NAME else name for name in named]
    known: dict[str | None, int] = {None: 0}
    codes = np.array([known.setdefault(name, len(known)) for name in short] or np.zeros(len(pairs)), np.int64)
    return _side_cells(hexmap, srs, pairs, hexmap.layout.to_map(ends), [*columns, (list(known), codes)]), long


def _links(hexmap: HexMap, srs: int) -> Iterator[Block]:
    pairs = _once(hexmap, (hexmap.road > 0) | (hexmap.rail > 0))
    corners, centres = hexmap.layout.corner_offsets(), hexmap.layout.centres()
    steps = corners + np.roll(corners, -1, axis=0)
    ends = np.stack([centres[pairs[:, 0]], centres[pairs[:, 0]] + steps[pairs[:, 1]]], axis=1)
    words = ((ROADS, hexmap.road), (RAILS, hexmap.rail))
    columns = [(names, codes[tuple(pairs.T)]) for names, codes in words]
    return _side_cells(hexmap, srs, pairs, hexmap.layout.to_map(ends), columns)


def _side_cells(
    hexmap: HexMap, srs: int, pairs: Ints, ends: Any, columns: Sequence[tuple[Sequence[str | None], Any]]
) -> Iterator[Block]:
    def cells(part: slice) -> list[Cells]:
        return [
            Cells.blobs(packed("LINESTRING", ends[part], srs)),
            _numbers(hexmap, pairs[part, 0]),
            Cells.small(pairs[part, 1]),
            *(Cells.words(names, codes[part]) for names, codes in columns),
            *_blank(len(pairs[part])),
        ]

    for first in range(0, len(pairs), _AT_ONCE):
        part = slice(first, min(first + _AT_ONCE, len(pairs)))
        yield Block(part.stop - part.start, partial(cells, part))


def _once(hexmap: HexMap, wanted: Any) -> Ints:
    index, side = np.nonzero(wanted)
    across = hexmap.layout.grid.neighbour_table()[index, side]
    once = (across == NO_HEX) | (across > index)
    return np.stack([index[once], side[once]], axis=1)


def _places(hexmap: HexMap, srs: int) -> Iterator[tuple[Any, ...]]:
    points = np.array([(p.x_m, p.y_m) for p in hexmap.places], float).reshape(-1, 1, 2)
    for shape, p in zip(blobs("POINT", points, srs), hexmap.places, strict=True):
        yield shape, p.name, hexmap.number(p.index), p.x_m, p.y_m, p.population, p.rank
