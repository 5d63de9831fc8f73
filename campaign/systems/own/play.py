"""Play any system of data: hand each order and each phase to those who know what the file says of it."""

from collections.abc import Sequence

from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Exchange, Trek
from campaign.engine.sequence import Modules, Phased
from campaign.kit.walk import LongWays
from campaign.model.situation import Situation
from campaign.model.tables import Frozen, frozen
from campaign.model.things import Profile
from campaign.systems.own import air, stands, umpire, works
from campaign.systems.own import command as chain
from campaign.systems.own import notices as told
from campaign.systems.own import sight as eyes
from campaign.systems.own import supply as lines
from campaign.systems.own.fight import attack, odds
from campaign.systems.own.march import moving, room, ways
from campaign.systems.own.march import zones as held
from campaign.systems.own.moved import lacks
from campaign.systems.own.nerve import nerve
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.turn import activation, clock, phases, postures

RULES = Modules(moving, attack, works, air, activation, postures, umpire)
"""The modules of rules that carry orders out."""
_RULES = "rules"


class OwnPlay(LongWays, Phased[OwnTables]):
    """A rule file as a rule system; see ``engine.ruleset.Play``."""

    rules = RULES
    next_clock = staticmethod(clock.next_clock)
    scale = staticmethod(told.scale)
    reach = staticmethod(told.reach)
    goer = staticmethod(ways.goer)
    may_march = staticmethod(moving.may_march)
    supply = staticmethod(lines.supply)
    supplies = staticmethod(lines.supplies)
    zones = staticmethod(held.zones)
    command = staticmethod(chain.command)
    leash = staticmethod(chain.leash)
    sightings = staticmethod(eyes.sightings)
    sight = staticmethod(eyes.sight)
    fits = staticmethod(room.fits)
    condition = staticmethod(told.condition)
    cautions = staticmethod(told.cautions)
    notices = staticmethod(told.notices)
    power = staticmethod(odds.power)
    nerve = staticmethod(nerve)

    def trek(
        self, situation: Situation, stand: str, *, start: int | None = None, transport: bool = False,
        goal: int | None = None,
    ) -> Trek:  # fmt: skip
        """Find what it costs a stand to come to any hex, or to the one that is asked for; off the map, nowhere."""
        who = situation.state.stands[stand]
        here = who.hex if start is None else start
        if here is None or goal is None or goal == here or not ways.is_walled(situation, who, goal):
            return super().trek(situation, stand, start=start, transport=transport, goal=goal)
        return Trek({}, {}, self._goes(situation, stand, transport=transport).turn)

    @property
    def forms(self) -> frozenset[str]:
        """The stances that stands take by order."""
        return frozenset(self._tables.stances)

    def kinds(self) -> tuple[str, ...]:
        """Name the kinds of unit."""
        return tuple(self._tables.units)

    def profile(self, kind: str, *, name: str, side: str) -> Profile:
        """Give the profile of a stand of a kind, or of what a role of orders of battle is here; else ``KeyError``."""
        known = kind if kind in self._tables.units else self._tables.stands_for(kind) or kind
        return stands.profile(self._tables, known, name=name, side=side)

    def stands_for(self, role: str) -> str | None:
        """Name the kind that a role of an order of battle is; None if there is nothing of the sort."""
        return self._tables.stands_for(role)

    def exchange(
        self, situation: Situation, target: int, attackers: Sequence[tuple[str, int]], guns: Sequence[str]
    ) -> Exchange:
        """Reckon a fight for a hex as a side knows it: every throw is tried through the rules themselves."""
        return odds.exchange(situation, target, attackers, guns)

    def begin_phase(self, ledger: Ledger) -> None:
        """Do what the phase just begun does by itself."""
        phases.begin(ledger)

    def end_phase(self, ledger: Ledger) -> None:
        """Close the phase: marks go that last no longer."""
        phases.end(ledger)

    def moved(self, situation: Situation, text: str) -> Frozen:
        """Read another text of these rules; ``Refusal`` if it is unsound, or lacks what is in play."""
        found = frozen(text)
        why = lacks(situation, own(situation), found)
        if why:
            raise Refusal(_RULES, why)
        return found
