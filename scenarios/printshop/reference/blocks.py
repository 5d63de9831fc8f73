"""Say what a reference sheet is made of: panels, and in them tables, sentences, figures, phases and readings."""

from __future__ import annotations

from typing import NamedTuple

from scenarios.printshop.reference.figures import Grid

__all__ = ["Block", "Panel", "Plain", "Reading", "Say", "Step"]


class Step(NamedTuple):
    """A phase of a turn."""

    number: int
    name: str
    told: str
    rule: str


class Say(NamedTuple):
    """A sentence of the rules."""

    words: str


class Plain(NamedTuple):
    """Single figures, each with its name."""

    figures: tuple[tuple[str, str], ...]
    title: str = ""


class Reading(NamedTuple):
    """A reading as it is set."""

    name: str
    value: str
    reason: str
    usual: str = ""
    """What the umpire has set it instead of."""


Block = Step | Say | Plain | Reading | Grid


class Panel(NamedTuple):
    """A part of the sheet under a heading, so many columns wide."""

    title: str
    tone: str
    span: int
    note: str
    blocks: tuple[Block, ...]
