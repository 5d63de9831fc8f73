"""
Let the umpire overrule (3S 1.14): what he sets is set, in any phase, and the log says why.

``losses`` are what is added or, below 0, taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ledger import Refusal
from campaign.kit.authority import require_umpire
from campaign.kit.facts import WORK
from campaign.kit.rulings import check_ground, check_reason, check_word
from campaign.model.ownership import witnesses
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.ruling import Ruling
from campaign.systems.star.board import board, para, star
from campaign.systems.star.fight.losses import march, remove, room_for, shift, take_control
from campaign.systems.star.units import row, strength

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["ORDERS"]

_RULE = "umpire"
_WEATHER = ("fine", "cloudy", "overcast", "rain", "snow")
_HEXSIDE = ("", "bridge", "blown")


def _rule(order: Ruling, by: str, ledger: Ledger) -> None:
    require_umpire(by, "overrule")
    check_reason(order, _RULE)
    _check(ledger.situation, order)
    ledger.record(Ruled(order=order, rule=_RULE, why=order.why))
    if order.stand is not None:
        _rule_stand(ledger, order, order.stand)
    if order.formation is not None and (order.marks_on or order.marks_off):
        ledger.record(
            FormationMarked(
                formation=order.formation, on=order.marks_on, off=order.marks_off, rule=_RULE, why=order.why
            )
        )
    if order.weather is not None:
        ledger.record(WeatherChanged(weather=order.weather, rule=_RULE, why=order.why))
    if order.ground is not None:
        place, what = order.ground
        known = witnesses(ledger.state, ledger.situation.map, place)
        ledger.record(GroundChanged(place=place, what=what, known_to=known, rule=_RULE, why=order.why))


def _check(situation: Situation, order: Ruling) -> None:
    """Refuse words that the rules do not know, before anything is done."""
    tables = star(situation)
    for mark in (*order.marks_on, *order.marks_off):
        check_word(mark, tables.marks, "mark", _RULE)
    if order.stand is not None:
        check_word(order.stand, situation.state.stands, "unit", _RULE)
    if order.formation is not None:
        check_word(order.formation, situation.state.formations, "formation", _RULE)
    if order.weather is not None:
        check_word(order.weather, _WEATHER, "weather", _RULE)
    if order.stores:
        raise Refusal(_RULE, "these rules keep no stores")
    if order.ground is not None:
        check_ground(situation, order.ground, _RULE, hexes=(), hexsides=_HEXSIDE)
    if order.stand is None and (order.hex is not None or order.losses is not None or order.remove):
        raise Refusal(_RULE, "the ruling names no unit to set that for; name one")


def _rule_stand(ledger: Ledger, order: Ruling, key: str) -> None:
    if order.hex is not None:
        _place(ledger, ledger.state.stands[key], order.hex, order.why)
    if order.losses:
        _lose(ledger, ledger.state.stands[key], order.losses, order.why)
    if order.formation is None and (order.marks_on or order.marks_off):
        ledger.record(StandMarked(stand=key, on=order.marks_on, off=order.marks_off, rule=_RULE, why=order.why))
    if order.remove and ledger.state.stands[key].gone is None:
        if ledger.state.stands[key].on_map:
            remove(ledger, key, rule=_RULE, why=order.why)
        else:
            ledger.record(StandGone(stand=key, how="removed", rule=_RULE, why=order.why))


def _place(ledger: Ledger, stand: Stand, index: int, why: str) -> None:
    hexmap, there = ledger.situation.map, board(ledger.situation)
    if not (0 <= index < len(hexmap) and hexmap.inside[index]):
        raise Refusal(_RULE, f"{stand.id} cannot be put off the map; name a hex on it")
    if index in there.enemy[stand.side]:
        raise Refusal(_RULE, f"{hexmap.number(index)} is held by the enemy; move or remove that first")
    is_core = row(ledger.situation, stand).role == "core"
    other = there.core.get(index)
    if is_core and other is not None and other.id != stand.id:
        raise Refusal(para(ledger.situation, "1.3"), f"the core stand {other.id} is in {hexmap.number(index)}")
    if not is_core and (other is None or not room_for(ledger.situation, stand, other)):
        raise Refusal(para(ledger.situation, "1.3"), f"{stand.id} needs a core stand with room for it")
    if stand.gone is not None:
        back = msgspec.structs.replace(WORK.put(stand, None), gone=None, hex=index, march=None, arrives=None)
        ledger.record(StandRaised(stand=back, rule=_RULE, why=why))
    elif stand.hex is None:
        ledger.record(StandArrived(stand=stand.id, hex=index, rule=_RULE, why=why))
    elif is_core:
        march(ledger, stand, (stand.hex, index), rule=_RULE, why=why)
    else:
        assert other is not None
        shift(ledger, stand, other, rule=_RULE, why=why)
    take_control(ledger, stand.side, (index,), _RULE)


def _lose(ledger: Ledger, stand: Stand, points: int, why: str) -> None:
    if points > strength(stand) or -points > stand.losses:
        told = f"{stand.id} has {strength(stand)} strength points and has lost {stand.losses}"
        raise Refusal(_RULE, f"{told}; {points:+d} is too much")
    if points < 0:
        ledger.record(LossesRecovered(stand=stand.id, points=-points, rule=_RULE, why=why))
        return
    ledger.record(LossesTaken(stand=stand.id, points=points, rule=_RULE, why=why))
    if strength(ledger.state.stands[stand.id]) == 0 and stand.on_map:
        remove(ledger, stand.id, rule=_RULE, why=why)


ORDERS = {Ruling: _rule}
