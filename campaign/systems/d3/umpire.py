"""Let the umpire overrule: what he sets is set, in any phase, and the log says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ledger import Refusal
from campaign.kit.authority import require_umpire
from campaign.kit.rulings import check_ground, check_reason, check_word
from campaign.model.situation import stands_at
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.ruling import Ruling
from campaign.systems.d3.march.ground import ground_of
from campaign.systems.d3.march.moving import take_ground
from campaign.systems.d3.units import d3

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["GROUND", "ORDERS", "WEATHER"]

RULE = "D3 3.2"
GROUND = ("", "bridge", "blown")
"""What a ruling can put on a hexside; "" takes it away."""
WEATHER = ("fine", "overcast")


def _rule(order: Ruling, by: str, ledger: Ledger) -> None:
    require_umpire(by, "overrule")
    _check_words(ledger.situation, order)
    ledger.record(Ruled(order=order, rule=RULE, why=order.why))
    if order.stand is not None:
        _rule_stand(order, order.stand, ledger)
    if order.weather is not None:
        ledger.record(WeatherChanged(weather=order.weather, rule=RULE, why=order.why))
    if order.ground is not None:
        place, what = order.ground
        ledger.record(GroundChanged(place=place, what=what, rule=RULE, why=order.why))


ORDERS = {Ruling: _rule}


def _check_words(situation: Situation, order: Ruling) -> None:
    """Refuse what the rules do not know, before anything is done."""
    check_reason(order, RULE)
    for mark in (*order.marks_on, *order.marks_off):
        check_word(mark, d3(situation).marks, "mark", RULE)
    if order.formation is not None or order.stores:
        raise Refusal(RULE, "these rules have no formations to rule on; name a unit")
    of_stand = order.hex is not None or order.losses or order.remove or order.marks_on or order.marks_off
    if order.stand is None and of_stand:
        raise Refusal(RULE, "the ruling names no unit to set that for; name one")
    if order.stand is not None:
        check_word(order.stand, situation.state.stands, "unit", RULE)
    if order.weather is not None:
        check_word(order.weather, WEATHER, "weather", RULE)
    if order.ground is not None:
        check_ground(situation, order.ground, RULE, hexes=(), hexsides=GROUND)


def _rule_stand(order: Ruling, key: str, ledger: Ledger) -> None:
    if order.hex is not None:
        _place(ledger, ledger.state.stands[key], order.hex, order.why)
    if order.losses:
        _lose(ledger, key, order.losses, order.why)
    if order.marks_on or order.marks_off:
        ledger.record(StandMarked(stand=key, on=order.marks_on, off=order.marks_off, rule=RULE, why=order.why))
    if order.remove and ledger.state.stands[key].gone is None:
        ledger.record(StandGone(stand=key, how="removed", rule=RULE, why=order.why))


def _place(ledger: Ledger, stand: Stand, index: int, why: str) -> None:
    """Put a stand in a free hex: moved, brought on, or brought back into play."""
    hexmap = ledger.situation.map
    if not (0 <= index < len(hexmap)) or not ground_of(ledger.situation).is_passable(index):
        raise Refusal(RULE, f"nobody can stand there; name a passable hex on the map for {stand.id}")
    there = [other.id for other in stands_at(ledger.situation, index) if other.id != stand.id]
    if there:
        raise Refusal(RULE, f"{hexmap.number(index)} is held by {there[0]}; move or remove that first")
    if stand.gone is not None:
        back = msgspec.structs.replace(stand, gone=None, hex=index, arrives=None)
        ledger.record(StandRaised(stand=back, rule=RULE, why=why))
    elif stand.hex is None:
        ledger.record(StandArrived(stand=stand.id, hex=index, rule=RULE, why=why))
    else:
        ledger.record(StandMoved(stand=stand.id, path=(stand.hex, index), rule=RULE, why=why))
    take_ground(ledger, stand.side, (index,))


def _lose(ledger: Ledger, key: str, hits: int, why: str) -> None:
    stand, limit = ledger.state.stands[key], d3(ledger.situation).elimination.hits
    if stand.losses + hits < 0:
        raise Refusal(RULE, f"{key} has {stand.losses} hits; no more than that can be taken off")
    if hits < 0:
        ledger.record(LossesRecovered(stand=key, points=-hits, rule=RULE, why=why))
        return
    ledger.record(LossesTaken(stand=key, points=hits, rule=RULE, why=why))
    if stand.losses + hits > limit and stand.on_map:
        ledger.record(StandGone(stand=key, how="eliminated", rule="D3 3.10", why=why))
