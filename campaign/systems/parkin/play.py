"""Play the Generic Rules.

This module only hands each order and each phase to the modules that know its paragraphs: command (5.3), movement and
actions (5.4), facing (5.5), fire (5.6-5.8), close combat (5.9), spotting (5.10), ammunition (5.14) and what ends a game
(5.12). See ``campaign.engine.sequence`` for what each may offer; if several have something to do in a phase, they do it
in the order of ``RULES``.
"""

from campaign.engine.sequence import Modules, Phased
from campaign.kit.walk import LongWays
from campaign.model.situation import Situation
from campaign.model.things import Profile
from campaign.systems.parkin import actions, clock, solo, space, status, umpire, victory
from campaign.systems.parkin import command as parkin_command
from campaign.systems.parkin import notices as parkin_notices
from campaign.systems.parkin.fight import ammunition, close, firing, spotting
from campaign.systems.parkin.march import facing, ground, moving
from campaign.systems.parkin.tables import ParkinTables

_NAMELESS = "unknown"

RULES = Modules(
    ammunition, clock, parkin_command, moving, facing, actions, firing, close, spotting, umpire,
    victory,
)  # fmt: skip
"""The modules of rules, in the order that they act in a phase."""


class ParkinPlay(LongWays, Phased[ParkinTables]):
    """The Generic Rules as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES
    no_supply = "these rules know no lines of supply"
    next_clock = staticmethod(clock.next_clock)
    scale = staticmethod(space.scale)
    plan = staticmethod(solo.plan)
    random_direction = staticmethod(solo.random_direction)
    fires_on = staticmethod(solo.fires_on)
    command = staticmethod(parkin_command.command)
    sightings = staticmethod(spotting.sightings)
    sight = staticmethod(spotting.sight)
    reach = staticmethod(moving.reach)
    goer = staticmethod(moving.goer)
    may_march = staticmethod(moving.may_march)
    may_end = staticmethod(moving.may_end)
    leash = staticmethod(parkin_command.leash)
    power = staticmethod(close.power)
    condition = staticmethod(parkin_notices.condition)
    cautions = staticmethod(parkin_notices.cautions)
    notices = staticmethod(parkin_notices.notices)

    def kinds(self) -> tuple[str, ...]:
        """Name the kinds of the table of units."""
        return tuple(kind for kind in self._tables.unit if kind != _NAMELESS)

    def profile(self, kind: str, *, name: str, side: str) -> Profile:
        """Give the profile of a unit of a kind; its strength is the steps of the ladder (5.8)."""
        if kind == _NAMELESS:
            raise KeyError(kind)
        move_type = str(self._tables.unit[kind]["move_type"])
        return Profile(name, name, side, kind, "company", status.DESTROYED, move_type)

    def strength(self, situation: Situation, stand: str) -> int:
        """Count the steps a unit has before it is destroyed (5.8)."""
        return status.remaining(situation, situation.state.stands[stand])

    def full_strength(self, situation: Situation, stand: str) -> int:
        """Count the steps of the ladder, whatever the order of battle says of a unit; a dummy has none (5.8)."""
        return 0 if space.is_dummy(situation.state.stands[stand]) else status.DESTROYED

    def fits(self, situation: Situation, stand: str, index: int) -> bool:
        """Whether a unit may be set up in a hex: ground it can stand on, and no other counter."""
        unit = situation.state.stands[stand]
        there = space.counters(situation).get(index, [])
        move_type = space.sheet(situation, unit).move_type
        free = all(other.id == stand for other in there)
        return bool(situation.map.inside[index]) and free and ground.is_passable(situation, move_type, index)
