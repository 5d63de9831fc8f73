"""Build towns of blocks whose number says the population; their streets run at a slant of each town's own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.shapes.field import lot, lots

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from maps.grid.hexmap import HexMap

    Floats = NDArray[np.float64]

__all__ = ["LEAST_RANK", "Town", "towns"]

LEAST_RANK = 4
_SPREAD = {1: 0.56, 2: 0.36, 3: 0.22, 4: 0.13}
_FINE = 20.0


class Town(NamedTuple):
    """A place as it is drawn: its rank, its spot, its blocks (k, 4, 2) and how far they reach, in plane units."""

    name: str
    rank: int
    population: int
    u: float
    v: float
    blocks: NDArray[np.float32]
    reach: float


def towns(hexmap: HexMap, held: Mapping[int, tuple[float, float]], anchor: tuple[float, float]) -> tuple[Town, ...]:
    """Build the places of a map; the largest of each hex stands where its roads meet (``held``)."""
    found, radius = [], hexmap.layout.radius_m
    ranked = sorted(hexmap.places, key=lambda place: (place.rank, -place.population, place.name))
    first: set[int] = set()
    for place in ranked:
        if not 1 <= place.rank <= LEAST_RANK:
            continue
        u, v = (hexmap.layout.to_grid((place.x_m, place.y_m)) / radius).tolist()
        if place.index in held and place.index not in first:
            u, v = held[place.index]
        first.add(place.index)
        blocks = _blocks(place.rank, place.population, round((u + anchor[0]) * _FINE), round((v + anchor[1]) * _FINE))
        reach = float(np.abs(blocks).max())
        made = (blocks + np.array([u, v])).astype(np.float32)
        found.append(Town(place.name, place.rank, place.population, u, v, made, reach))
    return tuple(found)


def _blocks(rank: int, population: int, a: int, b: int) -> Floats:
    """Lay blocks round (0, 0) within the spread of a rank (k, 4, 2); (a, b) is what their lots are drawn by."""
    spread = _SPREAD[rank] * min(1.15, 0.85 + 0.05 * math.log10(max(1, population)))
    side = 0.13 if rank < 3 else 0.1
    most = math.ceil(spread / side)
    i, j = (spots.ravel() for spots in np.mgrid[-most : most + 1, -most : most + 1])
    far = np.hypot(i, j) * side > spread * (0.72 + 0.4 * lots(a + i, b + j, 32))
    gap = (lots(a + i, b + j, 33) < 0.13) & ((i != 0) | (j != 0))
    i, j = i[~far & ~gap], j[~far & ~gap]
    wide = side * (0.3 + 0.14 * lots(a + i, b + j, 34))
    high = side * (0.28 + 0.14 * lots(a + i, b + j, 35))
    across = np.stack([-wide, wide, wide, -wide], axis=1) + (i * side)[:, None]
    down = np.stack([-high, -high, high, high], axis=1) + (j * side)[:, None]
    turn = math.pi * lot(a, b, 31)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray(np.stack([across, down], axis=2) @ spin)
