"""Read the features of GeoJSON files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from maps.problems import Problem, ProblemsFound
from maps.sources.files.tables import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_features"]


def read_features(path: Path) -> list[Any]:
    """
    Read the features of a GeoJSON file, plain or gzipped, as they are.

    Raises
    ------
    ProblemsFound
        If it is no GeoJSON feature collection.
    """
    try:
        content = json.loads(read_bytes(path))
        features = content["features"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        problem = Problem(path.name, "is no GeoJSON feature collection", "export it as GeoJSON")
        raise ProblemsFound([problem]) from error
    if not isinstance(features, list):
        raise ProblemsFound([Problem(path.name, "has no list of features", "export it as GeoJSON")])
    return features
