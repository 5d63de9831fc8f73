"""Attack hexes: assaults, charges and fire, by the combat that the file gives a kind of unit for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.kit.ruler import around
from campaign.kit.walk import step_now
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Moment, Situation
from campaign.model.things import Stand
from campaign.model.verbs.close import Assault
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.deeds import there
from campaign.systems.own.fight.reactions import receive
from campaign.systems.own.fight.scene import scene_of
from campaign.systems.own.fight.supporting import supporters
from campaign.systems.own.fight.throwing import Blow, spend, strike
from campaign.systems.own.fight.weighing import column
from campaign.systems.own.march.marching import march
from campaign.systems.own.march.ways import path_fault, way
from campaign.systems.own.shape.fighting import Combat
from campaign.systems.own.sight import seen_at
from campaign.systems.own.stands import by_hex, foes_of, here, is_any, rating
from campaign.systems.own.tables import own
from campaign.systems.own.turn.allowed import may, why_not
from campaign.systems.own.turn.stores import lacking, used_by
from campaign.systems.own.words.known import FIRED, FOUGHT, MOVED
from maps.grid.hexgrid import NO_HEX

ASSAULT, CHARGE, FIRE = "assault", "charge", "fire"


class Attack(NamedTuple):
    """An attack that is thought of: its order, the stands, the hex, and where they attack from."""

    what: str
    stands: tuple[Stand, ...]
    target: int
    origin: Mapping[str, int] = {}


def combat_of(situation: Situation, stand: Stand, what: str) -> Combat | None:
    """Find the combat that a stand has by an order; None if these rules give it none."""
    rows = own(situation).rules.combat
    return next((row for row in rows if row.order == what and is_any(own(situation), stand, row.by)), None)


def targets_of(situation: Situation, fight: Combat, stand: Stand, target: int) -> tuple[Stand, ...]:
    """List whom an attack on a hex meets: those in it, or all next to the attacker where these rules say so."""
    foes = foes_of(situation, stand.side)
    found_ = [one for one in foes.get(target, ()) if one.attached_to is None]
    if fight.must == "all adjacent" and found_:
        near = around(situation.map.layout.grid, stand.hex or 0)
        found_ += [one for index in near if index != target for one in foes.get(index, ())]
    return tuple(found_)


def attack_fault(situation: Situation, attack: Attack, by: str) -> Refusal | Fault:
    """Say why an attack is not legal: the fight, each who takes part, the target, and the least odds."""
    first = attack.stands[0]
    fight = combat_of(situation, first, attack.what)
    tables = own(situation)
    if fight is None:
        kind = tables.unit_of(first.profile).kind.replace("_", " ")
        return _no_phase(situation, first, attack.what, by) or (tables.par(), f"{kind} cannot {attack.what} at all")
    rule = tables.par(fight.rule)
    for one in attack.stands:
        why = _part_fault(situation, fight, one, attack, by)
        if why is not None:
            return why
    if len({one.id for one in attack.stands}) < len(attack.stands):
        return rule, "a stand is named twice"
    foes = targets_of(situation, fight, first, attack.target)
    if not foes or not any(is_any(tables, foe, fight.against) for foe in foes):
        return rule, f"nobody is in {situation.map.number(attack.target)} who can be attacked so"
    if fight.range and fight.sees and not seen_at(situation, first.side, attack.target):
        return rule, f"nobody of the side sees {situation.map.number(attack.target)}; bring an eye near it"
    return _least_fault(situation, fight, attack, foes)


def _no_phase(situation: Situation, stand: Stand, what: str, by: str) -> Refusal | None:
    """Say that the phase is not one for it, sooner than that the stand cannot."""
    return why_not(situation, stand, what, by)


def _part_fault(situation: Situation, fight: Combat, one: Stand, attack: Attack, by: str) -> Refusal | Fault:
    """Say why a stand cannot take part in an attack."""
    tables = own(situation)
    rule = tables.par(fight.rule)
    if one.hex is None or one.side != attack.stands[0].side:
        return rule, f"{one.id} cannot take part"
    why = why_not(situation, one, attack.what, by) or lacking(situation, one, attack.what, fight.uses)
    if why is not None:
        return why
    if not is_any(tables, one, fight.by):
        return rule, f"{one.id} cannot take part in {fight.name.lower()}: only {', '.join(fight.by)} can"
    at = attack.origin.get(one.id, one.hex)
    far, reach = situation.map.layout.grid.distance(at, attack.target), rating(tables, one, fight.range)
    if far > (reach if fight.range else 1) or far < 1:
        told = f"{far} hex" + ("" if far == 1 else "es")
        return rule, f"{situation.map.number(attack.target)} is {told} from {one.id}, which reaches {reach or 1}"
    return None if fight.range else _step_fault(situation, one, at, attack.target)


def _step_fault(situation: Situation, one: Stand, at: int, target: int) -> Fault:
    """Say why a stand cannot come to grips over a hexside: what nobody goes over, nobody attacks over."""
    ground, _, now = way(situation, one)
    grid = situation.map.layout.grid
    kind = ground.kinds.at(at, grid.side_towards(at, target))
    taken = step_now(ground, at, target, now)
    plain = ground.at(at, grid.side_towards(at, target))
    if not kind.there or (taken.cost <= 0 and plain.cost <= 0):
        told = taken.why.format(here=situation.map.number(at), there=situation.map.number(target))
        return taken.rule or plain.rule, f"{one.id} cannot attack there: {told}"
    return None


def _least_fault(situation: Situation, fight: Combat, attack: Attack, foes: Sequence[Stand]) -> Fault:
    if not fight.least.text or fight.table is None:
        return None
    scene = scene_of(
        situation, attack.target, [one.id for one in attack.stands], defenders=[foe.id for foe in foes],
        origin=attack.origin,
    )  # fmt: skip
    begun = column(fight, fight.table, scene)
    heads = [head.at for head in fight.table.columns]
    if begun.before >= 0 and heads[begun.before] >= fight.least.at:
        return None
    rule = own(situation).par(fight.rule)
    return rule, f"that is less than {fight.least.text}, the least that may be tried ({begun.words})"


def _assault(order: Assault, by: str, ledger: Ledger) -> None:
    _attacked(ledger, ASSAULT, order.stand, order.helpers, order.target, by)


def _fire(order: Fire, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    if order.smoke:
        raise Refusal(
            own(ledger.situation).par(), f"{stand.id} lays no smoke by fire; smoke is a work, if there is one"
        )
    _attacked(ledger, FIRE, order.stand, order.helpers, order.target, by)


def _attacked(ledger: Ledger, what: str, first: str, helpers: Sequence[str], target: int, by: str) -> None:
    attack, fault = _tried(Moment(ledger.situation), what, (first, *helpers), target, by)
    refuse(fault)
    for one in attack.stands:
        rule = own(ledger.situation).par(own(ledger.situation).rules.move.rule)
        spend(ledger, used_by(ledger.situation, one, what), [one.id], rule=rule)
    resolve(ledger, attack)


@lru_cache(maxsize=16)
def _tried(moment: Moment, what: str, keys: tuple[str, ...], target: int, by: str) -> tuple[Attack, Refusal | Fault]:
    """Give an attack from where stands are, and why it is not legal: in thought one is carried out many times over."""
    stands = tuple(own_stand(moment.situation, key, by) for key in keys)
    attack = Attack(what, stands, target)
    return attack, attack_fault(moment.situation, attack, by)


def resolve(ledger: Ledger, attack: Attack) -> None:
    """Resolve an attack that is legal: those who stand ready first, then guns in support, then the fight."""
    fight = combat_of(ledger.situation, attack.stands[0], attack.what)
    assert fight is not None
    keys = tuple(one.id for one in attack.stands)
    foes = tuple(one.id for one in targets_of(ledger.situation, fight, attack.stands[0], attack.target))
    origin = {one.id: attack.origin.get(one.id, one.hex or 0) for one in attack.stands}
    if attack.what == CHARGE:
        receive(ledger, foes, keys)
    support, helped = supporters(ledger, fight, keys, foes, attack.target)
    fires = FIRED if attack.what == FIRE else FOUGHT
    if there(ledger, keys):
        strike(ledger, Blow(fight, keys, attack.target, foes, origin, support, helped, fires))


def charge_fault(situation: Situation, stand: Stand, path: tuple[int, ...], by: str) -> Refusal | Fault:
    """Say why a stand cannot march so and attack the hex at the end of it."""
    why = why_not(situation, stand, CHARGE, by)
    if why is not None:
        return why
    if len(path) < 2:
        return own(situation).par(), "a charge ends in the hex that is attacked: 0304-0305x0306"
    if len(path) > 2 or path[0] != stand.hex:
        gone = path_fault(situation, stand, path[:-1])
        if gone is not None:
            return gone
    return attack_fault(situation, Attack(CHARGE, (stand,), path[-1], {stand.id: path[-2]}), by)


def charge(ledger: Ledger, stand: Stand, path: tuple[int, ...]) -> None:
    """March to the last hex but one, and attack the last."""
    if len(path) > 2:
        march(ledger, stand, path[:-1])
    now = ledger.state.stands[stand.id]
    if now.on_map and now.hex == path[-2] and foes_of(ledger.situation, stand.side).get(path[-1]):
        resolve(ledger, Attack(CHARGE, (now,), path[-1]))
        fight = combat_of(ledger.situation, now, CHARGE)
        after = ledger.state.stands[stand.id]
        if fight is not None and fight.overrun and after.on_map and after.hex == path[-1]:
            ledger.record(StandMarked(stand=stand.id, off=(MOVED, FOUGHT), rule=own(ledger.situation).par(fight.rule)))


ORDERS = {Assault: _assault, Fire: _fire}


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the attacks of a stand: on each target alone, and with all friends that can help."""
    stand = situation.state.stands[stand_id]
    if not stand.on_map or stand.hex is None:
        return
    does = own(situation).phase_rows[situation.state.clock.phase].does
    if ASSAULT in does and may(situation, stand, ASSAULT):
        yield from _offered(situation, stand, ASSAULT)
    if FIRE in does and may(situation, stand, FIRE):
        yield from _offered(situation, stand, FIRE)


