"""
Say which piece of the world, in what hexes, from what sources.

Values only, and the grid that follows from them; ``maps.area.reader`` reads
area files.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from pyproj import Transformer

from maps.grid.hexgrid import Grid
from maps.grid.layout import SQRT3, Layout

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from maps.owntables import OwnTables

    Floats = NDArray[np.float64]

__all__ = ["CLASSES", "GROUND", "MOST_HEXES", "ONLINE", "SOURCES", "Area", "Box", "layout_of", "utm_crs", "wrapped"]

GROUND = ("elevation", "land_cover", "features")
"""Sources that by themselves make ground."""
SOURCES = (
    *GROUND,
    "rivers",
    "places",
    "river_names",
    "road_nodes",
    "road_links",
    "rail_links",
    "corrections",
    "rulings",
)
CLASSES = ("igbp", "corine", "worldcover", "nlcd")
"""Shipped tables of what the numbers of land cover rasters mean."""
ONLINE = ("overpass", "openhistoricalmap", "terrain_tiles", "copernicus_glo30", "worldcover")
"""Public services that an area may name."""
MOST_HEXES = 4_000_000
_WGS84 = "EPSG:4326"
_MOST_STEP_M = 1000.0
_EDGE_STEPS = 200
_UTM_NORTH, _UTM_SOUTH = 84.0, -80.0


def wrapped(lon: float) -> float:
    """
    Bring a longitude to -180 to 180.

    >>> wrapped(181.5)
    -178.5
    """
    return lon if -180 <= lon <= 180 else (lon + 180) % 360 - 180


@dataclass(frozen=True, slots=True)
class Box:
    """
    A box in degrees east and north, WGS 84.

    Where ``west`` is greater than ``east``, it lies across the 180th meridian:

    >>> Box(177, -19, -179, -16).width
    4
    """

    west: float
    south: float
    east: float
    north: float

    @property
    def width(self) -> float:
        """Degrees from west to east."""
        return self.east - self.west + (360 if self.east < self.west else 0)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle, longitude and latitude."""
        return wrapped(self.west + self.width / 2), (self.south + self.north) / 2

    def grown(self, degrees: float) -> Box:
        """Give the box with a margin all round, at most the whole world."""
        south, north = max(-90.0, self.south - degrees), min(90.0, self.north + degrees)
        if self.width + 2 * degrees >= 360:
            return Box(-180, south, 180, north)
        return Box(wrapped(self.west - degrees), south, wrapped(self.east + degrees), north)

    def parts(self) -> tuple[Box, ...]:
        """
        Cut at the 180th meridian: one box or two, each with ``west`` below ``east``.

        >>> Box(177, -19, -179, -16).parts()
        (Box(west=177, south=-19, east=180, north=-16), Box(west=-180, south=-19, east=-179, north=-16))
        """
        if self.west < self.east:
            return (self,)
        halves = (Box(self.west, self.south, 180, self.north), Box(-180, self.south, self.east, self.north))
        return tuple(half for half in halves if half.west < half.east)

    def holds(self, lonlat: ArrayLike) -> NDArray[np.bool_]:
        """Say which of the points (n, 2), longitude first, lie in the box."""
        points = np.asarray(lonlat, float).reshape(-1, 2)
        lon, lat = points[:, 0], points[:, 1]
        return ((lon - self.west) % 360 <= self.width) & (self.south <= lat) & (lat <= self.north)

    def mesh(self, steps: int) -> Floats:
        """Give points all over the box (steps + 1, steps + 1, 2), by row; longitudes go on beyond 180."""
        share = np.arange(steps + 1) / steps
        lon, lat = np.meshgrid(self.west + self.width * share, self.south + (self.north - self.south) * share)
        return np.stack([lon, lat], axis=-1)

    def edge(self) -> Floats:
        """Give points along the four sides (n, 2), close enough to see how they bend; longitudes go on beyond 180."""
        share = np.arange(_EDGE_STEPS + 1) / _EDGE_STEPS
        lons, lats = self.west + self.width * share, self.south + (self.north - self.south) * share
        sides = [np.stack(np.broadcast_arrays(lons, lat), axis=-1) for lat in (self.south, self.north)]
        sides += [np.stack(np.broadcast_arrays(lon, lats), axis=-1) for lon in (self.west, self.west + self.width)]
        return np.concatenate(sides)


