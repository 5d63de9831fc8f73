"""
Name the things that a campaign is about: stands, formations, sides, and the setting they play in.

They are frozen values and know no order and no event. ``losses`` counts what happened and the ruleset says what it
means; ``marks`` and ``stores`` are open words, but a ruleset declares those it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from campaign.model.facts import Facts
from campaign.model.missions import Mission

__all__ = [
    "BATTALION_SIZES",
    "DICE_MODES",
    "NO_SIDE",
    "Battle",
    "Command",
    "Formation",
    "Front",
    "Kept",
    "March",
    "Objective",
    "Outcome",
    "Profile",
    "Setting",
    "Side",
    "Stand",
    "SupplySource",
    "Work",
    "chain_of",
]

NO_SIDE = 255
"""Code in ``State.control`` of a hex that no side holds."""

DICE_MODES = ("seeded", "committed", "called")
"""Dice follow from the seed, or from keys that are committed before and revealed after, or are cast by hand."""

BATTALION_SIZES = frozenset({"battalion", "regiment", "brigade"})


class Profile(msgspec.Struct, frozen=True):
    """What a stand is; fixed when it is raised."""

    name: str
    short: str
    side: str
    kind: str
    """infantry, armour, recon, cavalry, artillery, engineer, antitank, antiaircraft, hq, transport."""
    size: str
    """company, battalion, regiment, brigade, division, corps, army."""
    strength: int
    """Strength points at full."""
    mover: str
    """Key into the ruleset's movement table: foot, wheeled, tracked, recce, mounted, horse."""
    traits: frozenset[str] = frozenset()
    band: str | None = None
    """Artillery class by range: very_short, short, standard, long, very_long."""
    attributes: Mapping[str, str | int | float] = {}
    """What a rule system asks of a stand beyond its kind: an attribute sheet, or where it differs from the table."""


class March(msgspec.Struct, frozen=True):
    """A path not yet finished: hexes still to enter, and fragments already spent on the next of them."""

    path: tuple[int, ...]
    spent: int = 0
    transport: bool = False


class Kept(msgspec.Struct, frozen=True):
    """A march to a goal further than a turn, which goes on until it is there or something keeps it."""

    path: tuple[int, ...]
    """The way as it was meant when it was given, from where the stand was then."""
    by: str = "best"
    day: int = 0
    turn: int = 0
    """When it begins; 0: at once."""


class Front(msgspec.Struct, frozen=True):
    """Hexes that stand still, for so many turns, the present one counted."""

    hexes: tuple[int, ...]
    turns: int
    why: str = ""
    told: tuple[str, ...] = ()
    """The commands that know of it."""


class Battle(msgspec.Struct, frozen=True):
    """A battle that is fought on a table while its hexes stand still; only the umpire knows of it."""

    name: str
    front: str
    """Its hexes, by the key of the front that stands still."""
    stands: tuple[str, ...]
    """The stands that fight in it."""
    rules: str
    """The rule system of the table."""
    plan: str = ""
    """The whole plan as JSON, as whoever set the battle up wrote it."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of one stand in a battle."""

    stand: str
    lost: int = 0
    faces: int = 0
    """On how many faces of a die it loses one point more."""
    hex: int | None = None
    """Where it stands then; None: where it stood."""
    gone: bool = False


