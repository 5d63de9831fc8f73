"""
Price the ground for the lorries that carry supply (ZN 4.7, 4.13).

A carrier goes in transport mode, at three times the normal pace, wherever that
is allowed (open ground and roads), and normally elsewhere (``trace_transport``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.rulesets.zen_space import ground_class, hex_inches, zen
from maps.grid.graph import HexGraph
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from campaign.model.situation import Situation

__all__ = ["carrier_graph"]

_MOVER = "wheeled"
_BRIDGES = frozenset({"bridge", "prepared", "blown"})
_FAST = frozenset({"open", "road"})


def carrier_graph(situation: Situation) -> HexGraph:
    """Give the ground with a lorry's costs in fragments (2400 a turn of 4 hours)."""
    hexmap = situation.map
    half = _half_costs(situation)
    cost = half[:, None] + np.where(hexmap.neighbour == NO_HEX, 0, half[hexmap.neighbour])
    cost = np.where(hexmap.road > ROADS.index("none"), 2 * _half_cost(situation, "road"), cost)
    undrivable = (half == 0)[:, None] | (half[hexmap.neighbour] == 0)
    shut = undrivable | ~_crossable(situation) | (hexmap.neighbour == NO_HEX)
    return HexGraph.over(hexmap, np.where(shut, 0, cost))


def _half_costs(situation: Situation) -> NDArray[np.int64]:
    """Give half the cost of each hex (n,); 0 where nothing drives."""
    by_terrain = []
    for name in situation.map.terrain_names:
        here = situation.map.terrain_names.index(name)
        sample = np.flatnonzero(situation.map.terrain == here)
        ground = ground_class(situation, int(sample[0]), _MOVER) if sample.size else "none"
        by_terrain.append(0 if ground == "none" else _half_cost(situation, ground))
    return np.array(by_terrain, np.int64)[situation.map.terrain]


def _half_cost(situation: Situation, ground: str) -> int:
    tables = zen(situation).movement
    allowance = tables.allowance[_MOVER][ground]
    if ground in _FAST and zen(situation).reading("trace_transport"):
        allowance *= tables.transport_factor
    return round(tables.fragments_per_turn * hex_inches(situation) / allowance / 2)


def _crossable(situation: Situation) -> NDArray[np.bool_]:
    """Say which hexsides wheels get across (n, 6): dry ones, and water with a bridge, streams with a ford."""
    hexmap = situation.map
    over = np.isin(hexmap.crossing, [CROSSINGS.index(kind) for kind in ("bridge", "tunnel", "dam")])
    through = hexmap.crossing == CROSSINGS.index("ford")
    for place, what in situation.state.ground.items():
        if "/" in place and what in {"bridge", "prepared", "blown"}:
            index, side = (int(part) for part in place.split("/"))
            across = int(hexmap.layout.grid.neighbours(index)[side])
            for here, facing in ((index, side), (across, (side + 3) % 6)):
                over[here, facing] = what != "blown"
                through[here, facing] &= what != "blown"
    dry = hexmap.hexside == HEXSIDES.index("none")
    stream = hexmap.hexside == HEXSIDES.index("stream")
    crossable: NDArray[np.bool_] = dry | over | (stream & through)
    return crossable
