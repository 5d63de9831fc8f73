"""Say in plain words what a line was understood as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.sheets.intents import ANY_RIVER
from campaign.spoken.times import time_words

if TYPE_CHECKING:
    from campaign.model.sheets.intents import Intent, Line
    from campaign.model.situation import Situation

__all__ = ["hex_named", "understood"]

_FEW = 4
_DOES = {"march": "march to", "attack": "attack", "hold": "stay where they are", "fire": "fire at", "work": ""}
_BY = {"best": "", "road": ", by road", "transport": ", in transport"}


def understood(line: Line, view: Situation) -> str:
    """Say what a line orders, in the words of the program; "" if it orders nothing."""
    return "; ".join(_said(intent, view) for intent in line.intents)


def hex_named(view: Situation, index: int) -> str:
    """Give a hex by its number, and the name of a place in it."""
    names = [place.name for place in view.map.places if place.index == index]
    return f"{view.map.number(index)} ({names[0]})" if names else view.map.number(index)


def _said(intent: Intent, view: Situation) -> str:
    units = [view.state.stands[key].profile.short or key for key in intent.who]
    who = ", ".join(units) if len(units) <= _FEW else f"{len(units)} units ({', '.join(units[:_FEW])} ...)"
    goal = "" if intent.goal is None else f" {hex_named(view, intent.goal)}"
    if intent.do == "work":
        said = f"{intent.task.replace('_', ' ')}{' at' if goal else ''}{goal}"
    elif intent.do == "hold":
        said = ("stay" if len(units) > 1 else "stays") + (f" in{goal}" if goal else " put")
    else:
        said = f"{_DOES[intent.do]}{goal}"
    via = f" via {', '.join(hex_named(view, index) for index in intent.via)}" if intent.via else ""
    word = view.tables.turn_word
    when = f", from {time_words(intent.start, word)} on" if intent.start else ""
    due = f", by {time_words(intent.due, word)}" if intent.due else ""
    ahead = view.state.stands[intent.follow].profile.short or intent.follow if intent.follow else ""
    via += f" behind {ahead}" if ahead else ""
    if intent.shun:
        via += ", not over " + (
            "any river" if intent.shun == (ANY_RIVER,) else " or ".join(map(str.capitalize, intent.shun))
        )
    return f"{who}: {said}{via}{_BY[intent.by]}{', in column' if intent.column else ''}{when}{due}"
