"""Join battles to a campaign (3.12), count the ladder of zones (3.14), throw for armies (3.16).

The text has no campaign. What was found of one is a ladder of five zones: the attacker owns the highest and attacks the
next; who wins goes on, an attacker who fails is attacked; it ends in a home zone, or after as many battles as there are
zones. Of the table of armies two rows were found; the others are defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from campaign.engine.dice import Dice
from campaign.engine.series import Standing
from campaign.model.things import Stand
from campaign.systems.d3.space import strength
from campaign.systems.d3.tables import D3Tables


def before_battle(tables: D3Tables, stand: Stand, *, supplied: bool) -> Stand:
    """Give a stand as it begins a battle: out of supply it has a hit more (``unsupplied_hits``), never the last one."""
    if supplied:
        return stand
    more = min(int(tables.readings["unsupplied_hits"]), strength(tables, stand) - 1)
    return msgspec.structs.replace(stand, losses=stand.losses + max(0, more))


def after_battle(tables: D3Tables, stand: Stand) -> Stand | None:
    """Give a stand as it comes out of a battle: half its hits are healed, those it keeps rounded down (``heal_half``).

    Who was eliminated or overrun is lost: None.
    """
    if stand.gone is not None:
        return None
    kept = stand.losses // 2 if tables.readings["heal_half"] else stand.losses
    return msgspec.structs.replace(stand, losses=kept, marks=frozenset(), hex=None)


def standing(tables: D3Tables, sides: tuple[str, str], winners: Sequence[str]) -> Standing:
    """Say how a campaign of zones stands after battles (3.14); a draw is an attacker who failed.

    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> standing(read_d3_tables(), ("red", "blue"), ["red", ""]).words
    'after 2 battles red holds 2 of 5 zones, blue 3; blue attacks zone 4'
    """
    now = ladder(tables, *sides)
    for winner in winners:
        if not now.is_over:
            now = now.after(winner or next(side for side in sides if side != now.attacker))
    held = now.points
    zones = f"{sides[0]} holds {held[sides[0]]} of {now.zones} zones, {sides[1]} {held[sides[1]]}"
    ends = "the campaign is over" if now.is_over else f"{now.attacker} attacks zone {now.zone}"
    battles = f"{now.battles} battle" + ("" if now.battles == 1 else "s")
    return Standing(f"after {battles} {zones}; {ends}", held, now.is_over)


@dataclass(frozen=True, slots=True)
class Ladder:
    """How a campaign of zones stands (3.14).

    Zones are counted from the second side's home, 1, to the first side's home, ``zones``.

    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> begun = ladder(read_d3_tables(), "red", "blue")
    >>> begun.zone, begun.after("red").zone, begun.after("blue").attacker
    (4, 3, 'blue')
    """

    sides: tuple[str, str]
    zones: int
    held: int
    """The lowest zone that the first side holds; the second holds those below it."""
    attacker: str
    battles: int = 0

    @property
    def zone(self) -> int:
        """Which zone the next battle is about: the nearest that the attacker does not hold."""
        return self.held - 1 if self.attacker == self.sides[0] else self.held

    def after(self, winner: str) -> Ladder:
        """Give the ladder after a battle: the winner takes the zone if he attacked, and attacks next."""
        first = self.attacker == self.sides[0]
        held = self.held + (0 if winner != self.attacker else -1 if first else 1)
        return replace(self, held=held, attacker=winner, battles=self.battles + 1)

    @property
    def is_over(self) -> bool:
        """Whether a home zone fell, or as many battles as zones were fought."""
        return self.held in {1, self.zones + 1} or self.battles >= self.zones

    @property
    def points(self) -> dict[str, int]:
        """Count the zones of each side: who has more wins."""
        first = self.zones + 1 - self.held
        return {self.sides[0]: first, self.sides[1]: self.zones - first}


def ladder(tables: D3Tables, attacker: str, defender: str) -> Ladder:
    """Begin a campaign: the attacker owns the highest zone and attacks the next (``ladder_zones``)."""
    zones = int(tables.readings["ladder_zones"])
    return Ladder((attacker, defender), zones, zones, attacker)


_TYPES = ("infantry", "mortar", "antitank", "tank")


class Army(NamedTuple):
    """Six units, and the dice that chose them."""

    units: tuple[str, ...]
    row: int
    upgrades: tuple[int, ...]
    """The second dice, in the order of the units that throw one."""


def throw_army(tables: D3Tables, dice: Dice) -> Army:
    """Throw for the six units of an army.

    >>> from campaign.engine.dice import ScriptedDice
    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> throw_army(read_d3_tables(), ScriptedDice(1, 1, 5, 6, 2, 6)).units
    ('infantry', 'motorised_infantry', 'armoured_infantry', 'infantry', 'antitank', 'heavy_tank')
    """
    (face,) = dice.roll(1)
    row = next(row for row in tables.armies if row.d6 == face)
    units: list[str] = []
    thrown: list[int] = []
    for kind in [name for name in _TYPES for _ in range(getattr(row, name))]:
        faces = tables.upgrade.get(kind)
        if faces is None:
            units.append(kind)
            continue
        (second,) = dice.roll(1)
        thrown.append(second)
        units.append(faces[second - 1])
    return Army(tuple(units), face, tuple(thrown))
