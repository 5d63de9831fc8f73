"""
Name what can have happened.

Events are past-tense values and hold all they changed: the fold that applies
them looks at no rule, no map and no dice. Every event names the rule
paragraph that made it, and keeps the dice in it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from campaign.model.calendar import Clock
from campaign.model.orders import AnyOrder
from campaign.model.roll import Roll
from campaign.model.things import Formation, March, Setting, Stand, Work

__all__ = [
    "AirReported",
    "AirTasked",
    "AnyEvent",
    "CampaignEnded",
    "CampaignOpened",
    "ClockAdvanced",
    "CommandChecked",
    "ContactBroken",
    "ContactMade",
    "ControlChanged",
    "DiceCommitted",
    "DiceRevealed",
    "Event",
    "FightResolved",
    "FireResolved",
    "FormationMarked",
    "GoGiven",
    "GroundChanged",
    "GunsHeard",
    "HqLost",
    "HqReplaced",
    "IsolationCounted",
    "LossesRecovered",
    "LossesTaken",
    "OrderDeclared",
    "OrderRefused",
    "OrderWithdrawn",
    "PointsScored",
    "PosturesRevealed",
    "Rewound",
    "Roll",
    "Ruled",
    "SideChose",
    "StandArrived",
    "StandGone",
    "StandMarked",
    "StandMoved",
    "StandRaised",
    "StandRejoined",
    "StandScattered",
    "StoresChanged",
    "WeatherChanged",
    "WorkDone",
]


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """The base of all events."""

    rule: str = ""
    why: str = ""
    rolls: tuple[Roll, ...] = ()


class CampaignOpened(Event, frozen=True, kw_only=True):
    """The first event of every campaign."""

    setting: Setting
    clock: Clock
    stands: tuple[Stand, ...]
    formations: tuple[Formation, ...]
    control: bytes
    ground: Mapping[str, str] = {}
    weather: str = ""
    format: int = 1
    """How the log that this event begins is written; see ``formats.py``."""


class ClockAdvanced(Event, frozen=True, kw_only=True):
    """A phase began. On a new day yesterday's weather goes into the past."""

    clock: Clock
    new_day: bool = False


class WeatherChanged(Event, frozen=True, kw_only=True):
    """Weather was rolled (``forecast``, for tomorrow) or came in (``weather``)."""

    weather: str | None = None
    forecast: str | None = None


class OrderDeclared(Event, frozen=True, kw_only=True):
    """An order was written down, to be carried out when the phase ends."""

    order: AnyOrder
    by: str


class OrderWithdrawn(Event, frozen=True, kw_only=True):
    """Declared orders were struck off: those of one stand or one formation, or all where both are None."""

    stand: str | None = None
    formation: str | None = None


class OrderRefused(Event, frozen=True, kw_only=True):
    """A declared order could no longer be carried out when its time came."""

    order: AnyOrder


class CommandChecked(Event, frozen=True, kw_only=True):
    """Command was checked: these stands are out of command, all others in."""

    out: tuple[str, ...]


class StandMoved(Event, frozen=True, kw_only=True):
    """A stand went along ``path`` (its first hex is where it was) and stopped."""

    stand: str
    path: tuple[int, ...]
    fragments: int = 0
    march: March | None = None
    """What is left to do of the path."""
    transport: bool = False
    facing: int | msgspec.UnsetType | None = msgspec.UNSET
    """Where it looks now; unset: as before."""


class StandArrived(Event, frozen=True, kw_only=True):
    """A reinforcement came on the map."""

    stand: str
    hex: int


class StandRaised(Event, frozen=True, kw_only=True):
    """A new stand came to be: a detachment, a company of gunners, a new HQ."""

    stand: Stand
    parent: str | None = None
    """Whose strength it was taken from, if it was."""


class StandRejoined(Event, frozen=True, kw_only=True):
    """A detachment went back into its parent, bringing ``points``."""

    stand: str
    parent: str
    points: int


class StandMarked(Event, frozen=True, kw_only=True):
    """Marks were put on and taken off a stand; carrier, work, march, facing and shots may change with them."""

    stand: str
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    attached_to: str | msgspec.UnsetType | None = msgspec.UNSET
    work: Work | msgspec.UnsetType | None = msgspec.UNSET
    march: March | msgspec.UnsetType | None = msgspec.UNSET
    facing: int | msgspec.UnsetType | None = msgspec.UNSET
    shots: int | msgspec.UnsetType | None = msgspec.UNSET


class FormationMarked(Event, frozen=True, kw_only=True):
    """Marks were put on and taken off a formation."""

    formation: str
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()


class PosturesRevealed(Event, frozen=True, kw_only=True):
    """The orders of these formations were turned face up."""

    postures: Mapping[str, str]


class GoGiven(Event, frozen=True, kw_only=True):
    """A side has the next go, by its dice or because it was its turn."""

    side: str


class ContactMade(Event, frozen=True, kw_only=True):
    """Two enemies came into contact."""

    pair: tuple[str, str]
    attacker: str = ""


class ContactBroken(Event, frozen=True, kw_only=True):
    """Enemies are no longer in contact: these pairs."""

    pairs: tuple[tuple[str, str], ...]


class FireResolved(Event, frozen=True, kw_only=True):
    """Guns, aircraft or ships fired at a hex; the losses follow as events of their own."""

    by: str
    kind: str
    """artillery, air, naval."""
    target: int
    hits: int


