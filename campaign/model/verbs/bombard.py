"""Fire a gun unit at a hex; hear guns that nobody sees."""

from __future__ import annotations

from campaign.model.roles import CommandIds, Hexes, HitHex, SideKey, StandId
from campaign.model.verbs.told import Teller
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

__all__ = ["ROWS", "Bombard", "GunsHeard"]


class Bombard(Order, frozen=True):
    """Fire a gun unit at a hex."""

    stand: StandId
    target: HitHex


class GunsHeard(Event, frozen=True, kw_only=True):
    """A side heard guns that it does not see; this is where they seem to be."""

    side: SideKey
    hexes: Hexes
    by: CommandIds = ()
    """The commands whose stands heard them; none named: the whole side."""


def _told(event: GunsHeard, teller: Teller) -> bool:
    """Tell the commands that heard them, and their side."""
    return event.side == teller.mask.side and (not event.by or not teller.mask.commands.isdisjoint(event.by))


ROWS = (
    Verb(
        Bombard,
        keys={"F": Key("guns fire at a hex")},
        says=lambda order, names: f"Fire at {names.hex(order.target)}",
    ),
    Tale(
        GunsHeard,
        says=lambda event, names: f"{names.side(event.side)} heard guns from about {names.hexes(event.hexes)}",
        told=_told,
    ),
)
