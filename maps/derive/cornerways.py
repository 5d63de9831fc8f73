"""
Find the cheapest way over the corners of the hexes along a line.

A hexside costs the more the further it lies from the line. Only hexsides
near the line are looked at, so that the work goes by the line's length and not by the
size of the map; the arrays for a whole map are made once and cleaned behind each way.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.derive.corners import Lattice

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["DRY", "Laid", "Reach", "Work", "nearest_corner", "way_along", "way_of_line", "work_for"]

DRY = -1
_RADIUS = 1.0 / math.sqrt(3.0)
_LEAST_COST = 0.15
_EASY_OFF = 0.3
_NEAR = 1.6


class Laid(NamedTuple):
    """What was laid before: the system at each corner, ``DRY`` where none; which systems the line may end in."""

    system: NDArray[np.int32]
    receives: NDArray[np.bool_]
    early: float = 0.0
    """What it costs to end in another system early, for each point of the line that is left."""


class Reach(NamedTuple):
    """
    How far one looks, metres.

    For corners from an end that the map's edge cut; for hexsides from the line, first near by, then, if others bar it,
    further off.
    """

    rim: float
    near: float
    far: float


class Work(NamedTuple):
    """Room for one way at a time: squares of distances, infinite where not looked at; the search's own columns."""

    corner_off: Floats
    edge_off: Floats
    edge_point: NDArray[np.int32]
    """The line's point nearest the middle of each hexside."""
    best: Floats
    came: NDArray[np.int32]
    """The hexside that led to a corner."""
    touched: NDArray[np.int32]
    """Corners that wait to be gone on from, then the hexes that were measured."""
    near: NDArray[np.int32]
    """The number of the last way that a hex lay near."""
    seen: NDArray[np.int32]
    """The number of the last way that reached a corner."""
    ways: NDArray[np.int32]
    """How many ways were looked for (1,)."""


def work_for(lattice: Lattice) -> Work:
    """Make room for ways on a lattice: 100 bytes a hex."""
    n = len(lattice.inside)
    return Work(
        np.full(2 * n, np.inf),
        np.full(3 * n, np.inf),
        np.zeros(3 * n, np.int32),
        np.full(2 * n, np.inf),
        np.full(2 * n, -1, np.int32),
        np.zeros(2 * n, np.int32),
        np.zeros(n, np.int32),
        np.zeros(2 * n, np.int32),
        np.zeros(1, np.int32),
    )


@njit(cache=True, nogil=True)
def _measure(lattice: Lattice, points: Floats, band: float, work: Work) -> int:
    """
    Measure how far corners and hexsides within a band lie from a line's points; give how many hexes it touched.

    All points count for what lies near, every fourth for what lies further off, where no way
    goes if it can help it.
    """
    near = min(band, _NEAR * lattice.width)
    count = 0
    for k in range(len(points)):
        count = _measure_about(lattice, points, k, band if k % 4 == 0 else near, count, work)
    return count


