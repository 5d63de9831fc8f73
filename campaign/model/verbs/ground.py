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

__all__ = ["ROWS", "ControlChanged", "GroundChanged", "code_of", "standing", "taken"]


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
    return change(state, ground=standing(state.ground, event))


def standing(ground: Mapping[str, str], event: GroundChanged) -> dict[str, str]:
    """Give what stands where after a change."""
    others = {place: what for place, what in ground.items() if place != event.place}
    return {**others, event.place: event.what} if event.what else others


def _change_control(event: ControlChanged, state: State) -> State:
    return change(state, control=taken(state.control, event.hexes, code_of(event, state)))


def code_of(event: ControlChanged, state: State) -> int:
    """Give the code of the side that holds the hexes now, or of nobody."""
    return state.side_code(event.side) if event.side else NO_SIDE


def taken(control: bytes, hexes: tuple[int, ...], code: int) -> bytes:
    """Give who holds each hex after some were taken."""
    held = bytearray(control)
    for index in hexes:
        held[index] = code
    return bytes(held)


_KNOWN = {"known_to": _to_the_viewer}

ROWS = (
    Tale(GroundChanged, says=_tell_ground, told=_told_ground, masked=_KNOWN, apply=_change_ground),
    Tale(ControlChanged, says=_tell_control, told=_told_control, masked=_KNOWN, apply=_change_control, quiet=True),
)
