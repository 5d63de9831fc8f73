"""
Move units (3.4 to 3.6), and overrun guns (3.10).

A move is made once in a movement phase, of any length up to the allowance.
``M 0101-0201-0301`` moves; ``A 0101-0201x0301`` goes into contact with the gun
in the last hex.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Reach
from campaign.kit.control import take_ground
from campaign.model.situation import stands_at, stands_of
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.march.allowance import allowance
from campaign.systems.d3.march.ways import field_of, find_ways
from campaign.systems.d3.space import hex_inches, measure
from campaign.systems.d3.turns import acting_stand
from campaign.systems.d3.units import d3, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from campaign.systems.d3.march.ways import Field, Path

__all__ = ["FRAGMENTS_PER_INCH", "ORDERS", "offers", "overruns", "reach", "why_not"]

FRAGMENTS_PER_INCH = 100
_MOVE, _GROUND, _ZONE, _OVERRUN = "D3 3.4", "D3 3.5", "D3 3.6", "D3 3.10"


def _move(order: Move, by: str, ledger: Ledger) -> None:
    stand = acting_stand(ledger.situation, order.stand, by, "a move", "move")
    refusal = why_not(ledger.situation, stand, order)
    if refusal is not None:
        raise refusal
    path = order.path
    victims = stands_at(ledger.situation, path[-1]) if order.attack else []
    destroyed = bool(victims) and _is_overrun(ledger.situation, victims[0])
    if victims and destroyed:
        why = f"{stand.id} moved into contact"
        ledger.record(StandGone(stand=victims[0].id, how="overrun", rule=_OVERRUN, why=why))
    enters = not order.attack or (destroyed and bool(d3(ledger.situation).readings["overrun_enters"]))
    _go(ledger, stand, path if enters else path[:-1])


def _go(ledger: Ledger, stand: Stand, path: Path) -> None:
    inches = hex_inches(ledger.situation) * (len(path) - 1)
    if inches:
        fragments = int(inches * FRAGMENTS_PER_INCH)
        ledger.record(StandMoved(stand=stand.id, path=path, fragments=fragments, rule=_MOVE))
        take_ground(ledger, stand.side, path[1:], rule="D3 3.13")
    far = inches > d3(ledger.situation).movement.step
    on = ("moved", "moved_far") if far else ("moved",)
    off = ("smoked",) if far and "smoked" in stand.marks else ()
    ledger.record(StandMarked(stand=stand.id, on=on, off=off, rule=_MOVE if not off else "D3 3.11"))


ORDERS = {Move: _move}


def offers(situation: Situation, stand: Stand) -> Iterator[Move]:
    """List the moves of a stand: the least path to each hex, and to each gun it can go into contact with."""
    clock = situation.state.clock
    if clock.phase != "move" or clock.side not in {"", stand.side} or not stand.on_map or _why_still(stand):
        return
    field = field_of(situation, stand)
    for index, path in sorted(find_ways(field).items()):
        if index not in field.friends and index not in field.enemies:
            yield Move(stand.id, path)
    for target in _guns_near(situation, stand, field):
        contact = _unstopping(situation, field, target)
        ways = find_ways(field, contact=contact, goal=target.hex, no_front=_no_front(situation, field, target))
        if target.hex in ways:
            yield Move(stand.id, ways[target.hex], attack=True)


def reach(situation: Situation, key: str) -> Reach:
    """Find where a stand can go this turn; cost in hundredths of an inch."""
    stand = situation.state.stands[key]
    if not stand.on_map or stand.hex is None:
        return Reach({}, {}, 0)
    per_hex = hex_inches(situation) * FRAGMENTS_PER_INCH
    paths: dict[int, Path] = {stand.hex: (stand.hex,)}
    contacts = set()
    limit = (allowance(stand) or 0) * FRAGMENTS_PER_INCH
    for move in offers(situation, stand):
        if move.attack:
            contacts.add(move.path[-1])
        else:
            paths[move.path[-1]] = move.path
    cost = {index: int(per_hex * (len(path) - 1)) for index, path in paths.items()}
    return Reach(cost, paths, limit, frozenset(contacts))


def overruns(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is infantry that goes into contact with guns (3.10)."""
    tables = d3(situation)
    unit = unit_of(tables, stand)
    return unit.overruns and (unit.soft or bool(tables.readings["armd_inf_overruns"]))


def why_not(situation: Situation, stand: Stand, order: Move) -> Refusal | None:
    """Say why a stand may not make a move; ``None`` if it may."""
    still = _why_still(stand)
    if still is not None:
        return still
    if order.transport:
        return Refusal(_MOVE, f"{stand.id} has no transport mode in these rules; move it with M")
    if len(order.path) < 2 or order.path[0] != stand.hex or order.path[-1] == stand.hex:
        return Refusal(_MOVE, f"the path must begin where {stand.id} stands and end in another hex")
    field = field_of(situation, stand)
    contact: frozenset[int] = frozenset()
    if order.attack:
        target = next(iter(stands_at(situation, order.path[-1])), None)
        refusal = _why_no_contact(situation, stand, target, order.path)
        if refusal is not None or target is None:
            return refusal
        contact = _unstopping(situation, field, target)
        if order.path[-2] in _no_front(situation, field, target):
            number = situation.map.number(order.path[-2])
            return Refusal(_ZONE, f"{stand.id} stops in front of the gun, and a friend is in {number}")
    return _why_not_path(situation, stand, order, field, contact)


