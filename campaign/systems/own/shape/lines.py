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
    """Whether the range is counted in hexes, or in movement points of the headquarters."""
    activation: A[str, OneOf("all", "formation", "chits", "check")] = "all"
    """All act; or formations, one after the other: chosen, drawn from a cup of both sides, or if they pass a check."""
    check: A[str, Ref("check", also=("",))] = ""
    """The check of a formation's headquarters, where activation goes by check."""
    without: A[_Deeds, Many(Out(outcomes.ALONE), 0, 3)] = ()
    """What befalls who is out of command."""


class Lack(Heading, frozen=True, kw_only=True):
    """What befalls who has had no line for so many looks, in each of them from then on."""

    after: A[int, Whole(1, 60)] = 1
    """The look without a line that it begins at."""
    every: A[bool, Flag()] = False
    """Whether it comes each time from then on, or that once."""
    then: A[_Deeds, Many(Out(outcomes.ALONE), 1, 4)]
    """What befalls them."""


class Supply(Heading, frozen=True, kw_only=True):
    """Lines of supply: who carries, how far, and what it costs to have none."""

    mover: A[str, Ref("mover", also=("",))] = ""
    """The column of `[move]` that the line pays by."""
    reach: A[int, Whole(0, 500)] = 0
    """Movement points that a line may take; 0: these rules have no supply."""
    then_road: A[bool, Flag()] = False
    """Whether the line need only come to a road within reach, and goes on along roads without end."""
    edge: A[bool, Flag()] = False
    """Whether hexes of the map's edge that a side holds are sources too."""
    edge_if_none: A[bool, Flag()] = False
    """Whether they are so only for a side that the scenario gives no source of its own."""
    without: A[tuple[Lack, ...], Many(Sub(Lack), 0, 6)] = ()
    """What comes of having no line."""


class Store(Heading, frozen=True, kw_only=True):
    """What formations hold and spend: ammunition, fuel."""

    key: A[str, Word("store")]
    """The name of the store."""
    name: A[str, Text(40)] = ""
    """What the page calls it."""
    of: A[str, OneOf("formation", "stand")] = "formation"
    """Its holder: a whole formation, or each stand."""
    begins: A[int, Whole(0, 99)] = 0
    """How much there is at the beginning."""
    a_turn: A[int, Whole(0, 99)] = 0
    """How much comes in the phase of supply to who has a line."""
    most: A[int, Whole(0, 99)] = 99
    """How much can be held."""
    spent_on: A[dict[str, int], Map(OneOf(*STORES_SPENT_ON), Whole(1, 20))] = {}
    """What each order costs of it."""
    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """The kinds whose orders spend it; none named, all do."""


class Recovery(Heading, frozen=True, kw_only=True):
    """What comes back in the phase that recovers."""

    steps: A[int, Whole(0, 6)] = 0
    """Steps that come back to a stand each time."""
    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """Those that get them; none named, all do."""
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    """Whoever is so gets none."""
    clear_of_enemy: A[bool, Flag()] = True
    """Whether only those come to strength who are in no enemy zone."""
    pool: A[int, Whole(0, 40)] = 0
    """Steps that a side has for all its stands each time; 0: no limit."""


class Weather(Heading, frozen=True, kw_only=True):
    """A weather, and the throws of a die that bring it in each season."""

    key: A[str, Word("weather")]
    """The name of the weather."""
    name: A[str, Text(40)] = ""
    """What pages call it."""
    sky: A[str, OneOf(*SKIES)] = "fine"
    """How the sky is, for points in the air and for the picture."""
    throws: A[dict[str, tuple[int, ...]], Map(OneOf(*SEASONS), Many(Whole(1, 6), 0, 6))] = {}
    """By season, the throws of one die that bring it."""


class Work(Heading, frozen=True, kw_only=True):
    """A work: who does it, where, in how many turns, and what stands there then."""

    key: A[str, Word("work")]
    """The word of the order."""
    name: A[str, Text(40)]
    """What the page calls it."""
    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """Those who can do it."""
    at: A[str, OneOf("hex", "hexside")]
    """Whether it stands in a hex, or on a hexside."""
    turns: A[int, Whole(1, 20)]
    """How many turns it takes."""
    makes: A[str, OneOf(*WORK_MAKES)]
    """What is there then."""
    check: A[str, Ref("check", also=("",))] = ""
    """A check to be passed at the end; who fails has to begin anew."""
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    """Whoever is so cannot do it."""
    lasts: A[str, OneOf("for good", "turn end")] = "for good"
    """Whether it stays, or is gone at the turn's end, as smoke."""


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
    """The name of the reading; the umpire sets it by that."""
    at: A[str, Text(80)]
    """The place in this file: combat.charge.dice."""
    others: A[tuple[str | int | float | bool, ...], Many(Plain(), 1, 8)]
    """The other values that he may choose."""
    reason: A[str, Text(200)] = ""
    """Why one might read it otherwise."""
    source: A[str, OneOf("reading", "default", "house")] = "reading"
    """Whether it is how a text is read, what fills a gap, or a rule of the house."""
