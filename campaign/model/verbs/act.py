"""Do what a rule system calls an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from campaign.model.names import Names, spaced
from campaign.model.roles import HexIndex, KindWord, StandId
from campaign.model.tokens import quoted
from campaign.model.verbs.verb import Key, Order, Verb
from campaign.model.words import Words

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "Act"]


class Act(Order, frozen=True):
    """Do what the rule system calls an action: reload, repair, raise smoke, fall out; on a hex, if it needs one."""

    stand: StandId
    action: KindWord
    target: HexIndex | None = None


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    action = words.next("what action, for example reload").text
    target = words.rest()
    if len(target) > 1:
        raise target[1].wrong(what="an action is done at one hex at most")
    return {"action": action, "target": words.known_hex(target[0]) if target else None}


def _write(order: Act, hexmap: HexMap) -> list[str]:
    return [quoted(order.action), *(() if order.target is None else (hexmap.number(order.target),))]


def _say(order: Act, names: Names) -> str:
    place = "" if order.target is None else f" at {names.hex(order.target)}"
    return spaced(order.action).capitalize() + place


ROWS = (Verb(Act, keys={"C": Key("an action")}, says=_say, read=_read, write=_write),)
