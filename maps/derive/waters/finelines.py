"""Lay points close together along rivers, many rivers at once, and see which parts of them lie on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.grid.sight import nearest_hex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from maps.derive.waters.rivers import Stem
    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["FineLine", "fine_lines"]


class FineLine(NamedTuple):
    """A river in small steps of one length."""

    uv: Floats
    """Points in grid coordinates (m, 2)."""
    point: NDArray[np.int32]
    """The river's own point before each (m,)."""
    parts: list[tuple[int, int]]
    """First and end of what lies on the map, one after the other."""
    along: Floats
    """How far along the river its own points lie, metres."""

    def drained_km2(self, stem: Stem, points: Ints) -> Floats:
        """Give the area drained at some points; nought where no area is known."""
        if not stem.drained_km2.any():
            return np.zeros(len(points))
        return np.interp(np.linspace(0.0, self.along[-1], len(self.uv))[points], self.along, stem.drained_km2)


def fine_lines(stems: Sequence[Stem], layout: Layout, inside: Bools, steps_per_hex: int) -> Iterator[FineLine]:
    """
    Lay points along stems, so many to a hex width, and part each where it leaves the map.

    Parts of less than half a hex width are left out.
    """
    if not stems:
        return
    starts = np.cumsum([0, *(len(stem.points) for stem in stems)])
    uv = layout.to_grid(np.concatenate([stem.points for stem in stems]))
    steps = np.hypot(*np.diff(uv, axis=0).T)
    along, fine_starts = _along(steps, starts, layout.width_m / steps_per_hex)
    fine, point = np.empty((fine_starts[-1], 2)), np.empty(fine_starts[-1], np.int32)
    _lay(uv, along, starts, fine_starts, fine, point)
    grid = layout.grid
    size = grid.cols, grid.rows, layout.radius_m, layout.width_m, grid.flat_top
    parts = _parts(fine, fine_starts, np.require(inside, requirements=("C", "W")), size, steps_per_hex / 2)
    of = np.searchsorted(parts[:, 0], np.arange(len(stems) + 1))
    ends = [(first, end) for _, first, end in parts.tolist()]
    for k in range(len(stems)):
        here, own = slice(fine_starts[k], fine_starts[k + 1]), slice(starts[k], starts[k + 1])
        yield FineLine(fine[here], point[here], ends[of[k] : of[k + 1]], along[own])


@njit(cache=True, nogil=True)
def _along(steps: Floats, starts: Ints, step_m: float) -> tuple[Floats, Ints]:
    """Say how far along its line each point lies, and where each line's points in small steps begin."""
    along, fine = np.zeros(starts[-1]), np.zeros(len(starts), np.int64)
    for k in range(len(starts) - 1):
        for p in range(starts[k] + 1, starts[k + 1]):
            along[p] = along[p - 1] + steps[p - 1]
        fine[k + 1] = fine[k] + max(2, int(along[starts[k + 1] - 1] / step_m) + 1)
    return along, fine


@njit(cache=True, nogil=True)
def _lay(uv: Floats, along: Floats, starts: Ints, fine_starts: Ints, fine: Floats, point: NDArray[np.int32]) -> None:
    """Do what ``np.interp`` does at spots of ``np.linspace``, to the last bit."""
    for k in range(len(starts) - 1):
        p, last = starts[k], starts[k + 1] - 1
        step = along[last] / (fine_starts[k + 1] - fine_starts[k] - 1)
        for row in range(fine_starts[k], fine_starts[k + 1]):
            spot = (row - fine_starts[k]) * step if row + 1 < fine_starts[k + 1] else along[last]
            while p < last and along[p + 1] <= spot:
                p += 1
            point[row] = p - starts[k]
            fine[row] = uv[p]
            if p < last and along[p] != spot:
                for axis in range(2):
                    slope = (uv[p + 1, axis] - uv[p, axis]) / (along[p + 1] - along[p])
                    fine[row, axis] = slope * (spot - along[p]) + uv[p, axis]


@njit(cache=True, nogil=True)
def _is_on_map(u: float, v: float, inside: Bools, size: tuple[int, int, float, float, bool]) -> bool:
    """Find the hex as ``Layout.indices_under`` does, and say whether it is on the map."""
    cols, rows, radius, width, flat_top = size
    a = (u if flat_top else v) / (1.5 * radius)
    line, place = nearest_hex(a, (v if flat_top else u) / width - a / 2)
    place += (line - (line & 1)) // 2
    col, row = (line, place) if flat_top else (place, line)
    return bool(0 <= col < cols and 0 <= row < rows and inside[row * cols + col])


@njit(cache=True, nogil=True)
def _parts(fine: Floats, starts: Ints, inside: Bools, size: tuple[int, int, float, float, bool], least: float) -> Ints:
    """List what lies on the map: the line, and its first and its end there (k, 3)."""
    found = [(0, 0, 0) for _ in range(0)]
    for k in range(len(starts) - 1):
        first = -1
        for row in range(starts[k], starts[k + 1] + 1):
            here = row < starts[k + 1] and _is_on_map(fine[row, 0], fine[row, 1], inside, size)
            if here and first < 0:
                first = row
            elif not here and first >= 0:
                if row - first >= least:
                    found.append((k, first - starts[k], row - starts[k]))
                first = -1
    listed = np.empty((len(found), 3), np.int64)
    for row in range(len(found)):
        listed[row, 0], listed[row, 1], listed[row, 2] = found[row]
    return listed
