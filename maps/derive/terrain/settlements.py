"""Put places into hexes: ranks, people per hex, and the names of the time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maps.derive.nearby import pairs_within
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    called = _called(settlements)
    for node in nodes:
        twin = _twin(node, settlements, called)
        if twin is None:
            alone.append(node)
        else:
            renamed[twin] = node
    places = [_place(town, renamed.get(k), legend) for k, town in enumerate(settlements)]
    places += [Place(n.name, NO_HEX, n.x_m, n.y_m, 0, n.rank) for n in alone if n.rank]
    places = _in_hexes(places, layout)
    named = {node.name for node in nodes}
    suburbs = _suburbs(places)
    ranked = [
        _village(place) if suburb and place.name not in named else place
        for place, suburb in zip(places, suburbs, strict=True)
    ]
    on_grid = [place for place in ranked if place.index != NO_HEX]
    return tuple(sorted(on_grid, key=lambda place: (place.rank, -place.population, place.name)))


def _called(settlements: Sequence[Settlement]) -> dict[str, list[int]]:
    """List the settlements of each name."""
    called: dict[str, list[int]] = {}
    for k, town in enumerate(settlements):
        called.setdefault(town.name, []).append(k)
    return called


def _twin(node: RoadNode, settlements: Sequence[Settlement], called: Mapping[str, list[int]]) -> int | None:
    best, best_m = None, _SAME_PLACE_M
    for k in sorted({*called.get(node.also, ()), *called.get(node.name, ())}):
        off_m = float(np.hypot(settlements[k].x_m - node.x_m, settlements[k].y_m - node.y_m))
        if off_m < best_m:
            best, best_m = k, off_m
    return best


def _in_hexes(places: Sequence[Place], layout: Layout) -> list[Place]:
    """Give every place its hex."""
    index = layout.indices_at(np.array([(place.x_m, place.y_m) for place in places]).reshape(-1, 2))
    return [replace(place, index=here) for place, here in zip(places, index.tolist(), strict=True)]


def _place(town: Settlement, node: RoadNode | None, legend: Legend) -> Place:
    rank = next((k for k, least in enumerate(legend.rank_from, start=1) if town.population >= least), 4)
    name, x_m, y_m = town.name, town.x_m, town.y_m
    if node is not None:
        # The node lies at the crossroads, the settlement at the middle of its commune.
        name, rank, x_m, y_m = node.name, min(rank, node.rank or rank), node.x_m, node.y_m
    return Place(name, NO_HEX, x_m, y_m, town.population, rank)


def _suburbs(places: Sequence[Place]) -> NDArray[np.bool_]:
    """Say which places lie close by one several times their size (n,)."""
    suburbs = np.zeros(len(places), np.bool_)
    if not places:
        return suburbs
    spots = np.array([(place.x_m, place.y_m) for place in places])
    people = np.array([place.population for place in places])
    # Only those that are near to each other are looked at: of a country's places a table of all pairs fills any memory.
    pairs = pairs_within(spots, _SUBURB_M)
    one, other = np.concatenate([pairs, pairs[:, ::-1]]).T
    near = np.hypot(*(spots[one] - spots[other]).T) < _SUBURB_M
    dwarfed = (people[other] >= _SUBURB_TIMES * people[one]) & (people[one] > 0)
    suburbs[one[near & dwarfed]] = True
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
