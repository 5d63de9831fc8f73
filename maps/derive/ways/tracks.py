"""
Thin out tracks.

Where hexes are wide, a dense net of tracks says nothing: every hex has one. A
track is kept where it joins two roads, or a place with a road, that are not
joined well already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.derive.ways.stretches import Ground, side_between
from maps.grid.compiled import njit
from maps.grid.hexgrid import NO_HEX, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

__all__ = ["DETOUR", "thin_tracks"]

DETOUR = 4
"""A track is left out if a way over what is laid is at most so many times as long, counted in hexes."""


def thin_tracks(index: Ints, side: Ints, laid: Bools, places: Bools, ground: Ground) -> Bools:
    """
    Choose the tracks that join something.

    Parameters
    ----------
    index, side
        The links that tracks would lie on (m,), each hexside by either of its hexes.
    laid
        Which links have a road already (n, 6).
    places
        Which hexes hold a place (n,).

    Returns
    -------
    numpy.ndarray
        The links chosen (n, 6), both sides of each.
    """
    track = np.zeros(laid.shape, bool)
    track[index, side] = track[ground.neighbour[index, side], (side + 3) % SIDES] = True
    track &= ~laid
    roots = np.flatnonzero((laid.any(axis=1) | places) & track.any(axis=1))
    if not len(roots):
        return track & False
    return np.asarray(_thin(track, roots, laid.copy(), ground.neighbour, ground.mark))


@njit(cache=True, nogil=True)
def _thin(track: Bools, roots: Ints, laid: Bools, neighbour: NDArray[np.int32], mark: NDArray[np.int32]) -> Bools:
    root, came, far = _spread(track, roots, neighbour)
    ones, sides, lengths = [0], [0], [0]
    ones.clear()
    sides.clear()
    lengths.clear()
    for one in range(len(root)):
        for side in range(SIDES):
            other = neighbour[one, side]
            if root[one] >= 0 and other > one and track[one, side] and root[other] != root[one]:
                ones.append(one)
                sides.append(side)
                lengths.append(far[one] + far[other] + 1)
    kept = np.zeros_like(track)
    for k in np.argsort(np.array(lengths, np.int64), kind="mergesort"):
        one, other = ones[k], neighbour[ones[k], sides[k]]
        if not _is_joined(root[one], root[other], DETOUR * lengths[k], laid, neighbour, mark):
            _keep(one, other, laid, kept, neighbour)
            _keep_back(one, came, laid, kept, neighbour)
            _keep_back(other, came, laid, kept, neighbour)
    return kept


@njit(cache=True, nogil=True)
def _spread(track: Bools, roots: Ints, neighbour: NDArray[np.int32]) -> tuple[Ints, Ints, Ints]:
    """Find for each hex on a track the nearest root, the hex before it, and how far it is."""
    root = np.full(len(track), -1, np.int64)
    came, far = root.copy(), np.zeros(len(track), np.int64)
    queue = [0]
    queue.clear()
    for here in roots:
        root[here] = here
        queue.append(here)
    first = 0
    while first < len(queue):
        here = queue[first]
        first += 1
        for side in range(SIDES):
            there = neighbour[here, side]
            if track[here, side] and root[there] < 0:
                root[there], came[there], far[there] = root[here], here, far[here] + 1
                queue.append(there)
    return root, came, far


@njit(cache=True, nogil=True)
def _is_joined(
    start: int, goal: int, most: int, laid: Bools, neighbour: NDArray[np.int32], mark: NDArray[np.int32]
) -> bool:
    """Say whether two hexes are joined by at most so many links that are laid."""
    mark[-1] += 1
    now = mark[-1]
    mark[start] = now
    queue, first = [start], 0
    for _ in range(most):
        last = len(queue)
        for k in range(first, last):
            for side in range(SIDES):
                there = neighbour[queue[k], side]
                if laid[queue[k], side] and mark[there] != now:
                    if there == goal:
                        return True
                    mark[there] = now
                    queue.append(there)
        if len(queue) == last:
            return False
        first = last
    return False


@njit(cache=True, nogil=True)
def _keep(one: int, other: int, laid: Bools, kept: Bools, neighbour: NDArray[np.int32]) -> None:
    side = side_between(one, other, neighbour)
    back = (side + 3) % SIDES
    laid[one, side] = laid[other, back] = kept[one, side] = kept[other, back] = True


@njit(cache=True, nogil=True)
def _keep_back(here: int, came: Ints, laid: Bools, kept: Bools, neighbour: NDArray[np.int32]) -> None:
    while came[here] != NO_HEX:
        _keep(here, came[here], laid, kept, neighbour)
        here = came[here]
