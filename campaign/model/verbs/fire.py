"""Fire at a hex, alone or joined by others; or lay smoke there."""

from __future__ import annotations

from campaign.model.names import Names, count
from campaign.model.roles import Count, Flag, HitHex, KindWord, StandId, StandIds
from campaign.model.verbs.told import Teller
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

__all__ = ["ROWS", "Fire", "FireResolved"]


class Fire(Order, frozen=True):
    """Fire at a hex, alone or with ``helpers`` that join; with ``smoke`` lay smoke there instead."""

    stand: StandId
    target: HitHex
    helpers: StandIds = ()
    smoke: Flag = False


class FireResolved(Event, frozen=True, kw_only=True):
    """Guns, aircraft or ships fired at a hex; the losses follow as events of their own."""

    by: StandId
    """A stand, or the side whose aircraft or ships fired."""
    kind: KindWord
    """artillery, air, naval."""
    target: HitHex
    hits: Count


_FIRED = {"artillery": "fired at", "air": "struck from the air at", "naval": "fired from the sea at"}


def _tell(event: FireResolved, names: Names) -> str:
    firer = names.side(event.by) if names.is_side(event.by) else names.stand(event.by)
    verb = _FIRED.get(event.kind, "fired at")
    return f"{firer} {verb} {names.hex(event.target)}: {count(event.hits, 'hit')}"


def _told(event: FireResolved, teller: Teller) -> bool:
    """Tell who fired, and who was fired at."""
    return teller.mask.own(event.by) or teller.own_stands_in(event.target)


def _firer(event: FireResolved, teller: Teller) -> str:
    """Name the firer to his own side; to others only if they are in contact with him."""
    mask = teller.mask
    return event.by if mask.own(event.by) else mask.key(event.by) if mask.met(event.by) else ""


ROWS = (
    Verb(
        Fire,
        keys={
            "S": Key("fire, alone or joined by others", {"smoke": False}),
            "SM": Key("lay smoke", {"smoke": True, "helpers": ()}),
        },
        says=lambda order, names: (
            f"{'Lay smoke on' if order.smoke else 'Fire at'} {names.hex(order.target)}{names.joined(order.helpers)}"
        ),
    ),
    Tale(FireResolved, says=_tell, told=_told, masked={"by": _firer}),
)
