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
    """The short name; the file is called by it."""
    name: A[str, Text(80)]
    """The name that pages, sheets and reports show."""
    version: A[str, Text(20)]
    """Your own count of its changes: 0.1, 1.0."""
    format: A[int, Whole(1, FORM)]
    """The language's form; a word never changes its meaning within one."""
    author: A[str, Text(80)] = ""
    """The names of their authors."""
    prefix: A[str, Text(6)] = ""
    """What stands before each paragraph where it is quoted: PB in PB 6.1."""
    period: A[str, Text(60)] = ""
    """The wars that it is meant for."""
    hex_m: A[tuple[int, ...], Many(Whole(20, 50_000), 2, 2)] = (100, 10_000)
    """From how many to how many metres of a hex the figures are meant for."""
    stand_size: A[str, OneOf("company", "battalion", "regiment", "brigade", "division")] = "battalion"
    """What a stand is, for counting and for the signs over a counter."""


class Time(Heading, frozen=True, kw_only=True):
    """How time passes: turns a day by month, how many of them are dark, and who begins."""

    turn_hours: A[Fraction, Share()] = Fraction(4)
    """The hours of a turn; half an hour is "1/2"."""
    turns_a_day: A[tuple[int, ...], Many(Whole(1, 48), 12, 12)] = (3,) * 12
    """How many turns a day has, from January to December."""
    night_turns: A[int, Whole(0, 24)] = 0
    """How many turns at the end of each day are dark."""
    turn_word: A[str, Text(20)] = "turn"
    """What a turn is called on pages and in reports."""
    first: A[str, OneOf("in order", "by turns", "dice")] = "in order"
    """The side that goes first: the first one named, each in its turn, or who throws higher."""


class Phase(Heading, frozen=True, kw_only=True):
    """A phase of the turn, in the author's order. Phases of the sides that follow each other are one block."""

    key: A[str, Word("phase")]
    """The name that conditions and changes call it by."""
    name: A[str, Text(40)]
    """The name that the clock shows."""
    does: A[tuple[str, ...], Many(OneOf(*ACTIVITIES), 0, 10)] = ()
    """What is done in it; what only the program does, as supply or weather, passes by itself."""
    each: A[str, OneOf("side", "together", "defender")] = "side"
    """The side that acts: each in its turn, all together, or in a side's turn the other."""
    only: A[tuple[str, ...], Many(Ref("kind", "trait", "mark"))] = ()
    """Those who may act in it; none named, all may."""
    when: A[str, OneOf("always", "day", "night", "first turn", "last turn")] = "always"
    """The turns that it comes in: each, those by day or night, or the first or last of a day."""
    again: A[bool, Flag()] = False
    """Whether who has marched before in this turn may march anew: marks of the phases before are taken off."""
