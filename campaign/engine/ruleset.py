"""
Say what a rule system must offer.

One generator, one verb, two hooks, one measure; and the words for the page.
What systems share are functions of the kit, never base classes; only handing
orders and phases to its modules (``engine.sequence``) is inherited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from campaign.engine.ledger import Ledger
    from campaign.model.anyorder import AnyOrder
    from campaign.model.calendar import Clock
    from campaign.model.known.sightings import Sightings
    from campaign.model.situation import Situation
    from campaign.model.tables import Frozen, Tables
    from campaign.model.things import Profile, Stand
    from maps.grid.hexgrid import Grid

__all__ = [
    "Exchange", "HasAutomation", "HasFile", "HasOdds", "HasOrganisations", "HasRoles", "Leash", "Play", "Power",
    "Reach", "Ruleset", "Scale", "Sight", "Steps", "SupplyTrace", "Trek",
]  # fmt: skip

_Order = TypeVar("_Order", bound="AnyOrder")


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a stand can go this turn: cost in fragments by hex, and a legal path to each that costs it."""

    cost: Mapping[int, int]
    paths: Mapping[int, tuple[int, ...]]
    """By hex, the hexes from the stand to it, both included; more hexes may be there than it may end in."""
    limit: int
    contacts: frozenset[int] = frozenset()
    """Enemy-held hexes it can assault from where it can get to."""

    def path_to(self, goal: int) -> tuple[int, ...]:
        """Give the hexes from the stand to ``goal``, both included."""
        return self.paths[goal]


