"""
Read area files: which piece of the world, in what hexes, from what sources.

An area file is TOML; ``maps/data/ardennes_1944/area.toml`` shows most keys, the
manual all of them. All faults of a file are raised together, each with its line.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from maps.area.area import CLASSES, GROUND, MOST_HEXES, ONLINE, SOURCES, Area, Box, layout_of
from maps.area.ground import WAYS, Ground, read_ground
from maps.area.projection import box_of_grid, crs_fault, default_crs, stretch_words
from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.ownhexsides import own_hexsides
from maps.owntables import TABLES as OWN
from maps.owntables import own_tables
from maps.ownterrain import own_terrain
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from maps.sources.outline import outline_m2
from maps.toml_lines import TomlReader, is_number, parse_toml, read_text, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.owntables import OwnTables

__all__ = ["KEYS", "TABLES", "area_named", "parse_area", "read_area", "shipped_area", "shipped_areas"]

RULES = ("legend", "kinds", "period")
"""Own rule files instead of the shipped ones."""
TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hexes": ("width_km", "layout", "rotation_deg"),
        "grid": ("origin", "columns", "rows"),
        "sources": (*SOURCES, "land_cover_classes", "land_cover_year", "online"),
        "elevation": ("bias_m", "relief_factor"),
    }
)
KEYS = ("name", "date", "countries", *WAYS, "around", "near", "crs", *RULES, *TABLES, *OWN, "credits")
_FOLDERS = ("elevation",)
_COUNTRY = re.compile("[A-Za-z]{2}")
_EDTF = re.compile(r"^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$")


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


def area_named(name: str) -> Area:
    """Read an area file by its path, or a shipped area by its name; raises as ``read_area``."""
    return read_area(shipped_area(name) if name in shipped_areas() else Path(name))


def read_area(path: Path) -> Area:
    """
    Read an area file.

    Raises
    ------
    ProblemsFound
        With every fault of the file, or its broken syntax, by line.
    """
    path = Path(path)
    return parse_area(read_text(path), name=path.name, folder=path.parent)


def parse_area(text: str, *, name: str, folder: Path) -> Area:
    """
    Read the text of an area file; ``folder`` is where the files it names are looked for.

    Raises
    ------
    ProblemsFound
        With every fault of the text, or its broken syntax, by line of ``name``.
    """
    data, lines = parse_toml(text, name)
    reader = TomlReader(name, data, lines)
    _check_keys(reader)
    hexes = _hexes(reader)
    sources = _sources(reader, folder)
    grid = _grid(reader)
    ground = _ground(reader, folder, sources.get("places", ()), grid, hexes)
    crs = _crs(reader, ground, aligned=grid is not None)
    date, date_note = _date(reader)
    area = Area(
        name=reader.text("name"),
        box=ground.box if ground else Box(0, 0, 0, 0),
        crs=crs,
        width_m=hexes.width_m,
        sources=MappingProxyType(sources),
        date=date,
        flat_top=hexes.flat_top,
        rotation_deg=hexes.rotation_deg,
        elevation_bias_m=reader.number("elevation", "bias_m", low=-500, high=500, default=0),
        relief_factor=reader.number("elevation", "relief_factor", low=0.1, high=10, default=1),
        credits=_credits(reader),
        outline=ground.outline if ground else (),
        classes=_classes(reader, folder),
        land_cover_year=_year(reader, "sources", "land_cover_year"),
        legend=_file(reader, folder, ("legend",)),
        own=_own(reader),
        kinds=_file(reader, folder, ("kinds",)),
        period=_file(reader, folder, ("period",)),
        countries=_countries(reader),
        online=_online(reader),
        origin=grid.origin if grid else None,
        cells=grid.cells if grid else None,
        text=text,
        notes=_notes(date_note, ground, crs),
    )
    return _checked(reader, area)


def _checked(reader: TomlReader, area: Area) -> Area:
    if not reader.problems:
        _check_size(reader, area)
    raise_any(reader.by_line())
    return area


@dataclass(frozen=True, slots=True)
class _Hexes:
    width_m: float
    flat_top: bool
    rotation_deg: float


@dataclass(frozen=True, slots=True)
class _AlignedGrid:
    origin: tuple[float, float]
    cells: tuple[int, int]


def _check_keys(reader: TomlReader) -> None:
    homes = dict.fromkeys(("land_cover_classes", "land_cover_year", "online"), "sources") | dict.fromkeys(RULES, "")
    for key, home in homes.items():
        found = key if home else f"sources.{key}"
        if reader.raw(*found.split(".")) is not None:
            where = f"under [{home}]" if home else "above the tables, before the first [...]"
            reader.fault(tuple(found.split(".")), "does not belong here", f"write it {where}")
    misplaced = [key for key, home in homes.items() if home]
    reader.only(known=(*KEYS, *misplaced))
    reader.only("hexes", known=TABLES["hexes"])
    reader.only("grid", known=TABLES["grid"])
    reader.only("sources", known=(*TABLES["sources"], *RULES))
    reader.only("elevation", known=TABLES["elevation"])


def _countries(reader: TomlReader) -> tuple[str, ...]:
    found = reader.texts("countries")
    if wrong := [code for code in found if not _COUNTRY.fullmatch(code)]:
        reader.fault(("countries",), f"{wrong[0]!r} is no code of two letters", 'write countries = ["be", "lu"]')
    return tuple(code.lower() for code in found)


def _hexes(reader: TomlReader) -> _Hexes:
    width = reader.raw("hexes", "width_km")
    flat_top = reader.choice("hexes", "layout", known=("flat", "pointy"), default="flat") == "flat"
    rotation = reader.number("hexes", "rotation_deg", low=-180, high=180, default=0.0)
    if is_number(width) and 100 <= width <= 50_000:
        what = f"is {width:g}, which looks like metres, not kilometres"
        reader.fault(("hexes", "width_km"), what, f"write {width / 1000:g}; it may be 0.1 to 50")
        return _Hexes(float(width), flat_top, rotation)
    return _Hexes(1000 * reader.number("hexes", "width_km", low=0.1, high=50), flat_top, rotation)


def _ground(
    reader: TomlReader, folder: Path, places: tuple[Path, ...], grid: _AlignedGrid | None, hexes: _Hexes
) -> Ground | None:
    if grid is None or any(reader.raw(way) is not None for way in WAYS):
        return read_ground(reader, folder, places)
    crs = reader.text("crs")
    if crs_fault(crs, None)[0]:
        # Told once, where the projection is read.
        return None
    layout = Layout(Grid(*grid.cells, hexes.flat_top), crs, *grid.origin, hexes.width_m, hexes.rotation_deg)
    box = box_of_grid(layout)
    if box is None:
        what = f"and the hexes from it lie partly off the earth in {crs!r}"
        reader.fault(("grid", "origin"), what, "give x and y in metres of that projection")
    return Ground(box) if box else None


def _grid(reader: TomlReader) -> _AlignedGrid | None:
    if reader.raw("grid") is None or not hasattr(reader.raw("grid"), "keys"):
        return None
    before = len(reader.problems)
    origin = reader.numbers("grid", "origin", names=("x", "y"))
    cells = []
    for key in ("columns", "rows"):
        count = reader.number("grid", key, low=2, high=MOST_HEXES)
        if count != int(count):
            reader.fault(("grid", key), f"is {count:g}", "give a whole number")
        cells.append(int(count))
    if len(reader.problems) > before or origin is None:
        return None
    if abs(origin[0]) <= 180 and abs(origin[1]) <= 90 and any(value % 1 for value in origin):
        what = f"is [{origin[0]:g}, {origin[1]:g}], which looks like degrees"
        reader.fault(("grid", "origin"), what, "give x and y in metres of the projection")
        return None
    if cells[0] * cells[1] > MOST_HEXES:
        what = f"has {cells[0] * cells[1]:,} hexes, more than {MOST_HEXES:,}"
        reader.fault(("grid",), what, "take fewer columns or rows")
        return None
    return _AlignedGrid((origin[0], origin[1]), (cells[0], cells[1]))


def _crs(reader: TomlReader, ground: Ground | None, *, aligned: bool) -> str:
    box = ground.box if ground else None
    default = default_crs(box) if box else ""
    if reader.raw("crs") is None:
        if box and crs_fault(default, box)[0]:
            what = f"is {box.width:.0f} by {box.north - box.south:.0f} degrees, too much of the globe for a flat map"
            reader.fault(_ground_keys(reader), what, "take a smaller one")
        return default
    before = len(reader.problems)
    name = reader.text("crs", default=default)
    if len(reader.problems) == before:
        what, remedy = crs_fault(name, box, aligned=aligned)
        if what:
            reader.fault(("crs",), what, remedy)
    return name


def _ground_keys(reader: TomlReader) -> tuple[str, ...]:
    return (next((way for way in ("box", "outline", "around", "grid") if reader.raw(way) is not None), "box"),)


def _sources(reader: TomlReader, folder: Path) -> dict[str, tuple[Path, ...]]:
    given: dict[str, tuple[Path, ...]] = {}
    for kind in SOURCES:
        names = reader.texts("sources", kind)
        for name in names:
            _check_there(reader, ("sources", kind), folder, name, folders=kind in _FOLDERS)
        if names:
            given[kind] = tuple(folder / name for name in names)
    if not any(reader.raw("sources", kind) is not None for kind in (*GROUND, "online")):
        remedy = "under [sources] give elevation and land_cover, or features, or online"
        reader.fault(("sources",), "names nothing to make ground from", remedy)
    for kind in ("road_links", "rail_links"):
        if kind in given and "road_nodes" not in given:
            reader.fault(("sources", kind), "needs road_nodes too", "give the file that says where the towns lie")
    return given


def _check_there(reader: TomlReader, keys: tuple[str, ...], folder: Path, name: str, *, folders: bool = False) -> None:
    path = folder / name
    if path.is_dir() and not folders:
        reader.fault(keys, f"is {name!r}, a folder", "name a file in it")
    elif not path.exists():
        reader.fault(keys, f"is {name!r}, and there is no such file", f"it is looked for in {folder}")


def _file(reader: TomlReader, folder: Path, keys: tuple[str, ...]) -> Path | None:
    if reader.raw(*keys) is None:
        return None
    name = reader.text(*keys)
    if name:
        _check_there(reader, keys, folder, name)
    return folder / name


def _own(reader: TomlReader) -> OwnTables | None:
    """Read the kinds of one's own; when ground is of them, the rules of terrain say, which check it."""
    own_terrain(reader)
    own_hexsides(reader)
    return own_tables(reader)


