"""Join reaches to rivers: main stems with their names, each above what flows into it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.sources.rivers import Reach, RiverName

    Floats = NDArray[np.float64]

__all__ = ["Stem", "name_reaches", "stems"]

_NEAR_M = 4000.0
_PAST_MOUTH_M = 2500.0
_NOWHERE = -1
_ON_STEM_M = 60.0
"""A stem whose head lies as near as this to another parts from it."""


@dataclass(frozen=True, slots=True)
class Stem:
    """A river from its head to its mouth, in map coordinates."""

    points: Floats
    drained_km2: Floats
    """At each point; never less downstream."""
    names: tuple[str, ...]
    """At each point; empty where the river has no name here."""
    into: int | None
    """Position in the list of the stem that it flows into; that one stands before it."""
    codes: NDArray[np.uint8] | None = None
    """Class at each point, a code of ``HEXSIDES``, where more is known than the area drained; never less downstream."""
    features: tuple[str, ...] = ()
    """Id of the feature at each point, where there is one."""
    in_lake: NDArray[np.bool_] | None = None
    """Which points lie in a lake."""
    parts_off: bool = False
    """An arm that leaves its river for good: listed from its mouth up to where it parts from ``into``."""


def name_reaches(reaches: Sequence[Reach], names: Sequence[RiverName]) -> list[str]:
    """
    Name the reaches from each name's first point down to its last.

    From the reach nearest the first point the water is followed downstream to where it
    comes nearest the last point; then names go on upstream along the largest branch, as
    long as nothing there has one. A name whose points lie more than 4 km from that water names nothing. The
    first name given to a reach stays.
    """
    found = [""] * len(reaches)
    if not names:
        return found
    from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    below, above = _below(reaches), _above(reaches)
    owner = np.repeat(np.arange(len(reaches)), [len(reach.points) for reach in reaches])
    tree = cKDTree(np.concatenate([reach.points for reach in reaches]) if reaches else np.zeros((0, 2)))
    for river in names:
        off, nearest = tree.query(river.start)
        if off > _NEAR_M:
            continue
        first = int(owner[nearest])
        chain = _down_to(river.end, _downstream(first, below), reaches)
        for k in chain:
            found[k] = found[k] or river.name
    _name_upstream(found, above, reaches)
    return found


def _downstream(reach: int, below: Sequence[int | None]) -> list[int]:
    chain = [reach]
    while (step := below[chain[-1]]) is not None and step not in chain:
        chain.append(step)
    return chain


def _down_to(end: tuple[float, float], chain: Sequence[int], reaches: Sequence[Reach]) -> list[int]:
    """Cut a chain of reaches off where it comes nearest to a point; empty if it never comes near."""
    points = np.concatenate([reaches[k].points for k in chain])
    off = np.hypot(*(points - end).T)
    nearest = int(np.argmin(off))
    if off[nearest] > _NEAR_M:
        return []
    starts = np.cumsum([0, *(len(reaches[k].points) for k in chain)])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    # A point given for a mouth is often nearest to the receiving river, just below the mouth.
    last = max(p for p in range(len(chain)) if p == 0 or along[nearest] - along[starts[p]] > _PAST_MOUTH_M)
    return list(chain[: last + 1])


def _name_upstream(found: list[str], above: dict[int, list[int]], reaches: Sequence[Reach]) -> None:
    """Carry names on upstream, along the largest branch, as long as nothing there has one."""
    for named in [k for k in range(len(reaches)) if found[k]]:
        here = named
        while above[here] and not any(found[k] for k in above[here]):
            here = max(above[here], key=lambda k: reaches[k].mouth_km2)
            found[here] = found[named]


def stems(reaches: Sequence[Reach], names: Sequence[str]) -> list[Stem]:
    """
    Join reaches into stems, the largest first, but none before what it flows into.

    Above a confluence a stem goes on along the reach of the same name, or else
    along the one that drains most. One that begins on another and ends by itself is an arm of it, as the
    Waal is of the Rhine.
    """
    below, above = _below(reaches), _above(reaches)
    waiting: list[tuple[float, int, int]] = [
        (-reach.mouth_km2, k, _NOWHERE) for k, reach in enumerate(reaches) if below[k] is None
    ]
    heapify(waiting)
    found: list[Stem] = []
    while waiting:
        _, mouth, into = heappop(waiting)
        chain = [mouth]
        while above[chain[-1]]:
            here = chain[-1]
            main = max(above[here], key=lambda k: (bool(names[k]) and names[k] == names[here], reaches[k].mouth_km2))
            for k in above[here]:
                if k != main:
                    heappush(waiting, (-reaches[k].mouth_km2, k, len(found)))
            chain.append(main)
        found.append(_stem([(reaches[k], names[k]) for k in reversed(chain)], into if into != _NOWHERE else None))
    return _with_arms(found)


def _with_arms(found: list[Stem]) -> list[Stem]:
    """Turn about the stems that part from another, and list each behind that one."""
    parents = _parents(found)
    if not parents:
        return found
    needs = [parents.get(k, stem.into) for k, stem in enumerate(found)]
    waiting: dict[int, list[int]] = defaultdict(list)
    for k, need in enumerate(needs):
        waiting[_NOWHERE if need is None else need].append(k)
    ready, order = list(waiting[_NOWHERE]), list[int]()
    heapify(ready)
    while ready:
        order.append(heappop(ready))
        for k in waiting[order[-1]]:
            heappush(ready, k)
    place = {k: at for at, k in enumerate(order)}
    return [_placed(found[k], needs[k], place, arm=k in parents) for k in order]


def _placed(stem: Stem, need: int | None, place: dict[int, int], *, arm: bool) -> Stem:
    into = None if need is None else place[need]
    if not arm:
        return replace(stem, into=into)
    drained = np.full(len(stem.points), stem.drained_km2.max())
    return replace(
        stem, points=stem.points[::-1], drained_km2=drained, names=stem.names[::-1], into=into, parts_off=True
    )


def _parents(found: Sequence[Stem]) -> dict[int, int]:
    """Give the stem that each arm begins on; one that begins at another's mouth is no arm."""
    lines = np.array([shapely.linestrings(stem.points) for stem in found])
    alone = [k for k, stem in enumerate(found) if stem.into is None]
    if not alone:
        return {}
    heads = shapely.points([found[k].points[0] for k in alone])
    parents: dict[int, int] = {}
    for row, other in zip(*shapely.STRtree(lines).query(heads, "dwithin", _ON_STEM_M).tolist(), strict=True):
        k = alone[row]
        ends_here = np.hypot(*(found[other].points[-1] - found[k].points[0])) <= _ON_STEM_M
        if k not in parents and not ends_here and k not in _onwards(other, found, parents):
            parents[k] = other
    return parents


