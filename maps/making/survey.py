"""
Say what the sources of an area are, how much of it they cover, what is missing, and how small hexes may be.

How small: the mean of a hex is sound from 4 cells a hex on, for fewer are mostly
cells of its neighbours too. Relief and the shares of land cover need 10: relief is
highest less lowest, which 4 points miss, and 10 cells are the fewest that give a share to
a tenth. Below that nothing is interpolated: coarse cells are cut exactly at the
hexsides, so that shares are still true to the source, but woods then have the straight edges
of its cells, and hexes within one cell are all alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maps.area.area import SOURCES, Box, layout_of
from maps.derive.headings import Question, questions_as_doubts
from maps.making.survey_files import Found, Ground, format_of, survey_file
from maps.problems import ProblemsFound
from maps.sources.coverage import honest_width_m, probes_of
from maps.sources.online.fetch import kept

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from maps.area.area import Area

    Bools = NDArray[np.bool_]

__all__ = ["CELLS_FOR", "SERVICES", "OnlineSurvey", "SourceSurvey", "Survey", "survey"]

CELLS_FOR: Mapping[str, Mapping[str, int]] = {
    "elevation": {"mean height": 4, "relief": 10},
    "land_cover": {"shares of cover": 10},
}
"""Cells of a raster that a hex must hold, by what is measured with them."""
SERVICES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "overpass": (
        "roads, railways, waters, woods and places of OpenStreetMap, as they are today",
        ("roads", "railways", "waters", "places", "land cover"),
    ),
    "openhistoricalmap": ("what OpenHistoricalMap has for the date, in most places little", ()),
    "terrain_tiles": ("heights, 5 to 40 m, from several sources", ("heights",)),
    "copernicus_glo30": ("heights, 30 m, of the surface: woods count as high as their trees", ("heights",)),
    "worldcover": ("land cover of 2021, 10 m", ("land cover",)),
}
"""What the public services give, in words, and which needs of a map they meet."""
_NEEDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "heights": (("elevation",), ()),
    "land cover": (("land_cover",), ("cover",)),
    "waters": (("rivers",), ("waterway", "water")),
    "roads": (("road_links",), ("road",)),
    "railways": (("rail_links",), ("rail",)),
    "places": (("places", "road_nodes"), ("place",)),
}
_WHOLE = 0.999


@dataclass(frozen=True, slots=True)
class SourceSurvey:
    """One file."""

    kind: str
    file: str
    format: str
    crs: str = ""
    cell_m: tuple[float, float] | None = None
    """Breadth and height of a cell on the ground."""
    cells_per_hex: float | None = None
    honest_km: Mapping[str, float] = field(default_factory=dict)
    """Width of the narrowest hexes that are sound, by what is measured."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Things on the map, by kind."""
    covers: float | None = None
    """Share of the area, 0 to 1; None where that cannot be told."""
    adds: float | None = None
    """Share of the area that the more trusted files of its kind do not know."""
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    """Why it cannot be used."""
    questions: tuple[Question, ...] = ()
    """Layers that nobody understands; ``map kinds`` answers them."""


@dataclass(frozen=True, slots=True)
class OnlineSurvey:
    """One public service."""

    name: str
    gives: str
    cached: str = ""
    """How much of what it would be asked for is there already."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What an area would be made from."""

    name: str
    crs: str
    width_km: float
    columns: int
    rows: int
    box: Box
    notes: tuple[str, ...]
    sources: tuple[SourceSurvey, ...]
    online: tuple[OnlineSurvey, ...]
    missing: tuple[str, ...]
    warnings: tuple[str, ...]


def survey(area: Area, *, count_large: bool = False, progress: Callable[[str], None] | None = None) -> Survey:
    """
    Look at the sources of an area without building it.

    What cannot be read is told in ``problems`` of the source, not raised.

    Parameters
    ----------
    count_large
        Whether features are counted by kind in files of more than 25 MB too.
    progress
        Called with a few words before each file.
    """
    say = progress or (lambda _step: None)
    layout = layout_of(area)
    ground = Ground(area, layout, probes_of(area, layout), count_large)
    sources: list[SourceSurvey] = []
    covered: dict[str, Bools] = {}
    warnings: list[str] = []
    for kind in SOURCES:
        for path in area.sources.get(kind, ()):
            say(f"{kind.replace('_', ' ')}: {path.name}")
            source, found = _one(kind, path, ground, covered)
            sources.append(source)
            warnings += _warnings(source, found, area)
    return Survey(
        name=area.name,
        crs=area.crs,
        width_km=area.width_m / 1000,
        columns=layout.grid.cols,
        rows=layout.grid.rows,
        box=area.box,
        notes=area.notes,
        sources=tuple(sources),
        online=tuple(OnlineSurvey(name, SERVICES[name][0], held) for name, held in kept(area, layout).items()),
        missing=tuple(_missing(area, sources, covered)),
        warnings=tuple(warnings),
    )