def _classes(reader: TomlReader, folder: Path) -> str:
    keys = ("sources", "land_cover_classes")
    fetched = reader.raw("sources", "land_cover") is None and "worldcover" in str(reader.raw("sources", "online"))
    name = reader.text(*keys, default="worldcover" if fetched else CLASSES[0])
    if name in CLASSES:
        return name
    if not name.endswith(".toml"):
        reader.fault(keys, f"is {name!r}", f"{did_you_mean(name, CLASSES)} or a TOML file of your own")
        return CLASSES[0]
    _check_there(reader, keys, folder, name)
    return str(folder / name)


def _year(reader: TomlReader, *keys: str) -> int | None:
    return None if reader.raw(*keys) is None else int(reader.number(*keys, low=1900, high=2200))


def _online(reader: TomlReader) -> tuple[str, ...]:
    names = reader.texts("sources", "online")
    for name in names:
        if name not in ONLINE:
            reader.fault(("sources", "online"), f"names {name!r}, no service known here", did_you_mean(name, ONLINE))
    return tuple(name for name in names if name in ONLINE)


def _date(reader: TomlReader) -> tuple[dt.date | None, str]:
    value = reader.raw("date")
    if value is None or (isinstance(value, dt.date) and not isinstance(value, dt.datetime)):
        return value, ""
    if isinstance(value, str) and (match := _EDTF.match(value)):
        try:
            date = dt.date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
        except ValueError:
            date = None
        if date:
            return date, "" if match[3] else f"date: {value} is taken as its first day, {date}"
    remedy = 'write 1944-12-16 without quotes, or a month or year in quotes: "1944-12", "1944"'
    reader.fault(("date",), f"is {shown(value)}, no date", remedy)
    return None, ""


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


def _notes(date_note: str, ground: Ground | None, crs: str) -> tuple[str, ...]:
    if ground is None:
        return ()
    stretched = stretch_words(crs, ground.box) if not crs_fault(crs, ground.box, aligned=True)[0] else ""
    projection = f"projection {crs}: {stretched}" if stretched else ""
    return tuple(note for note in (date_note, *ground.notes, projection) if note)


def _check_size(reader: TomlReader, area: Area) -> None:
    layout = layout_of(area)
    grid = layout.grid
    if len(grid) > MOST_HEXES:
        reader.fault(
            ("hexes", "width_km"),
            f"is {area.width_m / 1000:g}, which makes {len(grid):,} hexes of this box, more than {MOST_HEXES:,}",
            "take wider hexes or a smaller box",
        )
    if min(grid.cols, grid.rows) < 2:
        what = f"holds only {grid.cols} x {grid.rows} hexes"
        reader.fault(_ground_keys(reader), what, "take narrower hexes or a larger box")
    elif area.outline and outline_m2(area) < 2 * layout.hex_area_m2():
        what = f"encloses less than two hexes of {area.width_m / 1000:g} km"
        reader.fault(("outline",), what, "take narrower hexes or a larger outline")
