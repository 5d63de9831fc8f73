"""Turn hexes, hexsides and links back into areas and lines on the ground."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.lonlat import lonlat_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["hexside_lines", "link_lines", "middle_of", "outlines"]

Points = tuple[tuple[float, float], ...]

_DECIMALS = 7
"""Of degrees: a centimetre."""


def outlines(layout: Layout, hexes: Iterable[int]) -> list[Points]:
    """
    Draw round hexes: one ring for each piece that hangs together.

    A piece with a hole in it is cut in two, for a ring has no holes.
    """
    table = layout.grid.neighbour_table()
    waiting = _pieces(set(hexes), table)
    found = []
    while waiting:
        piece = waiting.pop()
        rings = _rings(layout, piece, table)
        if len(rings) == 1:
            found.append(_degrees(layout, rings[0]))
        else:
            waiting += [part for half in _halves(layout, piece) for part in _pieces(half, table)]
    return found[::-1]


def hexside_lines(layout: Layout, sides: Iterable[tuple[int, int]]) -> list[Points]:
    """Join hexsides, given as (hex, side), to lines along the corners, none closed or branching."""
    index, side = np.array(sorted(set(sides)), np.int64).reshape(-1, 2).T
    offsets = layout.corner_offsets()
    centres = layout.centres()[index]
    corners = np.stack([centres + offsets[side], centres + offsets[(side + 1) % SIDES]], axis=1)
    ids, points = _corner_ids(layout, corners.reshape(-1, 2))
    return [_degrees(layout, points[nodes]) for nodes in _strings(ids.reshape(-1, 2))]


def link_lines(layout: Layout, links: Iterable[tuple[int, int]]) -> list[Points]:
    """Join links, given as (hex, side), to lines through the centres, none closed or branching."""
    index, side = np.array(sorted(set(links)), np.int64).reshape(-1, 2).T
    ends = np.stack([index, layout.grid.neighbour_table()[index, side]], axis=1)
    centres = layout.centres()
    return [_degrees(layout, centres[nodes]) for nodes in _strings(ends)]


def middle_of(layout: Layout, index: int, side: int | None = None) -> tuple[float, float]:
    """Give the middle of a hex, or of one of its sides, in degrees."""
    uv = layout.centres()[index]
    if side is not None:
        offsets = layout.corner_offsets()
        uv = uv + (offsets[side] + offsets[(side + 1) % SIDES]) / 2
    return _degrees(layout, uv[None])[0]


def _degrees(layout: Layout, uv: Floats) -> Points:
    return tuple((round(lon, _DECIMALS), round(lat, _DECIMALS)) for lon, lat in lonlat_of(layout, uv).tolist())


def _pieces(hexes: set[int], table: NDArray[np.int32]) -> list[set[int]]:
    left, found = set(hexes), []
    while left:
        piece, edge = set(), [min(left)]
        left.discard(edge[0])
        while edge:
            here = edge.pop()
            piece.add(here)
            around = left.intersection(table[here].tolist())
            left -= around
            edge += around
        found.append(piece)
    return found


def _halves(layout: Layout, piece: set[int]) -> list[set[int]]:
    hexes = np.array(sorted(piece))
    uv = layout.centres()[hexes]
    across = uv[:, int(np.argmax(np.ptp(uv, axis=0)))]
    first = across < np.median(across) if (across < np.median(across)).any() else across <= np.median(across)
    return [set(hexes[first].tolist()), set(hexes[~first].tolist())]


def _rings(layout: Layout, piece: set[int], table: NDArray[np.int32]) -> list[Floats]:
    """Follow the sides round a piece; at a corner three hexes meet, so only one side leads on."""
    hexes = np.array(sorted(piece), np.int64)
    across = table[hexes]
    row, side = np.nonzero((across == NO_HEX) | ~np.isin(across, hexes))
    offsets, centres = layout.corner_offsets(), layout.centres()[hexes[row]]
    corners = np.stack([centres + offsets[side], centres + offsets[(side + 1) % SIDES]], axis=1)
    ids, points = _corner_ids(layout, corners.reshape(-1, 2))
    onward = {int(a): int(b) for a, b in ids.reshape(-1, 2)}
    found = []
    while onward:
        ring = [next(iter(onward))]
        while ring[-1] in onward:
            ring.append(onward.pop(ring[-1]))
        found.append(points[ring[:-1]])
    return found


def _corner_ids(layout: Layout, corners: Floats) -> tuple[Ints, Floats]:
    """Give corners numbers: whole numbers of half radii and half widths tell which are one."""
    half = np.array([layout.radius_m, layout.width_m]) / 2
    cells = np.rint(corners / (half if layout.grid.flat_top else half[::-1])).astype(np.int64)
    _, first, ids = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    return ids.reshape(-1).astype(np.int64), corners[first]


def _strings(ends: Ints) -> Iterator[list[int]]:
    """Part a graph of edges (e, 2) into open lines of nodes, cut where it branches."""
    around: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for edge, (a, b) in enumerate(ends.tolist()):
        around[a].append((edge, b))
        around[b].append((edge, a))
    left = set(range(len(ends)))
    for start in sorted(around, key=lambda node: len(around[node]) == 2):
        for edge, _ in around[start]:
            if edge in left:
                yield from _opened(_follow(start, edge, around, left))


def _follow(start: int, edge: int, around: dict[int, list[tuple[int, int]]], left: set[int]) -> list[int]:
    nodes = [start]
    onward: int | None = edge
    while onward is not None:
        left.discard(onward)
        nodes.append(next(b for e, b in around[nodes[-1]] if e == onward))
        here = around[nodes[-1]]
        onward = next((e for e, _ in here if e in left), None) if len(here) == 2 else None
    return nodes


def _opened(nodes: list[int]) -> list[list[int]]:
    if nodes[0] != nodes[-1]:
        return [nodes]
    half = len(nodes) // 2
    return [nodes[: half + 1], nodes[half:]]
