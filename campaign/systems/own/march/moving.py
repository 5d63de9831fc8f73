"""March, charge, change stance, turn, and ride: the orders that move stands."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import Fault, own_stand, refuse
from campaign.kit.groups import grouped
from campaign.kit.walk import laid
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.act import Act
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.face import Face
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.noting import StandCounted
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.fight.attack import CHARGE, charge, charge_fault, combat_of
from campaign.systems.own.fight.deeds import take_stance
from campaign.systems.own.march.marching import march
from campaign.systems.own.march.room import why_no_room, without_room
from campaign.systems.own.march.ways import SPENT, allowance, found, path_fault
from campaign.systems.own.stands import foes_of, here, is_any, next_to_foes, stance_of
from campaign.systems.own.tables import own
from campaign.systems.own.turn.allowed import may, why_not
from campaign.systems.own.turn.stores import lacking
from campaign.systems.own.words.amounts import NEVER, POINT, Paid
from campaign.systems.own.words.known import MOVED
from maps.problems import did_you_mean


def move_fault(situation: Situation, stand: Stand, order: Move, by: str) -> Refusal | Fault:
    """Say why a march, or a charge, is not legal."""
    tables = own(situation)
    rule = tables.par(tables.rules.move.rule)
    if order.transport:
        return rule, "these rules have no march in transport; who rides gets on its carrier, E"
    if order.attack:
        return charge_fault(situation, stand, order.path, by)
    if len(order.path) < 2 or order.path[-1] == order.path[0]:
        return rule, f"a path leads from where {stand.id} is to another hex"
    barred = why_not(situation, stand, "march", by) or lacking(situation, stand, "march")
    why = barred or path_fault(situation, stand, order.path)
    crowded = "" if why else why_no_room(situation, stand, order.path[-1])
    return (tables.par(tables.rules.stack.rule, tables.rules.move.rule), crowded) if crowded else why


def _move(order: Move, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(move_fault(ledger.situation, stand, order, by))
    if order.attack:
        charge(ledger, stand, order.path)
        return
    march(ledger, stand, order.path)


def stance_fault(situation: Situation, stand: Stand, order: Act, by: str) -> Refusal | Fault:
    """Say why a stand cannot take a stance."""
    tables = own(situation)
    row = tables.stances.get(order.action)
    if row is None:
        return tables.par(), f"there is no stance {order.action!r}; {did_you_mean(order.action, tables.stances)}"
    rule = tables.par(row.rule)
    if order.target is not None:
        return rule, f"{row.key} is taken where the stand is; leave the hex out"
    if not is_any(tables, stand, row.kinds):
        return rule, f"{stand.id} cannot form {row.key}; only {', '.join(row.kinds)} can"
    if stance_of(tables, stand) == row.key:
        return rule, f"{stand.id} is in {row.key} already"
    if row.change.how == NEVER:
        return rule, f"nobody forms {row.key} by order"
    if row.change.points * POINT > allowance(situation, stand):
        return rule, f"to form {row.key} takes {row.change.points} points, and {stand.id} has fewer"
    return why_not(situation, stand, "form", by)


def _act(order: Act, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(stance_fault(ledger.situation, stand, order, by))
    row = own(ledger.situation).stances[order.action]
    rule = own(ledger.situation).par(row.rule)
    take_stance(ledger, stand, row.key, rule=rule)
    pay(ledger, stand.id, row.change, rule=rule)


def pay(ledger: Ledger, key: str, paid: Paid, *, rule: str) -> None:
    """Take what something costs off a stand's move: the whole of it, or so many points."""
    if paid.how:
        ledger.record(StandMarked(stand=key, on=(MOVED,), rule=rule))
    elif paid.points:
        spent = TALLIES(ledger.state.stands[key]).get(SPENT, 0) + int(paid.points * POINT)
        ledger.record(StandCounted(stand=key, counts={SPENT: spent}, rule=rule))


def turn_fault(situation: Situation, stand: Stand, order: Face, by: str) -> Refusal | Fault:
    """Say why a stand cannot turn."""
    tables = own(situation)
    row = tables.rules.facing
    if row is None:
        return tables.par(), "these rules have no facing: stands look all ways"
    if stand.facing == order.facing:
        return tables.par(row.rule), f"{stand.id} faces that way already"
    if row.turn.points * POINT > allowance(situation, stand):
        return tables.par(row.rule), f"to turn takes {row.turn.points} points, and {stand.id} has fewer"
    return why_not(situation, stand, "form", by)


