"""Put places into hexes: ranks, people per hex, and the names of the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maps.derive.nearby import dwarfed
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
_MOST_PEOPLE = 10**12


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
    renamed, alone = _renamed(settlements, nodes)
    extra = [Place(n.name, NO_HEX, n.x_m, n.y_m, 0, n.rank) for n in alone if n.rank]
    every: list[Settlement | Place] = [*settlements, *extra]
    spots = np.array([(one.x_m, one.y_m) for one in every], np.float64).reshape(-1, 2)
    for k, node in renamed.items():
        # The node lies at the crossroads, the settlement at the middle of its commune.
        spots[k] = node.x_m, node.y_m
    people = np.array([min(one.population, _MOST_PEOPLE) for one in every], np.int64)
    index = layout.indices_at(spots)
    suburb = dwarfed(spots, people, _SUBURB_TIMES, _SUBURB_M)
    ranks = _ranks(people, legend)
    ranks[len(settlements) :] = [one.rank for one in extra]
    for k, node in renamed.items():
        ranks[k] = min(ranks[k], node.rank or ranks[k])
    named = {node.name for node in nodes}
    # Of a large table most lies beyond the map: places are made of those upon it.
    on_grid = np.flatnonzero(index != NO_HEX)
    columns = (on_grid, index[on_grid], suburb[on_grid], ranks[on_grid])
    places = []
    for k, here, is_suburb, rank in zip(*(column.tolist() for column in columns), strict=True):
        one = renamed.get(k, every[k])
        told = max(rank, _VILLAGE) if is_suburb and one.name not in named else rank
        places.append(Place(one.name, here, one.x_m, one.y_m, every[k].population, told))
    return tuple(sorted(places, key=lambda place: (place.rank, -place.population, place.name)))


def _ranks(people: NDArray[np.int64], legend: Legend) -> NDArray[np.int64]:
    """Rank places by their people (n,): 1 to 4, the first whose limit is reached."""
    ranks = np.full(len(people), _VILLAGE, np.int64)
    for rank in range(len(legend.rank_from), 0, -1):
        ranks[people >= legend.rank_from[rank - 1]] = rank
    return ranks


def _renamed(
    settlements: Sequence[Settlement], nodes: Sequence[RoadNode]
) -> tuple[dict[int, RoadNode], list[RoadNode]]:
    """Say which settlement each node is, and which nodes are none."""
    renamed: dict[int, RoadNode] = {}
    alone: list[RoadNode] = []
    called = _called(settlements) if nodes else {}
    for node in nodes:
        twin = _twin(node, settlements, called)
        if twin is None:
            alone.append(node)
        else:
            renamed[twin] = node
    return renamed, alone


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
