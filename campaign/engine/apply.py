"""
Fold events into state.

No rule lives here: an event holds all that it changed, and this module writes
it down. It sees no map, no table and no dice, so a log replays for ever to
the same state, whatever the rules have become since.
"""

from __future__ import annotations

from functools import reduce, singledispatch
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model import events as ev
from campaign.model.facts import fact_of, with_facts
from campaign.model.state import State
from campaign.model.things import NO_SIDE, Stand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.model.events import AnyEvent
    from campaign.model.orders import AnyOrder

__all__ = ["apply", "fold", "opening_state"]

change = msgspec.structs.replace
_NO_ROWS: tuple[tuple[int, int], ...] = ()


def opening_state(event: ev.CampaignOpened) -> State:
    """Give the state that the first event makes."""
    return State(
        setting=event.setting,
        clock=event.clock,
        weather=event.weather,
        stands={stand.id: stand for stand in event.stands},
        formations={formation.id: formation for formation in event.formations},
        control=event.control,
        known={side.key: event.control for side in event.setting.sides},
        ground=dict(event.ground),
        known_ground={side.key: _own_ground(event, code) for code, side in enumerate(event.setting.sides)},
    )


def _own_ground(event: ev.CampaignOpened, code: int) -> dict[str, str]:
    """Find what stands where a side holds the ground when the campaign opens; of a hexside its first hex counts."""
    held = {str(index) for index, holder in enumerate(event.control) if holder == code}
    return {place: what for place, what in event.ground.items() if place.partition("/")[0] in held}


def fold(state: State, events: Iterable[AnyEvent]) -> State:
    """Apply events one after another."""
    return reduce(apply, events, state)


def apply(state: State, event: AnyEvent) -> State:
    """Write one event down."""
    return _apply(event, state)


@singledispatch
def _apply(event: Any, state: State) -> State:  # noqa: ARG001 - the event chooses the writer
    """Leave the state alone: the event only tells how something came about."""
    return state


@_apply.register
def _(event: ev.CampaignOpened, state: State) -> State:
    return change(opening_state(event), seq=state.seq)


@_apply.register
def _(event: ev.ClockAdvanced, state: State) -> State:
    if event.new_day:
        state = with_facts(state, past_weather=(*fact_of(state, "past_weather", ()), state.weather))
    if (event.clock.day, event.clock.turn) != (state.clock.day, state.clock.turn):
        state = change(with_facts(state, reported=None, goes=None), assaults=frozenset())
    return change(state, clock=event.clock)


@_apply.register
def _(event: ev.WeatherChanged, state: State) -> State:
    if event.forecast is not None:
        state = with_facts(state, forecast=event.forecast or None)
    return state if event.weather is None else change(state, weather=event.weather)


@_apply.register
def _(event: ev.OrderDeclared, state: State) -> State:
    return change(state, declared=(*state.declared, event.order))


@_apply.register
def _(event: ev.OrderWithdrawn, state: State) -> State:
    if event.stand is None and event.formation is None:
        return change(state, declared=())
    struck = {("stand", event.stand), ("formation", event.formation)}
    return change(state, declared=tuple(o for o in state.declared if struck.isdisjoint(_subjects(o))))


@_apply.register
def _(event: ev.OrderRefused, state: State) -> State:
    return change(state, declared=tuple(o for o in state.declared if o != event.order))


@_apply.register
def _(event: ev.CommandChecked, state: State) -> State:
    out = set(event.out)
    stands = {
        key: _marked(stand, on=("out_of_command",) if key in out else (), off=() if key in out else ("out_of_command",))
        for key, stand in state.stands.items()
    }
    return change(state, stands=stands)


@_apply.register
def _(event: ev.StandMoved, state: State) -> State:
    stand = state.stands[event.stand]
    facing = stand.facing if event.facing is msgspec.UNSET else event.facing
    return _with_stand(state, change(stand, hex=event.path[-1], march=event.march, facing=facing))


@_apply.register
def _(event: ev.StandArrived, state: State) -> State:
    return _with_stand(state, change(state.stands[event.stand], hex=event.hex, arrives=None))


@_apply.register
def _(event: ev.StandRaised, state: State) -> State:
    state = _with_stand(state, event.stand)
    if event.parent is None:
        return state
    parent = state.stands[event.parent]
    return _with_stand(state, change(parent, detached=parent.detached + event.stand.profile.strength))


@_apply.register
def _(event: ev.StandRejoined, state: State) -> State:
    gone, parent = state.stands[event.stand], state.stands[event.parent]
    lost = gone.profile.strength - event.points
    parent = change(parent, detached=parent.detached - gone.profile.strength, losses=parent.losses + lost)
    return _with_stand(_with_stand(state, change(gone, gone="rejoined", hex=None)), parent)


@_apply.register
def _(event: ev.StandMarked, state: State) -> State:
    stand = _marked(state.stands[event.stand], on=event.on, off=event.off)
    stand = change(stand, **_set(event, "attached_to", "march", "facing"))
    return _with_stand(state, with_facts(stand, **_set(event, "work", "shots")))


@_apply.register
def _(event: ev.FormationMarked, state: State) -> State:
    formation = state.formations[event.formation]
    marks = (formation.marks | set(event.on)) - set(event.off)
    return _with_formation(state, event.formation, marks=frozenset(marks))


@_apply.register
def _(event: ev.PosturesRevealed, state: State) -> State:
    changed = {key: change(state.formations[key], posture=posture) for key, posture in event.postures.items()}
    return change(state, formations={**state.formations, **changed})


@_apply.register
def _(event: ev.GoGiven, state: State) -> State:
    state = with_facts(state, goes=(*fact_of(state, "goes", ()), event.side))
    return change(state, clock=change(state.clock, side=event.side))


