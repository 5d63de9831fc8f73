"""Find water and sea that is none: holes in the heights, and ground that a model of elevation sets to 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.patches import least_beside, patches
from maps.grid.hexgrid import NO_HEX
from maps.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Patch = NDArray[np.int32]

__all__ = ["Levels", "flat_sea", "void_doubts"]

_SHORE_M = 150.0
_LEVEL_M = 1.0
_HOLE = "lie at 0 m throughout, amid ground of {least:,.0f} m and more: it may be a hole in the elevation"
_LAKE = "are water at 0 m or of unknown height, amid ground of {least:,.0f} m and more: they were taken for a lake"


class Levels(NamedTuple):
    """Per hex (n,): mean, least and greatest height in metres, NaN where unknown; whether it is on the map."""

    mean_m: NDArray[np.floating]
    low_m: NDArray[np.floating]
    high_m: NDArray[np.floating]
    inside: Bools


def flat_sea(levels: Levels, layout: Layout, level_m: float) -> Bools:
    """
    Say which hexes at one level throughout can be the sea (n,): they reach the edge of the map, beside low ground.

    Parameters
    ----------
    level_m
        What the source's 0 m is, after its correction.
    """
    flat, zone, shore = _flat(levels, layout, level_m)
    table = layout.grid.neighbour_table()
    rim = ((table == NO_HEX) | ~levels.inside[table]).any(axis=1)
    may = np.unique(zone[flat & rim & ~(shore > _SHORE_M)])
    return np.asarray(flat & np.isin(zone, may))


def void_doubts(levels: Levels, wet: Bools, sea: Bools, layout: Layout, level_m: float) -> Iterator[Problem]:
    """
    Tell of ground at 0 m, and of water without heights, amid higher ground.

    Parameters
    ----------
    wet, sea
        Which hexes are half or more under water, and which of these are the sea (n,).
    """
    flat, zone, shore = _flat(levels, layout, level_m)
    yield from _told(flat & ~wet & ~sea & levels.inside, zone, shore, _HOLE, layout)
    void = wet & ~(levels.mean_m > _LEVEL_M + level_m) & levels.inside & ~sea
    yield from _told(void, *_shores(void, levels, layout), _LAKE, layout)


def _told(chosen: Bools, patch: Patch, shore: Floats, words: str, layout: Layout) -> Iterator[Problem]:
    """Tell of each patch of chosen hexes amid higher ground."""
    for one in np.unique(patch[chosen & (shore > _SHORE_M)]).tolist():
        here = np.flatnonzero(chosen & (patch == one))
        what = f"{len(here):,} hexes here {words.format(least=float(shore[here[0]]))}"
        remedy = "give a source that knows the heights there, or say what it is by a correction"
        yield Problem(f"hex {layout.grid.number(int(here[0]))}", what, remedy)


def _flat(levels: Levels, layout: Layout, level_m: float) -> tuple[Bools, Patch, Floats]:
    """
    Find hexes at one level throughout; give the patch of each, and the least mean height beside that.

    To a patch belong the hexes on its rim that hold a part of it, for their means lie between.
    """
    flat = (levels.low_m == level_m) & (levels.high_m == level_m)
    zone, shore = _shores((levels.low_m == level_m) & levels.inside, levels, layout)
    return flat & (zone >= 0), zone, shore


def _shores(chosen: Bools, levels: Levels, layout: Layout) -> tuple[Patch, Floats]:
    """Join hexes into patches; give each hex's patch, and the least mean height beside that, NaN if there is none."""
    patch = patches(chosen, layout.grid)
    shore = np.full(len(chosen), np.nan)
    part = patch >= 0
    shore[part] = least_beside(patch, levels.mean_m, levels.inside, layout.grid)[patch[part]]
    return patch, shore
