"""
Read extracts of OpenStreetMap, ``.osm.pbf`` and ``.osm``.

GDAL's driver joins nodes to lines and members to areas; which objects pass and
which closed ways are areas is said here. Every tag of an object that passes is kept.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from maps.problems import Problem, ProblemsFound
from maps.sources.extracts.blocks import Unusual
from maps.sources.extracts.reading import KEY, MOST_BYTES, Wants, read_at_once
from maps.sources.extracts.xmlblocks import MOST_XML_BYTES, is_xml
from maps.sources.files.gdal import Faults, read_table
from maps.sources.layers import SourceLayer, boxes_in, from_wkb
from maps.sources.osm_shapes import AREA_KEYS, AREA_VALUES, WGS84, outlines_as_lines
from maps.sources.osmxml import walk_osm_xml
from maps.sources.pbf import survey_pbf
from maps.sources.survey import LayerSurvey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.files.gdal import GdalTable
    from maps.sources.survey import Box

__all__ = ["read_osm", "survey_osm"]

_GONE = ("disused", "abandoned", "razed", "demolished", "removed", "was", "historic")
"""Prefixes of what no longer stands as it did."""


def _any_of(*conditions: str) -> str:
    return " OR ".join(f"({condition})" for condition in conditions)


def _given(*keys: str) -> str:
    return _any_of(*(f'"{key}" IS NOT NULL' for key in keys))


def _among(key: str, *values: str) -> str:
    return f'"{key}" IN ({", ".join(repr(value) for value in values)})'


_GONE_LINES = tuple(f"{was}:{key}" for was in _GONE for key in ("railway", "highway", "waterway"))
_GONE_AREAS = tuple(f"{was}:{key}" for was in _GONE for key in ("landuse", "natural", "aeroway"))
_AFOOT = ("footway", "steps", "corridor", "elevator", "platform", "crossing", "cycleway")
_YARDS = ("driveway", "parking_aisle", "drive-through", "emergency_access")

# Which objects pass. A town has more footways and driveways than all the rest of the
# map; they are left in the file.
_WANTED = {
    "lines": _any_of(
        f'"highway" IS NOT NULL AND NOT {_among("highway", *_AFOOT, "service")}',
        f'"highway" = \'service\' AND ("service" IS NULL OR NOT {_among("service", *_YARDS)})',
        _given("railway", "waterway", "ford", "historic", *_GONE_LINES),
        _among("natural", "coastline", "cliff", "ridge", "arete", "earth_bank", "tree_row"),
        _among("man_made", "embankment", "dyke", "dam", "bridge", "cutting"),
        _among("barrier", "hedge", "hedge_bank", "city_wall", "retaining_wall", "ditch", "wall"),
        _among("route", "ferry"),
    ),
    "multipolygons": _any_of(
        _given("landuse", "natural", "aeroway", "military", "place", "landcover", "waterway", "water", *_GONE_AREAS),
        _among("leisure", "park", "golf_course", "common", "pitch", "marina"),
        _among("man_made", "dam", "embankment", "dyke"),
    ),
    "multilinestrings": _among("route", "ferry"),
    "points": _any_of(
        _given("place", "ford", "waterway", "mountain_pass", "aeroway"),
        _among("highway", "ford"),
        _among("railway", "station", "halt"),
        _among("natural", "peak", "saddle", "volcano"),
        _among("historic", "battlefield", "castle", "fort"),
    ),
}
_OBJECT = {"points": "node", "lines": "way", "multipolygons": "relation", "multilinestrings": "relation"}


def survey_osm(path: Path) -> list[LayerSurvey]:
    """
    Say what ground an extract covers: by its head, or else by its nodes.

    Raises
    ------
    ProblemsFound
        If the file is cut short or damaged.
    """
    bounds = walk_osm_xml(path) if is_xml(path) else survey_pbf(path, bounds_of_nodes=True).bounds
    return [LayerSurvey(path.name, WGS84, None, bounds)]


def read_osm(path: Path, layout: Layout) -> list[SourceLayer]:
    """
    Read the objects about an area that mean anything to a map.

    Raises
    ------
    ProblemsFound
        If the file is cut short or damaged, or lies elsewhere.
    """
    if is_xml(path):
        walk_osm_xml(path)
    else:
        survey_pbf(path)
    with TemporaryDirectory(prefix="sandtable-") as folder:
        settings = Path(folder) / "osmconf.ini"
        settings.write_text(_settings(), encoding="utf-8")
        try:
            return [outlines_as_lines(layer) for layer in _layers(path, boxes_in(layout, WGS84), settings)]
        except Faults as error:
            what = f"cannot be read ({str(error).splitlines()[0]})"
            raise ProblemsFound([Problem(path.name, what, "fetch it again")]) from error


def _layers(path: Path, boxes: Sequence[Box], settings: Path) -> list[SourceLayer]:
    """Read what lies in the boxes: at once if the file is of the usual make and fits into memory, else by GDAL."""

    def by_gdal(file: Path, layer: str, box: Box | None = None) -> SourceLayer:
        return _objects(path, layer, read_table(file, layer, bbox=box, **_options(layer, settings)))

    if path.stat().st_size <= (MOST_XML_BYTES if is_xml(path) else MOST_BYTES):
        wants = Wants(_WANTED, frozenset((*AREA_KEYS, *_GONE_AREAS)), frozenset(AREA_VALUES))
        with suppress(Unusual):
            return read_at_once(path, boxes, wants, settings.parent, by_gdal)
    return [by_gdal(path, layer, box) for layer in _WANTED for box in boxes]


def _options(layer: str, settings: Path) -> dict[str, object]:
    ids = ["osm_id", "osm_way_id"] if layer == "multipolygons" else ["osm_id"]
    return {"where": _WANTED[layer], "columns": [*ids, "all_tags"], "CONFIG_FILE": str(settings)}


def _settings() -> str:
    """Write the settings of GDAL's driver."""
    closed = [*AREA_KEYS, *_GONE_AREAS, *(f"{key}={value}" for key, value in AREA_VALUES)]
    text = [f"closed_ways_are_polygons={','.join(closed)}", "attribute_name_laundering=no", "tags_format=json"]
    for layer, wanted in _WANTED.items():
        keys = dict.fromkeys(KEY.findall(wanted))
        text += [f"[{layer}]", "osm_id=yes", f"attributes={','.join(keys)}", "all_tags=yes", "other_tags=no"]
    # Left undefined, the layer of all other relations would get its own defaults.
    text += ["[other_relations]", "osm_id=yes", "attributes=type"]
    return "\n".join(text) + "\n"


def _objects(path: Path, layer: str, table: GdalTable) -> SourceLayer:
    kept = np.flatnonzero(table.columns["all_tags"].astype(bool))
    tags = json.loads("[" + ",".join(table.columns["all_tags"][kept]) + "]")
    return SourceLayer(path.name, WGS84, from_wkb(table.wkb[kept]), _ids(layer, table, kept), tags)


def _ids(layer: str, table: GdalTable, kept: NDArray[np.int64]) -> list[str]:
    names = [f"osm:{_OBJECT[layer]}/{number}" for number in table.columns["osm_id"][kept]]
    if layer == "multipolygons":
        # An area is a relation or a closed way; the other number is None.
        ways = table.columns["osm_way_id"][kept]
        names = [name if way is None else f"osm:way/{way}" for name, way in zip(names, ways, strict=True)]
    return names
