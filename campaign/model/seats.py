"""Say who plays a side that plays itself: a commander of some skill and temper, or the table of chances."""

from __future__ import annotations

from typing import NamedTuple

from maps.problems import did_you_mean

__all__ = [
    "COMMANDER", "FAST", "FIGURES", "PERSON", "PLAYERS", "SKILLS", "STYLES", "TABLE", "Seat", "UnknownSeat", "seat_of",
    "seat_words",
]  # fmt: skip

COMMANDER, TABLE, PERSON, FAST = "commander", "table", "person", "fast"
PLAYERS = (PERSON, COMMANDER, TABLE, FAST)
"""What can play a side; fast: it stands fast, and nothing new is ordered."""

SKILLS = ("recruit", "regular", "veteran", "staff")
"""How well a commander plays, from the weakest on."""

STYLES = ("cautious", "steady", "bold")
"""How he weighs gain against loss."""

FIGURES = (
    "attackers", "memory", "among", "within",
    "aggression", "caution", "tempo",
    "attack_on_axis", "attack_off_axis", "leash", "leash_ahead", "line", "danger", "zone", "held", "front", "jam",
    "riding",
)  # fmt: skip
"""What can be set otherwise for one commander: figures of his level, of his style, and his prices."""

_MOST = 100_000


class Seat(NamedTuple):
    """A player of a side: a person, or the program in one of its ways."""

    player: str = COMMANDER
    level: str = "veteran"
    style: str = "steady"
    figures: tuple[tuple[str, int], ...] = ()
    """Figures of level, style and prices that are set otherwise for him: ``FIGURES`` names them."""

    def __str__(self) -> str:
        """Write it as ``seat_of`` reads it."""
        if self.player != COMMANDER:
            return self.player
        return ":".join((*self[:3], *(f"{name}={value}" for name, value in self.figures)))

    @property
    def plays_itself(self) -> bool:
        """Whether no person holds it."""
        return self.player != PERSON

    @property
    def words(self) -> str:
        """Say in plain words who plays."""
        told = {PERSON: "a person", TABLE: "the table of chances", FAST: "nobody: it stands fast"}
        set_so = ", ".join(f"{name} {value}" for name, value in self.figures)
        return told.get(self.player, f"a {self.style} {self.level} commander{f' ({set_so})' if set_so else ''}")


class UnknownSeat(ValueError):  # noqa: N818 - it reads as what happened
    """Nobody of that name plays sides."""


def seat_of(text: str) -> Seat:
    """
    Read who plays a side: "person", "table", "fast", "commander", "commander:recruit", "commander:veteran:bold".

    Figures of a commander may follow: "commander:veteran:steady:leash=80".

    Raises
    ------
    UnknownSeat
        If a word of it is not known; the message names those that are.
    """
    words = [word.strip() for word in text.split(":")]
    figures = tuple(_figure(word) for word in words if "=" in word)
    words = [word for word in words if "=" not in word]
    known = (PLAYERS, SKILLS, STYLES)
    many = len(words) + bool(figures)
    if len(words) > len(known) or (words and words[0] != COMMANDER and words[0] in PLAYERS and many > 1):
        msg = f"{text[:60]!r} has too many words; write person, table, fast, or commander:LEVEL:STYLE"
        raise UnknownSeat(msg)
    for word, allowed, what in zip(words or [""], known, ("player", "level", "style"), strict=False):
        if word not in allowed:
            msg = f"there is no {what} {word[:30]!r}; {did_you_mean(word, allowed)}"
            raise UnknownSeat(msg)
    usual = Seat()
    player, level, style = (*words, *(usual.player, usual.level, usual.style)[len(words) :])
    return Seat(player, level, style, figures)


def _figure(text: str) -> tuple[str, int]:
    name, _, value = (part.strip() for part in text.partition("="))
    if name not in FIGURES:
        msg = f"a commander has no figure {name[:30]!r}; {did_you_mean(name, FIGURES)}"
        raise UnknownSeat(msg)
    if not (value.isascii() and value.isdigit() and int(value) <= _MOST):
        msg = f"{name}={value[:20]!r} is no number; write one from 0 to {_MOST}"
        raise UnknownSeat(msg)
    return name, int(value)


def seat_words(text: str) -> str:
    """Say in plain words who plays; what cannot be read, as it is written."""
    try:
        return seat_of(text).words
    except UnknownSeat:
        return repr(text)