@dataclass(frozen=True)
class Area:
    """
    A piece of the world to be made into hexes.

    ``relief_factor`` and ``elevation_bias_m`` correct coarse elevation:
    heights gain the bias, relief is multiplied.
    """

    name: str
    box: Box
    crs: str
    width_m: float
    sources: Mapping[str, tuple[Path, ...]]
    """Files by kind, the most trusted first."""
    date: dt.date | None = None
    flat_top: bool = True
    rotation_deg: float = 0.0
    elevation_bias_m: float = 0.0
    relief_factor: float = 1.0
    credits: tuple[str, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    """Ring of longitude, latitude; hexes whose centre lies outside are off the map. Empty: the whole rectangle."""
    classes: str = "igbp"
    """What the numbers of the land cover raster mean: a shipped table of ``CLASSES``, or the path of an own one."""
    land_cover_year: int | None = None
    """The year that the land cover shows; what was built after the date is taken back then. None: as it is."""
    legend: Path | None = None
    """Own rules of terrain instead of the shipped ones."""
    own: OwnTables | None = None
    """Kinds of terrain and of hexside that it adds to those of the rules of terrain."""
    kinds: Path | None = None
    """Own table of what vector tags mean."""
    period: Path | None = None
    """Own rules of what did not stand yet."""
    countries: tuple[str, ...] = ()
    """Codes of two letters of the countries that it shows, for what came to each in a year of its own."""
    online: tuple[str, ...] = ()
    """Public services to fetch from, the most trusted first; tried after the files."""
    origin: tuple[float, float] | None = None
    """Centre of the first hex in the map's CRS, where a map must be aligned with another."""
    cells: tuple[int, int] | None = None
    """Columns and rows, with ``origin``."""
    text: str = ""
    """The area file as it was written."""
    notes: tuple[str, ...] = ()
    """What was read into the file: the first day of a month, which town of a name, an unusual projection."""
    board: bool = False
    """Whether it is a part of a greater area, cut again in finer hexes."""

    def first(self, kind: str) -> Path | None:
        """Give the most trusted file of a kind, or None."""
        files = self.sources.get(kind, ())
        return files[0] if files else None


def utm_crs(lon: float, lat: float) -> str:
    """
    Name the UTM zone of a point, WGS 84; beyond 84 N and 80 S the polar grid that takes its place (UPS).

    The odd zones of Norway and Spitsbergen are not followed: they make no map better.

    >>> utm_crs(5.95, 50.12)
    'EPSG:32631'
    >>> utm_crs(15.6, 85)
    'EPSG:5041'
    """
    if lat > _UTM_NORTH:
        return "EPSG:5041"
    if lat < _UTM_SOUTH:
        return "EPSG:5042"
    zone = min(int((wrapped(lon) + 180) // 6) + 1, 60)
    return f"EPSG:{32600 if lat >= 0 else 32700}"[:-2] + f"{zone:02d}"


def layout_of(area: Area) -> Layout:
    """
    Lay the grid over the box.

    Every point of the box lies in a hex or within half a hex of one, and no
    row or column lies wholly outside the upright rectangle about the box (turned as
    the grid is). The centre of the first hex is rounded to whole kilometres, for
    hexes below 2 km to 100 m, below 200 m to 10 m, so that maps of one CRS are easily
    compared. An area with ``origin`` and ``cells`` has the grid these say.
    """
    if area.origin and area.cells:
        grid = Grid(*area.cells, flat_top=area.flat_top)
        return Layout(grid, area.crs, *area.origin, area.width_m, area.rotation_deg)
    turned = Layout(Grid(1, 1, area.flat_top), area.crs, 0.0, 0.0, area.width_m, area.rotation_deg)
    edge = area.box.edge()
    x, y = _to_map(area.crs).transform(edge[:, 0], edge[:, 1])
    uv = turned.to_grid(np.stack([x, y], axis=-1))
    (u0, v0), (u1, v1) = uv.min(axis=0), uv.max(axis=0)
    step = _origin_step(area.width_m)
    x0, y0 = (float(step * round(value / step)) for value in turned.to_map([u0, v0]))
    moved_u, moved_v = turned.to_grid([x0, y0])
    grid = _grid_over(u1 - moved_u, v1 - moved_v, area.width_m, flat_top=area.flat_top)
    return Layout(grid, area.crs, x0, y0, area.width_m, area.rotation_deg)


def _origin_step(width_m: float) -> float:
    # At most half a hex, so that rounding in x and y together moves the grid by less than half a hex.
    return min(_MOST_STEP_M, 10.0 ** math.floor(math.log10(width_m / 2)))


def _grid_over(wide: float, long: float, width_m: float, *, flat_top: bool) -> Grid:
    staggered, straight = (wide, long) if flat_top else (long, wide)
    lines = int(staggered / (SQRT3 / 2 * width_m) + 0.5) + 1
    places = int(straight / width_m + 0.5) + 1
    return Grid(lines, places, flat_top=True) if flat_top else Grid(places, lines, flat_top=False)


@lru_cache(maxsize=16)
def _to_map(crs: str) -> Transformer:
    return Transformer.from_crs(_WGS84, crs, always_xy=True)
