"""
Lay a fine net of samples over a map.

The plane of drawing has the hex radius as its unit, u to the right, v downwards, and the
centre of the first hex at (0, 0). Samples are numbered from one spot for the whole map, so
that a part of it meets the same samples; what is drawn by lot goes by the distance from the
origin of the CRS, so that a map cut one column wider keeps its woods.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Floats = NDArray[np.float64]

__all__ = ["PER_HEX", "Net", "grown_by", "net_of", "part_of"]

PER_HEX = 14
"""Samples to the width of a hex: enough for paper up to 60 mm a hex."""

_MARGIN = 0.5


@dataclass(frozen=True, slots=True)
class Net:
    """
    Samples over a map, or over a part of it.

    Attributes
    ----------
    step
        From sample to sample, in plane units.
    x0, y0, wide, high
        First sample of this part, counted from the net's first, and how many there are.
    u0, v0
        Where the net's first sample lies.
    anchor
        Where the plane's own (0, 0) lies, seen from the origin of the CRS, in plane units.
    cols, rows, flat_top
        The grid beneath.
    """

    step: float
    x0: int
    y0: int
    wide: int
    high: int
    u0: float
    v0: float
    anchor: tuple[float, float]
    cols: int
    rows: int
    flat_top: bool

    @property
    def x(self) -> Floats:
        """Give the u of each column of samples (wide,)."""
        return self.u0 + self.step * np.arange(self.x0, self.x0 + self.wide, dtype=np.float64)

    @property
    def y(self) -> Floats:
        """Give the v of each line of samples (high,)."""
        return self.v0 + self.step * np.arange(self.y0, self.y0 + self.high, dtype=np.float64)

    def spot(self, u: float, v: float) -> tuple[int, int]:
        """Give line and column, within this part, of the sample nearest to a spot; it may lie outside."""
        return round((v - self.v0) / self.step) - self.y0, round((u - self.u0) / self.step) - self.x0


def net_of(layout: Layout, per_hex: int = PER_HEX) -> Net:
    """Lay the net over a whole map, half a hex radius beyond its edge."""
    u0, v0, u1, v1 = (edge / layout.radius_m for edge in layout.extent())
    step = math.sqrt(3.0) / per_hex
    wide, high = (math.ceil((far - near + 2 * _MARGIN) / step) + 1 for near, far in ((u0, u1), (v0, v1)))
    au, av = (-layout.to_grid((0.0, 0.0)) / layout.radius_m).tolist()
    grid = layout.grid
    return Net(step, 0, 0, wide, high, u0 - _MARGIN, v0 - _MARGIN, (au, av), grid.cols, grid.rows, grid.flat_top)


def part_of(net: Net, box: Sequence[float]) -> Net:
    """Give the part of a net that holds a box: least u and v, greatest u and v; never beyond the net itself."""
    left, top = (math.floor((box[k] - at) / net.step) for k, at in ((0, net.u0), (1, net.v0)))
    right, foot = (math.ceil((box[k + 2] - at) / net.step) + 1 for k, at in ((0, net.u0), (1, net.v0)))
    x0, y0 = max(net.x0, left), max(net.y0, top)
    x1, y1 = min(net.x0 + net.wide, right), min(net.y0 + net.high, foot)
    return _within(net, x0, y0, x1, y1)


def grown_by(net: Net, part: Net, by: int) -> Net:
    """Grow a part of a net by so many samples on each side; never beyond the net itself."""
    x0, y0 = max(net.x0, part.x0 - by), max(net.y0, part.y0 - by)
    x1, y1 = min(net.x0 + net.wide, part.x0 + part.wide + by), min(net.y0 + net.high, part.y0 + part.high + by)
    return _within(net, x0, y0, x1, y1)


def _within(net: Net, x0: int, y0: int, x1: int, y1: int) -> Net:
    return replace(net, x0=x0, y0=y0, wide=max(0, x1 - x0), high=max(0, y1 - y0))
