"""Take back from land cover of a later year what was built since the date of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.derive.covers import COVERS
from maps.lonlat import lonlat_of_map
from maps.record import Audited

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from maps.grid.layout import Layout
    from maps.sources.places import Settlement

    Floats = NDArray[np.float64]

__all__ = ["BuiltThen", "built_then"]

_BUILT = [COVERS.index("built-up"), COVERS.index("industry")]
_FIELDS = COVERS.index("crops")
_LEAST_KM2 = 0.05
"""What is taken back of a place is told from here on."""


class BuiltThen(NamedTuple):
    """Shares of cover as they were, and what was taken back of each place."""

    shares: NDArray[np.float32]
    audit: tuple[Audited, ...]


def built_then(
    shares: NDArray[np.float32], towns: Sequence[Settlement], layout: Layout, share_then: float
) -> BuiltThen:
    """
    Give every place the part of its built-up ground that stood then, from its middle outwards; the rest were fields.

    Parameters
    ----------
    shares
        Of each hex under each of ``COVERS`` (n, covers).
    share_then
        What part of the built-up ground stood then.
    """
    built = shares[:, _BUILT].sum(axis=1).astype(np.float64)
    hexes = np.flatnonzero(built > 0)
    if not len(hexes) or not towns:
        return BuiltThen(shares, ())
    middles = layout.to_grid(np.array([(town.x_m, town.y_m) for town in towns]))
    nearest, away = _nearest(layout.centres()[hexes], middles)
    keeps = np.ones(len(shares))
    for town in np.unique(nearest):
        here = np.flatnonzero(nearest == town)
        here = here[np.argsort(away[here], kind="stable")]
        keeps[hexes[here]] = _kept(built[hexes[here]], share_then)
    now = shares.copy()
    now[:, _BUILT] *= keeps[:, None].astype(np.float32)
    lost = built * (1 - keeps)
    now[:, _FIELDS] += lost.astype(np.float32)
    km2: Floats = np.bincount(nearest, lost[hexes], len(towns)).astype(np.float64) * (layout.hex_area_m2() / 1e6)
    why = f"{share_then:.0%} of it stood then (rule 'suburbs', assumed)"
    return BuiltThen(now, tuple(_told(towns, km2, layout.crs, why)))


def _nearest(spots: Floats, middles: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Give the place nearest to each spot, the first of those that are as near, and how far it is in metres."""
    tree = shapely.STRtree(shapely.points(middles))
    pairs, away = tree.query_nearest(shapely.points(spots), return_distance=True, all_matches=False)
    return pairs[1], away


def _kept(built: Floats, share_then: float) -> Floats:
    """Give what part of each hex's built-up ground stood, hexes from the middle outwards."""
    before = np.cumsum(built) - built
    return np.asarray(np.clip((share_then * built.sum() - before) / built, 0, 1))


def _told(towns: Sequence[Settlement], km2: Floats, crs: str, why: str) -> Iterator[Audited]:
    for town, lost in zip(towns, km2.tolist(), strict=True):
        if lost >= _LEAST_KM2:
            ((lon, lat),) = lonlat_of_map(crs, np.array([[town.x_m, town.y_m]])).tolist()
            key, said = town.source or f"place:{town.name}", f"{lost:.1f} square km of it are fields: {why}"
            yield Audited(key, town.name, "built-up ground", "changed", said, round(lon, 6), round(lat, 6))
