"""Replace a lost headquarters: by a stand that acts as HQ, or set up again at night (3S S-16)."""

from collections.abc import Iterator

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import own_formation
from campaign.kit.control import take_ground
from campaign.kit.ruler import around, disc
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation
from campaign.model.things import Formation, Stand
from campaign.model.verbs.hq import HqReplaced, ReplaceHq
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, para, star
from campaign.systems.star.march.ground import ground
from campaign.systems.star.turn import Fault, stage
from campaign.systems.star.units import is_artillery
from maps.grid.hexgrid import NO_HEX

_CLEAR = 3
ACTING = "acting_hq"


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the stands that can act as HQ, or can be made a new one."""
    if stage(situation) != "orders":
        return
    for formation in situation.state.formations.values():
        if formation.side == side:
            for stand in board(situation).of_formation.get(formation.id, ()):
                order = ReplaceHq(formation.id, stand.id)
                if hq_fault(situation, formation, order) is None:
                    yield order


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
    if lost is None and formation.id not in board(situation).without_hq:
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
    fault = hq_fault(situation, formation, order)
    if fault is not None:
        raise Refusal(*fault)
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


ORDERS = {ReplaceHq: _replace_hq}
