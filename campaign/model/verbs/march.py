"""March along a path; attack at its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.folding import changed_stand
from campaign.model.names import Names
from campaign.model.roles import Count, Flag, HexsideNumber, MarchLeft, Path, StandId
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb
from campaign.model.words import Words

if TYPE_CHECKING:
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "Move", "StandMoved"]


class Move(Order, frozen=True):
    """March along a path that begins where the stand is; with ``attack`` the last hex is assaulted, not entered."""

    stand: StandId
    path: Path
    transport: Flag = False
    attack: Flag = False


class StandMoved(Event, frozen=True, kw_only=True):
    """A stand went along ``path`` (its first hex is where it was) and stopped."""

    stand: StandId
    path: Path
    fragments: Count = 0
    march: MarchLeft | None = None
    """What is left to do of the path."""
    transport: Flag = False
    facing: HexsideNumber | msgspec.UnsetType | None = msgspec.UNSET
    """Where it looks now; unset: as before."""


def _read(words: Words, fixed: Mapping[str, Any]) -> dict[str, Any]:
    return {"path": words.path(attack=fixed["attack"])}


def _write(order: Move, hexmap: HexMap) -> list[str]:
    numbers = [hexmap.number(index) for index in order.path]
    return ["-".join(numbers[:-1]) + "x" + numbers[-1] if order.attack else "-".join(numbers)]


def _say(order: Move, names: Names) -> str:
    verb = "Attack" if order.attack else "Go in transport mode to" if order.transport else "March to"
    return f"{verb} {names.hex(order.path[-1])}"


def _tell(event: StandMoved, names: Names) -> str:
    line = f"{names.stand(event.stand)} moved {names.path(event.path)}"
    line += " in transport mode" if event.transport else ""
    if event.march is not None and event.march.path:
        line += f", with {names.path(event.march.path)} still to go"
    return line


def _fold(event: StandMoved, state: State) -> State:
    facing = {} if event.facing is msgspec.UNSET else {"facing": event.facing}
    return changed_stand(state, event.stand, hex=event.path[-1], march=event.march, **facing)


ROWS = (
    Verb(
        Move,
        keys={
            "M": Key("march", {"transport": False, "attack": False}),
            "T": Key("march in transport mode", {"transport": True, "attack": False}),
            "A": Key("march and attack", {"transport": False, "attack": True}),
            "TA": Key("attack in transport mode: always refused", {"transport": True, "attack": True}),
        },
        says=_say,
        read=_read,
        write=_write,
    ),
    Tale(StandMoved, says=_tell, told=owner_of("stand"), apply=_fold, changes="stands"),
)
