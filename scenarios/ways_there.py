"""See whether a side's units have a way at all to the places that it gets points for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.model.situation import stands_of
from maps.grid.graph import HexGraph, components
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import HEXSIDES

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation

    Ints = NDArray[np.int32]

__all__ = ["no_way_there"]

_BRIDGED = ("stream", "river", "major_river")


def no_way_there(start: Situation, rules: Ruleset) -> Iterator[str]:
    """
    Name the objectives that none of a side's units on the map has a way to.

    Water that can be bridged bars nobody here, nor does any enemy: what is left is sea, lakes, and ground that nobody
    enters, and so a fault of the map or of the place more often than not.
    """
    parts: dict[Hashable, Ints] = {}
    for side in start.state.setting.sides:
        there = [(stand.hex or 0, _parts(start, rules, stand.id, parts)) for stand in stands_of(start, side.key)]
        for goal in start.state.setting.objectives:
            if goal.side == side.key and there and not any(part[here] == part[goal.hex] for here, part in there):
                yield (
                    f"objective {goal.name} in {start.map.number(goal.hex)}: no unit of {side.name} on the map has a "
                    "way there, over bridges of engineers either; look at the ground between, or move the place"
                )


def _parts(start: Situation, rules: Ruleset, stand: str, known: dict[Hashable, Ints]) -> Ints:
    """Label the hexes that hang together for a stand, whatever can be bridged included (n,)."""
    steps = rules.play.steps(start, stand)
    if steps.key not in known:
        near = start.map.neighbour
        wet = np.isin(start.map.played_hexside, [HEXSIDES.index(name) for name in _BRIDGED])
        goes = (steps.cost() > 0) | (wet & (near != NO_HEX))
        known[steps.key] = components(HexGraph.over(start.map, goes.astype(np.int32)))
    return known[steps.key]