@njit(cache=True, nogil=True)
def _measure_about(lattice: Lattice, points: Floats, k: int, band: float, count: int, work: Work) -> int:
    width, breadth = lattice.width, lattice.breadth
    rise = 1.5 * width * _RADIUS
    x, y = points[k, 0], points[k, 1]
    first = max(math.ceil((y - band) / rise) + 1, 0)
    for row in range(first, min(math.floor((y + band) / rise) + 2, len(lattice.inside) // breadth)):
        shift = 0.5 * ((row - 1) & 1)
        left = max(math.ceil((x - band) / width - shift) + 1, 0)
        for col in range(left, min(math.floor((x + band) / width - shift) + 2, breadth)):
            hex_ = row * breadth + col
            if work.corner_off[2 * hex_] == np.inf:
                work.touched[count] = hex_
                count += 1
            _measure_hex(hex_, width * (col - 1 + shift) - x, rise * (row - 1) - y, k, width, work)
    return count


@njit(cache=True, nogil=True)
def _note_near(lattice: Lattice, points: Floats, band: float, work: Work) -> None:
    """Note which hexes ``_measure`` will touch, without measuring anything there."""
    work.ways[0] += 1
    width, breadth = lattice.width, lattice.breadth
    rise = 1.5 * width * _RADIUS
    for k in range(len(points)):
        reach = band if k % 4 == 0 else min(band, _NEAR * width)
        x, y = points[k, 0], points[k, 1]
        first = max(math.ceil((y - reach) / rise) + 1, 0)
        for row in range(first, min(math.floor((y + reach) / rise) + 2, len(lattice.inside) // breadth)):
            shift = 0.5 * ((row - 1) & 1)
            left = max(math.ceil((x - reach) / width - shift) + 1, 0)
            right = min(math.floor((x + reach) / width - shift) + 2, breadth)
            work.near[row * breadth + left : row * breadth + max(left, right)] = work.ways[0]


@njit(cache=True, nogil=True)
def _is_reached(lattice: Lattice, source: int, goal: int, laid: Laid, work: Work) -> bool:
    """Say whether free hexsides near the line lead from the source to a goal: most that is barred is so close by."""
    number, reached, count = work.ways[0], work.touched, 1
    if work.near[source // 2] != number:
        # The search goes on from where nothing is measured too, but gets nowhere.
        return source == goal or (laid.system[source] >= 0 and laid.receives[laid.system[source]])
    work.seen[source], reached[0] = number, source
    while count:
        count -= 1
        here = int(reached[count])
        if here == goal or (laid.system[here] >= 0 and laid.receives[laid.system[here]]):
            return True
        for way in range(3):
            edge, there = _step(lattice, here, way)
            if edge < 0 or work.seen[there] == number or work.near[there >> 1] != number:
                continue
            # Of a hexside's two corners that at its top is of the hex that it is numbered by.
            top = here if here & 1 == 0 else there
            if work.near[top >> 1] == number and not is_barred(laid, there):
                work.seen[there], reached[count] = number, there
                count += 1
    return False


@njit(cache=True, nogil=True)
def _measure_hex(hex_: int, along: float, across: float, point: int, width: float, work: Work) -> None:
    radius = width * _RADIUS
    corners, edges = work.corner_off, work.edge_off
    square, up, down = along * along, across - radius, across + radius
    corners[2 * hex_] = min(corners[2 * hex_], square + up * up)
    corners[2 * hex_ + 1] = min(corners[2 * hex_ + 1], square + down * down)
    slant = (across - 0.75 * radius) ** 2
    for way in range(3):
        off = square + (across - 1.5 * radius) ** 2 if way == 2 else (along + (0.25 - 0.5 * way) * width) ** 2 + slant
        if off < edges[3 * hex_ + way]:
            edges[3 * hex_ + way] = off
            work.edge_point[3 * hex_ + way] = point


@njit(cache=True, nogil=True)
def _step(lattice: Lattice, corner: int, way: int) -> tuple[int, int]:
    """Give the hexside of a corner by its way, and the corner at its other end; -1 if the map has it not."""
    breadth, inside = lattice.breadth, lattice.inside
    hex_, bottom = corner >> 1, corner & 1
    top = hex_
    if bottom:
        top += 2 * breadth if way == 2 else breadth + lattice.shift[hex_] - (1 - way)
    if top >= len(inside) or top < 2 * breadth:
        return -1, -1
    left = top - breadth - 1 + lattice.shift[top]
    one = left if way == 2 else top
    other = left if way == 1 else left + 1
    if not (inside[one] and inside[other]):
        return -1, -1
    if bottom:
        return 3 * top + way, 2 * top
    return 3 * top + way, 2 * (top - 2 * breadth if way == 2 else other) + 1


@njit(cache=True, nogil=True)
def is_barred(laid: Laid, corner: int) -> bool:
    """Say whether another system is at a corner; two that touch would show a confluence that is not there."""
    return laid.system[corner] >= 0 and not laid.receives[laid.system[corner]]


@njit(cache=True, nogil=True)
def _search(lattice: Lattice, source: int, goal: int, points: int, laid: Laid, work: Work) -> int:
    """Reach out from the source over corners that are free; give the goal of least cost, -1 if none."""
    scale = (_EASY_OFF * lattice.width) ** 2
    best = work.best
    best[source] = 0.0
    queue = [(0.0, source)]
    while queue:
        spent, here = heappop(queue)
        if here == goal or (laid.system[here] >= 0 and laid.receives[laid.system[here]]):
            return here
        if spent > best[here]:
            continue
        for way in range(3):
            edge, there = _step(lattice, here, way)
            if edge < 0 or is_barred(laid, there):
                continue
            off = (work.edge_off[edge] + work.corner_off[here] + work.corner_off[there]) / scale
            reached = spent + _LEAST_COST + off / 3
            if laid.system[there] >= 0:
                reached += laid.early * (points - 1 - work.edge_point[edge])
            if reached < best[there]:
                best[there] = reached
                work.came[there] = edge
                heappush(queue, (reached, there))
    return -1


@njit(cache=True, nogil=True)
def _other_end(lattice: Lattice, edge: int, corner: int) -> int:
    top, way = edge // 3, edge % 3
    if corner != 2 * top:
        return 2 * top
    breadth = lattice.breadth
    above = top - 2 * breadth if way == 2 else top - breadth + lattice.shift[top] - way
    return 2 * above + 1


@njit(cache=True, nogil=True)
def _back(lattice: Lattice, source: int, last: int, work: Work) -> tuple[Ints, Ints, Ints]:
    """List corners, hexsides and the line's points nearest them, by going back from the end."""
    corners, edges = [last], [0 for _ in range(0)]
    while corners[-1] != source:
        edge = work.came[corners[-1]]
        edges.append(edge)
        corners.append(_other_end(lattice, edge, corners[-1]))
    nearest = [work.edge_point[edge] for edge in edges[::-1]]
    return np.array(corners[::-1], np.int64), np.array(edges[::-1], np.int64), np.array(nearest, np.int64)


@njit(cache=True, nogil=True)
def _clean(count: int, work: Work) -> None:
    for k in range(count):
        hex_ = work.touched[k]
        work.corner_off[2 * hex_ : 2 * hex_ + 2] = np.inf
        work.edge_off[3 * hex_ : 3 * hex_ + 3] = np.inf
        work.best[2 * hex_ : 2 * hex_ + 2] = np.inf
        work.came[2 * hex_ : 2 * hex_ + 2] = -1


@njit(cache=True, nogil=True)
def way_along(
    lattice: Lattice, points: Floats, ends: tuple[int, int], band: float, laid: Laid, work: Work
) -> tuple[Ints, Ints, Ints]:
    """
    Find the cheapest way along a line from a corner to its goal (Dijkstra).

    The goal is a corner, or wherever a system lies that receives the line.

    Parameters
    ----------
    points
        The line in coordinates of the lattice (m, 2), several to a hex.
    ends
        The first corner, and the last; -1 if it ends only in what receives it.
    band
        How far from the line hexsides are looked at, in metres.

    Returns
    -------
    tuple of numpy.ndarray
        Corners passed, source and goal included; hexsides between them; for each of
        these the line's point nearest its middle. All empty if there is no way.
    """
    source, goal = ends
    _note_near(lattice, points, band, work)
    if not _is_reached(lattice, source, goal, laid, work):
        empty = np.empty(0, np.int64)
        return empty, empty, empty
    count = _measure(lattice, points, band, work)
    last = _search(lattice, source, goal, len(points), laid, work)
    if last < 0:
        empty = np.empty(0, np.int64)
        found = (empty, empty, empty)
    else:
        found = _back(lattice, source, last, work)
    work.best[source] = np.inf
    work.came[source] = -1
    _clean(count, work)
    return found


@njit(cache=True, nogil=True)
def nearest_corner(lattice: Lattice, x: float, y: float, laid: Laid, most_meet: int, far: float) -> int:
    """
    Find the corner nearest a place in the lattice that a hexside leads to and that is not barred.

    No more than ``most_meet`` hexes of the map may meet there, and it may not lie
    further than ``far`` metres; -1 if there is none.
    """
    width, breadth = lattice.width, lattice.breadth
    radius = width * _RADIUS
    lines = len(lattice.inside) // breadth
    line, place = round(y / (1.5 * radius)) + 1, round(x / width) + 1
    best, found, reach = far, -1, 2
    while True:
        for row in range(max(line - reach, 0), min(line + reach + 1, lines)):
            for col in range(max(place - reach, 0), min(place + reach + 1, breadth)):
                hex_ = row * breadth + col
                off_x = width * (col - 1 + 0.5 * ((row - 1) & 1)) - x
                for corner in range(2 * hex_, 2 * hex_ + 2):
                    if not 2 <= lattice.meet[corner] <= most_meet or is_barred(laid, corner):
                        continue
                    off = math.hypot(off_x, 1.5 * radius * (row - 1) + (2 * (corner % 2) - 1) * radius - y)
                    if off < best:
                        best, found = off, corner
        # What was looked at covers a circle of this radius.
        if best <= (reach - 1.5) * 0.8 * width or reach > lines + breadth:
            return found
        reach *= 2


@njit(cache=True, nogil=True)
def way_of_line(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    lattice: Lattice, points: Floats, cut: tuple[bool, bool], to_goal: bool, reach: Reach, laid: Laid, work: Work
) -> tuple[bool, Ints, Ints, Ints]:
    """
    Find the way along a line by ``way_along``, and the corners that it begins and ends at.

    Parameters
    ----------
    cut
        Whether the map's edge cut the line at its beginning and at its end.
    to_goal
        Whether it has an end of its own, else it ends in what receives it.

    Returns
    -------
    tuple
        Whether there are corners for its ends, and what ``way_along`` gives.
    """
    empty = np.empty(0, np.int64)
    (x, y), (to_x, to_y) = points[0], points[-1]
    source = nearest_corner(lattice, x, y, laid, 2, reach.rim) if cut[0] else -1
    if source < 0:
        source = nearest_corner(lattice, x, y, laid, 3, np.inf)
    goal = -1
    if to_goal:
        # What leaves the map must end on its edge, or it would seem to end in the sand.
        most, far = (2, reach.rim) if cut[1] else (3, np.inf)
        goal = nearest_corner(lattice, to_x, to_y, laid, most, far)
    if source < 0 or (to_goal and goal < 0):
        return False, empty, empty, empty
    found = way_along(lattice, points, (source, goal), reach.near, laid, work)
    if not len(found[1]):
        found = way_along(lattice, points, (source, goal), reach.far, laid, work)
    return True, found[0], found[1], found[2]
