"""Hold the orders of a command for a turn, as they were closed, and what it orders until further notice."""

from __future__ import annotations

from typing import Literal

import msgspec

from campaign.model.calendar import Clock
from campaign.model.sheets.intents import NIGHT, Intent

__all__ = [
    "NEVER",
    "POSTURES",
    "SILENCES",
    "TRIGGERS",
    "ClosedLine",
    "Closing",
    "Posture",
    "Source",
    "Standing",
    "Trigger",
    "UnderWay",
    "turn_key",
    "turn_words",
]

Posture = Literal["stand_fast", "hold_at_all_costs", "delay", "withdraw", "go_on", "automaton"]
Trigger = Literal["", "contact", "attacked", "cut_off"]
Source = Literal["sealed", "draft", "silent"]
POSTURES: tuple[Posture, ...] = ("stand_fast", "hold_at_all_costs", "delay", "withdraw", "go_on", "automaton")
TRIGGERS: tuple[Trigger, ...] = ("", "contact", "attacked", "cut_off")
SILENCES = ("go_on", "stand_fast", "automaton")
"""What a command may do that has sent no orders; the first is the usual."""
NEVER = 1_000_000_000
"""A game time that does not come, in minutes: that of an order which no way leads to its unit for."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some units do until further notice if nothing else is ordered for the turn."""

    who: tuple[str, ...]
    posture: Posture
    trigger: Trigger = ""
    """When it counts; "": always."""
    goal: int | None = None
    """Where they go back to, of those that delay or withdraw."""
    until: tuple[int, int] | None = None
    """The last day and turn of its validity; None: it has no end."""
    since: int = 0
    """When it comes to its units, in minutes of game time, where orders take their time; 0: they know it."""
    ends: int = 0
    """When word comes that it counts no more, in minutes of game time; 0: none was sent."""


class ClosedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a sheet that orders something, as it was read when the turn was closed."""

    number: int
    text: str
    intents: tuple[Intent, ...] = ()
    sealed: bool = False
    """Of an order of an earlier turn: whether its sheet was sealed, so that what is in doubt is meant."""


class UnderWay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a sheet, or what of it concerns some units, that has not come to them yet."""

    text: str
    intents: tuple[Intent, ...]
    turn: str
    """The turn that it was written for."""
    at: int
    """When it comes, in minutes from midnight before day 1."""
    means: str = ""
    """How it goes; "": it waits at the headquarters, for no way leads to its units."""
    sealed: bool = False


class Closing(msgspec.Struct, frozen=True):
    """A turn that is being closed: no order is taken for it any more."""

    turn: str
    key: str
    """What the ids of its entries begin with."""


def turn_words(turn: str) -> str:
    """
    Say in words which turn a key names.

    >>> turn_words("3.2"), turn_words("3.99")
    ('day 3, turn 2', 'the night of day 3')
    """
    day, _, number = turn.partition(".")
    return f"the night of day {day}" if number == str(NIGHT) else f"day {day}, turn {number}"


def turn_key(clock: Clock) -> str:
    """
    Name the turn of a clock, as sheets and deadlines are kept by.

    >>> turn_key(Clock(3, 2)), turn_key(Clock(3, 5, night=True))
    ('3.2', '3.99')
    """
    return f"{clock.day}.{NIGHT if clock.night else clock.turn}"
