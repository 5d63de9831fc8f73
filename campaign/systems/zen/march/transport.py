"""Carry stands, and say how each goes (ZN 4.6, 4.7).

A stand on foot or horse makes transport moves only when carried: by a transport unit that it got on (``Embark``), or by
vehicles of its own where the order of battle says motorised. Getting on or off takes a quarter of the transport move.
Who rides is in transport mode until he gets off; a stand with vehicles of its own gets off by itself in the first move
phase without an order to ride.
"""

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.authority import own_stand, refuse_if, require_phase
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation, stands_at
from campaign.model.state import State
from campaign.model.things import Stand
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.departure import carried_by, is_in_contact
from campaign.systems.zen.space import goes_on_legs, has_order, has_room, zen

RULE = "ZN 4.7"
PHASES = ("move", "night_move")
_OWN_VEHICLES = frozenset({"motorised", "armoured_infantry"})
_TURNED = frozenset({"embarked", "disembarked"})
"""Marks of a stand that got on or off this turn, or that others got on or off."""


def carrier_of(state: State, stand: Stand) -> Stand | None:
    """Give the transport unit that carries a stand; a detachment's parent carries nobody."""
    carrier = state.stands.get(stand.attached_to or "")
    if carrier is None or stand.is_detachment or not carrier.on_map or carrier.hex != stand.hex:
        return None
    return carrier


def rides_own_vehicles(situation: Situation, stand: Stand) -> bool:
    """Whether a stand fights on foot and has vehicles of its own to ride in."""
    return goes_on_legs(situation, stand) and bool(stand.profile.traits & _OWN_VEHICLES)


def is_mounted(situation: Situation, stand: Stand) -> bool:
    """Whether a stand on foot sits on vehicles of its own."""
    free = stand.attached_to is None or stand.is_detachment
    return "transport" in stand.marks and rides_own_vehicles(situation, stand) and free


def mover_of(situation: Situation, stand: Stand, *, transport: bool = False) -> str:
    """Name the mover as which a stand goes; riding, that of its vehicles (``carried_mover``)."""
    if not (transport and rides_own_vehicles(situation, stand)):
        return stand.profile.mover
    return "tracked" if "armoured_infantry" in stand.profile.traits else str(zen(situation).reading("carried_mover"))


def why_no_transport(situation: Situation, stand: Stand) -> str:
    """Say why a stand cannot make a transport move; "" if it can (4.6, ``foot_needs_carrier``)."""
    if not goes_on_legs(situation, stand) or stand.profile.traits & _OWN_VEHICLES:
        return ""
    if not zen(situation).reading("foot_needs_carrier"):
        return ""
    return f"{stand.id} has no vehicles of its own; let it get on a transport unit and move that"


