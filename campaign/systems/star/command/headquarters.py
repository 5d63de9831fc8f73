"""Detach stands (3S S-22, optional, Three Star only), and replace a lost headquarters (S-16)."""

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_formation, own_stand, refuse
from campaign.kit.control import take_ground
from campaign.kit.ruler import around, disc
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Formation, Stand
from campaign.model.verbs.carry import Embark
from campaign.model.verbs.detach import Detach, Rejoin
from campaign.model.verbs.hq import HqReplaced, ReplaceHq
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, distance, para, star, without_hq
from campaign.systems.star.march.steps import ground
from campaign.systems.star.turn import stage
from campaign.systems.star.units import is_artillery, leaders, posture_of, row
from maps.grid.hexgrid import NO_HEX

_ORDER_MARKS = ("order_move", "order_hold", "order_dig_in", "order_retreat")


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List whether a stand can be detached, lent, taken back."""
    stand = situation.state.stands[stand_id]
    if stage(situation) != "orders" or stand.hex is None:
        return
    if detach_fault(situation, stand, 1) is None:
        yield Detach(stand_id, 1)
    if rejoin_fault(situation, stand) is None:
        yield Rejoin(stand_id)
    for formation in situation.state.formations.values() if "detached" in stand.marks else ():
        if formation.hq is not None and lend_fault(situation, stand, formation.hq) is None:
            yield Embark(stand_id, formation.hq)


def detach_fault(situation: Situation, stand: Stand, count: int) -> Fault:
    """Say why a stand cannot be detached."""
    rule = para(situation, "S-22")
    if not star(situation).readings.get("detachments", False):
        return rule, "these rules have no detachments"
    if stage(situation) != "orders":
        return rule, "stands are detached in the order step"
    kind = row(situation, stand)
    if count != 1 or kind.role != "core" or stand.profile.kind == "hq" or is_artillery(situation, stand):
        return rule, f"one core stand is detached, with its support; {stand.id} cannot be, or not so"
    if any(s.formation == stand.formation and "detached" in s.marks for s in stands_of(situation)):
        return rule, f"{stand.formation} has detached a stand already"
    return None


def rejoin_fault(situation: Situation, stand: Stand) -> Fault:
    """Say why a detached stand cannot be taken back."""
    rule = para(situation, "S-22")
    if "detached" not in stand.marks or stage(situation) != "orders":
        return rule, f"{stand.id} is not detached, or this is not the order step"
    hq = situation.state.stands.get(next(iter(leaders(situation, stand)), ""))
    if hq is None or hq.hex is None or distance(situation, stand.hex or 0, hq.hex) > star(situation).command_range:
        return rule, f"{stand.id} rejoins within {star(situation).command_range} hexes of its HQ"
    return None


def lend_fault(situation: Situation, stand: Stand, to: str) -> Fault:
    """Say why a detached stand cannot be attached to another regiment's HQ for the day."""
    rule, hq = para(situation, "S-22"), situation.state.stands.get(to)
    if "detached" not in stand.marks or stage(situation) != "orders":
        return rule, "only a detached stand is attached to another HQ, in the order step"
    if hq is None or hq.side != stand.side or hq.formation == stand.formation or stand.attached_to == to:
        return rule, f"{to} is no HQ of another regiment of its side"
    formation = situation.state.formations.get(hq.formation)
    if formation is None or formation.hq != to or hq.hex is None:
        return rule, f"{to} is no HQ of another regiment of its side"
    return None


def begin_night_orders(ledger: Ledger) -> None:
    """Give lent stands back to their own HQs at the end of the day."""
    for stand in list(ledger.state.stands.values()):
        if "detached" in stand.marks and stand.attached_to is not None:
            rule = para(ledger.situation, "S-22")
            ledger.record(StandMarked(stand=stand.id, attached_to=None, rule=rule, why="the day is over"))


