"""
Follow lines from hex to hex.

A line is cut exactly where it crosses a hexside; nothing is sampled. As in
``kernels``, the compiled part knows rows of pointy-top hexes only: a flat-top
grid is the same with the two coordinates exchanged, which turns side ``k``
into side ``(4 - k) % 6``.

A line that touches a side or a corner from within stays in its hex. One that
runs exactly along a side stays in the hex it came from. What is shorter than
``TOUCH_M`` in a hex counts for the next hex of the line, so that a line
through a corner goes from hex to hex without one of no length between them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Rows = tuple[Ints, NDArray[np.int32], Floats, Floats, NDArray[np.int8]]

__all__ = ["TOUCH_M", "Walk", "along_sides", "crossings", "lengths_per_hex", "walk_lines"]

TOUCH_M = 1e-7
_SQRT3 = math.sqrt(3.0)
_HALF_SQRT3 = 0.5 * _SQRT3
_STAYS = -1
# So far outside the grid, in hexes, a line is not followed but met again where it comes back.
_MARGIN = 3.0
# A line runs along a side if the two are less than 30 degrees apart.
_ALONG = 0.5


class Walk(NamedTuple):
    """
    Stretches of lines, each within one hex, in order along each line.

    Attributes
    ----------
    line, hex
        The lines (m,) and the hexes that they are in (m,).
    start_m, length_m
        How far along its line the stretch begins, and how long it is, metres (m,).
    left_by
        Side where the line goes on into the hex of the next stretch (m,),
        -1 where it ends or leaves the grid.
    """

    line: Ints
    hex: NDArray[np.int32]
    start_m: Floats
    length_m: Floats
    left_by: NDArray[np.int8]


class _Frame(NamedTuple):
    """A grid of pointy-top hexes as the kernels know it: places in rows."""

    width: float
    rows: int
    places: int


@njit(cache=True, nogil=True)
def _locate(x: float, y: float, width: float) -> tuple[int, int]:
    """Give row and place of the hex about a point, on a grid without end."""
    r = y * _SQRT3 / (1.5 * width)
    q = x / width - 0.5 * r
    nq, nr, ns = np.rint(q), np.rint(r), np.rint(-q - r)
    off_q, off_r, off_s = abs(nq - q), abs(nr - r), abs(ns + q + r)
    if off_q > off_r and off_q > off_s:
        nq = -nr - ns
    elif off_r > off_s:
        nr = -nq - ns
    row = int(nr)
    return row, int(nq) + (row - (row & 1)) // 2


@njit(cache=True, nogil=True)
def _index(row: int, place: int, frame: _Frame) -> int:
    inside = 0 <= row < frame.rows and 0 <= place < frame.places
    return row * frame.places + place if inside else NO_HEX


@njit(cache=True, nogil=True)
def _across(row: int, place: int, side: int) -> tuple[int, int]:
    """Step over a side: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW."""
    if side == 1:
        return row, place + 1
    if side == 4:
        return row, place - 1
    # Odd rows lie half a hex to the right, so east of them is a place further.
    east = place + (row & 1)
    next_row = row - 1 if side in {0, 5} else row + 1
    return next_row, east if side in {0, 2} else east - 1


@njit(cache=True, nogil=True)
def _side_between(one: int, other: int, known: int, places: int) -> int:
    """Name the side between two hexes, if it is not known already."""
    if known != _STAYS:
        return known
    for side in range(SIDES):
        row, place = _across(one // places, one % places, side)
        if 0 <= place < places and row * places + place == other:
            return side
    return NO_HEX


@njit(cache=True, nogil=True)
def _leaves(x: float, y: float, dx: float, dy: float, half: float) -> tuple[float, int]:
    """
    Find the point and the side where a line from x, y towards dx, dy leaves the hex about 0, 0.

    Opposite sides get exactly opposite numbers, so a line can never go back
    and forth over a side, nor round a corner, within one straight piece.
    """
    share, side = 1.0, _STAYS
    rise, ahead = _HALF_SQRT3 * y, _HALF_SQRT3 * dy
    for axis in range(3):
        if axis == 0:
            speed, place = ahead - 0.5 * dx, rise - 0.5 * x
        elif axis == 1:
            speed, place = dx, x
        else:
            speed, place = 0.5 * dx + ahead, 0.5 * x + rise
        if abs(place + speed) <= half or speed == 0.0:
            continue
        reach = (half - place) / speed if speed > 0.0 else (-half - place) / speed
        if reach < share:
            share = reach
            # Axes point SW, E and SE.
            forwards = 3 if axis == 0 else axis
            side = forwards if speed > 0.0 else (forwards + 3) % SIDES
    return share, side


@njit(cache=True, nogil=True)
def _within_reach(x: float, y: float, dx: float, dy: float, frame: _Frame) -> tuple[float, float]:
    """Give the part of a piece, as shares of it, that lies in the grid's box with a margin."""
    first, last = 0.0, 1.0
    margin = _MARGIN * frame.width
    broad, high = frame.places * frame.width, frame.rows * _HALF_SQRT3 * frame.width
    for axis in range(2):
        at, step = (x, dx) if axis == 0 else (y, dy)
        least, most = -margin, margin + (broad if axis == 0 else high)
        if step == 0.0:
            if at < least or at > most:
                return 1.0, 0.0
            continue
        one, other = (least - at) / step, (most - at) / step
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first, last


