"""Read GeoJSON, plain or gzipped, and tell it from the answers of Overpass."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import shapely
from shapely.geometry import shape

from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.files.plain_shapes import plain_shapes
from maps.sources.files.tables import read_bytes
from maps.sources.files.tag_columns import tags_of_row
from maps.sources.layers import SourceLayer
from maps.sources.osm_shapes import WGS84, outlines_as_lines
from maps.sources.overpass import overpass_layer
from maps.sources.survey import LayerSurvey, check_layers, crs_named

if TYPE_CHECKING:
    from pathlib import Path

    from pyproj import CRS

    from maps.grid.layout import Layout

__all__ = ["read_json", "survey_json"]

_MOST_PROBLEMS = 20
_OSM = re.compile(r"(node|way|relation)/\d+")
_BAD_SHAPE = (ValueError, TypeError, KeyError, IndexError, AttributeError, shapely.errors.ShapelyError)


def survey_json(path: Path) -> list[LayerSurvey]:
    """Say what the file holds; it is read wholly. Raises as ``read_json`` does for damaged files."""
    return [_survey(_kept(path))]


def read_json(path: Path, _layout: Layout) -> list[SourceLayer]:
    """
    Read all features of a GeoJSON file, or of a saved answer of Overpass.

    Raises
    ------
    ProblemsFound
        If it is neither, holds nothing, has a CRS that is not known or cannot be,
        or features without a sound shape.
    """
    layer = _kept(path)
    check_layers(path.name, [_survey(layer)])
    return [layer]


def _kept(path: Path) -> SourceLayer:
    """Read a file, if it is not the last one that was read: who looks into it reads it next."""
    facts = path.stat()
    return _layer(path, facts.st_mtime_ns, facts.st_size)


def _survey(layer: SourceLayer) -> LayerSurvey:
    points = shapely.get_coordinates(layer.shapes)
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return LayerSurvey(layer.name, layer.crs, len(layer.shapes), None)
    (west, south), (east, north) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return LayerSurvey(layer.name, layer.crs, len(layer.shapes), (west, south, east, north))


@lru_cache(maxsize=1)
def _layer(path: Path, _changed_ns: int, _size: int) -> SourceLayer:
    content = _content(path)
    if isinstance(content.get("elements"), list):
        return overpass_layer(path.name, content)
    features = content.get("features")
    if content.get("type") != "FeatureCollection" or not isinstance(features, list):
        _refuse(path, "is neither a GeoJSON feature collection nor an answer of Overpass", "export it as GeoJSON")
    return outlines_as_lines(_collection(path.name, _crs(path, content), features or []))


def _content(path: Path) -> dict[str, Any]:
    octets = read_bytes(path)
    with suppress(msgspec.MsgspecError, RecursionError, ValueError):
        # Twice as quick; what it refuses may be read by the other one, or is told in its words.
        content = msgspec.json.decode(octets)
        return content if isinstance(content, dict) else {}
    try:
        content = json.loads(octets)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        problem = Problem(path.name, f"is no sound JSON{where}", "it is cut short or was edited; export it again")
        raise ProblemsFound([problem]) from error
    return content if isinstance(content, dict) else {}


def _crs(path: Path, content: dict[str, Any]) -> CRS:
    # GeoJSON of today is in degrees; older files may name another CRS.
    named = content.get("crs")
    if named is None:
        return WGS84
    properties = named.get("properties") if isinstance(named, dict) else None
    crs = crs_named(properties.get("name")) if isinstance(properties, dict) else None
    if crs is None:
        _refuse(path, "names a CRS that is not known", "export it in EPSG:4326")
    return crs or WGS84


def _refuse(path: Path, what: str, remedy: str) -> None:
    raise ProblemsFound([Problem(path.name, what, remedy)])


def _collection(name: str, crs: CRS, features: list[Any]) -> SourceLayer:
    shapes, ids, tags, problems = [], [], [], []
    unpacked: dict[str, dict[str, str]] = {}
    quick = plain_shapes(features)
    for number, feature in enumerate(features, start=1):
        try:
            geometry = feature["geometry"]
            if (made := quick.get(number)) is None and geometry is not None:
                with np.errstate(invalid="ignore"):
                    made = shape(geometry)
            row = tags_of_row(feature.get("properties") or {}, unpacked)
        except _BAD_SHAPE as error:
            what = f"has no sound geometry ({str(error)[:80]})"
            problems.append(Problem(f"{name}, feature {number}", what, "draw it again"))
            continue
        shapes.append(made)
        ids.append(_id(name, number, feature, row))
        tags.append(row)
    raise_any(problems[:_MOST_PROBLEMS])
    return SourceLayer(name, crs, shapely.force_2d(np.array(shapes, np.object_)), ids, tags)


def _id(name: str, number: int, feature: dict[str, Any], tags: dict[str, str]) -> str:
    own = str(tags.get("@id") or feature.get("id") or number)
    return f"osm:{own}" if _OSM.fullmatch(own) else f"{name}:{own}"
