"""
Say whether one unit sees another (GR 5.5).

Hills, woods and buildings between stop the line of sight, and so does any
unit on the line that is 1 MP or less from either end.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from campaign.rulesets.parkin_ground import ground_row, height
from campaign.rulesets.parkin_space import is_dummy, parkin, sheet, within

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.situation import Situation
    from campaign.model.state import Stand
    from maps.grid.hexgrid import Grid

__all__ = ["why_no_line"]

_NEAR_MP = 1


def why_no_line(situation: Situation, eye: Stand, target: Stand, there: Mapping[int, list[Stand]]) -> str:
    """
    Say what stops the line of sight between two units, "" if nothing.

    Parameters
    ----------
    there
        The counters by hex: ``parkin_space.counters``.
    """
    a, b = eye.hex or 0, target.hex or 0
    open_air = bool(parkin(situation).reading("air_sight"))
    if open_air and (sheet(situation, eye).flies or sheet(situation, target).flies):
        return ""
    for index in _between(situation.map.layout.grid, a, b):
        number = situation.map.number(index)
        if not situation.map.inside[index]:
            return f"{number} between them is off the map"
        if ground_row(situation, index).blocks:
            return f"{situation.map.terrain_of(index).replace('_', ' ')} in {number} is between them"
        if _is_hill(situation, index, a, b):
            return f"the hill in {number} is between them"
        if _is_unit_in_way(situation, index, a, b, there):
            return f"the unit in {number} is in the way"
    return ""


def _is_hill(situation: Situation, index: int, a: int, b: int) -> bool:
    """Whether the ground between is higher than both ends by more than ``hill_m``; unknown heights go by terrain."""
    rise = height(situation, index) - max(height(situation, a), height(situation, b))
    if math.isnan(rise):
        return ground_row(situation, index).hill and not any(ground_row(situation, end).hill for end in (a, b))
    return rise > parkin(situation).number("hill_m")


def _is_unit_in_way(situation: Situation, index: int, a: int, b: int, there: Mapping[int, list[Stand]]) -> bool:
    """Whether a unit stands in a hex of the line, near enough to either end to stop it; which it is nobody is told."""
    units = [unit for unit in there.get(index, ()) if not (is_dummy(unit) or sheet(situation, unit).flies)]
    return bool(units) and any(within(situation, index, end, _NEAR_MP) for end in (a, b))


@lru_cache(maxsize=50_000)
def _between(grid: Grid, a: int, b: int) -> tuple[int, ...]:
    return tuple(grid.line(a, b)[1:-1])
