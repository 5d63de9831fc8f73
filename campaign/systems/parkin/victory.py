"""Count objectives and end the game (GR 5.12): length and victory are the scenario's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.scoring import CampaignEnded, PointsScored
from campaign.systems.parkin.clock import is_last_step, is_last_turn
from campaign.systems.parkin.space import is_dummy, parkin

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation

__all__ = ["end_spotting", "sides_left"]

RULE = "GR 5.12"


def sides_left(situation: Situation) -> tuple[str, ...]:
    """Name the sides that have units in play, on the map or still to come."""
    live = {stand.side for stand in situation.state.stands.values() if stand.gone is None and not is_dummy(stand)}
    return tuple(side.key for side in situation.state.setting.sides if side.key in live)


def end_spotting(ledger: Ledger) -> None:
    """Close a turn: count what is due, and end the game if it is the last turn or one side alone has units left."""
    situation = ledger.situation
    if not is_last_step(situation):
        return
    left = sides_left(situation)
    alone = bool(parkin(situation).reading("last_side_wins")) and len(left) <= 1
    over = alone or is_last_turn(situation)
    _score(ledger, over=over)
    if over:
        points = {side.key: ledger.state.points.get(side.key, 0) for side in ledger.state.setting.sides}
        winner = left[0] if alone and left else _leader(points)
        why = "one side alone has units left" if alone else "the last turn is over"
        ledger.record(CampaignEnded(points=points, winner=winner, rule=RULE, why=why))


def _score(ledger: Ledger, *, over: bool) -> None:
    """Give the points of the objectives of the day that ends; when the game ends, of all that are still to come."""
    state, tables = ledger.state, parkin(ledger.situation)
    day_ends = state.clock.turn >= tables.number("turns_per_day")
    for goal in state.setting.objectives:
        due = goal.by_day >= state.clock.day if over else day_ends and goal.by_day == state.clock.day
        if due and state.control[goal.hex] == state.side_code(goal.side):
            why = f"holds {ledger.situation.map.number(goal.hex)}"
            ledger.record(PointsScored(side=goal.side, objective=goal.name, points=goal.points, rule=RULE, why=why))


def _leader(points: dict[str, int]) -> str:
    """Name the side with the most points; nobody where they are level."""
    best = max(points.values(), default=0)
    leaders = [side for side, held in points.items() if held == best]
    return leaders[0] if len(leaders) == 1 else ""
