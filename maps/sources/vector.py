"""
Read vector files: extracts of OpenStreetMap, GeoPackage, shapefile, GeoJSON, FlatGeobuf.

What a file really is decides who reads it; see ``maps.sources.files.safe_files``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.featureset import FeatureSet
from maps.sources.files.gdal_layers import read_gdal, read_zip, survey_gdal, survey_zip
from maps.sources.files.geopackage_layers import read_geopackage, survey_geopackage
from maps.sources.files.json_layers import read_json, survey_json
from maps.sources.files.safe_files import vector_kind
from maps.sources.layers import on_the_map
from maps.sources.osm import read_osm, survey_osm
from maps.sources.survey import where

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from maps.grid.layout import Layout
    from maps.sources.layers import SourceLayer
    from maps.sources.survey import LayerSurvey

__all__ = ["read_vectors", "vector_extent"]

_READERS: dict[str, tuple[Callable[[Path, Layout], list[SourceLayer]], Callable[[Path], list[LayerSurvey]]]] = {
    "pbf": (read_osm, survey_osm),
    "gpkg": (read_geopackage, survey_geopackage),
    "shp": (read_gdal, survey_gdal),
    "fgb": (read_gdal, survey_gdal),
    "zip": (read_zip, survey_zip),
    "json": (read_json, survey_json),
    "gz": (read_json, survey_json),
}


def read_vectors(
    paths: Sequence[Path],
    layout: Layout,
    *,
    elsewhere: bool = False,
    progress: Callable[[str], None] | None = None,
) -> FeatureSet:
    """
    Read what vector files say of the ground of a grid and two hexes about it.

    Parameters
    ----------
    paths
        The most trusted first; an object of OpenStreetMap that comes twice is taken
        from the first.
    elsewhere
        Whether a file may hold nothing about the ground, as when only a part of a map is read.
    progress
        Called with a line before each file.

    Raises
    ------
    ProblemsFound
        With the faults of all files: what is no vector file, is damaged, has no
        CRS or a wrong one, is empty, or lies elsewhere.
    """
    say = progress or (lambda _line: None)
    problems: list[Problem] = []
    parts: list[FeatureSet] = []
    for path in paths:
        say(f"reading {path.name}")
        try:
            part = _read(path, layout)
            if not len(part) and not elsewhere:
                what = f"holds nothing within the area{where(vector_extent(path))}"
                problems.append(Problem(path.name, what, "check the box of the area, or leave the file out"))
            parts.append(part)
        except ProblemsFound as found:
            problems += found.problems
    raise_any(problems)
    return FeatureSet.joined(parts)


def _read(path: Path, layout: Layout) -> FeatureSet:
    read, _ = _READERS[vector_kind(path)]
    return FeatureSet.joined([on_the_map(layer, layout) for layer in read(path, layout)])


def vector_extent(path: Path) -> list[LayerSurvey]:
    """
    Say what layers a vector file has, in what CRS, with how many features and within what bounds.

    Cheap but for GeoJSON, which must be read, and for extracts of OpenStreetMap whose head does not say their
    bounds: their nodes are looked through. The number of their features is not known.

    Raises
    ------
    ProblemsFound
        If it is no vector file, or damaged.
    """
    _, survey = _READERS[vector_kind(path)]
    return survey(path)
