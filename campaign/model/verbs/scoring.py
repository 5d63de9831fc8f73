"""Score points, and end the campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.folding import change
from campaign.model.names import Names, count, listed
from campaign.model.roles import Code, Count, SideAmounts, SideKey
from campaign.model.verbs.told import public, side
from campaign.model.verbs.verb import Event, Tale

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.state import State

__all__ = ["ROWS", "CampaignEnded", "PointsScored", "result_words"]


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


def result_words(names: Mapping[str, str], points: Mapping[str, int], winner: str) -> str:
    """
    Word the end of a game; every side that has a name is told with its points.

    >>> result_words({"us": "American", "ge": "German"}, {"us": 5}, "us")
    'it is over; American won; points: American 5 and German 0'
    >>> result_words({"us": "American", "ge": "German"}, {}, "")
    'it is over; it is a draw; points: American 0 and German 0'
    >>> result_words({"us": "American", "ge": "German"}, {"us": 1}, "ge")
    'it is over; German won, not by points; points: American 1 and German 0'
    """
    held = {side: points.get(side, 0) for side in names}
    otherwise = ", not by points" if held.get(winner, 0) < max(held.values(), default=0) else ""
    won = f"{names.get(winner, winner)} won{otherwise}; " if winner else ""
    if not winner and len(set(held.values())) == 1 < len(held):
        won = "it is a draw; "
    return f"it is over; {won}points: " + (listed([f"{names[side]} {of}" for side, of in held.items()]) or "none")


def _tell_ended(event: CampaignEnded, names: Names) -> str:
    return result_words({side: names.side(side) for side in event.points}, event.points, event.winner)


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
