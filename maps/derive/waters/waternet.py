"""
Join lines of water to a network.

Ways come in any order and join anywhere: end to end, or the end of one on the middle of
another. They are cut where another ends on them, and ends that lie together become one node.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely import STRtree

from maps.derive.nearby import pairs_within
from maps.grid.joining import joined_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Shapes = NDArray[np.object_]

__all__ = ["Net", "cut_at", "join_lines", "turn"]


@dataclass(frozen=True, eq=False)
class Net:
    """Pieces of water between nodes, each drawn downstream."""

    points: tuple[Floats, ...]
    """Of each piece, in map coordinates."""
    start: Ints
    end: Ints
    """Nodes where pieces begin and end (p,)."""
    way: Ints
    """Row of the feature that a piece belongs to (p,)."""
    nodes: Floats
    """Where the nodes lie (k, 2)."""

    def __len__(self) -> int:
        """Count the pieces."""
        return len(self.points)

    def lengths(self) -> Floats:
        """Measure the pieces, in metres."""
        if not self.points:
            return np.zeros(0)
        counts = np.array([len(points) for points in self.points])
        steps = np.hypot(*np.diff(np.concatenate(self.points), axis=0).T)
        steps[np.cumsum(counts)[:-1] - 1] = 0.0
        piece = np.repeat(np.arange(len(counts)), counts)[:-1]
        return np.asarray(np.bincount(piece, weights=steps, minlength=len(counts)))

    def degrees(self) -> tuple[Ints, Ints]:
        """Count the pieces that end and that begin at each node."""
        count = len(self.nodes)
        return np.bincount(self.end, minlength=count), np.bincount(self.start, minlength=count)

    def below(self) -> dict[int, list[int]]:
        """Give the nodes that water flows to from each node."""
        found: dict[int, list[int]] = defaultdict(list)
        for one, other in zip(self.start.tolist(), self.end.tolist(), strict=True):
            found[one].append(other)
        return found

    def loose_ends(self) -> tuple[Ints, Ints]:
        """List the nodes where water ends, and those where it begins."""
        into, out = self.degrees()
        return np.flatnonzero((into > 0) & (out == 0)), np.flatnonzero((into == 0) & (out > 0))


def join_lines(shapes: Shapes, tolerance_m: float) -> Net:
    """
    Cut lines where others end on them, and join ends.

    Parameters
    ----------
    shapes
        LineStrings in map coordinates (w,).
    tolerance_m
        Ends this near to each other or to a line belong together.
    """
    pieces: list[Floats] = []
    way: list[int] = []
    cuts = _cuts(shapes, tolerance_m)
    for k, line in enumerate(shapes):
        for points in _cut(line, cuts.get(k, ()), tolerance_m):
            pieces.append(points)
            way.append(k)
    ends = np.array([(points[0], points[-1]) for points in pieces]).reshape(-1, 2)
    group, nodes = _cluster(ends, tolerance_m)
    start, end = group[0::2], group[1::2]
    # A piece that comes back to where it began is a ring, or too short to lead anywhere.
    kept = np.flatnonzero(start != end)
    return Net(tuple(pieces[k] for k in kept), start[kept], end[kept], np.array(way, np.int64)[kept], nodes)


def _cuts(shapes: Shapes, tolerance_m: float) -> dict[int, list[float]]:
    """Measure along each line where ends of others lie on it."""
    cuts: dict[int, list[float]] = defaultdict(list)
    if not len(shapes):
        return cuts
    ends = np.concatenate([shapely.get_point(shapes, 0), shapely.get_point(shapes, -1)])
    end, line = STRtree(shapes).query(ends, predicate="dwithin", distance=tolerance_m)
    other = end % len(shapes) != line
    end, line = end[other], line[other]
    along = shapely.line_locate_point(shapes[line], ends[end])
    within = (along > tolerance_m) & (along < shapely.length(shapes[line]) - tolerance_m)
    for k, spot in zip(line[within].tolist(), along[within].tolist(), strict=True):
        cuts[k].append(spot)
    return cuts


def _cut(line: Any, spots: Iterable[float], tolerance_m: float) -> list[Floats]:
    ends = [0.0]
    for spot in sorted(spots):
        if spot - ends[-1] > tolerance_m:
            ends.append(spot)
    if len(ends) == 1:
        return [shapely.get_coordinates(line)]
    ends.append(line.length)
    return cut_at(line, ends)


def cut_at(line: shapely.LineString, at_m: Sequence[float]) -> list[Floats]:
    """Cut a line at rising distances along it; give the points of each piece from one to the next."""
    points, spots = shapely.get_coordinates(line), shapely.line_interpolate_point(line, at_m)
    ends = shapely.get_coordinates(spots)
    along = np.concatenate([[0.0], np.cumsum(np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1)))])
    first = np.searchsorted(along[:-1], at_m, side="right")
    last = np.searchsorted(along[:-1], at_m, side="left")
    return [
        np.concatenate([ends[k : k + 1], points[first[k] : last[k + 1]], ends[k + 1 : k + 2]])
        for k in range(len(at_m) - 1)
    ]


def _cluster(points: Floats, tolerance_m: float) -> tuple[Ints, Floats]:
    """Give numbers to groups of points that hang together; give each point's group, and the middles of the groups."""
    if not len(points):
        return np.zeros(0, np.int64), np.zeros((0, 2))
    pairs = pairs_within(points, tolerance_m)
    group = joined_parts(pairs[:, 0], pairs[:, 1], len(points))
    size = np.bincount(group)
    count = len(size)
    middles = [np.bincount(group, weights=points[:, k], minlength=count) / size for k in range(2)]
    return group.astype(np.int64), np.stack(middles, axis=1)


def turn(net: Net, pieces: Sequence[int] | Ints) -> Net:
    """Turn pieces about, so that they flow the other way."""
    turned = set(np.asarray(pieces).tolist())
    points = tuple(line[::-1] if k in turned else line for k, line in enumerate(net.points))
    start, end = net.start.copy(), net.end.copy()
    rows = np.array(sorted(turned), np.int64)
    start[rows], end[rows] = net.end[rows], net.start[rows]
    return replace(net, points=points, start=start, end=end)
