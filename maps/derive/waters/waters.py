"""
Lay all water of a map on hexsides: rivers of lines and of reaches, lakes and coast.

The more trusted of the two sources of rivers is laid first; of the other comes what the first does not
have. Reaches, which know the area they drain, tell the class of near lines of unknown breadth.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely import STRtree

from maps.derive.kinds import GROUPS
from maps.derive.waterlegend import shipped_water_legend
from maps.derive.waters.hexsides import Waters, lay_rivers
from maps.derive.waters.rivers import Stem
from maps.derive.waters.shores import lay_shores, midline
from maps.derive.waters.waterclass import Drained
from maps.derive.waters.waterways import Ground, RiverNet, Waterways, river_net, way_stems
from maps.grid.hexmap import HEXSIDES
from maps.sources.featureset import Features

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.legend import Legend
    from maps.derive.waterlegend import WaterLegend
    from maps.grid.layout import Layout
    from maps.sources.rivers import RiverName

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

__all__ = ["Joined", "Shores", "WaterSources", "classes_by_name", "join_waters", "lay_waters", "with_shores"]

STREAM = HEXSIDES.index("stream")
_LAKES = [GROUPS["water"].index(kind) for kind in ("lake", "reservoir")]
_BANKS = [GROUPS["water"].index("riverbank")]
_POINT_STEP_M = 250.0


def _no_codes() -> NDArray[np.int16]:
    return np.zeros(0, np.int16)


@dataclass(frozen=True, eq=False)
class WaterSources:
    """
    What sources say of water.

    ``line_codes`` are of the group ``waterway`` for each of ``lines``, ``area_codes`` of the group ``water``
    for each of ``areas``; -1 for none.
    """

    lines: Features = field(default_factory=Features.none)
    line_codes: NDArray[np.int16] = field(default_factory=_no_codes)
    areas: Features = field(default_factory=Features.none)
    area_codes: NDArray[np.int16] = field(default_factory=_no_codes)
    reaches: Sequence[Stem] = ()
    """Stems of ``maps.derive.waters.rivers.stems``, with the area they drain."""
    classes: Mapping[str, int] = field(default_factory=dict)
    """Classes that the table of names gives, see ``classes_by_name``."""
    reaches_first: bool = False
    """Whether reaches are trusted more than lines."""


class Shores(NamedTuple):
    """Which hexes are inland water, and which are sea (n,)."""

    water: Bools
    sea: Bools


def classes_by_name(names: Iterable[RiverName]) -> dict[str, int]:
    """Give the class of each river whose name has one in the table of names."""
    return {river.name: HEXSIDES.index(river.kind) for river in names if river.kind}


class Joined(NamedTuple):
    """Lines of water as the sources have them, and joined to a network; None if there is no line."""

    ways: Waterways
    net: RiverNet | None


def join_waters(
    sources: WaterSources,
    layout: Layout,
    elevation_m: NDArray[np.floating] | None,
    legend: Legend,
    thresholds: WaterLegend | None = None,
) -> Joined:
    """Join the lines of water: of what is measured that asks for no more than the mean heights of the hexes (n,)."""
    lakes, banks = (_polygons(sources, codes).shapes for codes in (_LAKES, _BANKS))
    ways = Waterways(*_simple(sources), lakes, banks, sources.classes, _drained(sources.reaches, legend))
    return Joined(ways, river_net(ways, layout, elevation_m, thresholds or shipped_water_legend()))


def lay_waters(
    sources: WaterSources,
    ground: Ground,
    legend: Legend,
    shores: Shores | None = None,
    thresholds: WaterLegend | None = None,
    joined: Joined | None = None,
) -> Waters:
    """
    Lay rivers, narrow lakes and shores on the hexsides of a map.

    Parameters
    ----------
    ground
        The grid, which hexes are on the map, and their mean heights if known: they turn
        networks that are drawn uphill.
    legend
        What is a river by the area it drains.
    shores
        Hexes of water; without them no shores are laid.
    thresholds
        Rules of waters; those of the package if not given.
    joined
        What ``join_waters`` gives of the sources, if that is there already.

    Returns
    -------
    Waters
        Codes, names of rivers, the feature that lies on each hexside, and which rivers and canals are left out.
    """
    thresholds = thresholds or shipped_water_legend()
    joined = joined or join_waters(sources, ground.layout, ground.elevation_m, legend, thresholds)
    lines, left_out = way_stems(joined.ways, ground, thresholds, joined.net)
    first, second = (sources.reaches, lines) if sources.reaches_first else (lines, sources.reaches)
    stems = _together(first, second, ground.layout.width_m)
    stems += _narrow_lakes(_polygons(sources, _LAKES), stems, ground, thresholds)
    waters = lay_rivers(stems, ground.layout, ground.inside, legend)
    waters = replace(waters, left_out=(*waters.left_out, *left_out))
    return waters if shores is None else with_shores(waters, ground, shores)


def _polygons(sources: WaterSources, codes: Sequence[int]) -> Features:
    return sources.areas.take(np.flatnonzero(np.isin(sources.area_codes, codes)).tolist())


def _simple(sources: WaterSources) -> tuple[Features, NDArray[np.int16]]:
    """Leave out what is no line: an area of water has no direction."""
    is_line = shapely.get_type_id(sources.lines.shapes) == shapely.GeometryType.LINESTRING
    return sources.lines, np.where(is_line, sources.line_codes, -1).astype(np.int16)


def _drained(reaches: Sequence[Stem], legend: Legend) -> Drained | None:
    if not reaches:
        return None
    spots = [_along(stem) for stem in reaches]
    drained = np.concatenate([km2 for _, km2 in spots])
    codes = np.maximum(np.searchsorted(np.array(legend.river_from_km2), drained, side="right"), STREAM)
    return Drained(np.concatenate([points for points, _ in spots]), codes.astype(np.uint8))


def _along(stem: Stem) -> tuple[Floats, Floats]:
    """Give points every 250 m along a stem, and the area drained there."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stem.points, axis=0).T))])
    spots = np.linspace(0.0, along[-1], max(2, int(along[-1] / _POINT_STEP_M) + 1))
    points = [np.interp(spots, along, stem.points[:, k]) for k in range(2)]
    return np.stack(points, axis=1), np.interp(spots, along, stem.drained_km2)


