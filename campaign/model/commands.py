"""
Say which command holds what.

A command is what one player holds: formations of one side, and all below them. A side without commands is one command
that holds all of it; what no command of a side names, its first one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from campaign.few import Few
from campaign.model.things import Command, Setting, chain_of
from maps.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from campaign.model.state import State
    from campaign.model.things import Formation, Stand

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
    if last and _lists_alike(last[0][0], setting):
        return last[0][1:]
    found = _listed(setting)
    # Of two of one id the first counts.
    by_id = {command.id: command for command in reversed(found)}
    _LAST[:] = [(setting, found, by_id)]
    return found, by_id


def _lists_alike(a: Setting, b: Setting) -> bool:
    """Whether two settings have the same commands: each viewer has a setting of his own, with the same lists in it."""
    return a is b or (a.commands == b.commands and a.sides == b.sides)


def _listed(setting: Setting) -> tuple[Command, ...]:
    found: list[Command] = []
    for side in setting.sides:
        own = [command for command in setting.commands if command.side == side.key]
        found += own or [Command(side.key, side.key, side.name)]
    return tuple(found)


def command_named(setting: Setting, key: str) -> Command | None:
    """Find a command by its id."""
    return _commands(setting)[1].get(key)


class _Held(NamedTuple):
    """The holders of the formations of a state: the command of each, and those of each command."""

    state: State
    by: Mapping[str, str]
    of: Mapping[str, frozenset[str]]


_MOST_HELD = 4
_HELD: list[_Held] = []
"""The last that were asked for: all who are told of an event ask one by one, of two sides and of the whole by turns."""


def holdings(state: State) -> Mapping[str, str]:
    """Give the command that holds each formation: its own, or that of the nearest formation above that has one."""
    return _held(state).by


def _held(state: State) -> _Held:
    for known in _HELD:
        alike = known.state.formations is state.formations and known.state.handed == state.handed
        if alike and _lists_alike(known.state.setting, state.setting):
            return known
    before = next((known for known in _HELD if _same_ranks(known.state, state)), None)
    found = _grouped(state) if before is None else before._replace(state=state)
    # It takes the place of the one that it was made from: the commands of one side must not drive those of another out.
    _HELD[:] = [found, *(known for known in _HELD if known is not before)][:_MOST_HELD]
    return found


def _same_ranks(before: State, state: State) -> bool:
    """Whether formations have at most other marks and orders than before: who holds them is the same then."""
    if before.handed != state.handed or not _lists_alike(before.setting, state.setting):
        return False
    pairs = zip(before.formations.values(), state.formations.values(), strict=False)
    return len(before.formations) == len(state.formations) and all(
        a is b or (a.id, a.parent, a.side) == (b.id, b.parent, b.side) for a, b in pairs
    )


def _grouped(state: State) -> _Held:
    by, of = _holdings(state), dict[str, set[str]]()
    for formation, command in by.items():
        of.setdefault(command, set()).add(formation)
    return _Held(state, MappingProxyType(by), {command: frozenset(own) for command, own in of.items()})


def _holdings(state: State) -> dict[str, str]:
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
    by = _held(state).by
    kept = _STANDS.get(command.id)
    if kept is None or not (kept[0] is state.stands and kept[1] is by and kept[2] == command):
        kept = _STANDS[command.id] = state.stands, by, command, _found(state, command)
    return kept[3]


_STANDS: Few[str, tuple[Mapping[str, Stand], Mapping[str, str], Command, frozenset[str]]] = Few(256)
"""The stands of the commands that were asked for last."""
_ASKED: list[Mapping[str, Stand]] = [{}]
"""The stands where those of one command were looked for last."""
_SORTED: list[tuple[Mapping[str, Stand], Mapping[str, str], Mapping[str, frozenset[str]]]] = []
"""What was sorted last: the stands, the holders, and the stands of each command."""


def _found(state: State, command: Command) -> frozenset[str]:
    """Look for the stands of one command; where a second one is asked for among the same, sort them for all."""
    if _ASKED[0] is not state.stands:
        _ASKED[0] = state.stands
        return _stands_held(state, command)
    by = _held(state).by
    kept = next(iter(_SORTED), None)
    if kept is None or not (kept[0] is state.stands and kept[1] is by):
        kept = state.stands, by, _stands_sorted(state)
        _SORTED[:] = [kept]
    return kept[2].get(command.id, frozenset())


def _stands_held(state: State, command: Command) -> frozenset[str]:
    held, side = _held(state), command.side
    own = held.of.get(command.id, frozenset())
    found = [(key, stand) for key, stand in state.stands.items() if stand.formation in own]
    if first_of(state.setting, side) == command.id:
        found += [(key, stand) for key, stand in state.stands.items() if stand.formation not in held.by]
    return frozenset(key for key, stand in found if stand.side == side)


def _stands_sorted(state: State) -> dict[str, frozenset[str]]:
    by, of = _held(state).by, dict[str, list[str]]()
    sides = {command.id: command.side for command in commands_of(state.setting)}
    for key, stand in state.stands.items():
        command = by.get(stand.formation) or first_of(state.setting, stand.side)
        if sides.get(command) == stand.side:
            of.setdefault(command, []).append(key)
    return {command: frozenset(own) for command, own in of.items()}


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
