"""Find where a stand can go, and whom it can assault (ZN 4.7-4.10, 4.14).

Nobody enters a hex that the enemy holds; entering one of his zones of control
ends the move, unless the stand goes straight on into combat.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from campaign.engine.ruleset import Reach, Trek
from campaign.kit.ground import Ground, Same, changed_steps
from campaign.kit.walk import NOWHERE, Assault, Now, Walk, assaults, trek, walk
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.zen.march.contact import is_in_contact
from campaign.systems.zen.march.pricing import budget, ground_for, now_for
from campaign.systems.zen.march.restraints import attack_restraint, barred_targets, march_restraint
from campaign.systems.zen.march.transport import why_no_transport
from campaign.systems.zen.march.zones import EnemyGround, enemy_codes, enemy_ground
from campaign.systems.zen.space import zen
from maps.grid.hexgrid import NO_HEX

_HAIR = 1e-9


@dataclass(frozen=True, eq=False)
class Bounds:
    """What bounds a stand's march, besides the ground.

    ``now``: hexes that it may not enter, hexes that end its move, steps that are otherwise. ``least_inches``: how far
    from the nearest enemy it must end. ``further``: whether it must end further off than that, not only as far.
    """

    enemy: EnemyGround
    now: Now
    least_inches: float = -np.inf
    further: bool = False

    def allows_end(self, hexes: Iterable[int]) -> NDArray[np.bool_]:
        """Find which of some hexes a march may end in."""
        away = self.enemy.nearest_inches(hexes)
        allowed: NDArray[np.bool_] = (
            away > self.least_inches + _HAIR if self.further else away >= self.least_inches - _HAIR
        )
        return allowed


@dataclass(frozen=True, eq=False)
class Field:
    """All that a stand can do in a turn: where it gets to, where it may end, whom it can assault."""

    found: Walk
    ends: frozenset[int]
    assaults: Mapping[int, Assault]
    limit: int


def bounds_of(situation: Situation, stand: Stand, *, transport: bool = False) -> Bounds:
    """Say what bounds a stand's march now: the enemy, its command (4.5), and at night its own lines (4.14)."""
    enemy = enemy_ground(situation, stand)
    night, out = situation.state.clock.night, "out_of_command" in stand.marks
    # By day nobody asks how far off the enemy is, unless out of command.
    away = float(enemy.nearest_inches([stand.hex or 0])[0]) if night or out else -np.inf
    now = replace(now_for(situation, stand, transport=transport), shut=enemy.held, halts=enemy.zone)
    if not night:
        return Bounds(enemy, now, away)
    now = replace(now, holder=situation.state.control, barred=enemy_codes(situation, stand.side))
    if is_in_contact(situation.state, stand.id) or _in_front_line(situation, stand, enemy, now):
        return Bounds(enemy, now, away, further=True)
    lines = _behind_lines(Same(enemy), Moment(situation), stand.side)
    return Bounds(enemy, replace(now, shut=lines), away if out else -np.inf)


@lru_cache(maxsize=16)
def _behind_lines(enemy: Same[EnemyGround], moment: Moment, side: str) -> frozenset[int]:
    """List what is shut to those who keep behind their own lines: zones of control with no friend in them too."""
    friends = {other.hex for other in stands_of(moment.situation, side)}
    return enemy.value.held | (enemy.value.zone - friends)


def field_of(situation: Situation, stand: Stand, *, transport: bool = False) -> Field:
    """Work out all that a stand can do in this turn; nothing, if it may not march."""
    if stand.hex is None:
        return Field(NOWHERE, frozenset(), {}, 0)
    if march_restraint(situation, stand, transport=transport) is not None:
        here = Walk({stand.hex: 0}, {stand.hex: NO_HEX}, {stand.hex: NO_HEX})
        return Field(here, frozenset({stand.hex}), {}, 0)
    bounds, limit = bounds_of(situation, stand, transport=transport), budget(situation, stand, transport=transport)
    over = ground_for(situation, stand, transport=transport)
    found = walk(over, stand.hex, limit, bounds.now)
    hexes = list(found.cost)
    allowed = bounds.allows_end(hexes).tolist() if np.isfinite(bounds.least_inches) else [True] * len(hexes)
    ends = frozenset([stand.hex, *(hex_ for hex_, may in zip(hexes, allowed, strict=True) if may)])
    if attack_restraint(situation, stand, transport=transport) is not None:
        return Field(found, ends, {}, limit)
    return Field(found, ends, _assaults(situation, stand, over, found, limit, bounds), limit)


def reach(situation: Situation, stand: str, *, transport: bool = False) -> Reach:
    """Find where a stand can go this turn, and which enemy hexes it can assault."""
    field = field_of(situation, situation.state.stands[stand], transport=transport)
    cost = {hex_: fragments for hex_, fragments in field.found.cost.items() if hex_ in field.ends}
    return Reach(cost, field.found.paths, field.limit, frozenset(field.assaults))


def trek_of(situation: Situation, stand: Stand, start: int | None, *, transport: bool) -> Trek:
    """Find what it costs a stand to come to any hex by day (4.7); what is left of a turn is kept (``progress``)."""
    here = stand.hex if start is None else start
    if here is None or (transport and why_no_transport(situation, stand)):
        return Trek({}, {}, 0)
    enemy, over = enemy_ground(situation, stand), ground_for(situation, stand, transport=transport)
    now = Now(enemy.held, enemy.zone, changed_steps(over, situation))
    turn, keeps = zen(situation).movement.fragments_per_turn, zen(situation).reading("progress") == "kept"
    found = trek(over, here, turn, now, keeps=keeps)
    return Trek(found.cost, found.paths, turn)


def entry_distances(situation: Situation, stand: Stand, entry: int) -> Mapping[int, int]:
    """Give the hexes within a turn's march of an entry, nearest first, with the fragments it takes."""
    enemy, over = enemy_ground(situation, stand), ground_for(situation, stand)
    turn = zen(situation).movement.fragments_per_turn
    now = replace(now_for(situation, stand), shut=enemy.held, halts=enemy.zone, first={})
    found = walk(over, entry, turn, now).cost
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


def _in_front_line(situation: Situation, stand: Stand, enemy: EnemyGround, now: Now) -> bool:
    """Whether a stand is in the front line: in an enemy zone, or next to a hex in enemy hands."""
    around = situation.map.neighbour[stand.hex or 0].tolist()
    return stand.hex in enemy.zone or any(index != NO_HEX and now.shuts(index) for index in around)


def _assaults(
    situation: Situation, stand: Stand, over: Ground, found: Walk, limit: int, bounds: Bounds
) -> Mapping[int, Assault]:
    """Find the least way to attack each enemy hex next to where a stand gets to, save those it may not close with."""
    near, enemies = situation.map.neighbour, bounds.enemy.stands
    touched = set(near[list(found.cost)].ravel().tolist()) & enemies.keys()
    goals = [goal for goal in touched if not barred_targets(situation, stand, enemies[goal])]
    return assaults(over, found, {goal: near[goal].tolist() for goal in sorted(goals)}, limit, bounds.now)
