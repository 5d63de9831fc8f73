"""Say who is told of an event: the ready answers, and what they are worked out from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.ownership import onlookers
from campaign.model.roll import Roll

if TYPE_CHECKING:
    from campaign.model.masks import Mask
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["Addressed", "Owned", "Teller", "owner_of", "part_of", "public", "side", "thinker"]


@dataclass(frozen=True)
class Teller:
    """What a side needs to know of the moment: the state before the event, the map, its mask."""

    state: State
    hexmap: HexMap
    mask: Mask

    def own_stands_in(self, index: int) -> bool:
        """Whether a stand of the viewer's own is in a hex."""
        return any(stand.hex == index and self.mask.mine(stand.id) for stand in self.state.stands.values())

    def sees_place(self, place: str) -> bool:
        """Whether a stand of the viewer's own is at a place or next to it."""
        return any(map(self.mask.mine, onlookers(self.state, self.hexmap, place)))

    def shows(self, roll: Roll, *, open_dice: bool) -> bool:
        """Whether dice are the side's own; or nobody's, where these are open."""
        return (open_dice and not roll.by) or self.mask.own(roll.by)

    def roll(self, roll: Roll) -> Roll:
        """Give dice without what names others, and without their number: it would tell how many fell elsewhere."""
        modifiers = tuple((self.mask.silenced(what), amount) for what, amount in roll.modifiers)
        return msgspec.structs.replace(roll, what=self.mask.silenced(roll.what), modifiers=modifiers, number=0)


@dataclass(frozen=True)
class Addressed:
    """Tell those who know what the commands know that a field names: one, or several."""

    field: str

    def to(self, event: Any) -> frozenset[str]:
        """Name the commands."""
        named = getattr(event, self.field)
        return frozenset((named,) if isinstance(named, str) else named)

    def __call__(self, event: Any, teller: Teller) -> bool:
        """Say whether a viewer is told."""
        return not teller.mask.commands.isdisjoint(self.to(event))


def public(_: Any, __: Teller) -> bool:
    """Tell all sides."""
    return True


@dataclass(frozen=True)
class Owned:
    """Tell the side whose stand or formation a field names; nobody of another is told."""

    field: str

    def whose(self, event: Any, state: State) -> str | None:
        """Name the side; None if it is not known whose that is."""
        key = getattr(event, self.field)
        thing = state.stands.get(key) or state.formations.get(key)
        return None if thing is None else thing.side

    def __call__(self, event: Any, teller: Teller) -> bool:
        """Say whether a viewer is told."""
        return teller.mask.own(getattr(event, self.field))


def owner_of(field: str) -> Owned:
    """Tell the side whose stand or formation a field names."""
    return Owned(field)


def side(field: str) -> Callable[[Any, Teller], bool]:
    """Tell the side that a field names."""
    return lambda event, teller: getattr(event, field) == teller.mask.side


def thinker(event: Any, teller: Teller) -> bool:
    """
    Tell those who know all that an event's side or command thought from.

    One command of several must not read what the whole side thinks: that names enemies whom others see.
    """
    if event.side != teller.mask.side:
        return False
    return event.command in teller.mask.commands if event.command else teller.mask.whole


def part_of(*fields: str) -> Callable[[Any, Teller], bool]:
    """Tell those who have a stand among those in some fields."""
    return lambda event, teller: any(teller.mask.mine(key) for name in fields for key in getattr(event, name))
