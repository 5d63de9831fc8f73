"""Give missions by hand and take them back, keep marches to far goals: orders of the staff alone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ledger import Refusal
from campaign.engine.missionfaults import mission_faults, rings, stands_under
from campaign.model.commands import command_named, holder_of
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, MISSION_STYLES, in_force, parts_of
from campaign.model.verbs import march
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.intent import DropIntent, Intend, IntentDropped, IntentGiven
from campaign.model.verbs.mission import DropMission, MissionDropped, MissionSet, SetMission
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ledger import Ledger
    from campaign.model.anyorder import AnyOrder
    from campaign.model.missions import Goal, Mission
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Formation, Stand

__all__ = ["change_mission", "drop_if_otherwise", "intend"]

RULE = "mission"
_UMPIRE = "umpire"
_MOST_HEXES = 400
_ORDERS = "orders"
_WAYS = ("best", "road", "transport")

change = msgspec.structs.replace


def change_mission(order: SetMission | DropMission, by: str, ledger: Ledger) -> None:
    """Give a formation a mission, or take it back."""
    state = ledger.state
    if state.ended:
        raise Refusal(RULE, "the campaign is over; go back to an earlier turn to play on from there")
    formation = _own(order.formation, by, state)
    if isinstance(order, SetMission):
        mission = _whole(order.mission, formation, by, ledger.situation)
        ledger.record(MissionSet(formation=formation.id, mission=mission, rule=RULE))
        return
    if formation.id not in state.missions:
        raise Refusal(RULE, f"{formation.name} was given no mission by hand; it goes by the plan already")
    ledger.record(MissionDropped(formation=formation.id, rule=RULE))


def _own(key: str, by: str, state: State) -> Formation:
    """Give the formation of an order; one of another side and one that is not there give the same answer."""
    formation = state.formations.get(key)
    command = command_named(state.setting, by)
    side = by if command is None else command.side
    if formation is None or side not in {_UMPIRE, formation.side}:
        raise Refusal(RULE, f"there is no formation {key!r} under your command; see the order of battle")
    holder = holder_of(state, key)
    if command is not None and by not in {formation.side, holder}:
        raise Refusal(RULE, f"{formation.name} is held by the command {holder}; ask its player, or the umpire")
    return formation


def _whole(mission: Mission, formation: Formation, by: str, situation: Situation) -> Mission:
    """Fill in what an order leaves open; refuse what cannot be."""
    fault = next(_faults(mission, formation, situation), None)
    if fault is not None:
        raise Refusal(RULE, f"the mission of {formation.name} cannot be given: {fault}")
    whole: Mission | None = None
    for part in reversed([*parts_of(mission)]):
        goals = tuple(_named(goal, formation.side, situation) for goal in part.goals)
        whole = change(part, formation=formation.id, side=formation.side, goals=goals, origin=by, then=whole)
    assert whole is not None
    return whole


def _faults(mission: Mission, formation: Formation, situation: Situation) -> Iterator[str]:
    for part in parts_of(mission):
        yield from _strange(part, formation, situation)
    state = situation.state
    for fault in mission_faults(mission, first=state.clock.day, last=state.setting.days):
        yield f"{' '.join(fault.keys)} {fault.what}; {fault.remedy}"
    yield from _ring(mission, formation, state)


def _named(goal: Goal, side: str, situation: Situation) -> Goal:
    """Call a goal as the objective is called that lies there, else as the place."""
    own = (one.name for one in situation.state.setting.objectives if one.hex == goal.hex and one.side == side)
    return change(goal, name=next(own, situation.map.place_of(goal.hex) or ""))


def _strange(part: Mission, formation: Formation, situation: Situation) -> Iterator[str]:
    """Find words, hexes and formations in a mission that there are not."""
    if part.kind not in MISSION_KINDS:
        yield f"no mission is {part.kind!r}; {did_you_mean(part.kind, MISSION_KINDS)}"
    if part.posture not in MISSION_POSTURES:
        yield f"there is no posture {part.posture!r}; {did_you_mean(part.posture, MISSION_POSTURES)}"
    if part.style not in {"", *MISSION_STYLES}:
        yield f"there is no style {part.style!r}; {did_you_mean(part.style, MISSION_STYLES)}"
    hexes = [*(goal.hex for goal in part.goals), *part.line, *part.left, *part.right]
    if len(hexes) > _MOST_HEXES:
        yield f"it names {len(hexes)} hexes; name at most {_MOST_HEXES}"
    hexmap = situation.map
    for index in dict.fromkeys(hexes[:_MOST_HEXES]):
        if not (0 <= index < len(hexmap) and hexmap.inside[index]):
            yield "a place lies off the map; take a hex whose number is printed on it"
    partner = situation.state.formations.get(part.partner)
    if part.partner and (partner is None or partner.side != formation.side):
        yield f"there is no formation {part.partner!r} of its side; see the order of battle"


def _ring(mission: Mission, formation: Formation, state: State) -> Iterator[str]:
    """Find formations that would wait for each other with this mission, or one for what stands under it."""
    others = {key: one.partner for key, one in in_force(state).items() if one.partner and key != formation.id}
    parents = {key: one.parent or "" for key, one in state.formations.items()}
    for partner in dict.fromkeys(part.partner for part in parts_of(mission) if part.partner):
        own = formation.id
        if stands_under(partner, own, parents) or stands_under(own, partner, parents):
            yield f"{partner} is {formation.name} itself, or above or below it; name another formation"
            continue
        for ring in rings({own: partner} | others):
            if own in ring:
                yield f"{' and '.join(ring)} would wait for each other; let one of them go first"


# --- marches to far goals ---------------------------------------------------------------------------------------


def intend(order: Intend | DropIntent, by: str, ledger: Ledger) -> None:
    """Keep a march, or give it up."""
    state = ledger.state
    if state.ended:
        raise Refusal(_ORDERS, "the campaign is over; go back to an earlier turn to play on from there")
    stand = _own_stand(order.stand, by, state)
    if isinstance(order, DropIntent):
        if stand.id not in state.intents:
            raise Refusal(_ORDERS, f"{stand.id} has no march that goes on; there is nothing to give up")
        _drop(ledger, stand.id, _why_over(stand, state))
        return
    _check(order, stand, ledger.situation)
    ledger.record(
        IntentGiven(stand=stand.id, path=order.path, by=order.by, day=order.day, turn=order.turn, rule=_ORDERS)
    )


def drop_if_otherwise(order: AnyOrder, ledger: Ledger) -> None:
    """Drop the march that a stand was on, if an order of its own leads elsewhere."""
    if not isinstance(order, march.Move | Cancel) or order.stand not in ledger.state.intents:
        return
    if isinstance(order, Cancel) or order.path[-1] not in ledger.state.intents[order.stand].path:
        _drop(ledger, order.stand, "it was ordered otherwise")


def _drop(ledger: Ledger, key: str, why: str) -> None:
    goal = ledger.state.intents[key].path[-1]
    ledger.record(IntentDropped(stand=key, goal=goal, rule=_ORDERS, why=why))


def _why_over(stand: Stand, state: State) -> str:
    """Say why a march ends."""
    if not stand.on_map:
        return "it is no longer on the map"
    if stand.hex == state.intents[stand.id].path[-1]:
        return "it is there"
    in_contact = any(stand.id in pair for pair in state.contacts)
    return "it is in contact" if in_contact else "it was given up"


def _own_stand(key: str, by: str, state: State) -> Stand:
    """Give the stand of an order; one of another side and one that is not there give the same answer."""
    stand = state.stands.get(key)
    command = command_named(state.setting, by)
    side = by if command is None else command.side
    if stand is None or side not in {_UMPIRE, stand.side}:
        raise Refusal(_ORDERS, f"there is no unit {key!r} under your command; see the order of battle")
    if command is not None and by not in {stand.side, holder_of(state, stand.formation)}:
        raise Refusal(_ORDERS, f"{key} is held by another command; ask its player, or the umpire")
    return stand


def _check(order: Intend, stand: Stand, situation: Situation) -> None:
    if order.by not in _WAYS:
        raise Refusal(_ORDERS, f"a march goes by {', '.join(_WAYS)}, not by {order.by!r}")
    if len(order.path) < 2 or order.path[0] != stand.hex:
        raise Refusal(_ORDERS, f"the way of {stand.id} begins where it is, and leads to another hex")
    hexes = range(len(situation.map))
    for here, there in pairwise(order.path):
        if here not in hexes or there not in hexes or there not in situation.map.neighbour[here].tolist():
            raise Refusal(_ORDERS, f"the way of {stand.id} names hexes that are not next to each other; name every hex")
