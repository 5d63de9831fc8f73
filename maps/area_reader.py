"""
Read area files: which piece of the world, in what hexes, from what sources.

An area file is TOML; ``maps/data/ardennes_1944/area.toml`` shows every key.
All faults of a file are raised together, each with its line.
"""

from __future__ import annotations

import datetime as dt
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pyproj import CRS
from pyproj.exceptions import CRSError

from maps.area import GROUND, MOST_HEXES, SOURCES, Area, Box, layout_of, utm_crs
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import TomlReader, load_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["KEYS", "read_area", "shipped_area", "shipped_areas"]

NEEDED = GROUND[:2]
KEYS = ("name", "date", "box", "hexes", "crs", "sources", "elevation", "credits")


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
    reader.only(known=KEYS)
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
