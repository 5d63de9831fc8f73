"""Say how stands move: what ground costs, zones of control, stacking, facing, sight."""

from fractions import Fraction
from typing import Annotated as A

from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.roles import Cond, Cost, Flag, Many, Map, OneOf, Ref, Share, Text, Throw, Whole, Word
from campaign.systems.own.words.amounts import FREE, Dice, Paid
from campaign.systems.own.words.conditions import ALONE, Test
from campaign.systems.own.words.known import GROUNDS, OVER, SLOPED, STANDING, WATERS, WAYS

_MOVERS = 16
Costs = dict[str, Paid]


class Change(Heading, frozen=True, kw_only=True):
    """A change to a figure, where all its conditions hold: times, then plus."""

    name: A[str, Text(40)]
    when: A[tuple[Test, ...], Many(Cond(ALONE), 1, 6)]
    times: A[Fraction, Share()] = Fraction(1)
    plus: A[int, Whole(-20, 20)] = 0


class Mud(Heading, frozen=True, kw_only=True):
    """Other costs of ground for a weather or the night; what it leaves out is as ever."""

    ground: A[dict[str, Costs], Map(OneOf(*GROUNDS), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    road: A[dict[str, Costs], Map(OneOf(*WAYS), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    side: A[dict[str, Costs], Map(OneOf(*WATERS, *SLOPED), Map(Ref("mover"), Cost(), _MOVERS))] = {}


class Movement(Heading, frozen=True, kw_only=True):
    """What ground costs each mover, on entering a hex, along roads, and over hexsides besides."""

    ground: A[dict[str, Costs], Map(OneOf(*GROUNDS), Map(Word("mover"), Cost(), _MOVERS))]
    road: A[dict[str, Costs], Map(OneOf(*WAYS), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    side: A[dict[str, Costs], Map(OneOf(*WATERS, *SLOPED), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    uphill_m: A[int, Whole(0, 1000)] = 0
    """From how many metres on a step goes uphill; 0: heights do not count."""
    uphill: A[Costs, Map(Ref("mover"), Cost(), _MOVERS)] = {}
    crossings: A[tuple[str, ...], Many(OneOf(*OVER))] = ("bridge", "ford", "tunnel", "dam")
    """What carries a march over water."""
    works: A[dict[str, Costs], Map(OneOf(*STANDING), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What it costs besides to enter a hex with works in it: mines, wire."""
    one_hex: A[bool, Flag()] = True
    """Whether everybody can always go one hex that is not barred."""
    change: A[tuple[Change, ...], Many(Sub(Change))] = ()
    throw: A[dict[str, Dice], Map(Ref("mover"), Throw(), _MOVERS)] = {}
    """Movers whose move is thrown for each turn; the rating is added."""
    weather: A[dict[str, Mud], Map(Ref("weather", also=("night",)), Sub(Mud), 8)] = {}


class Zone(Heading, frozen=True, kw_only=True):
    """Zones of control: five figures, and who has them."""

    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """The kinds that have a zone; none named, all have."""
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    enter: A[Paid, Cost()] = FREE
    leave: A[Paid, Cost()] = FREE
    through: A[Paid, Cost()] = FREE
    """What it costs to go from one enemy zone into the next, besides."""
    ends: A[tuple[str, ...], Many(OneOf(*WATERS, *SLOPED))] = ()
    """Hexsides that no zone goes over, where nothing crosses them."""
    grounds: A[tuple[str, ...], Many(OneOf(*GROUNDS))] = ()
    """Grounds that no zone reaches into."""
    front_only: A[bool, Flag()] = False
    bonds: A[bool, Flag()] = False
    """Whether two stands two hexes apart hold the ground between them."""
    friends_cancel: A[tuple[str, ...], Many(OneOf("supply", "retreat", "movement"))] = ("supply",)
    """For what a friend in a hex takes the enemy's zone away there."""
    retreat: A[str, OneOf("free", "loses 1", "barred")] = "free"
    supply: A[str, OneOf("free", "barred")] = "barred"


class Stack(Heading, frozen=True, kw_only=True):
    """How many may stand in a hex."""

    most: A[int, Whole(1, 60)] = 60
    counts: A[str, OneOf("stands", "steps")] = "stands"
    free: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    together: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """The kinds that may share a hex; none named, all may."""


class Facing(Heading, frozen=True, kw_only=True):
    """Which hexsides lie before a stand, counted from the one that it looks over; what it costs to turn."""

    front: A[tuple[int, ...], Many(Whole(0, 5), 1, 6)] = (0, 1, 5)
    turn: A[Paid, Cost()] = FREE


class Sight(Heading, frozen=True, kw_only=True):
    """How far stands see, what blocks it, and whether the enemy is hidden until he is seen."""

    hexes: A[int, Whole(0, 60)] = 60
    night_hexes: A[int, Whole(0, 60)] = 1
    hidden: A[bool, Flag()] = False
    shows: A[str, OneOf("all", "contact")] = "all"
    """How much is known of who is seen: his kind, strength and marks, or these only next to him."""
    far: A[dict[str, int], Map(Ref("kind", "trait"), Whole(0, 60))] = {}
    """Kinds that see farther or less far."""
    near: A[dict[str, int], Map(Ref("kind", "trait"), Whole(0, 60))] = {}
    """Kinds that are seen only from so near."""
    blocks: A[tuple[str, ...], Many(OneOf(*GROUNDS))] = ()
    height: A[bool, Flag()] = False
    """Whether sight goes by the heights of the ground."""


class Reaction(Heading, frozen=True, kw_only=True):
    """What a stand does by itself when an enemy comes: standing, and never asked for."""

    when: A[str, OneOf("enemy enters range", "enemy enters zone", "charged")]
    does: A[str, OneOf("fire", "charge", "form", "retreat")]
    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    check: A[str, Ref("check", also=("",))] = ""
    once: A[str, OneOf("turn", "phase")] = "turn"
    stance: A[str, Ref("stance", also=("",))] = ""
