"""
Lay rivers along their hexsides as lines that wander a little.

Corners are moved by lot, sides bend by lot, and a river keeps its class until it meets a
greater one; the line is a B-spline of its control points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import HEXSIDES
from maps.shapes.field import lot
from maps.shapes.links import Edge, Run, at_nodes, partners, runs
from maps.shapes.rings import Way

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]

__all__ = ["RIVERS", "rivers"]

RIVERS = ("stream", "river", "major_river")

_CORNER, _BEND = 0.24, 0.34
_FINE = 20.0


def rivers(hexmap: HexMap, anchor: tuple[float, float]) -> tuple[Way, ...]:
    """Lay the running waters of a map; ``anchor`` is where its (0, 0) lies, seen from the CRS's origin."""
    edges, spots = _edges(hexmap, anchor)
    follow = partners(edges, at_nodes(edges), _worth)
    return tuple(_way(part, edges, spots, anchor) for run in runs(edges, follow) for part in _parted(run, edges))


def _edges(hexmap: HexMap, anchor: tuple[float, float]) -> tuple[list[Edge], dict[int, Floats]]:
    """Give the hexsides with running water, between corners, and where each corner was moved to."""
    codes = [HEXSIDES.index(name) for name in RIVERS]
    here, side = np.nonzero(np.isin(hexmap.hexside, codes))
    there = hexmap.neighbour[here, side]
    once = (there == NO_HEX) | (there > here)
    here, side = here[once], side[once]
    corner = hexmap.layout.corners() / hexmap.layout.radius_m
    ends = np.stack([corner[here, side], corner[here, (side + 1) % SIDES]], axis=1)
    keys, back = np.unique(np.rint(ends.reshape(-1, 2) * _FINE).astype(np.int64), axis=0, return_inverse=True)
    nodes = back.reshape(-1, 2)
    edges = [
        Edge(int(a), int(b), int(hexmap.hexside[i, k]), int(i) * SIDES + int(k))
        for (a, b), i, k in zip(nodes, here, side, strict=True)
    ]
    return edges, {n: _moved(keys[n] / _FINE, anchor) for n in range(len(keys))}


def _place(spot: Floats, anchor: tuple[float, float]) -> tuple[int, int]:
    """Name a spot by whole numbers that stay the same on a map cut wider."""
    return round((float(spot[0]) + anchor[0]) * _FINE / 4), round((float(spot[1]) + anchor[1]) * _FINE / 4)


def _moved(spot: Floats, anchor: tuple[float, float]) -> Floats:
    i, j = _place(spot, anchor)
    return np.asarray(spot + _CORNER * np.array([lot(i, j, 1) - 0.5, lot(i, j, 2) - 0.5]))


def _worth(_node: int, one: Edge, other: Edge) -> float:
    """Run on into water of the same class, of the greatest first."""
    return 4.0 * min(one.rank, other.rank) - abs(one.rank - other.rank)


def _parted(run: Run, edges: Sequence[Edge]) -> list[Run]:
    """Cut a run where the class changes."""
    found, first = [], 0
    for last in range(1, len(run.edges) + 1):
        if last == len(run.edges) or edges[run.edges[last]].rank != edges[run.edges[first]].rank:
            found.append(Run(run.edges[first:last], run.nodes[first : last + 1]))
            first = last
    return found


def _way(run: Run, edges: Sequence[Edge], spots: Mapping[int, Floats], anchor: tuple[float, float]) -> Way:
    """Give the control points of a run: its corners, and two on each side between them that wander."""
    line = [spots[run.nodes[0]]]
    for start, stop in zip(run.nodes[:-1], run.nodes[1:], strict=True):
        line += _side(spots[start], spots[stop], anchor)
    links = np.array([edges[n].link for n in run.edges])
    return Way(HEXSIDES[edges[run.edges[0]].rank], np.array(line, np.float32), links)


def _side(start: Floats, stop: Floats, anchor: tuple[float, float]) -> list[Floats]:
    """Bend one side to one hand and then to the other, the same whichever way it is followed."""
    i, j = _place((start + stop) / 2, anchor)
    off = (lot(i, j, 3) - 0.5) * _BEND
    along = stop - start
    across = np.array([-along[1], along[0]]) * off
    return [start + along * 0.34 + across, start + along * 0.66 - across, stop]
