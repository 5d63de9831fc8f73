"""
Say where a miss bursts (GR 5.7).

The direction is read from two dice, north being the map's; the burst is a
point so many MP that way, and lies in the hex that holds the point.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np

from campaign.model.situation import Situation
from campaign.systems.parkin.space import parkin, ruler, whole_mp
from campaign.systems.parkin.tables import ParkinTables
from maps.grid.hexgrid import NO_HEX
from maps.grid.layout import Layout

DUD = "dud"
_FACES_A_ROW = 2
_EVEN = 1 / sqrt(2)
_COMPASS = {
    "N": (0.0, -1.0), "NE": (_EVEN, -_EVEN), "E": (1.0, 0.0), "SE": (_EVEN, _EVEN),
    "S": (0.0, 1.0), "SW": (-_EVEN, _EVEN), "W": (-1.0, 0.0), "NW": (-_EVEN, -_EVEN),
}  # fmt: skip
"""East and south of a step in each direction."""


def direction(tables: ParkinTables, first: int, second: int) -> str:
    """Read the table of scatter: the first D6 is the column, the second the row; "dud" in the middle."""
    return tables.scatter.table[(second - 1) // _FACES_A_ROW][(first - 1) // _FACES_A_ROW]


def scatter_mp(situation: Situation, firer: int, target: int, die: int) -> int:
    """Say how far off a miss bursts: the die, but at most half the range, rounded down (``scatter_half``)."""
    half = whole_mp(Fraction(ruler(situation).square(firer, target), 4))
    return min(die, max(half, int(parkin(situation).number("scatter_half"))))


def burst_hex(situation: Situation, target: int, way: str, far_mp: int) -> int:
    """Find the hex so many MP from another in a direction; ``NO_HEX`` off the map."""
    layout = situation.map.layout
    metres = far_mp / float(parkin(situation).mp_per_hex) * layout.width_m
    (u, v), (east, south) = _centre(layout, target), _COMPASS[way]
    index = int(layout.indices_under(np.array([[u + east * metres, v + south * metres]]))[0])
    return index if index != NO_HEX and situation.map.inside[index] else NO_HEX


def _centre(layout: Layout, index: int) -> tuple[float, float]:
    """Give the centre of one hex in grid coordinates, metres; a map may have a million."""
    row, col = divmod(index, layout.grid.cols)
    wide, long = layout.width_m, 1.5 * layout.radius_m
    if layout.grid.flat_top:
        return col * long, (row + 0.5 * (col & 1)) * wide
    return (col + 0.5 * (row & 1)) * wide, row * long
