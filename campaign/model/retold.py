"""
Retell an event as one side lived it, or not at all.

What befell a side's own stands it knows; of the enemy it knows whom it fought,
masked. Free text that names another side's units is left out, and dice that
others rolled are not shown.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any, TypeVar

import msgspec

from campaign.model import events as ev
from campaign.model.masks import Mask
from campaign.model.ownership import order_side, own_setting, witnesses
from campaign.model.state import State
from maps.grid.hexmap import HexMap

__all__ = ["retold"]

E = TypeVar("E", bound=ev.Event)

change = msgspec.structs.replace


class _Teller:
    """What a side needs to know of the moment: the state before the event, the map, its mask."""

    def __init__(self, state: State, hexmap: HexMap, mask: Mask) -> None:
        self.state, self.hexmap, self.mask = state, hexmap, mask

    def own_stands_in(self, index: int) -> bool:
        """Whether a stand of the side is in a hex."""
        return any(stand.hex == index and self.mask.own(stand.id) for stand in self.state.stands.values())

    def sees_place(self, place: str) -> bool:
        """Whether a stand of the side is at a place or next to it."""
        return self.mask.side in witnesses(self.state, self.hexmap, place)


def retold(event: ev.AnyEvent, state: State, hexmap: HexMap, mask: Mask) -> ev.AnyEvent | None:
    """
    Give an event as a side may read it; None if it may not know of it.

    Parameters
    ----------
    state
        The state before the event.
    mask
        The side's mask in that state.
    """
    told: ev.AnyEvent | None = _tell(event, _Teller(state, hexmap, mask))
    if told is None:
        return None
    open_dice = isinstance(event, _PUBLIC)
    rolls = tuple(_roll(roll, mask) for roll in event.rolls if (open_dice and not roll.by) or mask.own(roll.by))
    return change(told, rolls=rolls, why=mask.silenced(event.why))


_PUBLIC = (ev.ClockAdvanced, ev.WeatherChanged, ev.GoGiven, ev.CampaignEnded)


def _roll(roll: ev.Roll, mask: Mask) -> ev.Roll:
    modifiers = tuple((mask.silenced(what), amount) for what, amount in roll.modifiers)
    # A number would tell how many dice fell elsewhere.
    return change(roll, what=mask.silenced(roll.what), modifiers=modifiers, number=0)


@singledispatch
def _tell(event: Any, teller: _Teller) -> Any:  # noqa: ARG001 - what is not told below is for the umpire alone
    return None


@_tell.register(ev.ClockAdvanced)
@_tell.register(ev.WeatherChanged)
@_tell.register(ev.GoGiven)
@_tell.register(ev.CampaignEnded)
@_tell.register(ev.DiceCommitted)
@_tell.register(ev.DiceRevealed)
def _(event: E, teller: _Teller) -> E | None:  # noqa: ARG001
    return event


@_tell.register(ev.StandMoved)
@_tell.register(ev.StandArrived)
@_tell.register(ev.StandRejoined)
@_tell.register(ev.StandMarked)
@_tell.register(ev.LossesTaken)
@_tell.register(ev.LossesRecovered)
@_tell.register(ev.StandScattered)
@_tell.register(ev.WorkDone)
def _(event: Any, teller: _Teller) -> Any:
    return event if teller.mask.own(event.stand) else None


@_tell.register(ev.FormationMarked)
@_tell.register(ev.StoresChanged)
@_tell.register(ev.HqLost)
@_tell.register(ev.HqReplaced)
def _(event: Any, teller: _Teller) -> Any:
    return event if teller.mask.own(event.formation) else None


@_tell.register
def _(event: ev.PosturesRevealed, teller: _Teller) -> ev.PosturesRevealed | None:
    if teller.mask.open_postures:
        return event
    own = {key: posture for key, posture in event.postures.items() if teller.mask.own(key)}
    return change(event, postures=own) if own else None


@_tell.register
def _(event: ev.SideChose, teller: _Teller) -> ev.SideChose | None:
    return event if event.side == teller.mask.side else None


@_tell.register
def _(event: ev.PointsScored, teller: _Teller) -> ev.PointsScored | None:
    return event if event.side == teller.mask.side else None


@_tell.register
def _(event: ev.CampaignOpened, teller: _Teller) -> ev.CampaignOpened:
    side = teller.mask.side
    known = teller.state.known_ground.get(side, {})
    return change(
        event,
        setting=own_setting(event.setting, side),
        stands=tuple(stand for stand in event.stands if stand.side == side),
        formations=tuple(formation for formation in event.formations if formation.side == side),
        ground={place: what for place, what in event.ground.items() if place in known or teller.sees_place(place)},
    )


@_tell.register
def _(event: ev.StandRaised, teller: _Teller) -> ev.StandRaised | None:
    return event if event.stand.side == teller.mask.side else None


@_tell.register
def _(event: ev.StandGone, teller: _Teller) -> ev.StandGone | None:
    if teller.mask.own(event.stand):
        return event
    return change(event, stand=teller.mask.key(event.stand)) if teller.mask.met(event.stand) else None


@_tell.register(ev.OrderDeclared)
@_tell.register(ev.OrderRefused)
def _(event: Any, teller: _Teller) -> Any:
    return event if order_side(event.order, teller.state) == teller.mask.side else None


@_tell.register
def _(event: ev.OrderWithdrawn, teller: _Teller) -> ev.OrderWithdrawn | None:
    subject = event.stand or event.formation
    if subject is not None:
        return event if teller.mask.own(subject) else None
    own = any(order_side(order, teller.state) == teller.mask.side for order in teller.state.declared)
    return event if own else None


@_tell.register
def _(event: ev.CommandChecked, teller: _Teller) -> ev.CommandChecked | None:
    out = tuple(key for key in event.out if teller.mask.own(key))
    stands = teller.state.stands.values()
    was_out = any("out_of_command" in stand.marks for stand in stands if teller.mask.own(stand.id))
    return change(event, out=out) if out or was_out else None


@_tell.register
def _(event: ev.IsolationCounted, teller: _Teller) -> ev.IsolationCounted | None:
    days = {key: count for key, count in event.days.items() if teller.mask.own(key)}
    return change(event, days=days) if days else None


@_tell.register
def _(event: ev.AirTasked, teller: _Teller) -> ev.AirTasked | None:
    dice = {side: count for side, count in event.dice.items() if side == teller.mask.side}
    return change(event, dice=dice) if dice else None


@_tell.register
def _(event: ev.AirReported, teller: _Teller) -> ev.AirReported | None:
    mask = teller.mask
    return change(event, stands=mask.keys(event.stands)) if event.side == mask.side else None


@_tell.register
def _(event: ev.GunsHeard, teller: _Teller) -> ev.GunsHeard | None:
    return event if event.side == teller.mask.side else None


@_tell.register
def _(event: ev.ContactMade, teller: _Teller) -> ev.ContactMade | None:
    mask = teller.mask
    if not any(map(mask.own, event.pair)):
        return None
    first, second = sorted(mask.key(key) for key in event.pair)
    return change(event, pair=(first, second), attacker=mask.key(event.attacker) if event.attacker else "")


@_tell.register
def _(event: ev.ContactBroken, teller: _Teller) -> ev.ContactBroken | None:
    pairs = tuple(sorted(teller.mask.pairs(frozenset(event.pairs))))
    return change(event, pairs=pairs) if pairs else None


@_tell.register
def _(event: ev.FireResolved, teller: _Teller) -> ev.FireResolved | None:
    mask = teller.mask
    if mask.own(event.by):
        return event
    if not teller.own_stands_in(event.target):
        return None
    return change(event, by=mask.key(event.by) if mask.met(event.by) else "")


@_tell.register
def _(event: ev.FightResolved, teller: _Teller) -> ev.FightResolved | None:
    mask = teller.mask
    if not any(map(mask.own, (*event.attackers, *event.defenders))):
        return None
    return change(event, attackers=mask.keys(event.attackers), defenders=mask.keys(event.defenders))


@_tell.register
def _(event: ev.GroundChanged, teller: _Teller) -> ev.GroundChanged | None:
    side = teller.mask.side
    if side not in event.known_to and not teller.sees_place(event.place):
        return None
    return change(event, known_to=(side,))


@_tell.register
def _(event: ev.ControlChanged, teller: _Teller) -> ev.ControlChanged | None:
    side = teller.mask.side
    return change(event, known_to=(side,)) if side in (event.side, *event.known_to) else None
