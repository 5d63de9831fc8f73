"""
End the battle (3.13): after the last turn, or when a side has nobody left.

An objective brings its points to its side if that side was the last in its
hex. With equal points, or none, who has more units left wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.scoring import CampaignEnded, PointsScored
from campaign.systems.d3.turns import is_last_of_turn
from campaign.systems.d3.units import d3

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Objective

__all__ = ["end_move", "end_shoot", "holds", "units_left"]

RULE = "D3 3.13"


def end_move(ledger: Ledger) -> None:
    """End the battle when the last unit of a side was overrun."""
    if _is_wiped_out(ledger.situation):
        _finish(ledger, "a side has no unit left")


def end_shoot(ledger: Ledger) -> None:
    """End the battle when a side is wiped out, or the last turn is over."""
    if _is_wiped_out(ledger.situation):
        _finish(ledger, "a side has no unit left")
    elif is_last_of_turn(ledger.situation) and ledger.state.clock.turn >= _turns(ledger.situation):
        _finish(ledger, f"turn {ledger.state.clock.turn} was the last")


def units_left(situation: Situation) -> dict[str, int]:
    """Count the units of each side that are in play, on the table or to come."""
    return {
        side.key: sum(stand.gone is None for stand in situation.state.stands.values() if stand.side == side.key)
        for side in situation.state.setting.sides
    }


def holds(situation: Situation, objective: Objective) -> bool:
    """Whether the side an objective is worth points to was the last in its hex."""
    state = situation.state
    return state.control[objective.hex] == state.side_code(objective.side)


def _turns(situation: Situation) -> float:
    return float(d3(situation).readings["turns"])


def _is_wiped_out(situation: Situation) -> bool:
    if not d3(situation).readings["wiped_out_ends"]:
        return False
    fielded = {stand.side for stand in situation.state.stands.values()}
    return any(count == 0 and side in fielded for side, count in units_left(situation).items())


def _finish(ledger: Ledger, why: str) -> None:
    for objective in ledger.state.setting.objectives:
        if holds(ledger.situation, objective):
            told = f"{objective.side} was the last in {ledger.situation.map.number(objective.hex)}"
            ledger.record(
                PointsScored(
                    side=objective.side, objective=objective.name, points=objective.points, rule=RULE, why=told
                )
            )
    points = {side.key: ledger.state.points.get(side.key, 0) for side in ledger.state.setting.sides}
    ledger.record(CampaignEnded(points=points, winner=_winner(ledger.situation, points), rule=RULE, why=why))


def _winner(situation: Situation, points: dict[str, int]) -> str:
    by_points = _first(points)
    if by_points or d3(situation).readings["last_word"] == "draw":
        return by_points
    return _first(units_left(situation))


def _first(counts: dict[str, int]) -> str:
    """Name the side with the most; "" if several have it."""
    best = [side for side, count in counts.items() if count == max(counts.values())]
    return best[0] if len(best) == 1 else ""
