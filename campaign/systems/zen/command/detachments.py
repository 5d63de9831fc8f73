"""Split detachments off, and take them back (ZN 4.10).

Any battalion or regiment of infantry, cavalry, recce or armour may deploy into company-sized detachments of 1 strength
point each, at no cost in movement. Each takes its point from the parent, which keeps at least one: when a unit deploys
wholly, its last company keeps the parent's stand.
"""

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_stand, refuse_if, require_phase
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation
from campaign.model.things import BATTALION_SIZES, Stand
from campaign.model.verbs.declaring import OrderWithdrawn
from campaign.model.verbs.detach import Detach, Rejoin, StandRaised, StandRejoined
from campaign.model.verbs.losses import StandGone
from campaign.systems.zen.departure import break_contacts, meet, partners
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.march.transport import carrier_of, is_mounted
from campaign.systems.zen.space import has_order, zen

RULE = "ZN 4.10"
PHASES = ("move",)
_INHERITED = frozenset({"out_of_command", "no_fuel", "reacting"})


def most_detachments(situation: Situation, stand: Stand) -> int:
    """Count the detachments that a stand could split off now; 0 if it cannot."""
    if _why_not(situation, stand):
        return 0
    if zen(situation).reading("detachment_from_parent"):
        return stand.points - 1
    out = [other for other in situation.state.stands.values() if other.attached_to == stand.id and other.is_detachment]
    return max(0, stand.points - sum(other.on_map for other in out))


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the legal orders to detach and to rejoin."""
    stand = situation.state.stands[stand_id]
    if not stand.on_map or situation.state.clock.phase not in PHASES:
        return
    for count in range(1, most_detachments(situation, stand) + 1):
        yield Detach(stand_id, count)
    if not _why_not_back(situation, stand):
        yield Rejoin(stand_id)


def _detach(order: Detach, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    require_phase(situation, PHASES, "detaching")
    parent = own_stand(situation, order.stand, by)
    refuse_if(_why_not(situation, parent), RULE)
    most = most_detachments(situation, parent)
    if not 1 <= order.count <= most:
        why = f"{parent.id} has {parent.points} strength points and can split off 1 to {most}, not {order.count}"
        raise Refusal(RULE, why)
    from_parent = bool(zen(situation).reading("detachment_from_parent"))
    for _ in range(order.count):
        stand = _detachment(ledger, ledger.state.stands[parent.id])
        origin = parent.id if from_parent else None
        ledger.record(StandRaised(stand=stand, parent=origin, rule=RULE, why=f"split off {parent.id}"))


def _rejoin(order: Rejoin, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    require_phase(situation, PHASES, "rejoining")
    stand = own_stand(situation, order.stand, by)
    refuse_if(_why_not_back(situation, stand), RULE)
    parent, foes = str(stand.attached_to), partners(situation.state, stand.id)
    if has_order(situation, stand.id):
        ledger.record(OrderWithdrawn(stand=stand.id, rule=RULE, why="it rejoins its parent"))
    break_contacts(ledger, stand.id, rule=RULE, why=f"its place is taken by {parent}")
    if zen(situation).reading("detachment_from_parent"):
        ledger.record(StandRejoined(stand=stand.id, parent=parent, points=stand.points, rule=RULE))
    else:
        ledger.record(StandGone(stand=stand.id, how="rejoined", rule=RULE, why=f"rejoins {parent}"))
    for foe in foes:
        meet(ledger, parent, foe, rule=RULE, why=f"takes the place of {stand.id}")


def _why_not(situation: Situation, stand: Stand) -> str:
    kinds = zen(situation).combat.detachable
    if stand.profile.kind not in kinds or stand.profile.size not in BATTALION_SIZES:
        return f"{stand.id} cannot detach: only battalions and regiments of {', '.join(kinds)} can"
    if carrier_of(situation.state, stand) is not None or is_mounted(situation, stand):
        return f"{stand.id} is on transport; let it get off first"
    if stand.points < 2 and zen(situation).reading("detachment_from_parent"):
        return f"{stand.id} has {stand.points} strength point left and cannot be split"
    return ""


def _why_not_back(situation: Situation, stand: Stand) -> str:
    parent = situation.state.stands.get(stand.attached_to or "")
    if not stand.is_detachment or parent is None:
        return f"{stand.id} is no detachment of another unit"
    if not parent.on_map:
        return f"{parent.id}, from which {stand.id} was split off, is not on the map"
    if parent.hex != stand.hex:
        here, there = (situation.map.number(index or 0) for index in (stand.hex, parent.hex))
        return f"{stand.id} in {here} is not in the hex of {parent.id}, {there}; march there first"
    return ""


def _detachment(ledger: Ledger, parent: Stand) -> Stand:
    known = ledger.state.stands
    number = next(n for n in range(1, len(known) + 2) if f"{parent.id}-{n}" not in known)
    profile = msgspec.structs.replace(
        parent.profile,
        name=f"{parent.profile.name}, detachment {number}",
        short=f"{parent.profile.short}-{number}",
        size="company",
        strength=1,
    )
    found = Stand(
        id=f"{parent.id}-{number}",
        formation=parent.formation,
        profile=profile,
        hex=parent.hex,
        attached_to=parent.id,
        marks=parent.marks & _INHERITED,
    )
    return ISOLATED.put(found, ISOLATED(parent))


ORDERS = {Detach: _detach, Rejoin: _rejoin}
