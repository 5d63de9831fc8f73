"""
Lay roads and railways over a frame so that they cross exactly the hexsides of their links.

A way may not leave its parent but by a gate. Within a parent the ways of all its gates, and its largest place, are
joined: each takes the cheapest way to what is laid already, and roads wander by noise.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.shapes.taut import place_spots
from scenarios.battles.ground.frame import parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from scenarios.battles.ground.frame import Frame
    from scenarios.battles.ground.waters import Gate

    Codes = NDArray[np.uint8]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["spots_m", "ways_of"]

_ON_ROAD = 0.35
"""What a step along a way that is laid costs, against one over fields."""
_UP_M = 40.0
"""Metres of rise that cost a road as much as a step."""


class _Ground(NamedTuple):
    """Links between hexes of one parent: from, to, cost (k,); and the number of the part that each hex is in (n,)."""

    here: Ints
    there: Ints
    cost: Floats
    part: Ints


def spots_m(frame: Frame) -> Mapping[int, Floats]:
    """Say where the largest place of each parent stands, in map coordinates."""
    layout = frame.campaign.layout
    held = place_spots(frame.campaign)
    return {
        parent: layout.to_map(np.array(held[parent]) * layout.radius_m) for parent in frame.parents if parent in held
    }


def ways_of(frame: Frame, gates: Sequence[Gate], heights: Floats) -> tuple[Codes, Codes]:
    """Lay roads, then railways: codes (n, 6) of both, equal from both sides."""
    ground, spots = _ground(frame, heights), spots_m(frame)
    found = []
    for kind in ("road", "rail"):
        codes = np.zeros((len(frame.parent), SIDES), np.uint8)
        for parent in frame.parents:
            mine = [gate for gate in gates if parent in {gate.parent, gate.other} and getattr(gate, kind)]
            ends = sorted((-getattr(gate, kind), _end(frame, gate, parent)) for gate in mine)
            _join(frame, ground, parent, [(-code, end) for code, end in ends], spots.get(parent), codes)
        for gate in gates:
            if gate.here != NO_HEX and getattr(gate, kind):
                _link(frame, gate.here, gate.there, getattr(gate, kind), codes)
        found.append(codes)
    return found[0], found[1]


def _ground(frame: Frame, heights: Floats) -> _Ground:
    here, side = np.nonzero((frame.side_parent == frame.parent[:, None]) & (frame.parent[:, None] != NO_HEX))
    there = frame.neighbour[here, side].astype(np.int64)
    rough = 1.0 + frame.legend.road_wander * (0.5 + frame.lot("roads", waves=1.6))
    cost = np.maximum((rough[here] + rough[there]) / 2, 0.2) + np.abs(heights[here] - heights[there]) / _UP_M
    return _Ground(here, there, cost, parts_of(frame.parent, frame.neighbour))


def _join(
    frame: Frame, ground: _Ground, parent: int, ends: Sequence[tuple[int, int]], place_m: Floats | None, codes: Codes
) -> None:
    """Join the ends of a parent's ways, code and hex, to each other and to its place, part by part, as they come."""
    if not ends:
        return
    hexes = np.flatnonzero(frame.parent == parent)
    hub_m = place_m if place_m is not None else _middle_m(frame, parent)
    hub = frame.nearest(hexes, hub_m)
    parts = sorted({int(ground.part[end]) for _, end in ends})
    for part in parts:
        here = [(code, end) for code, end in ends if ground.part[end] == part]
        if part == ground.part[hub] and (place_m is not None or len(ends) == 1):
            start = hub
        elif part != ground.part[hub] and (place_m is not None or len(parts) > 1 or len(ends) == 1):
            start = frame.nearest(np.flatnonzero((ground.part == part) & frame.at_rim), hub_m)
        else:
            start = here[0][1]
        _grow(frame, ground, parent, start, here, codes)


def _middle_m(frame: Frame, parent: int) -> Floats:
    whole = frame.campaign.layout
    return whole.to_map(whole.centres()[parent])


def _end(frame: Frame, gate: Gate, parent: int) -> int:
    """Name the hex of a parent that a way leaves by: beside its hexside, or at the frame's rim towards it."""
    if gate.here != NO_HEX:
        return gate.here if gate.parent == parent else gate.there
    mine = frame.parent == parent
    rim = np.flatnonzero(mine & frame.at_rim)
    return frame.nearest(rim if len(rim) else np.flatnonzero(mine), np.array(gate.spot_m))


def _grow(
    frame: Frame, ground: _Ground, parent: int, start: int, ends: Sequence[tuple[int, int]], codes: Codes
) -> None:
    """Lay a way from each end to what is laid already."""
    hexes = np.flatnonzero(frame.parent == parent)
    mine = frame.parent[ground.here] == parent
    place = np.full(len(frame.parent), NO_HEX, np.int64)
    place[hexes] = np.arange(len(hexes))
    here, there, cost = place[ground.here[mine]], place[ground.there[mine]], ground.cost[mine].copy()
    laid = {int(place[start])}
    for code, end in ends:
        path = _cheapest(here, there, cost, len(hexes), laid, int(place[end]))
        for a, b in pairwise(path):
            _link(frame, int(hexes[a]), int(hexes[b]), code, codes)
        laid.update(path)
        on = np.isin(here, path) & np.isin(there, path)
        cost[on] = np.minimum(cost[on], _ON_ROAD)


def _cheapest(here: Ints, there: Ints, cost: Floats, count: int, goals: set[int], start: int) -> list[int]:
    """Find the cheapest way from a hex to the nearest of some others."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - half a second to load, and needed for battles only
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

    graph = coo_array((cost, (here, there)), shape=(count, count)).tocsr()
    _, before, _ = dijkstra(graph, indices=sorted(goals), min_only=True, return_predecessors=True)
    path = [start]
    while path[-1] not in goals:
        path.append(int(before[path[-1]]))
    return path


def _link(frame: Frame, here: int, there: int, code: int, codes: Codes) -> None:
    """Put a way on the link between two neighbours; a greater one stays."""
    side = frame.layout.grid.side_towards(here, there)
    codes[here, side] = codes[there, (side + 3) % SIDES] = max(code, int(codes[here, side]))
