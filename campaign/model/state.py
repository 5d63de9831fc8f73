"""
Hold the state of a campaign as a value.

It is frozen; a change makes a new one. What it holds is in ``things.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from campaign.model.anyorder import AnyOrder
from campaign.model.calendar import Clock
from campaign.model.facts import Facts
from campaign.model.known.dummies import Dummy
from campaign.model.known.sightings import Fog
from campaign.model.letters import Letter
from campaign.model.missions import Mission
from campaign.model.sheets import Closing, Standing, UnderWay
from campaign.model.things import Battle, Formation, Front, Kept, Setting, Stand

__all__ = ["State", "state_hash"]


class State(msgspec.Struct, frozen=True):
    """Everything that play has changed so far."""

    setting: Setting
    clock: Clock = Clock()
    weather: str = ""
    stands: Mapping[str, Stand] = {}
    formations: Mapping[str, Formation] = {}
    contacts: frozenset[tuple[str, str]] = frozenset()
    """Pairs of stands in contact, ids in alphabetical order."""
    assaults: frozenset[tuple[str, str]] = frozenset()
    """The attacks of this turn: (attacker, defender)."""
    ground: Mapping[str, str] = {}
    """Changes to the map by place: hex "713", hexside "713/2" (lower index first) -> what stands there now."""
    control: bytes = b""
    """Per hex the position in ``setting.sides`` of the side that holds it, or ``NO_SIDE``."""
    declared: tuple[AnyOrder, ...] = ()
    """Written but not yet carried out."""
    points: Mapping[str, int] = {}
    """Points for objectives, scored so far, by side."""
    ended: bool = False
    """Whether the last day is over."""
    winner: str = ""
    """The side that won, once it is over; "" if none did."""
    handed: Mapping[str, str] = {}
    """Formations that were handed over in play, each with the command that holds it since."""
    missions: Mapping[str, Mission] = {}
    """Missions that were given by hand in play, by formation; they go before those of the setting."""
    intents: Mapping[str, Kept] = {}
    """Marches to far goals that go on turn after turn, by stand; in a side's view its own."""
    spells: Mapping[str, Mapping[str, tuple[int, int]]] = {}
    """By stand and viewer: which spell of sight it is, and the turn that it ended in. Nobody is told."""
    seats: Mapping[str, str] = {}
    """The players of sides and commands, as ``seats.seat_of`` reads them."""
    closing: Closing | None = None
    """The turn whose orders are closed and being carried out; None while orders may be written."""
    standing: Mapping[str, tuple[Standing, ...]] = {}
    """What commands ordered until further notice; in a command's view its own."""
    under_way: Mapping[str, tuple[UnderWay, ...]] = {}
    """Orders of commands that have not come to their units yet; in a command's view its own."""
    letters: Mapping[str, Letter] = {}
    """Letters by id; in a viewer's state those that he sent, got or overheard."""
    means: Mapping[str, int] = {}
    """What the umpire set otherwise of how letters go: "courier/speed", of one side "us/wireless/allowed"."""
    fog: Fog = Fog()
    """When commands of a side report to each other."""
    rumours: tuple[str, ...] = ()
    """The rumours that were told, by their ids; in a command's view those it heard."""
    fronts: Mapping[str, Front] = {}
    """Where all stand still while it is settled what happens there; in a viewer's state where he has units."""
    battles: Mapping[str, Battle] = {}
    """Battles that are fought on a table, by their codes; in nobody's view but the umpire's."""
    dummies: Mapping[str, Dummy] = {}
    """Counters that stand for nobody, by their ids; in a side's view its own. No rule sees them."""
    facts: Facts = {}
    """What the rule system in play keeps besides; see ``Fact``."""
    rules: str = ""
    """The hash of the frozen rules that are played by; "" where the system's own tables are."""
    seq: int = 0
    """Number of the last log entry folded in."""

    def side_code(self, side: str) -> int:
        """Give a side's position in the setting."""
        return next(i for i, known in enumerate(self.setting.sides) if known.key == side)


def state_hash(state: State) -> str:
    """Hash a state's content; equal states have equal hashes."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()
