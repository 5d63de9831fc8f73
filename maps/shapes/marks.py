"""
Scatter trees, tufts and other marks over the ground: evenly, by lot, and alike in every run.

The spots stand on a lattice that begins at the origin of the CRS, each moved a little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.shapes.field import lot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.shapes.plane import Net

    Floats = NDArray[np.float64]

__all__ = ["SIZES", "Scatter", "scattered"]

SIZES = 3
_ROW = 0.87
_LOOSE = 0.72
_EDGE, _CLEAR = 0.02, -0.06


class Scatter(NamedTuple):
    """Spots on the plane (k,): where, what lot and size (0 to 2) each has, the hex whose ground it stands on."""

    u: Floats
    v: Floats
    chance: Floats
    size: NDArray[np.int64]
    hex: NDArray[np.int64]
    """Seen past wandering borders: the hex whose class is drawn there."""
    wooded: NDArray[np.int64]
    """1 in a wood, -1 well clear of woods, 0 on the edge."""


def scattered(
    net: Net, woods: NDArray[np.float32], warped: NDArray[np.int32], apart: float, box: Sequence[float]
) -> Scatter:
    """Scatter spots ``apart`` plane units from one another over a box: least u and v, greatest u and v."""
    rows = _scatter(
        (net.u0 + net.x0 * net.step, net.v0 + net.y0 * net.step, net.step, *net.anchor),
        woods,
        warped,
        apart,
        tuple(float(edge) for edge in box),
    )
    u, v, chance = (rows[:, k].copy() for k in range(3))
    return Scatter(u, v, chance, *(rows[:, k].astype(np.int64) for k in (3, 4, 5)))


@njit(cache=True, nogil=True)
def _scatter(
    net: tuple[float, ...],
    woods: NDArray[np.float32],
    warped: NDArray[np.int32],
    apart: float,
    box: tuple[float, ...],
) -> Floats:
    """Give u, v, chance, size, hex and woodedness of each spot within the box (k, 6)."""
    left, top, step, au, av = net
    u0, v0, u1, v1 = box
    row = apart * _ROW
    j0, j1 = int(np.floor((v0 + av) / row)) - 1, int(np.ceil((v1 + av) / row)) + 1
    i0, i1 = int(np.floor((u0 + au) / apart)) - 1, int(np.ceil((u1 + au) / apart)) + 1
    found = np.empty(((j1 - j0 + 1) * (i1 - i0 + 1), 6))
    count = 0
    for j in range(j0, j1 + 1):
        for i in range(i0, i1 + 1):
            u = apart * (i + 0.5 * (j & 1) + _LOOSE * (lot(i, j, 21) - 0.5)) - au
            v = row * (j + _LOOSE * (lot(i, j, 22) - 0.5)) - av
            if not (u0 <= u < u1 and v0 <= v < v1):
                continue
            x = min(max(int(np.rint((u - left) / step)), 0), woods.shape[1] - 1)
            y = min(max(int(np.rint((v - top) / step)), 0), woods.shape[0] - 1)
            wood = woods[y, x]
            found[count, 0], found[count, 1], found[count, 2] = u, v, lot(i, j, 23)
            found[count, 3], found[count, 4] = np.floor(3 * lot(i, j, 24)), warped[y, x]
            found[count, 5] = 1.0 if wood > _EDGE and lot(i, j, 25) < 0.35 + 1.1 * wood else 0.0
            if wood < _CLEAR:
                found[count, 5] = -1.0
            count += 1
    return found[:count]
