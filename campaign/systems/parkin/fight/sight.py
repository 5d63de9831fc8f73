"""Say whether one unit sees another (GR 5.5).

Hills, woods and buildings between stop the line of sight, and so does any unit on the line that is 1 MP or less from
either end.
"""

import math
from collections.abc import Mapping, Sequence

from campaign.kit.sight import courses
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.march.ground import Ground, LineShape, ground_of
from campaign.systems.parkin.space import is_dummy, parkin, ruler, sheet
from maps.grid.hexgrid import NO_HEX, Grid

_NEAR_MP = 1


def why_no_line(situation: Situation, eye: Stand, target: Stand, there: Mapping[int, Sequence[Stand]]) -> str:
    """Say what stops the line of sight between two units, "" if nothing.

    ``there``: the counters by hex: ``parkin_space.counters``.
    """
    if sees_from_air(situation, eye) or sees_from_air(situation, target):
        return ""
    return why_shut(situation, eye.hex or 0, target.hex or 0, there)


def sees_from_air(situation: Situation, stand: Stand) -> bool:
    """Whether nothing on the ground hides a unit, nor from it: it flies (``air_sight``)."""
    return bool(parkin(situation).reading("air_sight")) and sheet(situation, stand).flies


def why_shut(situation: Situation, a: int, b: int, there: Mapping[int, Sequence[Stand]]) -> str:
    """Say what stops the line of sight between two hexes, "" if nothing."""
    near, why = _line(situation, a, b)
    for index in near:
        # Whichever unit on the ground it is, nobody is told.
        if index in there and any(not (is_dummy(unit) or sheet(situation, unit).flies) for unit in there[index]):
            return f"the unit in {situation.map.number(index)} is in the way"
    return why


def _line(situation: Situation, a: int, b: int) -> tuple[tuple[int, ...], str]:
    """Look along a line: name the hexes where units would stop it, and the ground beyond those that does."""
    ground = ground_of(situation)
    found = ground.lines.get((a, b))
    if found is None:
        found = ground.lines[a, b] = _looked_along(situation, ground, a, b)
    return found


def _looked_along(situation: Situation, ground: Ground, a: int, b: int) -> tuple[tuple[int, ...], str]:
    (between, near), levels = _shape(situation, ground, a, b), ground.levels
    top = _higher(ground.height(a), ground.height(b)) + ground.tables.number("hill_m")
    for k, step in enumerate(between):
        level = levels[a + step]
        if level is None or level > top:
            why = _why_stopped(ground, a + step, a, b)
            if why:
                return tuple(a + between[j] for j in near if j < k), why
    return tuple(a + between[j] for j in near), ""


def _shape(situation: Situation, ground: Ground, a: int, b: int) -> LineShape:
    """Give the course of a line; it is that of every other which runs as far the same way from a like hex."""
    grid = ground.map.layout.grid
    if _is_at_rim(grid, a) and _is_at_rim(grid, b):
        return _drawn(situation, a, b)  # the line may run along the edge, where every other hex is off the grid
    odd = (a % grid.cols if grid.flat_top else a // grid.cols) & 1
    known, key = ground.shapes, (odd, *grid.axial(a, b))
    found = known.get(key)
    if found is None:
        found = known[key] = _drawn(situation, a, b)
    return found


def _is_at_rim(grid: Grid, index: int) -> bool:
    """Whether a hex is in one of the two staggered outermost lines of the grid."""
    if grid.flat_top:
        return index < grid.cols or index >= len(grid) - grid.cols
    return index % grid.cols in {0, grid.cols - 1}


def _drawn(situation: Situation, a: int, b: int) -> LineShape:
    line = courses(situation.map.layout.grid, a, b)[0]
    # So many steps are sqrt(3)/2 as many widths or more: who is further off need not be measured.
    nigh, last = int(_NEAR_MP / float(parkin(situation).mp_per_hex) * 2 / math.sqrt(3)) + 1, len(line) - 1
    between, near = list[int](), list[int]()
    for steps, index in enumerate(line[1:-1], 1):
        if index == NO_HEX:  # beyond the grid there is nobody, and of the ground nothing is known
            continue
        if min(steps, last - steps) <= nigh and any(ruler(situation).within(index, end, _NEAR_MP) for end in (a, b)):
            near.append(len(between))
        between.append(index - a)
    return LineShape(tuple(between), tuple(near))


def _why_stopped(ground: Ground, index: int, a: int, b: int) -> str:
    """Say what of the ground in a hex stops the line between two others, "" if nothing."""
    number = ground.map.number(index)
    if not ground.map.inside[index]:
        return f"{number} between them is off the map"
    if ground.row(index).blocks:
        return f"{ground.map.terrain_of(index).replace('_', ' ')} in {number} is between them"
    return f"the hill in {number} is between them" if _is_hill(ground, index, a, b) else ""


def _is_hill(ground: Ground, index: int, a: int, b: int) -> bool:
    """Whether the ground between is higher than both ends by more than ``hill_m``; unknown heights go by terrain."""
    rise = ground.height(index) - _higher(ground.height(a), ground.height(b))
    if math.isnan(rise):
        return ground.row(index).hill and not any(ground.row(end).hill for end in (a, b))
    return rise > ground.tables.number("hill_m")


def _higher(one: float, other: float) -> float:
    """Give the greater of two heights, NaN if either is unknown: ``max`` would depend on their order."""
    return one + other if math.isnan(one + other) else max(one, other)
