"""Say what crosses the water on a hexside now: the map's bridge, one built in play, none (ZN 4.7, 4.16)."""

from __future__ import annotations

from campaign.kit.crossings import crossing_at
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.zen.space import zen
from maps.grid.hexmap import CROSSINGS, HEXSIDES

_OVER = frozenset({"bridge", "tunnel", "dam", "railway_bridge"})


def water_on(situation: Situation, index: int, side: int) -> str:
    """Name the water on a hexside: none, stream, river, major_river, lake, coast."""
    return HEXSIDES[int(situation.map.hexside[index, side])]


def has_map_bridge(situation: Situation, index: int, side: int) -> bool:
    """Whether the map has a bridge here, blown or not."""
    return CROSSINGS[int(situation.map.crossing[index, side])] in _OVER


def has_bridge(situation: Situation, index: int, side: int) -> bool:
    """Whether there is a bridge that stands now."""
    return crossing_at(situation, index, side).name in _OVER


def uses_railway_bridges(situation: Situation, mover: str) -> bool:
    """Whether a mover crosses by a bridge that carries only a railway (``railway_bridge``)."""
    tables = zen(situation)
    who = tables.reading("railway_bridge")
    return who == "all" or (who == "foot" and mover in tables.movement.foot_movers)


def is_crossable(situation: Situation, stand: Stand, index: int, side: int) -> bool:
    """Whether a stand gets across a hexside: dry ground, a bridge, and a stream by ford or on foot."""
    water, over = water_on(situation, index, side), crossing_at(situation, index, side).name
    return gets_across(situation, stand.profile.mover, water, over)


def gets_across(situation: Situation, mover: str, water: str, over: str) -> bool:
    """Whether a mover gets across water by what leads over it."""
    barred = over == "railway_bridge" and not uses_railway_bridges(situation, mover)
    if water == "none" or (over in _OVER and not barred):
        return True
    return water == "stream" and (mover in zen(situation).movement.foot_movers or over == "ford")