def _onwards(stem: int, found: Sequence[Stem], parents: dict[int, int]) -> list[int]:
    """List a stem and all that it hangs on."""
    chain: list[int] = []
    here: int | None = stem
    while here is not None:
        chain.append(here)
        here = parents.get(here, found[here].into)
    return chain


def _stem(parts: Sequence[tuple[Reach, str]], into: int | None) -> Stem:
    points = np.concatenate([reach.points for reach, _ in parts])
    drained = np.concatenate([np.linspace(r.head_km2, r.mouth_km2, len(r.points)) for r, _ in parts])
    names = tuple(name for reach, name in parts for _ in range(len(reach.points)))
    return Stem(points, np.maximum.accumulate(drained), names, into)


def _knot(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _below(reaches: Sequence[Reach]) -> list[int | None]:
    starts: dict[tuple[int, int], int] = {}
    for k, reach in enumerate(reaches):
        knot = _knot(reach.points[0])
        # Where a river parts, its water goes on in the greater arm; the other begins there.
        if knot not in starts or reach.mouth_km2 > reaches[starts[knot]].mouth_km2:
            starts[knot] = k
    return [starts.get(_knot(reach.points[-1])) for reach in reaches]


def _above(reaches: Sequence[Reach]) -> dict[int, list[int]]:
    above: dict[int, list[int]] = defaultdict(list)
    for k, receiver in enumerate(_below(reaches)):
        if receiver is not None and receiver != k:
            above[receiver].append(k)
    return above
