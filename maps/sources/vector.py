"""
Read vector files: extracts of OpenStreetMap, GeoPackage, shapefile, GeoJSON, FlatGeobuf.

What a file really is decides who reads it; see ``maps.sources.safe_files``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.featureset import FeatureSet
from maps.sources.layers import on_the_map
from maps.sources.osm import read_osm
from maps.sources.safe_files import vector_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from maps.grid.layout import Layout
    from maps.sources.layers import SourceLayer

__all__ = ["read_vectors"]


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
                problems.append(Problem(path.name, "holds nothing within the area", "check the box of the area"))
            parts.append(part)
        except ProblemsFound as found:
            problems += found.problems
    raise_any(problems)
    return FeatureSet.joined(parts)


def _read(path: Path, layout: Layout) -> FeatureSet:
    layers = _READERS[vector_kind(path)](path, layout)
    return FeatureSet.joined([on_the_map(layer, layout) for layer in layers])


_READERS: dict[str, Callable[[Path, Layout], list[SourceLayer]]] = {"pbf": read_osm}
