"""Hold an order as far as it was said, before it is known what it means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.model.sheets.intents import When
    from campaign.spoken.names import Named
    from campaign.spoken.places import Spot

__all__ = ["Clause"]


@dataclass
class Clause:
    """An order as far as it was said: units, verbs, places, times."""

    units: list[Named] = field(default_factory=list)
    verbs: list[str] = field(default_factory=list)
    to: list[Spot | int] = field(default_factory=list)
    at: list[Spot | int] = field(default_factory=list)
    via: list[Spot | int] = field(default_factory=list)
    left: list[Spot | int] = field(default_factory=list)
    """Where it comes from."""
    stood: list[Spot | int] = field(default_factory=list)
    """Where it is said to be before anything is said of what it does."""
    mode: str = ""
    column: bool = False
    start: When | None = None
    due: When | None = None
    same: bool = False
    all: bool = False
    battalions: str = ""
    """
    How many battalions of a formation it speaks of, and of nothing else in it: any, two, three; pair: of two units.
    """
    to_first: bool = False
    """Whether a goal was named before the first verb."""
    then: bool = False
    linked: bool = False
    """Whether a goal was named with a word for it: to, towards, ->."""
    leads: bool = False
    """Whether the verb came before the units: "move 1/110 and 2/110 to ..."."""
    objects: int = 0
    river: str = ""
    """A river that is to be crossed, and no place said where."""
    dawn: str = ""
    """Words for the first light of a day that was not named."""
    unchanged: str = ""
    """Words that order nothing new: they mean to hold, but not to a unit that is on its way."""
    followed: list[Named] | None = None
    """Units that go ahead of its own: those that are named; none: those that were ordered before. None: nobody does."""
    left_out: list[Named] = field(default_factory=list)
    """Units that it does not speak of, though they are of those that are named."""
    shun: list[str] = field(default_factory=list)
    """Rivers that it is not to cross; "" is any."""
    bridge: bool = False
    """Whether it is about a bridge."""
    towards: str = ""
    """A word that may lead a march, an attack or fire: auf, gegen. Without a verb it is asked about."""

    @property
    def is_said(self) -> bool:
        """Whether it says what is to be done."""
        return bool(self.verbs or self.to or self.at or self.via or self.same or self.followed is not None)

    @property
    def verb(self) -> str:
        """The first verb; "" if there is none yet."""
        return self.verbs[0] if self.verbs else ""
