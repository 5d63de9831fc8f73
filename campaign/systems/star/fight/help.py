"""Find who helps attacker and defender: stands that join, fire supports, guns (3S 1.7, S-3 to S-5, S-14)."""

from collections.abc import Iterable
from dataclasses import replace

from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.close import Assault
from campaign.model.verbs.fire import Fire
from campaign.systems.star.board import board, distance, para, star
from campaign.systems.star.command.orders import barred_from_attack
from campaign.systems.star.fight.pools import Combat, enough_reach
from campaign.systems.star.march.steps import in_sight
from campaign.systems.star.notices import spotted_by
from campaign.systems.star.turn import Fault, ammunition
from campaign.systems.star.units import in_command, is_artillery, posture_of, row

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
    if not enough_reach(situation, gun, hexes):
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
    own, chain = _chain(situation, gun.formation), _chain(situation, formation)
    return len(own) == 1 or own[0] in chain or own[1] in chain


def _chain(situation: Situation, key: str | None) -> list[str]:
    found: list[str] = []
    while key and key not in found:
        found.append(key)
        formation = situation.state.formations.get(key)
        key = formation.parent if formation is not None else None
    return found


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
    if not enough_reach(situation, helper, hexes) or not sees:
        return rule, f"{helper.id} does not reach {situation.map.number(target)}"
    return None


def defended(situation: Situation, combat: Combat) -> Combat:
    """Add to a combat what helps the defender.

    One fire support of the regiment in another hex, in close combat one core
    stand of it next to the leader that was not attacked in this go, and one gun.
    """
    if not star(situation).flag("defence_help"):
        return combat
    return replace(
        combat,
        neighbours=_neighbour(situation, combat) if combat.close else (),
        defending_overhead=_overhead(situation, combat),
        defending_guns=_gun(situation, combat),
    )


def _neighbour(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    lead_hex, target = combat.lead.hex or 0, combat.target
    for stand in board(situation).of_formation.get(target.formation, ()):
        if stand.id == target.id or is_artillery(situation, target) or not row(situation, stand).attacks:
            continue
        near = distance(situation, stand.hex or 0, lead_hex) == 1 and not is_artillery(situation, stand)
        if near and "target" not in stand.marks and in_command(situation, stand):
            return (stand,)
    return ()


def _overhead(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    target = combat.target
    for stand in stands_of(situation, target.side):
        if stand.hex == target.hex or stand.formation != target.formation or row(situation, stand).role != "support":
            continue
        if overhead_fault(situation, stand, target.formation, combat.lead.hex or 0) is None:
            return (stand,)
    return ()


def _gun(situation: Situation, combat: Combat) -> tuple[Stand, ...]:
    """Pick the first gun that may fire on the leader's hex and is not kept in reserve."""
    if star(situation).word("defence_artillery") == "never":
        return ()
    target, place = combat.target, combat.lead.hex or 0
    for stand in stands_of(situation, target.side):
        if stand.id == target.id or not is_artillery(situation, stand) or "reserved" in stand.marks:
            continue
        if gun_help_fault(situation, stand, target.formation, place) is None:
            return (stand,)
    return ()
