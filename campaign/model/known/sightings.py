"""
Name what a side sees, and number the times that an enemy came into sight and was lost from it.

How much commands of a side know of each other is set in ``Fog``.

A spell of sight is the time from the one to the other; who is seen again in the turn that he was lost in is still the
same to all. In each spell a viewer knows the enemy by another id, so that no id follows a unit through the fog. A side
of several commands sees him as long as one of them does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from campaign.model.commands import commands_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from campaign.model.state import State

__all__ = ["AT_ONCE", "DUMMIES", "REPORTS", "RUMOUR_SOURCES", "Fog", "Sightings", "spell_of", "watched"]

AT_ONCE = "at_once"
REPORTS = {
    AT_ONCE: "commands of a side know at once where their friends are, and nothing of what these see",
    "staff": "commands of a side report to each other at the end of each turn",
    "letter": "commands of a side report to each other by letters alone",
}
"""When a command knows where the other commands of its side stand, and what they see."""

DUMMIES = {
    "umpire": "the umpire alone places dummies and marches them",
    "sides": "the sides place dummies of their own and march them",
}
"""Those who may place counters that stand for nobody."""

RUMOUR_SOURCES = ("reported", "captured", "heard", "inferred")
"""Where a rumour can be said to come from."""


class Fog(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the umpire set for the fog of a campaign."""

    reports: str = "at_once"
    mistaken: int = 0
    """Of a hundred enemies seen from afar or by night so many are taken for something else; 0: none."""
    prisoners: int = 0
    """The least face of a die that makes prisoners name their formation; 0: they are not asked."""
    dummies: str = "umpire"
    """Those who place dummies: one of ``DUMMIES``."""


Sightings: TypeAlias = Mapping[str, frozenset[str]]
"""
Enemy stands that a side sees, each with the own stands that see it.

Nobody named means that the enemy lies open to the whole side, whoever of it looks: on an open table, or by a report to
all of it.
"""


def spell_of(state: State, stand: str, viewer: str) -> int:
    """Give the number of a viewer's spell of sight of a stand; if he does not see it, of the one that would begin."""
    spell, lost = state.spells.get(stand, {}).get(viewer, _UNSEEN)
    return spell if lost in {_IN_SIGHT, _turn(state)} else spell + 1


def watched(state: State, stand: str, by: Collection[str], *, seen: bool) -> State:
    """Write down that commands came to see a stand, or lost it from sight; their side with the last of them."""
    row = dict(state.spells.get(stand, {}))
    row |= {command: _turned(state, stand, command, seen=seen) for command in by}
    for side, commands in _several(state).items():
        if not set(by).isdisjoint(commands):
            own = any(row[command][1] == _IN_SIGHT for command in commands if command in row)
            row[side] = _turned(state, stand, side, seen=own)
    return msgspec.structs.replace(state, spells={**state.spells, stand: row})


def _turned(state: State, stand: str, viewer: str, *, seen: bool) -> tuple[int, int]:
    return spell_of(state, stand, viewer), _IN_SIGHT if seen else _turn(state)


_IN_SIGHT = 0
_UNSEEN = (0, _IN_SIGHT)


def _turn(state: State) -> int:
    clock = state.clock
    return clock.day * 1000 + clock.turn * 2 + clock.night


def _several(state: State) -> Mapping[str, list[str]]:
    """Give the sides of more than one command, with these."""
    found: dict[str, list[str]] = {}
    for command in commands_of(state.setting):
        found.setdefault(command.side, []).append(command.id)
    return {side: commands for side, commands in found.items() if len(commands) > 1}
