"""Let the umpire overrule: what he sets is set, in any phase, and the log says why (GR 5.1: a toolkit)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from campaign.kit.authority import require_umpire
from campaign.kit.rulings import check_ground, check_reason, check_word
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.ruling import Ruling
from campaign.systems.parkin.space import counters, parkin
from campaign.systems.parkin.status import hurt, leave, remaining

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["ORDERS"]

RULE = "GR 5.1"
_HEX = frozenset({"", "fort"})
_HEXSIDE = frozenset({"", "bridge", "blown", "wall"})


def _rule(order: Ruling, by: str, ledger: Ledger) -> None:
    require_umpire(by, "overrule")
    check_reason(order, RULE)
    _check(ledger.situation, order)
    ledger.record(Ruled(order=order, rule=RULE, why=order.why))
    if order.stand is not None:
        _rule_stand(order, order.stand, ledger)
    if order.weather is not None:
        ledger.record(WeatherChanged(weather=order.weather, rule=RULE, why=order.why))
    if order.ground is not None:
        place, what = order.ground
        sides = tuple(side.key for side in ledger.state.setting.sides)
        ledger.record(GroundChanged(place=place, what=what, known_to=sides, rule=RULE, why=order.why))


def _check(situation: Situation, order: Ruling) -> None:
    """Refuse what the rules do not know, before anything is done."""
    tables = parkin(situation)
    for mark in (*order.marks_on, *order.marks_off):
        check_word(mark, tables.marks, "mark", RULE)
    if order.weather is not None:
        check_word(order.weather, ("fine", *tables.weather.poor), "weather", RULE)
    if order.formation is not None or order.stores:
        raise Refusal(RULE, "these rules have no stores and no marks of formations; rule on a unit instead")
    if order.stand is not None:
        check_word(order.stand, situation.state.stands, "unit", RULE)
    elif order.hex is not None or order.losses or order.remove or order.marks_on or order.marks_off:
        raise Refusal(RULE, "the ruling names no unit to set that for; name one")
    if order.ground is not None:
        check_ground(situation, order.ground, RULE, hexes=_HEX, hexsides=_HEXSIDE)


def _rule_stand(order: Ruling, key: str, ledger: Ledger) -> None:
    if order.hex is not None:
        _place(ledger, ledger.state.stands[key], order.hex, order.why)
    if order.marks_on or order.marks_off:
        ledger.record(StandMarked(stand=key, on=order.marks_on, off=order.marks_off, rule=RULE, why=order.why))
    if order.losses:
        _lose(ledger, ledger.state.stands[key], order.losses, order.why)
    if order.remove and ledger.state.stands[key].gone is None:
        leave(ledger, key, "removed", rule=RULE, why=order.why)


def _place(ledger: Ledger, stand: Stand, index: int, why: str) -> None:
    """Put a unit in a hex: moved, brought on, or brought back into play."""
    hexmap = ledger.situation.map
    if not (0 <= index < len(hexmap) and hexmap.inside[index]):
        raise Refusal(RULE, f"{stand.id} cannot be put off the map; name a hex on it")
    if [other for other in counters(ledger.situation).get(index, ()) if other.id != stand.id]:
        raise Refusal(RULE, f"{hexmap.number(index)} is taken; move or remove the counter there first")
    if stand.gone is not None:
        back = type(stand)(stand.id, stand.formation, stand.profile, index, losses=stand.losses, facts=stand.facts)
        ledger.record(StandRaised(stand=back, rule=RULE, why=why))
    elif stand.hex is None:
        ledger.record(StandArrived(stand=stand.id, hex=index, rule=RULE, why=why))
    else:
        riders = [other for other in ledger.state.stands.values() if other.attached_to == stand.id and other.on_map]
        for moved in (stand, *riders):
            ledger.record(StandMoved(stand=moved.id, path=(stand.hex, index), rule=RULE, why=why))
        if "embarked" in stand.marks:
            ledger.record(StandMarked(stand=stand.id, off=("embarked",), attached_to=None, rule=RULE, why=why))


def _lose(ledger: Ledger, stand: Stand, points: int, why: str) -> None:
    left = remaining(ledger.situation, stand)
    if points > left or -points > stand.losses:
        raise Refusal(RULE, f"{stand.id} has {left} steps left and has lost {stand.losses}; {points:+d} is too much")
    if points < 0:
        ledger.record(LossesRecovered(stand=stand.id, points=-points, rule=RULE, why=why))
    else:
        hurt(ledger, stand.id, points, rule=RULE, why=why)


ORDERS = {Ruling: _rule}
