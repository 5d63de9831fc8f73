"""
Count objectives, and end the campaign after its last day (ZN 4.18).

Victory and length go by scenario: an objective brings its points to its side
if that side holds the hex when its day is over, at the latest the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.verbs.scoring import CampaignEnded, PointsScored
from campaign.systems.zen.clock import is_last_day

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.engine.ledger import Ledger
    from campaign.model.situation import Situation
    from campaign.model.things import Objective

__all__ = ["due", "end_forecast", "holds"]

RULE = "ZN 4.18"


def holds(situation: Situation, objective: Objective) -> bool:
    """Whether an objective is in the hands of the side it is set to."""
    state = situation.state
    return state.control[objective.hex] == state.side_code(objective.side)


def due(situation: Situation) -> Iterator[Objective]:
    """List the objectives that are counted at the end of the present day."""
    setting, day = situation.state.setting, situation.state.clock.day
    return (objective for objective in setting.objectives if min(objective.by_day, setting.days) == day)


def end_forecast(ledger: Ledger) -> None:
    """Count what is due at the end of a day; after the last the campaign ends."""
    number = ledger.situation.map.number
    for objective in due(ledger.situation):
        if holds(ledger.situation, objective):
            why = f"holds {number(objective.hex)} at the end of day {ledger.state.clock.day}"
            ledger.record(
                PointsScored(side=objective.side, objective=objective.name, points=objective.points, rule=RULE, why=why)
            )
    if is_last_day(ledger.situation):
        points = {side.key: ledger.state.points.get(side.key, 0) for side in ledger.state.setting.sides}
        ledger.record(CampaignEnded(points=points, rule=RULE, why="the last day is over"))