def _why_still(stand: Stand) -> Refusal | None:
    if "static" in stand.marks:
        return Refusal("D3 3.3", f"{stand.id} is artillery that has shot, and stays where it is")
    if "moved" in stand.marks:
        return Refusal(_MOVE, f"{stand.id} has moved this turn")
    inches = allowance(stand)
    if inches is None:
        return Refusal(_MOVE, f"{stand.id} has not thrown for movement; throw with {stand.id} C roll")
    if inches == 0:
        return Refusal(_MOVE, f"{stand.id} may not move at all by its throw")
    return None


def _why_no_contact(situation: Situation, stand: Stand, target: Stand | None, path: Path) -> Refusal | None:
    if target is None or target.side == stand.side:
        return Refusal(_MOVE, f"no enemy is in {situation.map.number(path[-1])}; move there with M")
    unit = unit_of(d3(situation), target)
    if not overruns(situation, stand) or unit.target != "gun":
        return Refusal(_MOVE, f"only infantry moves into contact, and with guns; {target.id} is {unit.key}")
    if not _is_overrun(situation, target) and len(path) == 2:
        return Refusal(_OVERRUN, f"{stand.id} is in front of {target.id}, which contact does not destroy; shoot at it")
    return None


def _why_not_path(
    situation: Situation, stand: Stand, order: Move, field: Field, contact: frozenset[int]
) -> Refusal | None:
    goal = order.path[-1] if order.attack else None
    any_capped, number = False, situation.map.number
    for here, there in pairwise(order.path):
        step = next((step for step in field.ground.steps(here) if step.there == there), None)
        if step is None:
            return Refusal(_MOVE, f"{number(here)} and {number(there)} are not neighbours on the map")
        if step.barred:
            return Refusal(_GROUND, f"{stand.id} cannot go from {number(here)} to {number(there)}: {step.barred}")
        any_capped |= step.capped
        if there in field.enemies and there != goal:
            return Refusal(_MOVE, f"{number(there)} is held by an enemy; only infantry enters, to overrun guns (x)")
        stop = field.stops(here, there, contact)
        if stop is None:
            return Refusal(
                _ZONE, f"{number(there)} is closer to an enemy within 6 inches of {stand.id}; go along or away"
            )
        if stop and there != order.path[-1]:
            return Refusal(
                _MOVE, f"{stand.id} stops in {number(there)}, within 6 inches of an enemy; end the move there"
            )
    return _why_too_far(situation, stand, order, field, any_capped=any_capped) or _why_no_room(situation, order, field)


def _why_too_far(situation: Situation, stand: Stand, order: Move, field: Field, *, any_capped: bool) -> Refusal | None:
    steps, per_hex = len(order.path) - 1, hex_inches(situation)
    if steps > field.most:
        told = f"{float(steps * per_hex):g} inches, and {stand.id} has {allowance(stand)}"
        return Refusal(_MOVE, f"the path is {told}; go less far")
    if any_capped and steps > field.most_capped:
        cap = d3(situation).movement.cap
        return Refusal(_GROUND, f"woods, buildings, walls and hedges leave {stand.id} {cap} inches; go less far")
    return None


def _why_no_room(situation: Situation, order: Move, field: Field) -> Refusal | None:
    if not order.attack and order.path[-1] in field.friends:
        return Refusal(_ZONE, f"a friend is in {situation.map.number(order.path[-1])}; go through or end elsewhere")
    return None


def _is_overrun(situation: Situation, target: Stand) -> bool:
    tables = d3(situation)
    unit = unit_of(tables, target)
    return unit.overrun or (unit.target == "gun" and bool(tables.readings["at_guns_overrun"]))


def _unstopping(situation: Situation, field: Field, target: Stand) -> frozenset[int]:
    """Give the enemies' hexes that do not stop a unit on its way into contact (``contact_stop``)."""
    if d3(situation).readings["contact_stop"] == "all":
        return field.enemies
    return frozenset({target.hex} if target.hex is not None else set())


def _no_front(situation: Situation, field: Field, target: Stand) -> frozenset[int]:
    """Give the hexes from which contact cannot be made, because the unit would have to end there."""
    if not _is_overrun(situation, target):
        return field.friends | {field.start}
    return frozenset() if d3(situation).readings["overrun_enters"] else field.friends


def _guns_near(situation: Situation, stand: Stand, field: Field) -> list[Stand]:
    if not overruns(situation, stand):
        return []
    tables, ruler = d3(situation), measure(situation)
    return [
        other
        for other in stands_of(situation)
        if other.side != stand.side
        and other.hex is not None
        and unit_of(tables, other).target == "gun"
        and ruler.grid.distance(field.start, other.hex) <= field.most
    ]
