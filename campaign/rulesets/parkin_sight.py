"""
Say whether one unit sees another (GR 5.5).

Hills, woods and buildings between stop the line of sight, and so does any
unit on the line that is 1 MP or less from either end.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from campaign.rulesets.parkin_ground import ground_row, height, plain_levels, sight_lines
from campaign.rulesets.parkin_space import is_dummy, parkin, sheet, within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.situation import Situation
    from campaign.model.state import Stand

__all__ = ["why_no_line"]

_NEAR_MP = 1
_KEPT = 50_000


def why_no_line(situation: Situation, eye: Stand, target: Stand, there: Mapping[int, Sequence[Stand]]) -> str:
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
    near, why = _line(situation, a, b)
    for index in near:
        if index in there and _is_unit_in_way(situation, there[index]):
            return f"the unit in {situation.map.number(index)} is in the way"
    return why


def _line(situation: Situation, a: int, b: int) -> tuple[tuple[int, ...], str]:
    """Look along a line: in which hexes units would stop it, and what of the ground beyond those does."""
    known = sight_lines(situation)
    found = known.get((a, b))
    if found is None:
        if len(known) >= _KEPT:
            known.clear()
        found = known[a, b] = _looked_along(situation, a, b)
    return found


def _looked_along(situation: Situation, a: int, b: int) -> tuple[tuple[int, ...], str]:
    line, near = situation.map.layout.grid.line(a, b), list[int]()
    top, least = max(height(situation, a), height(situation, b)), parkin(situation).number("hill_m")
    levels, last = plain_levels(situation), len(line) - 1
    # So many steps are sqrt(3)/2 as many widths or more: who is further off need not be measured.
    nigh = int(_NEAR_MP / parkin(situation).mp_per_hex * 2 / math.sqrt(3)) + 1
    for steps, index in enumerate(line[1:-1], 1):
        level = levels[index]
        if level is None or level - top > least:
            why = _why_shut(situation, index, a, b)
            if why:
                return tuple(near), why
        if (steps <= nigh or last - steps <= nigh) and any(within(situation, index, end, _NEAR_MP) for end in (a, b)):
            near.append(index)
    return tuple(near), ""


def _why_shut(situation: Situation, index: int, a: int, b: int) -> str:
    """Say what of the ground in a hex stops the line between two others, "" if nothing."""
    if not situation.map.inside[index]:
        return f"{situation.map.number(index)} between them is off the map"
    if ground_row(situation, index).blocks:
        terrain = situation.map.terrain_of(index).replace("_", " ")
        return f"{terrain} in {situation.map.number(index)} is between them"
    if _is_hill(situation, index, a, b):
        return f"the hill in {situation.map.number(index)} is between them"
    return ""


def _is_hill(situation: Situation, index: int, a: int, b: int) -> bool:
    """Whether the ground between is higher than both ends by more than ``hill_m``; unknown heights go by terrain."""
    rise = height(situation, index) - max(height(situation, a), height(situation, b))
    if math.isnan(rise):
        return ground_row(situation, index).hill and not any(ground_row(situation, end).hill for end in (a, b))
    return rise > parkin(situation).number("hill_m")


def _is_unit_in_way(situation: Situation, present: Sequence[Stand]) -> bool:
    """Whether a unit stands among some counters on the ground; which it is nobody is told."""
    return any(not (is_dummy(unit) or sheet(situation, unit).flies) for unit in present)
