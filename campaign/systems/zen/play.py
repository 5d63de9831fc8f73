"""
Play the Zen operational campaign rules.

This module only hands each order and each phase to the modules that know its
paragraphs: march (4.6-4.10), fire and fight (4.11, 4.12), works (4.16), air
and landings (4.17), supply (4.13), night (4.14), weather (4.15), command (4.5).

Each of those may offer

* ``ORDERS``, a handler for each kind of order it knows: ``(order, by, ledger)``;
* ``offers(situation, stand)``, the legal orders of its kinds;
* ``begin_<phase>(ledger)`` and ``end_<phase>(ledger)``.

Where several have something to do in a phase, they do it in the order of
``RULES``.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.engine.ruleset import Reach, Scale, SupplyTrace, Trek
from campaign.engine.sequence import Modules, Phased
from campaign.model.calendar import Clock
from campaign.model.sightings import Sightings
from campaign.model.situation import Situation
from campaign.model.things import Profile
from campaign.systems.zen import arrivals, clock, points, space, spotting, umpire, units, victory, weather
from campaign.systems.zen import notices as zen_notices
from campaign.systems.zen.command import chain, detachments, headquarters, recovery, works
from campaign.systems.zen.fight import air, artillery, combat
from campaign.systems.zen.march import landing, ordering, stacking
from campaign.systems.zen.march import reach as zen_reach
from campaign.systems.zen.march import transport as zen_transport
from campaign.systems.zen.march import zones as zen_zoc
from campaign.systems.zen.supply import isolation, lines, resupply, stores

RULES = Modules(
    clock,
    weather,
    isolation,
    chain,
    stores,
    arrivals,
    ordering,
    zen_transport,
    detachments,
    air,
    landing,
    artillery,
    combat,
    works,
    recovery,
    resupply,
    headquarters,
    umpire,
    victory,
)
"""The modules of rules, in the order in which they act in a phase."""


class ZenPlay(Phased):
    """The Zen rules as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES

    def kinds(self) -> tuple[str, ...]:
        """Name the common kinds of stand."""
        return tuple(units.KINDS)

    def profile(self, kind: str, *, name: str, side: str) -> Profile:
        """Give the profile of a stand of a common kind."""
        return units.profile(kind, name=name, side=side)

    def next_clock(self, situation: Situation) -> Clock:
        """Give the clock of the phase after this one."""
        return clock.next_clock(situation)

    def strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has now (4.4)."""
        return space.strength(situation.state.stands[stand])

    def full_strength(self, situation: Situation, stand: str) -> int:
        """Count the strength points a stand has unhurt (4.4)."""
        return situation.state.stands[stand].profile.strength

    def deserves(self, situation: Situation, stand: str) -> int:
        """Count the strength points that a stand deserves by its sheet: companies, morale, kit (4.4)."""
        return points.points_of(situation, situation.state.stands[stand])

    def condition(self, situation: Situation, stand: str) -> str:
        """Say how many of its strength points a stand has (4.4)."""
        return f"{self.strength(situation, stand)} of {situation.state.stands[stand].profile.strength} SP"

    def scale(self, situation: Situation) -> Scale:
        """Say how many inches a hex is (4.1)."""
        return space.scale(situation)

    def reach(self, situation: Situation, stand: str, *, transport: bool = False) -> Reach:
        """Find where a stand can go this turn (4.7)."""
        return zen_reach.reach(situation, stand, transport=transport)

    def trek(self, situation: Situation, stand: str, *, start: int | None = None, transport: bool = False) -> Trek:
        """Find what it costs a stand to come to any hex, in as many turns as it takes."""
        return zen_reach.trek_of(situation, situation.state.stands[stand], start, transport=transport)

    def supply(self, situation: Situation, stand: str) -> SupplyTrace:
        """Trace a stand's line of communication (4.13)."""
        return lines.supply(situation, stand)

    def supplies(self, situation: Situation, side: str | None = None) -> Mapping[str, SupplyTrace]:
        """Trace the lines of all stands on the map, of one side or of all: as ``supply`` does, many at once."""
        return lines.supply_states(situation, side)

    def zones(self, situation: Situation, side: str) -> Mapping[int, tuple[str, ...]]:
        """Map each hex in a zone of control of ``side`` to the stands that exert it (4.8)."""
        return zen_zoc.zones(situation, side)

    def command(self, situation: Situation, stand: str) -> tuple[str | None, float]:
        """Give the HQ stand that commands a stand (None: out of command) and the distance in inches (4.5)."""
        return chain.command(situation, stand)

    def sightings(self, situation: Situation, side: str) -> Sightings:
        """Say which enemy stands a side sees now, and which of its stands see each (4.18)."""
        return spotting.sightings(situation, side)

    def fits(self, situation: Situation, stand: str, index: int) -> bool:
        """Whether a stand may be set up in a hex: passable ground, no enemy, room."""
        return stacking.fits(situation, stand, index)

    def cautions(self, situation: Situation) -> tuple[str, ...]:
        """Say where hexes are too wide or too narrow for what the rules measure in inches (4.22)."""
        return stacking.cautions(situation)

    def notices(self, situation: Situation, stand: str) -> tuple[str, ...]:
        """Say in words what holds for a stand now and what will befall it next."""
        return zen_notices.notices(situation, stand)