def boarding_fragments(situation: Situation, stand: Stand, *, transport: bool) -> int:
    """Count the fragments of this turn that go for getting on and off.

    A quarter of a turn each: what was done already this turn, and what the move itself makes necessary.
    """
    quarter = zen(situation).movement.fragments_per_turn // zen(situation).movement.embark_share
    rides = is_mounted(situation, stand)
    changes = (rides_own_vehicles(situation, stand) and not rides) if transport else rides
    return quarter * (len(stand.marks & _TURNED) + changes)


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the legal orders to get on and off."""
    stand = situation.state.stands[stand_id]
    if not stand.on_map or situation.state.clock.phase not in PHASES:
        return
    for other in stands_at(situation, stand.hex or 0):
        if other.profile.kind == "transport" and other.side == stand.side and not _why_not_on(situation, stand, other):
            yield Embark(stand_id, other.id)
    if not _why_not_off(situation, stand):
        yield Debark(stand_id)


def why_no_room_afoot(situation: Situation, stand: Stand) -> str:
    """Say why a stand that is carried would find no room beside its carrier; "" if it does."""
    if carrier_of(situation.state, stand) is None:
        return ""
    present = [other for other in stands_at(situation, stand.hex or 0) if other.id != stand.id]
    if has_room(situation, msgspec.structs.replace(stand, attached_to=None), present):
        return ""
    return f"{situation.map.number(stand.hex or 0)} has no room for {stand.id} beside its carrier"


def get_off(ledger: Ledger, stand: Stand, why: str) -> None:
    """Set a stand on its own feet where it is; its carrier has stopped for it."""
    carrier = carrier_of(ledger.state, stand)
    on, off, parent = ("disembarked",), ("transport",), stand.attached_to if stand.is_detachment else None
    ledger.record(StandMarked(stand=stand.id, on=on, off=off, attached_to=parent, rule=RULE, why=why))
    if carrier is not None and "disembarked" not in carrier.marks:
        ledger.record(StandMarked(stand=carrier.id, on=("disembarked",), rule=RULE, why=f"{stand.id} gets off"))


def _embark(order: Embark, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    require_phase(situation, PHASES, "getting on transport")
    stand, carrier = own_stand(situation, order.stand, by), own_stand(situation, order.carrier, by)
    refuse_if(_why_not_on(situation, stand, carrier), RULE)
    if has_order(situation, stand.id):
        ledger.record(OrderWithdrawn(stand=stand.id, rule=RULE, why="it gets on transport"))
    on = ("embarked", "transport")
    why = f"gets on {carrier.id}"
    ledger.record(StandMarked(stand=stand.id, on=on, attached_to=carrier.id, march=None, work=None, rule=RULE, why=why))
    if "embarked" not in carrier.marks:
        ledger.record(StandMarked(stand=carrier.id, on=("embarked",), rule=RULE, why=f"{stand.id} gets on"))


def _debark(order: Debark, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    require_phase(situation, PHASES, "getting off transport")
    stand = own_stand(situation, order.stand, by)
    refuse_if(_why_not_off(situation, stand), RULE)
    if _ride_ahead(situation, stand):
        ledger.record(OrderDeclared(order=order, by=by, rule=RULE, why="when the ride is over"))
        return
    get_off(ledger, stand, "gets off")


def _why_not_on(situation: Situation, stand: Stand, carrier: Stand) -> str:
    state = situation.state
    load = sum(rider.points for rider in carried_by(situation, carrier.id))
    checks = (
        (carrier.profile.kind != "transport", f"{carrier.id} is no transport unit"),
        (carrier.side != stand.side or carrier.hex != stand.hex, f"{carrier.id} is not in the hex of {stand.id}"),
        (stand.is_detachment, f"{stand.id} is a detachment; let it rejoin, or march"),
        (stand.profile.mover not in zen(situation).movement.foot_movers, f"{stand.id} does not go on foot"),
        (carrier_of(state, stand) is not None, f"{stand.id} is on transport already; let it get off first"),
        (is_in_contact(state, stand.id), f"{stand.id} is in contact with the enemy"),
        (is_in_contact(state, carrier.id), f"{carrier.id} is in contact with the enemy"),
        (
            load + stand.points > carrier.points,
            f"{carrier.id} carries {carrier.points} strength points and has {load} on board;"
            f" {stand.id} has {stand.points}",
        ),
    )
    return next((why for fails, why in checks if fails), "")


def _why_not_off(situation: Situation, stand: Stand) -> str:
    carrier = carrier_of(situation.state, stand)
    ahead = _ride_ahead(situation, stand)
    if carrier is None and not is_mounted(situation, stand) and not ahead:
        return f"{stand.id} is not on transport"
    if any(isinstance(order, Debark) and order.stand == stand.id for order in situation.state.declared):
        return f"{stand.id} gets off already, when the ride is over"
    return "" if ahead else why_no_room_afoot(situation, stand)


def _ride_ahead(situation: Situation, stand: Stand) -> bool:
    carrier = carrier_of(situation.state, stand)
    rider = stand.id if carrier is None else carrier.id
    return any(
        isinstance(order, Move)
        and order.stand == rider
        and (carrier is not None or (order.transport and rides_own_vehicles(situation, stand)))
        for order in situation.state.declared
    )


ORDERS = {Embark: _embark, Debark: _debark}
