"""Read corrections by hand: outlines with the terrain that is there, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import shapely
from pyproj import Transformer
from shapely.geometry import shape

from maps.problems import Problem, did_you_mean, raise_any
from maps.sources.features import read_features

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["Correction", "read_corrections"]

_TEXTS = ("name", "terrain", "why", "source")


@dataclass(frozen=True, slots=True)
class Correction:
    """A piece of ground that the sources get wrong, in map coordinates."""

    name: str
    terrain: str
    why: str
    source: str
    outline: shapely.Geometry


def read_corrections(path: Path, crs: str, terrain: Iterable[str]) -> list[Correction]:
    """
    Read corrections from GeoJSON: polygons with ``name, terrain, why, source``.

    Raises
    ------
    ProblemsFound
        With every faulty feature; a correction without its reason is one.
    """
    to_map = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    known = tuple(terrain)
    problems: list[Problem] = []
    found = []
    for k, feature in enumerate(read_features(path), start=1):
        place = f"{path.name}, feature {k}"
        faults = _faults(feature, known)
        problems += [Problem(place, what, remedy) for what, remedy in faults]
        if not faults:
            outline = shapely.transform(shape(feature["geometry"]), to_map.transform, interleaved=False)
            name, kind, why, source = (str(feature["properties"][key]) for key in _TEXTS)
            found.append(Correction(name, kind, why, source, outline))
    raise_any(problems)
    return found


def _faults(feature: Any, known: tuple[str, ...]) -> list[tuple[str, str]]:
    if not isinstance(feature, dict) or not isinstance(feature.get("properties"), dict):
        return [("is no feature with properties", "export the corrections as GeoJSON")]
    properties = feature["properties"]
    faults = [
        (f"has no {key}", "say what is there, why it differs, and who says so")
        for key in _TEXTS
        if not properties.get(key)
    ]
    if properties.get("terrain") and properties["terrain"] not in known:
        faults.append((f"terrain is {properties['terrain']!r}", did_you_mean(str(properties["terrain"]), known)))
    try:
        sound = shape(feature["geometry"]).is_valid and feature["geometry"]["type"] in ("Polygon", "MultiPolygon")
    except (shapely.errors.ShapelyError, KeyError, TypeError, ValueError, AttributeError):
        sound = False
    return faults if sound else [*faults, ("is no sound polygon", "draw it again, without crossing itself")]
