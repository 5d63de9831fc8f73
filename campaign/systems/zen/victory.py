"""
Count objectives, and end the campaign after its last day (ZN 4.18).

Victory and length go by scenario: an objective brings its points to its side
if that side holds the hex when its day is over, at the latest the last. Who has
the most points wins; with equal points it is a draw.
"""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.kit.ending import finish, leader, points_now, score
from campaign.systems.zen.clock import is_last_day

RULE = "ZN 4.18"


def end_forecast(ledger: Ledger) -> None:
    """Count what is due at the end of a day; after the last the campaign ends."""
    setting, day = ledger.state.setting, ledger.state.clock.day
    due = [objective for objective in setting.objectives if min(objective.by_day, setting.days) == day]
    score(ledger, due, rule=RULE, why=f"holds {{hex}} at the end of day {day}")
    if is_last_day(ledger.situation):
        finish(ledger, leader(points_now(ledger.situation)), rule=RULE, why="the last day is over")
