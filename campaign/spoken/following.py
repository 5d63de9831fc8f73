"""Say where units go that follow others: to their goal, by their road, behind them; or ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from campaign.model.sheets.intents import Intent
from campaign.spoken.names import Unclear

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.model.sheets.intents import Mode
    from campaign.model.state import State
    from campaign.spoken.names import Named

__all__ = ["followed_march", "leaders_of"]


def leaders_of(named: Sequence[Named], last: Sequence[Intent]) -> tuple[str, ...]:
    """
    List whom somebody follows: who is named, else who was ordered before.

    Raises
    ------
    Unclear
        If nobody is.
    """
    found = [key for one in named for key in one.stands] or [key for one in last for key in one.who]
    if not found:
        raise Unclear(
            "behind whom? Name the unit that goes ahead" if not named else "whom it follows is not on the map"
        )
    return tuple(found)


def followed_march(leaders: Sequence[str], ordered: Mapping[str, Intent], state: State) -> Intent:
    """
    Give the march of those who go ahead.

    Parameters
    ----------
    ordered
        The orders that were given before, by unit.

    Raises
    ------
    Unclear
        If one of them does not march, or they go to several places.
    """
    marches = [_march(key, ordered, state) for key in leaders]
    if len({one.goal for one in marches}) > 1:
        names = ", ".join(state.stands[key].profile.short or key for key in leaders[:4])
        raise Unclear(f"{names} go to several places: behind which of them? Name one unit")
    return marches[0]


def _march(key: str, ordered: Mapping[str, Intent], state: State) -> Intent:
    name, found, kept = state.stands[key].profile.short or key, ordered.get(key), state.intents.get(key)
    if found is not None and found.do == "march":
        return found
    if found is not None:
        does = {"hold": "stays where it is", "attack": "attacks", "fire": "fires", "work": "works"}[found.do]
        raise Unclear(f"{name} {does}, it does not march: name the place to go to", name)
    if kept is None:
        why = "it has no march in the lines above: put its line first, or name the place to go to"
        raise Unclear(f"{name} is to be followed, and {why}", name)
    by = kept.by if kept.by in {"road", "transport"} else "best"
    return Intent((key,), "march", kept.path[-1], by=cast("Mode", by))