def _detach(order: Detach, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(detach_fault(ledger.situation, stand, order.count))
    rule, own = para(ledger.situation, "S-22"), "order_" + (posture_of(ledger.situation, stand) or "hold")
    ledger.record(StandMarked(stand=stand.id, on=("detached", own), rule=rule, why="detached"))


def _rejoin(order: Rejoin, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(rejoin_fault(ledger.situation, stand))
    off = tuple(m for m in ("detached", *_ORDER_MARKS) if m in stand.marks)
    rule = para(ledger.situation, "S-22")
    ledger.record(StandMarked(stand=stand.id, off=off, attached_to=None, rule=rule, why="rejoins its regiment"))


def _lend(order: Embark, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(lend_fault(ledger.situation, stand, order.carrier))
    rule = para(ledger.situation, "S-22")
    ledger.record(StandMarked(stand=stand.id, attached_to=order.carrier, rule=rule, why="attached for the day"))


_CLEAR = 3
ACTING = "acting_hq"


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the stands that can act as HQ, or can be made a new one."""
    if stage(situation) != "orders":
        return
    for formation in situation.state.formations.values():
        stands = board(situation).of_formation.get(formation.id, ()) if formation.side == side else ()
        orders = [ReplaceHq(formation.id, stand.id) for stand in stands]
        yield from (order for order in orders if hq_fault(situation, formation, order) is None)


def hq_fault(situation: Situation, formation: Formation, order: ReplaceHq) -> Fault:
    """Say why a headquarters cannot be replaced so."""
    rule = para(situation, "S-16")
    if stage(situation) != "orders":
        return rule, "an HQ is replaced in the order step"
    stand = situation.state.stands.get(order.with_stand)
    if stand is None or stand.formation != formation.id or stand.hex is None or is_artillery(situation, stand):
        return rule, f"{order.with_stand} is no core stand of {formation.id} on the map"
    if stand.hex not in board(situation).core or board(situation).core[stand.hex].id != stand.id:
        return rule, f"{order.with_stand} is no core stand"
    return _needed_fault(situation, formation, stand)


def _needed_fault(situation: Situation, formation: Formation, stand: Stand) -> Fault:
    """Say why a regiment needs no other HQ, or a stand cannot set one up."""
    rule, night = para(situation, "S-16"), situation.state.clock.night
    hq, lost = situation.state.stands.get(formation.hq or ""), _lost_hq(situation, formation)
    if hq is not None and hq.on_map and not (ACTING in hq.marks and night and lost is not None):
        return rule, f"{formation.id} has its HQ"
    if lost is None and formation.id not in without_hq(situation):
        return rule, f"the HQ of {formation.id} is not lost"
    if night and lost is not None and _rebuilt_in(situation, stand) is None:
        return rule, f"an HQ is set up in a free hex next to a stand with no enemy within {_CLEAR} hexes"
    return None


def _lost_hq(situation: Situation, formation: Formation) -> Stand | None:
    stands = situation.state.stands.values()
    return next((s for s in stands if s.formation == formation.id and s.profile.kind == "hq" and s.gone), None)


def _rebuilt_in(situation: Situation, stand: Stand) -> int | None:
    there = board(situation)
    if there.enemy[stand.side] & set(disc(there.grid, stand.hex or 0, _CLEAR)):
        return None
    free = (
        index for index in around(there.grid, stand.hex or 0)
        if index != NO_HEX and index not in there.core and situation.map.inside[index]
        and ground(situation, index).enter == "all"
    )  # fmt: skip
    return next(free, None)


def _replace_hq(order: ReplaceHq, by: str, ledger: Ledger) -> None:
    situation = ledger.situation
    formation = own_formation(situation, order.formation, by)
    refuse(hq_fault(situation, formation, order))
    rule, stand = para(situation, "S-16"), situation.state.stands[order.with_stand]
    lost = _lost_hq(situation, formation)
    if lost is None or not situation.state.clock.night:
        acting = msgspec.structs.replace(stand, marks=stand.marks | {ACTING})
        ledger.record(HqReplaced(formation=formation.id, stand=acting, rule=rule, why=f"{stand.id} acts as HQ"))
        return
    points = min(lost.profile.strength, star(situation).whole("hq_rebuilt_sp"))
    back = msgspec.structs.replace(
        lost, gone=None, hex=_rebuilt_in(situation, stand), losses=lost.profile.strength - points, marks=frozenset()
    )
    for other in situation.state.stands.values():
        if other.formation == formation.id and ACTING in other.marks:
            ledger.record(StandMarked(stand=other.id, off=(ACTING,), rule=rule, why="the HQ is set up again"))
    ledger.record(HqReplaced(formation=formation.id, stand=back, rule=rule, why="set up again at night"))
    take_ground(ledger, back.side, (back.hex or 0,), rule=rule)


ORDERS = {Detach: _detach, Rejoin: _rejoin, Embark: _lend, ReplaceHq: _replace_hq}
