"""Find where a stand can go and whom it can assault, or what keeps it from that (ZN 4.5-4.10, 4.13, 4.14).

Nobody enters a hex that the enemy holds; entering one of his zones of control ends the move, unless the stand goes
straight on into combat.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from campaign.engine.ruleset import Reach
from campaign.kit import walk
from campaign.kit.ground import Ground, Same, changed_steps
from campaign.kit.walk import NOWHERE, Assault, Goer, Now, Walk, assaults, staying
from campaign.model.situation import Moment, Muster, Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.march import Move
from campaign.systems.zen.departure import is_in_contact
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.march.pricing import budget, ground_for, now_for
from campaign.systems.zen.march.transport import carrier_of, why_no_transport
from campaign.systems.zen.march.zones import EnemyGround, enemy_ground, is_surrounded
from campaign.systems.zen.space import HAIR, is_company, is_within, zen
from campaign.systems.zen.supply.lines import may_attack
from campaign.systems.zen.supply.stores import lacks_fuel
from maps.grid.hexgrid import NO_HEX

Restraint: TypeAlias = tuple[str, str]

_SURPRISED = "reacting"


def march_restraint(situation: Situation, stand: Stand, *, transport: bool = False) -> Restraint | None:
    """Say why a stand may not march at all now, or not in transport mode."""
    carrier = carrier_of(situation.state, stand)
    if carrier is not None:
        return "ZN 4.6", f"{stand.id} rides on {carrier.id}; move that, or let {stand.id} get off"
    if lacks_fuel(situation, stand, transport=transport) and zen(situation).reading("no_pol") == "no_move":
        what = "a transport move" if transport else "its vehicles"
        return "ZN 4.13", f"{stand.id} has no POL in reach for {what}; its division must be resupplied first"
    if transport and (why := why_no_transport(situation, stand)):
        return "ZN 4.6", why
    if situation.state.clock.night:
        return _night_restraint(situation, stand, transport=transport)
    if not _may_react(situation, stand):
        close = zen(situation).reading("close_inches")
        why = f"{stand.id} is not within {close} inches of the units surprised and may not react in this turn"
        return "ZN 4.9", why
    return None


def attack_restraint(situation: Situation, stand: Stand, *, transport: bool = False) -> Restraint | None:
    """Say why a stand may not attack now, whoever it would be."""
    tables = zen(situation)
    if situation.state.clock.night:
        return "ZN 4.14", "nobody attacks in the night turn; at night units only move"
    if transport:
        return "ZN 4.6", f"{stand.id} may not move into combat in transport mode; give the attack without it"
    if stand.profile.kind not in tables.combat.dice:
        return "ZN 4.12", f"{stand.id} does not fight: it is {stand.profile.kind}"
    if "out_of_command" in stand.marks:
        return "ZN 4.5", f"{stand.id} is out of command and may not move towards the enemy; bring an HQ within range"
    if not may_attack(situation, stand):
        return "ZN 4.13", f"{stand.id} is isolated, day {ISOLATED(stand)}, and may not attack"
    return None


def restraint_on(situation: Situation, stand: Stand, order: Move) -> Restraint | None:
    """Say why a stand may not march as ordered, or not attack at the end of it."""
    found = march_restraint(situation, stand, transport=order.transport)
    return found or (attack_restraint(situation, stand, transport=order.transport) if order.attack else None)


def barred_targets(situation: Situation, stand: Stand, enemies: Iterable[Stand]) -> list[str]:
    """Name the enemies that a stand may not close with: to a detachment all battalions that fight (4.10).

    Detachments may close with artillery, transport, support vehicles and other detachments; headquarters count as
    support (``hq_is_support``).
    """
    if not is_company(stand):
        return []
    table = zen(situation)
    allowed = (*table.combat.detachment_targets, *(("hq",) if table.reading("hq_is_support") else ()))
    return [enemy.id for enemy in enemies if not is_company(enemy) and enemy.profile.kind not in allowed]


def _night_restraint(situation: Situation, stand: Stand, *, transport: bool) -> Restraint | None:
    if transport and not zen(situation).reading("night_transport"):
        return "ZN 4.14", "there are no transport moves at night; order a normal move"
    if is_in_contact(situation.state, stand.id) and is_surrounded(situation, stand.hex or 0, stand.side):
        return "ZN 4.14", f"{stand.id} is in contact and surrounded; it cannot leave"
    return None


def _may_react(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is close enough to those of its side whom the umpire has marked as surprised, if any are."""
    surprised = _surprised(Muster(situation), stand.side)
    limit = float(zen(situation).reading("close_inches"))
    return not surprised or any(
        is_within(situation, stand.hex or 0, other.hex or 0, limit) for other in surprised if stand.hex is not None
    )


@lru_cache(maxsize=16)
def _surprised(muster: Muster, side: str) -> tuple[Stand, ...]:
    return tuple(other for other in stands_of(muster.situation, side) if _SURPRISED in other.marks)


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
            away > self.least_inches + HAIR if self.further else away >= self.least_inches - HAIR
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
    others = frozenset(range(len(situation.state.setting.sides))) - {situation.state.side_code(stand.side)}
    now = replace(now, holder=situation.state.control, barred=others)
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
        return Field(staying(stand.hex), frozenset({stand.hex}), {}, 0)
    bounds, limit = bounds_of(situation, stand, transport=transport), budget(situation, stand, transport=transport)
    over = ground_for(situation, stand, transport=transport)
    found = walk.walk(over, stand.hex, limit, bounds.now)
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


def goer(situation: Situation, stand: Stand, *, transport: bool) -> Goer:
    """Say how a stand goes by day (4.7), whoever's turn it is; what is left of a turn is kept (``progress``)."""
    over, tables = ground_for(situation, stand, transport=transport), zen(situation)
    turn = 0 if transport and why_no_transport(situation, stand) else tables.movement.fragments_per_turn
    return Goer(over, turn, lambda: _by_day(situation, stand, over), keeps=tables.reading("progress") == "kept")


def _by_day(situation: Situation, stand: Stand, over: Ground) -> Now:
    enemy = enemy_ground(situation, stand)
    return Now(enemy.held, enemy.zone, changed_steps(over, situation))


def entry_distances(situation: Situation, stand: Stand, entry: int) -> Mapping[int, int]:
    """Give the hexes within a turn's march of an entry, nearest first, with the fragments it takes."""
    enemy, over = enemy_ground(situation, stand), ground_for(situation, stand)
    turn = zen(situation).movement.fragments_per_turn
    now = replace(now_for(situation, stand), shut=enemy.held, halts=enemy.zone, first={})
    found = walk.walk(over, entry, turn, now).cost
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
    from_here = list(found.cost.keys() & bounds.enemy.rim)
    touched = set(near[from_here].ravel().tolist()) & enemies.keys()
    goals = [goal for goal in touched if not barred_targets(situation, stand, enemies[goal])]
    return assaults(over, found, {goal: near[goal].tolist() for goal in sorted(goals)}, limit, bounds.now)
