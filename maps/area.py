"""
Read area files: which piece of the world, in what hexes, from what sources.

An area file is TOML; ``maps/data/ardennes_1944/area.toml`` shows every key.
All faults of a file are raised together, each with its line.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError

from maps.grid.hexgrid import Grid
from maps.grid.layout import SQRT3, Layout
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import TomlReader, load_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["MOST_HEXES", "SOURCES", "Area", "Box", "layout_of", "read_area", "shipped_area", "shipped_areas", "utm_crs"]

SOURCES = (
    "elevation",
    "land_cover",
    "rivers",
    "places",
    "river_names",
    "road_nodes",
    "road_links",
    "rail_links",
    "corrections",
)
NEEDED = ("elevation", "land_cover")
MOST_HEXES = 250_000
_KEYS = ("name", "date", "box", "hexes", "crs", "sources", "elevation", "credits")
_ORIGIN_STEP_M = 1000.0


@dataclass(frozen=True, slots=True)
class Box:
    """A box in degrees east and north, WGS 84."""

    west: float
    south: float
    east: float
    north: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle, longitude and latitude."""
        return (self.west + self.east) / 2, (self.south + self.north) / 2

    def grown(self, degrees: float) -> Box:
        """Give the box with a margin all round."""
        return Box(self.west - degrees, self.south - degrees, self.east + degrees, self.north + degrees)


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
    """What the numbers of the land cover raster mean: a shipped class table."""
    legend: Path | None = None
    """Own rules of terrain instead of the shipped ones."""
    kinds: Path | None = None
    """Own table of what vector tags mean."""
    period: Path | None = None
    """Own rules of what did not stand yet."""
    online: tuple[str, ...] = ()
    """Public services to fetch from, the most trusted first; tried after the files."""
    origin: tuple[float, float] | None = None
    """Centre of the first hex in the map's CRS, where a map must be aligned with another."""
    cells: tuple[int, int] | None = None
    """Columns and rows, with ``origin``."""
    text: str = ""
    """The area file as it was written."""

    def first(self, kind: str) -> Path | None:
        """Give the most trusted file of a kind, or None."""
        files = self.sources.get(kind, ())
        return files[0] if files else None