@njit(cache=True, nogil=True)
def _until_it_leaves(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    points: Floats, k: int, share: float, passed: float, row: int, place: int, width: float
) -> tuple[int, float, float, int, float]:
    """
    Follow a line, from a share of its piece ``k`` on, for as long as it stays in a hex.

    Gives the piece where it leaves, the share of it there, the metres to
    there, the side, and the metres to the beginning of that piece.
    """
    middle_x, middle_y = width * (place + 0.5 * (row & 1)), 1.5 * width / _SQRT3 * row
    while k < len(points) - 1:
        x, y = points[k, 0], points[k, 1]
        dx, dy = points[k + 1, 0] - x, points[k + 1, 1] - y
        long = math.sqrt(dx * dx + dy * dy)
        if long > 0.0:
            leave, side = _leaves(x - middle_x, y - middle_y, dx, dy, 0.5 * width)
            if side != _STAYS:
                share = max(share, leave)
                return k, share, passed + share * long, side, passed
        passed += long
        share = 0.0
        k += 1
    return k, 0.0, passed, _STAYS, passed


@njit(cache=True, nogil=True)
def _skip_outside(  # noqa: PLR0917 - a kernel takes plain arrays and numbers
    points: Floats, k: int, share: float, passed: float, row: int, place: int, frame: _Frame
) -> tuple[int, float, float, int, int]:
    """
    Follow a line outside the grid to where it comes near again, or to its end.

    Gives the piece, the share of it, the metres to its beginning, row and place.
    """
    while k < len(points) - 1:
        x, y = points[k, 0], points[k, 1]
        dx, dy = points[k + 1, 0] - x, points[k + 1, 1] - y
        enters, leaves = _within_reach(x, y, dx, dy, frame)
        if enters <= leaves and leaves > share:
            if enters > share:
                share = enters
                row, place = _locate(x + share * dx, y + share * dy, frame.width)
            break
        row, place = _locate(x + dx, y + dy, frame.width)
        passed += math.sqrt(dx * dx + dy * dy)
        share = 0.0
        k += 1
    return k, share, passed, row, place


@njit(cache=True, nogil=True)
def _step(row: int, place: int, side: int, frame: _Frame) -> tuple[int, int, int]:
    """Step over a side: give row, place and hex there; no hex where a line ends."""
    if side == _STAYS:
        return row, place, NO_HEX
    row, place = _across(row, place, side)
    return row, place, _index(row, place, frame)


