"""
Read vector files: extracts of OpenStreetMap, GeoPackage, shapefile, GeoJSON, FlatGeobuf.

What a file really is decides who reads it; see ``maps.sources.files.safe_files``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.featureset import FeatureSet
from maps.sources.files.gdal_layers import read_gdal, read_zip, survey_gdal, survey_zip
from maps.sources.files.geopackage_layers import read_geopackage, survey_geopackage
from maps.sources.files.json_layers import read_json, survey_json
from maps.sources.files.safe_files import vector_kind
from maps.sources.layers import boxes_in, on_the_map
from maps.sources.osm import read_osm, survey_osm
from maps.sources.survey import HoldsNothing, where

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from maps.grid.layout import Layout
    from maps.sources.layers import SourceLayer
    from maps.sources.survey import LayerSurvey

__all__ = ["read_vector", "read_vectors", "vector_extent"]

_READERS: dict[str, tuple[Callable[[Path, Layout], list[SourceLayer]], Callable[[Path], list[LayerSurvey]]]] = {
    "pbf": (read_osm, survey_osm),
    "osm": (read_osm, survey_osm),
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
    beside: bool = False,
    progress: Callable[[str], None] | None = None,
    read: Callable[[Path, Layout], FeatureSet] | None = None,
) -> FeatureSet:
    """
    Read what vector files say of the ground of a grid and two hexes about it; those that hold nothing are noted.

    Parameters
    ----------
    paths
        The most trusted first; an object of OpenStreetMap that comes twice is taken from the first.
    elsewhere
        Whether files may lie elsewhere, as when only a part of a map is read.
    beside
        Whether other sources tell of the ground too, so that all of these may hold nothing there.
    progress
        Called with a line before each file.
    read
        Gives what one file holds of the ground, in place of ``read_vector``.

    Raises
    ------
    ProblemsFound
        With the faults of all files, those that lie elsewhere too; and if none holds anything there.
    """
    say, read = progress or (lambda _line: None), read or read_vector
    problems, empty, parts = list[Problem](), list[Problem](), list[FeatureSet]()
    for path in paths:
        say(f"reading {path.name}")
        try:
            parts.append(read(path, layout))
        except ProblemsFound as found:
            (empty if isinstance(found, HoldsNothing) else problems).extend(found.problems)
        else:
            if not len(parts[-1]):
                away = not elsewhere and _lies_elsewhere(path, layout)
                (problems if away else empty).append(_nothing_there(path))
    raise_any(problems if elsewhere or beside or any(map(len, parts)) else [*problems, *empty])
    return _told_of(FeatureSet.joined(parts), empty)


def _told_of(found: FeatureSet, empty: Sequence[Problem]) -> FeatureSet:
    return replace(found, notes=(*found.notes, *(f"{problem.place}: {problem.what}." for problem in empty)))


def _nothing_there(path: Path) -> Problem:
    what = f"holds nothing within the area{where(vector_extent(path))}"
    return Problem(path.name, what, "check the box of the area, or leave the file out")


def _lies_elsewhere(path: Path, layout: Layout) -> bool:
    layers = [layer for layer in vector_extent(path) if layer.crs is not None and layer.bounds is not None]
    return bool(layers) and not any(_near(layer, layout) for layer in layers)


def _near(layer: LayerSurvey, layout: Layout) -> bool:
    assert layer.crs is not None
    assert layer.bounds is not None
    x0, y0, x1, y1 = layer.bounds
    return any(x0 <= east and x1 >= west and y0 <= north and y1 >= south
               for west, south, east, north in boxes_in(layout, layer.crs))  # fmt: skip


def read_vector(path: Path, layout: Layout) -> FeatureSet:
    """
    Read what one file says of the ground of a grid and two hexes about it.

    Raises
    ------
    ProblemsFound
        If it is damaged, or holds nothing at all.
    """
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
