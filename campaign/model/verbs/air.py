"""Strike from the air, and look from the air."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.facts import fact_of, with_facts
from campaign.model.names import Names, listed
from campaign.model.roles import Count, Hexes, HexIndex, HitHex, SideAmounts, SideKey, StandIds
from campaign.model.verbs.told import Teller, side
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "AirRecon", "AirReported", "AirStrike", "AirTasked"]


class AirStrike(Order, frozen=True):
    """Put dice of air power on a hex."""

    side: SideKey
    target: HitHex
    dice: Count


class AirRecon(Order, frozen=True):
    """Look at a hex and its surroundings from the air."""

    side: SideKey
    target: HexIndex


class AirTasked(Event, frozen=True, kw_only=True):
    """Dice of air power given to the sides for this turn."""

    dice: SideAmounts


class AirReported(Event, frozen=True, kw_only=True):
    """An air reconnaissance saw these stands."""

    side: SideKey
    target: HexIndex
    stands: StandIds
    hexes: Hexes = ()
    """Where they stand, as the side is told it; the log has it by the stands."""


def _tell_tasked(event: AirTasked, names: Names) -> str:
    told = [f"{names.side(side)} {count}" for side, count in event.dice.items()]
    return "dice of air strikes: " + (listed(told) or "none")


def _tell_reported(event: AirReported, names: Names) -> str:
    return f"{names.side(event.side)} looked at {names.hex(event.target)} from the air and saw " + (
        names.stands(event.stands) or "nobody"
    )


def _has_dice(event: AirTasked, teller: Teller) -> bool:
    return teller.mask.side in event.dice


def _task(event: AirTasked, state: State) -> State:
    return with_facts(state, air_dice=dict(event.dice) or None)


def _where(event: AirReported, state: State) -> tuple[int, ...]:
    """List the hexes of the stands that were seen."""
    hexes = {state.stands[key].hex for key in event.stands if key in state.stands}
    return tuple(sorted(index for index in hexes if index is not None))


def _report(event: AirReported, state: State) -> State:
    where = {*fact_of(state, "reported", ()), *((event.side, index) for index in event.hexes or _where(event, state))}
    return with_facts(state, reported=tuple(sorted(where)) or None)


_SHOWN = {"hexes": lambda event, teller: _where(event, teller.state)}

ROWS = (
    Verb(
        AirStrike,
        keys={"air": Key("strike from the air")},
        wants={"dice": "how many dice"},
        says=lambda order, names: f"Strike {names.hex(order.target)} from the air with {order.dice} dice",
    ),
    Verb(
        AirRecon,
        keys={"recon": Key("look from the air")},
        says=lambda order, names: f"Look at {names.hex(order.target)} from the air",
    ),
    Tale(AirTasked, says=_tell_tasked, told=_has_dice, apply=_task),
    Tale(AirReported, says=_tell_reported, told=side("side"), apply=_report, masked=_SHOWN),
)