@njit(cache=True, nogil=True)
def _follow(
    points: Floats,
    frame: _Frame,
    hexes: NDArray[np.int32],
    starts: Floats,
    lengths: Floats,
    left: NDArray[np.int8],
) -> int:
    """Write the stretches of one line; give how many they are, or -1 if there is no room for them."""
    row, place = _locate(points[0, 0], points[0, 1], frame.width)
    hex_, last, found = _index(row, place, frame), NO_HEX, 0
    k, share, passed, begun, came_by = 0, 0.0, 0.0, 0.0, _STAYS
    while k < len(points) - 1:
        if hex_ == NO_HEX:
            k, share, passed, row, place = _skip_outside(points, k, share, passed, row, place, frame)
        k, share, end, side, passed = _until_it_leaves(points, k, share, passed, row, place, frame.width)
        row, place, there = _step(row, place, side, frame)
        if end - begun <= TOUCH_M:
            if side != _STAYS:
                hex_, came_by = there, _STAYS
                continue
            # The rest is no more than a touch: it counts where the line was before.
            hex_ = hexes[last] if last >= 0 else NO_HEX
        elif there == hex_ and side != _STAYS:
            continue
        if hex_ == NO_HEX:
            last = NO_HEX
        elif last >= 0 and hexes[last] == hex_:
            lengths[last] = end - starts[last]
        else:
            if found == len(hexes):
                return -1
            if last >= 0:
                left[last] = _side_between(hexes[last], hex_, came_by, frame.places)
            hexes[found], starts[found], lengths[found], left[found] = hex_, begun, end - begun, NO_HEX
            last = found
            found += 1
        begun, hex_, came_by = end, there, side
    return found


@njit(cache=True, nogil=True)
def _walk(points: Floats, begins: Ints, first: int, frame: _Frame, out: Rows) -> tuple[int, int]:
    """Write the stretches of lines from the first on; give the line that found no room, and how many."""
    line, hexes, starts, lengths, left = out
    found = 0
    for k in range(first, len(begins) - 1):
        if begins[k + 1] - begins[k] < 2:
            continue
        own = points[begins[k] : begins[k + 1]]
        more = _follow(own, frame, hexes[found:], starts[found:], lengths[found:], left[found:])
        if more < 0:
            return k, found
        line[found : found + more] = k
        found += more
    return len(begins) - 1, found


def _room(size: int) -> Rows:
    return (
        np.empty(size, np.int64),
        np.empty(size, np.int32),
        np.empty(size),
        np.empty(size),
        np.empty(size, np.int8),
    )


def _all_stretches(points: Floats, starts: Ints, frame: _Frame) -> Rows:
    """Walk all lines; as often as the room is used up, go on in twice as much."""
    size, line, parts = len(points) // 4 + 1024, 0, [_room(0)]
    while line < len(starts) - 1:
        out = _room(size)
        line, found = _walk(points, starts, line, frame, out)
        parts.append((out[0][:found], out[1][:found], out[2][:found], out[3][:found], out[4][:found]))
        size *= 2
    line_, hex_, start, length, left = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return line_, hex_, start, length, left


def _checked(points: Floats, starts: Ints) -> tuple[Floats, Ints]:
    points, starts = np.asarray(points, np.float64).reshape(-1, 2), np.asarray(starts, np.int64)
    if not math.isfinite(points.sum()):
        bad = int(np.argmin(np.isfinite(points).all(axis=1)))
        line = int(np.searchsorted(starts, bad, side="right")) - 1
        msg = f"line {line} has a point without a place: {points[bad].tolist()}"
        raise ValueError(msg)
    return points, starts


