"""
Price the ground for the lorries that carry supply (ZN 4.7, 4.13).

A carrier goes in transport mode, at three times the normal pace, wherever that
is allowed (open ground and roads), and normally elsewhere (``trace_transport``).
"""

from __future__ import annotations

from dataclasses import replace

from campaign.kit.ground import changed_steps, graph_of
from campaign.model.situation import Situation
from campaign.model.things import Profile, Stand
from campaign.systems.zen.march.pricing import Going, going_of, ground_of
from campaign.systems.zen.space import zen
from maps.grid.graph import HexGraph

_LORRY = Stand("", "", Profile("lorries", "lorries", "", "transport", "battalion", 1, "wheeled"))
_PORTERS = Stand("", "", Profile("porters", "porters", "", "infantry", "battalion", 1, "foot"))


def porter_graph(situation: Situation) -> HexGraph:
    """Give the ground with the costs of men on foot in fragments, bridges as they are now."""
    return _graph(situation, going_of(situation, _PORTERS))


def carrier_graph(situation: Situation) -> HexGraph:
    """Give the ground with a lorry's costs in fragments (2400 a turn of 4 hours), bridges as they are now."""
    plain = going_of(situation, _LORRY)
    if not zen(situation).reading("trace_transport"):
        return _graph(situation, plain)
    fast = going_of(situation, _LORRY, transport=True)
    half = tuple((name, quick if quick > 0 else slow)
                 for (name, quick), (_, slow) in zip(fast.half, plain.half, strict=True))  # fmt: skip
    return _graph(situation, replace(plain, half=half, road=fast.road))


def _graph(situation: Situation, going: Going) -> HexGraph:
    over = ground_of(situation, going)
    return graph_of(over, changed_steps(over, situation))
