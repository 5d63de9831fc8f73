"""Read and write corrections by hand as GeoJSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import shapely
from shapely.geometry import shape

from maps.problems import Problem, raise_any
from maps.record import Correction
from maps.sources.corrections_check import faults, made_up_id
from maps.sources.features import read_features

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["read_geojson", "to_geojson"]

_SHAPES = {"Polygon": "area", "MultiPolygon": "area", "LineString": "line", "Point": "point"}
_GEOMETRIES = {"area": "Polygon", "line": "LineString", "point": "Point"}
_TEXTS = ("id", "what", "value", "name", "why", "source", "by")
_MOST_PARTS = 1000


def read_geojson(path: Path, terrain: Iterable[str]) -> list[Correction]:
    """
    Read corrections: properties ``what, value, why, source``, perhaps ``id, name, rank, by``.

    A feature with ``terrain`` in place of ``what`` and ``value`` corrects terrain. Polygons
    of several parts, or with holes, become several corrections.

    Raises
    ------
    ProblemsFound
        With every faulty feature; a correction without its reason is one.
    """
    known, problems, found = tuple(terrain), list[Problem](), list[Correction]()
    for k, feature in enumerate(read_features(path), start=1):
        place = f"{path.name}, feature {k}"
        try:
            read = _read_feature(feature)
        except (TypeError, ValueError, KeyError, AttributeError, shapely.errors.ShapelyError):
            remedy = "give properties and a polygon, line or point, and export the corrections as GeoJSON"
            problems.append(Problem(place, "is no feature that can be read", remedy))
            continue
        problems += [Problem(place, *fault) for fault in dict.fromkeys(f for one in read for f in faults(one, known))]
        found += read
    problems += _repeated(path.name, found)
    raise_any(problems)
    return found


def _read_feature(feature: Any) -> list[Correction]:
    told = feature["properties"]
    if "terrain" in told and "what" not in told:
        told = {**told, "what": "terrain", "value": told["terrain"]}
    texts = {key: str(told[key]) if told.get(key) is not None else "" for key in _TEXTS}
    drawn = shape(feature["geometry"])
    kind = _SHAPES[drawn.geom_type]
    # A tampered or hasty polygon is told of by its faults; only sound ones can be cut.
    parts = _simple(drawn) if kind == "area" and drawn.is_valid else [drawn]
    texts["id"] = texts["id"] or made_up_id(texts["what"], json.dumps(feature, sort_keys=True))
    draft = Correction(shape=kind, points=(), rank=int(told.get("rank") or 0), **texts)
    ids = [draft.id, *(f"{draft.id}.{k}" for k in range(2, len(parts) + 1))]
    return [replace(draft, id=name, points=_points(part)) for name, part in zip(ids, parts, strict=True)]


def _points(part: Any) -> tuple[tuple[float, float], ...]:
    line = part.exterior if part.geom_type == "Polygon" else part
    points = tuple((float(x), float(y)) for x, y, *_ in line.coords)
    return points[:-1] if part.geom_type == "Polygon" else points


def _simple(area: Any) -> list[Any]:
    """Part an area into polygons without holes, by cutting through each hole."""
    waiting, found = list(getattr(area, "geoms", [area])), list[Any]()
    while waiting and len(found) + len(waiting) < _MOST_PARTS:
        part = waiting.pop(0)
        if not part.interiors:
            found.append(part)
            continue
        west, south, east, north = part.bounds
        cut = shapely.Polygon(part.interiors[0]).centroid.x
        halves = (
            part.intersection(shapely.box(*box)) for box in ((west, south, cut, north), (cut, south, east, north))
        )
        waiting += [one for half in halves for one in getattr(half, "geoms", [half]) if one.geom_type == "Polygon"]
    if waiting:
        msg = "an area of too many parts"
        raise ValueError(msg)
    return found


def _repeated(file: str, found: list[Correction]) -> list[Problem]:
    seen: set[str] = set()
    problems = []
    for one in found:
        if one.id in seen:
            problems.append(Problem(file, f"has two corrections with the id {one.id!r}", "give each an id of its own"))
        seen.add(one.id)
    return problems


def to_geojson(corrections: Iterable[Correction]) -> str:
    """Write corrections as ``read_geojson`` reads them, a feature a line."""
    lines = [json.dumps(_feature(one), ensure_ascii=False) for one in corrections]
    return '{"type": "FeatureCollection", "features": [\n' + ",\n".join(lines) + "\n]}\n"


def _feature(one: Correction) -> dict[str, Any]:
    told = asdict(one)
    points = [list(point) for point in told.pop("points")]
    kind = told.pop("shape")
    places: Any = {"area": [[*points, points[0]]], "line": points, "point": points[0]}[kind]
    return {"type": "Feature", "properties": told, "geometry": {"type": _GEOMETRIES[kind], "coordinates": places}}
