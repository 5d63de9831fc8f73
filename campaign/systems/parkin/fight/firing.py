"""Fire (GR 5.2, 5.6).

Every target is declared before any shot is worked out; when the step ends they are worked out in the order of their
declaration.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import refuse
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.declaring import OrderDeclared, OrderRefused, OrderWithdrawn
from campaign.model.verbs.fire import Fire, FireResolved
from campaign.systems.parkin.actions import why_no_action
from campaign.systems.parkin.clock import acting, is_turn_of
from campaign.systems.parkin.fight.aim import VERY_LONG, range_level, target_in, targets, why_no_shot
from campaign.systems.parkin.fight.ammunition import shots_left, spend
from campaign.systems.parkin.fight.bursts import DUD, burst, burst_hex, direction, scatter_mp, strike
from campaign.systems.parkin.space import parkin, sheet
from maps.grid.hexgrid import NO_HEX

RULE, TURN, SCATTER = "GR 5.6", "GR 5.2", "GR 5.7"
PHASE = "fire"


def why_no_fire(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    """Say why a unit cannot fire at a hex."""
    if why := _why_no_weapon(situation, stand):
        return why
    target, number = target_in(situation, stand.side, index), situation.map.number(index)
    if target is None:
        return Refusal(RULE, f"there is no enemy in {number}")
    fault = why_no_shot(situation, stand, target)
    return None if fault is None else Refusal(fault[0], f"{number} cannot be fired at by {stand.id}: {fault[1]}")


def _why_no_weapon(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit cannot fire at anything this turn."""
    if not sheet(situation, stand).delivery:
        return Refusal(RULE, f"{stand.id} has no ranged weapon")
    if _declared(situation, stand.id):
        return Refusal(TURN, f"{stand.id} has declared its target; cancel that first")
    if shots_left(situation, stand) == 0:
        return Refusal("GR 5.14", f"{stand.id} has no shots left; it must reload")
    return why_no_action(situation, stand)


def offers(situation: Situation, key: str) -> Iterator[Fire | Cancel]:
    """List the targets of a stand; once it has declared one, that it may be cancelled."""
    stand = situation.state.stands[key]
    if not is_turn_of(situation, stand, PHASE):
        return
    if _declared(situation, key):
        yield Cancel(key)
    elif _why_no_weapon(situation, stand) is None:
        yield from (Fire(key, index) for index in targets(situation, stand))


def _declared(situation: Situation, key: str) -> bool:
    return any(isinstance(order, Fire) and order.stand == key for order in situation.state.declared)


def _fire(order: Fire, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "fire")
    if order.helpers or order.smoke:
        raise Refusal(RULE, "each unit fires by itself, and there is no smoke in these rules")
    refuse(why_no_fire(ledger.situation, stand, order.target))
    ledger.record(OrderDeclared(order=order, by=stand.side, rule=TURN))


def _cancel(order: Cancel, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "taking back a target")
    if not _declared(ledger.situation, stand.id):
        raise Refusal(TURN, f"{stand.id} has declared no target")
    ledger.record(OrderWithdrawn(stand=stand.id, rule=TURN))


def end_fire(ledger: Ledger) -> None:
    """Work out all declared shots, in the order of their declaration (5.2 ``declared_fire``)."""
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
        _record(ledger, order, 0, (), "the target is gone already")
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
    roll = ledger.roll(f"To hit at {name}" + (f" ({told})" if told else ""), 1, needs, RULE, by=stand.id, at=target.hex)
    return (roll,), bool(roll.hits)


def _miss(ledger: Ledger, order: Fire, stand: Stand, rolls: tuple[Roll, ...]) -> None:
    """Scatter an area weapon that missed, and burst it there (5.7)."""
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
