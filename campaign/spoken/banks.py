"""
Tell the banks of a named river from each other, and say where it is crossed.

A river has two banks where it runs; round its spring they are one. So two hexes are on one bank if one comes from one
to the other without crossing it, and without going much further than straight on.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from campaign.model.sheets.intents import ANY_RIVER
from campaign.spoken.tokens import fold
from maps.grid.hexmap import CROSSINGS, HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from maps.grid.hexmap import HexMap

__all__ = ["around", "bridges_at", "crossed_on", "crossed_to", "is_beyond", "is_of"]

ROUND = 4
"""How many hexes longer than straight on a way on one bank may be: beyond that it leads round the river."""
SHOWN = 3
_RIVERS = frozenset({HEXSIDES.index("river"), HEXSIDES.index("major_river")})


def is_beyond(hexmap: HexMap, river: Collection[str], start: int, goal: int) -> bool:
    """Whether a hex lies beyond a river, seen from another; ``river``: its names, as ``fold`` writes them."""
    distance = hexmap.layout.grid.distance
    most = distance(start, goal) + ROUND
    seen, edge = {start}, [start]
    while edge and goal not in seen:
        found = {
            other for here in edge for side, other in _around(hexmap, here)
            if other not in seen and distance(start, other) + distance(other, goal) <= most
            and not is_of(hexmap, river, here, side)
        }  # fmt: skip
        seen |= found
        edge = list(found)
    return goal not in seen


def crossed_to(hexmap: HexMap, river: Collection[str], start: int, near: int) -> list[int]:
    """List the hexes beyond a river that bridges, fords and ferries lead to, a few, those nearest to a hex first."""
    distance = hexmap.layout.grid.distance
    found = set()
    for (index, side), name in hexmap.side_names.items():
        across = int(hexmap.neighbour[index, side])
        if across >= 0 and fold(name.split(",")[0]) in river and hexmap.crossing[index, side]:
            found |= {index, across}
    beyond: list[int] = []
    for one in sorted(found, key=lambda one: (distance(near, one), one)):
        if len(beyond) < SHOWN and is_beyond(hexmap, river, start, one):
            beyond.append(one)
    return beyond


def around(hexmap: HexMap, index: int) -> list[int]:
    """List the hexes next to a hex."""
    return [other for _, other in _around(hexmap, index)]


def bridges_at(hexmap: HexMap, index: int) -> list[int]:
    """List the hexes that bridges lead to from a hex."""
    bridges = {CROSSINGS.index("bridge"), CROSSINGS.index("railway_bridge")}
    return [other for side, other in _around(hexmap, index) if int(hexmap.crossing[index, side]) in bridges]


def is_of(hexmap: HexMap, rivers: Collection[str], index: int, side: int) -> bool:
    """Whether a hexside is of one of some rivers; of any, where ``ANY_RIVER`` is among them."""
    if ANY_RIVER in rivers and int(hexmap.hexside[index, side]) in _RIVERS:
        return True
    return _river(hexmap, index, side) in rivers


def crossed_on(hexmap: HexMap, rivers: Collection[str], path: Sequence[int]) -> tuple[int, int] | None:
    """Give the first two hexes of a way that one of some rivers runs between; None if it crosses none of them."""
    for here, there in pairwise(path):
        side = hexmap.neighbour[here].tolist().index(there)
        if is_of(hexmap, rivers, here, side):
            return here, there
    return None


def _around(hexmap: HexMap, index: int) -> Iterator[tuple[int, int]]:
    return ((side, other) for side, other in enumerate(hexmap.neighbour[index].tolist()) if other >= 0)


def _river(hexmap: HexMap, index: int, side: int) -> str:
    name = hexmap.river_of(index, side)
    return "" if name is None else fold(name.split(",")[0])
