"""Look into one source file of an area: what it is, and which of the ground it knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maps.area.area import Box
from maps.derive.covers import COVERS
from maps.derive.headings import understand
from maps.derive.kinds import GROUPS, read_kinds, shipped_kinds
from maps.derive.period.rules import read_period, read_rulings, shipped_period
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import RAILS, ROADS
from maps.sources.coverage import ground_cell_m, known_by_boxes, known_by_sheet, sheet_box
from maps.sources.features import read_features
from maps.sources.files.tables import read_bytes
from maps.sources.links import read_links
from maps.sources.outline import inside_outline
from maps.sources.places import read_road_nodes, read_settlements
from maps.sources.raster.elevation import open_elevation
from maps.sources.raster.land_cover import open_land_cover, read_class_table
from maps.sources.rivers import read_reaches, read_river_names
from maps.sources.vector import read_vectors, vector_extent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from maps.area.area import Area
    from maps.derive.headings import Question
    from maps.derive.kinds import Kinds
    from maps.grid.layout import Layout
    from maps.sources.coverage import Probes
    from maps.sources.featureset import FeatureSet
    from maps.sources.raster.sheet import Sheet

    Bools = NDArray[np.bool_]
    Cells = NDArray[np.float32]
    Floats = NDArray[np.float64]

__all__ = ["COUNTED_BYTES", "Found", "Ground", "survey_file"]

COUNTED_BYTES = 25_000_000
"""Vector files up to this size are read, and their features counted by kind."""
_LOWEST_M, _HIGHEST_M = -500.0, 9_000.0
_FORMATS = {
    ".tif": "GeoTIFF", ".tiff": "GeoTIFF", ".asc": "ASCII grid", ".hgt": "SRTM tile", ".png": "Terrarium tile",
    ".pbf": "extract of OpenStreetMap", ".osm": "extract of OpenStreetMap, XML",
    ".gpkg": "GeoPackage", ".shp": "shapefile", ".fgb": "FlatGeobuf",
    ".geojson": "GeoJSON", ".json": "GeoJSON", ".csv": "table", ".txt": "text", ".zip": "zip file",
}  # fmt: skip
# A river drawn as a line is a waterway, not a water; a town drawn as an area is a place.
_SHAPES: Mapping[str, tuple[str, ...]] = {
    "road": ("lines",), "rail": ("lines",), "waterway": ("lines",), "water": ("areas",), "coast": ("lines",),
    "cliff": ("lines", "areas"), "crossing": ("lines", "points"), "cover": ("areas",), "place": ("points", "areas"),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Ground:
    """An area with its grid and its probes."""

    area: Area
    layout: Layout
    probes: Probes
    count_large: bool = False
    """Whether features are counted in large files too."""

    def on_map(self, xy: ArrayLike) -> Bools:
        """Say which points (m, 2), in map coordinates, lie in a hex of the map."""
        points = np.asarray(xy, float).reshape(-1, 2)
        # A projection has no place for the other side of the earth.
        hexes = self.layout.indices_at(np.where(np.isfinite(points), points, 0.0))
        found = np.asarray((hexes != NO_HEX) & np.isfinite(points).all(axis=1))
        if self.area.outline:
            found[found] = inside_outline(self.area, self.layout)[hexes[found]]
        return found


@dataclass(frozen=True, eq=False)
class Found:
    """What was found in a file."""

    crs: str = ""
    cell_m: tuple[float, float] | None = None
    """Breadth and height of a raster's cell in the middle of the area, on the ground."""
    counts: Mapping[str, int] = field(default_factory=dict)
    known: Bools | None = None
    """The probes where it knows something (p,); None if that cannot be told."""
    boxes: tuple[Box, ...] = ()
    notes: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    """Layers that nobody understands."""


def format_of(path: Path) -> str:
    """
    Name the format of a file by the end of its name.

    >>> from pathlib import Path
    >>> format_of(Path("N43E006.hgt.gz"))
    'SRTM tile, packed'
    """
    if path.is_dir():
        return "folder of Terrarium tiles"
    ends = [end.lower() for end in path.suffixes]
    packed = ends[-1:] == [".gz"] or ends[-2:] == [".hgt", ".zip"]
    name = _FORMATS.get(ends[-2] if packed and len(ends) > 1 else ends[-1] if ends else "", "file")
    return f"{name}, packed" if packed else name


def survey_file(kind: str, path: Path, ground: Ground) -> Found:
    """
    Look into a source file.

    Raises
    ------
    ProblemsFound
        If it cannot be used.
    """
    return _SURVEYS[kind](path, ground)


def _elevation(path: Path, ground: Ground) -> Found:
    def clean(cells: Cells) -> Cells:
        with np.errstate(invalid="ignore"):
            return np.where((cells >= _LOWEST_M) & (cells <= _HIGHEST_M), cells, np.float32(np.nan))

    return _sheets(open_elevation([path]), ground, clean)


def _land_cover(path: Path, ground: Ground) -> Found:
    table = read_class_table(ground.area.classes, COVERS)
    numbers = np.array(sorted(table.cover_of), np.float32)

    def clean(cells: Cells) -> Cells:
        return np.where(np.isin(cells, numbers), cells, np.float32(np.nan))

    return _sheets(open_land_cover([path]), ground, clean)


