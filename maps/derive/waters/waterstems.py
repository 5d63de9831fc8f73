"""Make stems of a network of water that was reduced to trees and classed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely import STRtree

from maps.derive.waters.hexsides import LeftOut
from maps.derive.waters.rivers import Stem
from maps.derive.waters.waterclass import KINDS
from maps.derive.waters.watertree import MOUTH
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.derive.waterlegend import WaterLegend
    from maps.derive.waters.waterclass import Pieces
    from maps.derive.waters.waternet import Net
    from maps.derive.waters.watertree import Tree

    Floats = NDArray[np.float64]
    Codes = NDArray[np.uint8]
    Shapes = NDArray[np.object_]

__all__ = ["ClassedNet", "mark_lakes", "stems_that_matter"]

_RIVER = HEXSIDES.index("river")
_TOLD = ("river", "canal")
_TOLD_HEXES = 4.0
"""A named river or canal as long as so many hexes is told of if it is left out."""


class ClassedNet(NamedTuple):
    """A network, the trees it was reduced to, and what is known of each piece (p,)."""

    net: Net
    tree: Tree
    pieces: Pieces
    above_m: Floats
    """Length of all water that flows together in a piece, its own included."""
    natural_m: Floats
    """The same without drains and canals."""
    codes: Codes


class _Chain(NamedTuple):
    """Pieces from head to mouth, and the chain they flow into, -1 for none."""

    pieces: list[int]
    into: int
    parts_off: bool = False


def stems_that_matter(
    river: ClassedNet, ids: Sequence[str], width_m: float, legend: WaterLegend
) -> tuple[list[Stem], list[LeftOut]]:
    """
    Join pieces into stems, receivers first, and leave out what is too short for the hexes.

    Above a confluence a stem goes on along the same name, or else the higher class, the greater
    breadth, the longer water above. What a stem that stays flows into stays too. Named rivers and canals that are
    left out are listed, the longest first.

    Parameters
    ----------
    ids
        Of the features, by their row.
    """
    chains = _chains(river)
    chains += _arms(river, chains)
    stays = [_matters(river, chain, width_m, legend) for chain in chains]
    for k in range(len(chains) - 1, -1, -1):
        if stays[k] and chains[k].into != MOUTH:
            stays[chains[k].into] = True
    place = np.cumsum(stays) - 1
    stems = [
        _stem(river, chain, ids, None if chain.into == MOUTH else int(place[chain.into]))
        for chain, kept in zip(chains, stays, strict=True)
        if kept
    ]
    left = [chain for chain, kept in zip(chains, stays, strict=True) if not kept]
    return stems, _left_out(river, left, width_m, legend)


def _left_out(river: ClassedNet, chains: Sequence[_Chain], width_m: float, legend: WaterLegend) -> list[LeftOut]:
    lengths = river.net.lengths()
    long_m: dict[tuple[str, str], float] = defaultdict(float)
    for piece in (piece for chain in chains for piece in chain.pieces):
        kind, name = KINDS[river.pieces.kind[piece]], river.pieces.names[piece]
        if name and kind in _TOLD:
            long_m[kind, name] += float(lengths[piece])
    limit = {"canal": legend.drain_m(width_m) / 1000}
    least = legend.stream_m(width_m) / 1000
    found = [
        LeftOut(name, kind, length, f"it counts from {limit.get(kind, least):g} km on")
        for (kind, name), length in long_m.items()
        if length >= _TOLD_HEXES * width_m
    ]
    return sorted(found, key=lambda one: (-one.length_m, one.name))


def _chains(river: ClassedNet) -> list[_Chain]:
    below, codes, above_m = river.tree.below, river.codes, river.above_m
    names, width_m = river.pieces.names, np.nan_to_num(river.pieces.width_m)
    above: dict[int, list[int]] = defaultdict(list)
    for piece in np.flatnonzero(below >= 0).tolist():
        above[int(below[piece])].append(piece)
    mouths = np.flatnonzero(below == MOUTH).tolist()
    waiting = [(-int(codes[k]), -float(above_m[k]), k, MOUTH) for k in mouths]
    heapify(waiting)
    chains: list[_Chain] = []
    ends: dict[int, int] = {}
    while waiting:
        *_, mouth, into = heappop(waiting)
        if into == MOUTH:
            # Waters that end at one place meet there, though nothing flows on: the lesser join the greatest.
            into = ends.setdefault(int(river.net.end[mouth]), len(chains))
            into = MOUTH if into == len(chains) else into
        chain = [mouth]
        while flows_in := above[chain[-1]]:
            name = names[chain[-1]]
            main = max(flows_in, key=lambda k: (bool(name) and names[k] == name, codes[k], width_m[k], above_m[k], -k))
            for k in flows_in:
                if k != main:
                    heappush(waiting, (-int(codes[k]), -float(above_m[k]), k, len(chains)))
            chain.append(main)
        chains.append(_Chain(chain[::-1], into))
    return chains


def _arms(river: ClassedNet, chains: Sequence[_Chain]) -> list[_Chain]:
    """Keep the arms that leave a river for good and are rivers themselves, from their mouths up."""
    chain_at = {}
    for k, chain in enumerate(chains):
        for piece in chain.pieces:
            chain_at[int(river.net.end[piece])] = k
            chain_at.setdefault(int(river.net.start[piece]), k)
    found = []
    for arm in river.tree.arms:
        into = chain_at.get(int(river.net.start[arm[0]]), MOUTH)
        if into != MOUTH and river.codes[arm].max() >= _RIVER:
            found.append(_Chain(arm, into, parts_off=True))
    return found


def _matters(river: ClassedNet, chain: _Chain, width_m: float, legend: WaterLegend) -> bool:
    mouth = chain.pieces[-1]
    return bool(
        river.codes[chain.pieces].max() >= _RIVER
        or river.natural_m[mouth] >= legend.stream_m(width_m)
        or river.above_m[mouth] >= legend.drain_m(width_m)
    )


def _stem(river: ClassedNet, chain: _Chain, ids: Sequence[str], into: int | None) -> Stem:
    pieces = chain.pieces
    counts = [len(river.net.points[k]) for k in pieces]
    points = np.concatenate([river.net.points[k] for k in pieces])
    codes = np.repeat(river.codes[pieces], counts)
    names = [river.pieces.names[k] for k, count in zip(pieces, counts, strict=True) for _ in range(count)]
    features = [ids[river.net.way[k]] for k, count in zip(pieces, counts, strict=True) for _ in range(count)]
    if chain.parts_off:
        points, names, features = points[::-1], names[::-1], features[::-1]
        codes = np.full(len(points), codes.max(), np.uint8)
    return Stem(points, np.zeros(len(points)), tuple(names), into, codes, tuple(features), parts_off=chain.parts_off)


def mark_lakes(stems: Sequence[Stem], lakes: Shapes, width_m: float, legend: WaterLegend) -> list[Stem]:
    """Mark which points of stems lie in lakes long enough to show on hexsides."""
    box = shapely.bounds(lakes).reshape(-1, 4)
    long = np.hypot(box[:, 2] - box[:, 0], box[:, 3] - box[:, 1]) >= legend.narrow_from_hexes * width_m
    if not stems or not long.any():
        return list(stems)
    points = shapely.points(np.concatenate([stem.points for stem in stems]))
    inside = np.zeros(len(points), bool)
    inside[STRtree(points).query(lakes[long], predicate="dwithin", distance=legend.join_m)[1]] = True
    cuts = np.cumsum([len(stem.points) for stem in stems])[:-1]
    return [replace(stem, in_lake=part) for stem, part in zip(stems, np.split(inside, cuts), strict=True)]