def walk_lines(points: Floats, starts: Ints, layout: Layout) -> Walk:
    """
    Cut lines where they cross hexsides.

    Lines may begin outside the grid, leave it and come back. A line of no
    length, or of one point, has no stretch.

    Parameters
    ----------
    points
        All points of all lines, grid coordinates (m, 2).
    starts
        Where each line begins in ``points``, and at last their number (lines + 1,).

    Raises
    ------
    ValueError
        If a coordinate is no finite number.
    """
    points, starts = _checked(points, starts)
    grid, flat = layout.grid, layout.grid.flat_top
    frame = _Frame(layout.width_m, *((grid.cols, grid.rows) if flat else (grid.rows, grid.cols)))
    lying = np.ascontiguousarray(points[:, ::-1] if flat else points)
    line, hex_, start, length, left = _all_stretches(lying, starts, frame)
    if flat:
        # The rows of a flat-top grid are its columns.
        column, row = np.divmod(hex_, np.int32(grid.rows))
        hex_ = row * np.int32(grid.cols) + column
        left = np.where(left < 0, left, (4 - left) % SIDES).astype(np.int8)
    return Walk(line, hex_, start, length, left)


def lengths_per_hex(walk: Walk, values: NDArray[np.integer], kinds: int, hexes: int) -> Floats:
    """
    Add up the metres of each kind of line per hex (hexes, kinds).

    Parameters
    ----------
    values
        Kind of each line, 0 to ``kinds - 1``; -1 counts nowhere.
    kinds, hexes
        How many there are of each.
    """
    kind = np.asarray(values, np.int64)[walk.line]
    known = kind >= 0
    spot = walk.hex[known].astype(np.int64) * kinds + kind[known]
    found: Floats = np.bincount(spot, walk.length_m[known], hexes * kinds).astype(np.float64, copy=False)
    return found.reshape(hexes, kinds)


def crossings(walk: Walk, hexes: int, chosen: Bools | None = None) -> Ints:
    """
    Count how often lines cross each hexside (hexes, 6).

    A crossing counts once at each of the two hexes that share the side.

    Parameters
    ----------
    chosen
        Which lines count, one truth value per line; all without it.
    """
    crosses = walk.left_by >= 0
    if chosen is not None:
        crosses &= np.asarray(chosen, bool)[walk.line]
    at = np.flatnonzero(crosses)
    side = walk.left_by[at].astype(np.int64)
    out = np.bincount(walk.hex[at] * np.int64(SIDES) + side, minlength=hexes * SIDES)
    into = walk.hex[at + 1] * np.int64(SIDES) + (side + 3) % SIDES
    return (out + np.bincount(into, minlength=hexes * SIDES)).reshape(hexes, SIDES)


def along_sides(points: Floats, starts: Ints, layout: Layout, near_m: float) -> Floats:
    """
    Measure how far lines run along each side of each hex, within it (n, 6), metres.

    A piece counts as far as it is no further than ``near_m`` from a side and
    less than 30 degrees off its direction. What runs along the other face of
    the side counts at the other hex.
    """
    points, starts = _checked(points, starts)
    first = np.setdiff1d(np.arange(len(points) - 1), starts[1:-1] - 1)
    pieces = np.stack([points[first], points[first + 1]], axis=1)
    walk = walk_lines(pieces.reshape(-1, 2), 2 * np.arange(len(first) + 1), layout)
    run = pieces[:, 1] - pieces[:, 0]
    with np.errstate(invalid="ignore"):
        direction = run / np.hypot(run[:, 0], run[:, 1])[:, None]
    heading = direction[walk.line]
    off = pieces[walk.line, 0] + heading * walk.start_m[:, None] - layout.centres()[walk.hex]
    out = np.zeros((len(layout.grid), SIDES))
    offsets = layout.corner_offsets()
    limit = layout.width_m / 2 - near_m
    for side in range(SIDES):
        normal = (offsets[side] + offsets[(side + 1) % SIDES]) / layout.width_m
        run_m = _near(off @ normal, heading @ normal, walk.length_m, limit)
        out[:, side] = np.bincount(walk.hex, run_m, len(out))
    return out


def _near(at: Floats, speed: Floats, length: Floats, limit: float) -> Floats:
    """Measure of each piece what lies beyond ``limit``, if it hardly moves that way."""
    end = at + speed * length
    low, high = np.minimum(at, end), np.maximum(at, end)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(high > low, (high - np.maximum(low, limit)) / (high - low), high >= limit)
    return np.where(np.abs(speed) < _ALONG, length * np.clip(share, 0.0, 1.0), 0.0)
