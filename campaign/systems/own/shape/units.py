"""Say what units there are, and the words that come and go about them: marks, stances, tallies, postures."""

from fractions import Fraction
from typing import Annotated as A

from campaign.systems.own.reading.headings import Heading
from campaign.systems.own.reading.roles import (
    ByStep,
    Cost,
    Flag,
    Many,
    Map,
    Number,
    OneOf,
    Ref,
    Share,
    Text,
    Whole,
    Word,
)
from campaign.systems.own.words.amounts import FREE, Paid
from campaign.systems.own.words.known import BARRED, ROLES, SYMBOLS


class Unit(Heading, frozen=True, kw_only=True):
    """A kind of unit: ``is_a`` is its symbol and what it is converted to, ``ratings`` go by the steps that are left."""

    kind: A[str, Word("kind")]
    is_a: A[str, OneOf(*SYMBOLS)]
    mover: A[str, Ref("mover")]
    steps: A[int, Whole(1, 40)]
    ratings: A[dict[str, tuple[int, ...]], Map(Ref("rating"), ByStep(Whole(-20, 200)), 16)]
    traits: A[tuple[str, ...], Many(Word("trait"), 0, 12)] = ()
    stance: A[str, Ref("stance", also=("",))] = ""
    """The stance that it is in unless it is marked with another."""
    stands_for: A[tuple[str, ...], Many(OneOf(*ROLES))] = ()
    """The roles of orders of battle that it takes; unless given, that of its symbol."""
    parts: A[tuple[str, ...], Many(Ref("kind"), 0, 6)] = ()
    """The kinds that it can send off a step of: a battalion its companies."""


class Mark(Heading, frozen=True, kw_only=True):
    """A word about a stand that comes and goes: disordered, pinned, blown."""

    key: A[str, Word("mark")]
    says: A[str, Text(120)] = ""
    until: A[str, OneOf("rally", "phase end", "turn end", "own turn", "night", "never")] = "rally"
    bars: A[tuple[str, ...], Many(OneOf(*BARRED))] = ()
    seen: A[bool, Flag()] = True
    """Whether the enemy sees it."""
    flees: A[bool, Flag()] = False
    """Whether who is so marked goes its whole move away in each of its turns."""


class Stance(Heading, frozen=True, kw_only=True):
    """One of several ways that a stand is arranged; just one holds."""

    key: A[str, Word("stance")]
    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    mover: A[str, Ref("mover", also=("",))] = ""
    change: A[Paid, Cost()] = FREE
    """What it costs of the move to take it: points, or "all" for the whole of it."""
    bars: A[tuple[str, ...], Many(OneOf(*BARRED))] = ()
    says: A[str, Text(120)] = ""


class Tally(Heading, frozen=True, kw_only=True):
    """A count that a stand gathers and loses: fatigue, moves made. ``marks`` gives the mark that comes with a count."""

    key: A[str, Word("tally")]
    most: A[int, Whole(1, 99)]
    up: A[dict[str, int], Map(OneOf("march", "fought", "fired", "night march", "lost a step"), Whole(1, 20))]
    down: A[dict[str, int], Map(OneOf("rest", "night"), Whole(1, 99))] = {}
    marks: A[dict[int, str], Map(Number(1, 99), Ref("mark"), 6)] = {}


class Posture(Heading, frozen=True, kw_only=True):
    """An order that a whole formation is under."""

    key: A[str, Word("posture")]
    move: A[Fraction, Share()] = Fraction(1)
    bars: A[tuple[str, ...], Many(OneOf(*BARRED))] = ()
    columns: A[dict[str, int], Map(Ref("combat"), Whole(-6, 6))] = {}
    """Columns for the attacker where all that attack are under it."""
    prefers: A[str, OneOf("retreats", "loses")] = "retreats"


class Leader(Heading, frozen=True, kw_only=True):
    """What a leader gives to those in his hex, and the throw of 2d6 that fells him beside a lost step."""

    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    checks: A[dict[str, int], Map(Ref("check"), Whole(-6, 6))] = {}
    columns: A[dict[str, int], Map(Ref("combat"), Whole(-6, 6))] = {}
    falls_on: A[int, Whole(0, 12)] = 0
    """The least throw of 2d6 that fells him; 0: he never falls."""


class Carry(Heading, frozen=True, kw_only=True):
    """A carrier and what it takes: lorries, assault boats, riders on tanks."""

    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    takes: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    steps: A[int, Whole(1, 40)]
    on: A[Paid, Cost()] = FREE
    off: A[Paid, Cost()] = FREE
