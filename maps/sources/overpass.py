"""
Read answers of Overpass, the service of OpenStreetMap and of OpenHistoricalMap.

Answers in JSON with ``out geom``: ways carry their points, relations those of
their members. Ways that only list their nodes are read too, where the answer has the nodes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from maps.problems import Problem, ProblemsFound
from maps.sources.files.tag_columns import tags_of_row
from maps.sources.layers import SourceLayer, on_the_map
from maps.sources.osm_shapes import WGS84, is_area, outlines_as_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.grid.layout import Layout
    from maps.sources.featureset import FeatureSet

__all__ = ["overpass_layer", "read_overpass"]

_AREAS = ("multipolygon", "boundary")
_Places = dict[int, tuple[float, float]]


def read_overpass(content: bytes, layout: Layout, *, name: str = "Overpass") -> FeatureSet:
    """
    Read an answer and bring it to map coordinates.

    Raises
    ------
    ProblemsFound
        If it is no such answer, or says that the service gave up.
    """
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError) as error:
        problem = Problem(name, "gave no sound JSON", "ask again; ask for [out:json]")
        raise ProblemsFound([problem]) from error
    if not isinstance(answer, dict) or not isinstance(answer.get("elements"), list):
        raise ProblemsFound([Problem(name, "gave no list of elements", "ask again; ask for [out:json]")])
    return on_the_map(overpass_layer(name, answer), layout)


def overpass_layer(name: str, answer: Mapping[str, Any]) -> SourceLayer:
    """
    Give the elements with tags as shapes, in degrees.

    Raises
    ------
    ProblemsFound
        If the answer says that the service gave up: then it is cut short.
    """
    remark = str(answer.get("remark") or "")
    if "error" in remark.casefold():
        raise ProblemsFound([Problem(name, f"is an answer cut short ({remark[:120]})", "ask for a smaller area")])
    elements = [element for element in answer["elements"] if isinstance(element, dict)]
    nodes = {
        node: point for element in elements if (point := _point(element)) and isinstance(node := element.get("id"), int)
    }
    shapes, ids, tags = [], [], []
    # Objects of OpenHistoricalMap have numbers of their own.
    database = "ohm" if answer.get("ids") == "ohm" else "osm"
    for element in elements:
        given = element.get("tags")
        row = tags_of_row(given) if isinstance(given, dict) else {}
        geometry = _shape(element, row, nodes) if row else None
        if geometry is not None:
            shapes.append(geometry)
            ids.append(f"{database}:{element.get('type')}/{element.get('id')}")
            tags.append(row)
    return outlines_as_lines(SourceLayer(name, WGS84, np.array(shapes, np.object_), ids, tags))


def _point(element: Mapping[str, Any]) -> tuple[float, float] | None:
    lon, lat = element.get("lon"), element.get("lat")
    if not isinstance(lon, int | float) or not isinstance(lat, int | float):
        return None
    return (float(lon), float(lat)) if abs(lon) <= 360 and abs(lat) <= 90 else None


def _shape(element: Mapping[str, Any], tags: Mapping[str, str], nodes: _Places) -> shapely.Geometry | None:
    kind = element.get("type")
    if kind == "node":
        point = _point(element)
        return None if point is None else shapely.Point(point)
    if kind == "way":
        return _way(_points(element, nodes), tags)
    return _relation(element, tags) if kind == "relation" else None


def _points(element: Mapping[str, Any], nodes: _Places) -> list[tuple[float, float]]:
    # A service that cut at the box gives null for points outside.
    places = [place for place in _items(element, "geometry") if isinstance(place, dict)]
    if places:
        return [point for place in places if (point := _point(place))]
    return [nodes[node] for node in _items(element, "nodes") if isinstance(node, int) and node in nodes]


def _items(element: Mapping[str, Any], key: str) -> list[Any]:
    items = element.get(key)
    return items if isinstance(items, list) else []


def _way(points: list[tuple[float, float]], tags: Mapping[str, str]) -> shapely.Geometry | None:
    if len(points) < 2:
        return None
    if len(points) >= 4 and points[0] == points[-1] and is_area(tags):
        return shapely.Polygon(points)
    return shapely.LineString(points)


def _relation(element: Mapping[str, Any], tags: Mapping[str, str]) -> shapely.Geometry | None:
    lines: dict[bool, list[shapely.Geometry]] = {True: [], False: []}
    for member in _items(element, "members"):
        points = _points(member, {}) if isinstance(member, dict) and member.get("type") == "way" else []
        if len(points) >= 2:
            lines[member.get("role") == "inner"].append(shapely.LineString(points))
    if tags.get("type") in _AREAS:
        return _rings(lines[False], lines[True])
    return shapely.MultiLineString(lines[False]) if lines[False] and tags.get("type") == "route" else None


def _rings(outer: list[shapely.Geometry], inner: list[shapely.Geometry]) -> shapely.Geometry | None:
    """Join the members of an area; rings that do not close are left out."""
    ground = shapely.union_all(shapely.get_parts(shapely.polygonize(outer)))
    holes = shapely.union_all(shapely.get_parts(shapely.polygonize(inner)))
    area = shapely.difference(ground, holes)
    return None if area.is_empty else area
