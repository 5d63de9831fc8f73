"""Attack in the go: distant fire and close combat (3S 1.12, S-1 to S-5, S-10).

An order names the leader, the target hex and whoever helps: core stands that
join, fire supports that fire overhead, guns. What helps the defender is
found by itself (S-5).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from campaign.engine.ledger import Ledger
from campaign.kit.authority import own_stand
from campaign.kit.pools import Pool, pool_size
from campaign.kit.ruler import disc
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Moment, Situation
from campaign.model.things import Stand
from campaign.model.verbs.close import Assault, FightResolved
from campaign.model.verbs.fire import Fire, FireResolved
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.command.orders import barred_from_attack
from campaign.systems.star.fight.help import able_helpers, defended, help_fault, sorted_helpers
from campaign.systems.star.fight.pools import (
    Combat,
    attack_pool,
    defence_pool,
    enough_reach,
    fire_reach,
    needs,
    roll_pairs,
    status_of,
)
from campaign.systems.star.fight.results import attackers_suffer, fall_backs, open_pursuit, suffer
from campaign.systems.star.march.steps import in_sight
from campaign.systems.star.turn import Fault, ammunition, go_fault, mark, mark_formation, refuse, spend_round
from campaign.systems.star.units import is_artillery, posture_of, riders_of, row


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the attacks of a stand: alone, with all that can help but guns, and with guns too; less help is legal."""
    stand = situation.state.stands[stand_id]
    if stand.hex is None or _lead_fault(situation, stand) is not None:
        return
    reach = max(1, fire_reach(situation, stand))
    for target in sorted(board(situation).enemy[stand.side] & set(disc(board(situation).grid, stand.hex, reach))):
        for kind in (Assault, Fire):
            yield from _attacks(situation, stand, target, kind)


def _attacks(situation: Situation, stand: Stand, target: int, kind: type[Assault | Fire]) -> Iterator[AnyOrder]:
    close = kind is Assault
    if attack_fault(situation, stand, kind(stand.id, target)) is not None:
        return
    yield kind(stand.id, target)
    joining, overhead, guns = able_helpers(situation, stand, target, close=close)
    shown: set[tuple[str, ...]] = {()}
    for helpers in ((*joining, *overhead), (*joining, *overhead, *guns)):
        if helpers not in shown:
            shown.add(helpers)
            yield kind(stand.id, target, helpers)


def attack_fault(situation: Situation, stand: Stand, order: Assault | Fire) -> Fault:
    """Say why an attack is not legal."""
    close = isinstance(order, Assault)
    if isinstance(order, Fire) and order.smoke:
        return para(situation, "S-1"), "there is no smoke in these rules"
    return (
        _lead_fault(situation, stand)
        or _target_fault(situation, stand, order.target, close=close)
        or help_fault(situation, stand, order)
    )


def _lead_fault(situation: Situation, stand: Stand) -> Fault:
    rule, kind = para(situation, "S-2"), row(situation, stand)
    if kind.role != "core":
        return rule, f"{stand.id} is a support: it fights with the core stand in its hex"
    if not kind.attacks or kind.independent:
        what = "fires in the artillery phase, F" if kind.independent else "defends in close combat only"
        return rule, f"{stand.id} {what}; it leads no attack"
    return go_fault(situation, stand, "an attack") or _able_fault(situation, stand)


def _able_fault(situation: Situation, stand: Stand) -> Fault:
    if "attacked" in stand.marks and "extra_attack" not in stand.marks:
        return para(situation, "S-3"), f"{stand.id} has taken part in an attack in this go"
    posture = posture_of(situation, stand)
    if posture not in {"move", "hold"}:
        return para(situation, "S-2"), f"{stand.id} is on {posture or 'no order'}; Move and Hold attack"
    if "strategic" in stand.marks:
        return para(situation, "1.6"), f"{stand.id} made a strategic move and starts no combat"
    if "working" in stand.marks:
        return para(situation, "1.14"), f"{stand.id} works with its engineers in this round"
    free = posture == "hold" and star(situation).flag("hold_out_of_command")
    if not free and barred_from_attack(situation, stand):
        why = f"{stand.id} is out of command: within {star(situation).command_range} hexes of its HQ it may attack"
        return para(situation, "1.7" if posture == "move" else "S-2"), why
    return None


def _target_fault(situation: Situation, stand: Stand, target: int, *, close: bool) -> Fault:
    enemy = board(situation).core.get(target)
    if enemy is None or enemy.side == stand.side or stand.hex is None:
        return para(situation, "S-3"), "there is no enemy stand in that hex"
    number, hexes = situation.map.number(target), distance(situation, stand.hex, target)
    if "target" in enemy.marks and "extra_attack" not in stand.marks:
        return para(situation, "S-3"), f"{number} was attacked in this go"
    if close:
        if hexes != 1:
            return para(situation, "S-1"), f"{number} is {hexes} hexes off; close combat is against the next hex"
        fire_only = posture_of(situation, stand) == "hold" and star(situation).word("hold_attacks") == "fire"
        return (para(situation, "S-2"), "on Hold stands only fire") if fire_only else None
    return _fire_fault(situation, stand, target, hexes)


