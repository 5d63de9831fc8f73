"""Commit dice, mix the players' shares in, and reveal them; note what a side that plays itself chose."""

from __future__ import annotations

from campaign.model.roles import Code, Codes, CommandId, Count, KindWords, Rolls, SideKey
from campaign.model.verbs.told import public, thinker
from campaign.model.verbs.verb import Event, Tale

__all__ = ["ROWS", "DiceCommitted", "DiceMixed", "DiceRevealed", "SideChose"]


class SideChose(Event, frozen=True, kw_only=True):
    """A side that plays itself chose an order, or nothing more for now; ``why`` is its reason."""

    side: SideKey
    order: Code = ""
    """As it is written; "" where it wants nothing."""
    asked: KindWords = ()
    """Stands, formations and the like that it thought of, the last the one that it chose for."""
    throws: Rolls = ()
    """Its own dice, which say what it wants; they are none of those that the rules roll."""
    faces: Count = 6
    """How many faces each of these has: where it picks one of a list, as many as that is long."""
    passed: Count | None = None
    """How many it was told not to think of, which its dice hang on; None: written before that was noted."""
    command: CommandId = ""
    """The command that chose for its own stands; "": the whole side."""

    @property
    def who(self) -> str:
        """The command or the side that chose."""
        return self.command or self.side


class DiceCommitted(Event, frozen=True, kw_only=True):
    """The key of the dice from here on was laid down: its hash is published, the key is not."""

    number: Count
    """Which span of dice it is, from 1."""
    hash: Code
    """SHA-256 of the key's 32 bytes, as 64 hexadecimal digits."""


class DiceMixed(Event, frozen=True, kw_only=True):
    """
    The players' shares were mixed into the key of a span; its dice from here on follow from both.

    ``leaves`` are hashes: one for each share, and others that hide how many these are.
    """

    number: Count
    closing: Code = ""
    """The key of the closing that they were sealed for."""
    leaves: Codes = ()


class DiceRevealed(Event, frozen=True, kw_only=True):
    """A span of dice is over: here is the key that they were drawn from."""

    number: Count
    key: Code
    """The key's 32 bytes, as 64 hexadecimal digits."""


ROWS = (
    Tale(
        SideChose,
        says=lambda event, names: f"{names.side(event.side)} decided by itself: {event.order or 'nothing more'}",
        told=thinker,
    ),
    Tale(
        DiceCommitted,
        says=lambda event, _: (
            f"the dice of span {event.number} are committed: the SHA-256 of their key is {event.hash}"
        ),
        told=public,
    ),
    Tale(
        DiceMixed,
        says=lambda event, _: (
            f"the players' shares are mixed into the dice of span {event.number}: {len(event.leaves)} hashes"
        ),
        told=public,
    ),
    Tale(
        DiceRevealed,
        says=lambda event, _: f"the key of the dice of span {event.number} was {event.key}",
        told=public,
    ),
)