@dataclass(frozen=True, slots=True)
class Trek:
    """
    The cost of each hex for a stand, in as many turns as it takes, and the hexes on the way.

    Enemies and bridges are taken as they are now. What is left of a turn is
    lost where a step ends the move or no longer fits into the turn, and is in
    the cost. A stand that cannot move has a ``turn`` of 0 and is where it is.
    """

    cost: Mapping[int, int]
    """In the fragments of ``Reach``."""
    paths: Mapping[int, tuple[int, ...]]
    turn: int
    """The fragments of a whole turn, whatever is left of this one."""

    def turns_to(self, goal: int) -> int:
        """Count the turns that a stand takes to come to a hex, the first and the last included."""
        return -(-self.cost[goal] // self.turn) if self.turn else 0


@dataclass(frozen=True, slots=True)
class SupplyTrace:
    """
    A line of communication, or why there is none.

    ``path`` runs from the stand towards the end of the line; where it is cut,
    the path is the one that would serve, ``cut_at`` the first hex barred to it
    and ``cut_by`` who bars it.
    """

    stand: str
    to: str
    path: tuple[int, ...]
    hours: float | None
    cut_at: int | None = None
    cut_by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a rule system's measure lies on the hexes: so much of ``unit`` from centre to centre."""

    unit: str
    """"inch", "MP" or "hex"."""
    per_hex: Fraction
    says: str
    """In words, with the source: "a hex is 6 inches (reading hex_inches)"."""
    march: str = "h"
    """What marches are counted in: "h", "in", "MP", or "%" of what a stand has for the turn."""
    fragments: int = 600
    """How many fragments of ``Reach`` are one of those; 0 if each stand has its own."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What who sees whom depends on: how each stand is, which are in contact, and this."""

    hexes: int
    """How many hexes off a stand may see another, or stand in the way of one who does."""
    besides: tuple[object, ...] = ()
    """What of the state matters besides, as values that compare: the hour, the weather, reports."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The ground as one mover finds it, for ways of any length; enemies are left out."""

    key: Hashable
    """The same for all stands that go alike over the same ground."""
    cost: Callable[[], NDArray[np.int32]]
    """Make the fragments of each step (n, 6); 0 bars it."""
    turn: int
    """The fragments of a whole turn; 0 of a stand that cannot move."""
    least: int = 0
    """The fragments that no step falls short of, whatever is the case; 0: that is not known."""


@dataclass(frozen=True, slots=True)
class Leash:
    """The HQs that can lead a stand, and how far off they may be."""

    hqs: tuple[str, ...]
    """HQ stands on the map that can command it, the nearest of its chain first."""
    within: Callable[[Collection[int]], NDArray[np.bool_]]
    """Say which hexes (n,) are in range of an HQ that stands in any of some hexes."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a stand can do to a plain enemy of its own sort in the open in one turn, by the rules' own dice."""

    close: float
    """Points taken off him hand to hand; 0: it does not close."""
    fire: float
    """Points taken off him from afar; 0: it does not shoot."""
    range: int
    """Hexes that its fire reaches."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a fight brings on the mean: points off the enemy, points off us, and the chance that the hex is emptied."""

    inflicted: float
    taken: float
    chance: float
    source: str = "exact"


class Play(Protocol):
    """The part of a ruleset that no table can hold."""

    def kinds(self) -> tuple[str, ...]:
        """Name the kinds of stand in the rules' own unit table."""
        ...

    def profile(self, kind: str, *, name: str, side: str) -> Profile:
        """Give the profile of a stand of one of ``kinds`` as the unit table has it; ``KeyError`` if it has none."""
        ...

    def orders(self, situation: Situation, stand: str) -> Iterator[AnyOrder]:
        """List every legal order of a stand in the present phase; none leaves another out."""
        ...

    def orders_of(self, kind: type[_Order], situation: Situation, stand: str) -> Iterator[_Order]:
        """List those of ``orders`` that are of one kind, sooner than all of them."""
        ...

    def marchers(self, situation: Situation, keys: Collection[str]) -> Collection[str]:
        """Leave out stands that can have no march in ``orders`` now, whatever lies about them; a charge is none."""
        ...

    def may_end(self, situation: Situation, stand: str, index: int) -> bool:
        """Say whether a march of a stand may end in a hex; no only where none can, whichever way it goes."""
        ...

    def side_orders(self, situation: Situation, side: str) -> Iterator[AnyOrder]:
        """
        List every legal order of a side that belongs to no single stand: postures, goes, aircraft, stores.

        For "umpire" those that only he may give, for all sides; rulings are not listed.
        """
        ...

    def carry_out(self, order: AnyOrder, by: str, ledger: Ledger) -> None:
        """Work an order out into events, or raise ``Refusal``. ``by`` is a side's key or "umpire"."""
        ...

    def begin_phase(self, ledger: Ledger) -> None:
        """Do what the phase just begun does by itself."""
        ...

    def end_phase(self, ledger: Ledger) -> None:
        """Carry out what was declared in the phase."""
        ...

    def next_clock(self, situation: Situation) -> Clock:
        """Give the clock of the phase after this one."""
        ...

    def strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has now."""
        ...

    def full_strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has unhurt."""
        ...

    def condition(self, situation: Situation, stand: str) -> str:
        """Say in a few words what state a stand is in: "3 of 5 SP", "Damaged", "4 hits"."""
        ...

    def scale(self, situation: Situation) -> Scale:
        """Say how the rules' measure lies on the map's hexes."""
        ...

    def reach(self, situation: Situation, stand: str, *, transport: bool = False) -> Reach:
        """Find where a stand can go this turn."""
        ...

    def trek(
        self,
        situation: Situation,
        stand: str,
        *,
        start: int | None = None,
        transport: bool = False,
        goal: int | None = None,
    ) -> Trek:
        """
        Find what it costs a stand to come to any hex, in as many turns as it takes: for plans beyond this turn.

        ``start``: a hex to begin from, as it will be there; else where it is. Whose turn it is does not count.
        ``goal``: the one hex that is asked for; it alone is given, as it is without, and is found sooner.
        """
        ...

    def steps(self, situation: Situation, stand: str, *, transport: bool = False) -> Steps:
        """Price every step of the map for a stand as the ground is now, bridges included, whoever is in the way."""
        ...

    def leash(self, situation: Situation, stand: str) -> Leash | None:
        """Say who can lead a stand and from how far; None: it needs nobody."""
        ...

    def power(self, situation: Situation, stand: str) -> Power:
        """Reckon what a stand can do to a plain enemy in a turn, by the rules' own dice and its present strength."""
        ...

    def supply(self, situation: Situation, stand: str) -> SupplyTrace:
        """Trace a stand's line of communication."""
        ...

    def zones(self, situation: Situation, side: str) -> Mapping[int, tuple[str, ...]]:
        """Map each hex in a zone of control of ``side`` to the stands that exert it."""
        ...

    def command(self, situation: Situation, stand: str) -> tuple[str | None, float]:
        """Give the HQ stand that commands a stand (None: out of command) and the distance in inches."""
        ...

    def sightings(self, situation: Situation, side: str) -> Sightings:
        """Say which enemy stands a side sees now, and which of its stands see each; none named: it lies open."""
        ...

    def sight(self, situation: Situation) -> Sight | None:
        """Say what ``sightings`` depends on, so that an order is asked of only those it may matter to; None: on all."""
        ...

    def fits(self, situation: Situation, stand: str, index: int) -> bool:
        """Whether a stand may be set up in a hex: passable ground, no enemy, room."""
        ...

    def cautions(self, situation: Situation) -> tuple[str, ...]:
        """Say what an umpire should know of these rules on this map before he begins."""
        ...

    def notices(self, situation: Situation, stand: str) -> tuple[str, ...]:
        """Say in words what holds for a stand now and what will befall it next."""
        ...


@runtime_checkable
class HasFile(Protocol):
    """What a ``Play`` offers besides if its rules are a file that may change while a campaign is played."""

    def moved(self, situation: Situation, text: str) -> Frozen:
        """Read another text of the rules; ``Refusal`` if it is unsound, or lacks what is in play."""
        ...


@runtime_checkable
class HasRoles(Protocol):
    """What a ``Play`` offers besides if its rules say what the roles of orders of battle are in them."""

    def stands_for(self, role: str) -> str | None:
        """Name the kind of unit that a role is: "infantry", "hq"; None if there is nothing of the sort."""
        ...


@runtime_checkable
class HasAutomation(Protocol):
    """What a ``Play`` offers besides if its rules have tables for a side that plays itself."""

    def plan(self, situation: Situation, first: int, second: int) -> tuple[str, str]:
        """Read two D6: "Adv", "OfL", "OfR", "Ret" or "Rnd"; by the shortest route, "Dir", or the easiest, "Esy"."""
        ...

    def random_direction(self, situation: Situation, first: int, second: int) -> str:
        """Read two D6 of who moves at random: "N", "NE" and so on; "" if it stays."""
        ...

    def fires_on(self, situation: Situation, order: AnyOrder) -> tuple[str, int]:
        """Give the range of a shot in words, and the highest face of a D6 that fires it: 6 always, 0 never."""
        ...


@runtime_checkable
class HasForms(Protocol):
    """What a ``Play`` offers besides if stands fight and march in forms by its rules: line, column, square."""

    @property
    def forms(self) -> frozenset[str]:
        """The actions that change a stand's form."""
        ...


@runtime_checkable
class HasNerve(Protocol):
    """What a ``Play`` offers besides if bodies of troops give way by its rules."""

    def nerve(self, situation: Situation, stand: str) -> int:
        """Say how near a stand is to giving way, with its formation and its side: 0 fresh, 100 and it is of no use."""
        ...


@runtime_checkable
class HasOdds(Protocol):
    """What a ``Play`` offers besides if its fights can be reckoned in closed form, without dice."""

    def exchange(
        self, situation: Situation, target: int, attackers: Sequence[tuple[str, int]], guns: Sequence[str]
    ) -> Exchange:
        """
        Reckon a fight for a hex as a side knows it.

        Parameters
        ----------
        attackers
            Stands, each with the hex that it attacks from.
        guns
            Stands that fire at the hex in the same turn.
        """
        ...


@runtime_checkable
class HasOrganisations(Protocol):
    """What a ``Play`` offers besides if its rules have sample organisations and say where sides set up."""

    def organisations(self) -> Mapping[str, str]:
        """Name the sample organisations by their keys."""
        ...

    def organise(self, key: str, formation: str, side: str) -> Sequence[Stand]:
        """Raise a sample organisation as a formation, off the map; supports name the stand they are with."""
        ...

    def setup_area(self, grid: Grid, edge: str, *, defends: bool) -> frozenset[int]:
        """List the hexes where a side sets up whose edge is north, east, south or west."""
        ...


@dataclass(frozen=True)
class Ruleset:
    """A rule system as loaded: its tables and its play."""

    tables: Tables
    play: Play
    frozen: Frozen | None = None
    """The text that they were read from, where a file is a whole system: it goes into the log."""
