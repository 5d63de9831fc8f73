"""Put terrain on the hexes of a table, so that each hex of the campaign keeps its shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.grid.hexgrid import NO_HEX
from scenarios.battles.ground.heights import relief_of
from scenarios.battles.ground.shares import apportioned, shares_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from maps.grid.hexmap import Place
    from scenarios.battles.ground.frame import Frame

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

__all__ = ["Laid", "cover_of"]

_ORDER = (
    "city", "town", "village", "sea", "water", "marsh", "woods_dense", "woods_open", "mountain", "hills", "rough",
    "orchard", "vineyard", "bocage", "beach", "sand", "ice", "heath", "pasture", "open",
)  # fmt: skip
"""In which order terrain is given its hexes; what comes last takes what is left."""
_NEAR_HOUSES = {"city", "town", "village", "orchard", "vineyard"}
_LOW = {"water", "sea", "marsh", "beach"}
_HIGH = {"hills", "mountain", "rough"}
_WOODS = {"woods_dense", "woods_open"}
_RAGGED = 0.35
_WATER_NAMES = 9


class Laid(NamedTuple):
    """Terrain by name for each hex of the frame (n,), empty beside the table; and the shares kept, by parent."""

    terrain: NDArray[np.str_]
    shares: Mapping[int, Mapping[str, float]]


def cover_of(frame: Frame, heights: Floats, road: NDArray[np.uint8], wet: Bools, spots: Mapping[int, Floats]) -> Laid:
    """
    Put terrain on all hexes of the table.

    Parameters
    ----------
    wet
        Hexes with running water on a hexside (n,).
    spots
        Where the largest place of each parent stands, in map coordinates.
    """
    relief, on_road = relief_of(frame), np.asarray((road > 0).any(axis=1))
    terrain, shares = np.full(len(frame.parent), "", "<U12"), {}
    likings = _likings(frame, heights, on_road, wet)
    for parent in frame.parents:
        built = _built(frame, parent)
        shares[parent] = shares_of(
            frame.campaign, parent, frame.legend, relief_m=float(relief[parent]), built=built
        )  # fmt: skip
        _share_out(frame, parent, shares[parent], likings, spots.get(parent), terrain)
    return Laid(terrain, shares)


def _built(frame: Frame, parent: int) -> float:
    """Say what share of a hex of the campaign its places need for their houses."""
    usual = frame.legend.usual_people
    people = sum(
        place.population or usual[min(place.rank, len(usual)) - 1] for place in _places(frame, parent)
    )  # fmt: skip
    if not people:
        return 0.0
    area = frame.campaign.layout.hex_area_m2()
    least = 1.05 * frame.layout.hex_area_m2() / area  # a village is a hex at least
    return min(frame.legend.most_built, max(least, people * frame.legend.built_m2 / area))


def _places(frame: Frame, parent: int) -> list[Place]:
    return [place for place in frame.campaign.places if place.index == parent and place.rank < _WATER_NAMES]


def _likings(frame: Frame, heights: Floats, on_road: Bools, wet: Bools) -> dict[str, Floats]:
    """Say how much each terrain would like to lie on each hex (n,)."""
    level = np.nan_to_num(heights - np.nanmean(heights)) if np.isfinite(heights).any() else np.zeros(len(heights))
    spread = max(float(level.std()), 1.0)
    up, woods = level / spread, frame.lot("woods") - 0.5 * on_road - 0.15 * wet
    found = {}
    for kind in _ORDER:
        if kind in _WOODS:
            found[kind] = woods
            continue
        found[kind] = frame.lot(kind, waves=1.3)
        if kind in _LOW:
            found[kind] = found[kind] - 0.5 * up + 0.4 * wet - 2.0 * on_road
        elif kind in _HIGH:
            found[kind] = 0.3 * found[kind] + up - 0.3 * on_road
    return found


def _share_out(
    frame: Frame,
    parent: int,
    shares: Mapping[str, float],
    likings: Mapping[str, Floats],
    spot: Floats | None,
    terrain: NDArray[np.str_],
) -> None:
    free = np.flatnonzero((frame.parent == parent) & frame.on_table & (frame.parent != NO_HEX))
    counts = apportioned(shares, len(free))
    whole = frame.campaign.layout
    middle = spot if spot is not None else whole.to_map(whole.centres()[parent])
    for kind in _ORDER:
        wanted = counts.get(kind, 0)
        liking = likings[kind][free]
        if kind in _NEAR_HOUSES:
            away = np.hypot(*(frame.centres_m[free] - middle).T) / frame.layout.width_m
            liking = _RAGGED * liking * np.sqrt(away + 1) - away
        order = np.argsort(-liking, kind="stable")
        terrain[free[order[:wanted]]] = kind
        free = np.sort(free[order[wanted:]])
