"""
Read and write the umpire's rulings.

``rule`` and then, in any order, what is set::

    rule stand=1/110 hex=0715 losses=-1 on=fired off=moved because "the gun jammed"
    rule stand=1/110 remove because "surrendered at the table"
    rule formation=28 stores=LOG=3 stores=POL=4 because "captured dump"
    rule stand=1/110 veil=hidden because "..."     rule new=KG1 like=2Pz.304.II hex=0715 because "..."
    rule weather=overcast because "..."        rule ground=0714/0715=blown told because "..."

``ground=0715=`` takes away what stands there; ``told`` lets all sides know of it.
``isolated=0`` ends a count of days. The reason must be given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from campaign.model.roles import (
    Amounts,
    Count,
    Flag,
    FormationId,
    HexIndex,
    KindWord,
    KindWords,
    PlaceAndWhat,
    StandId,
    Text,
)
from campaign.model.situation import hexside_place
from campaign.model.tokens import Token, quoted
from campaign.model.verbs.veil import VEILS
from campaign.model.verbs.verb import Key, Order, Verb
from campaign.model.words import Words

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap

__all__ = ["PARTS", "ROWS", "Ruling"]


class Ruling(Order, frozen=True):
    """
    Overrule: what the umpire sets is set, for the reason given. Fields left None stay as they are.

    ``losses`` and ``stores`` are added to what there is, or taken off below 0.
    """

    why: Text
    stand: StandId | None = None
    hex: HexIndex | None = None
    losses: Count | None = None
    remove: Flag = False
    marks_on: KindWords = ()
    marks_off: KindWords = ()
    formation: FormationId | None = None
    stores: Amounts | None = None
    weather: KindWord | None = None
    ground: PlaceAndWhat | None = None
    """A place as in ``State.ground`` and what stands there; "" takes it away."""
    told: Flag = False
    """Whether all sides are told of the change of ground, not only those who see the place."""
    isolated: Count | None = None
    """The day of isolation that the stand is in; 0 ends the count."""
    veil: KindWord | None = None
    """The sight of the stand: "hidden", "revealed", or "" for what the rules say."""
    new: Text = ""
    """The id of a stand that comes to be, in ``hex``, of the kind of ``like``; with ``formation`` it belongs there."""
    like: StandId | None = None
    name: Text = ""
    """What the new stand is called; "" as its id."""


_FLAGS = ("remove", "told")
_WANTED = 'what is set, for example hex=0715, losses=1 or because "the reason"'


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    """Read what is set, part by part, and the reason."""
    given: dict[str, Any] = {}
    token = words.next(_WANTED)
    while token.word != "because":
        if token.word in _FLAGS:
            given[token.word] = True
        else:
            _part(token, given, words)
        token = words.next('because "the reason"')
    return {"why": words.next("the reason, in quotation marks").text, **given}


def _part(token: Token, given: dict[str, Any], words: Words) -> None:
    name, equals, value = token.text.partition("=")
    reader = PARTS.get(name.lower()) if equals else None
    if reader is None:
        known = ", ".join(f"{part}=" for part in PARTS)
        raise token.wrong(what=f"no part of a ruling begins so; known are {known}, remove, told and because")
    reader(Token(value, token.at + len(name) + 1, literal=True), given, words)


def _stores(value: Token, given: dict[str, Any], words: Words) -> None:
    store, count = words.pair(value, "a store and a number, for example stores=LOG=3")
    given["stores"] = {**given.get("stores", {}), store.text: words.whole(count, "how much")}


def _ground(value: Token, given: dict[str, Any], words: Words) -> None:
    # A place has no equals sign in it, what stands there may.
    name, equals, rest = value.text.partition("=")
    if not (equals and name):
        raise value.wrong(what="here it says a place and what stands there, for example ground=0714/0715=blown")
    place, what = Token(name, value.at, literal=True), Token(rest, value.at + len(name) + 1)
    index, side = words.known_place(place)
    given["ground"] = (str(index) if side is None else hexside_place(words.hexmap, index, side), what.text)


def _veil(words: Words, value: Token) -> str:  # noqa: ARG001 - all readers are called alike
    known = [word for word in VEILS if word]
    if value.text not in {*known, "rules"}:
        raise value.wrong(what=f"a unit is not veiled so; known are {', '.join(known)}, and rules for what these say")
    return "" if value.text == "rules" else value.text


def _mark(field: str) -> Callable[[Token, dict[str, Any], Words], None]:
    def read(value: Token, given: dict[str, Any], _: Words) -> None:
        given[field] = (*given.get(field, ()), value.text)

    return read


def _one(field: str, read: Callable[[Words, Token], Any]) -> Callable[[Token, dict[str, Any], Words], None]:
    def take(value: Token, given: dict[str, Any], words: Words) -> None:
        given[field] = read(words, value)

    return take


PARTS: dict[str, Callable[[Token, dict[str, Any], Words], None]] = {
    "stand": _one("stand", Words.known_stand),
    "hex": _one("hex", Words.known_hex),
    "losses": _one(
        "losses", lambda words, value: words.whole(value, "strength points lost, or less than 0 if regained")
    ),
    "on": _mark("marks_on"),
    "off": _mark("marks_off"),
    "formation": _one("formation", Words.known_formation),
    "stores": _stores,
    "weather": _one("weather", lambda _, value: value.text),
    "ground": _ground,
    "veil": _one("veil", _veil),
    "new": _one("new", lambda _, value: value.text),
    "like": _one("like", Words.known_stand),
    "name": _one("name", lambda _, value: value.text),
    "isolated": _one("isolated", lambda words, value: words.whole(value, "days of isolation")),
}


def _write(order: Ruling, hexmap: HexMap) -> list[str]:
    """Write what is set; empty ``stores`` set nothing and are not written."""
    return [
        *_written("stand", order.stand),
        *_written("new", order.new or None),
        *_written("like", order.like),
        *_written("name", order.name or None),
        *(() if order.hex is None else (f"hex={hexmap.number(order.hex)}",)),
        *(() if order.losses is None else (f"losses={order.losses}",)),
        *(() if order.isolated is None else (f"isolated={order.isolated}",)),
        *(() if order.veil is None else (f"veil={order.veil or 'rules'}",)),
        *(("remove",) if order.remove else ()),
        *(f"on={quoted(mark)}" for mark in order.marks_on),
        *(f"off={quoted(mark)}" for mark in order.marks_off),
        *_written("formation", order.formation),
        *(f"stores={quoted(store)}={count}" for store, count in (order.stores or {}).items()),
        *_written("weather", order.weather),
        *(() if order.ground is None else (_ground_written(order.ground, hexmap),)),
        *(("told",) if order.told else ()),
        "because",
        quoted(order.why),
    ]


def _written(name: str, value: str | None) -> tuple[str, ...]:
    return () if value is None else (f"{name}={quoted(value)}",)


def _ground_written(ground: tuple[str, str], hexmap: HexMap) -> str:
    index, slash, side = ground[0].partition("/")
    place = Words.hexside(hexmap, int(index), int(side)) if slash else hexmap.number(int(index))
    return f"ground={place}={quoted(ground[1]) if ground[1] else ''}"


ROWS = (Verb(Ruling, keys={"rule": Key("the umpire's ruling")}, read=_read, write=_write),)