def _together(first: Sequence[Stem], second: Sequence[Stem], width_m: float) -> list[Stem]:
    """
    Add to the stems of one source those of another that the first does not have.

    A stem is the same as what is there if half of it lies within a hex of it. What flows into one that was left
    out flows into the nearest stem of the first source.
    """
    if not first or not second:
        return [*first, *second]
    from scipy.spatial import cKDTree  # noqa: PLC0415 - a fifth of a second to load, and few maps ask for it

    spots = [_along(stem)[0] for stem in first]
    owner = np.repeat(np.arange(len(first)), [len(points) for points in spots])
    tree = cKDTree(np.concatenate(spots))
    found, place = list(first), dict[int, int | None]()
    for k, stem in enumerate(second):
        off, nearest = tree.query(_along(stem)[0])
        if (off <= width_m).mean() >= 0.5:
            place[k] = int(owner[nearest[-1]])
            continue
        into = None if stem.into is None else place[stem.into]
        place[k] = len(found)
        found.append(replace(stem, into=into))
    return found


def _narrow_lakes(lakes: Features, stems: Sequence[Stem], ground: Ground, legend: WaterLegend) -> list[Stem]:
    """Make stems of long lakes, narrower than a hex, that no river runs through."""
    width_m = ground.layout.width_m
    tree = STRtree([shapely.linestrings(stem.points) for stem in stems])
    found = []
    for k, lake in enumerate(lakes.shapes):
        if np.hypot(*np.diff(np.reshape(lake.bounds, (2, 2)), axis=0)[0]) < legend.narrow_from_hexes * width_m:
            continue
        line = midline(lake)
        length = float(np.hypot(*np.diff(line, axis=0).T).sum())
        narrow = lake.area / max(length, 1.0) < width_m and length >= legend.narrow_from_hexes * width_m
        if narrow and not len(tree.query(lake, predicate="intersects")):
            codes, count = np.full(len(line), STREAM, np.uint8), len(line)
            names, ids = (lakes.tags[k].get("name", ""),) * count, (lakes.ids[k],) * count
            found.append(Stem(line, np.zeros(count), names, None, codes, ids, np.ones(count, np.bool_)))
    return found


def with_shores(waters: Waters, ground: Ground, shores: Shores) -> Waters:
    """Lay the shores of lakes and seas beside rivers that are laid; where the shore is, there is no river."""
    if not (shores.water.any() or shores.sea.any()):
        return waters
    table = ground.layout.grid.neighbour_table()
    off = ~ground.inside[table] | ~ground.inside[:, None]
    hexside = lay_shores(waters.hexside, shores.water, shores.sea, np.where(off, -1, table))
    same = hexside == waters.hexside
    names, features = (
        {side: value for side, value in told.items() if same[side]} for told in (waters.names, waters.features)
    )
    return Waters(hexside, names, features, waters.left_out)