def _fire_fault(situation: Situation, stand: Stand, target: int, hexes: int) -> Fault:
    number = situation.map.number(target)
    if situation.state.clock.night:
        return para(situation, "S-19"), "there is no distant fire at night"
    if "extra_attack" in stand.marks:
        return para(situation, "S-13"), f"{stand.id} may make one more close attack, no fire"
    if hexes == 1 and star(situation).word("attack_at_1") == "close":
        return para(situation, "S-1"), f"{number} is next to {stand.id}: that is close combat, K"
    if hexes > fire_reach(situation, stand):
        why = f"{number} is {hexes} hexes off; {stand.id} reaches {fire_reach(situation, stand)}"
        return para(situation, "S-1"), why
    if not in_sight(situation, stand.hex or 0, target):
        return para(situation, "S-1"), f"{stand.id} does not see {number}"
    return None


class _Drawn(NamedTuple):
    """A combat before the dice: who takes part, what each side rolls, and what hits (``star_chart.needs``)."""

    combat: Combat
    attack: Pool
    hit_by: tuple[int, int, int]
    answer: Pool
    answered_by: tuple[int, int, int]


@lru_cache(maxsize=16)
def _begun(moment: Moment, order: Assault | Fire, by: str) -> _Drawn:
    """Draw up a combat, or refuse it; kept, since it is what all plays of a simulated fight have in common."""
    situation = moment.situation
    stand = own_stand(situation, order.stand, by)
    refuse(attack_fault(situation, stand, order))
    close, tables = isinstance(order, Assault), star(situation)
    combat = defended(situation, sorted_helpers(situation, stand, order, close=close))
    own, other = status_of(situation, combat.lead), status_of(situation, combat.target)
    return _Drawn(
        combat, attack_pool(situation, combat), needs(tables, "attacker", own, other),
        defence_pool(situation, combat), needs(tables, "defender", other, own),
    )  # fmt: skip


def _attack(order: Assault | Fire, by: str, ledger: Ledger) -> None:
    drawn = _begun(Moment(ledger.situation), order, by)
    combat, close = drawn.combat, drawn.combat.close
    rolls = _rolls(ledger, drawn)
    _spend(ledger, combat)
    hits = {roll.by: roll.hits for roll in rolls}
    on_defender, on_attackers = hits.get(combat.lead.id, 0), hits.get(combat.target.id, 0)
    _tell(ledger, combat, rolls, (on_attackers, on_defender))
    rule, what = para(ledger.situation, "S-11"), "close combat" if close else "fire"
    suffer(ledger, combat.target.id, on_defender, rule=rule, why=what)
    attackers_suffer(ledger, combat, on_attackers, why=what)
    if close:
        fall_backs(ledger, combat, on_attackers, on_defender)
        if "extra_attack" not in combat.lead.marks:
            open_pursuit(ledger, combat)
    mark(ledger, combat.lead.id, off=("extra_attack",), rule=rule)


def _rolls(ledger: Ledger, drawn: _Drawn) -> tuple[Roll, ...]:
    """Roll for both sides; losses come off when both have rolled (S-11)."""
    rule, combat = para(ledger.situation, "1.12"), drawn.combat
    rolls = [roll_pairs(ledger, "Attack", drawn.attack, drawn.hit_by, rule, by=combat.lead.id)]
    if pool_size(drawn.answer):
        rolls.append(roll_pairs(ledger, "Defence", drawn.answer, drawn.answered_by, rule, by=combat.target.id))
    return tuple(rolls)


def _spend(ledger: Ledger, combat: Combat) -> None:
    """Mark who took part, and take the guns' ammunition (S-3, S-14, S-15)."""
    rule = para(ledger.situation, "S-3")
    for one in (combat.lead, *combat.joining, *combat.overhead, *riders_of(ledger.situation, combat.lead)):
        mark(ledger, one.id, on=("attacked", "revealed"), rule=rule)
    for one in (*combat.neighbours, *combat.defending_overhead):
        mark(ledger, one.id, on=("revealed",), rule=rule)
    mark(ledger, combat.target.id, on=("target", "revealed") if combat.close else ("target",), rule=rule)
    for gun in (*combat.guns, *combat.defending_guns, *_answering_gun(ledger.situation, combat)):
        spend_round(ledger, gun)
    mark_formation(ledger, combat.lead.formation, on=("attacking",), rule=rule)


def _answering_gun(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    """Give the target if it is a gun that answered fire."""
    target = combat.target
    hexes = distance(situation, target.hex or 0, combat.lead.hex or 0)
    fires = is_artillery(situation, target) and not combat.close and enough_reach(situation, target, hexes)
    return (target,) if fires and ammunition(situation, target) > 0 else ()


def _tell(ledger: Ledger, combat: Combat, rolls: tuple[Roll, ...], hits: tuple[int, int]) -> None:
    rule = para(ledger.situation, "1.12")
    on_attackers, on_defender = hits
    target = combat.target.hex or 0
    if not combat.close:
        ledger.record(
            FireResolved(by=combat.lead.id, kind="fire", target=target, hits=on_defender, rule=rule, rolls=rolls)
        )
        return
    attackers = tuple(s.id for s in chain((combat.lead,), combat.joining))
    with_target = tuple(s.id for s in riders_of(ledger.situation, combat.target))
    ledger.record(
        FightResolved(place=str(target), attackers=attackers, defenders=(combat.target.id, *with_target),
                      hits_on_attackers=on_attackers, hits_on_defenders=on_defender, rule=rule, rolls=rolls)
    )  # fmt: skip


ORDERS = {Assault: _attack, Fire: _attack}
