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
from maps.shapes.field import lots
from maps.shapes.links import Edges, at_nodes, parted, partners, runs
from maps.shapes.ways import Ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap
    from maps.shapes.links import Runs

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["RIVERS", "rivers"]

RIVERS = ("stream", "river", "major_river")

_CORNER, _BEND = 0.24, 0.34
_FINE = 20.0


def rivers(hexmap: HexMap, anchor: tuple[float, float]) -> Ways:
    """Lay the running waters of a map; ``anchor`` is where its (0, 0) lies, seen from the CRS's origin."""
    edges, spots = _edges(hexmap, anchor)
    follow = partners(at_nodes(edges), lambda one, other: _worth(edges.rank[one // 2], edges.rank[other // 2]))
    return _ways(parted(runs(follow), edges), edges, spots, anchor)


def _edges(hexmap: HexMap, anchor: tuple[float, float]) -> tuple[Edges, Floats]:
    """Give the hexsides with running water, between corners, and where each corner was moved to (k, 2)."""
    codes = [HEXSIDES.index(name) for name in RIVERS]
    here, side = np.nonzero(np.isin(hexmap.hexside, codes))
    there = hexmap.neighbour[here, side]
    once = (there == NO_HEX) | (there > here)
    here, side = here[once], side[once]
    corner, nth = hexmap.layout.corners_of(here) / hexmap.layout.radius_m, np.arange(len(here))
    ends = np.stack([corner[nth, side], corner[nth, (side + 1) % SIDES]], axis=1)
    keys, back = np.unique(np.rint(ends.reshape(-1, 2) * _FINE).astype(np.int64), axis=0, return_inverse=True)
    nodes = back.reshape(-1, 2)
    edges = Edges(nodes[:, 0], nodes[:, 1], hexmap.hexside[here, side].astype(np.int64), here * SIDES + side)
    return edges, _moved(keys / _FINE, anchor)


def _place(spots: Floats, anchor: tuple[float, float]) -> tuple[Whole, Whole]:
    """Name spots (k, 2) by whole numbers that stay the same on a map cut wider."""
    i, j = (np.rint((spots[:, n] + anchor[n]) * _FINE / 4).astype(np.int64) for n in (0, 1))
    return i, j


def _moved(spots: Floats, anchor: tuple[float, float]) -> Floats:
    i, j = _place(spots, anchor)
    return np.asarray(spots + _CORNER * np.stack([lots(i, j, 1) - 0.5, lots(i, j, 2) - 0.5], axis=1))


def _worth(one: Whole, other: Whole) -> Floats:
    """Run on into water of the same class, of the greatest first."""
    return np.asarray(4.0 * np.minimum(one, other) - np.abs(one - other))


def _ways(found: Runs, edges: Edges, spots: Floats, anchor: tuple[float, float]) -> Ways:
    """Give the control points of lines: their corners, and two on each side between them that wander."""
    nodes, entered = edges.nodes, found.ends
    start, stop = spots[nodes[entered]], spots[nodes[entered ^ 1]]
    lines = len(found.starts) - 1
    points = np.empty((3 * len(entered) + lines, 2), np.float32)
    first = 3 * found.starts + np.arange(lines + 1)
    at = 3 * np.arange(len(entered)) + 1 + np.repeat(np.arange(lines), np.diff(found.starts))
    for k, spot in enumerate(_sides(start, stop, anchor)):
        points[at + k] = spot
    points[first[:-1]] = start[found.starts[:-1]]
    kinds = [HEXSIDES[rank] for rank in edges.rank[entered[found.starts[:-1]] // 2].tolist()]
    return Ways(kinds, points, first, edges.link[entered // 2], found.starts)


def _sides(start: Floats, stop: Floats, anchor: tuple[float, float]) -> tuple[Floats, Floats, Floats]:
    """Bend sides to one hand and then to the other, the same whichever way they are followed."""
    i, j = _place((start + stop) / 2, anchor)
    off = (lots(i, j, 3) - 0.5) * _BEND
    along = stop - start
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) * off[:, None]
    return start + along * 0.34 + across, start + along * 0.66 - across, stop
