"""Play the D3 One-Hour rules.

This module only hands each order and each phase to the modules that know its paragraphs: throws for movement (3.4),
movement (3.4 to 3.6), shooting (3.7 to 3.10), options (3.11), air strikes (3.12), victory (3.13). See
``campaign.engine.sequence`` for what each may offer; if several have something to do in a phase, they do it in the
order of ``RULES``.
"""

from collections.abc import Sequence

from campaign.engine.dice import Dice
from campaign.engine.sequence import Modules, Phased
from campaign.engine.series import Standing, ThrownArmy
from campaign.kit.walk import LongWays
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.d3 import actions, campaign, space, turns, umpire, victory
from campaign.systems.d3 import notices as d3_notices
from campaign.systems.d3.fight import air, shooting, sight
from campaign.systems.d3.march import allowance, ground, moving, ways
from campaign.systems.d3.tables import D3Tables

RULES = Modules(
    turns, allowance, moving, actions, shooting, air, umpire, victory,
)  # fmt: skip
"""The modules of rules, in the order that they act in a phase."""


class D3Play(LongWays, Phased[D3Tables]):
    """The D3 rules as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES
    no_supply = "the D3 rules have no supply (D3 3.12)"
    makes = staticmethod(space.profile)
    next_clock = staticmethod(turns.next_clock)
    scale = staticmethod(space.scale)
    zones = staticmethod(ways.zones)
    sightings = staticmethod(sight.sightings)
    sighted = staticmethod(sight.sighted)
    sight = staticmethod(sight.farthest)
    condition = staticmethod(space.condition)
    reach = staticmethod(moving.reach)
    may_march = staticmethod(moving.may_march)
    may_end = staticmethod(moving.may_end)
    goer = staticmethod(ways.goer)
    power = staticmethod(shooting.power)
    cautions = staticmethod(d3_notices.cautions)
    notices = staticmethod(d3_notices.notices)

    def kinds(self) -> tuple[str, ...]:
        """Name the unit sheets (3.3)."""
        return tuple(self._tables.units)

    def strength(self, situation: Situation, stand: str) -> int:
        """Count the hits a stand can still take (3.10)."""
        return space.strength(space.d3(situation), situation.state.stands[stand])

    def full_strength(self, situation: Situation, stand: str) -> int:  # noqa: ARG002 - it is the same for all
        """Count the hits that eliminate a stand, whatever the order of battle says of it (3.10)."""
        return space.d3(situation).elimination.hits + 1

    def fits(self, situation: Situation, stand: str, index: int) -> bool:
        """Whether a stand may be set up in a hex: passable ground, nobody there (3.6)."""
        return ground.ground_of(situation).is_passable(index) and moving.may_end(situation, stand, index)

    def throw_army(self, dice: Dice) -> ThrownArmy:
        """Throw for an army of six units (3.16)."""
        found = campaign.throw_army(self._tables, dice)
        second = f", then {' '.join(map(str, found.upgrades))} for infantry and tanks" if found.upgrades else ""
        return ThrownArmy(found.units, f"row {found.row}{second}")

    joins = "unsupplied_hits", "heal_half"

    def begins(self, stand: Stand, *, supplied: bool) -> Stand:
        """Give a stand as it begins a battle of a campaign (3.12)."""
        return campaign.before_battle(self._tables, stand, supplied=supplied)

    def rests(self, stand: Stand) -> Stand | None:
        """Give a stand as it comes out of a battle; None if it is lost (3.12)."""
        return campaign.after_battle(self._tables, stand)

    def standing(self, sides: tuple[str, str], winners: Sequence[str]) -> Standing:
        """Say how a campaign of zones stands (3.14)."""
        return campaign.standing(self._tables, sides, winners)
