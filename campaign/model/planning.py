"""
Hold what a side that plans by itself thought: its memory, its tasks, its orders with their reasons.

They are values that stand in the log. Worth is counted in hundredths of a turn of progress, so that sums of reasons are
exact and the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["Dossier", "Estimate", "Expected", "Plan", "Promise", "Reason", "Sighting", "Task", "Thought"]


class Sighting(msgspec.Struct, frozen=True):
    """An enemy as a side saw him last; ids, kinds and strengths are those of its view."""

    hex: int
    turn: int
    """Turns since the campaign began, when he was seen."""
    kind: str
    size: str
    strength: int
    """0: not known."""
    identified: bool = False


class Promise(msgspec.Struct, frozen=True):
    """What a stand was given to do over several turns, kept unless it is refused or pointless."""

    stand: str
    what: str
    """"bridge", "garrison", "reserve" ..."""
    hex: int
    side: int | None = None
    until: int = 0
    """The last turn that it is remembered."""


class Dossier(msgspec.Struct, frozen=True):
    """What a commander remembers from turn to turn."""

    sightings: Mapping[str, Sighting] = {}
    steps: Mapping[str, int] = {}
    """How far along the goals of its mission each group has come."""
    promises: tuple[Promise, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """One of the things that speak for or against an order."""

    what: str
    """"progress", "leash", "line", "danger", "zone", "jam", "exchange", "goal", "cover" ..."""
    worth: int
    """Hundredths of a turn; below 0 speaks against it."""
    text: str


class Expected(msgspec.Struct, frozen=True):
    """What a fight should bring, by the rules' own tables: hundredths of a point, and per cent."""

    inflicted: int
    taken: int
    chance: int
    """Per cent that the hex is emptied."""
    source: str = ""
    """"exact", or "N plays"."""


class Thought(msgspec.Struct, frozen=True):
    """An order and why."""

    order: str
    """As it is written."""
    subject: str
    """The stand, formation or side that it is for."""
    group: str
    """The formation whose mission it serves."""
    task: str
    """The kind of task: "assault", "march", "lead", "guns", "bridge", "hold" ..."""
    why: str
    """One plain line with a figure."""
    reasons: tuple[Reason, ...] = ()
    expected: Expected | None = None
    needs: tuple[str, ...] = ()
    """Stands that take part in the same blow; it makes no sense without them."""


class Task(msgspec.Struct, frozen=True):
    """What a group does in this turn for its mission, in words."""

    group: str
    kind: str
    hex: int | None
    text: str


class Estimate(msgspec.Struct, frozen=True):
    """How a group stands with its mission, in words, with the way it means to go."""

    group: str
    kind: str
    goal: int | None
    text: str
    way: tuple[int, ...] = ()
    """The hexes of its axis, from where it is, for the map of the plan."""


class Plan(msgspec.Struct, frozen=True):
    """All that a side means to do in one phase, and what it remembers after it."""

    dossier: Dossier = Dossier()
    estimates: tuple[Estimate, ...] = ()
    tasks: tuple[Task, ...] = ()
    thoughts: tuple[Thought, ...] = ()
