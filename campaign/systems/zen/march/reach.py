"""
Find where a stand can go, and whom it can assault (ZN 4.7-4.10, 4.14).

Nobody enters a hex that the enemy holds; entering one of his zones of control
ends the move, unless the stand goes straight on into combat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from campaign.engine.ruleset import Reach
from campaign.kit.movement import Ways, ways_from
from campaign.model.situation import stands_of
from campaign.systems.zen.march.contact import is_in_contact
from campaign.systems.zen.march.enemy import EnemyGround, enemy_control, enemy_ground
from campaign.systems.zen.march.pricing import budget, first_assaults, first_steps, steps_of
from campaign.systems.zen.march.restraints import attack_restraint, barred_targets, march_restraint
from campaign.systems.zen.space import zen
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from campaign.kit.movement import Steps
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Assault", "Bounds", "Field", "bounds_of", "entry_distances", "field_of", "reach"]

_HAIR = 1e-9


@dataclass(frozen=True)
class Bounds:
    """
    What bounds a stand's march, besides the ground.

    Attributes
    ----------
    shut
        Hexes that it may not enter (n,).
    halts
        Hexes that end its move (n,).
    least_inches
        How far from the nearest enemy it must end.
    further
        Whether it must end further off than that, not only as far.
    """

    enemy: EnemyGround
    shut: NDArray[np.bool_]
    halts: NDArray[np.bool_]
    least_inches: float = -np.inf
    further: bool = False

    def allows_end(self, hexes: Iterable[int]) -> NDArray[np.bool_]:
        """Say in which of some hexes a march may end."""
        away = self.enemy.nearest_inches(hexes)
        allowed: NDArray[np.bool_] = (
            away > self.least_inches + _HAIR if self.further else away >= self.least_inches - _HAIR
        )
        return allowed


@dataclass(frozen=True, slots=True)
class Assault:
    """The least way to attack a hex: from where, and the fragments of march and assault."""

    start: int
    cost: int


@dataclass(frozen=True)
class Field:
    """All that a stand can do in a turn: where it gets to, where it may end, whom it can assault."""

    ways: Ways
    ends: frozenset[int]
    assaults: Mapping[int, Assault]
    limit: int


def bounds_of(situation: Situation, stand: Stand) -> Bounds:
    """Say what bounds a stand's march now: the enemy, its command (4.5), and at night its own lines (4.14)."""
    enemy = enemy_ground(situation, stand)
    night, out = situation.state.clock.night, "out_of_command" in stand.marks
    # By day nobody asks how far off the enemy is, unless out of command.
    away = float(enemy.nearest_inches([stand.hex or 0])[0]) if night or out else -np.inf
    if not night:
        return Bounds(enemy, enemy.held, enemy.zone, away)
    taken = enemy.held | enemy_control(situation, stand.side)
    if is_in_contact(situation.state, stand.id) or _in_front_line(situation, stand, enemy, taken):
        return Bounds(enemy, taken, enemy.zone, away, further=True)
    friends = np.zeros(len(taken), bool)
    friends[[other.hex for other in stands_of(situation, stand.side) if other.hex is not None]] = True
    return Bounds(enemy, taken | (enemy.zone & ~friends), enemy.zone, away if out else -np.inf)


def field_of(situation: Situation, stand: Stand, *, transport: bool = False) -> Field:
    """Work out all that a stand can do in this turn; nothing, if it may not march."""
    if stand.hex is None or march_restraint(situation, stand, transport=transport) is not None:
        start = {} if stand.hex is None else {stand.hex: 0}
        return Field(Ways(start, {here: [here] for here in start}), frozenset(start), {}, 0)
    bounds, limit = bounds_of(situation, stand), budget(situation, stand, transport=transport)
    steps = steps_of(situation, stand, transport=transport)
    first = first_steps(situation, stand, transport=transport)
    ways = ways_from(steps, stand.hex, limit, shut=bounds.shut, halts=bounds.halts, first=first)
    hexes = list(ways.cost)
    allowed = bounds.allows_end(hexes) if np.isfinite(bounds.least_inches) else np.ones(len(hexes), bool)
    ends = frozenset([stand.hex, *(hex_ for hex_, may in zip(hexes, allowed.tolist(), strict=True) if may)])
    return Field(ways, ends, _assaults(situation, stand, steps, ways, limit, bounds, transport=transport), limit)


def reach(situation: Situation, stand: str, *, transport: bool = False) -> Reach:
    """Find where a stand can go this turn, and which enemy hexes it can assault."""
    field = field_of(situation, situation.state.stands[stand], transport=transport)
    cost = {hex_: fragments for hex_, fragments in field.ways.cost.items() if hex_ in field.ends}
    return Reach(cost, {goal: tuple(field.ways.paths[goal]) for goal in cost}, field.limit, frozenset(field.assaults))


def entry_distances(situation: Situation, stand: Stand, entry: int) -> Mapping[int, int]:
    """Give the hexes within a turn's march of an entry, nearest first, with the fragments it takes."""
    enemy, steps = enemy_ground(situation, stand), steps_of(situation, stand)
    turn = zen(situation).movement.fragments_per_turn
    return ways_from(steps, entry, turn, shut=enemy.held, halts=enemy.zone).cost


def _in_front_line(situation: Situation, stand: Stand, enemy: EnemyGround, taken: NDArray[np.bool_]) -> bool:
    """Whether a stand is in the front line: in an enemy zone, or next to a hex in enemy hands."""
    around = situation.map.neighbour[stand.hex or 0]
    return bool(enemy.zone[stand.hex or 0]) or bool(taken[around[around != NO_HEX]].any())


def _assaults(
    situation: Situation, stand: Stand, steps: Steps, ways: Ways, limit: int, bounds: Bounds, *, transport: bool
) -> dict[int, Assault]:
    if attack_restraint(situation, stand, transport=transport) is not None:
        return {}
    at_once, found = first_assaults(situation, stand), dict[int, Assault]()
    for goal, rim in bounds.enemy.rims.items():
        if ways.cost.keys().isdisjoint(rim) or barred_targets(situation, stand, bounds.enemy.stands[goal]):
            continue
        for side, here in enumerate(rim):
            if here not in ways.cost:
                continue
            back = (side + 3) % 6
            step = int(steps.assault[here, back])
            if step <= 0 and here == stand.hex:
                step = at_once.get(back, 0)
            total = ways.cost[here] + step
            if step > 0 and total <= limit and (goal not in found or (total, here) < _rank(found[goal])):
                found[goal] = Assault(here, total)
    return found


def _rank(assault: Assault) -> tuple[int, int]:
    return assault.cost, assault.start
