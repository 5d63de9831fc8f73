"""Attack in the go, and find who helps: distant fire and close combat (3S 1.7, 1.12, S-1 to S-5, S-10, S-14).

An order names the leader, the target hex and whoever helps: core stands that join, fire supports that fire overhead,
guns. What helps the defender is found by itself (S-5).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.kit.pools import Pool, pool_size
from campaign.kit.ruler import disc
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand, chain_of
from campaign.model.verbs.close import Assault, FightResolved
from campaign.model.verbs.fire import Fire, FireResolved
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.command.orders import barred_from_attack
from campaign.systems.star.fight import pools
from campaign.systems.star.fight.pools import Combat
from campaign.systems.star.fight.results import attackers_suffer, fall_backs, open_pursuit, suffer
from campaign.systems.star.march.steps import in_sight
from campaign.systems.star.notices import spotted_by
from campaign.systems.star.turn import ammunition, go_fault, mark, mark_formation, spend_round
from campaign.systems.star.units import in_command, is_artillery, posture_of, riders_of, row

Helpers = tuple[str, ...]
_Stands = tuple[Stand, ...]


def help_fault(situation: Situation, stand: Stand, order: Assault | Fire) -> Fault:
    """Say why somebody cannot help an attack, or too many do."""
    close = isinstance(order, Assault)
    rule = para(situation, "S-3")
    if len(set(order.helpers)) < len(order.helpers) or stand.id in order.helpers:
        return rule, "each stand helps once, and the leader leads"
    counts = {"join": 0, "overhead": 0, "gun": 0}
    for key in order.helpers:
        helper = situation.state.stands.get(key)
        if helper is None or not helper.on_map or helper.side != stand.side:
            return rule, f"there is no unit {key!r} under your command that could help"
        counts[_kind(situation, helper)] += 1
        fault = _one_fault(situation, stand, helper, order.target, close=close)
        if fault is not None:
            return fault
    tables = star(situation)
    if counts["join"] > tables.whole("join_max"):
        return rule, f"no more than {tables.whole('join_max')} stands join an attack"
    if counts["gun"] > tables.whole("artillery_per_attack"):
        return para(situation, "S-4"), f"no more than {tables.whole('artillery_per_attack')} guns support an attack"
    return None


def able_helpers(situation: Situation, stand: Stand, target: int, *, close: bool) -> tuple[Helpers, Helpers, Helpers]:
    """List who can help an attack, as many as may: those that join, fire supports, guns."""
    tables, friends = star(situation), sorted(stands_of(situation, stand.side), key=lambda one: one.id)
    near = [one for one in friends if is_artillery(situation, one) or one.formation == stand.formation]
    able = [
        one for one in near if one.id != stand.id and _one_fault(situation, stand, one, target, close=close) is None
    ]
    joining, overhead, guns = (tuple(one.id for one in part) for part in _parts(situation, able))
    return joining[: tables.whole("join_max")], overhead, guns[: tables.whole("artillery_per_attack")]


def sorted_helpers(situation: Situation, stand: Stand, order: Assault | Fire, *, close: bool) -> Combat:
    """Give an attack with its helpers sorted by their part in it."""
    parts = _parts(situation, [situation.state.stands[key] for key in order.helpers])
    return Combat(close, stand, *parts, board(situation).core[order.target])


def overhead_fault(situation: Situation, helper: Stand, formation: str, target: int) -> Fault:
    """Say why a fire support cannot fire overhead for another stand of its regiment (1.7, S-4)."""
    rule, kind = para(situation, "S-4"), row(situation, helper)
    host = board(situation).core.get(helper.hex or 0)
    if not kind.overhead or host is None:
        return rule, f"{helper.id} cannot fire overhead"
    if host.formation != formation:
        return rule, f"{helper.id} is not of the regiment"
    if barred_from_attack(situation, host):
        return para(situation, "1.7"), f"{host.id}, with which {helper.id} is, is out of command"
    hexes = distance(situation, helper.hex or 0, target)
    if not 1 <= hexes <= kind.reach:
        return rule, f"{situation.map.number(target)} is {hexes} hexes from {helper.id}, which reaches {kind.reach}"
    return None


def gun_help_fault(situation: Situation, gun: Stand, formation: str, target: int) -> Fault:
    """Say why a gun cannot support a combat of a regiment (S-4, S-14, S-15)."""
    rule, number = para(situation, "S-14"), situation.map.number(target)
    hexes = distance(situation, gun.hex or 0, target)
    if not pools.enough_reach(situation, gun, hexes):
        least, most = star(situation).combat.minimum_artillery_range, row(situation, gun).reach
        return rule, f"{number} is {hexes} hexes from {gun.id}, which fires {least} to {most}"
    if ammunition(situation, gun) < 1:
        return rule, f"{gun.id} has no ammunition left in this round"
    if "moved" in gun.marks:
        return rule, f"{gun.id} has moved in this round"
    if not serves(situation, gun, formation):
        return para(situation, "S-15"), f"{gun.id} serves another corps or division"
    if not spotted_by(situation, gun, target):
        return para(situation, "S-15"), f"nobody spots {number} for {gun.id}"
    return None


def serves(situation: Situation, gun: Stand, formation: str) -> bool:
    """Whether a gun supports a regiment: it is of it, of a formation above it, or of the same one, or stands alone."""
    own, above = ([link.id for link in chain_of(situation.state.formations, key)] for key in (gun.formation, formation))
    return len(own) == 1 or own[0] in above or own[1] in above


def _kind(situation: Situation, helper: Stand) -> str:
    if row(situation, helper).role != "core":
        return "overhead"
    return "gun" if is_artillery(situation, helper) else "join"


def _parts(situation: Situation, helpers: Iterable[Stand]) -> tuple[_Stands, _Stands, _Stands]:
    """Sort helpers by their part in an attack: those that join, fire supports, guns."""
    kinds = [(_kind(situation, one), one) for one in helpers]
    joining, overhead, guns = (tuple(o for kind, o in kinds if kind == part) for part in ("join", "overhead", "gun"))
    return joining, overhead, guns


def _one_fault(situation: Situation, stand: Stand, helper: Stand, target: int, *, close: bool) -> Fault:
    kind = _kind(situation, helper)
    if "extra_attack" in stand.marks:
        return para(situation, "S-13"), f"{stand.id} pursues alone with what is with it"
    if kind == "gun":
        return gun_help_fault(situation, helper, stand.formation, target)
    if kind == "join":
        return _join_fault(situation, stand, helper, target, close=close)
    if helper.hex == stand.hex:
        return para(situation, "S-4"), f"{helper.id} is with {stand.id} and fights with it anyway"
    if "attacked" in helper.marks:
        return para(situation, "S-3"), f"{helper.id} has taken part in an attack in this go"
    host = board(situation).core.get(helper.hex or 0)
    if host is not None and (posture_of(situation, host) not in {"move", "hold"} or "strategic" in host.marks):
        return para(situation, "S-4"), f"{host.id}, with which {helper.id} is, may not attack"
    return overhead_fault(situation, helper, stand.formation, target)


def _join_fault(situation: Situation, stand: Stand, helper: Stand, target: int, *, close: bool) -> Fault:
    rule, kind = para(situation, "S-3"), row(situation, helper)
    hexes = distance(situation, helper.hex or 0, target)
    if helper.formation != stand.formation or not kind.attacks:
        return rule, f"{helper.id} is no stand of {stand.formation} that attacks"
    if posture_of(situation, helper) not in {"move", "hold"} or helper.marks & {"attacked", "strategic", "working"}:
        return para(situation, "S-2"), f"{helper.id} is not on Move or Hold, has attacked, moved strategically or works"
    free = posture_of(situation, helper) == "hold" and star(situation).flag("hold_out_of_command")
    if not free and barred_from_attack(situation, helper):
        return para(situation, "1.7"), f"{helper.id} is out of command and joins no attack"
    if close:
        return None if hexes == 1 else (rule, f"{helper.id} is not next to {situation.map.number(target)}")
    if hexes == 1 and star(situation).word("attack_at_1") == "close":
        return rule, f"{helper.id} is next to {situation.map.number(target)} and does not fire at it"
    sees = in_sight(situation, helper.hex or 0, target)
    if not pools.enough_reach(situation, helper, hexes) or not sees:
        return rule, f"{helper.id} does not reach {situation.map.number(target)}"
    return None


def defended(situation: Situation, combat: Combat) -> Combat:
    """Add to a combat what helps the defender.

    One fire support of the regiment in another hex, in close combat one core stand of it next to the leader that was
    not attacked in this go, and one gun.
    """
    if not star(situation).flag("defence_help"):
        return combat
    return replace(
        combat,
        neighbours=tuple(islice(_neighbours(situation, combat), 1)),
        defending_overhead=tuple(islice(_overhead(situation, combat), 1)),
        defending_guns=tuple(islice(_guns(situation, combat), 1)),
    )


def _neighbours(situation: Situation, combat: Combat) -> Iterator[Stand]:
    lead_hex, target = combat.lead.hex or 0, combat.target
    regiment = board(situation).of_formation.get(target.formation, ())
    for stand in regiment if combat.close and not is_artillery(situation, target) else ():
        able = row(situation, stand).attacks and not is_artillery(situation, stand) and "target" not in stand.marks
        near = stand.id != target.id and distance(situation, stand.hex or 0, lead_hex) == 1
        if able and near and in_command(situation, stand):
            yield stand


def _overhead(situation: Situation, combat: Combat) -> Iterator[Stand]:
    target, place = combat.target, combat.lead.hex or 0
    for stand in stands_of(situation, target.side):
        own = stand.formation == target.formation and row(situation, stand).role == "support"
        if own and stand.hex != target.hex and overhead_fault(situation, stand, target.formation, place) is None:
            yield stand


def _guns(situation: Situation, combat: Combat) -> Iterator[Stand]:
    """List the guns that may fire on the leader's hex and are not kept in reserve."""
    target, place = combat.target, combat.lead.hex or 0
    never = star(situation).word("defence_artillery") == "never"
    for stand in stands_of(situation, target.side) if not never else ():
        able = stand.id != target.id and is_artillery(situation, stand) and "reserved" not in stand.marks
        if able and gun_help_fault(situation, stand, target.formation, place) is None:
            yield stand


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the attacks of a stand: alone, with all that can help but guns, and with guns too; less help is legal."""
    stand = situation.state.stands[stand_id]
    if stand.hex is None or _lead_fault(situation, stand) is not None:
        return
    reach = max(1, pools.fire_reach(situation, stand))
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
    if hexes > pools.fire_reach(situation, stand):
        why = f"{number} is {hexes} hexes off; {stand.id} reaches {pools.fire_reach(situation, stand)}"
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
    own, other = pools.status_of(situation, combat.lead), pools.status_of(situation, combat.target)
    return _Drawn(
        combat, pools.attack_pool(situation, combat), pools.needs(tables, "attacker", own, other),
        pools.defence_pool(situation, combat), pools.needs(tables, "defender", other, own),
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
    rolls = [pools.roll_pairs(ledger, "Attack", drawn.attack, drawn.hit_by, rule, by=combat.lead.id)]
    if pool_size(drawn.answer):
        rolls.append(pools.roll_pairs(ledger, "Defence", drawn.answer, drawn.answered_by, rule, by=combat.target.id))
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
    fires = is_artillery(situation, target) and not combat.close and pools.enough_reach(situation, target, hexes)
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
