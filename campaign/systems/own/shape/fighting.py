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
from campaign.systems.own.words.known import SKIES

ONE_DIE = DICE["1d6"]


class Weigh(Heading, frozen=True, kw_only=True):
    """A change to what a stand counts; ``enemy`` are all of the other side, ``any enemy`` one of them."""

    name: A[str, Text(40)]
    """What the odds and the log call it."""
    when: A[tuple[Test, ...], Many(Cond(WEIGHED), 1, 6)]
    """The conditions; all must hold."""
    times: A[Fraction, Share()] = Fraction(1)
    """What the strength is multiplied by."""
    plus: A[int, Whole(-20, 20)] = 0
    """What is added to it then."""


class Shift(Heading, frozen=True, kw_only=True):
    """A shift of columns, or of the die; ``rating``: for each point that the attacker's best has more."""

    name: A[str, Text(40)]
    """What the odds and the log call it."""
    when: A[tuple[Test, ...], Many(Cond(FOUGHT), 0, 6)] = ()
    """The conditions; all must hold, and none means always."""
    columns: A[int, Whole(-12, 12)] = 0
    """Columns to the right for the attacker; below 0 to the left."""
    die: A[int, Whole(-12, 12)] = 0
    """What is added to the throw."""
    rating: A[str, Ref("rating", also=("",))] = ""
    """Compared best against best: ``columns`` or ``die`` count for each point that the attacker's has more."""


class Table(Heading, frozen=True, kw_only=True):
    """A table: heads that rise, and for each throw a result in each column."""

    columns: A[tuple[Head, ...], Many(Column(), 1, 24)]
    """The heads of the columns, rising: odds, differences or points."""
    rows: A[dict[int, tuple[str, ...]], Map(Number(-36, 36), Many(Ref("result"), 1, 24), 36)]
    """For each throw the result in each column."""


class Pool(Heading, frozen=True, kw_only=True):
    """Dice by strength: a hit on so much, saved on so much; what each hit costs, and what comes of any hit at all."""

    hit: A[int, Whole(2, 6)] = 6
    """A die that shows so much or more is a hit."""
    save: A[dict[str, int], Map(Ref("terrain", "kind", "trait", "mark", "stance"), Whole(2, 7), 30)] = {}
    """The grounds, kinds, marks and stances that save a hit, and the die that does it; 7 saves none."""
    outcome: A[tuple[outcomes.Deed, ...], Many(Out(outcomes.IN_RESULTS), 0, 4)] = ()
    """What comes of any hit at all, once."""
    loses: A[bool, Flag()] = True
    """Whether each hit that is not saved takes a step off."""
    back: A[bool, Flag()] = True
    """Whether those who are attacked throw too."""


class Combat(Heading, frozen=True, kw_only=True):
    """A kind of fight: its order, those who fight it, what each side counts, and the table or pool that decides."""

    key: A[str, Word("combat")]
    """The name of the fight in this file."""
    name: A[str, Text(40)]
    """The name that orders, odds and the log show."""
    order: A[str, OneOf("assault", "charge", "fire", "air")]
    """The order that begins it; a kind of stand has one fight by an order."""
    method: A[str, OneOf("odds", "difference", "points", "pool")]
    """How the column is found."""
    attacker: A[str, Ref("rating")]
    """The rating that the attackers count."""
    defender: A[str, Ref("rating", also=("",))] = ""
    """The rating that the defenders count; points and pools need none."""
    by: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """Those who can begin it; none named, all can."""
    against: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """Those whom it can be fought against; none named, all."""
    range: A[str, Ref("rating", also=("",))] = ""
    """The rating that says how far it reaches; none: the next hex."""
    sees: A[bool, Flag()] = True
    """Whether somebody of the side must see the target."""
    dice: A[Dice, Throw(duels=True)] = ONE_DIE
    """What is thrown; `each` means that both sides throw, and the difference counts."""
    rounds: A[str, OneOf("defender", "attacker", "nearest")] = "defender"
    """The side that the rest favours where a ratio lies between two columns."""
    rounds_until: A[int, Whole(1, 6)] = 1
    """How often it is thrown, one throw after the other, as long as both sides are there."""
    strength: A[tuple[Weigh, ...], Many(Sub(Weigh), 0, 40)] = ()
    """Where a stand counts more or less than its rating."""
    shift: A[tuple[Shift, ...], Many(Sub(Shift), 0, 60)] = ()
    """What moves the column or the die."""
    most_shift: A[int, Whole(0, 20)] = 20
    """All shifts of columns together move it no farther."""
    least: A[Head, Column()] = Head(Fraction(-9999), "")
    """Below this column nobody may attack; none: anybody may."""
    table: A[Table | None, Sub(Table)] = None
    """The table that decides; where there is none, a pool does."""
    pool: A[Pool | None, Sub(Pool)] = None
    """Dice by strength, in the place of a table."""
    before: A[tuple[outcomes.Deed, ...], Many(Out(outcomes.IN_FIGHTS), 0, 4)] = ()
    """What happens before the throw: a check to go in, a square that is formed."""
    after: A[tuple[outcomes.Deed, ...], Many(Out(outcomes.IN_FIGHTS), 0, 4)] = ()
    """What happens after it, whatever was thrown."""
    uses: A[dict[str, int], Map(Ref("store"), Whole(1, 20), 4)] = {}
    """What it costs the attackers' stores."""
    must: A[str, OneOf("choose", "all adjacent")] = "choose"
    """Whether an attack takes all stands in the hex, or all that stand next to the attacker."""
    overrun: A[bool, Flag()] = False
    """Whether who wins it may march on with what is left of its move."""


class Retreat(Heading, frozen=True, kw_only=True):
    """Where a retreat goes, and what comes of one that is stopped."""

    prefers: A[str, OneOf("retreats", "loses")] = "retreats"
    """What is taken where a result lets the loser choose and no posture says."""
    blocked: A[str, OneOf("eliminated", "loses 1 a hex", "stays")] = "eliminated"
    """What befalls who cannot go."""
    towards: A[str, OneOf("away", "supply", "headquarters")] = "away"
    """Where a retreat goes: from the attackers, to supply, or to its headquarters."""
    through_friends: A[bool, Flag()] = True
    """Whether it may end where friends stand, if there is room."""


class Support(Heading, frozen=True, kw_only=True):
    """Guns that help in a fight within range: columns each, at most so many, and what it costs them."""

    combat: A[tuple[str, ...], Many(Ref("combat"), 1)]
    """The fights that it helps in."""
    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """Those who help."""
    range: A[str, Ref("rating")]
    """The rating that says how far they reach."""
    most: A[int, Whole(1, 12)] = 1
    """How many may help one side in a fight."""
    columns_each: A[int, Whole(1, 6)] = 1
    """Columns for each that helps."""
    costs: A[dict[str, int], Map(Ref("store"), Whole(1, 20), 4)] = {}
    """What it costs their stores."""
    counter_battery: A[bool, Flag()] = False
    """Whether guns of the other side within range of them take one of them out on a throw of 5 or more."""


class Air(Heading, frozen=True, kw_only=True):
    """Air points of a day by its weather, and what a point does."""

    points: A[dict[str, int], Map(OneOf(*SKIES), Whole(0, 20))]
    """The points that a side has each day, by the sky."""
    strike: A[str, Ref("combat", also=("",))] = ""
    """The combat that strikes from the air are resolved by."""
    most: A[int, Whole(1, 12)] = 4
    """Points that one strike can take."""
    over: A[tuple[str, ...], Many(Ref("terrain"))] = ()
    """Grounds that hide from the air."""
