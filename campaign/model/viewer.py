"""Name who looks: the umpire, who sees all; a side; a command of it, which one player holds; or an observer."""

from __future__ import annotations

from typing import Literal, NamedTuple

from campaign.model.commands import command_named, commands_of
from campaign.model.things import Setting
from maps.problems import did_you_mean

__all__ = ["OBSERVER", "UMPIRE", "UnknownViewer", "Viewer", "check_viewer", "side_of", "viewer_of", "viewers_of"]

UMPIRE = "umpire"
OBSERVER = "observer"


class Viewer(NamedTuple):
    """Somebody who looks; ``key`` is that of the side or command, and "" of the umpire and of an observer."""

    kind: Literal["umpire", "side", "command", "observer"]
    key: str = ""


class UnknownViewer(ValueError):  # noqa: N818 - it reads as what happened
    """Nobody of that name takes part."""


def viewers_of(setting: Setting) -> tuple[Viewer, ...]:
    """List all who may look: umpire, sides, commands, an observer."""
    sides = [Viewer("side", side.key) for side in setting.sides]
    commands = [Viewer("command", command.id) for command in commands_of(setting)]
    return (Viewer("umpire"), *sides, *commands, Viewer("observer"))


def viewer_of(setting: Setting, name: str | Viewer) -> Viewer:
    """
    Find the viewer of a name: "umpire", "observer", the key of a side, or the id of a command.

    Raises
    ------
    UnknownViewer
        If nobody of that name takes part; the message names who does.
    """
    if isinstance(name, str) and name not in {UMPIRE, OBSERVER, *(side.key for side in setting.sides)}:
        command = command_named(setting, name)
        if command is not None:
            return Viewer("command", command.id)
    known = viewers_of(setting)
    if isinstance(name, Viewer):
        if name in known:
            return name
        name = name.key or name.kind
    # A side that was given no commands is one command of the same name.
    found = next((viewer for viewer in known if name == (viewer.key or viewer.kind)), None)
    if found is None:
        raise _unknown(name, [viewer.key or viewer.kind for viewer in known])
    return found


def side_of(setting: Setting, viewer: Viewer) -> str:
    """Name the side that a viewer is of; "" of the umpire and of observers."""
    if viewer.kind == "command":
        command = command_named(setting, viewer.key)
        return "" if command is None else command.side
    return viewer.key


def check_viewer(setting: Setting, viewer: str) -> str:
    """
    Give a page's viewer back, if he is the umpire or a side.

    Raises
    ------
    UnknownViewer
        If he is neither the umpire nor a side; the message names who is.
    """
    known = [UMPIRE, *(side.key for side in setting.sides)]
    if viewer not in known:
        raise _unknown(viewer, known)
    return viewer


def _unknown(viewer: str, known: list[str]) -> UnknownViewer:
    hint = did_you_mean(viewer, sorted(set(known)))
    return UnknownViewer(f"there is no viewer {viewer!r}; {hint} The umpire is {UMPIRE!r}.")
