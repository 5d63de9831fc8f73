"""
Price the ground for the lorries that carry supply (ZN 4.7, 4.13).

A carrier goes in transport mode, at three times the normal pace, wherever that
is allowed (open ground and roads), and normally elsewhere (``trace_transport``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.crossings import changed_crossings
from campaign.kit.movement import Going, step_costs
from campaign.model.things import Profile, Stand
from campaign.systems.zen.march.pricing import going_of
from campaign.systems.zen.space import zen

if TYPE_CHECKING:
    from campaign.model.situation import Situation
    from maps.grid.graph import HexGraph

__all__ = ["carrier_graph", "porter_graph"]

_LORRY = Stand("", "", Profile("lorries", "lorries", "", "transport", "battalion", 1, "wheeled"))
_PORTERS = Stand("", "", Profile("porters", "porters", "", "infantry", "battalion", 1, "foot"))


def porter_graph(situation: Situation) -> HexGraph:
    """Give the ground with the costs of men on foot in fragments, bridges as they are now."""
    return step_costs(situation.map, going_of(situation, _PORTERS), changed_crossings(situation)).graph


def carrier_graph(situation: Situation) -> HexGraph:
    """Give the ground with a lorry's costs in fragments (2400 a turn of 4 hours), bridges as they are now."""
    return step_costs(situation.map, _going(situation), changed_crossings(situation)).graph


def _going(situation: Situation) -> Going:
    plain = going_of(situation, _LORRY)
    if not zen(situation).reading("trace_transport"):
        return plain
    fast = going_of(situation, _LORRY, transport=True)
    half = tuple(quick if quick > 0 else slow for quick, slow in zip(fast.half, plain.half, strict=True))
    return Going(half=half, road=fast.road, wade=plain.wade, bridged=plain.bridged)
