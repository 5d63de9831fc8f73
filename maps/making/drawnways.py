"""Lay the roads and railways of the vector sources, and what they cross water by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.ways.bridgeheads import lead_over
from maps.derive.ways.bridges import crossing_marks
from maps.derive.ways.ways import lay_ways, network_drawn, rail_codes, road_codes
from maps.grid.hexmap import ROADS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maps.derive.waters.hexsides import Waters
    from maps.derive.ways.bridges import Mark
    from maps.derive.ways.chains import Network
    from maps.derive.ways.ways import Ways
    from maps.grid.hexmap import Place
    from maps.grid.layout import Layout
    from maps.making.materials import Materials

__all__ = ["DrawnWays", "Networks", "draw_ways", "networks_of"]

_LAID_RIVERS = ("river", "canal")
_TRACK, _SECONDARY = ROADS.index("track"), ROADS.index("secondary")


class DrawnWays(NamedTuple):
    """Roads and railways as they are drawn, and the crossings that the sources know; None without vector sources."""

    road: Ways
    rail: Ways
    marks: list[Mark] | None


class Networks(NamedTuple):
    """Roads and railways of the vector sources as networks, with the class of each line (m,)."""

    road_codes: NDArray[np.int64]
    rail_codes: NDArray[np.int64]
    road: Network
    rail: Network


def networks_of(stuff: Materials, layout: Layout) -> Networks:
    """Make networks of the roads and railways: that asks for nothing that is measured or concluded."""
    lines, kinds = stuff.features.lines, stuff.kinds
    road = road_codes(stuff.codes("lines", "road"), kinds.names("road"))
    rail = rail_codes(stuff.codes("lines", "rail"), kinds.names("rail"))
    return Networks(road, rail, network_drawn(lines, road, layout), network_drawn(lines, rail, layout))


def draw_ways(
    stuff: Materials,
    layout: Layout,
    inside: NDArray[np.bool_],
    waters: Waters,
    places: Sequence[Place],
    networks: Networks,
) -> DrawnWays:
    """Lay every road and railway of an area's vector sources on the links between its hexes."""
    lines, kinds = stuff.features.lines, stuff.kinds
    marks = crossing_marks(stuff.features, stuff.codes, layout) if len(stuff.features) else None
    wanted = [kinds.names("waterway").index(name) for name in _LAID_RIVERS]
    rivers = lines.shapes[np.isin(stuff.codes("lines", "waterway"), wanted)]
    ground = (layout, inside, waters.hexside)

    def lay(codes: NDArray[np.int64], network: Network, least: int, thinned: int = 0) -> Ways:
        ways = lay_ways(lines, codes, *ground, places=places, thinned=thinned, rivers=rivers, network=network)
        return lead_over(ways, lines, codes, marks or (), waters.hexside, layout, waters.names, least=least)

    return DrawnWays(
        lay(networks.road_codes, networks.road, _SECONDARY, _TRACK),
        lay(networks.rail_codes, networks.rail, 1),
        marks,
    )
