"""
Bring reinforcements on the map (ZN 4.18: by scenario).

They come in the move phase of their day and turn, by day or at night, in their hex or the nearest
one with room for them; where the enemy holds that hex they wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.kit.control import seen_at, take_ground
from campaign.model.verbs.land import StandArrived
from campaign.systems.zen.march.reach import entry_distances
from campaign.systems.zen.march.stacking import fits
from campaign.systems.zen.space import holders, zen

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["begin_move", "begin_night_move", "due"]

RULE = "ZN 4.18"
_NEAR_INCHES = 12.0


def begin_move(ledger: Ledger) -> None:
    """Let those arrive whose time has come."""
    for stand in due(ledger.situation):
        place = _place(ledger.situation, stand)
        if place is None:
            continue
        number = ledger.situation.map.number
        wanted = stand.arrives[2] if stand.arrives is not None else place
        why = "as planned" if place == wanted else f"{number(wanted)} has no room"
        ledger.record(StandArrived(stand=stand.id, hex=place, rule=RULE, why=why))
        _take(ledger, stand, place)


def begin_night_move(ledger: Ledger) -> None:
    """Let those arrive who come in the night turn."""
    begin_move(ledger)


def due(situation: Situation) -> list[Stand]:
    """List the stands that should have arrived by now, in the order of their times and ids."""
    clock = situation.state.clock
    waiting = [
        (stand.arrives, stand.id, stand)
        for stand in situation.state.stands.values()
        if stand.arrives is not None and stand.hex is None and stand.gone is None
    ]
    return [stand for when, _, stand in sorted(waiting, key=_when) if when[:2] <= (clock.day, clock.turn)]


def _when(row: tuple[tuple[int, int, int], str, Stand]) -> tuple[tuple[int, int, int], str]:
    return row[0], row[1]


def _place(situation: Situation, stand: Stand) -> int | None:
    """Find where a stand comes on: its hex or the nearest to it by the ways it could have marched; None: it waits."""
    assert stand.arrives is not None
    goal = stand.arrives[2]
    if holders(situation.state).get(goal, stand.side) != stand.side:
        return None
    distances = entry_distances(situation, stand, goal)
    return next((index for index in distances if fits(situation, stand.id, index)), None)


def _take(ledger: Ledger, stand: Stand, place: int) -> None:
    if stand.profile.kind not in {"hq", *zen(ledger.situation).combat.unprotected}:
        told = seen_at(ledger.situation, place)
        take_ground(ledger, stand.side, (place,), rule=RULE, why=f"{stand.id} arrives", known_to=told)