def _sheets(sheets: Sequence[Sheet], ground: Ground, clean: Callable[[Cells], Cells]) -> Found:
    known = np.zeros(len(ground.probes.xy), np.bool_)
    for sheet in sheets:
        known |= known_by_sheet(sheet, ground.probes, clean)
    finest = min(sheets, key=lambda sheet: sheet.cell_m())
    return Found(
        crs=finest.crs,
        cell_m=ground_cell_m(finest, *ground.area.box.centre),
        known=known,
        boxes=tuple(box for sheet in sheets if (box := sheet_box(sheet))),
    )


def _features(path: Path, ground: Ground) -> Found:
    layers = vector_extent(path)
    boxes = tuple(Box(*box) for layer in layers if (box := layer.lonlat()))
    known = known_by_boxes(boxes, ground.probes) if boxes else None
    crs = next((layer.crs.to_string() for layer in layers if layer.crs), "")
    unsaid = () if boxes else ("does not say what ground it covers, so what it lacks is not known",)
    if path.stat().st_size <= COUNTED_BYTES or ground.count_large:
        kinds = read_kinds(ground.area.kinds) if ground.area.kinds else shipped_kinds()
        period = read_period(ground.area.period) if ground.area.period else shipped_period()
        found = understand(read_vectors([path], ground.layout, elsewhere=True), kinds, period)
        notes = (*unsaid, *found.features.notes, *found.notes)
        return Found(crs, None, _by_kind(found.features, kinds), known, boxes, notes, found.questions)
    total = sum(layer.count or 0 for layer in layers)
    size = f"{path.stat().st_size / 1e6:,.0f} MB" + (f", {total:,} features" if total else "")
    return Found(crs, known=known, boxes=boxes, notes=(*unsaid, f"not counted by kind ({size}); --count counts them"))


def _by_kind(features: FeatureSet, kinds: Kinds) -> dict[str, int]:
    parts = {"lines": features.lines, "areas": features.areas, "points": features.points}
    counts = {
        group: sum(int((kinds.codes(parts[shape], group) >= 0).sum()) for shape in _SHAPES[group]) for group in GROUPS
    }
    return {group: count for group, count in counts.items() if count}


def _places(path: Path, ground: Ground) -> Found:
    # Of a list of the whole world only those on the map are kept.
    large = path.stat().st_size > COUNTED_BYTES
    towns = read_settlements(path, ground.layout if large else ground.area.crs)
    return _points("place", [(town.x_m, town.y_m) for town in towns], ground)


def _road_nodes(path: Path, ground: Ground) -> Found:
    nodes = read_road_nodes(path, ground.area.crs)
    return _points("node", [(node.x_m, node.y_m) for node in nodes], ground)


def _points(name: str, xy: Sequence[tuple[float, float]], ground: Ground) -> Found:
    count = int(ground.on_map(xy).sum())
    notes = (f"{len(xy) - count:,} more lie outside the map",) if len(xy) > count else ()
    return Found("EPSG:4326", counts={name: count}, notes=notes)


def _rivers(path: Path, ground: Ground) -> Found:
    reaches = read_reaches(path, ground.area.crs)
    if not reaches:
        return Found("EPSG:4326", counts={"reach": 0})
    on_map = ground.on_map(np.concatenate([reach.points for reach in reaches]))
    starts = np.cumsum([0, *(len(reach.points) for reach in reaches[:-1])])
    return Found("EPSG:4326", counts={"reach": int(np.logical_or.reduceat(on_map, starts).sum())})


def _river_names(path: Path, ground: Ground) -> Found:
    names = read_river_names(path, ground.area.crs)
    ends = ground.on_map([end for name in names for end in (name.start, name.end)]).reshape(-1, 2)
    return Found("EPSG:4326", counts={"river name": int(ends.any(axis=1).sum())})


def _links(kinds: tuple[str, ...], name: str) -> Callable[[Path, Ground], Found]:
    def survey_links(path: Path, ground: Ground) -> Found:
        files = ground.area.sources["road_nodes"]
        nodes = [node for file in files for node in read_road_nodes(file, ground.area.crs)]
        return Found(counts={name: len(read_links(path, nodes, kinds[1:]))})

    return survey_links


def _entries(path: Path, _ground: Ground) -> Found:
    if any(end in (".geojson", ".json") for end in path.suffixes):
        return Found("EPSG:4326", counts={"entry": len(read_features(path))})
    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    return Found(counts={"entry": sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in lines)})


def _rulings(path: Path, _ground: Ground) -> Found:
    return Found(counts={"ruling": len(read_rulings(path))})


_SURVEYS: Mapping[str, Callable[[Path, Ground], Found]] = {
    "elevation": _elevation,
    "land_cover": _land_cover,
    "features": _features,
    "places": _places,
    "road_nodes": _road_nodes,
    "rivers": _rivers,
    "river_names": _river_names,
    "road_links": _links(ROADS, "road link"),
    "rail_links": _links(RAILS, "railway link"),
    "corrections": _entries,
    "rulings": _rulings,
}
