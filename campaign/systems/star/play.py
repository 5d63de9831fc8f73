"""
Play the Star General rules, Three Star and Two Star.

This module only hands each order and each phase to the modules that know its
paragraphs: orders (1.5), goes (1.4), moves (1.6-1.10), shuffles (1.8), attacks
(1.12, S-1 to S-13), artillery (1.11, S-14), air (S-17), HQs (S-16),
detachments (S-22), works and supply (1.14), night (S-19), victory (S-18).

Each of those may offer

* ``ORDERS``, a handler for each kind of order it knows: ``(order, by, ledger)``;
* ``offers(situation, stand)`` and ``side_offers(situation, side)``, the legal orders of its kinds;
* ``begin_<phase>(ledger)`` and ``end_<phase>(ledger)``; a name without ``night_`` serves by night too.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.engine.ruleset import Reach, Scale, SupplyTrace, Trek
from campaign.engine.sequence import Modules, Phased
from campaign.model.calendar import Clock
from campaign.model.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Profile, Stand
from campaign.systems.star import clock as star_clock
from campaign.systems.star import goes, spotting, umpire, units, victory
from campaign.systems.star import notices as star_notices
from campaign.systems.star.command import detachments, headquarters, musters, night, works
from campaign.systems.star.command import orders as star_orders
from campaign.systems.star.command import supply as star_supply
from campaign.systems.star.fight import air, artillery, attack, guns
from campaign.systems.star.march import moves, shuffle
from campaign.systems.star.tables import StarTables
from maps.grid.hexgrid import Grid

RULES = Modules(
    star_clock,
    star_orders,
    headquarters,
    detachments,
    goes,
    moves,
    shuffle,
    attack,
    works,
    air,
    artillery,
    guns,
    night,
    victory,
    umpire,
)
"""The modules of rules, in the order in which they act in a phase."""


class StarPlay(Phased):
    """The Star General rules as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES

    def __init__(self, tables: StarTables) -> None:
        """Keep the tables, for what is asked without a situation."""
        self._tables = tables

    def kinds(self) -> tuple[str, ...]:
        """Name the lines of the unit table (1.2)."""
        return tuple(self._tables.stand)

    def profile(self, kind: str, *, name: str, side: str) -> Profile:
        """Give the profile of a stand of a line of the unit table (1.2)."""
        return units.profile_of(self._tables, kind, name=name, side=side)

    def organisations(self) -> Mapping[str, str]:
        """Name the sample organisations by their keys (S-20)."""
        return {row.key: row.name for row in self._tables.muster}

    def organise(self, key: str, formation: str, side: str) -> tuple[Stand, ...]:
        """Raise a sample organisation, off the map (S-20)."""
        return musters.muster(self._tables, key, formation, side)

    def setup_area(self, grid: Grid, edge: str, *, defends: bool) -> frozenset[int]:
        """List the hexes in which a side sets up (S-21)."""
        return musters.setup_area(grid, edge, defends=defends)

    def next_clock(self, situation: Situation) -> Clock:
        """Give the clock of the phase after this one (1.4)."""
        return star_clock.next_clock(situation)

    def strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has now (1.2)."""
        return units.strength(situation.state.stands[stand])

    def full_strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has unhurt (1.2)."""
        return situation.state.stands[stand].profile.strength

    def condition(self, situation: Situation, stand: str) -> str:
        """Say how many of its strength points a stand has (1.2)."""
        return star_notices.condition(situation, stand)

    def scale(self, situation: Situation) -> Scale:
        """Say that the rules measure in hexes (1.1)."""
        return star_notices.scale(situation)

    def reach(self, situation: Situation, stand: str, *, transport: bool = False) -> Reach:
        """Find where a stand can go; ``transport``: by strategic move (1.6)."""
        return star_notices.reach(situation, stand, transport=transport)

    def trek(self, situation: Situation, stand: str, *, start: int | None = None, transport: bool = False) -> Trek:
        """Find what it costs a stand to come to any hex, in as many turns as it takes."""
        return star_notices.trek_of(situation, situation.state.stands[stand], start, transport=transport)

    def supply(self, situation: Situation, stand: str) -> SupplyTrace:
        """Trace a stand's way to a depot or a friendly edge (1.14)."""
        return star_supply.supply(situation, situation.state.stands[stand])

    def supplies(self, situation: Situation, side: str | None = None) -> Mapping[str, SupplyTrace]:
        """Trace the ways of all stands on the map, of one side or of all: as ``supply`` does, many at once."""
        return star_supply.supplies(situation, side)

    def zones(self, situation: Situation, side: str) -> Mapping[int, tuple[str, ...]]:
        """Map each hex in a zone of control of ``side`` to the stands that exert it (1.7)."""
        return star_notices.zones(situation, side)

    def command(self, situation: Situation, stand: str) -> tuple[str | None, float]:
        """Give the HQ stand that commands a stand (None: out of command) and the distance in hexes (1.7)."""
        return units.command(situation, situation.state.stands[stand])

    def sightings(self, situation: Situation, side: str) -> Sightings:
        """Say which enemy stands a side sees now, and which of its stands see each (1.15)."""
        return spotting.sightings(situation, side)

    def fits(self, situation: Situation, stand: str, index: int) -> bool:
        """Whether a stand may be set up in a hex: passable ground, no enemy, room (1.3)."""
        return star_notices.fits(situation, stand, index)

    def cautions(self, situation: Situation) -> tuple[str, ...]:
        """Say what an umpire should know of these rules on this map."""
        return star_notices.cautions(situation)

    def notices(self, situation: Situation, stand: str) -> tuple[str, ...]:
        """Say in words what holds for a stand now."""
        return star_notices.notices(situation, stand)