@_apply.register
def _(event: ev.ContactMade, state: State) -> State:
    first, second = sorted(event.pair)
    assaults = state.assaults
    if event.attacker:
        assaults |= {(event.attacker, second if event.attacker == first else first)}
    return change(state, contacts=state.contacts | {(first, second)}, assaults=assaults)


@_apply.register
def _(event: ev.ContactBroken, state: State) -> State:
    return change(state, contacts=state.contacts - set(event.pairs))


@_apply.register
def _(event: ev.LossesTaken, state: State) -> State:
    stand = state.stands[event.stand]
    return _with_stand(state, change(stand, losses=stand.losses + event.points))


@_apply.register
def _(event: ev.LossesRecovered, state: State) -> State:
    stand = state.stands[event.stand]
    if event.returned:
        later = tuple(row for row in fact_of(stand, "returning", _NO_ROWS) if row[0] > state.clock.day)
        stand = with_facts(stand, returning=later or None)
    return _with_stand(state, change(stand, losses=max(0, stand.losses - event.points)))


@_apply.register
def _(event: ev.StandScattered, state: State) -> State:
    stand = state.stands[event.stand]
    lost = fact_of(stand, "lost", 0) + event.lost
    stand = with_facts(stand, returning=event.returning or None, lost=lost or None)
    return _with_stand(state, change(stand, losses=stand.losses + event.points))


@_apply.register
def _(event: ev.StandGone, state: State) -> State:
    stand = with_facts(state.stands[event.stand], work=None)
    return _with_stand(state, change(stand, hex=None, gone=event.how, march=None))


@_apply.register
def _(event: ev.HqLost, state: State) -> State:
    return _with_formation(state, event.formation, {"hq_lost": (event.day, event.turn)}, hq=None)


@_apply.register
def _(event: ev.HqReplaced, state: State) -> State:
    state = _with_stand(state, event.stand)
    return _with_formation(state, event.formation, {"hq_lost": None}, hq=event.stand.id)


@_apply.register
def _(event: ev.StoresChanged, state: State) -> State:
    stores = dict(state.formations[event.formation].stores)
    for store, amount in event.changes.items():
        stores[store] = stores.get(store, 0) + amount
    return _with_formation(state, event.formation, stores=stores)


@_apply.register
def _(event: ev.IsolationCounted, state: State) -> State:
    changed = {key: with_facts(state.stands[key], isolated=days or None) for key, days in event.days.items()}
    return change(state, stands={**state.stands, **changed})


@_apply.register
def _(event: ev.GroundChanged, state: State) -> State:
    known = {side: _standing(state.known_ground.get(side, {}), event) for side in event.known_to}
    return change(state, ground=_standing(state.ground, event), known_ground={**state.known_ground, **known})


@_apply.register
def _(event: ev.WorkDone, state: State) -> State:
    return _with_stand(state, with_facts(state.stands[event.stand], work=event.left))


@_apply.register
def _(event: ev.ControlChanged, state: State) -> State:
    code = state.side_code(event.side) if event.side else NO_SIDE
    learn = {event.side, *event.known_to}
    known = {side: _taken(seen, event.hexes, code) if side in learn else seen for side, seen in state.known.items()}
    return change(state, control=_taken(state.control, event.hexes, code), known=known)


@_apply.register
def _(event: ev.AirTasked, state: State) -> State:
    return with_facts(state, air_dice=dict(event.dice) or None)


@_apply.register
def _(event: ev.AirReported, state: State) -> State:
    hexes = {state.stands[key].hex for key in event.stands} - {None}
    where = {*fact_of(state, "reported", ()), *((event.side, index) for index in hexes)}
    return with_facts(state, reported=tuple(sorted(where)) or None)


@_apply.register
def _(event: ev.PointsScored, state: State) -> State:
    return change(state, points={**state.points, event.side: state.points.get(event.side, 0) + event.points})


@_apply.register
def _(event: ev.CampaignEnded, state: State) -> State:
    return change(state, ended=True, winner=event.winner)


def _subjects(order: AnyOrder) -> set[tuple[str, str]]:
    """Say of whom an order is, None left out: of a stand, of a formation."""
    named = {(name, getattr(order, name, None)) for name in ("stand", "formation")}
    return {(name, key) for name, key in named if key is not None}


def _marked(stand: Stand, *, on: tuple[str, ...], off: tuple[str, ...]) -> Stand:
    marks = (stand.marks | set(on)) - set(off)
    return stand if marks == stand.marks else change(stand, marks=marks)


def _standing(ground: Mapping[str, str], event: ev.GroundChanged) -> dict[str, str]:
    others = {place: what for place, what in ground.items() if place != event.place}
    return {**others, event.place: event.what} if event.what else others


def _taken(control: bytes, hexes: tuple[int, ...], code: int) -> bytes:
    taken = bytearray(control)
    for index in hexes:
        taken[index] = code
    return bytes(taken)


def _with_stand(state: State, stand: Stand) -> State:
    return change(state, stands={**state.stands, stand.id: stand})


def _set(event: ev.StandMarked, *names: str) -> dict[str, Any]:
    """Give those of an event's fields that it sets."""
    fields = {name: getattr(event, name) for name in names}
    return {name: value for name, value in fields.items() if value is not msgspec.UNSET}


def _with_formation(state: State, key: str, facts: Mapping[str, Any] | None = None, **fields: Any) -> State:
    formation = with_facts(change(state.formations[key], **fields), **(facts or {}))
    formations: Mapping[str, Any] = {**state.formations, key: formation}
    return change(state, formations=formations)
