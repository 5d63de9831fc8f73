"""Read how letters go: the figures that come with the program, and those that the umpire set otherwise."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.model.letters import COURIER, MEANS, STAFF, TELEPHONE, WIRELESS
from campaign.model.verbs.means import means_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.situation import Situation

__all__ = ["CLOCK", "FIGURES", "ORDERS", "Bounds", "figure", "figures", "game_time"]

CLOCK, ORDERS = "clock", "orders"
_DAY = 24 * 60


class Bounds(NamedTuple):
    """The least and the most that a figure can be, and what it is, in words."""

    least: int
    most: int
    words: str


FIGURES: Mapping[str, Bounds] = {
    "delay": Bounds(0, _DAY, "minutes for writing, enciphering and sending"),
    "speed": Bounds(0, 2000, "metres a minute; 0: at once"),
    "range": Bounds(0, 2000, "km from seat to seat; 0: any"),
    "allowed": Bounds(0, 1, "1: it may be used; 0: it is barred"),
    "heard": Bounds(0, 6, "the face of a die from which it is overheard, or its courier caught; 0: never"),
    "held": Bounds(0, 1, "1: each waits until the umpire lets it go"),
}
"""What can be set of each means."""
HOURS: Mapping[str, Bounds] = {
    "begins": Bounds(0, _DAY - 1, "the minute of the day that the first turn begins at"),
    "turn": Bounds(1, _DAY, "minutes of a turn by daylight"),
}
"""What can be set of the clock."""
SENT: Mapping[str, Bounds] = {
    **{
        key: Bounds(0, 1, f"1: orders of sheets go to their units {MEANS[key]}, if that is the quickest")
        for key in (WIRELESS, TELEPHONE, COURIER)
    },
    "ahead": Bounds(0, _DAY, "minutes before a turn begins that its orders leave their headquarters"),
}
"""What can be set of the orders of sheets; while none of the means is 1 they are with their units at once."""


def figures(means: str) -> Mapping[str, Bounds]:
    """Say what can be set of a means, of the clock or of orders; nothing if there is no such means."""
    if means == STAFF:
        return {"delay": FIGURES["delay"]}
    return {CLOCK: HOURS, ORDERS: SENT}.get(means) or (FIGURES if means in MEANS else {})


def figure(situation: Situation, means: str, what: str, side: str = "") -> int:
    """Give a figure as it holds for a side: its own, else the common one, else the program's."""
    known = situation.state.means
    for key in (means_key(means, what, side), means_key(means, what)):
        if key in known:
            return known[key]
    tables = _table()
    if means in {CLOCK, ORDERS}:
        return int(tables[means].get(situation.tables.like, tables[means]["other"]).get(what, 0))
    return int(tables["means"][means][what])


def game_time(situation: Situation) -> int:
    """Give the game time where the turn begins, in minutes from midnight before day 1."""
    clock = situation.state.clock
    begins, turn = (figure(situation, CLOCK, what) for what in ("begins", "turn"))
    return clock.day * _DAY + min(begins + (clock.turn - 1) * turn, begins + _DAY - 1)


@cache
def _table() -> Mapping[str, Any]:
    text = resources.files("campaign.engine.letters").joinpath("means.toml").read_text("utf-8")
    return tomllib.loads(text)
