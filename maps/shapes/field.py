"""
Sample a map finely: whose ground each sample is, what a wandering border makes of it, and how wooded it is.

The kernels are numba's. Each lot is drawn from whole numbers by a hash, so that
the same spot on Earth gives the same lot in every run, part and program.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.shapes.plane import Net

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["Samples", "lot", "lots", "noise", "noise_over", "sampled", "wandered"]

_SQRT3 = 1.7320508075688772
_THIRD = np.pi / 3
# How far borders wander, in hex radii: the most is 0.47, and it is 0.87 from the middle of a hex to its side.
_FAR, _FINE = 0.45, 0.21
_WORTH_HALVING = 200_000
"""From so many samples on, two threads are quicker than one."""


class Samples(NamedTuple):
    """
    What the samples of a net lie on (high, wide).

    Attributes
    ----------
    here
        The hex beneath; -1 beyond the edge.
    warped
        The hex at a spot moved by noise: classes drawn by it have wandering borders.
    near, part
        The three hexes whose centres stand round the sample, and their weights (high, wide, 3).
    rough
        Noise that woods are cut from, about -0.9 to 0.9.
    """

    here: NDArray[np.int32]
    warped: NDArray[np.int32]
    near: NDArray[np.int32]
    part: NDArray[np.float32]
    rough: NDArray[np.float32]


@njit(cache=True, inline="always")
def lot(a: int, b: int, salt: int) -> float:
    """Draw a lot from 0 to 1 for a place of a lattice."""
    h = np.uint32(a * 0x27D4EB2D) ^ np.uint32(b * 0x165667B1) ^ np.uint32(salt * 0x9E3779B1)
    h = np.uint32((h ^ (h >> np.uint32(15))) * np.uint32(0x85EBCA6B))
    h = np.uint32((h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35))
    return float(h ^ (h >> np.uint32(16))) / 4294967296.0


@njit(cache=True, inline="always")
def noise(u: float, v: float, salt: int) -> float:
    """Give smooth noise from -0.5 to 0.5: lots on the whole numbers, joined by cubic steps."""
    i, j = int(np.floor(u)), int(np.floor(v))
    s, t = u - i, v - j
    s, t = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
    top = lot(i, j, salt) * (1 - s) + lot(i + 1, j, salt) * s
    low = lot(i, j + 1, salt) * (1 - s) + lot(i + 1, j + 1, salt) * s
    return top * (1 - t) + low * t - 0.5


@njit(cache=True, nogil=True)
def lots(a: Whole, b: Whole, salt: int) -> Floats:
    """Draw a lot for each of many places (n,)."""
    found = np.empty(len(a))
    for k in range(len(a)):
        found[k] = lot(a[k], b[k], salt)
    return found


@njit(cache=True, nogil=True)
def noise_over(u: Floats, v: Floats, salt: int) -> Floats:
    """Give the noise at many spots (n,)."""
    found = np.empty(len(u))
    for k in range(len(u)):
        found[k] = noise(u[k], v[k], salt)
    return found


def wandered(u: Floats, v: Floats) -> tuple[Floats, Floats]:
    """Say how far borders wander at spots counted from the origin of the CRS (n,), in hex radii: u and v (n,)."""
    du = _FAR * noise_over(u * 1.1, v * 1.1, 1) + _FINE * noise_over(u * 2.9, v * 2.9, 2)
    dv = _FAR * noise_over(u * 1.1, v * 1.1, 3) + _FINE * noise_over(u * 2.9, v * 2.9, 4)
    return du, dv


@njit(cache=True, inline="always")
def _hex_at(u: float, v: float, cols: int, rows: int, flat: bool) -> int:
    """Find the hex at a spot of the plane; beyond the edge the hex of the rim beside it."""
    along, across = (u, v) if flat else (v, u)
    a = along / 1.5
    b = across / _SQRT3 - a / 2
    c = -a - b
    q, r, s = round(a), round(b), round(c)
    da, db, dc = abs(q - a), abs(r - b), abs(s - c)
    if da > db and da > dc:
        q = -r - s
    elif db > dc:
        r = -q - s
    line = int(q)
    place = int(r) + (line - (line & 1)) // 2
    col, row = (line, place) if flat else (place, line)
    return min(max(row, 0), rows - 1) * cols + min(max(col, 0), cols - 1)


@njit(cache=True, inline="always")
def _lies_in(du: float, dv: float, flat: bool) -> bool:
    """Say whether a spot so far from the middle of a hex lies in it."""
    along, across = (abs(du), abs(dv)) if flat else (abs(dv), abs(du))
    return bool(across <= _SQRT3 / 2 and _SQRT3 * along + across <= _SQRT3)


@njit(cache=True, inline="always")
def _round_it(  # noqa: PLR0917 - a kernel takes plain numbers
    u: float, v: float, cu: float, cv: float, cols: int, rows: int, flat: bool
) -> tuple[int, int, float, float]:
    """Find the two hexes whose centres stand round a spot together with its own (cu, cv), and their weights."""
    lean = 0.5 if flat else 0.0
    k = np.floor(np.arctan2(v - cv, u - cu) / _THIRD + lean) - lean
    ax, ay = _SQRT3 * np.cos(k * _THIRD), _SQRT3 * np.sin(k * _THIRD)
    bx, by = _SQRT3 * np.cos((k + 1) * _THIRD), _SQRT3 * np.sin((k + 1) * _THIRD)
    px, py = u - cu, v - cv
    det = ax * by - ay * bx
    one, other = _hex_at(cu + ax, cv + ay, cols, rows, flat), _hex_at(cu + bx, cv + by, cols, rows, flat)
    return one, other, (px * by - py * bx) / det, (ax * py - ay * px) / det


@njit(cache=True, nogil=True)
def _sample(net: tuple[float, ...], size: tuple[int, ...], flat: bool, hexu: Floats, hexv: Floats) -> Samples:
    """Fill all samples of a net; ``net`` is step, u0, v0 and the anchor, ``size`` x0, y0, wide, high, cols, rows."""
    step, u0, v0, au, av = net
    x0, y0, wide, high, cols, rows = size
    here = np.empty((high, wide), np.int32)
    warped = np.empty((high, wide), np.int32)
    near = np.empty((high, wide, 3), np.int32)
    part = np.empty((high, wide, 3), np.float32)
    rough = np.empty((high, wide), np.float32)
    for y in range(high):
        for x in range(wide):
            u, v = u0 + (x + x0) * step, v0 + (y + y0) * step
            i = _hex_at(u, v, cols, rows, flat)
            p, q = u + au, v + av
            du = _FAR * noise(p * 1.1, q * 1.1, 1) + _FINE * noise(p * 2.9, q * 2.9, 2)
            dv = _FAR * noise(p * 1.1, q * 1.1, 3) + _FINE * noise(p * 2.9, q * 2.9, 4)
            here[y, x] = i if _lies_in(u - hexu[i], v - hexv[i], flat) else -1
            warped[y, x] = _hex_at(u + du, v + dv, cols, rows, flat)
            one, other, w1, w2 = _round_it(u, v, hexu[i], hexv[i], cols, rows, flat)
            near[y, x, 0], near[y, x, 1], near[y, x, 2] = i, one, other
            part[y, x, 0], part[y, x, 1], part[y, x, 2] = 1 - w1 - w2, w1, w2
            rough[y, x] = (
                noise(p * 1.25 + 7, q * 1.25, 11)
                + 0.55 * noise(p * 2.7, q * 2.7, 12)
                + 0.25 * noise(p * 6.1, q * 6.1, 13)
            )
    return Samples(here, warped, near, part, rough)


def sampled(net: Net, u: Floats, v: Floats) -> Samples:
    """Sample a net over a map whose hexes have their centres at (u, v), in plane units (n,); a large one in halves."""
    half = net.high // 2 if net.wide * net.high > _WORTH_HALVING else net.high
    rows = [(net.y0, half), (net.y0 + half, net.high - half)][: 1 + (half < net.high)]

    def part(of: tuple[int, int]) -> Samples:
        size = (net.x0, of[0], net.wide, of[1], net.cols, net.rows)
        return Samples(*_sample((net.step, net.u0, net.v0, *net.anchor), size, net.flat_top, u, v))

    if len(rows) == 1:
        return part(rows[0])
    with ThreadPoolExecutor(2) as pool:
        halves = list(pool.map(part, rows))
    return Samples(*(np.concatenate(columns) for columns in zip(*halves, strict=True)))
