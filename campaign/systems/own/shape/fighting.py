"""Say how stands fight: combats and what counts in them, tables and pools, retreats, guns in support, air."""

from fractions import Fraction
from typing import Annotated as A

from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.roles import (
    Column,
    Cond,
    Flag,
    Many,
    Map,
    Number,
    OneOf,
    Out,
    Ref,
    Share,
    Text,
    Throw,
    Whole,
    Word,
)
from campaign.systems.own.words import outcomes
from campaign.systems.own.words.amounts import DICE, Dice, Head
from campaign.systems.own.words.conditions import FOUGHT, WEIGHED, Test
from campaign.systems.own.words.known import GROUNDS, SKIES

ONE_DIE = DICE["1d6"]


class Weigh(Heading, frozen=True, kw_only=True):
    """A change to what a stand counts; ``enemy`` are all of the other side, ``any enemy`` one of them."""

    name: A[str, Text(40)]
    when: A[tuple[Test, ...], Many(Cond(WEIGHED), 1, 6)]
    times: A[Fraction, Share()] = Fraction(1)
    plus: A[int, Whole(-20, 20)] = 0


class Shift(Heading, frozen=True, kw_only=True):
    """A shift of columns, or of the die; ``rating``: for each point that the attacker's best has more."""

    name: A[str, Text(40)]
    when: A[tuple[Test, ...], Many(Cond(FOUGHT), 0, 6)] = ()
    columns: A[int, Whole(-12, 12)] = 0
    die: A[int, Whole(-12, 12)] = 0
    rating: A[str, Ref("rating", also=("",))] = ""


class Table(Heading, frozen=True, kw_only=True):
    """A table: heads that rise, and for each throw a result in each column."""

    columns: A[tuple[Head, ...], Many(Column(), 1, 24)]
    rows: A[dict[int, tuple[str, ...]], Map(Number(-36, 36), Many(Ref("result"), 1, 24), 36)]


class Pool(Heading, frozen=True, kw_only=True):
    """Dice by strength: a hit on so much, saved on so much; what each hit costs, and what comes of any hit at all."""

    hit: A[int, Whole(2, 6)] = 6
    save: A[dict[str, int], Map(Ref("terrain", "kind", "trait", "mark", "stance"), Whole(2, 7), 30)] = {}
    outcome: A[tuple[outcomes.Deed, ...], Many(Out(outcomes.IN_RESULTS), 0, 4)] = ()
    loses: A[bool, Flag()] = True
    """Whether each hit that is not saved takes a step off."""
    back: A[bool, Flag()] = True
    """Whether those who are attacked throw too."""


class Combat(Heading, frozen=True, kw_only=True):
    """A kind of fight: its order, those who fight it, what each side counts, and the table or pool that decides."""

    key: A[str, Word("combat")]
    name: A[str, Text(40)]
    order: A[str, OneOf("assault", "charge", "fire", "air")]
    method: A[str, OneOf("odds", "difference", "points", "pool")]
    attacker: A[str, Ref("rating")]
    defender: A[str, Ref("rating", also=("",))] = ""
    by: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    against: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    range: A[str, Ref("rating", also=("",))] = ""
    """The rating that says how far it reaches; none: the next hex."""
    sees: A[bool, Flag()] = True
    """Whether somebody of the side must see the target."""
    dice: A[Dice, Throw(duels=True)] = ONE_DIE
    rounds: A[str, OneOf("defender", "attacker", "nearest")] = "defender"
    """The side that the rest favours where a ratio lies between two columns."""
    rounds_until: A[int, Whole(1, 6)] = 1
    """How often it is thrown, one throw after the other, as long as both sides are there."""
    strength: A[tuple[Weigh, ...], Many(Sub(Weigh), 0, 40)] = ()
    shift: A[tuple[Shift, ...], Many(Sub(Shift), 0, 60)] = ()
    most_shift: A[int, Whole(0, 20)] = 20
    least: A[Head, Column()] = Head(Fraction(-9999), "")
    table: A[Table | None, Sub(Table)] = None
    pool: A[Pool | None, Sub(Pool)] = None
    before: A[tuple[outcomes.Deed, ...], Many(Out(outcomes.IN_FIGHTS), 0, 4)] = ()
    after: A[tuple[outcomes.Deed, ...], Many(Out(outcomes.IN_FIGHTS), 0, 4)] = ()
    uses: A[dict[str, int], Map(Ref("store"), Whole(1, 20), 4)] = {}
    must: A[str, OneOf("choose", "all adjacent")] = "choose"
    """Whether an attack takes all stands in the hex, or all that stand next to the attacker."""
    overrun: A[bool, Flag()] = False
    """Whether who wins it may march on with what is left of its move."""


class Retreat(Heading, frozen=True, kw_only=True):
    """Where a retreat goes, and what comes of one that is stopped."""

    prefers: A[str, OneOf("retreats", "loses")] = "retreats"
    blocked: A[str, OneOf("eliminated", "loses 1 a hex", "stays")] = "eliminated"
    towards: A[str, OneOf("away", "supply", "headquarters")] = "away"
    through_friends: A[bool, Flag()] = True
    """Whether it may end where friends stand, if there is room."""


class Support(Heading, frozen=True, kw_only=True):
    """Guns that help in a fight within range: columns each, at most so many, and what it costs them."""

    combat: A[tuple[str, ...], Many(Ref("combat"), 1)]
    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    range: A[str, Ref("rating")]
    most: A[int, Whole(1, 12)] = 1
    columns_each: A[int, Whole(1, 6)] = 1
    costs: A[dict[str, int], Map(Ref("store"), Whole(1, 20), 4)] = {}
    counter_battery: A[bool, Flag()] = False
    """Whether guns of the other side within range of them take one of them out on a throw of 5 or more."""


class Air(Heading, frozen=True, kw_only=True):
    """Air points of a day by its weather, and what a point does."""

    points: A[dict[str, int], Map(OneOf(*SKIES), Whole(0, 20))]
    strike: A[str, Ref("combat", also=("",))] = ""
    """The combat that strikes from the air are resolved by."""
    most: A[int, Whole(1, 12)] = 4
    """Points that one strike can take."""
    over: A[tuple[str, ...], Many(OneOf(*GROUNDS))] = ()
    """Grounds that hide from the air."""
