"""Say where mosaics of fields and trees are hedged fields, and tag the areas that lie there."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import shapely

from maps.lonlat import lonlat_of, lonlat_of_map
from maps.sources.featureset import Features

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maps.grid.layout import Layout

    Bools = NDArray[np.bool_]

__all__ = ["BOCAGE", "hedged", "hedged_hexes", "with_bocage"]

BOCAGE = "bocage_country"
"""The tag that areas get which lie in country of hedged fields."""


@lru_cache(maxsize=1)
def _country() -> shapely.Geometry:
    text = files("maps.derive").joinpath("bocage.toml").read_text(encoding="utf-8")
    country = shapely.union_all([shapely.Polygon(ring) for ring in tomllib.loads(text)["outlines"].values()])
    shapely.prepare(country)
    return country


def hedged(lonlat: NDArray[np.float64]) -> Bools:
    """Say which points (m, 2) of longitude and latitude lie in country of hedged fields (m,)."""
    return np.asarray(shapely.contains_xy(_country(), lonlat[:, 0], lonlat[:, 1]), bool)


def hedged_hexes(layout: Layout) -> Bools:
    """Say which hexes have their middle there (n,)."""
    return hedged(lonlat_of(layout, layout.centres()))


def with_bocage(areas: Features, crs: str, headings: Iterable[str]) -> Features:
    """Tag the areas that have one of some headings, and lie in country of hedged fields."""
    wanted = frozenset(headings)
    rows = [row for row, tags in enumerate(areas.tags) if not wanted.isdisjoint(tags)]
    if not rows:
        return areas
    spots = shapely.get_coordinates(shapely.point_on_surface(areas.shapes[rows]))
    there = [row for row, held in zip(rows, hedged(lonlat_of_map(crs, spots)).tolist(), strict=True) if held]
    tags = list(areas.tags)
    for row in there:
        tags[row] = {**tags[row], BOCAGE: "yes"}
    return Features(areas.shapes, areas.ids, tuple(tags))
