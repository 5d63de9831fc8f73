"""Say who plays a side that plays itself: a commander of some skill and temper, or the table of chances."""

from __future__ import annotations

from typing import NamedTuple

from maps.problems import did_you_mean

__all__ = ["COMMANDER", "FAST", "PERSON", "PLAYERS", "SKILLS", "STYLES", "TABLE", "Seat", "UnknownSeat", "seat_of"]

COMMANDER, TABLE, PERSON, FAST = "commander", "table", "person", "fast"
PLAYERS = (PERSON, COMMANDER, TABLE, FAST)
"""What can play a side; fast: it stands fast, and nothing new is ordered."""

SKILLS = ("recruit", "regular", "veteran", "staff")
"""How well a commander plays, from the weakest on."""

STYLES = ("cautious", "steady", "bold")
"""How he weighs gain against loss."""


class Seat(NamedTuple):
    """A player of a side: a person, or the program in one of its ways."""

    player: str = COMMANDER
    level: str = "veteran"
    style: str = "steady"

    def __str__(self) -> str:
        """Write it as ``seat_of`` reads it."""
        return f"{self.player}:{self.level}:{self.style}" if self.player == COMMANDER else self.player

    @property
    def plays_itself(self) -> bool:
        """Whether no person holds it."""
        return self.player != PERSON

    @property
    def words(self) -> str:
        """Say in plain words who plays."""
        told = {PERSON: "a person", TABLE: "the table of chances", FAST: "nobody: it stands fast"}
        return told.get(self.player, f"a {self.style} {self.level} commander")


class UnknownSeat(ValueError):  # noqa: N818 - it reads as what happened
    """Nobody of that name plays sides."""


def seat_of(text: str) -> Seat:
    """
    Read who plays a side: "person", "table", "fast", "commander", "commander:recruit", "commander:veteran:bold".

    Raises
    ------
    UnknownSeat
        If a word of it is not known; the message names those that are.
    """
    words = [word.strip() for word in text.split(":")]
    known = (PLAYERS, SKILLS, STYLES)
    if len(words) > len(known) or (words[0] != COMMANDER and words[0] in PLAYERS and len(words) > 1):
        msg = f"{text[:60]!r} has too many words; write person, table, fast, or commander:LEVEL:STYLE"
        raise UnknownSeat(msg)
    for word, allowed, what in zip(words, known, ("player", "level", "style"), strict=False):
        if word not in allowed:
            msg = f"there is no {what} {word[:30]!r}; {did_you_mean(word, allowed)}"
            raise UnknownSeat(msg)
    return Seat(*words)
