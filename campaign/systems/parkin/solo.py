"""Play a side by dice (GR 5.11): whether a unit moves, its direction, its route, and whether it fires.

The tables are the author's; they serve any rule system that asks.
"""

from typing import NamedTuple

from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation
from campaign.model.verbs.fire import Fire
from campaign.systems.parkin.fight.aim import base_level
from campaign.systems.parkin.fight.bursts import DUD, direction
from campaign.systems.parkin.space import parkin, sheet
from campaign.systems.parkin.tables import ParkinTables

STAYS = ""
_ALWAYS = 6


class Plan(NamedTuple):
    """Where a unit goes: "Adv", "OfL", "OfR", "Ret" or "Rnd"; by the shortest route, "Dir", or the easiest, "Esy"."""

    direction: str
    route: str


def plan(situation: Situation, first: int, second: int) -> Plan:
    """Read direction and route: the first D6 is the row, the second the column."""
    towards, route = parkin(situation).automation.plans[first - 1][second - 1].split()
    return Plan(towards, route)


def random_direction(situation: Situation, first: int, second: int) -> str:
    """Read a random direction from the chart for ranged fire; ``STAYS`` where it says dud (``random_dud``)."""
    found = direction(parkin(situation), first, second)
    return STAYS if found == DUD else found


def fires_on(situation: Situation, order: AnyOrder) -> tuple[str, int]:
    """Give the range of a shot, without any shifts, and the highest face that fires it."""
    if not isinstance(order, Fire):
        return "any", _ALWAYS
    tables, stand = parkin(situation), situation.state.stands[order.stand]
    level = base_level(situation, sheet(situation, stand).delivery, stand.hex or 0, order.target)
    limits = fires_upto(tables)
    return (tables.fire.levels[level], limits[level]) if level < len(limits) else ("too great a", 0)


def fires_upto(tables: ParkinTables) -> tuple[int, ...]:
    """Give the highest face that fires at each range level, from adjacent to very long; beyond that nobody does."""
    return (*tables.automation.fires[:-1], int(tables.number("auto_fire_very_long")))
