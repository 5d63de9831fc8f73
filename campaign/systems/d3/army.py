"""
Throw for an army (3.16): a D6 for the row of the table, then a D6 for each infantry and each tank in it.

Two rows were found; the others, and what the second die makes of a unit, are defaults.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.engine.dice import Dice
from campaign.systems.d3.tables import ArmyRow, D3Tables

_TYPES = ("infantry", "mortar", "antitank", "tank")


class Army(NamedTuple):
    """Six units, and the dice that chose them."""

    units: tuple[str, ...]
    row: int
    upgrades: tuple[int, ...]
    """The second dice, in the order of the units that throw one."""


def throw_army(tables: D3Tables, dice: Dice) -> Army:
    """
    Throw for the six units of an army.

    >>> from campaign.engine.dice import ScriptedDice
    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> throw_army(read_d3_tables(), ScriptedDice(1, 1, 5, 6, 2, 6)).units
    ('infantry', 'motorised_infantry', 'armoured_infantry', 'infantry', 'antitank', 'heavy_tank')
    """
    (face,) = dice.roll(1)
    row = next(row for row in tables.armies if row.d6 == face)
    units: list[str] = []
    thrown: list[int] = []
    for kind in _units_of(row):
        faces = tables.upgrade.get(kind)
        if faces is None:
            units.append(kind)
            continue
        (second,) = dice.roll(1)
        thrown.append(second)
        units.append(faces[second - 1])
    return Army(tuple(units), face, tuple(thrown))


def _units_of(row: ArmyRow) -> list[str]:
    return [kind for kind in _TYPES for _ in range(getattr(row, kind))]
