"""
Hold the shapes of a drawing: areas of rings and lines that follow ways, as control points.

Every ring and line is drawn as a quadratic B-spline of its control points, or through its
points where it says so, alike on the screen and on paper.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from contourpy import FillType, LineType, contour_generator

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["BEND", "LONGEST", "Rings", "Way", "areas_above", "contours_at", "joined", "larger", "thinned"]

BEND = 0.012
"""Control points that bend a line by less, in plane units, are dropped."""

_FEWEST = 5
_SHORT = 0.045
LONGEST = 0.22
"""How far from one control point to the next, in plane units, where nobody says otherwise."""


class Rings(NamedTuple):
    """
    Closed rings, filled even-odd.

    Attributes
    ----------
    points
        Control points of all rings, one after the other (n, 2), plane units.
    starts
        Where each ring begins, and the end (m + 1,).
    boxes
        Least u and v, greatest u and v of each ring (m, 4).
    """

    points: NDArray[np.float32]
    starts: NDArray[np.int64]
    boxes: NDArray[np.float32]

    def __len__(self) -> int:
        """Count the rings."""
        return len(self.starts) - 1

    def each(self) -> Iterator[NDArray[np.float32]]:
        """Give ring after ring (k, 2); the last point is joined to the first."""
        for start, stop in zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True):
            yield self.points[start:stop]


class Way(NamedTuple):
    """A road, railway, river or contour: what it is, its points (n, 2), and the links or hexsides it follows."""

    kind: str
    points: NDArray[np.float32]
    links: NDArray[np.int64]
    """Hex times 6 plus side of each, in order; empty for contours."""
    through: bool = False
    """Whether the line runs through its points, and not as a B-spline near them."""


def joined(rings: Sequence[NDArray[np.float32]]) -> Rings:
    """Put rings (k, 2) together."""
    starts = np.concatenate([[0], np.cumsum([len(ring) for ring in rings])]).astype(np.int64)
    points = np.concatenate(rings) if rings else np.zeros((0, 2), np.float32)
    boxes = [np.concatenate([ring.min(axis=0), ring.max(axis=0)]) for ring in rings]
    return Rings(points.astype(np.float32), starts, np.array(boxes, np.float32).reshape(-1, 4))


def larger(rings: Rings, least: float) -> Rings:
    """Leave out the rings that hold less than an area, in squares of the plane unit."""
    if not least or not len(rings):
        return rings
    lengths = np.diff(rings.starts)
    following = np.arange(1, len(rings.points) + 1)
    following[rings.starts[1:] - 1] = rings.starts[:-1]
    (u, v), (on_u, on_v) = rings.points.astype(float).T, rings.points[following].astype(float).T
    held = 0.5 * np.abs(np.add.reduceat(u * on_v - on_u * v, rings.starts[:-1]))
    kept = held >= least
    starts = np.concatenate([[0], np.cumsum(lengths[kept])]).astype(np.int64)
    return Rings(rings.points[np.repeat(kept, lengths)], starts, rings.boxes[kept])


def areas_above(
    x: Floats, y: Floats, field: NDArray[np.float32], level: float, bend: float = BEND, longest: float = LONGEST
) -> Rings:
    """Outline where a field of samples (len(y), len(x)) is above a level; rings round holes are among them."""
    if min(field.shape) < 2:
        return joined([])
    found = []
    made = contour_generator(x, y, field, fill_type=FillType.OuterOffset)
    for points, offsets in zip(*made.filled(level, np.inf), strict=True):
        found += [points[a : b - 1] for a, b in pairwise(offsets.tolist())]
    return joined([thinned(ring, bend, longest).astype(np.float32) for ring in found if len(ring) > _FEWEST])


def contours_at(x: Floats, y: Floats, field: NDArray[np.float32], level: float, bend: float) -> list[Floats]:
    """Draw the lines where a field of samples has a level."""
    made = contour_generator(x, y, field, line_type=LineType.Separate)
    return [thinned(np.asarray(line, float), bend) for line in made.lines(float(level)) if len(line) > _FEWEST]


def thinned(points: Floats, bend: float = BEND, longest: float = LONGEST) -> Floats:
    """Drop the points of a line or ring (n, 2) that bend it by less than ``bend`` within ``longest``, or crowd it."""
    return points[_kept(np.ascontiguousarray(points, np.float64), bend, longest)]


@njit(cache=True)
def _kept(points: Floats, bend: float, longest: float) -> NDArray[np.bool_]:
    """Say which points stay: first and last, and those that bend the line from the last one that stayed."""
    keep = np.ones(len(points), np.bool_)
    last = 0
    for i in range(1, len(points) - 1):
        ax, ay = points[i, 0] - points[last, 0], points[i, 1] - points[last, 1]
        bx, by = points[i + 1, 0] - points[i, 0], points[i + 1, 1] - points[i, 1]
        here, on = np.hypot(ax, ay), np.hypot(bx, by)
        if abs(ax * by - ay * bx) < bend * (here + on) or here < _SHORT:
            keep[i] = here > longest
        if keep[i]:
            last = i
    return keep
