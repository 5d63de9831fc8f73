"""
Say what units are to do in the words of who commands them: a goal, not a path.

An intent is kept as it was meant. Its path is found when it is carried out, from what its commander knows then.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = ["ANY_RIVER", "NIGHT", "Aim", "Intent", "Line", "Mode", "When"]

When: TypeAlias = tuple[int, int]
"""A day and a turn; turn 0 is the first of the day, turn ``NIGHT`` its night."""

NIGHT = 99
"""The turn number of the night, after all turns of the day."""

ANY_RIVER = "*"

Aim = Literal["march", "attack", "hold", "fire", "work"]
Mode = Literal["best", "road", "transport"]


class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some units are to do."""

    who: tuple[str, ...]
    do: Aim
    goal: int | None = None
    """The hex to come to, to attack, to fire at or to work in; of those who hold, where they are."""
    via: tuple[int, ...] = ()
    """Hexes to pass through, in this order."""
    by: Mode = "best"
    task: str = ""
    """For ``work``: dig_in, bridge, demolish, mines."""
    column: bool = False
    """Whether all go one behind the other by one way."""
    start: When | None = None
    """Not before this day and turn."""
    due: When | None = None
    """There by this day and turn."""
    follow: str = ""
    """The unit that goes ahead, and that a march goes behind by its road."""
    shun: tuple[str, ...] = ()
    """Rivers that a march is not to cross, as they are written without accents; ``ANY_RIVER``: none at all."""


class Line(msgspec.Struct, frozen=True):
    """
    A line as it was read: orders to give, a question, or a note.

    Nothing is given of a question or a note. ``choices`` can each stand for ``asked``, the word that was not clear.
    """

    number: int
    text: str
    verdict: Literal["give", "ask", "note"]
    intents: tuple[Intent, ...] = ()
    assumed: tuple[str, ...] = ()
    why: str = ""
    choices: tuple[str, ...] = ()
    asked: str = ""
