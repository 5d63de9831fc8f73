"""Play the Star General rules, Three Star and Two Star.

This module only hands each order and each phase to the modules that know its paragraphs: orders (1.5), goes (1.4),
moves (1.6-1.10), shuffles (1.8), attacks (1.12, S-1 to S-13), artillery (1.11, S-14), air (S-17), HQs (S-16),
detachments (S-22), works and supply (1.14), night (S-19), victory (S-18). What each may offer
``campaign.engine.sequence`` says.
"""

from collections.abc import Mapping

from campaign.engine.sequence import Modules, Phased
from campaign.kit.walk import LongWays
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star import clock as star_clock
from campaign.systems.star import notices as star_notices
from campaign.systems.star import turn, umpire, units, victory
from campaign.systems.star.command import headquarters, musters, works
from campaign.systems.star.command import orders as command_orders
from campaign.systems.star.command import supply as star_supply
from campaign.systems.star.fight import attack, fires, pools
from campaign.systems.star.march import moves, shuffle
from campaign.systems.star.tables import StarTables

RULES = Modules(
    star_clock, command_orders, headquarters, turn, moves, shuffle, attack, works, fires, star_supply, victory, umpire,
)  # fmt: skip
"""The modules of rules, in the order that they act in a phase."""


class StarPlay(LongWays, Phased[StarTables]):
    """The Star General rules as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES
    makes = staticmethod(units.profile_of)
    setup_area = staticmethod(musters.setup_area)
    next_clock = staticmethod(star_clock.next_clock)
    scale = staticmethod(star_notices.scale)
    reach = staticmethod(star_notices.reach)
    goer = staticmethod(star_notices.goer)
    leash = staticmethod(units.leash)
    marchers = staticmethod(turn.marchers)
    may_end = staticmethod(moves.may_end)
    power = staticmethod(pools.power)
    supply = staticmethod(star_supply.supply)
    supplies = staticmethod(star_supply.supplies)
    zones = staticmethod(star_notices.zones)
    sightings = staticmethod(star_notices.sightings)
    sight = staticmethod(star_notices.sight)
    fits = staticmethod(star_notices.fits)
    cautions = staticmethod(star_notices.cautions)
    notices = staticmethod(star_notices.notices)

    def kinds(self) -> tuple[str, ...]:
        """Name the lines of the unit table (1.2)."""
        return tuple(self._tables.stand)

    def organisations(self) -> Mapping[str, str]:
        """Name the sample organisations by their keys (S-20)."""
        return {row.key: row.name for row in self._tables.muster}

    def organise(self, key: str, formation: str, side: str) -> tuple[Stand, ...]:
        """Raise a sample organisation, off the map (S-20)."""
        return musters.muster(self._tables, key, formation, side)

    def command(self, situation: Situation, stand: str) -> tuple[str | None, float]:
        """Give the HQ stand that commands a stand (None: out of command) and the distance in hexes (1.7)."""
        return units.command(situation, situation.state.stands[stand])
