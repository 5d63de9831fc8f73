"""
Say which command holds what.

A command is what one player holds: formations of one side, and all below them. A side without commands is one command
that holds all of it; what no command of a side names, its first one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from campaign.model.things import Command, Setting, chain_of
from maps.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from campaign.model.state import State
    from campaign.model.things import Formation

__all__ = ["command_named", "command_problems", "commands_of", "first_of", "holder_of", "holdings", "stands_held"]

RESERVED = frozenset({"umpire", "observer"})
"""Names of other viewers."""


_LAST: list[tuple[Setting, tuple[Command, ...], dict[str, Command]]] = []
"""The commands of the setting that was asked for last: a closing asks for them ten thousand times."""


def commands_of(setting: Setting) -> tuple[Command, ...]:
    """List the commands of all sides; a side that was given none is one command, called as the side is."""
    return _commands(setting)[0]


def _commands(setting: Setting) -> tuple[tuple[Command, ...], dict[str, Command]]:
    """Give the commands in order, and by their ids."""
    last = _LAST[:1]
    if last and last[0][0] is setting:
        return last[0][1:]
    found = _listed(setting)
    # Of two of one id the first counts.
    by_id = {command.id: command for command in reversed(found)}
    _LAST[:] = [(setting, found, by_id)]
    return found, by_id


def _listed(setting: Setting) -> tuple[Command, ...]:
    found: list[Command] = []
    for side in setting.sides:
        own = [command for command in setting.commands if command.side == side.key]
        found += own or [Command(side.key, side.key, side.name)]
    return tuple(found)


def command_named(setting: Setting, key: str) -> Command | None:
    """Find a command by its id."""
    return _commands(setting)[1].get(key)


def holdings(state: State) -> Mapping[str, str]:
    """Give the command that holds each formation: its own, or that of the nearest formation above that has one."""
    named = {key: command.id for command in commands_of(state.setting) for key in command.formations}
    named |= state.handed
    return {key: _holder(state, formation, named) for key, formation in state.formations.items()}


def first_of(setting: Setting, side: str) -> str:
    """Name the first command of a side, which holds what no other does."""
    return next((command.id for command in commands_of(setting) if command.side == side), "")


def _holder(state: State, formation: Formation, named: Mapping[str, str]) -> str:
    above = (named[link.id] for link in chain_of(state.formations, formation.id) if link.id in named)
    return next(above, None) or first_of(state.setting, formation.side)


def holder_of(state: State, formation: str) -> str:
    """Name the command that holds a formation."""
    return holdings(state).get(formation, "")


def stands_held(state: State, command: Command) -> frozenset[str]:
    """List the stands of a command; those of no known formation are with the side's first command."""
    held = holdings(state)
    first = first_of(state.setting, command.side)
    return frozenset(
        key
        for key, stand in state.stands.items()
        if stand.side == command.side and held.get(stand.formation, first) == command.id
    )


def command_problems(setting: Setting, formations: Mapping[str, Formation]) -> list[Problem]:
    """Find what is wrong with the commands of a campaign that is to be opened."""
    return [problem for command in setting.commands for problem in _problems(command, setting, formations)]


def _problems(command: Command, setting: Setting, formations: Mapping[str, Formation]) -> Iterator[Problem]:
    place, sides = f"command {command.id!r}", [side.key for side in setting.sides]
    if command.id in {*RESERVED, *sides} or [other.id for other in setting.commands].count(command.id) > 1:
        yield Problem(place, "its id is taken", "choose an id that no side, viewer or other command has")
    if command.side not in sides:
        yield Problem(place, f"there is no side {command.side!r}", did_you_mean(command.side, sides))
    for key in command.formations:
        holders = [other.id for other in setting.commands if key in other.formations]
        if key not in formations:
            yield Problem(place, f"there is no formation {key!r}", did_you_mean(key, formations))
        elif formations[key].side != command.side:
            yield Problem(place, f"{key!r} is a formation of another side", "a command holds formations of its side")
        elif len(holders) > 1:
            yield Problem(place, f"{key!r} is held by {' and '.join(holders)}", "let one command hold it")
    if command.parent is not None and command.parent not in {other.id for other in setting.commands}:
        yield Problem(place, f"there is no command {command.parent!r} above it", "name a command of the list, or none")
