"""
Say what a file is that somebody offers as a source, before there is an area to read it for.

What kind of source it is goes by the names that area files use, and by what is in it; where it lies, by its own head. A
guess is no more: the map maker is shown it, and changes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.area.area import CLASSES, Box
from maps.derive.covers import COVERS
from maps.making.survey_files import format_of
from maps.problems import Problem, ProblemsFound
from maps.sources.coverage import ground_cell_m, sheet_box
from maps.sources.files.safe_files import VECTOR_SUFFIXES, unpacked
from maps.sources.outline import outline_box, read_outline
from maps.sources.places import read_settlements
from maps.sources.raster.elevation import open_elevation
from maps.sources.raster.land_cover import open_land_cover, read_class_table
from maps.sources.raster.sheet import Cut
from maps.sources.vector import vector_extent
from maps.toml_lines import parse_toml, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from maps.sources.raster.sheet import Sheet

__all__ = ["AREA", "BESIDE", "KINDS", "Offered", "kind_of", "offered", "tiles_of"]

BESIDE, AREA = "beside", "area"
KINDS = {
    "elevation": "heights", "land_cover": "land cover", "features": "roads, waters, woods, places as shapes",
    "places": "places", "rivers": "rivers with the area drained", "river_names": "names of rivers",
    "road_nodes": "towns that roads join", "road_links": "roads from town to town",
    "rail_links": "railways from town to town", "corrections": "corrections by hand", "rulings": "rulings on the date",
    "outline": "the outline of the map", "legend": "rules of terrain", "kinds": "what words of files mean",
    "period": "rules of the date", BESIDE: "belongs to another file",
}  # fmt: skip
"""What a file can be, in words."""

_RASTERS = (".tif", ".tiff", ".asc", ".hgt", ".hgt.gz", ".hgt.zip", ".png")
_TILES = (".hgt", ".tif", ".tiff", ".asc", ".prj")
_SIDECARS = (".shx", ".dbf", ".prj", ".cpg", ".qpj", ".sbn", ".sbx", ".tfw", ".aux.xml", ".shp.xml")
_TABLES = (".csv", ".csv.gz", ".txt", ".tsv")
_NAMED = {
    "road_nodes": "road_nodes", "rails": "rail_links", "rail_links": "rail_links", "links": "road_links",
    "road_links": "road_links", "river_names": "river_names", "rivers": "rivers", "corrections": "corrections",
    "outline": "outline", "rulings": "rulings",
}  # fmt: skip
_TOML = {"sources": AREA, "hexes": AREA, "overlaps": "legend", "late": "period", "ruling": "rulings"}
_HEIGHT_WORDS = ("elev", "dem", "dtm", "dsm", "height", "srtm", "glo30", "globe")
_COVER_WORDS = ("cover", "clc", "corine", "lulc", "nlcd", "igbp")
_PROBED, _MOST_PLACES = 400, 1500
"""Along its longer side so many cells of a raster are looked at."""


class Offered(NamedTuple):
    """What a file is: its kind of source, its format, where it lies, the width of its cells if it has any."""

    kind: str
    format: str
    boxes: tuple[Box, ...] = ()
    cell_m: float | None = None
    notes: tuple[str, ...] = ()
    classes: str = ""
    """The shipped table of land cover that knows its numbers."""
    places: tuple[tuple[str, float, float], ...] = ()
    """The largest places of a list: name, longitude, latitude."""


def kind_of(path: Path) -> str:
    """
    Guess what kind of source a file is.

    Raises
    ------
    ProblemsFound
        If it is of no kind that can be used.
    """
    name = path.name.lower()
    told = _NAMED.get(name.partition(".")[0])
    if name.endswith(_SIDECARS):
        return BESIDE
    if name.endswith(_RASTERS):
        return _raster_kind(path) if name.endswith((".tif", ".tiff")) else "elevation"
    if name.endswith(".toml"):
        data, _ = parse_toml(read_text(path), path.name)
        return next((kind for key, kind in _TOML.items() if key in data), "kinds")
    if name.endswith(_TABLES):
        return told or "places"
    if name.endswith(VECTOR_SUFFIXES):
        return told or "features"
    remedy = "known are GeoTIFF, .asc, .hgt, .osm, .osm.pbf, .gpkg, .shp, .zip, .geojson, .fgb, .csv and area files"
    raise ProblemsFound([Problem(path.name, "is no kind of file that a map is made from", remedy)])


def offered(path: Path, kind: str = "") -> Offered:
    """
    Look into a file: what it is, or whether it can be what it is said to be, and where it lies.

    Raises
    ------
    ProblemsFound
        If it is damaged, or is not what it is said to be.
    """
    kind = kind or kind_of(path)
    if kind in {"elevation", "land_cover"}:
        return _raster(path, kind)
    if kind == "features":
        layers = vector_extent(path)
        boxes = tuple(Box(*box) for layer in layers if (box := layer.lonlat()))
        notes = () if boxes else ("it does not say what ground it covers",)
        return Offered(kind, format_of(path), boxes, notes=notes)
    if kind == "places":
        return _places(path)
    if kind == "outline":
        return Offered(kind, format_of(path), (outline_box(read_outline(path)),))
    return Offered(kind, format_of(path))


def tiles_of(path: Path, folder: Path) -> list[Path]:
    """
    Unpack a zip file of tiles with heights into a folder; none if it holds something else.

    Raises
    ------
    ProblemsFound
        If the file is damaged, or would unpack to too much.
    """
    if path.suffix.lower() != ".zip" or path.name.lower().endswith(".hgt.zip"):
        return []
    with unpacked(path, _TILES) as found:
        if not any(one.suffix.lower() != ".prj" for one in found):
            return []
        tiles = []
        for one in found:
            target = folder / one.name
            target.write_bytes(one.read_bytes())
            tiles.append(target)
    return tiles


def _raster(path: Path, kind: str) -> Offered:
    sheets = open_elevation([path]) if kind == "elevation" else open_land_cover([path])
    boxes = tuple(box for sheet in sheets if (box := sheet_box(sheet)))
    finest = min(sheets, key=lambda sheet: sheet.cell_m())
    cell = ground_cell_m(finest, *boxes[0].centre) if boxes else None
    fits = classes_of(sheets[0]) if kind == "land_cover" else ""
    return Offered(kind, format_of(path), boxes, float(np.sqrt(cell[0] * cell[1])) if cell else None, classes=fits)


def _raster_kind(path: Path) -> str:
    """Tell land cover from heights: by its name, else by its cells, which are all classes of a known table."""
    name = path.name.lower()
    if any(word in name for word in _HEIGHT_WORDS):
        return "elevation"
    if any(word in name for word in _COVER_WORDS):
        return "land_cover"
    (sheet,) = open_land_cover([path])
    return "land_cover" if classes_of(sheet) else "elevation"


def classes_of(sheet: Sheet) -> str:
    """Name the shipped table that knows all numbers of a raster, the first if several do; "" if none does."""
    step = max(1, max(sheet.width, sheet.height) // _PROBED)
    cells = sheet.read(Cut(0, 0, sheet.height // step, sheet.width // step, step))
    found = {float(value) for value in np.unique(cells[np.isfinite(cells)])}
    for name in CLASSES:
        table = read_class_table(name, COVERS)
        if found and found <= {float(number) for number in (*table.cover_of, *table.nothing)}:
            return name
    return ""


def _places(path: Path) -> Offered:
    towns = sorted(read_settlements(path, "EPSG:4326"), key=lambda town: -town.population)
    if not towns:
        return Offered("places", format_of(path))
    lon, lat = [town.x_m for town in towns], [town.y_m for town in towns]
    named = tuple((town.name, round(town.x_m, 4), round(town.y_m, 4)) for town in towns[:_MOST_PLACES])
    return Offered("places", format_of(path), (Box(min(lon), min(lat), max(lon), max(lat)),), places=named)