def _one(kind: str, path: Path, ground: Ground, covered: dict[str, Bools]) -> tuple[SourceSurvey, Found]:
    try:
        found = survey_file(kind, path, ground)
    except ProblemsFound as error:
        lines = tuple(str(problem) for problem in error.problems)
        return SourceSurvey(kind, path.name, format_of(path), problems=lines), Found()
    covers = adds = None
    if found.known is not None and len(found.known):
        before = covered.get(kind, np.zeros(len(found.known), np.bool_))
        covers, adds = float(found.known.mean()), float((found.known & ~before).mean())
        covered[kind] = before | found.known
    cells, honest = _honest(kind, found, ground.area)
    source = SourceSurvey(
        kind,
        path.name,
        format_of(path),
        found.crs,
        found.cell_m,
        cells,
        honest,
        found.counts,
        covers,
        adds,
        found.notes,
        questions=found.questions,
    )
    return source, found


def _honest(kind: str, found: Found, area: Area) -> tuple[float | None, dict[str, float]]:
    if found.cell_m is None:
        return None, {}
    cell_area = found.cell_m[0] * found.cell_m[1]
    one = honest_width_m(cell_area, 1)
    widths = {what: honest_width_m(cell_area, cells) / 1000 for what, cells in CELLS_FOR[kind].items()}
    return (area.width_m / one) ** 2, widths


def _warnings(source: SourceSurvey, found: Found, area: Area) -> list[str]:
    if source.problems:
        return [f"cannot be used: {line}" for line in source.problems]
    strange = [str(doubt) for doubt in questions_as_doubts(found.questions)]
    if strange:
        return strange
    if source.covers == 0.0 or (source.counts and not any(source.counts.values())):
        return [f"{source.file} knows nothing of this area{_swapped(found, area)}"]
    width = area.width_m / 1000
    return [
        f"{source.file}: {what} {'are' if what.endswith('s of cover') else 'is'} honest from hexes of {_km(least)} on; "
        f"these are {_km(width)}, with {source.cells_per_hex:.1f} cells each"
        for what, least in source.honest_km.items()
        if width < least
    ]


def _km(width: float) -> str:
    return f"{width:.2g} km" if width < 10 else f"{width:.0f} km"


def _swapped(found: Found, area: Area) -> str:
    lon, lat = area.box.centre
    turned = any(bool(box.holds([lat, lon])[0]) for box in found.boxes)
    return "; it would if latitude and longitude were swapped in the area's box" if turned else ""


def _missing(area: Area, sources: Sequence[SourceSurvey], covered: Mapping[str, Bools]) -> list[str]:
    met = {need for name in area.online for need in SERVICES[name][1]}
    missing = []
    for need, (kinds, groups) in _NEEDS.items():
        share = 1.0 if need in met else _share(sources, covered, kinds, groups)
        if share < _WHOLE:
            missing.append(f"{need} on {1 - share:.1%} of the area" if share else f"no {need} at all")
    return missing


def _share(
    sources: Sequence[SourceSurvey], covered: Mapping[str, Bools], kinds: tuple[str, ...], groups: tuple[str, ...]
) -> float:
    """Say on what share of the area a need is met, by rasters or tables of some kinds, or shapes of some groups."""
    if any(source.kind in kinds and any(source.counts.values()) for source in sources):
        return 1.0
    usable = [source for source in sources if source.kind == "features" and not source.problems]
    # Of large files it is not known what they hold; they get the benefit of the doubt.
    telling = groups and any(not source.counts or any(map(source.counts.get, groups)) for source in usable)
    if telling and "features" not in covered:
        return 1.0
    known = [covered[kind] for kind in (*kinds, *(("features",) if telling else ())) if kind in covered]
    return float(np.logical_or.reduce(known).mean()) if known else 0.0
