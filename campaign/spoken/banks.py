"""
Tell the banks of a named river from each other, and say where it is crossed.

A river has two banks where it runs; round its spring they are one. So two hexes are on one bank if one comes from one
to the other without crossing it, and without going much further than straight on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.spoken.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from maps.grid.hexmap import HexMap

__all__ = ["crossed_to", "is_beyond"]

ROUND = 4
"""How many hexes longer than straight on a way on one bank may be: beyond that it leads round the river."""
SHOWN = 3


def is_beyond(hexmap: HexMap, river: Collection[str], start: int, goal: int) -> bool:
    """Whether a hex lies beyond a river, seen from another; ``river``: its names, as ``fold`` writes them."""
    distance = hexmap.layout.grid.distance
    most = distance(start, goal) + ROUND
    seen, edge = {start}, [start]
    while edge and goal not in seen:
        found = {
            other for here in edge for side, other in _around(hexmap, here)
            if other not in seen and distance(start, other) + distance(other, goal) <= most
            and _river(hexmap, here, side) not in river
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


def _around(hexmap: HexMap, index: int) -> Iterator[tuple[int, int]]:
    return ((side, other) for side, other in enumerate(hexmap.neighbour[index].tolist()) if other >= 0)


def _river(hexmap: HexMap, index: int, side: int) -> str:
    name = hexmap.river_of(index, side)
    return "" if name is None else fold(name.split(",")[0])
