"""Set what commands of a side know of each other; spread a rumour of the enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from campaign.model.folding import change
from campaign.model.known.sightings import REPORTS
from campaign.model.names import Names, spaced
from campaign.model.roles import Code, CommandIds, Count, Flag, HexIndex, KindWord, Role, SideKey, Text
from campaign.model.tokens import quoted
from campaign.model.verbs.told import Addressed, public
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.masks import Mask
    from campaign.model.state import State
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "FogSet", "RumourSpread", "SetFog", "SpreadRumour"]


def _commands(words: Words, _: str) -> tuple[str, ...]:
    return tuple(part for part in words.next("who hears it: commands, with commas between").text.split(",") if part)


def _open(value: Any, _: Mask) -> Any:
    return value


Hearers = Annotated[tuple[str, ...], Role("commands", _open, _commands, lambda keys, _: quoted(",".join(keys)))]


class SetFog(Order, frozen=True):
    """Set when commands of a side report to each other: at_once, staff (each turn's end) or letter."""

    reports: KindWord
    reason: Text = ""


class SpreadRumour(Order, frozen=True):
    """
    Tell commands of an enemy whom nobody of theirs saw.

    ``true`` says whether it is so: it stands in the umpire's log alone.
    """

    to: Hearers
    hex: HexIndex
    side: SideKey
    kind: KindWord
    size: KindWord
    source: KindWord
    confidence: Count
    text: Text
    true: Flag = False
    reason: Text = ""


class FogSet(Event, frozen=True, kw_only=True):
    """Commands of a side report to each other otherwise from now on."""

    reports: KindWord
    reason: Text = ""


class RumourSpread(Event, frozen=True, kw_only=True):
    """Commands were told of an enemy."""

    rumour: Code
    to: CommandIds
    hex: HexIndex
    side: SideKey
    kind: KindWord
    size: KindWord
    source: KindWord
    confidence: Count
    text: Code
    true: Flag = False
    reason: Text = ""


def _read_fog(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"reports": words.next(f"one of {', '.join(REPORTS)}").text}
    return found | _reason(words)


def _reason(words: Words) -> dict[str, Any]:
    return {"reason": words.next("the reason, in quotation marks").text} if words.flag("because") else {}


def _because(reason: str) -> list[str]:
    return ["because", quoted(reason)] if reason else []


def _read_rumour(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "to": _commands(words, ""),
        "hex": words.hex(),
        "side": words.side(),
        "kind": words.next("what sort of unit it is: infantry, armour, unknown").text,
        "size": words.next("how large it is: battalion, regiment, unknown").text,
        "source": words.next("where it comes from: reported, captured, heard or inferred").text,
        "confidence": words.number("how sure it seems, from 1 to 5"),
        "text": words.next("what is said, in quotation marks").text,
        "true": words.flag("true"),
    }
    return found | _reason(words)


def _write_rumour(order: SpreadRumour, hexmap: HexMap) -> list[str]:
    told = [quoted(",".join(order.to)), hexmap.number(order.hex), quoted(order.side), quoted(order.kind)]
    told += [quoted(order.size), quoted(order.source), str(order.confidence), quoted(order.text)]
    return [*told, *(["true"] if order.true else []), *_because(order.reason)]


def _say_fog(event: FogSet | SetFog, _: Names) -> str:
    why = f" ({event.reason})" if event.reason else ""
    return f"{REPORTS.get(event.reports, spaced(event.reports))}{why}"


def _say_rumour(event: RumourSpread | SpreadRumour, names: Names) -> str:
    said = f"{names.side(event.side)}, {spaced(event.kind)} {spaced(event.size)} at {names.hex(event.hex)}"
    return f"{said}, {event.source}: {event.text}"


def _fold_fog(event: FogSet, state: State) -> State:
    return change(state, fog=change(state.fog, reports=event.reports))


def _fold_rumour(event: RumourSpread, state: State) -> State:
    return change(state, rumours=(*state.rumours, event.rumour))


_HIDDEN = {"true": lambda _, __: False, "reason": lambda _, __: ""}

ROWS = (
    Verb(SetFog, keys={"reports": Key("set what commands know of each other")}, says=_say_fog, read=_read_fog,
         write=lambda order, _: [quoted(order.reports), *_because(order.reason)]),
    Verb(SpreadRumour, keys={"rumour": Key("spread a rumour of the enemy")}, says=_say_rumour, read=_read_rumour,
         write=_write_rumour),
    Tale(FogSet, says=_say_fog, told=public, apply=_fold_fog),
    Tale(RumourSpread, says=_say_rumour, told=Addressed("to"), apply=_fold_rumour, masked=_HIDDEN),
)  # fmt: skip
"""The rows of the fog."""
