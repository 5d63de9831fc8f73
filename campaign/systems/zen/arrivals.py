"""
Bring reinforcements on the map (ZN 4.18: by scenario).

They come in the move phase of their day and turn, by day or at night, in their hex or the nearest
one with room for them; where the enemy holds that hex they wait.
"""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.kit.clock import arriving
from campaign.kit.control import seen_at, take_ground
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.zen.march.reach import entry_distances
from campaign.systems.zen.march.stacking import fits
from campaign.systems.zen.space import holders, zen

RULE = "ZN 4.18"


def begin_move(ledger: Ledger) -> None:
    """Bring on the stands that are due, by day or in the night turn."""
    for stand, place in arriving(ledger, _place, rule=RULE, why="as planned"):
        if stand.profile.kind not in {"hq", *zen(ledger.situation).combat.unprotected}:
            told = seen_at(ledger.situation, place)
            take_ground(ledger, stand.side, (place,), rule=RULE, why=f"{stand.id} arrives", known_to=told)


def _place(situation: Situation, stand: Stand, goal: int) -> int | None:
    """Find where a stand comes on: its hex or the nearest to it by the ways it could have marched; None: it waits."""
    if holders(situation.state).get(goal, stand.side) != stand.side:
        return None
    distances = entry_distances(situation, stand, goal)
    return next((index for index in distances if fits(situation, stand.id, index)), None)