def utm_crs(lon: float, lat: float) -> str:
    """
    Name the UTM zone of a point, WGS 84.

    >>> utm_crs(5.95, 50.12)
    'EPSG:32631'
    """
    zone = min(int((lon + 180) // 6) + 1, 60)
    return f"EPSG:{32600 if lat >= 0 else 32700}"[:-2] + f"{zone:02d}"


def shipped_areas() -> list[str]:
    """List the areas that come with the package."""
    folders = files("maps").joinpath("data").iterdir()
    return sorted(entry.name for entry in folders if entry.joinpath("area.toml").is_file())


def shipped_area(name: str) -> Path:
    """
    Give the area file of a shipped area.

    Raises
    ------
    ProblemsFound
        If there is none of that name; the message lists those there are.
    """
    path = Path(str(files("maps").joinpath("data", name, "area.toml")))
    if name not in shipped_areas():
        raise ProblemsFound([Problem("shipped areas", f"there is no {name!r}", did_you_mean(name, shipped_areas()))])
    return path


def read_area(path: Path) -> Area:
    """
    Read an area file.

    Raises
    ------
    ProblemsFound
        With every fault of the file, or its broken syntax, by line.
    """
    path = Path(path)
    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    reader.only(known=_KEYS)
    reader.only("hexes", known=("width_km", "layout", "rotation_deg"))
    reader.only("elevation", known=("bias_m", "relief_factor"))
    box = _box(reader)
    area = Area(
        name=reader.text("name"),
        box=box,
        crs=_crs(reader, box),
        width_m=1000 * reader.number("hexes", "width_km", low=0.1, high=50),
        sources=_sources(reader, path.parent),
        date=_date(reader),
        flat_top=reader.choice("hexes", "layout", known=("flat", "pointy"), default="flat") == "flat",
        rotation_deg=reader.number("hexes", "rotation_deg", low=-180, high=180, default=0),
        elevation_bias_m=reader.number("elevation", "bias_m", low=-500, high=500, default=0),
        relief_factor=reader.number("elevation", "relief_factor", low=0.1, high=10, default=1),
        credits=_credits(reader),
    )
    if not reader.problems:
        _check_size(reader, area)
    raise_any(reader.problems)
    return area


def _box(reader: TomlReader) -> Box:
    reader.only("box", known=("west", "south", "east", "north"))
    before = len(reader.problems)
    box = Box(
        west=reader.number("box", "west", low=-180, high=180),
        south=reader.number("box", "south", low=-80, high=84),
        east=reader.number("box", "east", low=-180, high=180),
        north=reader.number("box", "north", low=-80, high=84),
    )
    if len(reader.problems) == before:
        if box.east <= box.west:
            reader.fault(("box", "east"), f"is {box.east:g}, not east of west = {box.west:g}", "swap them")
        if box.north <= box.south:
            reader.fault(("box", "north"), f"is {box.north:g}, not north of south = {box.south:g}", "swap them")
    return box


def _crs(reader: TomlReader, box: Box) -> str:
    default = utm_crs(*box.centre)
    name = reader.text("crs", default=default)
    try:
        crs = CRS.from_user_input(name)
    except CRSError:
        reader.fault(("crs",), f"is {name!r}, which PROJ does not know", f"try {default!r}, or leave it out")
        return default
    if not crs.is_projected or crs.axis_info[0].unit_name != "metre":
        reader.fault(("crs",), f"is {name!r}, which does not measure in metres", f"try {default!r}, or leave it out")
        return default
    return name


def _sources(reader: TomlReader, folder: Path) -> Mapping[str, tuple[Path, ...]]:
    reader.only("sources", known=SOURCES)
    given = {}
    for kind in SOURCES:
        if kind not in NEEDED and reader.raw("sources", kind) is None:
            continue
        name = reader.text("sources", kind)
        if name and not (folder / name).is_file():
            reader.fault(("sources", kind), f"is {name!r}, and there is no such file", f"it is looked for in {folder}")
        given[kind] = (folder / name,)
    for kind in ("road_links", "rail_links"):
        if kind in given and "road_nodes" not in given:
            reader.fault(("sources", kind), "needs road_nodes too", "give the file that says where the towns lie")
    return MappingProxyType(given)


def _date(reader: TomlReader) -> dt.date | None:
    value = reader.raw("date")
    if value is None or (isinstance(value, dt.date) and not isinstance(value, dt.datetime)):
        return value
    reader.fault(("date",), f"is {value!r}, no date", "write 1944-12-16, without quotes")
    return None


def _credits(reader: TomlReader) -> tuple[str, ...]:
    entries = reader.raw("credits") or []
    if not isinstance(entries, list):
        reader.fault(("credits",), "is no list of tables", "write each under [[credits]]")
        return ()
    lines = []
    for k in range(len(entries)):
        reader.only("credits", k, known=("name", "licence", "attribution"))
        parts = [reader.text("credits", k, key) for key in ("name", "licence", "attribution")]
        lines.append("; ".join(parts))
    return tuple(lines)


def _check_size(reader: TomlReader, area: Area) -> None:
    grid = layout_of(area).grid
    if len(grid) > MOST_HEXES:
        reader.fault(
            ("hexes", "width_km"),
            f"is {area.width_m / 1000:g}, which makes {len(grid):,} hexes of this box, more than {MOST_HEXES:,}",
            "take wider hexes or a smaller box",
        )
    if min(grid.cols, grid.rows) < 2:
        reader.fault(("box",), f"holds only {grid.cols} x {grid.rows} hexes", "take narrower hexes or a larger box")


def layout_of(area: Area) -> Layout:
    """
    Lay the grid over the box, to within half a hex at its edges.

    The centre of the first hex is rounded to whole kilometres (for hexes of less
    than a kilometre to 100 m), so that maps of one CRS are easily compared.
    """
    turned = Layout(Grid(1, 1, area.flat_top), area.crs, 0.0, 0.0, area.width_m, area.rotation_deg)
    uv = turned.to_grid(_outline(area))
    (u0, v0), (u1, v1) = uv.min(axis=0), uv.max(axis=0)
    origin = turned.to_map([u0, v0])
    step = _ORIGIN_STEP_M if area.width_m >= _ORIGIN_STEP_M else _ORIGIN_STEP_M / 10
    x, y = (float(step * round(value / step)) for value in origin)
    moved_u, moved_v = turned.to_grid([x, y])
    wide, long = u1 - moved_u, v1 - moved_v
    if area.flat_top:
        lines, places = wide / (SQRT3 / 2 * area.width_m), long / area.width_m
        grid = Grid(cols=int(lines + 0.5) + 1, rows=int(places + 0.5) + 1, flat_top=True)
    else:
        lines, places = long / (SQRT3 / 2 * area.width_m), wide / area.width_m
        grid = Grid(cols=int(places + 0.5) + 1, rows=int(lines + 0.5) + 1, flat_top=False)
    return Layout(grid, area.crs, x, y, area.width_m, area.rotation_deg)


def _outline(area: Area) -> list[tuple[float, float]]:
    # Parallels are curved in a projection, so the edges are walked, not only the corners.
    box, steps = area.box, 20
    shares = [k / steps for k in range(steps + 1)]
    lons = [box.west + (box.east - box.west) * s for s in shares]
    lats = [box.south + (box.north - box.south) * s for s in shares]
    points = [(lon, lat) for lon in lons for lat in (box.south, box.north)]
    points += [(lon, lat) for lat in lats for lon in (box.west, box.east)]
    to_map = Transformer.from_crs("EPSG:4326", area.crs, always_xy=True)
    x, y = to_map.transform([lon for lon, _ in points], [lat for _, lat in points])
    return list(zip(x, y, strict=True))
