"""
Let the umpire overrule (ZN 4.18): what he sets is set, in any phase, and the log says why.

``losses`` and ``stores`` are what is added or, below 0, taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ledger import Refusal
from campaign.kit.authority import require_umpire
from campaign.kit.facts import HQ_LOST, WORK
from campaign.kit.rulings import check_ground, check_reason, check_word
from campaign.model.situation import stands_at
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.contact import ContactBroken
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.hq import HqReplaced
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.space import strength, zen

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["GROUND", "ORDERS"]

RULE = "ZN 4.18"
_HEX = frozenset({"", "fort", "mines"})
_HEXSIDE = frozenset({"", "bridge", "blown", "prepared"})
GROUND = _HEX | _HEXSIDE
"""What a ruling can put on the map; "" takes it away."""


def _rule(order: Ruling, by: str, ledger: Ledger) -> None:
    require_umpire(by, "overrule")
    check_reason(order, RULE)
    _check_words(ledger.situation, order)
    ledger.record(Ruled(order=order, rule=RULE, why=order.why))
    if order.stand is not None:
        _rule_stand(order, _stand(ledger.situation, order.stand), ledger)
    if order.formation is not None:
        _rule_formation(order, order.formation, ledger)
    if order.weather is not None:
        ledger.record(WeatherChanged(weather=order.weather, rule=RULE, why=order.why))
    if order.ground is not None:
        place, what = order.ground
        ledger.record(GroundChanged(place=place, what=what, rule=RULE, why=order.why))


def _check_words(situation: Situation, order: Ruling) -> None:
    """Refuse words that the rules do not know, before anything is done."""
    tables = zen(situation)
    for mark in (*order.marks_on, *order.marks_off):
        check_word(mark, tables.marks, "mark", RULE)
    for store in order.stores or ():
        check_word(store, tables.stores, "store", RULE)
    if order.formation is not None:
        check_word(order.formation, situation.state.formations, "formation", RULE)
    if order.weather is not None:
        check_word(order.weather, {word for row in tables.weather.values() for word in row}, "weather", RULE)
    if order.ground is not None:
        check_ground(situation, order.ground, RULE, hexes=_HEX, hexsides=_HEXSIDE)
    of_stand = order.hex is not None or order.losses is not None or order.remove
    if order.stand is None and (of_stand or (order.formation is None and (order.marks_on or order.marks_off))):
        raise Refusal(RULE, "the ruling names no unit to set that for; name one")
    if order.stores and order.formation is None:
        raise Refusal(RULE, "the ruling names no formation to set stores for; name one")


def _stand(situation: Situation, key: str) -> Stand:
    check_word(key, situation.state.stands, "unit", RULE)
    return situation.state.stands[key]


def _rule_stand(order: Ruling, stand: Stand, ledger: Ledger) -> None:
    if order.hex is not None:
        _place(ledger, stand, order.hex, order.why)
    if order.losses:
        _lose(ledger, stand.id, order.losses, order.why)
    marks = order.formation is None and (order.marks_on or order.marks_off)
    if marks:
        ledger.record(StandMarked(stand=stand.id, on=order.marks_on, off=order.marks_off, rule=RULE, why=order.why))
    now = ledger.state.stands[stand.id]
    if order.remove and now.gone is None:
        leave_play(ledger, stand.id, "removed", rule=RULE, why=order.why)
    elif now.on_map and strength(now) == 0:
        raise Refusal(RULE, f"{stand.id} has no strength left; give it some back as well, for example losses=-1")


def _place(ledger: Ledger, stand: Stand, index: int, why: str) -> None:
    """Put a stand in a hex: moved, brought on, or brought back into play."""
    hexmap = ledger.situation.map
    if not (0 <= index < len(hexmap) and hexmap.inside[index]):
        raise Refusal(RULE, f"{stand.id} cannot be put off the map; name a hex on it")
    enemies = [other.id for other in stands_at(ledger.situation, index) if other.side != stand.side]
    if enemies:
        raise Refusal(RULE, f"{hexmap.number(index)} is held by {enemies[0]}; move or remove that first")
    if stand.gone is not None:
        _bring_back(ledger, stand, index, why)
    elif stand.hex is None:
        ledger.record(StandArrived(stand=stand.id, hex=index, rule=RULE, why=why))
    else:
        riders = [s.id for s in ledger.state.stands.values() if s.attached_to == stand.id and not s.is_detachment]
        for key in (stand.id, *riders):
            ledger.record(StandMoved(stand=key, path=(stand.hex, index), rule=RULE, why=why))
    _break_contacts(ledger, stand.id, index, why)
    code = ledger.state.side_code(stand.side)
    if ledger.state.control[index] != code:
        ledger.record(ControlChanged(side=stand.side, hexes=(index,), rule=RULE, why=why))


def _bring_back(ledger: Ledger, stand: Stand, index: int, why: str) -> None:
    back = msgspec.structs.replace(WORK.put(stand, None), gone=None, hex=index, march=None, arrives=None)
    formation = ledger.state.formations[stand.formation]
    if stand.profile.kind == "hq" and HQ_LOST(formation) is not None:
        ledger.record(HqReplaced(formation=formation.id, stand=back, rule=RULE, why=why))
    else:
        ledger.record(StandRaised(stand=back, rule=RULE, why=why))


def _break_contacts(ledger: Ledger, stand: str, index: int, why: str) -> None:
    around = {int(other) for other in ledger.situation.map.neighbour[index]}
    stands = ledger.state.stands
    apart = [
        pair
        for pair in sorted(ledger.state.contacts)
        if stand in pair and any(key != stand and stands[key].hex not in around for key in pair)
    ]
    if apart:
        ledger.record(ContactBroken(pairs=tuple(apart), rule=RULE, why=why))


def _lose(ledger: Ledger, key: str, points: int, why: str) -> None:
    stand = ledger.state.stands[key]
    if points > strength(stand) or -points > stand.losses:
        raise Refusal(
            RULE, f"{key} has {strength(stand)} strength points and has lost {stand.losses}; {points:+d} is too much"
        )
    if points < 0:
        ledger.record(LossesRecovered(stand=key, points=-points, rule=RULE, why=why))
        return
    ledger.record(LossesTaken(stand=key, points=points, rule=RULE, why=why))
    if strength(ledger.state.stands[key]) == 0 and stand.on_map:
        leave_play(ledger, key, "eliminated", rule=RULE, why=why)


def _rule_formation(order: Ruling, key: str, ledger: Ledger) -> None:
    held = ledger.state.formations[key].stores
    short = [store for store, amount in (order.stores or {}).items() if held.get(store, 0) + amount < 0]
    if short:
        raise Refusal(RULE, f"{key} has {held.get(short[0], 0)} {short[0]}; no more than that can be taken away")
    if order.stores:
        ledger.record(StoresChanged(formation=key, changes=order.stores, rule=RULE, why=order.why))
    if order.marks_on or order.marks_off:
        ledger.record(FormationMarked(formation=key, on=order.marks_on, off=order.marks_off, rule=RULE, why=order.why))


ORDERS = {Ruling: _rule}