def _offered(situation: Situation, stand: Stand, what: str) -> Iterator[AnyOrder]:
    fight = combat_of(situation, stand, what)
    if fight is None:
        return
    reach, grid = rating(own(situation), stand, fight.range) if fight.range else 1, situation.map.layout.grid
    for target in foes_of(situation, stand.side):
        if grid.distance(stand.hex or 0, target) > reach:
            continue
        helpers = _helpers(situation, stand, target, what, reach)
        for group in ((), helpers) if helpers else ((),):
            attack = Attack(what, (stand, *group), target)
            if attack_fault(situation, attack, stand.side) is None:
                names = tuple(one.id for one in group)
                yield Assault(stand.id, target, names) if what == ASSAULT else Fire(stand.id, target, names)


def _helpers(situation: Situation, stand: Stand, target: int, what: str, reach: int) -> tuple[Stand, ...]:
    """List the friends that can join an attack: next to the target, or within a stand's own range of it."""
    fight, places = combat_of(situation, stand, what), _near(situation, target, reach)
    assert fight is not None
    friends = (one for at in places for one in here(situation, at) if one.side == stand.side and one.id != stand.id)
    able = (one for one in friends if is_any(own(situation), one, fight.by))
    return tuple(
        one for one in able if _part_fault(situation, fight, one, Attack(what, (stand,), target), one.side) is None
    )


def _near(situation: Situation, target: int, reach: int) -> Iterable[int]:
    if reach == 1:
        return (at for at in around(situation.map.layout.grid, target) if at != NO_HEX)
    grid, held = situation.map.layout.grid, sorted(by_hex(situation))
    return (at for at in held if grid.distance(at, target) <= reach)