class FightResolved(Event, frozen=True, kw_only=True):
    """One exchange of close combat; the losses follow as events of their own."""

    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    hits_on_attackers: int
    hits_on_defenders: int


class LossesTaken(Event, frozen=True, kw_only=True):
    """A stand lost strength points."""

    stand: str
    points: int


class LossesRecovered(Event, frozen=True, kw_only=True):
    """A stand got strength points back."""

    stand: str
    points: int
    returned: bool = False
    """Whether these were dispersed points coming in."""


class StandScattered(Event, frozen=True, kw_only=True):
    """An air-landing dispersed strength that comes back later, and lost some for good."""

    stand: str
    returning: tuple[tuple[int, int], ...]
    points: int
    """Points off the stand for now, those lost for good included."""
    lost: int = 0
    """Points lost for good."""


class StandGone(Event, frozen=True, kw_only=True):
    """A stand left play: eliminated, surrendered, dispersed."""

    stand: str
    how: str


class HqLost(Event, frozen=True, kw_only=True):
    """A formation lost its headquarters."""

    formation: str
    day: int
    turn: int


class HqReplaced(Event, frozen=True, kw_only=True):
    """A headquarters was set up again."""

    formation: str
    stand: Stand


class StoresChanged(Event, frozen=True, kw_only=True):
    """Stores of a formation changed by these amounts."""

    formation: str
    changes: Mapping[str, int]


class IsolationCounted(Event, frozen=True, kw_only=True):
    """Days of isolation after tonight's check, for the stands where they changed."""

    days: Mapping[str, int]


class GroundChanged(Event, frozen=True, kw_only=True):
    """Something now stands at a place, or ("") no longer does; the sides in ``known_to`` see it happen."""

    place: str
    what: str
    known_to: tuple[str, ...] = ()


class WorkDone(Event, frozen=True, kw_only=True):
    """A turn of engineer work was done; ``left`` None: it is finished or given up."""

    stand: str
    task: str
    left: Work | None = None
    success: bool = True


class ControlChanged(Event, frozen=True, kw_only=True):
    """Hexes came into a side's hands; the sides in ``known_to`` see it happen."""

    side: str
    hexes: tuple[int, ...]
    known_to: tuple[str, ...] = ()


class AirTasked(Event, frozen=True, kw_only=True):
    """Dice of air power given to the sides for this turn."""

    dice: Mapping[str, int]


class AirReported(Event, frozen=True, kw_only=True):
    """An air reconnaissance saw these stands."""

    side: str
    target: int
    stands: tuple[str, ...]


class GunsHeard(Event, frozen=True, kw_only=True):
    """A side heard guns that it does not see; this is where they seem to be."""

    side: str
    hexes: tuple[int, ...]


class Ruled(Event, frozen=True, kw_only=True):
    """The umpire overruled; what he set follows as events of their own."""

    order: AnyOrder


class Rewound(Event, frozen=True, kw_only=True):
    """Play went back: what was written after entry ``to`` no longer counts. It stays in the log."""

    to: int


class SideChose(Event, frozen=True, kw_only=True):
    """A side that plays itself chose an order, or nothing more for now; ``why`` is its reason."""

    side: str
    order: str = ""
    """As it is written; "" where it wants nothing."""
    asked: tuple[str, ...] = ()
    """Stands, formations and the like of which it thought, the last the one that it chose for."""
    throws: tuple[Roll, ...] = ()
    """Its own dice, which say what it wants; they are none of those that the rules roll."""
    faces: int = 6
    """How many faces each of these has: where it picks one of a list, as many as that is long."""
    passed: int | None = None
    """How many it was told not to think of, which its dice hang on; None: written before that was noted."""


class DiceCommitted(Event, frozen=True, kw_only=True):
    """The key of the dice from here on was laid down: its hash is published, the key is not."""

    number: int
    """Which span of dice it is, from 1."""
    hash: str
    """SHA-256 of the key's 32 bytes, as 64 hexadecimal digits."""


class DiceRevealed(Event, frozen=True, kw_only=True):
    """A span of dice is over: here is the key that they were drawn from."""

    number: int
    key: str
    """The key's 32 bytes, as 64 hexadecimal digits."""


class PointsScored(Event, frozen=True, kw_only=True):
    """A side got the points of an objective it held when that was counted."""

    side: str
    objective: str
    points: int


class CampaignEnded(Event, frozen=True, kw_only=True):
    """The last day is over; points by side, and who won, if anybody did."""

    points: Mapping[str, int]
    winner: str = ""


AnyEvent = (
    CampaignOpened
    | ClockAdvanced
    | WeatherChanged
    | OrderDeclared
    | OrderWithdrawn
    | OrderRefused
    | CommandChecked
    | StandMoved
    | StandArrived
    | StandRaised
    | StandRejoined
    | StandMarked
    | FormationMarked
    | PosturesRevealed
    | GoGiven
    | ContactMade
    | ContactBroken
    | FireResolved
    | FightResolved
    | LossesTaken
    | LossesRecovered
    | StandScattered
    | StandGone
    | HqLost
    | HqReplaced
    | StoresChanged
    | IsolationCounted
    | GroundChanged
    | WorkDone
    | ControlChanged
    | AirTasked
    | AirReported
    | GunsHeard
    | Ruled
    | Rewound
    | DiceCommitted
    | DiceRevealed
    | SideChose
    | PointsScored
    | CampaignEnded
)
