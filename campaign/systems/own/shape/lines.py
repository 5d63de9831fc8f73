"""Say who leads, what feeds, what is built, how the weather turns, and who has won."""

from fractions import Fraction
from typing import Annotated as A

from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.roles import Cond, Flag, Many, Map, OneOf, Out, Plain, Ref, Share, Text, Whole, Word
from campaign.systems.own.words import outcomes
from campaign.systems.own.words.conditions import ALONE, Test
from campaign.systems.own.words.known import SEASONS, SKIES, STORES_SPENT_ON, WORK_MAKES

_Deeds = tuple[outcomes.Deed, ...]


class Command(Heading, frozen=True, kw_only=True):
    """How far headquarters lead, and how formations come to their turn."""

    range: A[int, Whole(0, 100)] = 0
    """In hexes or movement points; 0: everybody leads himself."""
    counts: A[str, OneOf("hexes", "movement")] = "hexes"
    activation: A[str, OneOf("all", "formation", "chits", "check")] = "all"
    """All act; or formations, one after the other: chosen, drawn from a cup of both sides, or if they pass a check."""
    check: A[str, Ref("check", also=("",))] = ""
    """The check of a formation's headquarters, where activation goes by check."""
    without: A[_Deeds, Many(Out(outcomes.ALONE), 0, 3)] = ()


class Lack(Heading, frozen=True, kw_only=True):
    """What befalls who has had no line for so many looks, in each of them from then on."""

    after: A[int, Whole(1, 60)] = 1
    every: A[bool, Flag()] = False
    """Whether it comes each time from then on, or that once."""
    then: A[_Deeds, Many(Out(outcomes.ALONE), 1, 4)]


class Supply(Heading, frozen=True, kw_only=True):
    """Lines of supply: who carries, how far, and what it costs to have none."""

    mover: A[str, Ref("mover", also=("",))] = ""
    reach: A[int, Whole(0, 500)] = 0
    """Movement points that a line may take; 0: these rules have no supply."""
    then_road: A[bool, Flag()] = False
    """Whether the line need only come to a road within reach, and goes on along roads without end."""
    edge: A[bool, Flag()] = False
    """Whether hexes of the map's edge that a side holds are sources too."""
    without: A[tuple[Lack, ...], Many(Sub(Lack), 0, 6)] = ()


class Store(Heading, frozen=True, kw_only=True):
    """What formations hold and spend: ammunition, fuel."""

    key: A[str, Word("store")]
    name: A[str, Text(40)] = ""
    of: A[str, OneOf("formation", "stand")] = "formation"
    begins: A[int, Whole(0, 99)] = 0
    a_turn: A[int, Whole(0, 99)] = 0
    """How much comes in the phase of supply to who has a line."""
    most: A[int, Whole(0, 99)] = 99
    spent_on: A[dict[str, int], Map(OneOf(*STORES_SPENT_ON), Whole(1, 20))] = {}
    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """The kinds whose orders spend it; none named, all do."""


class Recovery(Heading, frozen=True, kw_only=True):
    """What comes back in the phase that recovers."""

    steps: A[int, Whole(0, 6)] = 0
    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    clear_of_enemy: A[bool, Flag()] = True
    """Whether only those come to strength who are in no enemy zone."""
    pool: A[int, Whole(0, 40)] = 0
    """Steps that a side has for all its stands each time; 0: no limit."""


class Weather(Heading, frozen=True, kw_only=True):
    """A weather, and the throws of a die that bring it in each season."""

    key: A[str, Word("weather")]
    name: A[str, Text(40)] = ""
    sky: A[str, OneOf(*SKIES)] = "fine"
    throws: A[dict[str, tuple[int, ...]], Map(OneOf(*SEASONS), Many(Whole(1, 6), 0, 6))] = {}


class Work(Heading, frozen=True, kw_only=True):
    """A work: who does it, where, in how many turns, and what stands there then."""

    key: A[str, Word("work")]
    name: A[str, Text(40)]
    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    at: A[str, OneOf("hex", "hexside")]
    turns: A[int, Whole(1, 20)]
    makes: A[str, OneOf(*WORK_MAKES)]
    check: A[str, Ref("check", also=("",))] = ""
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    lasts: A[str, OneOf("for good", "turn end")] = "for good"


class Victory(Heading, frozen=True, kw_only=True):
    """What is counted, and when it is over."""

    objectives: A[bool, Flag()] = True
    """Whether places count for who holds them on their day."""
    loss_points: A[int, Whole(0, 20)] = 0
    """Points for each enemy step lost."""
    exits: A[int, Whole(0, 20)] = 0
    """Points for each step that has left the map over the enemy's edge."""
    lost_ends: A[Fraction | None, Share()] = None
    """The share of its steps that a side may lose before it has lost the battle."""


class Reading(Heading, frozen=True, kw_only=True):
    """A place of this file with other values that an umpire may choose."""

    key: A[str, Word("reading")]
    at: A[str, Text(80)]
    others: A[tuple[str | int | float | bool, ...], Many(Plain(), 1, 8)]
    reason: A[str, Text(200)] = ""
    source: A[str, OneOf("reading", "default", "house")] = "reading"
