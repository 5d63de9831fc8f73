"""What stands on the ground, and who holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.names import Names, spaced
from campaign.model.roles import Hexes, HexsidePlace, KindWord, SideKey, SideKeys
from campaign.model.things import NO_SIDE
from campaign.model.verbs.told import Teller
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "ControlChanged", "GroundChanged"]


class GroundChanged(Event, frozen=True, kw_only=True):
    """Something now stands at a place, or ("") no longer does; the sides in ``known_to`` see it happen."""

    place: HexsidePlace
    what: KindWord
    known_to: SideKeys = ()


class ControlChanged(Event, frozen=True, kw_only=True):
    """Hexes came into a side's hands; the sides in ``known_to`` see it happen."""

    side: SideKey
    hexes: Hexes
    known_to: SideKeys = ()


def _tell_ground(event: GroundChanged, names: Names) -> str:
    place = names.place(event.place)
    return f"{place} is now: {spaced(event.what)}" if event.what else f"{place} is as it was before the campaign"


def _tell_control(event: ControlChanged, names: Names) -> str:
    holder = names.side(event.side) if event.side else "nobody"
    return f"{holder} now holds {names.hexes(event.hexes) or 'no more than before'}"


def _told_ground(event: GroundChanged, teller: Teller) -> bool:
    """Tell the sides that see it happen, by the event or by their own stands."""
    return teller.mask.side in event.known_to or teller.sees_place(event.place)


def _told_control(event: ControlChanged, teller: Teller) -> bool:
    return teller.mask.side in (event.side, *event.known_to)


def _to_the_viewer(_: object, teller: Teller) -> tuple[str, ...]:
    """Name the side that reads it, and no other that knows."""
    return (teller.mask.side,)


def _change_ground(event: GroundChanged, state: State) -> State:
    known = {side: _standing(state.known_ground.get(side, {}), event) for side in event.known_to}
    return change(state, ground=_standing(state.ground, event), known_ground={**state.known_ground, **known})


def _standing(ground: Mapping[str, str], event: GroundChanged) -> dict[str, str]:
    others = {place: what for place, what in ground.items() if place != event.place}
    return {**others, event.place: event.what} if event.what else others


def _change_control(event: ControlChanged, state: State) -> State:
    code = state.side_code(event.side) if event.side else NO_SIDE
    learn = {event.side, *event.known_to}
    known = {side: _taken(seen, event.hexes, code) if side in learn else seen for side, seen in state.known.items()}
    return change(state, control=_taken(state.control, event.hexes, code), known=known)


def _taken(control: bytes, hexes: tuple[int, ...], code: int) -> bytes:
    taken = bytearray(control)
    for index in hexes:
        taken[index] = code
    return bytes(taken)


_KNOWN = {"known_to": _to_the_viewer}

ROWS = (
    Tale(GroundChanged, says=_tell_ground, told=_told_ground, masked=_KNOWN, apply=_change_ground),
    Tale(ControlChanged, says=_tell_control, told=_told_control, masked=_KNOWN, apply=_change_control, quiet=True),
)
