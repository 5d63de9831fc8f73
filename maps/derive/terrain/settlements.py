"""Put places into hexes: ranks, people per hex, and the names of the time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.derive.terrain.terrain import Legend
    from maps.grid.layout import Layout
    from maps.sources.places import RoadNode, Settlement

__all__ = ["best_rank_per_hex", "people_per_hex", "settle"]

_SAME_PLACE_M = 3000.0
_SUBURB_M = 3500.0
_SUBURB_TIMES = 4
_VILLAGE = 4


def settle(
    settlements: Sequence[Settlement], nodes: Sequence[RoadNode], layout: Layout, legend: Legend
) -> tuple[Place, ...]:
    """
    Make places of settlements and of the named nodes of the road table.

    A node that names its settlement (``also``) within 3 km gives it its own name and at
    least its rank; other nodes become places without people. A place that no node names and
    that lies within 3.5 km of one four times its size is a suburb of today and ranks as a
    village. Places off the grid are left out.
    """
    renamed: dict[int, RoadNode] = {}
    alone: list[RoadNode] = []
    for node in nodes:
        twin = _twin(node, settlements)
        if twin is None:
            alone.append(node)
        else:
            renamed[twin] = node
    places = [_place(town, renamed.get(k), layout, legend) for k, town in enumerate(settlements)]
    places += [Place(n.name, layout.index_at(n.x_m, n.y_m), n.x_m, n.y_m, 0, n.rank) for n in alone if n.rank]
    named = {node.name for node in nodes}
    suburbs = _suburbs(places)
    ranked = [
        _village(place) if suburb and place.name not in named else place
        for place, suburb in zip(places, suburbs, strict=True)
    ]
    on_grid = [place for place in ranked if place.index != NO_HEX]
    return tuple(sorted(on_grid, key=lambda place: (place.rank, -place.population, place.name)))


def _twin(node: RoadNode, settlements: Sequence[Settlement]) -> int | None:
    best, best_m = None, _SAME_PLACE_M
    for k, town in enumerate(settlements):
        if town.name in (node.also, node.name):
            off_m = float(np.hypot(town.x_m - node.x_m, town.y_m - node.y_m))
            if off_m < best_m:
                best, best_m = k, off_m
    return best


def _place(town: Settlement, node: RoadNode | None, layout: Layout, legend: Legend) -> Place:
    rank = next((k for k, least in enumerate(legend.rank_from, start=1) if town.population >= least), 4)
    name, x_m, y_m = town.name, town.x_m, town.y_m
    if node is not None:
        # The node lies at the crossroads, the settlement at the middle of its commune.
        name, rank, x_m, y_m = node.name, min(rank, node.rank or rank), node.x_m, node.y_m
    return Place(name, layout.index_at(x_m, y_m), x_m, y_m, town.population, rank)


def _suburbs(places: Sequence[Place]) -> NDArray[np.bool_]:
    """Say which places lie close by one several times their size (n,)."""
    x, y = np.array([(place.x_m, place.y_m) for place in places]).reshape(-1, 2).T
    people = np.array([place.population for place in places])
    near = np.hypot(x[:, None] - x, y[:, None] - y) < _SUBURB_M
    dwarfed = (people >= _SUBURB_TIMES * people[:, None]) & (people[:, None] > 0)
    suburbs: NDArray[np.bool_] = (near & dwarfed).any(axis=1)
    return suburbs


def _village(place: Place) -> Place:
    return replace(place, rank=max(place.rank, _VILLAGE))


def people_per_hex(places: Sequence[Place], layout: Layout) -> NDArray[np.float64]:
    """Add up the people of the places of each hex (n,)."""
    people = np.zeros(len(layout.grid))
    for place in places:
        people[place.index] += place.population
    return people


def best_rank_per_hex(places: Sequence[Place], layout: Layout) -> NDArray[np.float64]:
    """Give the best rank, 1 to 4, of the places of each hex (n,); infinite where there is none."""
    rank = np.full(len(layout.grid), np.inf)
    for place in places:
        rank[place.index] = min(rank[place.index], place.rank)
    return rank
