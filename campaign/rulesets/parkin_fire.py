"""
Fire (GR 5.2, 5.6).

Every target is declared before any shot is worked out; when the step ends
they are worked out in the order in which they were declared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from campaign.model.events import FireResolved, OrderDeclared, OrderRefused, OrderWithdrawn
from campaign.model.orders import Cancel, Fire
from campaign.rulesets.parkin_actions import why_no_action
from campaign.rulesets.parkin_ammunition import shots_left, spend
from campaign.rulesets.parkin_damage import burst, strike
from campaign.rulesets.parkin_facing import is_in_view
from campaign.rulesets.parkin_ground import neighbours
from campaign.rulesets.parkin_range import BEYOND, VERY_LONG, range_level
from campaign.rulesets.parkin_scatter import DUD, burst_hex, direction, scatter_mp
from campaign.rulesets.parkin_sight import why_no_line
from campaign.rulesets.parkin_space import counters, distance_sq, is_dummy, parkin, sheet, within
from campaign.rulesets.parkin_turn import acting, is_turn_of
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.ledger import Ledger
    from campaign.model.events import Roll
    from campaign.model.situation import Situation
    from campaign.model.state import Stand

    Counters = Mapping[int, Sequence[Stand]]

__all__ = ["ORDERS", "end_fire", "offers", "target_in", "why_no_fire"]

RULE, TURN, SIGHT, SCATTER = "GR 5.6", "GR 5.2", "GR 5.5", "GR 5.7"
PHASE = "fire"
_INDIRECT = frozenset({"mortar", "artillery", "missile"})


def target_in(situation: Situation, side: str, index: int, there: Counters | None = None) -> Stand | None:
    """Give the enemy counter in a hex, the first by name where stacking is allowed."""
    present = (counters(situation) if there is None else there).get(index, ())
    return min((stand for stand in present if stand.side != side), key=lambda stand: stand.id, default=None)


def why_no_fire(situation: Situation, stand: Stand, index: int, there: Counters | None = None) -> Refusal | None:
    """Say why a unit cannot fire at a hex."""
    present = counters(situation) if there is None else there
    why = _why_no_weapon(situation, stand)
    if why is not None:
        return why
    target = target_in(situation, stand.side, index, present)
    if target is None:
        return Refusal(RULE, f"there is no enemy in {situation.map.number(index)}")
    return _why_no_shot(situation, stand, target, present)


def _why_no_weapon(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit cannot fire at anything this turn."""
    if not sheet(situation, stand).delivery:
        return Refusal(RULE, f"{stand.id} has no ranged weapon")
    if any(isinstance(order, Fire) and order.stand == stand.id for order in situation.state.declared):
        return Refusal(TURN, f"{stand.id} has declared its target; cancel that first")
    if shots_left(situation, stand) == 0:
        return Refusal("GR 5.14", f"{stand.id} has no shots left; it must reload")
    return why_no_action(situation, stand)


def _why_no_shot(situation: Situation, stand: Stand, target: Stand, there: Counters) -> Refusal | None:
    """Say why a unit cannot fire at this target: range, view, friends close to it, line of sight."""
    fault = _shot_fault(situation, stand, target, there)
    if fault is None:
        return None
    rule, why = fault
    return Refusal(rule, f"{situation.map.number(target.hex or 0)} cannot be fired at by {stand.id}: {why}")


def _shot_fault(situation: Situation, stand: Stand, target: Stand, there: Counters) -> tuple[str, str] | None:
    a, b, paper = stand.hex or 0, target.hex or 0, sheet(situation, stand)
    if not within(situation, a, b, paper.max_range):
        return RULE, "it is out of range"
    if not is_in_view(situation, stand, b):
        return SIGHT, "it is not in the field of view; turn when moving"
    friend = _friend_beside(situation, stand, target, there)
    if friend:
        return TURN, f"{friend} is adjacent to it"
    if paper.min_range and distance_sq(situation, a, b) < paper.min_range**2:
        return "GR 5.15", "it is closer than the least range"
    base, level, _ = range_level(situation, stand, target)
    if base >= BEYOND or level > VERY_LONG:
        return RULE, "it is beyond very long range, all things reckoned in"
    if _is_indirect(situation, stand, target):
        return None
    blocked = why_no_line(situation, stand, target, there)
    return (SIGHT, blocked) if blocked else None


def _is_indirect(situation: Situation, stand: Stand, target: Stand) -> bool:
    allowed = parkin(situation).reading("indirect_fire") == "identified"
    return allowed and sheet(situation, stand).delivery in _INDIRECT and "identified" in target.marks


def _friend_beside(situation: Situation, stand: Stand, target: Stand, there: Counters) -> str:
    """Name a friendly unit adjacent to a target, other than the firer itself (5.2 ``adjacent_ban``)."""
    everyone = parkin(situation).reading("adjacent_ban") == "all_friends"
    for near in neighbours(situation, target.hex or 0):
        for other in there.get(near, ()):
            if other.side == stand.side and not is_dummy(other) and (everyone or other.id != stand.id):
                return other.id
    return ""


