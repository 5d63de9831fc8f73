"""Freeze a front and thaw it: what stands there stands still, and everybody else goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.roles import Code, CommandIds, Count, Hexes, HexIndex, KindWord, StandIds, Text
from campaign.model.things import Front
from campaign.model.tokens import quoted
from campaign.model.verbs.told import Addressed, Teller
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.state import State
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "SHAPES", "FreezeFront", "FrontFrozen", "FrontThawed", "ThawFront"]

SHAPES = ("hexes", "area")
"""What the hexes that are named may be: those that stand still, or the corners of an area."""
_MOST = 4
"""Hexes of a front that are named."""


class FreezeFront(Order, frozen=True):
    """
    Freeze all within so many hexes of a place for so many turns, this one counted; or the hexes that are named.

    ``shape``: "" for what lies around ``hex``; "hexes" for it and ``further`` alone; "area" if these are the corners of
    an area, one after the other.
    """

    hex: HexIndex
    radius: Count
    turns: Count
    reason: Text
    shape: KindWord = ""
    further: Hexes = ()


class ThawFront(Order, frozen=True):
    """Thaw the front at a place: who stood still there goes on."""

    hex: HexIndex
    reason: Text


class FrontFrozen(Event, frozen=True, kw_only=True):
    """
    Some hexes stand still while what happens there is settled.

    The attacks of this turn that touch them are called off: each of ``attackers`` on its own one of ``defenders``.
    Commands that have units in the hexes or in such an attack are told, each of its own hexes and attacks.
    """

    front: Code
    to: CommandIds = ()
    hexes: Hexes
    turns: Count
    reason: Text = ""
    attackers: StandIds = ()
    defenders: StandIds = ()


class FrontThawed(Event, frozen=True, kw_only=True):
    """Those go on who stood still."""

    front: Code
    to: CommandIds = ()
    hexes: Hexes
    reason: Text = ""


def _because(words: Words) -> str:
    token = words.next('because "the reason"')
    if token.word != "because":
        raise token.wrong(what='after this comes because "the reason"')
    return words.next("the reason, in quotation marks").text


def _read_freeze(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    for shape in SHAPES:
        if words.flag(shape):
            return _read_named(words, shape)
    found: dict[str, Any] = {"hex": words.hex(), "radius": words.number("how many hexes around it")}
    return found | {"turns": words.number("how many turns, this one counted"), "reason": _because(words)}


def _read_named(words: Words, shape: str) -> dict[str, Any]:
    """Read hexes one after the other, and for how many turns they stand still."""
    hexes = [words.hex()]
    while not words.flag("turns"):
        token = words.next("another hex, or turns and how many")
        hexes.append(words.known_hex(token))
    turns = words.number("how many turns, this one counted")
    first, *further = hexes
    return {
        "hex": first, "radius": 0, "turns": turns, "reason": _because(words), "shape": shape, "further": tuple(further),
    }  # fmt: skip


def _read_thaw(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    return {"hex": words.hex(), "reason": _because(words)}


def _write_freeze(order: FreezeFront, hexmap: HexMap) -> list[str]:
    where = [hexmap.number(order.hex), str(order.radius), str(order.turns)]
    if order.shape:
        hexes = [hexmap.number(index) for index in (order.hex, *order.further)]
        where = [order.shape, *hexes, "turns", str(order.turns)]
    return [*where, "because", quoted(order.reason)]


def _write_thaw(order: ThawFront, hexmap: HexMap) -> list[str]:
    return [hexmap.number(order.hex), "because", quoted(order.reason)]


def _fold_frozen(event: FrontFrozen, state: State) -> State:
    """Keep the front, and take the attacks that were called off, and all from and against those who stand still."""
    hexes, off = frozenset(event.hexes), set(_off_pairs(event))
    still = {key for key, stand in state.stands.items() if stand.hex in hexes}
    assaults = frozenset(pair for pair in state.assaults if pair not in off and still.isdisjoint(pair))
    front = Front(event.hexes, event.turns, event.reason, event.to)
    return change(state, fronts={**state.fronts, event.front: front}, assaults=assaults)


def _fold_thawed(event: FrontThawed, state: State) -> State:
    return change(state, fronts={key: front for key, front in state.fronts.items() if key != event.front})


def _places(hexes: tuple[int, ...], names: Names) -> str:
    return ", ".join(names.hex(index) for index in hexes[:_MOST]) + (" and around" if len(hexes) > _MOST else "")


def _off_pairs(event: FrontFrozen) -> list[tuple[str, str]]:
    return list(zip(event.attackers, event.defenders, strict=False))


def _say_frozen(event: FrontFrozen, names: Names) -> str:
    """Say where all stand still; a side that has no unit there reads only that its attack was called off, and why."""
    turns = f"{event.turns} {names.turn_word}{'s' if event.turns != 1 else ''} at most"
    reason = f" ({event.reason})" if event.reason else ""
    pairs = ", ".join(f"{names.stand(one)} on {names.stand(other)}" for one, other in _off_pairs(event))
    off = f"called off is the attack of {pairs}" if pairs else ""
    if not event.hexes:
        return f"{off or 'a front stands still'}: all stand still there, {turns}{reason}"
    said = f"all at {_places(event.hexes, names)} stand still while it is settled what happens there"
    return f"{said}: {turns}, this one counted{reason}" + (f"; {off}" if off else "")


def _say_thawed(event: FrontThawed, names: Names) -> str:
    who = f"all at {_places(event.hexes, names)} go on" if event.hexes else "who stood still goes on"
    return who + (f" ({event.reason})" if event.reason else "")


def _own_hexes(event: FrontFrozen | FrontThawed, teller: Teller) -> tuple[int, ...]:
    """Tell a side of the hexes where it has units itself, and not how far the front goes."""
    own = {stand.hex for stand in teller.state.stands.values() if stand.hex is not None and teller.mask.mine(stand.id)}
    return tuple(index for index in event.hexes if index in own)


def _own_attacks(event: FrontFrozen, teller: Teller, place: int) -> tuple[str, ...]:
    """Tell a side of the attacks that it has a unit in, the attackers at place 0 and the defenders at place 1."""
    mask = teller.mask
    return tuple(mask.key(pair[place]) for pair in _off_pairs(event) if any(map(mask.mine, pair)))


_MASKED: Any = {"hexes": _own_hexes, "reason": lambda _, __: ""}
_ATTACKS: Any = {"attackers": partial(_own_attacks, place=0), "defenders": partial(_own_attacks, place=1)}

ROWS = (
    Verb(FreezeFront, keys={"freeze": Key("let a front stand still")}, read=_read_freeze, write=_write_freeze),
    Verb(ThawFront, keys={"thaw": Key("let a front go on that stood still")}, read=_read_thaw, write=_write_thaw),
    Tale(FrontFrozen, says=_say_frozen, told=Addressed("to"), apply=_fold_frozen, masked=_MASKED | _ATTACKS),
    Tale(FrontThawed, says=_say_thawed, told=Addressed("to"), apply=_fold_thawed, masked=_MASKED),
)
"""The rows of fronts."""
