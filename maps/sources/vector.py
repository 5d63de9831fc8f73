"""
Read vector files: extracts of OpenStreetMap, GeoPackage, shapefile, GeoJSON, FlatGeobuf.

What a file really is decides who reads it; see ``maps.sources.files.safe_files``.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.featureset import FeatureSet
from maps.sources.files.gdal_layers import read_gdal, read_zip, survey_gdal, survey_zip
from maps.sources.files.geopackage_layers import read_geopackage, survey_geopackage
from maps.sources.files.json_layers import read_json, survey_json
from maps.sources.files.safe_files import vector_kind
from maps.sources.layers import boxes_in, on_the_map
from maps.sources.survey import HoldsNothing, where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from maps.grid.layout import Layout
    from maps.sources.layers import SourceLayer
    from maps.sources.survey import LayerSurvey

__all__ = ["read_vector", "read_vectors", "vector_extent"]


def _read_osm(path: Path, layout: Layout) -> list[SourceLayer]:
    found: list[SourceLayer] = _of_osm().read_osm(path, layout)
    return found


def _survey_osm(path: Path) -> list[LayerSurvey]:
    found: list[LayerSurvey] = _of_osm().survey_osm(path)
    return found


def _of_osm() -> Any:
    """Give what reads extracts; it is loaded for those, as it wants kernels."""
    return import_module("maps.sources.osm")


_READERS: dict[str, tuple[Callable[[Path, Layout], list[SourceLayer]], Callable[[Path], list[LayerSurvey]]]] = {
    "pbf": (_read_osm, _survey_osm),
    "osm": (_read_osm, _survey_osm),
    "gpkg": (read_geopackage, survey_geopackage),
    "shp": (read_gdal, survey_gdal),
    "fgb": (read_gdal, survey_gdal),
    "zip": (read_zip, survey_zip),
    "json": (read_json, survey_json),
    "gz": (read_json, survey_json),
}


_TOGETHER_BYTES = 64 << 20
"""Files of so many bytes in all are read two at a time; more would be held in memory at once."""


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
    problems, empty, parts = list[Problem](), list[Problem](), list[FeatureSet]()
    for path, reading in _begun(paths, layout, progress or (lambda _line: None), read):
        try:
            parts.append(reading())
        except ProblemsFound as found:
            (empty if isinstance(found, HoldsNothing) else problems).extend(found.problems)
        else:
            if not len(parts[-1]):
                away = not elsewhere and _lies_elsewhere(path, layout)
                (problems if away else empty).append(_nothing_there(path))
    raise_any(problems if elsewhere or beside or any(map(len, parts)) else [*problems, *empty])
    return _told_of(FeatureSet.joined(parts), empty)


def _begun(
    paths: Sequence[Path],
    layout: Layout,
    say: Callable[[str], None],
    read: Callable[[Path, Layout], FeatureSet] | None,
) -> Iterator[tuple[Path, Callable[[], FeatureSet]]]:
    """Give what reads each file: two are read at a time, if they are no large ones, and told of in their order."""
    size = 0
    with suppress(OSError):
        size = sum(path.stat().st_size for path in paths)
    at_once = 2 if read is None and size <= _TOGETHER_BYTES else 0
    pool = ThreadPoolExecutor(at_once or 1)
    try:
        begun = [pool.submit(read_vector, path, layout) for path in paths if at_once]
        for k, path in enumerate(paths):
            say(f"reading {path.name}")
            yield path, begun[k].result if begun else partial(read or read_vector, path, layout)
    finally:
        # Whoever is told of a file may want no more.
        pool.shutdown(cancel_futures=True)


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
