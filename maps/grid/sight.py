"""
Say what can be seen from where, over heights and what stands on them.

A line of sight runs from an eye above the mean ground of one hex to an eye
above that of another, hex by hex along ``Grid.line``. A hex between them
blocks it where ground and cover rise above the line; the two ends do not, for
whoever looks stands at the edge of his wood. The curve of the earth is counted,
with the usual bend of light. It is a sight of hexes: a crest or a gap smaller
than a hex is not in their mean heights.

On level ground a wood hides what is behind it; from hill to hill, each 30 m
above the rest, there is sight over it. Hexes are 500 m wide:

>>> import dataclasses
>>> from maps.grid.sight import line_of_sight
>>> from tests.toyground import toy_map
>>> ground = toy_map("..w.. .....", width_m=500.0)
>>> line_of_sight(ground, ground.index_of("0101"), ground.index_of("0501"))
False
>>> heights = ground.elevation_m.copy()
>>> heights[[0, 4]] += 30
>>> hills = dataclasses.replace(ground, elevation_m=heights)
>>> line_of_sight(hills, ground.index_of("0101"), ground.index_of("0501"))
True
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.compiled import njit
from maps.palette import shipped_palette

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

__all__ = ["COVER_M", "EYE_M", "line_of_sight", "nearest_hex", "visible_from"]

EYE_M = 2.0

COVER_M: Mapping[str, float] = MappingProxyType(
    {name: row.stands_m for name, row in shipped_palette().terrain.items() if row.stands_m}
)
"""How high what stands on each terrain rises, in metres; on others nothing does."""

_SIGHT_RADIUS_M = 6_371_000.0 / (1.0 - 0.13)
"""The earth's radius, made longer by the share of its curve that refraction takes back (Gauss's 0.13)."""


class _Field(NamedTuple):
    ground_m: NDArray[np.float64]
    top_m: NDArray[np.float64]
    cols: int
    flat_top: bool
    width_m: float
    eye_m: float


def line_of_sight(
    hexmap: HexMap, a: int, b: int, *, eye_m: float = EYE_M, cover_m: Mapping[str, float] = COVER_M
) -> bool:
    """
    Say whether eyes in two hexes can see each other.

    Parameters
    ----------
    eye_m
        Height of both eyes above the mean ground of their hexes.
    cover_m
        Height of what stands on a terrain, by its name.

    Ground of unknown height blocks nothing; from it nothing is seen.

    Raises
    ------
    ValueError
        If either is no hex of the map.
    """
    _must_have(hexmap, a, b)
    return bool(_sees(_field(hexmap, eye_m, cover_m), a, b))


def visible_from(
    hexmap: HexMap, centre: int, radius_hexes: int, *, eye_m: float = EYE_M, cover_m: Mapping[str, float] = COVER_M
) -> NDArray[np.bool_]:
    """
    Say which hexes of the map within a radius are seen from one (n,), itself included.

    Raises
    ------
    ValueError
        If the centre is no hex of the map.
    """
    _must_have(hexmap, centre)
    near = np.array(list(hexmap.layout.grid.within(centre, radius_hexes)), np.int64)
    near = near[hexmap.inside[near]]
    seen = np.zeros(len(hexmap), bool)
    seen[near] = _seen(_field(hexmap, eye_m, cover_m), centre, near)
    return seen


def _must_have(hexmap: HexMap, *indices: int) -> None:
    for index in indices:
        if not (0 <= index < len(hexmap) and hexmap.inside[index]):
            msg = f"there is no hex {index} on this map; indices run from 0 to {len(hexmap) - 1}, inside its edge"
            raise ValueError(msg)


def _field(hexmap: HexMap, eye_m: float, cover_m: Mapping[str, float]) -> _Field:
    rise = np.array([cover_m.get(name, 0.0) for name in hexmap.terrain_names])
    ground = hexmap.elevation_m.astype(np.float64)
    layout = hexmap.layout
    return _Field(ground, ground + rise[hexmap.terrain], layout.grid.cols, layout.grid.flat_top, layout.width_m, eye_m)


@njit(cache=True, nogil=True)
def _seen(field: _Field, centre: int, near: NDArray[np.int64]) -> NDArray[np.bool_]:
    seen = np.zeros(len(near), np.bool_)
    for k in range(len(near)):
        seen[k] = _sees(field, centre, near[k])
    return seen


@njit(cache=True, nogil=True)
def _sees(field: _Field, a: int, b: int) -> bool:
    ground, top, cols, flat_top, width, eye = field
    if np.isnan(ground[a]) or np.isnan(ground[b]):
        return a == b
    rows = len(ground) // cols
    (aq, ar), (bq, br) = _axial(a, cols, flat_top), _axial(b, cols, flat_top)
    steps = (abs(aq - bq) + abs(ar - br) + abs(aq + ar - bq - br)) // 2
    low, high = ground[a] + eye, ground[b] + eye
    length = width * np.sqrt(float((aq - bq) ** 2 + (ar - br) ** 2 + (aq - bq) * (ar - br)))
    for k in range(1, steps):
        share = k / steps
        # The hair off the middle that Grid.line takes, so that both walk the same hexes.
        q, r = nearest_hex(aq + (bq - aq) * share + 1e-6, ar + (br - ar) * share + 2e-6)
        col, row = (q, r + (q - (q & 1)) // 2) if flat_top else (q + (r - (r & 1)) // 2, r)
        if 0 <= col < cols and 0 <= row < rows:
            bulge = length * share * length * (1.0 - share) / (2.0 * _SIGHT_RADIUS_M)
            if top[row * cols + col] + bulge > low + (high - low) * share:
                return False
    return True


@njit(cache=True, nogil=True)
def _axial(index: int, cols: int, flat_top: bool) -> tuple[int, int]:
    row, col = index // cols, index % cols
    if flat_top:
        return col, row - (col - (col & 1)) // 2
    return col - (row - (row & 1)) // 2, row


@njit(cache=True, nogil=True)
def nearest_hex(q: float, r: float) -> tuple[int, int]:
    """Round axial coordinates to those of the hex that they lie in."""
    s = -q - r
    rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
    off_q, off_r, off_s = abs(rq - q), abs(rr - r), abs(rs - s)
    if off_q > off_r and off_q > off_s:
        rq = -rr - rs
    elif off_r > off_s:
        rr = -rq - rs
    return int(rq), int(rr)
