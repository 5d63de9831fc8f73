"""Say what crosses the water on a hexside now: the map's bridge, one built in play, none (ZN 4.7, 4.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.situation import ground_at
from campaign.rulesets.zen_space import zen
from maps.grid.hexmap import CROSSINGS, HEXSIDES

if TYPE_CHECKING:
    from campaign.model.situation import Situation
    from campaign.model.state import Stand

__all__ = ["has_bridge", "has_map_bridge", "is_crossable", "water_on"]

_OVER = frozenset({"bridge", "tunnel", "dam"})


def water_on(situation: Situation, index: int, side: int) -> str:
    """Name the water on a hexside: none, stream, river, major_river, lake, coast."""
    return HEXSIDES[int(situation.map.hexside[index, side])]


def has_map_bridge(situation: Situation, index: int, side: int) -> bool:
    """Whether the map has a bridge here, blown or not."""
    return CROSSINGS[int(situation.map.crossing[index, side])] in _OVER


def has_bridge(situation: Situation, index: int, side: int) -> bool:
    """Whether there is a bridge that stands now."""
    built = ground_at(situation, index, side)
    return built in {"bridge", "prepared"} or (built != "blown" and has_map_bridge(situation, index, side))


def is_crossable(situation: Situation, stand: Stand, index: int, side: int) -> bool:
    """Whether a stand gets across a hexside: dry ground, a bridge, and a stream by ford or on foot."""
    water = water_on(situation, index, side)
    if water == "none" or has_bridge(situation, index, side):
        return True
    ford = CROSSINGS[int(situation.map.crossing[index, side])] == "ford"
    on_foot = stand.profile.mover in zen(situation).movement.foot_movers
    return water == "stream" and (on_foot or ford)
