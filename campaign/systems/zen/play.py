"""Play the Zen operational campaign rules.

This module only hands each order and each phase to the modules that know its paragraphs: march (4.6-4.10), fire and
fight (4.11, 4.12), works (4.16), air and landings (4.17), supply (4.13), night (4.14), weather (4.15), command (4.5).
What each may offer, and in what order they act, ``campaign.engine.sequence`` says.
"""

from campaign.engine.sequence import Modules, Phased
from campaign.kit.walk import LongWays
from campaign.model.situation import Situation
from campaign.systems.zen import clock, scenario, space, spotting, units
from campaign.systems.zen import notices as zen_notices
from campaign.systems.zen.command import chain, detachments, headquarters, recovery, works
from campaign.systems.zen.fight import air, artillery, combat, odds
from campaign.systems.zen.march import ordering
from campaign.systems.zen.march import reach as march_reach
from campaign.systems.zen.march import transport as zen_transport
from campaign.systems.zen.march import zones as march_zones
from campaign.systems.zen.supply import lines, resupply, stores
from campaign.systems.zen.tables import ZenTables

RULES = Modules(
    clock, lines, chain, stores, scenario, ordering, zen_transport, detachments, air,
    artillery, combat, works, recovery, resupply, headquarters,
)  # fmt: skip
"""The modules of rules, in the order that they act in a phase."""


class ZenPlay(LongWays, Phased[ZenTables]):
    """The Zen rules as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES
    profile = staticmethod(units.profile)
    next_clock = staticmethod(clock.next_clock)
    scale = staticmethod(space.scale)
    reach = staticmethod(march_reach.reach)
    goer = staticmethod(march_reach.goer)
    supply = staticmethod(lines.supply)
    supplies = staticmethod(lines.supply_states)
    zones = staticmethod(march_zones.zones)
    command = staticmethod(chain.command)
    leash = staticmethod(chain.leash)
    power = staticmethod(odds.power)
    exchange = staticmethod(odds.exchange)
    sightings = staticmethod(spotting.sightings)
    sight = staticmethod(spotting.sight)
    fits = staticmethod(space.fits)
    cautions = staticmethod(space.cautions)
    notices = staticmethod(zen_notices.notices)

    def kinds(self) -> tuple[str, ...]:
        """Name the common kinds of stand."""
        return tuple(units.KINDS)

    def deserves(self, situation: Situation, stand: str) -> int:
        """Count the strength points that a stand deserves by its sheet: companies, morale, kit (4.4)."""
        return units.points_of(situation, situation.state.stands[stand])
