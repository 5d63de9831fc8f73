"""Count objectives, name a winner, end the game: the end names every side's points."""

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Objective
from campaign.model.verbs.scoring import CampaignEnded, PointsScored


def side_keys(situation: Situation) -> list[str]:
    """List the sides."""
    return [side.key for side in situation.state.setting.sides]


def holds(situation: Situation, objective: Objective) -> bool:
    """Whether an objective is in the hands of the side that it is worth points to."""
    state = situation.state
    return state.control[objective.hex] == state.side_code(objective.side)


def score(ledger: Ledger, due: Iterable[Objective], *, rule: str, why: str = "holds {hex}") -> None:
    """Give the points of those objectives that their sides hold; ``{hex}`` and ``{side}`` may stand in the reason."""
    for goal in due:
        if holds(ledger.situation, goal):
            told = why.format(hex=ledger.situation.map.number(goal.hex), side=goal.side)
            ledger.record(PointsScored(side=goal.side, objective=goal.name, points=goal.points, rule=rule, why=told))


def points_now(situation: Situation) -> dict[str, int]:
    """Give the points of every side, of those without any too."""
    return {side: situation.state.points.get(side, 0) for side in side_keys(situation)}


def leader(counts: Mapping[str, Any]) -> str:
    """Name the side with the most; "" if several have it: a draw.

    >>> leader({"red": 3, "blue": 1}), leader({"red": (1, 2), "blue": (1, 2)}), leader({})
    ('red', '', '')
    """
    best = [side for side, count in counts.items() if count == max(counts.values())]
    return best[0] if len(best) == 1 else ""


def finish(ledger: Ledger, winner: str, *, rule: str, why: str) -> None:
    """End the game with the points of every side; no winner is a draw."""
    points = points_now(ledger.situation)
    ledger.record(CampaignEnded(points=points, winner=winner, rule=rule, why=why))
