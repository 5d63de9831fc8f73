"""Say how stands move: what ground costs, zones of control, stacking, facing, sight."""

from fractions import Fraction
from typing import Annotated as A

from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.roles import Cond, Cost, Flag, Many, Map, OneOf, Ref, Share, Text, Throw, Whole, Word
from campaign.systems.own.words.amounts import FREE, Dice, Paid
from campaign.systems.own.words.conditions import ALONE, Test
from campaign.systems.own.words.known import OVER, STANDING, WAYS

_MOVERS = 16
Costs = dict[str, Paid]


class Change(Heading, frozen=True, kw_only=True):
    """A change to a figure, where all its conditions hold: times, then plus."""

    name: A[str, Text(40)]
    """What the page, the log and the sheet call it."""
    when: A[tuple[Test, ...], Many(Cond(ALONE), 1, 6)]
    """The conditions; all must hold."""
    times: A[Fraction, Share()] = Fraction(1)
    """What the figure is multiplied by."""
    plus: A[int, Whole(-20, 20)] = 0
    """What is added to it then."""


class Mud(Heading, frozen=True, kw_only=True):
    """Other costs of ground for a weather or the night; what it leaves out is as ever."""

    ground: A[dict[str, Costs], Map(Ref("terrain"), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What each ground costs then."""
    road: A[dict[str, Costs], Map(OneOf(*WAYS), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What a step along a road costs then."""
    side: A[dict[str, Costs], Map(Ref("border"), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What crossing a hexside costs then."""


class Movement(Heading, frozen=True, kw_only=True):
    """What ground costs each mover, on entering a hex, along roads, and over hexsides besides."""

    ground: A[dict[str, Costs], Map(Ref("terrain"), Map(Word("mover"), Cost(), _MOVERS))]
    """What entering a hex of each ground costs each mover; here the movers get their names."""
    road: A[dict[str, Costs], Map(OneOf(*WAYS), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What a step along a road costs, in the place of the ground's."""
    side: A[dict[str, Costs], Map(Ref("border"), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What crossing such a hexside costs besides; "all" is the whole move, as its first step."""
    own_grounds: A[tuple[str, ...], Many(Word("terrain"), 0, 40)] = ()
    """Terrain of maps' own that these rules name: it is then what `ground` says, not what it resembles."""
    own_hexsides: A[tuple[str, ...], Many(Word("border"), 0, 40)] = ()
    """Hexsides of maps' own that these rules name: they are then what `side` says, not what they resemble."""
    uphill_m: A[int, Whole(0, 1000)] = 0
    """From how many metres on a step goes uphill; 0: heights do not count."""
    uphill: A[Costs, Map(Ref("mover"), Cost(), _MOVERS)] = {}
    """What a step uphill costs besides."""
    crossings: A[tuple[str, ...], Many(OneOf(*OVER))] = ("bridge", "ford", "tunnel", "dam")
    """What carries a march over water."""
    works: A[dict[str, Costs], Map(OneOf(*STANDING), Map(Ref("mover"), Cost(), _MOVERS))] = {}
    """What it costs besides to enter a hex with works in it: mines, wire."""
    one_hex: A[bool, Flag()] = True
    """Whether everybody can always go one hex that is not barred."""
    change: A[tuple[Change, ...], Many(Sub(Change))] = ()
    """Where the points of a move are others."""
    throw: A[dict[str, Dice], Map(Ref("mover"), Throw(), _MOVERS)] = {}
    """Movers whose move is thrown for each turn; the rating is added."""
    weather: A[dict[str, Mud], Map(Ref("weather", also=("night",)), Sub(Mud), 8)] = {}
    """Other costs in a weather, or at night."""


class Zone(Heading, frozen=True, kw_only=True):
    """Zones of control: five figures, and who has them."""

    kinds: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """The kinds that have a zone; none named, all have."""
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    """Whoever is so has no zone."""
    enter: A[Paid, Cost()] = FREE
    """What it costs besides to enter an enemy zone; "stop" ends the march there."""
    leave: A[Paid, Cost()] = FREE
    """What it costs besides to leave one."""
    through: A[Paid, Cost()] = FREE
    """What it costs to go from one enemy zone into the next, besides."""
    ends: A[tuple[str, ...], Many(Ref("border"))] = ()
    """Hexsides that no zone goes over, where nothing crosses them."""
    grounds: A[tuple[str, ...], Many(Ref("terrain"))] = ()
    """Grounds that no zone reaches into."""
    front_only: A[bool, Flag()] = False
    """Whether the zone lies before its front alone; see `[facing]`."""
    bonds: A[bool, Flag()] = False
    """Whether two stands two hexes apart hold the ground between them."""
    friends_cancel: A[tuple[str, ...], Many(OneOf("supply", "retreat", "movement"))] = ("supply",)
    """For what a friend in a hex takes the enemy's zone away there."""
    retreat: A[str, OneOf("free", "loses 1", "barred")] = "free"
    """What a retreat into an enemy zone brings."""
    supply: A[str, OneOf("free", "barred")] = "barred"
    """Whether enemy zones bar lines of supply."""


class Stack(Heading, frozen=True, kw_only=True):
    """How many may stand in a hex."""

    most: A[int, Whole(1, 60)] = 60
    """How much may stand in one hex."""
    counts: A[str, OneOf("stands", "steps")] = "stands"
    """What is counted: stands, or their steps."""
    free: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """Those who count nothing."""
    together: A[tuple[str, ...], Many(Ref("kind", "trait"))] = ()
    """The kinds that may share a hex; none named, all may."""


class Facing(Heading, frozen=True, kw_only=True):
    """Which hexsides lie before a stand, counted from the one that it looks over; what it costs to turn."""

    front: A[tuple[int, ...], Many(Whole(0, 5), 1, 6)] = (0, 1, 5)
    """The hexsides of its front; 0 is the one that it looks over, then clockwise."""
    turn: A[Paid, Cost()] = FREE
    """What turning costs of the move, however far."""


class Sight(Heading, frozen=True, kw_only=True):
    """How far stands see, what blocks it, and whether the enemy is hidden until he is seen."""

    hexes: A[int, Whole(0, 60)] = 60
    """How far everybody sees by day."""
    night_hexes: A[int, Whole(0, 60)] = 1
    """How far by night."""
    hidden: A[bool, Flag()] = False
    """Whether who is not seen is not on the other side's map."""
    shows: A[str, OneOf("all", "contact")] = "all"
    """How much is known of who is seen: his kind, strength and marks, or these only next to him."""
    far: A[dict[str, int], Map(Ref("kind", "trait"), Whole(0, 60))] = {}
    """Kinds that see farther or less far."""
    near: A[dict[str, int], Map(Ref("kind", "trait"), Whole(0, 60))] = {}
    """Kinds that are seen only from so near."""
    blocks: A[tuple[str, ...], Many(Ref("terrain"))] = ()
    """Grounds that nobody sees through."""
    height: A[bool, Flag()] = False
    """Whether sight goes by the heights of the ground."""


class Reaction(Heading, frozen=True, kw_only=True):
    """What a stand does by itself when an enemy comes: standing, and never asked for."""

    when: A[str, OneOf("enemy enters range", "enemy enters zone", "charged")]
    """What sets it off."""
    does: A[str, OneOf("fire", "charge", "form", "retreat")]
    """What is done then."""
    by: A[tuple[str, ...], Many(Ref("kind", "trait"), 1)]
    """Those who do it."""
    check: A[str, Ref("check", also=("",))] = ""
    """A check to be passed first."""
    once: A[str, OneOf("turn", "phase")] = "turn"
    """How often one stand does it."""
    stance: A[str, Ref("stance", also=("",))] = ""
    """The stance that is taken, where it forms."""
