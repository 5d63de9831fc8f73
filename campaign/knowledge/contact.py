"""Say what a contact is: something that a viewer knows of an enemy, with its date, its source and how sure it is."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from campaign.model.calendar import Clock  # noqa: TC001 - msgspec reads it at run time

__all__ = ["SOURCES", "STAGES", "Contact", "Source", "Stage", "age_words", "stage_of"]

Source: TypeAlias = Literal["seen", "contact", "heard", "air", "reported", "captured", "inferred", "dummy"]
SOURCES: dict[Source, str] = {
    "contact": "in contact",
    "seen": "seen by own units",
    "air": "seen from the air",
    "heard": "heard",
    "reported": "reported",
    "captured": "from prisoners or captured papers",
    "inferred": "inferred",
    "dummy": "a dummy",
}
"""Where knowledge of an enemy comes from, and how that is said."""

Stage: TypeAlias = Literal["fresh", "late", "old", "history", "gone", "false"]
STAGES: dict[Stage, str] = {
    "fresh": "this turn",
    "late": "last turn",
    "old": "stale",
    "history": "history",
    "gone": "gone from there",
    "false": "false: it was a dummy",
}
"""How a contact stands in time, and how that is said."""

_OLDEST = 4


class Contact(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a viewer knows of an enemy."""

    id: str
    """The id that he knows him by; it tells nothing."""
    side: str
    hex: int
    kind: str
    size: str
    name: str = ""
    short: str = ""
    strength_low: int | None = None
    strength_high: int | None = None
    """Strength points as they were when he was seen; None: not known."""
    seen: Clock
    """When that was."""
    age: int = 0
    """How many turns ago."""
    stage: Stage = "fresh"
    source: Source = "seen"
    confidence: int = 3
    """From 1, doubtful, to 5, sure."""
    via: tuple[str, ...] = ()
    """The own stands that see him; of a report the command that made it."""
    now: bool = False
    """Whether he is in sight now, so that his counter stands on the map."""
    radius: int = 0
    """How many hexes he may have gone since, on the best of roads."""
    others: tuple[int, ...] = ()
    """Where else he may be, of what was only heard."""
    same: tuple[str, ...] = ()
    """Contacts that he is perhaps the same as."""
    words: str = ""
    """What was said of him, word for word."""
    doubtful: bool = False
    """Whether he was seen from afar or by night alone, and may be something else than he seemed."""
    towards: int | None = None
    """Of one that is inferred, the hex that he was going to."""


def stage_of(age: int, *, gone: bool = False, false: bool = False) -> Stage:
    """
    Name how a contact stands in time.

    >>> [stage_of(age) for age in (0, 1, 4, 5)], stage_of(1, gone=True), stage_of(0, false=True)
    (['fresh', 'late', 'old', 'history'], 'gone', 'false')
    """
    if gone or false:
        return "false" if false else "gone"
    if age <= 1:
        return "late" if age else "fresh"
    return "old" if age <= _OLDEST else "history"


def age_words(age: int, turn_word: str) -> str:
    """
    Say how old a contact is.

    >>> age_words(0, "turn"), age_words(1, "turn"), age_words(3, "turn")
    ('this turn', 'last turn', '3 turns ago')
    """
    if age <= 1:
        return f"{'last' if age else 'this'} {turn_word}"
    return f"{age} {turn_word}s ago"
