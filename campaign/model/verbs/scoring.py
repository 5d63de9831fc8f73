"""Score points, and end the campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.names import Names, count, listed
from campaign.model.roles import Code, Count, SideAmounts, SideKey
from campaign.model.verbs.told import public, side
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "CampaignEnded", "PointsScored"]


class PointsScored(Event, frozen=True, kw_only=True):
    """A side got the points of an objective it held when that was counted."""

    side: SideKey
    objective: Code
    points: Count


class CampaignEnded(Event, frozen=True, kw_only=True):
    """The last day is over; points by side, and who won, if anybody did."""

    points: SideAmounts
    winner: SideKey = ""


def _tell_scored(event: PointsScored, names: Names) -> str:
    return f"{names.side(event.side)} scored {count(event.points, 'point')} for {event.objective}"


def _tell_ended(event: CampaignEnded, names: Names) -> str:
    told = [f"{names.side(side)} {points}" for side, points in event.points.items()]
    won = f"{names.side(event.winner)} won; " if event.winner else ""
    return f"it is over; {won}points: " + (listed(told) or "none")


def _score(event: PointsScored, state: State) -> State:
    return change(state, points={**state.points, event.side: state.points.get(event.side, 0) + event.points})


def _end(event: CampaignEnded, state: State) -> State:
    return change(state, ended=True, winner=event.winner)


ROWS = (
    Tale(PointsScored, says=_tell_scored, told=side("side"), apply=_score),
    Tale(
        CampaignEnded,
        says=_tell_ended,
        told=public,
        # In the end all points lie open.
        masked={"points": lambda event, _: event.points},
        apply=_end,
        open_dice=True,
    ),
)