def _face(order: Face, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(turn_fault(ledger.situation, stand, order, by))
    row = own(ledger.situation).rules.facing
    assert row is not None
    rule = own(ledger.situation).par(row.rule)
    ledger.record(StandMarked(stand=stand.id, facing=order.facing, rule=rule))
    pay(ledger, stand.id, row.turn, rule=rule)


def ride_fault(situation: Situation, stand: Stand, carrier: str, by: str) -> Refusal | Fault:
    """Say why a stand cannot get on another."""
    tables, other = own(situation), situation.state.stands.get(carrier)
    rows = tables.rules.carry
    rule = tables.par(rows[0].rule if rows else "")
    if other is None or other.side != stand.side or other.hex != stand.hex or other.id == stand.id:
        return rule, f"{carrier} is not with {stand.id}; go into its hex first"
    row = next((one for one in rows if is_any(tables, other, one.by) and is_any(tables, stand, one.takes)), None)
    if row is None:
        return rule, f"{carrier} does not carry {stand.id}"
    if stand.attached_to is not None or other.attached_to is not None:
        return tables.par(row.rule), f"{stand.id if stand.attached_to else carrier} is carried already"
    aboard = [one for one in here(situation, other.hex or 0) if one.attached_to == carrier]
    if sum(one.points for one in (*aboard, stand)) > row.steps:
        return tables.par(row.rule), f"{carrier} carries {row.steps} steps and no more"
    return why_not(situation, stand, "carry", by)


def _embark(order: Embark, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(ride_fault(ledger.situation, stand, order.carrier, by))
    _ridden(ledger, stand, order.carrier)


def _ridden(ledger: Ledger, stand: Stand, carrier: str | None) -> None:
    """Put a stand on another, or off it; what that takes of the move, the file says."""
    tables = own(ledger.situation)
    other = ledger.state.stands[carrier or stand.attached_to or stand.id]
    row = next(one for one in tables.rules.carry if is_any(tables, other, one.by))
    paid = row.on if carrier is not None else row.off
    rule = tables.par(row.rule)
    for key in sorted({stand.id, other.id}):
        pay(ledger, key, paid, rule=rule)
    ledger.record(StandMarked(stand=stand.id, attached_to=carrier, rule=rule))


def _debark(order: Debark, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(off_fault(ledger.situation, stand, by))
    _ridden(ledger, stand, None)


def off_fault(situation: Situation, stand: Stand, by: str) -> Refusal | Fault:
    """Say why a stand cannot get off."""
    if stand.attached_to is None:
        return own(situation).par(), f"nobody carries {stand.id}"
    return why_not(situation, stand, "carry", by)


ORDERS = {Move: _move, Act: _act, Face: _face, Embark: _embark, Debark: _debark}


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the marches, charges and changes of a stand."""
    stand = situation.state.stands[stand_id]
    if not stand.on_map or stand.hex is None:
        return
    does = own(situation).phase_rows[situation.state.clock.phase].does
    if "march" in does and may(situation, stand, "march") and lacking(situation, stand, "march") is None:
        yield from _marches(situation, stand)
    if "charge" in does:
        yield from _charges(situation, stand)
    if "form" in does and may(situation, stand, "form"):
        yield from _changes(situation, stand)
    if "carry" in does and may(situation, stand, "carry"):
        yield from _rides(situation, stand)


def may_march(situation: Situation, stand: Stand) -> bool:
    """Whether a stand may march in this phase, whatever lies about it; a charge is no march."""
    # Of most phases it is known without a look at the stand.
    return "march" in own(situation).phase_rows[situation.state.clock.phase].does and may(situation, stand, "march")


def _marches(situation: Situation, stand: Stand) -> Iterator[AnyOrder]:
    walked = found(situation, stand)
    shut = {stand.hex, *without_room(situation, stand, walked.cost)}
    first = next((goal for goal in walked.cost if goal not in shut), None)
    if first is not None:
        # Most ask only whether there is one: the others are laid for who asks on.
        yield Move(stand.id, walked.path_to(first))
        shut.add(first)
        yield from (Move(stand.id, path) for goal, path in laid(walked.paths).items() if goal not in shut)


def _charges(situation: Situation, stand: Stand) -> Iterator[AnyOrder]:
    """List the charges of a stand: a shortest way next to each enemy that it can come to."""
    fight = combat_of(situation, stand, CHARGE)
    if fight is None or not may(situation, stand, CHARGE) or stand.hex is None:
        return
    walked, near = found(situation, stand), next_to_foes(situation, stand.side)
    starts = grouped((foe, at) for at in walked.cost.keys() & near.keys() for foe in near[at])
    for foe in filter(starts.__contains__, foes_of(situation, stand.side) if starts else ()):
        at = min(starts[foe], key=lambda index: (walked.cost[index], index))
        order = Move(stand.id, (*walked.path_to(at), foe), attack=True)
        if charge_fault(situation, stand, order.path, stand.side) is None:
            yield order


def _changes(situation: Situation, stand: Stand) -> Iterator[AnyOrder]:
    for stance in own(situation).stances:
        order = Act(stand.id, stance)
        if stance_fault(situation, stand, order, stand.side) is None:
            yield order
    if own(situation).rules.facing is not None:
        turns = (Face(stand.id, side) for side in range(6))
        yield from (order for order in turns if turn_fault(situation, stand, order, stand.side) is None)


def _rides(situation: Situation, stand: Stand) -> Iterator[AnyOrder]:
    if stand.attached_to is not None:
        yield Debark(stand.id)
        return
    for other in here(situation, stand.hex or 0):
        if ride_fault(situation, stand, other.id, stand.side) is None:
            yield Embark(stand.id, other.id)
