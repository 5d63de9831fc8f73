"""
Fly (GR 5.4): an airborne unit must move at least its least speed; crippled it flies exactly that.

Nothing on the ground costs or bars it. Who has not flown far enough when
movement ends flies straight on (``air_straight_on``).
"""

from __future__ import annotations

from math import ceil, floor

from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Reach
from campaign.kit.walk import Now, walk
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.march.ground import sky
from campaign.systems.parkin.space import parkin, sheet
from campaign.systems.parkin.status import CRIPPLED, DAMAGED, level

RULE = "GR 5.4"


def flight(situation: Situation, stand: Stand) -> tuple[int, int]:
    """Give the least and the most hexes that an airborne unit flies in a turn."""
    tables, paper, state = parkin(situation), sheet(situation, stand), level(situation, stand)
    least = ceil(paper.min_speed / tables.mp_per_hex)
    if state >= CRIPPLED:
        return least, least
    speed = paper.max_speed / 2 ** tables.factors["damaged"] if state == DAMAGED else paper.max_speed
    return least, max(least, floor(speed / tables.mp_per_hex))


def flight_reach(situation: Situation, stand: Stand, start: int) -> Reach:
    """Find the hexes that an airborne unit can fly to by a straight way, neither nearer nor further than it must."""
    least, most = flight(situation, stand)
    found = walk(sky(situation), start, most, Now())
    goals = {index: far for index, far in found.cost.items() if far >= max(1, least)}
    return Reach(goals, found.paths, most)


def why_no_flight(situation: Situation, stand: Stand, path: tuple[int, ...]) -> Refusal | None:
    """Say why an airborne unit cannot fly along a path."""
    least, most = flight(situation, stand)
    flown = len(path) - 1
    if flown > situation.map.layout.grid.distance(path[0], path[-1]):
        return Refusal(RULE, f"{stand.id} flies no detours; name the straight way")
    if flown > most:
        return Refusal(RULE, f"{stand.id} flies at most {most} hexes; this path has {flown}")
    if flown < least:
        return Refusal(RULE, f"{stand.id} must fly at least {least} hexes; this path has {flown}")
    return None