class Work(msgspec.Struct, frozen=True):
    """Engineer work under way; ``side`` is the hexside, or None for the whole hex."""

    task: str
    hex: int
    side: int | None = None
    turns: int = 0


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The thing on the table: a unit, a detachment, a headquarters."""

    id: str
    formation: str
    profile: Profile
    hex: int | None = None
    """None: off the map, not yet arrived or gone."""
    losses: int = 0
    detached: int = 0
    """Strength points handed to detachments."""
    facing: int | None = None
    """Hexside 0 to 5 that it looks to, in rule systems that have facing."""
    attached_to: str | None = None
    """For a detachment its parent; for a carried stand its carrier; for a support the stand it stands with."""
    arrives: tuple[int, int, int] | None = None
    """Day, turn and hex of arrival; None once on the map."""
    march: March | None = None
    gone: str | None = None
    """Why it left play for good: "eliminated", "surrendered", "rejoined"."""
    marks: frozenset[str] = frozenset()
    facts: Facts = {}
    """What its rule system keeps besides; see ``Fact``."""

    @property
    def side(self) -> str:
        """The side it fights for."""
        return self.profile.side

    @property
    def on_map(self) -> bool:
        """Whether it stands on the map."""
        return self.hex is not None and self.gone is None

    @property
    def points(self) -> int:
        """
        The strength points that it has left: full, less losses and what it handed to detachments.

        >>> Stand("1", "", Profile("1st", "1", "us", "infantry", "battalion", 4, "foot"), losses=1).points
        3
        """
        return max(0, self.profile.strength - self.losses - self.detached)

    @property
    def is_detachment(self) -> bool:
        """Whether it is of company or squadron size."""
        return self.profile.size == "company"


class Formation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A node of the order of battle."""

    id: str
    side: str
    name: str
    short: str
    size: str
    kind: str
    """armoured, motorised, infantry, parachute, cavalry, corps, army."""
    parent: str | None = None
    hq: str | None = None
    """Id of its headquarters' stand."""
    stores: Mapping[str, int] = {}
    marks: frozenset[str] = frozenset()
    posture: str = ""
    """The order it is under, in rule systems that give one to a whole formation; what was revealed last."""
    facts: Facts = {}
    """What its rule system keeps besides; see ``Fact``."""


class Side(msgspec.Struct, frozen=True):
    """A side of the campaign."""

    key: str
    name: str
    colour: str
    supply: str = ""
    """Key into the ruleset's resupply rates: allied, soviet, axis."""


class Command(msgspec.Struct, frozen=True):
    """What one player holds: formations of one side, and all below them."""

    id: str
    side: str
    name: str
    formations: tuple[str, ...] = ()
    parent: str | None = None
    """The command above it, if one is."""


class SupplySource(msgspec.Struct, frozen=True):
    """A place where supply enters the map."""

    id: str
    side: str
    name: str
    hex: int
    sea: bool = False
    """Whether it is a beach or port that lives by ships."""


class Objective(msgspec.Struct, frozen=True):
    """A place worth points to a side at the end of ``by_day``."""

    name: str
    hex: int
    side: str
    points: int
    by_day: int


class Setting(msgspec.Struct, frozen=True):
    """What stays as it was when the campaign was opened."""

    scenario: str
    name: str
    ruleset: str
    map_key: str
    start: str
    """ISO date of day 1."""
    days: int
    latitude: float
    longitude: float
    utc_offset_h: float
    seed: str
    sides: tuple[Side, ...]
    sources: tuple[SupplySource, ...] = ()
    objectives: tuple[Objective, ...] = ()
    air: tuple[tuple[str, int, int], ...] = ()
    """Air strike dice: (side, day, dice)."""
    overrides: Mapping[str, str | int | float | bool] = {}
    """Interpretations the umpire chose otherwise, by key."""
    introduction: str = ""
    """A text for everybody, before the first turn."""
    introductions: Mapping[str, str] = {}
    """A text for each side, which no other side reads."""
    umpire_notes: str = ""
    """A text for the umpire alone."""
    dice: str = "seeded"
    """Where dice come from: one of ``DICE_MODES``."""
    follows: str = ""
    """The battle that these units came from, by its key in the store; "" if it is the first."""
    commands: tuple[Command, ...] = ()
    """The commands within the sides; a side that has none here is one command."""
    delay: int = 0
    """How many turns later an observer is told."""
    missions: tuple[Mission, ...] = ()
    """The plan that the campaign began with: what formations are to do; in a side's view its own."""
    deploys: bool = False
    """Whether sides may set their stands up by hand before the first turn."""


def chain_of(formations: Mapping[str, Formation], key: str) -> Iterator[Formation]:
    """List a formation and those above it, lowest first."""
    seen: set[str] = set()
    while key in formations and key not in seen:
        seen.add(key)
        formation = formations[key]
        yield formation
        key = formation.parent or ""