def offers(situation: Situation, key: str) -> Iterator[Fire | Cancel]:
    """List the targets of a stand; once it has declared one, that it may be cancelled."""
    stand = situation.state.stands[key]
    if not is_turn_of(situation, stand, PHASE):
        return
    if _declared(situation, key):
        yield Cancel(key)
    elif _why_no_weapon(situation, stand) is None:
        there = counters(situation)
        for index in sorted(there):
            target = target_in(situation, stand.side, index, there)
            if target is not None and _shot_fault(situation, stand, target, there) is None:
                yield Fire(key, index)


def _declared(situation: Situation, key: str) -> bool:
    return any(isinstance(order, Fire) and order.stand == key for order in situation.state.declared)


def _fire(order: Fire, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "fire")
    if order.helpers or order.smoke:
        raise Refusal(RULE, "each unit fires by itself, and there is no smoke in these rules")
    why = why_no_fire(ledger.situation, stand, order.target)
    if why is not None:
        raise why
    ledger.record(OrderDeclared(order=order, by=stand.side, rule=TURN))


def _cancel(order: Cancel, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "taking back a target")
    if not _declared(ledger.situation, stand.id):
        raise Refusal(TURN, f"{stand.id} has declared no target")
    ledger.record(OrderWithdrawn(stand=stand.id, rule=TURN))


def end_fire(ledger: Ledger) -> None:
    """Work out all declared shots, in the order in which they were declared (5.2 ``declared_fire``)."""
    shots = [order for order in ledger.state.declared if isinstance(order, Fire)]
    for order in shots:
        if ledger.state.stands[order.stand].on_map:
            _shoot(ledger, order)
        else:
            ledger.record(OrderRefused(order=order, rule=TURN, why="the firer was lost before its turn to fire"))
    if shots:
        ledger.record(OrderWithdrawn(rule=TURN))


def _shoot(ledger: Ledger, order: Fire) -> None:
    situation, stand = ledger.situation, ledger.state.stands[order.stand]
    target = target_in(situation, stand.side, order.target)
    spend(ledger, stand.id)
    if target is None:
        why = "the target is gone already"
        ledger.record(FireResolved(by=stand.id, kind="fire", target=order.target, hits=0, rule=RULE, why=why))
        return
    weapon = sheet(situation, stand)
    roll, hit = _to_hit(ledger, stand, target)
    if hit:
        _record(ledger, order, 1, roll, "")
        strike(ledger, weapon, target.id, half=False, why=f"hit by {stand.profile.short}")
        if weapon.aoe:
            burst(ledger, weapon, order.target, spared=target.id, why=f"near the burst of {stand.profile.short}")
    elif weapon.aoe:
        _miss(ledger, order, stand, roll)
    else:
        _record(ledger, order, 0, roll, "")


def _record(ledger: Ledger, order: Fire, hits: int, rolls: tuple[Roll, ...], why: str) -> None:
    ledger.record(
        FireResolved(by=order.stand, kind="fire", target=order.target, hits=hits, rolls=rolls, rule=RULE, why=why)
    )


def _to_hit(ledger: Ledger, stand: Stand, target: Stand) -> tuple[tuple[Roll, ...], bool]:
    """Roll to hit; at the level adjacent there is no roll."""
    situation = ledger.situation
    _, level, shifts = range_level(situation, stand, target)
    fire = parkin(situation).fire
    if level == 0:
        return (), True
    # Friends who fired before may have shifted the shooter out of all range: a 7 cannot be thrown.
    needs = fire.needs[level] if level <= VERY_LONG else 7
    name = fire.levels[min(level, VERY_LONG)]
    told = ", ".join(f"{what} {amount:+d}" for what, amount in shifts)
    roll = ledger.roll(f"To hit at {name}" + (f" ({told})" if told else ""), 1, needs, RULE, by=stand.id)
    return (roll,), bool(roll.hits)


def _miss(ledger: Ledger, order: Fire, stand: Stand, rolls: tuple[Roll, ...]) -> None:
    """Let an area weapon that missed burst somewhere else (5.7)."""
    situation = ledger.situation
    names = ("How far off", "Scatter, column", "Scatter, row")
    far, column, row = (ledger.roll_total(name, SCATTER, by=stand.id) for name in names)
    to = direction(parkin(situation), column.dice[0], row.dice[0])
    mp = scatter_mp(situation, stand.hex or 0, order.target, far.dice[0])
    centre = NO_HEX if to == DUD else burst_hex(situation, order.target, to, mp)
    lands = f"in {situation.map.number(centre)}" if centre != NO_HEX else "off the map"
    why = "a dud" if to == DUD else f"it bursts {mp} MP {to}, {lands}"
    _record(ledger, order, 0, (*rolls, far, column, row), why)
    if centre != NO_HEX:
        weapon = sheet(situation, stand)
        burst(ledger, weapon, centre, spared="", why=f"near the burst of {stand.profile.short}")


ORDERS = {Fire: _fire, Cancel: _cancel}
