"""
Play a side by dice (GR 5.11): whether a unit moves, which way, by which route, and whether it fires.

The tables are the author's; they serve any rule system that asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.rulesets.parkin_scatter import DUD, direction

if TYPE_CHECKING:
    from campaign.rulesets.parkin_tables import ParkinTables

__all__ = ["DIRECTIONS", "ROUTES", "STAYS", "Plan", "automation", "fires", "moves", "random_direction"]

DIRECTIONS = {
    "Adv": "advance", "OfL": "outflank left", "OfR": "outflank right", "Ret": "retreat", "Rnd": "random",
}  # fmt: skip
ROUTES = {"Dir": "direct", "Esy": "easy"}
STAYS = ""
_ALWAYS = 6


class Plan(NamedTuple):
    """Where a unit goes: "Adv", "OfL", "OfR", "Ret" or "Rnd"; by the shortest route, "Dir", or the easiest, "Esy"."""

    direction: str
    route: str


def moves(p_move: int, die: int) -> bool:
    """Whether a unit moves: its probability of movement or less on a D6."""
    return die <= p_move


def automation(tables: ParkinTables, first: int, second: int) -> Plan:
    """
    Read direction and route: the first D6 is the row, the second the column.

    >>> from campaign.rulesets.parkin_tables import read_parkin_tables
    >>> automation(read_parkin_tables(), 4, 1)
    Plan(direction='OfR', route='Dir')
    """
    towards, route = tables.automation.plans[first - 1][second - 1].split()
    return Plan(towards, route)


def random_direction(tables: ParkinTables, first: int, second: int) -> str:
    """Read a random direction from the chart for ranged fire; ``STAYS`` where it says dud (``random_dud``)."""
    found = direction(tables, first, second)
    return STAYS if found == DUD else found


def fires(tables: ParkinTables, level: int, die: int) -> bool:
    """
    Whether a unit fires at a range level, 0 adjacent to 5 very long; at point blank and short always.

    Beyond very long nobody does (``auto_fire_very_long``).
    """
    limits = (*tables.automation.fires[:-1], int(tables.number("auto_fire_very_long")))
    return level < len(limits) and (limits[level] == _ALWAYS or die <= limits[level])
