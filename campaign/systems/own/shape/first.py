"""Say whose rules a file holds, how time passes, and what phases a turn has."""

from fractions import Fraction
from typing import Annotated as A

from campaign.model.tables import FORM
from campaign.systems.own.reading.headings import Heading
from campaign.systems.own.reading.roles import Flag, Many, OneOf, Ref, Share, Text, Whole, Word
from campaign.systems.own.words.known import ACTIVITIES


class System(Heading, frozen=True, kw_only=True):
    """The name of these rules. ``key`` is the file's name; ``prefix`` stands before every paragraph: PB 6.1."""

    key: A[str, Word()]
    name: A[str, Text(80)]
    version: A[str, Text(20)]
    format: A[int, Whole(1, FORM)]
    author: A[str, Text(80)] = ""
    prefix: A[str, Text(6)] = ""
    period: A[str, Text(60)] = ""
    hex_m: A[tuple[int, ...], Many(Whole(20, 50_000), 2, 2)] = (100, 10_000)
    """From how many to how many metres of a hex the figures are meant for."""
    stand_size: A[str, OneOf("company", "battalion", "regiment", "brigade", "division")] = "battalion"


class Time(Heading, frozen=True, kw_only=True):
    """How time passes: turns a day by month, how many of them are dark, and who begins."""

    turn_hours: A[Fraction, Share()] = Fraction(4)
    turns_a_day: A[tuple[int, ...], Many(Whole(1, 48), 12, 12)] = (3,) * 12
    night_turns: A[int, Whole(0, 24)] = 0
    """How many turns at the end of each day are dark."""
    turn_word: A[str, Text(20)] = "turn"
    first: A[str, OneOf("in order", "by turns", "dice")] = "in order"
    """The side that goes first: the first one named, each in its turn, or who throws higher."""


class Phase(Heading, frozen=True, kw_only=True):
    """A phase of the turn, in the author's order. Phases of the sides that follow each other are one block."""

    key: A[str, Word("phase")]
    name: A[str, Text(40)]
    does: A[tuple[str, ...], Many(OneOf(*ACTIVITIES), 0, 10)] = ()
    each: A[str, OneOf("side", "together", "defender")] = "side"
    """The side that acts: each in its turn, all together, or in a side's turn the other."""
    only: A[tuple[str, ...], Many(Ref("kind", "trait", "mark"))] = ()
    when: A[str, OneOf("always", "day", "night", "first turn", "last turn")] = "always"
    again: A[bool, Flag()] = False
    """Whether who has marched before in this turn may march anew: marks of the phases before are taken off."""
