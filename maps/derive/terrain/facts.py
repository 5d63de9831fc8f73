"""Gather what the rules of terrain look at, for a map in the making or one that is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.covers import COVERS
from maps.derive.patches import built_up_km2, near_sea, sea_hexes
from maps.derive.terrain.settlements import best_rank_per_hex, people_per_hex
from maps.derive.terrain.terrain import Facts
from maps.problems import Problem, did_you_mean, raise_any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap, Place
    from maps.grid.layout import Layout

    Bools = NDArray[np.bool_]

__all__ = ["Ground", "facts_of", "gather_facts"]


class Ground(NamedTuple):
    """Per hex (n,): mean height and local relief in metres, mean slope in degrees; NaN where unknown."""

    height_m: NDArray[np.floating]
    relief_m: NDArray[np.floating]
    slope_deg: NDArray[np.floating]


def gather_facts(  # noqa: PLR0917 - terrain hangs on all of these
    shares: NDArray[np.floating],
    ground: Ground,
    places: Sequence[Place],
    layout: Layout,
    inside: Bools,
    hexside: NDArray[np.uint8],
    known_sea: Bools | None = None,
) -> Facts:
    """
    Put together the facts of all hexes.

    Parameters
    ----------
    shares
        Share of each hex under each of ``COVERS`` (n, k).
    hexside
        Codes of what lies on the hexsides (n, 6); coasts make hexes touch the sea.
    known_sea
        Hexes that hold what a source calls sea (n,).
    """
    sea = sea_hexes(shares, ground.height_m, inside, layout.grid, known_sea)
    return Facts(
        shares,
        layout.width_m / 1000,
        relief_m=ground.relief_m,
        height_m=ground.height_m,
        slope_deg=ground.slope_deg,
        people=people_per_hex(places, layout),
        rank=best_rank_per_hex(places, layout),
        built_up_km2=built_up_km2(shares, layout.grid, layout.hex_area_m2() / 1e6),
        sea=sea,
        near_sea=near_sea(sea, hexside, layout.grid),
    )


def facts_of(hexmap: HexMap) -> Facts:
    """
    Take the facts back out of a map.

    What is sea on the map, by a source or by hand, counts as known sea.

    Raises
    ------
    ProblemsFound
        If the map keeps shares of covers that are not among ``COVERS``.
    """
    known = np.array([name == "sea" for name in hexmap.terrain_names])[hexmap.terrain]
    ground = Ground(hexmap.elevation_m, hexmap.relief_m, hexmap.slope_deg)
    shares = _shares(hexmap)
    return gather_facts(shares, ground, hexmap.places, hexmap.layout, hexmap.inside, hexmap.hexside, known)


def _shares(hexmap: HexMap) -> NDArray[np.float32]:
    if hexmap.cover_names == COVERS:
        return hexmap.cover
    strange = [name for name in hexmap.cover_names if name not in COVERS]
    raise_any([Problem(hexmap.name, f"keeps the cover {name!r}", did_you_mean(name, COVERS)) for name in strange])
    shares = np.zeros((len(hexmap), len(COVERS)), np.float32)
    for k, name in enumerate(hexmap.cover_names):
        shares[:, COVERS.index(name)] = hexmap.cover[:, k]
    return shares
