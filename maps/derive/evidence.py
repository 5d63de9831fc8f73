"""Keep the features of the sources that bear on each hex: areas by share, lines by metres, points by being there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX
from maps.record import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.areas import AreaShares
    from maps.grid.walk import Walk
    from maps.sources.featureset import Features

    Ints = NDArray[np.integer]

__all__ = [
    "MOST",
    "Bearings",
    "area_bearings",
    "feature_name",
    "gather_evidence",
    "line_bearings",
    "point_bearings",
]

MOST = 8
"""So many areas, lines and points each are kept for a hex, the greatest."""

_LEAST_SHARE, _LEAST_M = 0.0005, 1.0
_TELLING = (
    "landuse", "natural", "waterway", "water", "wetland", "highway", "railway", "place", "man_made", "barrier",
    "leisure", "aeroway", "amenity", "building",
)  # fmt: skip
"""Tags that say what a thing is, the first that a feature has is told."""


class Bearings(NamedTuple):
    """How much each feature bears on each hex (r,); ``feature`` is the position in ``names``."""

    hex: NDArray[np.int32]
    feature: NDArray[np.int32]
    amount: NDArray[np.float32]
    names: tuple[str, ...]


def feature_name(name: str, tags: Mapping[str, str], word: str) -> str:
    """
    Name a feature for a reader.

    >>> feature_name("osm:way/4711", {"landuse": "forest", "name": "Freyr"}, "forest")
    'osm:way/4711 forest Freyr (landuse=forest)'
    """
    return name + _told(tags, word)


def _told(tags: Mapping[str, str], word: str) -> str:
    """Say what a feature is and what it is called, to be written behind its id."""
    key = next((key for key in _TELLING if key in tags), None)
    parts = ["", word, tags.get("name", ""), f"({key}={tags[key]})" if key else ""]
    return " ".join(part for k, part in enumerate(parts) if part or not k)


def _names(rows: Iterable[int], features: Features, words: Sequence[str]) -> Iterator[str]:
    """Name features; those that say the same share their tags, and are put in words once."""
    told: dict[tuple[int, str], str] = {}
    for row in rows:
        tags, word = features.tags[row], words[row]
        if (id(tags), word) not in told:
            told[id(tags), word] = _told(tags, word)
        yield features.ids[row] + told[id(tags), word]


def area_bearings(found: AreaShares, features: Features, words: Sequence[str]) -> Bearings:
    """Name the areas that cover hexes; ``words`` says what each feature is (m,)."""
    rows = found.share >= _LEAST_SHARE
    return _bearings(found.hex[rows], found.feature[rows], found.share[rows], features, words)


def line_bearings(walk: Walk, features: Features, words: Sequence[str], rows: Ints | None = None) -> Bearings:
    """
    Name the lines that run through hexes, with their metres.

    ``rows`` gives the row of the features for each line walked, if not all were (l,).
    """
    feature = walk.line if rows is None else np.asarray(rows)[walk.line]
    many = len(features) or 1
    pairs, of = np.unique(walk.hex.astype(np.int64) * many + feature, return_inverse=True)
    length = np.bincount(of, walk.length_m, len(pairs))
    kept = (length >= _LEAST_M) & (pairs >= 0)
    return _bearings(pairs[kept] // many, pairs[kept] % many, length[kept], features, words)


def point_bearings(index: Ints, features: Features, words: Sequence[str]) -> Bearings:
    """Name the points that lie in hexes; ``index`` is the hex of each (m,), ``NO_HEX`` off the grid."""
    rows = np.flatnonzero(np.asarray(index) != NO_HEX)
    return _bearings(np.asarray(index)[rows], rows, np.ones(len(rows)), features, words)


def _bearings(
    hexes: Ints, feature: Ints, amount: NDArray[np.floating], features: Features, words: Sequence[str]
) -> Bearings:
    if (np.diff(hexes) < 0).any():
        order = np.lexsort((feature, hexes))
        hexes, feature, amount = hexes[order], feature[order], amount[order]
    kept = _greatest(hexes.astype(np.int64), amount.astype(np.float64))
    hexes, feature, amount = hexes[kept], feature[kept], amount[kept]
    bears = np.bincount(feature) > 0
    used, feature = np.flatnonzero(bears), (np.cumsum(bears) - 1)[feature]
    names = tuple(_names(used.tolist(), features, words))
    # Of a large map there are millions, and they wait until all else is concluded.
    return Bearings(hexes.astype(np.int32), feature.astype(np.int32), amount.astype(np.float32), names)


@njit(cache=True, nogil=True)
def _greatest(hexes: NDArray[np.int64], amount: NDArray[np.float64]) -> NDArray[np.int64]:
    """List the rows of each hex, the greatest amount first, and no more than are kept; rows come sorted by hex."""
    found, start, count = np.empty(len(hexes), np.int64), 0, 0
    for row in range(len(hexes)):
        if row > 0 and hexes[row] != hexes[row - 1]:
            start = count = min(count, start + MOST)
        place = count
        while place > start and amount[found[place - 1]] < amount[row]:
            found[place] = found[place - 1]
            place -= 1
        found[place] = row
        count += 1
    return found[: min(count, start + MOST)]


def gather_evidence(hexes: int, bearings: Iterable[Bearings]) -> Evidence:
    """
    Put together what bears on the hexes of a map: areas, lines and points, also of several blocks.

    Parameters
    ----------
    hexes
        How many the grid has; ``hex`` of all bearings counts in it.
    """
    names: dict[str, int] = {}
    columns: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]] = []
    for one in bearings:
        place = np.array([names.setdefault(name, len(names)) for name in one.names], np.int32)
        columns.append((one.hex, place[one.feature] if len(place) else one.feature, one.amount))
    if not columns:
        return Evidence(np.zeros(hexes + 1, np.int64), np.empty(0, np.int32), np.empty(0, np.float32), ())
    index, feature, amount = (np.concatenate(column) for column in zip(*columns, strict=True))
    order = np.argsort(index, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(index, minlength=hexes))])
    return Evidence(starts, feature[order], amount[order], tuple(names))
