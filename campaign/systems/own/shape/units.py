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
    """The name of the kind; scenarios and cases use it."""
    is_a: A[str, OneOf(*SYMBOLS)]
    """The symbol on its counter, and what it counts as where orders of battle are converted."""
    mover: A[str, Ref("mover")]
    """The column of `[move]` that it pays by."""
    steps: A[int, Whole(1, 40)]
    """How many losses it takes until it is gone."""
    ratings: A[dict[str, tuple[int, ...]], Map(Ref("rating"), ByStep(Whole(-20, 200)), 16)]
    """Its figures: one for all, or a list from full strength down. `move` is how far it goes; the others are yours."""
    traits: A[tuple[str, ...], Many(Word("trait"), 0, 12)] = ()
    """Words that group kinds, for conditions and lists: mobile, horse, muskets."""
    stance: A[str, Ref("stance", also=("",))] = ""
    """The stance that it is in unless it is marked with another."""
    stands_for: A[tuple[str, ...], Many(OneOf(*ROLES))] = ()
    """The roles of orders of battle that it takes; unless given, that of its symbol."""
    parts: A[tuple[str, ...], Many(Ref("kind"), 0, 6)] = ()
    """The kinds that it can send off a step of: a battalion its companies."""


class Mark(Heading, frozen=True, kw_only=True):
    """A word about a stand that comes and goes: disordered, pinned, blown."""

    key: A[str, Word("mark")]
    """The name of the mark."""
    says: A[str, Text(120)] = ""
    """What the page says of who bears it."""
    until: A[str, OneOf("rally", "phase end", "turn end", "own turn", "night", "never")] = "rally"
    """When it comes off by itself; `rally` means that `[rally]` lifts it."""
    bars: A[tuple[str, ...], Many(OneOf(*BARRED))] = ()
    """What who bears it may not do."""
    seen: A[bool, Flag()] = True
    """Whether the enemy sees it."""
    flees: A[bool, Flag()] = False
    """Whether who is so marked goes its whole move away in each of its turns."""


class Stance(Heading, frozen=True, kw_only=True):
    """One of several ways that a stand is arranged; just one holds."""

    key: A[str, Word("stance")]
    """The name of the stance."""
    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """Those who can take it."""
    mover: A[str, Ref("mover", also=("",))] = ""
    """The column of `[move]` that it pays by in this stance; none: that of its kind."""
    change: A[Paid, Cost()] = FREE
    """What it costs of the move to take it: points, or "all" for the whole of it."""
    bars: A[tuple[str, ...], Many(OneOf(*BARRED))] = ()
    """What it may not do in this stance."""
    says: A[str, Text(120)] = ""
    """What the page says of who is in it."""


class Tally(Heading, frozen=True, kw_only=True):
    """A count that a stand gathers and loses: fatigue, moves made. ``marks`` gives the mark that comes with a count."""

    key: A[str, Word("tally")]
    """The name of the count."""
    most: A[int, Whole(1, 99)]
    """The count goes no higher."""
    up: A[dict[str, int], Map(OneOf("march", "fought", "fired", "night march", "lost a step"), Whole(1, 20))]
    """What raises it, and by how much."""
    down: A[dict[str, int], Map(OneOf("rest", "night"), Whole(1, 99))] = {}
    """What lowers it, and by how much."""
    marks: A[dict[int, str], Map(Number(1, 99), Ref("mark"), 6)] = {}
    """From which count on it bears which mark."""


class Posture(Heading, frozen=True, kw_only=True):
    """An order that a whole formation is under."""

    key: A[str, Word("posture")]
    """The name of the posture."""
    move: A[Fraction, Share()] = Fraction(1)
    """The share of its move that each stand has under it."""
    bars: A[tuple[str, ...], Many(OneOf(*BARRED))] = ()
    """What nobody under it may do."""
    columns: A[dict[str, int], Map(Ref("combat"), Whole(-6, 6))] = {}
    """Columns for the attacker where all that attack are under it."""
    prefers: A[str, OneOf("retreats", "loses")] = "retreats"
    """What those under it choose where a result lets them lose or retreat."""


class Leader(Heading, frozen=True, kw_only=True):
    """What a leader gives to those in his hex, and the throw of 2d6 that fells him beside a lost step."""

    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """The kinds that are leaders."""
    checks: A[dict[str, int], Map(Ref("check"), Whole(-6, 6))] = {}
    """What is added to the rating where those in his hex are tried."""
    columns: A[dict[str, int], Map(Ref("combat"), Whole(-6, 6))] = {}
    """Columns for an attack that one in his hex joins."""
    falls_on: A[int, Whole(0, 12)] = 0
    """The least throw of 2d6 that fells him; 0: he never falls."""


class Carry(Heading, frozen=True, kw_only=True):
    """A carrier and what it takes: lorries, assault boats, riders on tanks."""

    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """Those who carry."""
    takes: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """Those who are carried."""
    steps: A[int, Whole(1, 40)]
    """How many steps one carrier takes."""
    on: A[Paid, Cost()] = FREE
    """What getting on costs of the move."""
    off: A[Paid, Cost()] = FREE
    """What getting off costs of the move."""
