"""
Say which tiles of a service lie under a layout.

Tiles lie on fixed lattices, so that maps side by side, or one within the other, share them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from pyproj import CRS

from maps.sources.layers import boxes_in

if TYPE_CHECKING:
    from maps.grid.layout import Layout

__all__ = ["Bounds", "corner_name", "degree_tiles", "ground_boxes", "web_tiles"]

_WGS84 = CRS.from_epsg(4326)
_MERCATOR_ENDS = 85.05
_TINY = 1e-9


class Bounds(NamedTuple):
    """West, south, east, north in degrees; west is below east."""

    west: float
    south: float
    east: float
    north: float

    def meets(self, other: Bounds) -> bool:
        """Say whether two boxes have ground in common."""
        across = self.west < other.east and other.west < self.east
        return across and self.south < other.north and other.south < self.north


def ground_boxes(layout: Layout) -> list[Bounds]:
    """Give the ground of a layout and two hexes about it, cut at the 180th meridian: one box or two."""
    found: list[Bounds] = []
    for west, south, east, north in boxes_in(layout, _WGS84):
        box = Bounds(max(west, -180.0), max(south, -90.0), min(east, 180.0), min(north, 90.0))
        if box.west < box.east:
            found.append(box)
    return found


def degree_tiles(boxes: list[Bounds], step: float) -> list[Bounds]:
    """
    Give the tiles of a lattice of degrees that boxes touch, from the south-west on.

    >>> degree_tiles([Bounds(5.9, 50.2, 6.1, 50.3)], 1)
    [Bounds(west=5, south=50, east=6, north=51), Bounds(west=6, south=50, east=7, north=51)]
    """
    places = {
        (line, column)
        for box in boxes
        for line in _steps(box.south, box.north, step)
        for column in _steps(box.west, box.east, step)
    }
    return [Bounds(c * step, r * step, (c + 1) * step, (r + 1) * step) for r, c in sorted(places)]


def _steps(low: float, high: float, step: float) -> range:
    return range(math.floor(low / step + _TINY), math.ceil(high / step - _TINY))


def corner_name(south: float, west: float) -> str:
    """
    Name a tile by its south-west corner.

    >>> corner_name(-1, 6), corner_name(50, -3)
    ('S01E006', 'N50W003')
    """
    return f"{'N' if south >= 0 else 'S'}{abs(round(south)):02d}{'E' if west >= 0 else 'W'}{abs(round(west)):03d}"


def web_tiles(boxes: list[Bounds], zoom: int) -> list[tuple[int, int]]:
    """
    Give x and y of the web map tiles that boxes touch.

    >>> web_tiles([Bounds(-1, -1, 1, 1)], 1)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    found = set()
    for box in boxes:
        xs = _steps((box.west + 180) / 360 * 2**zoom, (box.east + 180) / 360 * 2**zoom, 1)
        ys = _steps(_down(box.north, zoom), _down(box.south, zoom), 1)
        found |= {(x, y) for x in xs for y in ys}
    return sorted(found)


def _down(lat: float, zoom: int) -> float:
    angle = math.radians(min(max(lat, -_MERCATOR_ENDS), _MERCATOR_ENDS))
    return float((1 - math.asinh(math.tan(angle)) / math.pi) / 2 * 2**zoom)
